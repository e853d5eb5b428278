//! Games that the originals' authors published, played to the end.

use minolab_agents::shipped;
use minolab_engine::Position;
use minolab_rules::{Above, Piece, State, shape, shipped as rulesets};

/// The random numbers of misakamm's tetr-ai: a permuted congruential generator with a table of two,
/// of which three bits make a piece.
struct Source {
    state: u64,
    table: [u32; 2],
    bits: u64,
    left: u32,
}

impl Source {
    const MULTIPLIER: u64 = 6_364_136_223_846_793_005;
    const INCREMENT: u64 = 1_442_695_040_888_963_407;

    fn new(seed: u64) -> Source {
        let mut source = Source { state: 0, table: [0; 2], bits: 0, left: 0 };
        source.state = Source::next(seed.wrapping_add(Source::INCREMENT));
        let difference = source.base().wrapping_sub(source.base());
        source.table = [source.base() ^ difference, 0];
        source.table[1] = source.base() ^ difference;
        source
    }

    fn next(state: u64) -> u64 {
        state.wrapping_mul(Source::MULTIPLIER).wrapping_add(Source::INCREMENT)
    }

    fn base(&mut self) -> u32 {
        let old = self.state;
        self.state = Source::next(old);
        ((old ^ old >> 22) >> (22 + (old >> 61))) as u32
    }

    fn deal(&mut self) -> Piece {
        const ORDER: [Piece; 7] =
            [Piece::I, Piece::J, Piece::L, Piece::O, Piece::S, Piece::T, Piece::Z];
        loop {
            if self.left < 3 {
                let other = self.table[(self.state & 1) as usize];
                self.bits |= ((other ^ self.base()) as u64) << self.left;
                self.left += 32;
            }
            let number = (self.bits & 7) as usize;
            (self.bits, self.left) = (self.bits >> 3, self.left - 3);
            if number < 7 {
                return ORDER[number];
            }
        }
    }
}

/// Pieces and lines of a game, without the piece that has no room.
fn game(height: usize, seed: u64) -> (u64, u64) {
    let rules = rulesets::get("classic").unwrap().clone().with_size(10, height).unwrap();
    assert_eq!(rules.top_out.above, Above::BeforeClear);
    let mut player = shipped::get("misakamm").unwrap().player(&rules);
    let mut source = Source::new(seed);
    let mut state = State::new(&rules, [source.deal()]);
    let (mut pieces, mut lines) = (0, 0);
    loop {
        let choice = player.choose(&Position::new(&state)).unwrap();
        let shape = shape::shape(choice.placement.piece, choice.placement.rotation);
        if (choice.placement.y + shape.bottom + shape.height) as usize > height {
            return (pieces, lines);
        }
        lines += state.play_unchecked(&rules, choice).lines as u64;
        pieces += 1;
        state.reveal(&rules, source.deal());
        state.advance(&rules);
    }
}

#[test]
fn the_public_players_pieces() {
    let deal = |seed| -> String {
        let mut source = Source::new(seed);
        (0..40).map(|_| source.deal().letter()).collect()
    };
    assert_eq!(deal(6), "IIJSIJZJZLZOTSSJZZOIJOSJSIOZSZOZZSZLLOZI");
    assert_eq!(deal(20_000), "IOTJZZSLJTOTLOLZSOIITLIOTZIOSTOIITIZISJT");
}

#[test]
fn the_public_players_example_game() {
    assert_eq!(game(10, 6), (30_204, 12_073));
}

/// A thousand games, two million pieces.
#[test]
fn the_public_players_published_mean() {
    let lines: u64 = (8000..9000).map(|seed| game(8, seed).1).sum();
    // Published with two decimals.
    assert_eq!((lines + 5) / 10, 82_520);
}
