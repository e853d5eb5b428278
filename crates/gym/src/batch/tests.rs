use minolab_engine::Feature;
use minolab_rules::{Choice, Game, placements, shipped};

use super::*;
use crate::{ActionKind, Measures, Rewards};

/// Buffers for everything that can be written.
#[derive(Clone, Default, PartialEq, Debug)]
struct Room {
    planes: Vec<u8>,
    rows: Vec<u16>,
    pieces: Vec<u8>,
    status: Vec<u8>,
    vector: Vec<u8>,
    features: Vec<f32>,
    boards: Vec<u8>,
    mask: Vec<u8>,
    reward: Vec<f64>,
    terminated: Vec<u8>,
    truncated: Vec<u8>,
    totals: Vec<i64>,
}

impl Room {
    fn new(settings: &Settings, games: usize) -> Room {
        let layout = settings.layout;
        let successors = match settings.task {
            ActionKind::Afterstate { most } => most,
            _ => 1,
        };
        let is_afterstate = matches!(settings.task, ActionKind::Afterstate { .. });
        Room {
            planes: vec![9; games * layout.planes * layout.cells()],
            rows: vec![9; games * layout.planes * layout.rows],
            pieces: vec![9; games * layout.pieces],
            status: vec![9; games * 3],
            vector: vec![9; games * layout.vector()],
            features: vec![9.0; games * successors * settings.measures.len()],
            boards: vec![9; if is_afterstate { games * successors * layout.cells() } else { 0 }],
            mask: vec![9; games * settings.actions()],
            reward: vec![9.0; games],
            terminated: vec![9; games],
            truncated: vec![9; games],
            totals: vec![9; games * 4],
        }
    }

    fn output(&mut self) -> Output<'_> {
        Output {
            planes: &mut self.planes,
            rows: &mut self.rows,
            pieces: &mut self.pieces,
            status: &mut self.status,
            vector: &mut self.vector,
            features: &mut self.features,
            boards: &mut self.boards,
            mask: &mut self.mask,
            reward: &mut self.reward,
            terminated: &mut self.terminated,
            truncated: &mut self.truncated,
            totals: &mut self.totals,
        }
    }
}

fn tasks() -> [ActionKind; 3] {
    [ActionKind::Placement, ActionKind::Keys { ticks: 16 }, ActionKind::Afterstate { most: 256 }]
}

fn settings(rules: &str, task: ActionKind, autoreset: Autoreset) -> Settings {
    let rules = shipped::get(rules).unwrap().clone();
    let rules = rules.with_size(10, 12).unwrap();
    Settings {
        measures: Measures::new(&[Feature::Holes, Feature::LandingHeight, Feature::Wells]),
        max_steps: 90,
        autoreset,
        rewards: Rewards { points: 0.5, piece: 0.25, top_out: -3.0, ..Rewards::lines() },
        ..Settings::new(rules, task)
    }
}

/// Takes this many sampled steps; returns what was written after each.
fn play(settings: Settings, games: usize, threads: usize, steps: usize) -> Vec<(Room, Room)> {
    let mut room = Room::new(&settings, games);
    let mut finals = Room::new(&settings, games);
    let mut batch = Batch::new(Arc::new(settings), games);
    let seeds: Vec<_> = (0..games as u64).map(|game| Some(40 + game)).collect();
    batch.reset(&seeds, None, room.output()).unwrap();
    let mut all = vec![(room.clone(), finals.clone())];
    let mut actions = vec![0; games];
    for _ in 0..steps {
        batch.sample(&mut actions);
        if batch.settings.autoreset == Autoreset::Disabled {
            let over: Vec<bool> = batch.slots.iter().map(|slot| slot.is_over).collect();
            if over.contains(&true) {
                batch.reset(&vec![None; games], Some(&over), room.output()).unwrap();
            }
        }
        batch.step(&actions, threads, room.output(), finals.output()).unwrap();
        all.push((room.clone(), finals.clone()));
    }
    all
}

#[test]
fn neither_threads_nor_other_games_make_a_difference() {
    for task in tasks() {
        for autoreset in [Autoreset::NextStep, Autoreset::SameStep, Autoreset::Disabled] {
            let make = || settings("guideline", task, autoreset);
            let (one, three) = (play(make(), 7, 1, 200), play(make(), 7, 3, 200));
            assert!(one == three, "{task:?}");
            let alone = play(make(), 1, 1, 200);
            let games = 7;
            let mut ends = 0;
            for ((batch, finals), (single, last)) in one.iter().zip(&alone) {
                for (batch, single) in [(batch, single), (finals, last)] {
                    let first = |all: &[u8]| all[..all.len() / games].to_vec();
                    assert_eq!(first(&batch.planes), single.planes);
                    assert_eq!(first(&batch.vector), single.vector);
                    assert_eq!(first(&batch.mask), single.mask);
                    assert_eq!(first(&batch.boards), single.boards);
                    assert_eq!(batch.features[..single.features.len()], single.features);
                    assert_eq!(batch.totals[..4], single.totals);
                }
                assert_eq!(batch.reward[0], single.reward[0]);
                assert_eq!(batch.terminated[0], single.terminated[0]);
                ends += single.terminated[0] as u32 + single.truncated[0] as u32;
            }
            assert!(ends > 1, "{task:?} {autoreset:?}: {ends} ends");
        }
    }
}

