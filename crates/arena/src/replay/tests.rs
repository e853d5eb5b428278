//! Replays say what was played, and nothing else is believed.

use minolab_rules::{Piece, shipped};

use super::*;

/// Some game by these rules, with holds, spins and tucks where the rules have them.
fn played(rules: &Ruleset, seed: u64, pieces: usize, mode: Mode) -> Replay {
    let mut game = Game::new(rules.clone(), seed);
    let mut replay = Replay::new(&game, "somebody \"quoted\"", mode);
    let mut luck = seed;
    while replay.choices.len() < pieces && !is_lost(&game) && !verify::is_at_goal(&game, mode) {
        luck = luck.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        let after_hold = game.state().after_hold(rules).filter(|_| luck >> 60 < 5);
        let piece = after_hold.or(game.state().current).unwrap();
        let list = placements::all(&game.state().board, rules, piece);
        if list.is_empty() {
            break;
        }
        // Low places, so that games last; now and then any.
        let pick = (luck >> 33) as usize % list.len();
        let low = list.iter().copied().min_by_key(|p| (p.y, p.x)).unwrap();
        let placement = if luck >> 58 & 3 == 0 { list[pick] } else { low };
        let choice = Choice { hold: after_hold.is_some(), placement };
        if game.play(choice).is_err() {
            break;
        }
        replay.choices.push(choice);
    }
    replay.set_result(&game);
    replay
}

fn all() -> impl Iterator<Item = Replay> {
    shipped::all()
        .iter()
        .flat_map(|rules| (1..=6).map(|seed| played(rules, seed, 60, Mode::Marathon)))
}

#[test]
fn both_forms_give_back_what_was_played() {
    for replay in all() {
        let bytes = replay.to_bytes().unwrap();
        let read = Replay::from_bytes(&bytes).unwrap();
        assert_eq!(read, replay, "{}", replay.rules.name);
        assert_eq!(Replay::from_text(&replay.to_text()).unwrap(), replay);
        read.verify().unwrap_or_else(|error| panic!("{}: {error}", replay.rules.name));
    }
}

#[test]
fn two_bytes_a_placement() {
    let rules = shipped::get("guideline").unwrap();
    let (long, short) =
        (played(rules, 3, 60, Mode::Marathon), played(rules, 3, 20, Mode::Marathon));
    let more = long.choices.len() - short.choices.len();
    let size = |replay: &Replay| {
        let text = replay.to_text();
        let header = text.split_once("---\n").unwrap().0.len();
        replay.to_bytes().unwrap().len() - header
    };
    assert_eq!(size(&long) - size(&short), 2 * more);
}

#[test]
fn changed_rules_travel_with_the_replay() {
    let mut rules = shipped::get("classic").unwrap().clone().with_size(8, 12).unwrap();
    let small = played(&rules, 1, 30, Mode::Marathon);
    assert!(!small.to_text().contains("ruleset ="));
    assert_eq!(Replay::from_bytes(&small.to_bytes().unwrap()).unwrap(), small);
    rules.scoring.combo += 7;
    let own = played(&rules, 1, 30, Mode::Marathon);
    assert!(own.to_text().contains("ruleset ="));
    assert_eq!(Replay::from_text(&own.to_text()).unwrap(), own);
    let old = small.to_text().replace("digest = \"", "digest = \"0");
    let error = Replay::from_text(&old).unwrap_err().to_string();
    assert!(error.contains("classic") && error.contains("digest"), "{error}");
}

#[test]
fn forgeries_are_named() {
    let rules = shipped::get("guideline").unwrap();
    let honest = played(rules, 2, 40, Mode::Marathon);
    let verified = |change: &dyn Fn(&mut Replay)| {
        let mut forged = honest.clone();
        change(&mut forged);
        forged.verify().unwrap_err().to_string()
    };
    let message = verified(&|replay| replay.choices[7].placement.y += 1);
    assert!(message.starts_with("placement 8: "), "{message}");
    let message = verified(&|replay| {
        let piece = replay.choices[3].placement.piece;
        replay.choices[3].placement.piece = Piece::from_index((piece.index() + 1) % 7);
    });
    assert!(message.starts_with("placement 4: placement is of "), "{message}");
    let message = verified(&|replay| replay.result.totals.score += 1);
    assert!(message.starts_with("score is ") && message.contains("the replay says"), "{message}");
    let message = verified(&|replay| replay.result.lost = !replay.result.lost);
    assert!(message.contains("the replay says it is"), "{message}");
    let message = verified(&|replay| replay.result.position = "- T".into());
    assert!(message.starts_with("after 40 placements the position is"), "{message}");
    let message = verified(&|replay| replay.seed += 1);
    assert!(message.starts_with("placement "), "{message}");
    let message = verified(&|replay| replay.mode = Mode::Pieces(5));
    assert_eq!(message, "placement 6: the game had reached its goal, moves=5");
    let mut forged = honest.clone();
    forged.choices[7].placement.y += 1;
    assert!(forged.to_bytes().is_err());
}

