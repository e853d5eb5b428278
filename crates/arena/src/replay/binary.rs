//! The binary form, `.mino`.

use minolab_rules::{Game, GarbageRow};

use super::{GameEvent, Header, Replay, ReplayError, VerifyError, packed, verify};
use crate::checksum;

const MAGIC: &[u8; 7] = b"MINO\r\n\x1A";
/// The newest version of both forms. The first had no garbage, and games without it are still
/// written so.
pub(super) const NEWEST: u8 = 2;
/// The version without garbage.
pub(crate) const PLAIN: u8 = 1;
/// Marks garbage in place of a placement: its spin bits have a value that no placement has.
const GARBAGE: u16 = 3 << 7;

impl Replay {
    /// Writes the binary form: a header, two bytes per placement and two per row of garbage.
    ///
    /// An error names the first thing that the rules do not allow.
    pub fn to_bytes(&self) -> Result<Vec<u8>, VerifyError> {
        let mut game = Game::new(self.rules.clone(), self.seed);
        let mut words = Vec::with_capacity(self.events.len());
        for event in &self.events {
            match event {
                GameEvent::Placement(choice) => words.push(packed::pack(game.state(), *choice)),
                GameEvent::Garbage(rows) => {
                    // No board is that high: rows beyond could not have entered.
                    let rows = &rows[..rows.len().min(u16::MAX as usize)];
                    words.extend([GARBAGE, rows.len() as u16]);
                    words.extend(rows.iter().map(|row| row.cells()));
                }
            }
            verify::checked(&mut game, self.mode, event)?;
        }
        let header = Header::new(&self.rules, self.seed, &self.agent, self.mode, &self.result);
        Ok(encode(self.version(), &header, &words))
    }

    /// The version it is written in: the first that can hold it.
    pub(super) fn version(&self) -> u8 {
        if self.has_garbage() { NEWEST } else { PLAIN }
    }

    /// Reads the binary form, through the rules: every placement is one that they allow.
    ///
    /// A damaged file is read as far as possible, so that the error can say where it is wrong.
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

/// The parts of a file whose frame is intact.
struct Parts<'a> {
    header: &'a [u8],
    words: &'a [u8],
    version: u8,
    sum: u64,
}

impl Parts<'_> {
    fn read(&self) -> Result<Replay, ReplayError> {
        let header = std::str::from_utf8(self.header)
            .map_err(|error| ReplayError::Header(error.to_string()))?;
        let mut replay = Header::from_toml(header)?.open()?;
        let mut game = Game::new(replay.rules.clone(), replay.seed);
        let mut words =
            self.words.chunks_exact(2).map(|pair| u16::from_le_bytes([pair[0], pair[1]]));
        while let Some(bits) = words.next() {
            let index = game.totals().pieces + 1;
            let event = match bits {
                GARBAGE if self.version > 1 => {
                    let width = game.state().board.width();
                    let rows = read_garbage(&mut words, width);
                    GameEvent::Garbage(rows.map_err(|why| ReplayError::Garbage { index, why })?)
                }
                bits => {
                    let choice = packed::unpack(game.state(), &replay.rules, bits);
                    choice.ok_or(VerifyError::NoChoice { index, bits })?.into()
                }
            };
            verify::checked(&mut game, replay.mode, &event)?;
            replay.events.push(event);
        }
        Ok(replay)
    }
}

/// How many rows there are, and the rows.
fn read_garbage(
    words: &mut impl ExactSizeIterator<Item = u16>,
    width: usize,
) -> Result<Box<[GarbageRow]>, String> {
    let count = words.next().ok_or("nothing more, expected the number of rows")? as usize;
    if count == 0 || count > words.len() {
        return Err(format!("{count} rows, expected 1 to {}", words.len()));
    }
    let row = |cells: u16| {
        let wrong =
            || format!("row {cells:#06x}, expected one {width} wide with a cell and a hole");
        GarbageRow::new(width, cells).ok_or_else(wrong)
    };
    words.take(count).map(row).collect()
}

/// The file of this version with this header and these packed events.
pub(crate) fn encode(version: u8, header: &Header, words: &[u16]) -> Vec<u8> {
    let header = header.to_toml();
    let mut bytes = Vec::with_capacity(32 + header.len() + 2 * words.len());
    bytes.extend(MAGIC);
    bytes.push(version);
    bytes.extend((header.len() as u32).to_le_bytes());
    bytes.extend(header.as_bytes());
    bytes.extend((words.len() as u32).to_le_bytes());
    bytes.extend(words.iter().flat_map(|bits| bits.to_le_bytes()));
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
    if !(1..=NEWEST).contains(&version) {
        let (found, expected) = (version as u64, NEWEST as u64);
        return Err(ReplayError::Version { found, expected });
    }
    let (header, rest) = block(rest, 1).map_err(|more| length(bytes.len() as u64 + more))?;
    let (words, rest) = block(rest, 2).map_err(|more| length(bytes.len() as u64 + more))?;
    let sum = rest.try_into().map_err(|_| length((bytes.len() - rest.len()) as u64 + 8))?;
    Ok(Parts { header, words, version, sum: u64::from_le_bytes(sum) })
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
