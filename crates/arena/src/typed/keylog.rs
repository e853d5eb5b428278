//! A person's keys as text.

use minolab_rules::{Key, KeyEvent, TimedKey};
use thiserror::Error;

/// A list of keys that could not be read.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("keys have {found:?} at byte {at}, expected {expected}")]
pub struct KeyLogError {
    at: usize,
    found: String,
    expected: &'static str,
}

/// In the order of [`Key::ALL`].
const LETTERS: &[u8; 9] = b"LRSHNCAFO";

/// Writes keys: the ticks since the previous one, then a letter, upper case for a press and lower
/// case for a release.
pub fn write_keys(keys: &[TimedKey]) -> String {
    let mut text = String::new();
    let mut last = 0;
    for key in keys {
        let letter = LETTERS[key.event.key.index()];
        let letter = if key.event.pressed { letter } else { letter.to_ascii_lowercase() };
        text += &(key.tick - last).to_string();
        text.push(letter as char);
        last = key.tick;
    }
    text
}

/// Reads what [`write_keys`] wrote.
pub fn read_keys(text: &str) -> Result<Vec<TimedKey>, KeyLogError> {
    let bytes = text.as_bytes();
    let mut keys = Vec::new();
    let (mut at, mut tick) = (0, 0u64);
    while at < bytes.len() {
        let digits = bytes[at..].iter().take_while(|byte| byte.is_ascii_digit()).count();
        let error = |at: usize, expected| {
            let found = text[at..].chars().take(1).collect();
            KeyLogError { at, found, expected }
        };
        let wait: u32 = text[at..at + digits].parse().map_err(|_| error(at, "ticks"))?;
        tick += wait as u64;
        at += digits;
        let letter = bytes.get(at).copied().unwrap_or(0);
        let index = LETTERS.iter().position(|&known| known == letter.to_ascii_uppercase());
        let index = index.ok_or_else(|| error(at, "one of LRSHNCAFO"))?;
        let event = KeyEvent { key: Key::ALL[index], pressed: letter.is_ascii_uppercase() };
        keys.push(TimedKey { tick, event });
        at += 1;
    }
    Ok(keys)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_round_trip() {
        let mut keys = Vec::new();
        for (tick, key) in (0..).step_by(7).zip(Key::ALL) {
            keys.push(TimedKey { tick, event: key.press() });
            keys.push(TimedKey { tick: tick + 5, event: key.release() });
        }
        let text = write_keys(&keys);
        assert!(text.starts_with("0L5l2R"));
        assert_eq!(read_keys(&text), Ok(keys));
        assert_eq!(read_keys(""), Ok(vec![]));
    }

    #[test]
    fn bad_keys_say_where() {
        let error = |text| read_keys(text).unwrap_err().to_string();
        assert_eq!(error("5Lx"), "keys have \"x\" at byte 2, expected ticks");
        assert_eq!(error("5é"), "keys have \"é\" at byte 1, expected one of LRSHNCAFO");
        assert_eq!(error("5"), "keys have \"\" at byte 1, expected one of LRSHNCAFO");
        assert!(read_keys("99999999999999999999L").is_err());
    }
}
