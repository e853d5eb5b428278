//! The weight of each feature.

use serde::{
    Deserialize, Deserializer, Serialize, Serializer,
    de::{Error, MapAccess, Visitor},
};

use crate::measure::Feature;

/// Features with their weights, in the order in which the shares are added.
///
/// Higher is better: what is bad has a negative weight. The order is part of the agent: sums
/// of floating-point numbers depend on it.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Weights(Vec<(Feature, f64)>);

impl Weights {
    /// The weight of a feature, if it has one.
    pub fn get(&self, feature: Feature) -> Option<f64> {
        self.0.iter().find(|(other, _)| *other == feature).map(|&(_, weight)| weight)
    }

    /// Changes a feature's weight; a new one goes to the end.
    pub fn set(&mut self, feature: Feature, weight: f64) {
        match self.0.iter_mut().find(|(other, _)| *other == feature) {
            Some((_, old)) => *old = weight,
            None => self.0.push((feature, weight)),
        }
    }

    /// The features with their weights, in order.
    #[inline]
    pub fn as_slice(&self) -> &[(Feature, f64)] {
        &self.0
    }

    /// The features with their weights, mutable.
    pub fn iter_mut(&mut self) -> impl Iterator<Item = (Feature, &mut f64)> {
        self.0.iter_mut().map(|(feature, weight)| (*feature, weight))
    }

    /// Whether no feature has a weight.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

impl FromIterator<(Feature, f64)> for Weights {
    fn from_iter<T: IntoIterator<Item = (Feature, f64)>>(pairs: T) -> Weights {
        let mut weights = Weights::default();
        pairs.into_iter().for_each(|(feature, weight)| weights.set(feature, weight));
        weights
    }
}

impl Serialize for Weights {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.0.iter().map(|(feature, weight)| (feature.name(), weight)))
    }
}

impl<'de> Deserialize<'de> for Weights {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Weights, D::Error> {
        struct Pairs;

        impl<'de> Visitor<'de> for Pairs {
            type Value = Weights;

            fn expecting(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.write_str("features with their weights")
            }

            fn visit_map<M: MapAccess<'de>>(self, mut map: M) -> Result<Weights, M::Error> {
                let mut weights = Weights::default();
                while let Some(name) = map.next_key::<String>()? {
                    let feature = Feature::from_name(&name).ok_or_else(|| {
                        let names = Feature::ALL.map(Feature::name).join(", ");
                        let text = format!("there is no feature {name:?}, expected one of {names}");
                        M::Error::custom(text)
                    })?;
                    let weight: f64 = map.next_value()?;
                    if !weight.is_finite() {
                        let text = format!("the weight of {name} is {weight}, expected a number");
                        return Err(M::Error::custom(text));
                    }
                    weights.set(feature, weight);
                }
                Ok(weights)
            }
        }

        deserializer.deserialize_map(Pairs)
    }
}
