//! Comments as a fumen stores them: escaped as JavaScript's `escape` does.

/// Escapes a character: ASCII as it is or `%XX`, everything else `%uXXXX` in UTF-16.
pub fn escape(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for unit in text.encode_utf16() {
        match u8::try_from(unit) {
            Ok(byte) if byte.is_ascii_alphanumeric() || b"@*_+-./".contains(&byte) => {
                escaped.push(byte as char);
            }
            Ok(byte) => escaped.push_str(&format!("%{byte:02X}")),
            Err(_) => escaped.push_str(&format!("%u{unit:04X}")),
        }
    }
    escaped
}

/// Unescapes a text. A truncated or invalid escape is kept as it is, and half a surrogate pair
/// becomes the replacement character.
pub fn unescape(escaped: &str) -> String {
    let mut units = Vec::with_capacity(escaped.len());
    let mut rest = escaped;
    while let Some(first) = rest.chars().next() {
        let escape = match first {
            '%' if rest[1..].starts_with('u') => hex(rest, 2, 6),
            '%' => hex(rest, 1, 3),
            _ => None,
        };
        let length = match escape {
            Some((unit, length)) => {
                units.push(unit);
                length
            }
            None => {
                units.extend_from_slice(first.encode_utf16(&mut [0; 2]));
                first.len_utf8()
            }
        };
        rest = &rest[length..];
    }
    String::from_utf16_lossy(&units)
}

/// The number between two places, if there are only hexadecimal digits, and where it ends.
fn hex(text: &str, from: usize, to: usize) -> Option<(u16, usize)> {
    let digits = text.get(from..to)?;
    let all = digits.bytes().all(|digit| digit.is_ascii_hexdigit());
    all.then(|| u16::from_str_radix(digits, 16).ok().map(|unit| (unit, to)))?
}
