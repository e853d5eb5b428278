//! Weights that override the others for individual pieces.

use std::fmt;

use minolab_engine::Weights;
use minolab_rules::Piece;
use serde::{
    Deserialize, Deserializer, Serialize, Serializer,
    de::{Error, MapAccess, Visitor},
};

/// Pieces with weights of their own, by the piece's letter in a file.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Exceptions(pub Vec<(Piece, Weights)>);

impl Exceptions {
    /// Whether no piece has any.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

/// The piece with this letter.
pub fn piece(name: &str) -> Option<Piece> {
    let mut letters = name.chars();
    letters.next().and_then(Piece::from_char).filter(|_| letters.next().is_none())
}

impl Serialize for Exceptions {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.0.iter().map(|(piece, weights)| (piece.to_string(), weights)))
    }
}

impl<'de> Deserialize<'de> for Exceptions {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Exceptions, D::Error> {
        struct Pairs;

        impl<'de> Visitor<'de> for Pairs {
            type Value = Exceptions;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("pieces with their weights")
            }

            fn visit_map<M: MapAccess<'de>>(self, mut map: M) -> Result<Exceptions, M::Error> {
                let mut pairs = Vec::new();
                while let Some(name) = map.next_key::<String>()? {
                    let piece = piece(&name).ok_or_else(|| {
                        M::Error::custom(format!(
                            "weights_for has {name:?}, expected a piece: I, O, T, L, J, S or Z"
                        ))
                    })?;
                    pairs.push((piece, map.next_value()?));
                }
                Ok(Exceptions(pairs))
            }
        }

        deserializer.deserialize_map(Pairs)
    }
}
