//! The published counts of resting places, from `data/perft/reference.txt`.
//!
//! The deepest is left to `cargo xtask campaign`, which reads the same table.

use minolab_rules::{Anchor, Piece, Ruleset, SpinRule, perft::perft, shipped};

const TABLE: &str = include_str!("../../../data/perft/reference.txt");
/// What a few seconds are enough for.
const MOST_NODES: u64 = 70_000_000;

#[test]
fn counts_are_those_published() {
    let mut checked = 0;
    for line in TABLE.lines().filter(|line| !line.starts_with(';') && !line.trim().is_empty()) {
        let words: Vec<&str> = line.split_whitespace().collect();
        let [_, rules, row, spins, queue, nodes] = words[..] else { panic!("{line}") };
        let nodes: u64 = nodes.parse().expect(line);
        if nodes <= MOST_NODES {
            let rules = adapted(rules, row.parse().expect(line), spins == "yes");
            let pieces: Option<Vec<Piece>> = queue.chars().map(Piece::from_char).collect();
            assert_eq!(perft(&rules.empty_board(), &rules, &pieces.expect(line)), nodes, "{line}");
            checked += 1;
        }
    }
    assert!(checked >= 22, "only {checked} counts were checked");
}

/// The shipped rules with pieces appearing in another row, as the counts ask for it.
fn adapted(name: &str, row: i8, spins: bool) -> Ruleset {
    let mut rules = shipped::get(name).expect(name).clone();
    rules.spawn.anchor = Anchor::Centre;
    rules.spawn.row = row - rules.height as i8;
    if !spins {
        rules.spins = SpinRule::None;
    }
    rules
}