#[test]
fn no_damage_goes_unseen_and_nothing_panics() {
    let rules = shipped::get("guideline").unwrap();
    let honest = played(rules, 4, 12, Mode::Marathon);
    let bytes = honest.to_bytes().unwrap();
    let cells = |replay: &Replay| -> Vec<_> {
        replay.choices.iter().map(|choice| choice.placement).collect()
    };
    for end in 0..bytes.len() {
        assert!(Replay::from_bytes(&bytes[..end]).is_err(), "cut at {end}");
    }
    for bit in 0..8 * bytes.len() {
        let mut damaged = bytes.clone();
        damaged[bit / 8] ^= 1 << (bit % 8);
        assert!(Replay::from_bytes(&damaged).is_err(), "bit {bit}");
        // The same with a checksum that fits: the rules must catch it, unless the game is the
        // same (holding a piece for another of its kind, say).
        let body = damaged.len() - 8;
        let sum = crate::checksum(&damaged[..body]);
        damaged[body..].copy_from_slice(&sum.to_le_bytes());
        if let Ok(replay) = Replay::from_bytes(&damaged) {
            let same = cells(&replay) == cells(&honest);
            assert!(replay.verify().is_err() || same, "bit {bit}");
        }
    }
    let mut longer = bytes.clone();
    longer.push(0);
    assert!(matches!(Replay::from_bytes(&longer), Err(ReplayError::Length { .. })));
    let foreign = Replay::from_bytes(b"\x89PNG\r\n").unwrap_err().to_string();
    assert!(foreign.starts_with("not a replay"), "{foreign}");
    assert!(Replay::from_text("hello").is_err());
    let future = Replay::from_text("minolab replay 9\n").unwrap_err();
    assert_eq!(future, ReplayError::Version { found: 9, expected: 1 });
}

/// Thousands of broken replays of both forms, most of them with a checksum that fits: none
/// panics, and what is read and believed can be written and read again.
#[test]
fn mutated_replays_are_refused_or_true() {
    let rules = ["guideline", "tetrais", "capstone"].map(|name| shipped::get(name).unwrap());
    let replays: Vec<Replay> =
        (0..6).map(|seed| played(rules[seed as usize % 3], seed, 10, Mode::Marathon)).collect();
    let mut luck = 1u64;
    let mut below = |count: usize| {
        luck = luck.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        (luck >> 33) as usize % count.max(1)
    };
    let (mut read, mut believed) = (0, 0);
    for number in 0..12_000 {
        let replay = &replays[below(replays.len())];
        let is_text = number % 3 == 0;
        let mut bytes = match is_text {
            true => replay.to_text().into_bytes(),
            false => replay.to_bytes().unwrap(),
        };
        for _ in 0..1 + below(3) {
            let at = below(bytes.len());
            match below(5) {
                0 => bytes[at] ^= 1 << below(8),
                1 => bytes[at] = below(256) as u8,
                2 => bytes.insert(at, below(256) as u8),
                3 if bytes.len() > 1 => drop(bytes.remove(at)),
                _ => {
                    let other = at + below(bytes.len() - at);
                    bytes.copy_within(at..other, at / 2);
                }
            }
        }
        let found = if is_text {
            std::str::from_utf8(&bytes).ok().and_then(|text| Replay::from_text(text).ok())
        } else {
            if let Some(body) = bytes.len().checked_sub(8).filter(|_| number % 4 > 0) {
                let sum = crate::checksum(&bytes[..body]);
                bytes[body..].copy_from_slice(&sum.to_le_bytes());
            }
            Replay::from_bytes(&bytes).ok()
        };
        if let Some(found) = found {
            read += 1;
            if found.verify().is_ok() {
                believed += 1;
                let again = Replay::from_bytes(&found.to_bytes().unwrap()).unwrap();
                assert_eq!(again, found);
            }
        }
    }
    assert!(read > 100 && believed < read, "{read} {believed}");
}
