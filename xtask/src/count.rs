//! Counting passed and failed checks.

use std::fmt::{self, Display};

/// Checks that passed and checks that failed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Count {
    pub passed: u64,
    pub failed: u64,
}

impl Count {
    pub fn add(&mut self, other: Count) {
        self.passed += other.passed;
        self.failed += other.failed;
    }

    /// Adds the tests of a test runner's closing line; every other line adds nothing.
    ///
    /// Nextest closes with `Summary [ 9.9s] 12 tests run: 11 passed (1 slow), 1 failed, 3 skipped`,
    /// cargo's own runner with `test result: ok. 12 passed; 0 failed; 0 ignored; …`.
    pub fn read(&mut self, line: &str) {
        let plain = without_colours(line);
        // Pytest's is `1 failed, 11 passed in 9.91s`, with or without a border of `=`.
        let bare = plain.trim_matches(['=', ' ']);
        let is_pytest = bare.ends_with(['s', ')'])
            && bare.contains(" in ")
            && bare.starts_with(|c: char| c.is_ascii_digit());
        let pytest = if is_pytest { Some(bare) } else { None };
        let Some(rest) = [" tests run: ", " test run: ", "test result: "]
            .iter()
            .find_map(|mark| plain.split_once(mark).map(|(_, rest)| rest))
            .or(pytest)
        else {
            return;
        };
        let words: Vec<&str> =
            rest.split([' ', ',', ';', '.']).filter(|word| !word.is_empty()).collect();
        for pair in words.windows(2) {
            let Ok(number) = pair[0].parse::<u64>() else { continue };
            match pair[1] {
                "passed" => self.passed += number,
                "failed" | "timed" | "error" | "errors" => self.failed += number,
                _ => {}
            }
        }
    }
}

impl Display for Count {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} passed, {} failed", self.passed, self.failed)
    }
}

/// A line without the terminal's escape sequences.
fn without_colours(line: &str) -> String {
    let mut plain = String::new();
    let mut letters = line.chars();
    while let Some(letter) = letters.next() {
        match letter {
            '\u{1b}' => drop(letters.find(char::is_ascii_alphabetic)),
            _ => plain.push(letter),
        }
    }
    plain
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn closing_lines_are_counted_and_no_others() {
        for (line, passed, failed) in [
            ("     Summary [   9.9s] 12 tests run: 11 passed (1 slow), 1 failed, 3 skipped", 11, 1),
            ("     Summary [   9.9s] 1 test run: 1 passed, 3 skipped", 1, 0),
            ("     Summary [  90s] 5 tests run: 3 passed, 1 failed, 1 timed out, 0 skipped", 3, 2),
            ("\u{1b}[1mSummary\u{1b}[0m [ 1s] \u{1b}[1m4\u{1b}[0m tests run: 4 passed", 4, 0),
            ("test result: ok. 33 passed; 0 failed; 0 ignored; 0 measured; 0 filtered out", 33, 0),
            ("test result: FAILED. 30 passed; 3 failed; 0 ignored", 30, 3),
            ("\u{1b}[31m==== 1 failed, 57 passed, 2 errors in 12.31s (0:00:12) ====", 57, 3),
            ("48 passed, 1 warning in 9.02s", 48, 0),
            ("test play::a_piece_that_passed_2_failed ... ok", 0, 0),
            ("3 passed, 4 failed", 0, 0),
        ] {
            let mut count = Count::default();
            count.read(line);
            assert_eq!(count, Count { passed, failed }, "{line}");
        }
    }
}
