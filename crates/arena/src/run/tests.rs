//! Runs give the same figures however they are played.

use std::{
    collections::BTreeMap,
    sync::atomic::{AtomicBool, AtomicU64, Ordering},
};

use minolab_engine::{Decision, Limits, Player, Position, Report, Search};
use minolab_rules::{Choice, Mode, Piece, Ruleset, placements, shipped};

use super::*;
use crate::{CountedGames, LaneSnapshot};

/// Takes the lowest placement of the current piece; what it knows ahead breaks ties.
struct Low {
    nodes: u64,
    seen: u64,
}

impl Search for Low {
    fn choose(&mut self, rules: &Ruleset, position: &Position) -> Option<Choice> {
        let Position { state, known, .. } = *position;
        let list = placements::all(&state.board, rules, state.current?);
        self.nodes += list.len() as u64;
        let ahead = state.queue.iter().chain(known.iter().copied());
        let tie = ahead.fold(0, |tie, piece| (tie * 7 + piece.index()) % 11) as i8;
        self.seen = self.seen.max((state.queue.len() + known.len()) as u64);
        let best = list.iter().min_by_key(|p| (p.y, (p.x + tie) % 10, p.rotation))?;
        Some(Choice { hold: false, placement: *best })
    }

    fn rank(
        &mut self,
        _: &Ruleset,
        _: &Position,
        _: Limits,
        _: &mut dyn FnMut(&Report),
    ) -> Option<Decision> {
        None
    }

    fn nodes(&self) -> u64 {
        self.nodes
    }
}

fn run(extent: Extent, threads: usize) -> GameRun {
    GameRun {
        agent: "low".into(),
        identity: "low".into(),
        rules: shipped::get("classic").unwrap().clone(),
        mode: Mode::Marathon,
        seed: 7,
        known: None,
        extent,
        shard: Shard::WHOLE,
        threads,
        counts_keys: false,
        save: None,
        checkpoint: None,
    }
}

const LOW: Low = Low { nodes: 0, seen: 0 };

fn low(rules: &Ruleset) -> Player {
    Player::new(rules, LOW)
}

fn play(run: &GameRun) -> PlayedGames {
    run.play(&low, &AtomicBool::new(false), &mut |_| ()).unwrap()
}

/// Everything but times and threads.
fn figures(run: &GameRun, played: &PlayedGames) -> String {
    let mut report = RunReport::new(run, played);
    (report.seconds, report.cpu_seconds, report.pieces_per_second) = (0.0, 0.0, 0.0);
    (report.pieces_per_cpu_second, report.nodes_per_cpu_second) = (0.0, 0.0);
    (report.threads, report.peak_rss_bytes) = (0, None);
    format!("{report:?} {}", played.tally.nodes)
}

const GAMES: Extent = Extent { games: Some(300), pieces: None };
const PIECES: Extent = Extent { games: None, pieces: Some(20_011) };

#[test]
fn threads_change_nothing() {
    for extent in [GAMES, PIECES, Extent { games: Some(50), pieces: Some(900) }] {
        let one = run(extent, 1);
        let expected = figures(&one, &play(&one));
        for threads in [2, 5] {
            let many = run(extent, threads);
            assert_eq!(figures(&many, &play(&many)), expected);
        }
    }
}

#[test]
fn the_extent_is_kept() {
    let games = play(&run(GAMES, 2));
    assert_eq!((games.tally.games, games.unfinished, games.is_complete), (300, 0, true));
    assert_eq!(games.tally.deaths, 300);
    let pieces = play(&run(PIECES, 2));
    assert_eq!((pieces.tally.pieces, pieces.unfinished), (20_011, 8));
    let both = play(&run(Extent { games: Some(3), pieces: Some(1_000_000) }, 2));
    assert_eq!((both.tally.games, both.is_complete), (3, true));
    let none = play(&run(Extent { games: Some(0), pieces: None }, 2));
    assert_eq!((none.tally.games, none.tally.pieces, none.is_complete), (0, 0, true));
}

