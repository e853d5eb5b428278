//! A bounded sample of games.

use std::collections::BinaryHeap;

use minolab_rules::random::mix;
use serde::{Deserialize, Serialize};

use super::median;

/// At most [`Sample::CAPACITY`] items: all of them while they fit, then a fair sample.
///
/// Each item comes with an index of its own; those with the smallest hashed index stay. Which these
/// are does not depend on the order of adding, and hashing makes them as good as random.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Sample<T: Ord> {
    kept: BinaryHeap<(u64, T)>,
    seen: u64,
}

impl<T: Ord> Default for Sample<T> {
    fn default() -> Sample<T> {
        Sample { kept: BinaryHeap::new(), seen: 0 }
    }
}

impl<T: Ord> Sample<T> {
    /// How many items are kept; a median is exact up to here.
    pub const CAPACITY: usize = 1 << 17;

    /// Offers an item.
    pub fn add(&mut self, index: u64, item: T) {
        self.seen += 1;
        self.keep(mix(index), item);
    }

    /// Offers every item of another sample.
    pub fn merge(&mut self, other: Sample<T>) {
        self.seen += other.seen;
        for (key, item) in other.kept {
            self.keep(key, item);
        }
    }

    /// Whether it can be a sample of this many items: a file may say anything.
    #[cfg(not(target_arch = "wasm32"))]
    pub(crate) fn is_sound(&self, seen: u64) -> bool {
        self.seen == seen && self.kept.len() as u64 == seen.min(Self::CAPACITY as u64)
    }

    /// Whether it holds every item offered.
    pub fn is_whole(&self) -> bool {
        self.seen as usize == self.kept.len()
    }

    /// The items kept, in no particular order.
    pub fn iter(&self) -> impl Iterator<Item = &T> {
        self.kept.iter().map(|(_, item)| item)
    }

    /// The median of a number that each item has; `None` without an item.
    pub fn median(&self, value: impl Fn(&T) -> u64) -> Option<f64> {
        median(self.iter().map(|item| value(item) as f64))
    }

    fn keep(&mut self, key: u64, item: T) {
        if self.kept.len() < Self::CAPACITY {
            self.kept.push((key, item));
        } else if let Some(mut worst) = self.kept.peek_mut()
            && key < worst.0
        {
            *worst = (key, item);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn medians_of_few() {
        let mut sample = Sample::default();
        assert_eq!(sample.median(|&v| v), None);
        for (index, value) in [5u64, 1, 9].into_iter().enumerate() {
            sample.add(index as u64, value);
        }
        assert_eq!(sample.median(|&v| v), Some(5.0));
        sample.add(3, 6);
        assert_eq!(sample.median(|&v| v), Some(5.5));
        assert!(sample.is_whole());
    }

    #[test]
    fn many_are_sampled_the_same_in_any_order() {
        let count = 3 * Sample::<u64>::CAPACITY as u64;
        let (mut up, mut down) = (Sample::default(), Sample::default());
        for index in 0..count {
            up.add(index, index);
        }
        let mut other = Sample::default();
        for index in (0..count).rev() {
            if index % 2 == 0 { &mut down } else { &mut other }.add(index, index);
        }
        down.merge(other);
        let sorted = |sample: &Sample<u64>| {
            let mut all: Vec<u64> = sample.iter().copied().collect();
            all.sort_unstable();
            all
        };
        assert_eq!(sorted(&up).len(), Sample::<u64>::CAPACITY);
        assert_eq!(sorted(&up), sorted(&down));
        assert!(!up.is_whole());
        let middle = up.median(|&v| v).unwrap();
        assert!((middle / count as f64 - 0.5).abs() < 0.01, "{middle}");
    }
}
