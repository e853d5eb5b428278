//! The published counts of placement sequences, from `data/perft/reference.txt`.
//!
//! The deepest is left to `cargo xtask campaign`, which reads the same table.

use minolab_rules::{
    Choice, Piece, Ruleset, State,
    perft::{perft, perft_rules},
    placements, shipped,
};

const TABLE: &str = include_str!("../../../data/perft/reference.txt");
/// The most nodes that take only a few seconds.
const MOST_NODES: u64 = 70_000_000;

#[test]
fn counts_are_those_published() {
    let mut checked = 0;
    for line in TABLE.lines().filter(|line| !line.starts_with(';') && !line.trim().is_empty()) {
        let words: Vec<&str> = line.split_whitespace().collect();
        let [_, rules, row, spins, queue, nodes] = words[..] else { panic!("{line}") };
        let nodes: u64 = nodes.parse().expect(line);
        if nodes <= MOST_NODES {
            let rules = shipped::get(rules).expect(line).clone();
            let row = row.parse().expect(line);
            let rules = perft_rules(rules, Some(row), spins == "yes").expect(line);
            let pieces: Option<Vec<Piece>> = queue.chars().map(Piece::from_char).collect();
            assert_eq!(perft(&rules.empty_board(), &rules, &pieces.expect(line)), nodes, "{line}");
            checked += 1;
        }
    }
    assert!(checked >= 22, "only {checked} counts were checked");
}

#[test]
fn counts_are_those_of_games() {
    use Piece::{I, J, L, O, S, T, Z};
    // No shipped ruleset has both.
    let mut above = shipped::get("classic").unwrap().clone();
    above.top_out.block_out = true;
    for rules in shipped::all().iter().chain([&above]) {
        // So low that games top out on the way, by each ruleset's own rule.
        for (width, height) in [(4, 4), (4, 6), (5, 5)] {
            let rules = rules.clone().with_size(width, height).unwrap();
            for queue in [&[I, I, I, I][..], &[O, T, L, J], &[S, Z, I, T]] {
                let found = perft(&rules.empty_board(), &rules, queue);
                let expected = played(&rules, State::new(&rules, queue.iter().copied()));
                assert_eq!(found, expected, "{} {width}x{height} {queue:?}", rules.name);
            }
        }
    }
}

/// The counts by playing every placement, until the pieces or the game end.
fn played(rules: &Ruleset, state: State) -> u64 {
    let Some(piece) = state.current else { return state.over.is_none() as u64 };
    if state.over.is_some() {
        return 0;
    }
    let list = placements::all(&state.board, rules, piece);
    if state.queue.is_empty() {
        return list.len() as u64;
    }
    let next = |&placement| {
        let mut next = state;
        next.play_unchecked(rules, Choice { hold: false, placement });
        played(rules, next)
    };
    list.iter().map(next).sum()
}
