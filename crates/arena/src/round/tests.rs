//! Rounds: ends, records, and two of them as a match.

use minolab_agents::shipped as agents;
use minolab_engine::Player;
use minolab_rules::{Mode, Ruleset, random::SplitMix64, shipped};

use super::*;
use crate::replay::Replay;

fn player(name: &str, rules: &Ruleset) -> Player {
    let mut agent = agents::get(name).unwrap().clone();
    if agent.search.has_budget() {
        agent.search.limit_nodes(200);
    }
    agent.player(rules)
}

#[test]
fn a_round_ends_at_its_goal_or_by_a_top_out() {
    let rules = shipped::get("classic").unwrap().clone().with_size(6, 6).unwrap();
    let mut lee = player("lee", &rules);
    let mut play = |mode: Mode| {
        let mut round = Round::new(Game::new(rules.clone(), 1), mode);
        loop {
            if let Some(end) = round.step(&mut lee, &mut ()) {
                return (end, round.game().totals());
            }
        }
    };
    let (end, totals) = play(Mode::Pieces(5));
    assert_eq!((end, totals.pieces), (End::Goal, 5));
    let (end, totals) = play(Mode::Marathon);
    assert!(matches!(end, End::TopOut(_)) && totals.pieces > 5);
}

#[test]
fn a_player_is_told_what_remains_and_what_is_known() {
    let rules = shipped::get("classic").unwrap().clone();
    let mut round = Round::new(Game::new(rules.clone(), 3), Mode::Pieces(9)).with_hidden(4);
    let mut known = round.position().known.to_vec();
    assert_eq!((round.position().remaining.pieces, known.len()), (9, 4));
    for _ in 0..3 {
        let current = round.game().state().current.unwrap();
        let placement = placements::all(&round.game().state().board, &rules, current)[0];
        round.try_play(Choice { hold: false, placement }, &mut ()).unwrap();
        // What was known is what comes.
        assert_eq!(round.game().state().current, Some(known.remove(0)));
        known.push(*round.position().known.last().unwrap());
        assert_eq!(round.position().known, known);
    }
    assert_eq!(round.position().remaining.pieces, 6);
    round.restart(4);
    let fresh = Round::new(Game::new(rules, 4), Mode::Pieces(9)).with_hidden(4);
    assert_eq!(round.position().known, fresh.position().known);
}

#[test]
fn what_is_not_allowed_changes_nothing() {
    let rules = shipped::get("guideline").unwrap();
    let mut round = Round::new(Game::new(rules.clone(), 3), Mode::Sprint);
    let mut record = Replay::new(round.game(), "somebody", Mode::Sprint);
    let choice: Choice = "T@4,9N".parse().unwrap();
    assert!(round.try_play(choice, &mut record).is_err());
    let narrow = GarbageRow::with_hole(4, 0).unwrap();
    assert!(round.receive(&[narrow], &mut record).is_err());
    assert_eq!(round.game(), &Game::new(rules.clone(), 3));
    assert!(record.events.is_empty());
}

/// Counts the garbage that clears send, by a rule made up for this test: one row less than the
/// lines, and all four for a quad.
#[derive(Default)]
struct Attack(u8);

impl Observer for Attack {
    fn clear(&mut self, _: &Game, clear: &Clear) {
        self.0 += if clear.lines == 4 { 4 } else { clear.lines.saturating_sub(1) };
    }
}

/// A record of a game and the rows it sends.
struct Corner {
    record: Replay,
    attack: Attack,
}

impl Observer for Corner {
    fn choice(&mut self, game: &Game, choice: Choice) {
        self.record.choice(game, choice);
    }

    fn clear(&mut self, game: &Game, clear: &Clear) {
        self.attack.clear(game, clear);
    }

    fn garbage(&mut self, game: &Game, rows: &[GarbageRow]) {
        self.record.garbage(game, rows);
    }
}

#[test]
fn two_rounds_stepped_in_turn_are_a_match() {
    let rules = shipped::get("guideline").unwrap();
    let mut random = SplitMix64(5);
    // The second drops its pieces anywhere, and so it is the first that sends.
    let mut strong = player("blitz", rules);
    let mut rounds = [(); 2].map(|()| Round::new(Game::new(rules.clone(), 8), Goal::NONE));
    let mut corners = ["strong", "weak"].map(|name| Corner {
        record: Replay::new(rounds[0].game(), name, Mode::Marathon),
        attack: Attack::default(),
    });
    let mut sent = 0;
    let loser = 'game: loop {
        for side in 0..2 {
            let rows = std::mem::take(&mut corners[1 - side].attack.0);
            if rows > 0 {
                let hole = (random.next() % 10) as usize;
                let garbage = vec![GarbageRow::with_hole(10, hole).unwrap(); rows as usize];
                rounds[side].receive(&garbage, &mut corners[side]).unwrap();
                sent += rows as u64;
            }
            let round = &mut rounds[side];
            let end = round.end_or_stuck().or_else(|| match side {
                0 => round.step(&mut strong, &mut corners[side]),
                _ => {
                    let state = round.game().state();
                    let list = placements::all(&state.board, rules, state.current.unwrap());
                    let placement = *list.iter().min_by_key(|p| (p.y, p.x)).unwrap();
                    round.play(Choice { hold: false, placement }, &mut corners[side]);
                    round.end()
                }
            });
            if end.is_some() {
                break 'game side;
            }
        }
    };
    assert_eq!(loser, 1);
    assert!(sent >= 4, "{sent}");
    let mut received = 0;
    for (round, corner) in rounds.iter().zip(&mut corners) {
        corner.record.set_result(round.game());
        let read = Replay::from_bytes(&corner.record.to_bytes().unwrap()).unwrap();
        assert_eq!(&read, &corner.record);
        assert_eq!(read.verify().as_ref(), Ok(round.game()));
        received += read.has_garbage() as u32;
    }
    assert!(
        received > 0 && corners[1].record.result.is_lost() && !corners[0].record.result.is_lost()
    );
}