#[test]
fn game_g_has_the_seed_plus_g() {
    let all = play(&run(GAMES, 2));
    let game = all.tally.sample().iter().find(|game| game.index == 41).copied().unwrap();
    let mut single = run(Extent { games: Some(1), pieces: None }, 1);
    single.seed += 41;
    let alone = play(&single).tally.sample().iter().next().copied().unwrap();
    assert_eq!(alone, crate::GameResult { index: 0, ..game });
}

#[test]
fn modes_end_games() {
    let mut run = run(Extent { games: Some(40), pieces: None }, 2);
    run.mode = Mode::Pieces(12);
    let played = play(&run);
    assert_eq!((played.tally.deaths, played.tally.pieces), (0, 480));
    run.mode = Mode::Lines(1);
    let played = play(&run);
    assert_eq!(played.tally.games, 40);
    let survived: Vec<_> = played.tally.sample().iter().filter(|game| !game.lost).collect();
    assert!(!survived.is_empty() && survived.iter().all(|game| game.lines >= 1));
    assert_eq!(played.tally.deaths, 40 - survived.len() as u64);
    run.mode = Mode::BlitzSeconds(0);
    assert_eq!(play(&run).tally.pieces, 40);
}

#[test]
fn fill_and_clears_agree_with_the_boards() {
    let mut run = run(Extent { games: Some(1), pieces: None }, 1);
    run.rules = run.rules.with_size(6, 12).unwrap();
    let played = play(&run);
    let mut game = minolab_rules::Game::new(run.rules.clone(), run.seed);
    let (mut most, mut lines) = (0, [0u64; 5]);
    let mut player = low(&run.rules);
    while game.state().over.is_none() {
        let choice = player.choose(&Position::new(game.state())).unwrap();
        lines[game.play(choice).unwrap().lines as usize] += 1;
        most = most.max(game.state().board.cells() as u64);
    }
    assert_eq!((played.tally.most_cells, played.tally.lines), (most, game.totals().lines));
    let single = minolab_rules::ClearKind { lines: 1, spin: minolab_rules::Spin::None };
    assert_eq!(played.tally.clears(single), lines[1]);
    assert!(lines[1] > 0);
}

#[test]
fn known_pieces_are_those_that_come() {
    /// Checks that each known piece becomes the current one in time.
    struct Oracle(Vec<Piece>, u64);
    impl Search for Oracle {
        fn choose(&mut self, rules: &Ruleset, position: &Position) -> Option<Choice> {
            let Position { state, known, .. } = *position;
            let seen: Vec<Piece> = state
                .current
                .into_iter()
                .chain(state.queue.iter())
                .chain(known.iter().copied())
                .collect();
            assert_eq!(seen.len(), 51);
            if !self.0.is_empty() {
                assert_eq!(self.0[1..], seen[..50]);
            }
            self.0 = seen;
            self.1 += 1;
            let list = placements::all(&state.board, rules, state.current?);
            list.first().map(|&placement| Choice { hold: false, placement })
        }

        fn rank(
            &mut self,
            _: &Ruleset,
            _: &Position,
            _: Limits,
            _: &mut dyn FnMut(&Report),
        ) -> Option<Decision> {
            None
        }

        fn nodes(&self) -> u64 {
            self.1
        }
    }
    let mut run = run(Extent { games: Some(1), pieces: None }, 1);
    (run.known, run.mode) = (Some(50), Mode::Pieces(30));
    (run.rules.width, run.rules.height) = (16, 40);
    let make = |rules: &Ruleset| Player::new(rules, Oracle(Vec::new(), 0));
    let played = run.play(&make, &AtomicBool::new(false), &mut |_| ()).unwrap();
    assert_eq!(played.tally.nodes, 30);
}

