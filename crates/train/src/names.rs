//! The names of enum values in run files.

use serde::{
    de::{
        DeserializeOwned, Deserializer, Error, IntoDeserializer, Visitor,
        value::Error as ValueError,
    },
    forward_to_deserialize_any,
};

/// The names that the values of a plain enum have in files, in their order.
///
/// They come from the type itself, so there is no second list of them.
///
/// ```
/// use minolab_train::{Start, names_of};
///
/// assert_eq!(names_of::<Start>(), ["agent", "zero"]);
/// ```
pub fn names_of<T: DeserializeOwned>() -> &'static [&'static str] {
    let mut names: &'static [&'static str] = &[];
    // No name is given, so there is no value: only the expected names are wanted.
    let _ = T::deserialize(Listener(&mut names));
    names
}

/// The value of this name, or an error that says which names there are.
///
/// ```
/// use minolab_train::{Start, by_name};
///
/// assert_eq!(by_name("zero"), Ok(Start::Zero));
/// let error = by_name::<Start>("end").unwrap_err().to_string();
/// assert_eq!(error, "unknown variant `end`, expected `agent` or `zero`");
/// ```
pub fn by_name<T: DeserializeOwned>(name: &str) -> Result<T, ValueError> {
    T::deserialize(name.into_deserializer())
}

struct Listener<'a>(&'a mut &'static [&'static str]);

impl<'de> Deserializer<'de> for Listener<'_> {
    type Error = ValueError;

    fn deserialize_any<V: Visitor<'de>>(self, _: V) -> Result<V::Value, ValueError> {
        Err(ValueError::custom("not an enum"))
    }

    fn deserialize_enum<V: Visitor<'de>>(
        self,
        _: &'static str,
        variants: &'static [&'static str],
        _: V,
    ) -> Result<V::Value, ValueError> {
        *self.0 = variants;
        Err(ValueError::custom("only its names are asked"))
    }

    forward_to_deserialize_any! {
        bool i8 i16 i32 i64 i128 u8 u16 u32 u64 u128 f32 f64 char str string bytes byte_buf option unit
        unit_struct newtype_struct seq tuple tuple_struct map struct identifier ignored_any
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{ObjectiveKind, Start, optimizer::PsoMode};

    fn round_trip<T: DeserializeOwned>(name: fn(T) -> String) {
        let names = names_of::<T>();
        assert!(!names.is_empty());
        for listed in names {
            assert_eq!(name(by_name(listed).unwrap()), *listed);
        }
    }

    #[test]
    fn every_name_is_read() {
        round_trip(|kind: ObjectiveKind| kind.name().into());
        round_trip(|start: Start| format!("{start:?}").to_lowercase());
        round_trip(|mode: PsoMode| format!("{mode:?}").to_lowercase());
        let error = by_name::<ObjectiveKind>("fame").unwrap_err().to_string();
        assert!(error.contains("`fame`, expected one of `lines`, `sprint`"), "{error}");
        assert!(names_of::<String>().is_empty());
    }

    /// The documentation lists every name allowed in run files.
    #[test]
    fn the_documentation_lists_every_name() {
        let text = include_str!("../../../docs/FORMATS.md");
        let listed = |names: &[&str]| match names.split_last() {
            Some((last, first)) => format!("# {} or {last}", first.join(", ")),
            None => String::new(),
        };
        for names in [names_of::<ObjectiveKind>(), crate::OptimizerSettings::NAMES] {
            assert!(text.contains(&listed(names)), "{}", listed(names));
        }
    }
}
