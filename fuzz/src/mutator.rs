//! Mutated inputs for a short round of fuzzing without a special toolchain.

use minolab_rules::random::SplitMix64;

/// Makes broken inputs; a small generator (SplitMix64) is its only state.
pub struct Mutator(pub u64);

impl Mutator {
    /// A valid input with a few mutations, always the same for the same number.
    pub fn mutated(mut self, seeds: &[Vec<u8>]) -> Vec<u8> {
        // Consecutive numbers must not make similar inputs.
        self.0 = self.next();
        let mut bytes = seeds[self.below(seeds.len())].clone();
        for _ in 0..1 + self.below(4) {
            self.mutate(&mut bytes, seeds);
        }
        bytes
    }

    fn mutate(&mut self, bytes: &mut Vec<u8>, seeds: &[Vec<u8>]) {
        const WORDS: [&str; 16] = [
            "0",
            "-1",
            "1",
            "4",
            "255",
            "256",
            "4294967295",
            "9223372036854775807",
            "true",
            "none",
            "\"",
            "[",
            "]",
            "\n",
            "ÄX",
            "\u{0}",
        ];
        let at = self.below(bytes.len() + 1);
        let len = self.below(9).min(bytes.len() - at);
        match self.below(8) {
            0 => bytes.truncate(at),
            1 => drop(bytes.drain(at..at + len)),
            2 => bytes.insert(at, self.next() as u8),
            3 if at < bytes.len() => bytes[at] ^= 1 << self.below(8),
            4 => {
                let copy = bytes[at..at + len].to_vec();
                let to = self.below(bytes.len() + 1);
                bytes.splice(to..to, copy);
            }
            5 => {
                let other = &seeds[self.below(seeds.len())];
                let from = self.below(other.len() + 1);
                bytes.splice(at.., other[from..].iter().copied());
            }
            6 => self.replace_number(bytes, &WORDS),
            _ => {
                let word = WORDS[self.below(WORDS.len())];
                bytes.splice(at..at + len, word.bytes());
            }
        }
    }

    /// Replaces a number by a word, which byte mutations rarely achieve.
    fn replace_number(&mut self, bytes: &mut Vec<u8>, words: &[&str]) {
        let starts: Vec<usize> = (0..bytes.len())
            .filter(|&i| bytes[i].is_ascii_digit() && (i == 0 || !bytes[i - 1].is_ascii_digit()))
            .collect();
        if starts.is_empty() {
            return;
        }
        let from = starts[self.below(starts.len())];
        let digits = bytes[from..].iter().take_while(|byte| byte.is_ascii_digit()).count();
        let word = match self.below(2) {
            0 => words[self.below(words.len())].into(),
            _ => self.below(50).to_string(),
        };
        bytes.splice(from..from + digits, word.bytes());
    }

    fn below(&mut self, bound: usize) -> usize {
        (self.next() % bound as u64) as usize
    }

    fn next(&mut self) -> u64 {
        let mut random = SplitMix64(self.0);
        let next = random.next();
        self.0 = random.0;
        next
    }
}
