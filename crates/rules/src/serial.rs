//! Small types in messages and files: each as the text that people read and write.

use serde::{Deserialize, Deserializer, Serialize, Serializer, de};

use crate::{BoardSize, Choice, Mode, Piece, Setup};

/// `Display` writes and `FromStr` reads, so that a type has only one textual form.
macro_rules! as_text {
    ($($type:ident),*) => {$(
        impl Serialize for $type {
            fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.collect_str(self)
            }
        }

        impl<'de> Deserialize<'de> for $type {
            fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<$type, D::Error> {
                let text = std::borrow::Cow::<str>::deserialize(deserializer)?;
                text.parse().map_err(de::Error::custom)
            }
        }
    )*};
}

as_text!(BoardSize, Choice, Mode, Piece, Setup);

#[cfg(test)]
mod tests {
    use serde::{Serialize, de::DeserializeOwned};
    use toml::Value;

    use super::*;
    use crate::{Ruleset, shipped};

    fn written<T: Serialize + DeserializeOwned + PartialEq + std::fmt::Debug>(value: T) -> Value {
        let written = Value::try_from(&value).unwrap();
        assert_eq!(written.clone().try_into::<T>().unwrap(), value);
        written
    }

    #[test]
    fn small_types_are_their_text() {
        let text = |text: &str| Value::String(text.into());
        assert_eq!(written(BoardSize { width: 8, height: 12 }), text("8x12"));
        assert_eq!(written("hT@4,1Sf".parse::<Choice>().unwrap()), text("hT@4,1Sf"));
        assert_eq!(written(Mode::Lines(7)), text("lines=7"));
        assert_eq!(written(Piece::Z), text("Z"));
        let line = "x9/xx8 T s IO ? 2 b2b";
        assert_eq!(written(line.parse::<Setup>().unwrap()), text(line));
    }

    #[test]
    fn what_is_wrong_is_said() {
        let error = |value: Value| value.try_into::<Piece>().unwrap_err().to_string();
        assert!(error("t".into()).contains("expected a piece's letter (IOTLJSZ)"));
        assert!(error("TT".into()).contains("'T', expected nothing more"));
        assert!(error(7.into()).contains("expected a string"));
    }

    #[test]
    fn rulesets_are_checked_wherever_they_come_from() {
        for rules in shipped::all() {
            let mut value = written(rules.clone());
            // The same keys as in a file.
            assert_eq!(toml::from_str::<Value>(&rules.to_toml()).unwrap(), value);
            value["width"] = 99.into();
            let error = value.try_into::<Ruleset>().unwrap_err().to_string();
            assert!(error.contains("width is 99, expected 4 to 16"), "{error}");
        }
    }
}
