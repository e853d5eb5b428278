//! A step takes no memory from the heap, nor does a game that begins anew.

#[path = "../../rules/tests/heap/mod.rs"]
mod heap;

use std::sync::Arc;

use heap::allocations;
use minolab_engine::Feature;
use minolab_gym::{ActionKind, Autoreset, Batch, Layout, Measures, Output, Settings};
use minolab_rules::shipped;

const GAMES: usize = 32;
const STEPS: usize = 400;

#[test]
fn steps_allocate_nothing() {
    assert!(allocations(|| drop(std::hint::black_box(vec![1, 2, 3]))) > 0, "the counter counts");
    let kinds = [
        ActionKind::Placement,
        ActionKind::Keys { ticks: 40 },
        ActionKind::Afterstate { most: 256 },
    ];
    for rules in ["classic", "guideline", "tetrio"] {
        for kind in kinds {
            for autoreset in [Autoreset::NextStep, Autoreset::SameStep, Autoreset::Disabled] {
                let (found, ends) = step(rules, kind, autoreset);
                assert_eq!(found, 0, "in {STEPS} steps by {rules}, {kind:?}, {autoreset:?}");
                assert!(ends > GAMES, "{rules}, {kind:?}: {ends} games ended");
            }
        }
    }
}

/// How often the heap was asked in so many steps of all games, and how many games ended in them.
fn step(rules: &str, kind: ActionKind, autoreset: Autoreset) -> (u64, usize) {
    let rules = shipped::get(rules).expect("it is shipped").clone();
    let rules = rules.with_size(10, 12).expect("it fits");
    let mut settings = Settings::new(rules, kind);
    settings.measures = Measures::new(&[Feature::Holes, Feature::LandingHeight, Feature::Wells]);
    (settings.max_steps, settings.autoreset) = (90, autoreset);
    let (layout, actions, successors) = (settings.layout, settings.actions(), settings.actions());
    let is_afterstate = matches!(kind, ActionKind::Afterstate { .. });
    let rows = if is_afterstate { successors } else { 1 };
    let mut planes = vec![0; GAMES * layout.planes * layout.cells()];
    let mut pieces = vec![0; GAMES * layout.pieces];
    let mut status = vec![0; GAMES * Layout::STATUS];
    let mut features = vec![0.0; GAMES * rows * settings.measures.len()];
    let mut boards = vec![0; if is_afterstate { GAMES * rows * layout.cells() } else { 0 }];
    let mut mask = vec![0; GAMES * actions];
    let mut reward = vec![0.0; GAMES];
    let (mut terminated, mut truncated) = (vec![0; GAMES], vec![0; GAMES]);
    let mut last = vec![0; planes.len()];
    let mut chosen = vec![0; GAMES];
    let mut over = vec![false; GAMES];
    let mut ends = 0;
    let mut batch = Batch::new(Arc::new(settings), GAMES);
    let seeds: Vec<_> = (0..GAMES as u64).map(Some).collect();
    batch.reset(&seeds, None, Output::default()).expect("there is room");
    let next = vec![None; GAMES];
    let found = allocations(|| {
        for _ in 0..STEPS {
            batch.sample(&mut chosen);
            let out = Output {
                planes: &mut planes,
                pieces: &mut pieces,
                status: &mut status,
                features: &mut features,
                boards: &mut boards,
                mask: &mut mask,
                reward: &mut reward,
                terminated: &mut terminated,
                truncated: &mut truncated,
                ..Output::default()
            };
            let finals = Output { planes: &mut last, ..Output::default() };
            batch.step(&chosen, 1, out, finals).expect("every action is one");
            for (over, ended) in over.iter_mut().zip(terminated.iter().zip(&truncated)) {
                *over = *ended.0 + *ended.1 > 0;
            }
            ends += over.iter().filter(|&&over| over).count();
            if autoreset == Autoreset::Disabled && over.contains(&true) {
                batch.reset(&next, Some(&over), Output::default()).expect("there is room");
            }
        }
    });
    (found, ends)
}
