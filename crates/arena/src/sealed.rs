//! Bytes that detect damage: a magic number, a checksum, and the body.

use thiserror::Error;

use crate::checksum;

/// Bytes that were not sealed so, or have changed.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum SealError {
    /// Of another format or version.
    #[error("begins with {found:?}, expected {expected:?}")]
    Foreign {
        /// How it begins.
        found: String,
        /// What it should begin with.
        expected: String,
    },
    /// The end is missing.
    #[error("is cut short: it has {found} bytes, expected more than 16")]
    Short {
        /// How long it is.
        found: usize,
    },
    /// Changed since it was written.
    #[error("is damaged: its checksum is {found:016x}, expected {expected:016x}")]
    Damaged {
        /// The checksum of what was read.
        found: u64,
        /// The checksum that was written.
        expected: u64,
    },
}

/// The eight bytes that name the format, the checksum of the body, and the body.
pub fn seal(magic: &[u8; 8], body: &[u8]) -> Vec<u8> {
    [&magic[..], &checksum(body).to_le_bytes(), body].concat()
}

/// The body of what [`seal`] sealed with the same eight bytes.
pub fn open<'a>(magic: &[u8; 8], bytes: &'a [u8]) -> Result<&'a [u8], SealError> {
    let rest = bytes.strip_prefix(magic).ok_or_else(|| {
        let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
        let start = &bytes[..bytes.len().min(magic.len())];
        SealError::Foreign { found: text(start), expected: text(magic) }
    })?;
    let short = || SealError::Short { found: bytes.len() };
    let (sum, body) = rest.split_first_chunk::<8>().ok_or_else(short)?;
    let (found, expected) = (checksum(body), u64::from_le_bytes(*sum));
    if found == expected { Ok(body) } else { Err(SealError::Damaged { found, expected }) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_was_sealed_opens() {
        let sealed = seal(b"minotest", b"body");
        assert_eq!(open(b"minotest", &sealed), Ok(&b"body"[..]));
        let foreign = open(b"minoelse", &sealed).unwrap_err().to_string();
        assert_eq!(foreign, "begins with \"minotest\", expected \"minoelse\"");
        for end in 0..sealed.len() {
            assert!(open(b"minotest", &sealed[..end]).is_err(), "cut at {end}");
        }
        for bit in 0..8 * sealed.len() {
            let mut damaged = sealed.clone();
            damaged[bit / 8] ^= 1 << (bit % 8);
            assert!(open(b"minotest", &damaged).is_err(), "bit {bit}");
        }
    }
}
