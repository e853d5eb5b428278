//! Where pieces come from.

use rand_core::{Rng, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

use crate::{Piece, PieceSet, snapshot::SourceSnapshot};

/// How the next piece is drawn.
///
/// Every kind is a function of its seed alone. The shuffle and the draws are our own (with golden
/// sequences in the tests), because libraries do not guarantee stable values.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Randomizer {
    /// 7-bag: all seven in random order, again and again.
    Bag,
    /// The same, but the first piece is neither O, S nor Z (Hidamari).
    KindBag,
    /// Each piece independent and equally likely.
    Uniform,
    /// S and Z only, each equally likely.
    SOrZ,
    /// The given pieces, over and over.
    List(Vec<Piece>),
    /// Tetris Analyzer's generator with its Scala and C++ numbering.
    AnalyzerScala,
    /// Tetris Analyzer's generator with its Java numbering.
    AnalyzerJava,
    /// The browser genetic algorithm's bag.
    Browser,
}

impl Randomizer {
    /// Whether it deals every piece once before any repeats.
    ///
    /// A player may then know which pieces the bag still holds ([`crate::State::bag`]); their
    /// order stays in the [`PieceSource`].
    #[inline]
    pub fn deals_bags(&self) -> bool {
        matches!(self, Randomizer::Bag | Randomizer::KindBag | Randomizer::Browser)
    }

    /// The pieces that may come next, after one was dealt from these.
    #[inline]
    pub fn bag_after(&self, bag: PieceSet, piece: Piece) -> PieceSet {
        if !self.deals_bags() {
            return bag;
        }
        let bag = bag.without(piece);
        if bag.is_empty() { PieceSet::ALL } else { bag }
    }

    /// The pieces this randomizer can deal at all.
    pub fn support(&self) -> PieceSet {
        match self {
            Randomizer::SOrZ => [Piece::S, Piece::Z].into_iter().collect(),
            Randomizer::List(pieces) => pieces.iter().copied().collect(),
            _ => PieceSet::ALL,
        }
    }

    /// The name in ruleset files; a fixed list is written as its pieces.
    pub fn name(&self) -> String {
        match self {
            Randomizer::Bag => "bag".into(),
            Randomizer::KindBag => "kind-bag".into(),
            Randomizer::Uniform => "uniform".into(),
            Randomizer::SOrZ => "s-or-z".into(),
            Randomizer::List(pieces) => {
                format!("list:{}", pieces.iter().map(|p| p.letter()).collect::<String>())
            }
            Randomizer::AnalyzerScala => "analyzer-scala".into(),
            Randomizer::AnalyzerJava => "analyzer-java".into(),
            Randomizer::Browser => "browser".into(),
        }
    }

    /// Reads the name used in ruleset files.
    pub fn from_name(name: &str) -> Option<Randomizer> {
        Some(match name {
            "bag" => Randomizer::Bag,
            "kind-bag" => Randomizer::KindBag,
            "uniform" => Randomizer::Uniform,
            "s-or-z" => Randomizer::SOrZ,
            "analyzer-scala" => Randomizer::AnalyzerScala,
            "analyzer-java" => Randomizer::AnalyzerJava,
            "browser" => Randomizer::Browser,
            _ => {
                let letters = name.strip_prefix("list:")?;
                let pieces: Option<Vec<_>> = letters.chars().map(Piece::from_char).collect();
                Randomizer::List(pieces.filter(|pieces| !pieces.is_empty())?)
            }
        })
    }
}

/// A seeded stream of pieces.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PieceSource {
    randomizer: Randomizer,
    rng: Xoshiro256PlusPlus,
    // The linear congruential generators of the original programs keep their one number here.
    lcg: u32,
    bag: [Piece; 7],
    left: u8,
    dealt: u64,
}

impl PieceSource {
    /// The stream of this randomizer for this seed.
    pub fn new(randomizer: Randomizer, seed: u64) -> PieceSource {
        let lcg = match randomizer {
            Randomizer::Browser => (seed % 233_280) as u32,
            _ => seed as u32,
        };
        PieceSource {
            randomizer,
            rng: Xoshiro256PlusPlus::seed_from_u64(seed),
            lcg,
            bag: Piece::ALL,
            left: 0,
            dealt: 0,
        }
    }

    /// A stream for a position that was set up: under bags, the first bag is what is left of one.
    pub fn after(randomizer: Randomizer, seed: u64, left: PieceSet) -> PieceSource {
        let mut source = PieceSource::new(randomizer, seed);
        if source.randomizer.deals_bags() {
            // Never the start of a game, where some randomizers deal only easy pieces.
            source.dealt = if left == PieceSet::ALL { 7 } else { 7 - left.len() as u64 };
            source.fill_bag();
            source.bag.sort_by_key(|&piece| left.contains(piece));
            source.left = left.len() as u8;
        }
        source
    }

    /// How many pieces have been dealt.
    pub fn dealt(&self) -> u64 {
        self.dealt
    }

