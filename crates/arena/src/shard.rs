//! Parts of a run for several machines.

use std::{fmt, str::FromStr};

use serde::{Deserialize, Serialize};
use thiserror::Error;

/// One of the equal parts a run is split into, such as `2/4`.
///
/// Together the parts play the games of the whole run, each game once and exactly as the whole run
/// would; which games a part has depends only on the extent of the run.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Shard {
    index: u64,
    count: u64,
}

/// A part that does not exist.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("shard {found:?}, expected i/n with i from 1 to n, such as 2/4")]
pub struct ShardError {
    found: String,
}

impl Shard {
    /// The whole run.
    pub const WHOLE: Shard = Shard { index: 0, count: 1 };

    /// Part `number` of `count`, counted from 1.
    ///
    /// Numbers from 0 give the same parts in another order: 0 is the last.
    pub fn new(number: u64, count: u64) -> Result<Shard, ShardError> {
        if count == 0 || number > count {
            return Err(ShardError { found: format!("{number}/{count}") });
        }
        Ok(Shard { index: number.checked_sub(1).unwrap_or(count - 1), count })
    }

    /// Whether the part exists: a file may say anything.
    #[cfg(not(target_arch = "wasm32"))]
    pub(crate) fn is_sound(self) -> bool {
        self.index < self.count
    }

    /// Whether it is the whole run.
    pub fn is_whole(self) -> bool {
        self.count == 1
    }

    /// Which part, counted from 0.
    pub fn index(self) -> u64 {
        self.index
    }

    /// How many parts there are.
    pub fn count(self) -> u64 {
        self.count
    }
}

impl fmt::Display for Shard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.index + 1, self.count)
    }
}

impl FromStr for Shard {
    type Err = ShardError;

    fn from_str(text: &str) -> Result<Shard, ShardError> {
        let wrong = || ShardError { found: text.into() };
        let (number, count) = text.split_once('/').ok_or_else(wrong)?;
        let number = number.parse().map_err(|_| wrong())?;
        Shard::new(number, count.parse().map_err(|_| wrong())?)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_are_read_and_written() {
        let shard: Shard = "2/4".parse().unwrap();
        assert_eq!((shard.index(), shard.count(), shard.to_string().as_str()), (1, 4, "2/4"));
        assert_eq!("0/4".parse::<Shard>(), "4/4".parse());
        assert_eq!("1/1".parse(), Ok(Shard::WHOLE));
        for text in ["", "2", "5/4", "1/0", "0/0", "a/2", "-1/2"] {
            let error = text.parse::<Shard>().unwrap_err().to_string();
            assert!(error.contains(&format!("{text:?}")), "{error}");
        }
        assert!(Shard::new(u64::MAX, u64::MAX).is_ok());
    }
}
