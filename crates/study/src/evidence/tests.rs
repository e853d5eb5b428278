//! Evidence of games whose habits are known.

use minolab_engine::Position;
use minolab_rules::{Choice, Game, Mode, Rotation, Ruleset, placements};

use super::*;

fn capstone() -> &'static Ruleset {
    minolab_rules::shipped::get("capstone").unwrap()
}

/// Pieces straight down, each as far to the left as `column` says.
fn played(pieces: u64, mut choose: impl FnMut(&Game) -> Choice) -> Replay {
    let mut game = Game::new(capstone().clone(), 3);
    let mut replay = Replay::new(&game, "test", Mode::Pieces(pieces));
    while game.totals().pieces < pieces && game.state().over.is_none() {
        let choice = choose(&game);
        game.play(choice).unwrap();
        replay.push(choice);
    }
    replay.set_result(&game);
    replay
}

fn agent(name: &str, pieces: u64) -> Replay {
    let agent = minolab_agents::shipped::get(name).unwrap();
    let mut player = agent.player(capstone());
    played(pieces, |game| player.choose(&Position::new(game.state())).unwrap())
}

#[test]
fn counts_are_of_what_was_played() {
    // Always hold, always upright at the left wall or the right one in turn.
    let mut turn = 0;
    let replay = played(8, |game| {
        turn += 1;
        let piece = game.state().after_hold(game.rules()).unwrap();
        let all = placements::all(&game.state().board, game.rules(), piece);
        let key = |p: &&minolab_rules::Placement| {
            (p.rotation == Rotation::North, if turn % 2 == 0 { p.x } else { -p.x })
        };
        Choice { hold: true, placement: *all.iter().max_by_key(key).unwrap() }
    });
    let mut evidence = Evidence::new("walls", &replay);
    evidence.add(&replay).unwrap();
    evidence.add(&replay).unwrap();
    assert_eq!((evidence.games, evidence.placements), (2, 16));
    assert_eq!(evidence.held.value(), Some(1.0));
    assert_eq!(evidence.on_hold.get(7).value(), Some(0.0));
    let left: f64 = evidence.columns.iter().map(|shares| shares.get(0).part).sum();
    assert_eq!(left, 8.0);
    let north: f64 = evidence.rotations.iter().map(|shares| shares.get(0).part).sum();
    assert_eq!(north, 16.0);
    // Nothing is known about games that are all alike but that they are.
    assert_eq!(evidence.totals[0].value(), Some(8.0));
    assert_eq!(evidence.kinds.get(0).value(), Some(1.0));
}

#[test]
fn parts_add_up() {
    let replays = ["capstone-sprint", "bcts"].map(|name| agent(name, 150));
    let mut evidence = Evidence::new("both", &replays[0]);
    replays.iter().for_each(|replay| evidence.add(replay).unwrap());
    let sum = |shares: &GroupShares, to: usize| (0..to).map(|i| shares.get(i).part).sum::<f64>();
    let n = evidence.placements as f64;
    assert_eq!(sum(&evidence.kinds, KINDS), n);
    assert_eq!(sum(&evidence.wells, 17), n);
    assert_eq!(sum(&evidence.depths, DEPTHS), n);
    assert_eq!(sum(&evidence.heights, HEIGHTS), n);
    assert_eq!(sum(&evidence.on_hold, 8), n);
    let score: u64 = replays.iter().map(|replay| replay.result.totals.score).sum();
    assert_eq!(sum(&evidence.points, 17), score as f64);
    assert_eq!(evidence.height_at.iter().map(|ratio| ratio.whole).sum::<f64>(), n);
    let ts = evidence.t_uses.whole();
    assert_eq!(sum(&evidence.t_uses, 7), ts);
    assert_eq!(sum(&evidence.spin_runs, RUNS), evidence.spins());
}

#[test]
fn one_well_all_game_is_no_freestyle() {
    let replay = agent("capstone-sprint", 60);
    let mut counts = Counts::new(60);
    let presses = Presses::new(&replay.rules);
    walk(&replay, |step| counts.add(step, &presses)).unwrap();
    assert!(counts.freestyle().unwrap() > 0.3);
    // Positions without a well say nothing about which one it is.
    counts.wells = [0; 17];
    (counts.wells[9], counts.wells[16], counts.with_well) = (20, 40, 20);
    assert_eq!(counts.freestyle(), Some(0.0));
    assert_eq!(counts.main_well(), 20);
    counts.with_well = 0;
    assert_eq!(counts.freestyle(), None);
}

#[test]
fn spins_are_followed() {
    let agent = minolab_agents::shipped::get("blitz").unwrap();
    let mut agent = agent.with_setting("search.nodes", "1500").unwrap();
    agent.search.untime();
    let mut player = agent.player(capstone());
    let replay = played(150, |game| player.choose(&Position::new(game.state())).unwrap());
    let mut evidence = Evidence::new("blitz", &replay);
    evidence.add(&replay).unwrap();
    assert!(evidence.spins() > 5.0, "{}", evidence.spins());
    let gaps: f64 = evidence.spin_gap.whole;
    assert_eq!(gaps, evidence.spins() - 1.0);
    // Two spins need two Ts, which are at least a bag apart on average.
    let gap = evidence.spin_gap.value().unwrap();
    assert!((6.0..16.0).contains(&gap), "{gap}");
    let used: f64 = (0..4).map(|lines| evidence.t_uses.get(lines).part).sum();
    assert!(used >= evidence.spins() - evidence.t_uses.get(4).part);
}