    /// Deals the next piece.
    #[inline]
    pub fn deal(&mut self) -> Piece {
        let piece = match &self.randomizer {
            Randomizer::Uniform => Piece::from_index(below(&mut self.rng, 7)),
            Randomizer::SOrZ => [Piece::S, Piece::Z][below(&mut self.rng, 2)],
            Randomizer::List(pieces) => pieces[(self.dealt % pieces.len() as u64) as usize],
            Randomizer::AnalyzerScala => {
                const ORDER: [Piece; 7] =
                    [Piece::I, Piece::Z, Piece::S, Piece::J, Piece::L, Piece::T, Piece::O];
                ORDER[(self.analyzer() % 7) as usize]
            }
            Randomizer::AnalyzerJava => {
                const ORDER: [Piece; 7] =
                    [Piece::O, Piece::I, Piece::S, Piece::Z, Piece::L, Piece::J, Piece::T];
                ORDER[(self.analyzer() % 7) as usize]
            }
            Randomizer::Bag | Randomizer::KindBag | Randomizer::Browser => self.draw(),
        };
        self.dealt += 1;
        piece
    }

    pub(crate) fn snapshot(&self) -> SourceSnapshot {
        SourceSnapshot {
            rng: self.rng.clone(),
            lcg: self.lcg,
            bag: self.bag.map(|piece| piece.index() as u8),
            left: self.left,
            dealt: self.dealt,
        }
    }

    pub(crate) fn resumed(
        randomizer: Randomizer,
        snapshot: &SourceSnapshot,
        bag: [Piece; 7],
    ) -> PieceSource {
        PieceSource {
            randomizer,
            rng: snapshot.rng.clone(),
            lcg: snapshot.lcg,
            bag,
            left: snapshot.left,
            dealt: snapshot.dealt,
        }
    }

    fn analyzer(&mut self) -> u32 {
        self.lcg = self.lcg.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        self.lcg
    }

    fn draw(&mut self) -> Piece {
        if self.left == 0 {
            self.left = 7;
            self.fill_bag();
        }
        self.left -= 1;
        self.bag[6 - self.left as usize]
    }

    fn fill_bag(&mut self) {
        if self.randomizer == Randomizer::Browser {
            return self.fill_browser_bag();
        }
        self.bag = Piece::ALL;
        // Fisher and Yates, from the far end.
        for i in (1..7).rev() {
            self.bag.swap(i, below(&mut self.rng, i + 1));
        }
        if self.randomizer == Randomizer::KindBag && self.dealt == 0 {
            let kind = |piece: &Piece| !matches!(piece, Piece::O | Piece::S | Piece::Z);
            let first = self.bag.iter().position(kind).expect("a bag has four kind pieces");
            self.bag.swap(0, first);
        }
    }

    /// Draws by rejection from a list in the browser program's order.
    fn fill_browser_bag(&mut self) {
        const ORDER: [Piece; 7] =
            [Piece::I, Piece::J, Piece::L, Piece::O, Piece::S, Piece::T, Piece::Z];
        let mut drawn = PieceSet::EMPTY;
        for slot in &mut self.bag {
            loop {
                self.lcg = self.lcg.wrapping_mul(9301).wrapping_add(49297) % 233_280;
                *slot = ORDER[(self.lcg as usize * 7) / 233_280];
                if !drawn.contains(*slot) {
                    break;
                }
            }
            drawn = drawn.with(*slot);
        }
    }
}

/// A number below `bound` by multiply and shift; the bias is under 2⁻³⁰ for our bounds.
#[inline]
fn below(rng: &mut Xoshiro256PlusPlus, bound: usize) -> usize {
    ((rng.next_u32() as u64 * bound as u64) >> 32) as usize
}

#[cfg(test)]
mod tests {
    use super::*;

    fn deal(randomizer: Randomizer, seed: u64, count: usize) -> String {
        let mut source = PieceSource::new(randomizer, seed);
        (0..count).map(|_| source.deal().letter()).collect()
    }

    #[test]
    fn the_analyzers_sequences() {
        assert_eq!(
            deal(Randomizer::AnalyzerScala, 1, 40),
            "TLSOSZISZSLSLTJLSZIZLTSLOOOITSILZISOSIOS"
        );
        assert_eq!(
            deal(Randomizer::AnalyzerJava, 3, 40),
            "SLZOOJIJZOTZOJJOSTZOIZJZTZJTTTOOLJTTJOOS"
        );
    }

    #[test]
    fn a_bag_goes_on_with_what_is_left() {
        let left: PieceSet = [Piece::I, Piece::S, Piece::Z].into_iter().collect();
        let mut firsts = PieceSet::EMPTY;
        for seed in 0..50 {
            let mut source = PieceSource::after(Randomizer::Bag, seed, left);
            let first = source.deal();
            firsts = firsts.with(first);
            let rest: PieceSet = [first, source.deal(), source.deal()].into_iter().collect();
            assert_eq!(rest, left);
            assert_eq!((0..7).map(|_| source.deal()).collect::<PieceSet>(), PieceSet::ALL);
        }
        assert_eq!(firsts, left);
    }

    #[test]
    fn the_browsers_bags() {
        assert_eq!(deal(Randomizer::Browser, 1, 21), "JOLZTISTOSJLIZJZTOILS");
    }
}