#[test]
fn interrupted_and_resumed_is_uninterrupted() {
    let folder = std::env::temp_dir().join(format!("minolab-run-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    for (name, extent) in [("games", GAMES), ("pieces", PIECES)] {
        for known in [None, Some(30)] {
            let mut whole = run(extent, 2);
            whole.known = known;
            let expected = figures(&whole, &play(&whole));
            let path = folder.join(format!("{name}-{known:?}"));
            let mut part = GameRun { checkpoint: Some(path.clone()), ..whole.clone() };
            let mut parts = 0;
            let resumed = loop {
                // Stops after some hundreds of choices, wherever that is.
                let (stop, choices) = (AtomicBool::new(false), AtomicU64::new(0));
                struct Stopping(Low, &'static AtomicBool, &'static AtomicU64);
                impl Search for Stopping {
                    fn choose(&mut self, rules: &Ruleset, position: &Position) -> Option<Choice> {
                        if self.2.fetch_add(1, Ordering::Relaxed) > 1500 {
                            self.1.store(true, Ordering::Relaxed);
                        }
                        self.0.choose(rules, position)
                    }
                    fn rank(
                        &mut self,
                        _: &Ruleset,
                        _: &Position,
                        _: Limits,
                        _: &mut dyn FnMut(&Report),
                    ) -> Option<Decision> {
                        None
                    }
                    fn nodes(&self) -> u64 {
                        self.0.nodes()
                    }
                }
                let shared: (&'static AtomicBool, &'static AtomicU64) =
                    (Box::leak(Box::new(stop)), Box::leak(Box::new(choices)));
                let make = |rules: &Ruleset| Player::new(rules, Stopping(LOW, shared.0, shared.1));
                part.threads = 1 + parts % 3;
                let played = part.play(&make, shared.0, &mut |_| ()).unwrap();
                parts += 1;
                if played.is_complete {
                    break played;
                }
            };
            assert!(parts > 2, "{parts}");
            assert_eq!(figures(&part, &resumed), expected);

            // A run with other settings must not resume from it, nor from a damaged file.
            let other = GameRun { seed: 8, ..part.clone() };
            let error = other.play(&low, &AtomicBool::new(false), &mut |_| ()).unwrap_err();
            assert!(error.to_string().contains("seed = 7, expected seed = 8"), "{error}");
            let mut bytes = std::fs::read(&path).unwrap();
            let middle = bytes.len() / 2;
            bytes[middle] ^= 4;
            std::fs::write(&path, &bytes).unwrap();
            let error = part.play(&low, &AtomicBool::new(false), &mut |_| ()).unwrap_err();
            assert!(error.to_string().contains("damaged"), "{error}");
        }
    }
    std::fs::remove_dir_all(&folder).unwrap();
}

#[test]
fn every_game_is_saved_and_true() {
    let folder = std::env::temp_dir().join(format!("minolab-save-{}", std::process::id()));
    for extent in
        [Extent { games: Some(9), pieces: None }, Extent { games: None, pieces: Some(700) }]
    {
        let mut run = run(extent, 2);
        (run.save, run.known) = (Some(folder.clone()), Some(1));
        let played = play(&run);
        let mut pieces = 0;
        let mut files = 0;
        for entry in std::fs::read_dir(&folder).unwrap() {
            let path = entry.unwrap().path();
            if path.extension().is_some_and(|end| end == "part") {
                assert!(Checkpoint::read(&path).is_ok());
                continue;
            }
            let bytes = std::fs::read(path).unwrap();
            let replay = crate::replay::Replay::from_bytes(&bytes).unwrap();
            pieces += replay.verify().unwrap().totals().pieces;
            files += 1;
        }
        assert_eq!(pieces, played.tally.pieces);
        assert_eq!(files, played.tally.games + played.unfinished);
        std::fs::remove_dir_all(&folder).unwrap();
    }
}

#[test]
fn shards_add_up_to_the_whole() {
    for extent in [GAMES, PIECES] {
        let whole = run(extent, 2);
        let expected = play(&whole);
        let (mut sum, mut unfinished) = (crate::Tally::default(), 0);
        for index in 1..=3 {
            let mut shard = whole.clone();
            shard.shard = Shard::new(index, 3).unwrap();
            let played = play(&shard);
            assert!(played.is_complete && played.tally.pieces < expected.tally.pieces);
            sum.merge(played.tally);
            unfinished += played.unfinished;
        }
        let sum = PlayedGames { tally: sum, unfinished, ..expected.clone() };
        assert_eq!(figures(&whole, &sum), figures(&whole, &expected));
        let games = |played: &PlayedGames| {
            let mut games: Vec<_> = played.tally.sample().iter().copied().collect();
            games.sort();
            games
        };
        assert_eq!(games(&sum), games(&expected));
    }
}

/// What is in a checkpoint after its settings and label, by position.
type Inside = (Plan, u64, BTreeMap<u64, Begun>, Tally, u64, u64, f64);
type Begun = (LaneSnapshot, u64, bool, u64);

#[test]
fn what_no_run_comes_to_is_refused() {
    let run = run(PIECES, 1);
    let mut pool = Pool::new(run.plan());
    let mut taken = pool.take(&run.lane_settings()).unwrap().unwrap();
    let mut tally = Tally::default();
    taken.lane.play(&mut low(&run.rules), 50, &mut tally, &mut (), &mut |_| false).unwrap();
    taken.played = 50;
    pool.note(&mut taken, tally, 1, false);
    let sound = Checkpoint::new(&run, pool.clone()).to_bytes();
    let resumed = |bytes: &[u8]| {
        let checkpoint = Checkpoint::from_bytes(bytes).map_err(|error| error.to_string())?;
        let played = run.resume(checkpoint, &low, &AtomicBool::new(false), &mut |_| ());
        played.map(|played| figures(&run, &played)).map_err(|error| error.to_string())
    };
    assert_eq!(resumed(&sound), Ok(figures(&run, &play(&run))));

    let pool = postcard::to_stdvec(&pool).unwrap();
    let refused = |change: &dyn Fn(&mut Inside, &mut RunLabel), expected: &str| {
        let mut inside: Inside = postcard::from_bytes(&pool).unwrap();
        let mut checkpoint = Checkpoint::from_bytes(&sound).unwrap();
        change(&mut inside, &mut checkpoint.label);
        let bytes = postcard::to_stdvec(&inside).unwrap();
        checkpoint.pool = postcard::from_bytes(&bytes).unwrap();
        let error = resumed(&checkpoint.to_bytes()).unwrap_err();
        assert!(error.contains(expected), "{error}, expected {expected}");
    };
    let plan = |lanes: u64, shard: (u64, u64)| -> Plan {
        let bytes = postcard::to_stdvec(&(lanes, u64::MAX, Some(20_011u64), shard)).unwrap();
        postcard::from_bytes(&bytes).unwrap()
    };
    refused(&|pool, _| pool.0 = plan(0, (0, 1)), "has a plan");
    refused(&|pool, _| pool.0 = plan(8, (0, 0)), "has a plan");
    refused(&|pool, _| pool.0 = plan(8, (1, 1)), "has a plan");
    refused(&|pool, _| pool.0 = plan(u64::MAX, (0, 1)), "has a plan");
    refused(&|pool, _| pool.1 = 9, "lanes that have begun: 9, expected 8 at most");
    refused(&|pool, _| pool.1 = 0, "a lane that has not begun: 1, expected 0 at most");
    let first = |pool: &mut Inside| pool.2.remove(&0).unwrap();
    let renamed = |pool: &mut Inside| {
        let begun = first(pool);
        (_, pool.1) = (pool.2.insert(1, begun), 2);
    };
    refused(&|pool, _| renamed(pool), "lane 1 has a game of another lane");
    refused(&|pool, _| pool.2.get_mut(&0).unwrap().1 += 1, "has pieces that are not its share");
    refused(&|pool, _| pool.2.get_mut(&0).unwrap().3 = u64::MAX, "nanoseconds of a game");
    refused(&|pool, _| pool.3.pieces = u64::MAX, "has pieces: counts that do not agree");
    refused(&|pool, _| pool.3.pieces += 1, "has clears");
    refused(&|pool, _| pool.3.games += 1, "has figures of games");
    refused(&|pool, _| pool.3.deaths = pool.3.games + 1, "has deaths");
    refused(&|pool, _| pool.3.nodes = u64::MAX, "has nodes");
    refused(&|pool, _| pool.4 = u64::MAX, "games left unfinished: 18446744073709551615");
    refused(&|pool, _| pool.5 = u64::MAX, "nanoseconds of processor time");
    refused(&|pool, _| pool.6 = f64::NAN, "seconds: NaN, expected 0 or more");
    refused(&|_, label| label.threads = usize::MAX, "threads: 18446744073709551615");
    refused(&|_, label| label.board = [0, 0], "a board: 0x0, expected 4x1 to 16x48");
}

#[test]
fn parts_are_joined() {
    let folder = std::env::temp_dir().join(format!("minolab-join-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    for extent in [GAMES, PIECES] {
        let whole = run(extent, 2);
        let expected = play(&whole);
        let parts: Vec<_> = (1..=3).map(|number| folder.join(number.to_string())).collect();
        for (path, number) in parts.iter().zip(1..) {
            let mut part = whole.clone();
            (part.shard, part.checkpoint) = (Shard::new(number, 3).unwrap(), Some(path.clone()));
            play(&part);
        }
        let read = |which: &[usize]| -> Vec<Checkpoint> {
            which.iter().map(|&part| Checkpoint::read(&parts[part]).unwrap()).collect()
        };
        let (report, missing) = join(read(&[2, 0, 1])).unwrap();
        let mut direct = RunReport::new(&whole, &expected);
        (direct.seconds, direct.cpu_seconds) = (report.seconds, report.cpu_seconds);
        direct.pieces_per_second = report.pieces_per_second;
        direct.pieces_per_cpu_second = report.pieces_per_cpu_second;
        direct.nodes_per_cpu_second = report.nodes_per_cpu_second;
        (direct.threads, direct.peak_rss_bytes) = (6, report.peak_rss_bytes);
        assert_eq!(format!("{report:?}"), format!("{direct:?}"));
        assert_eq!(missing, 0);

        let (report, missing) = join(read(&[0, 2])).unwrap();
        assert_eq!((report.complete, missing), (false, 1));
        assert!(report.pieces < direct.pieces);
        assert!(matches!(join(read(&[1, 1])), Err(JoinError::Twice(_))));
        assert!(matches!(join(Vec::new()), Err(JoinError::Nothing)));
        let other = folder.join("other");
        let mut run = GameRun { seed: 9, checkpoint: Some(other.clone()), ..whole.clone() };
        run.shard = Shard::new(2, 3).unwrap();
        play(&run);
        let mixed = [read(&[0]), vec![Checkpoint::read(&other).unwrap()]].into_iter().flatten();
        let error = join(mixed.collect()).unwrap_err().to_string();
        assert!(error.contains("seed = 9, expected seed = 7"), "{error}");
        // Nor may one part resume another.
        run.shard = Shard::new(1, 3).unwrap();
        let error = run.play(&low, &AtomicBool::new(false), &mut |_| ()).unwrap_err().to_string();
        assert!(error.contains("shard = 2/3"), "{error}");
        for entry in std::fs::read_dir(&folder).unwrap() {
            std::fs::remove_file(entry.unwrap().path()).unwrap();
        }
    }
    std::fs::remove_dir_all(&folder).unwrap();
}

#[test]
fn keys_are_counted() {
    let mut run = run(Extent { games: Some(5), pieces: None }, 2);
    run.rules = shipped::get("guideline").unwrap().clone();
    (run.mode, run.counts_keys) = (Mode::Pieces(20), true);
    let keys = play(&run).tally.keys_per_piece(CountedGames::Ended);
    assert_eq!(keys.n, 5);
    assert!((2.0..6.0).contains(&keys.mean.unwrap()), "{keys:?}");
}

#[test]
fn a_folder_holds_one_run() {
    let folder = std::env::temp_dir().join(format!("minolab-claim-{}", std::process::id()));
    let _ = std::fs::remove_dir_all(&folder);
    let stop = AtomicBool::new(false);
    let play = |seed: u64, shard: &str| {
        let mut run = run(Extent { games: Some(4), pieces: None }, 1);
        (run.save, run.seed, run.shard) = (Some(folder.clone()), seed, shard.parse().unwrap());
        run.play(&low, &stop, &mut |_| ()).map(drop).map_err(|error| error.to_string())
    };
    play(1, "1/2").unwrap();
    // Another part of the same run, and the same part again.
    play(1, "2/2").unwrap();
    play(1, "2/2").unwrap();
    let said = play(2, "1/2").unwrap_err();
    assert!(said.contains("a run with seed = 1, where this one has seed = 2"), "{said}");
    assert!(said.contains("save to a new folder"), "{said}");
    let said = play(1, "1/1").unwrap_err();
    assert!(said.contains("shard 1/2") && said.contains("shard 1/1"), "{said}");
    // Nothing says of which run the games are.
    for part in ["run-1-of-2.part", "run-2-of-2.part"] {
        std::fs::remove_file(folder.join(part)).unwrap();
    }
    let said = play(1, "1/2").unwrap_err();
    assert!(said.contains("holds 4 replays of another run"), "{said}");
    let names = std::fs::read_dir(&folder).unwrap().map(|entry| entry.unwrap().file_name());
    let names: Vec<_> = names.collect();
    assert_eq!(names.len(), 4, "{names:?}");
    std::fs::remove_dir_all(folder).unwrap();
}

#[test]
fn one_process_at_a_time_keeps_a_checkpoint() {
    let folder = std::env::temp_dir().join(format!("minolab-busy-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let mut run = run(Extent { games: Some(4), pieces: None }, 1);
    let path = folder.join("a.run");
    run.checkpoint = Some(path.clone());
    let lock = crate::FileLock::take(&folder.join("a.run.lock")).unwrap();
    let play = || run.play(&low, &AtomicBool::new(false), &mut |_| ());
    assert!(matches!(play(), Err(RunError::Busy { .. })));
    drop(lock);
    assert!(play().unwrap().is_complete);
    let names = std::fs::read_dir(&folder).unwrap().map(|entry| entry.unwrap().file_name());
    assert_eq!(names.collect::<Vec<_>>(), ["a.run"]);
    std::fs::remove_dir_all(folder).unwrap();
}

/// Plays as it should until its board has some pieces, then anywhere.
struct Cheat(Low);

impl Search for Cheat {
    fn choose(&mut self, rules: &Ruleset, position: &Position) -> Option<Choice> {
        let mut choice = self.0.choose(rules, position)?;
        if position.state.board.cells() > 20 {
            choice.placement.y += 3;
        }
        Some(choice)
    }

    fn rank(
        &mut self,
        _: &Ruleset,
        _: &Position,
        _: Limits,
        _: &mut dyn FnMut(&Report),
    ) -> Option<Decision> {
        None
    }

    fn nodes(&self) -> u64 {
        self.0.nodes
    }
}

#[test]
fn a_player_that_breaks_the_rules_is_caught() {
    let cheat = |rules: &Ruleset| Player::new(rules, Cheat(LOW));
    let mut said = Vec::new();
    for threads in [1, 3] {
        let run = run(Extent { games: Some(1), pieces: None }, threads);
        let error = run.play(&cheat, &AtomicBool::new(false), &mut |_| ()).unwrap_err();
        assert!(matches!(error, RunError::Illegal(_)), "{error}");
        said.push(error.to_string());
    }
    assert_eq!(said[0], said[1]);
    assert!(said[0].starts_with("game 0 (seed 7), placement 9: the player chose "), "{}", said[0]);
}
