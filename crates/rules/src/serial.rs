//! Small types in messages and files: each as the text that people read and write.

use serde::{Deserialize, Deserializer, Serialize, Serializer, de};

use crate::BoardSize;

/// `Display` writes and `FromStr` reads, so that no second form of a type comes into being.
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

as_text!(BoardSize);
