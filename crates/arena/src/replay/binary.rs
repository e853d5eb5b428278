//! The binary form, `.mino`.

use minolab_rules::Game;

use super::{Header, Replay, ReplayError, VerifyError, packed, verify::is_at_goal};
use crate::checksum;

const MAGIC: &[u8; 7] = b"MINO\r\n\x1A";
const VERSION: u8 = 1;

impl Replay {
    /// Writes the binary form: two bytes a placement and a header.
    ///
    /// An error names the first placement that the rules do not allow.
    pub fn to_bytes(&self) -> Result<Vec<u8>, VerifyError> {
        let mut game = Game::new(self.rules.clone(), self.seed);
        let mut packed = Vec::with_capacity(self.choices.len());
        for (&choice, index) in self.choices.iter().zip(1..) {
            packed.push(packed::pack(game.state(), choice));
            game.play(choice).map_err(|error| VerifyError::Placement { index, error })?;
        }
        let header = Header::new(&self.rules, self.seed, &self.agent, self.mode, &self.result);
        Ok(encode(&header, &packed))
    }

    /// Reads the binary form, through the rules: every placement is one that they allow.
    ///
    /// What a damaged file says is looked at all the same, so that the error can name the place.
    pub fn from_bytes(bytes: &[u8]) -> Result<Replay, ReplayError> {
        let parts = split(bytes)?;
        let read = parts.read();
        let (found, expected) = (checksum(&bytes[..bytes.len() - 8]), parts.sum);
        if found == expected {
            return read;
        }
        let what = match read.and_then(|replay| Ok(replay.verify().map(drop)?)) {
            Ok(()) => "yet the game is as it says".into(),
            Err(error) => error.to_string(),
        };
        Err(ReplayError::Damaged { found, expected, what })
    }
}

/// The parts of a file whose frame is sound.
struct Parts<'a> {
    header: &'a [u8],
    packed: &'a [u8],
    sum: u64,
}

impl Parts<'_> {
    fn read(&self) -> Result<Replay, ReplayError> {
        let header = std::str::from_utf8(self.header)
            .map_err(|error| ReplayError::Header(error.to_string()))?;
        let mut replay = Header::from_toml(header)?.open()?;
        let mut game = Game::new(replay.rules.clone(), replay.seed);
        let words = self.packed.chunks_exact(2).map(|pair| u16::from_le_bytes([pair[0], pair[1]]));
        for (bits, index) in words.zip(1..) {
            if is_at_goal(&game, replay.mode) {
                let mode = replay.mode.to_string();
                return Err(VerifyError::AfterGoal { index, mode }.into());
            }
            let choice = packed::unpack(game.state(), &replay.rules, bits)
                .ok_or(VerifyError::NoChoice { index, bits })?;
            game.play(choice).map_err(|error| VerifyError::Placement { index, error })?;
            replay.choices.push(choice);
        }
        Ok(replay)
    }
}

/// The file with this header and these packed choices.
pub(crate) fn encode(header: &Header, packed: &[u16]) -> Vec<u8> {
    let header = header.to_toml();
    let mut bytes = Vec::with_capacity(32 + header.len() + 2 * packed.len());
    bytes.extend(MAGIC);
    bytes.push(VERSION);
    bytes.extend((header.len() as u32).to_le_bytes());
    bytes.extend(header.as_bytes());
    bytes.extend((packed.len() as u32).to_le_bytes());
    bytes.extend(packed.iter().flat_map(|bits| bits.to_le_bytes()));
    let sum = checksum(&bytes);
    bytes.extend(sum.to_le_bytes());
    bytes
}

fn split(bytes: &[u8]) -> Result<Parts<'_>, ReplayError> {
    let Some(rest) = bytes.strip_prefix(MAGIC) else {
        let start = &bytes[..bytes.len().min(MAGIC.len())];
        let found = String::from_utf8_lossy(start).into_owned();
        return Err(ReplayError::Foreign { found, expected: "MINO" });
    };
    let length = |expected: u64| ReplayError::Length { found: bytes.len(), expected };
    let (&version, rest) = rest.split_first().ok_or_else(|| length(8))?;
    if version != VERSION {
        let (found, expected) = (version as u64, VERSION as u64);
        return Err(ReplayError::Version { found, expected });
    }
    let (header, rest) = block(rest, 1).map_err(|more| length(bytes.len() as u64 + more))?;
    let (packed, rest) = block(rest, 2).map_err(|more| length(bytes.len() as u64 + more))?;
    let sum = rest.try_into().map_err(|_| length((bytes.len() - rest.len()) as u64 + 8))?;
    Ok(Parts { header, packed, sum: u64::from_le_bytes(sum) })
}

/// A count and as many items of `size` bytes; an error says how many bytes are missing.
fn block(bytes: &[u8], size: u64) -> Result<(&[u8], &[u8]), u64> {
    let (count, rest) = bytes.split_first_chunk::<4>().ok_or_else(|| 4 - bytes.len() as u64)?;
    let wanted = u32::from_le_bytes(*count) as u64 * size;
    match rest.split_at_checked(wanted as usize) {
        Some(parts) => Ok(parts),
        None => Err(wanted - rest.len() as u64),
    }
}