/// A batch of placements against the games themselves.
#[test]
fn placements_are_those_of_the_game() {
    for name in ["guideline", "classic", "tetrio", "tetrais"] {
        let settings =
            Settings { max_steps: 0, ..settings(name, ActionKind::Placement, Autoreset::Disabled) };
        let mut room = Room::new(&settings, 1);
        let (rules, rewards) = (Arc::clone(&settings.rules), settings.rewards);
        let mut batch = Batch::new(Arc::new(settings), 1);
        let (mut lost, mut lines) = (0, 0);
        for seed in 0..40 {
            batch.reset(&[Some(seed)], None, room.output()).unwrap();
            let mut game = Game::new(Arc::clone(&rules), seed);
            loop {
                let state = *game.state();
                assert_eq!(batch.state(0), Some(&state));
                for y in 0..12 {
                    for x in 0..10 {
                        let cell = room.planes[(11 - y) * 10 + x];
                        assert_eq!(cell == 1, state.board.is_filled(x as i8, y as i8));
                        assert_eq!(room.rows[11 - y] >> x & 1, cell as u16);
                    }
                }
                let mut list = Vec::new();
                placements::for_each_choice(&rules, &state, &mut |choice| list.push(choice));
                let actions = batch.settings().placements();
                let numbered: Vec<(usize, Choice)> =
                    list.iter().filter_map(|&c| Some((actions.number(c)?, c))).collect();
                let mut numbers: Vec<usize> = numbered.iter().map(|found| found.0).collect();
                numbers.sort_unstable();
                numbers.dedup();
                let mask = room.mask.iter().enumerate().filter(|found| *found.1 == 1);
                assert_eq!(mask.map(|found| found.0).collect::<Vec<_>>(), numbers);
                // The lowest, so that lines clear.
                let low = |found: &&(usize, Choice)| (found.1.placement.y, found.0);
                let Some(&(number, _)) = numbered.iter().min_by_key(low) else { break };
                let same = numbered.iter().filter(|found| found.0 == number);
                let choice = same.max_by_key(|found| found.1.placement.spin).unwrap().1;
                let before = game.totals();
                let clear = game.play(choice).unwrap();
                batch.step(&[number as i64], 1, room.output(), Output::default()).unwrap();
                let points = (game.totals().score - before.score) as f64;
                let expected = clear.lines as f64 + 0.5 * points + 0.25;
                let is_lost = room.terminated[0] == 1;
                assert_eq!(room.reward[0], expected + if is_lost { rewards.top_out } else { 0.0 });
                lines += clear.lines as u32;
                if is_lost {
                    lost += 1;
                    break;
                }
                assert_eq!(game.state().over, None);
                if game.totals().pieces > 200 {
                    break;
                }
            }
        }
        assert!(lost > 0 && lines > 50, "{name}: {lost} lost, {lines} lines");
    }
}

#[test]
fn an_illegal_action_does_nothing_and_costs() {
    let settings = settings("classic", ActionKind::Placement, Autoreset::Disabled);
    let mut room = Room::new(&settings, 1);
    let mut batch = Batch::new(Arc::new(settings), 1);
    batch.reset(&[Some(3)], None, room.output()).unwrap();
    let before = *batch.state(0).unwrap();
    let illegal = room.mask.iter().position(|&mask| mask == 0).unwrap() as i64;
    for action in [illegal, -1, 40, i64::MAX] {
        batch.step(&[action], 1, room.output(), Output::default()).unwrap();
        assert_eq!((batch.state(0), room.reward[0]), (Some(&before), -1.0));
    }
    let error = batch.step(&[], 1, room.output(), Output::default()).unwrap_err();
    assert_eq!(error.to_string(), "0 actions, expected 1");
}

#[test]
fn goals_end_games() {
    for task in tasks() {
        let mut settings = settings("classic", task, Autoreset::Disabled);
        settings.mode = "moves=3".parse().unwrap();
        settings.rewards.goal = 7.0;
        let mut room = Room::new(&settings, 1);
        let mut batch = Batch::new(Arc::new(settings), 1);
        batch.reset(&[Some(3)], None, room.output()).unwrap();
        let mut actions = [0];
        let mut steps = 0;
        while room.terminated[0] == 0 {
            batch.sample(&mut actions);
            batch.step(&actions, 1, room.output(), Output::default()).unwrap();
            steps += 1;
            assert!(steps < 90);
        }
        assert_eq!(room.totals[0], 3);
        assert_eq!(room.reward[0].floor(), 7.0);
        let error = batch.step(&actions, 1, room.output(), Output::default()).unwrap_err();
        assert_eq!(error, StepError::Ended { game: 0 });
    }
}
