//! Positions seen before.

/// A position's key: the cells, and the pieces with the number to place.
pub type Key = [u64; 2];

/// A set of positions that forgets some rather than exceed its size.
///
/// It is only asked for membership: nothing depends on its order.
#[derive(Clone, Debug)]
pub struct Seen {
    slots: Vec<Key>,
    used: usize,
    most: usize,
}

const FREE: Key = [0; 2];
/// Slots probed before one is overwritten.
const REACH: usize = 8;

impl Seen {
    /// A set of at most this many bytes.
    pub fn new(bytes: usize) -> Seen {
        let most = (bytes / size_of::<Key>()).max(1 << 10);
        let most = 1 << most.ilog2();
        Seen { slots: vec![FREE; 1 << 10], used: 0, most }
    }

    #[inline]
    pub fn contains(&self, key: Key) -> bool {
        let from = self.home(key);
        for i in 0..REACH {
            let slot = self.slots[(from + i) & (self.slots.len() - 1)];
            if slot == key {
                return true;
            }
            if slot == FREE {
                return false;
            }
        }
        false
    }

    pub fn insert(&mut self, key: Key) {
        debug_assert_ne!(key, FREE);
        if self.used * 2 > self.slots.len() && self.slots.len() < self.most {
            let twice = vec![FREE; self.slots.len() * 2];
            let old = std::mem::replace(&mut self.slots, twice);
            self.used = 0;
            old.into_iter().filter(|&key| key != FREE).for_each(|key| self.put(key));
        }
        self.put(key);
    }

    fn put(&mut self, key: Key) {
        let (from, last) = (self.home(key), self.slots.len() - 1);
        for i in 0..REACH {
            let slot = &mut self.slots[(from + i) & last];
            if *slot == key {
                return;
            }
            if *slot == FREE {
                *slot = key;
                self.used += 1;
                return;
            }
        }
        self.slots[from] = key;
    }

    #[inline]
    fn home(&self, [cells, pieces]: Key) -> usize {
        let mixed = (cells ^ pieces.rotate_left(29)).wrapping_mul(0x9E37_79B9_7F4A_7C15);
        let mixed = (mixed ^ mixed >> 32 ^ pieces).wrapping_mul(0xD6E8_FEB8_6659_FD93);
        (mixed >> 32) as usize & (self.slots.len() - 1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_grows_to_its_size_and_then_forgets() {
        let mut seen = Seen::new(1 << 16);
        let key = |i: u64| [i * i, i + 1];
        for i in 0..1500 {
            seen.insert(key(i));
            assert!(seen.contains(key(i)));
        }
        assert!((0..1500).filter(|&i| seen.contains(key(i))).count() > 1400);
        assert!(!seen.contains([7, 7]));
        for i in 0..100_000 {
            seen.insert(key(i));
            assert!(seen.contains(key(i)));
        }
        assert_eq!(seen.slots.len(), 1 << 12);
    }
}
