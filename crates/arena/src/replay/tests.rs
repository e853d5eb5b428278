//! Replays say what was played, and nothing else is believed.

use minolab_rules::{GarbageRow, Piece, Placement, placements, random::SplitMix64, shipped};

use super::{verify::is_at_goal, *};
use crate::round::is_lost;

/// Some game by these rules, with holds, spins and tucks where the rules have them.
fn played(rules: &Ruleset, seed: u64, pieces: usize, mode: Mode) -> Replay {
    let mut game = Game::new(rules.clone(), seed);
    let mut replay = Replay::new(&game, "somebody \"quoted\"", mode);
    let mut luck = seed;
    while replay.events.len() < pieces && !is_lost(&game) && !is_at_goal(&game, mode) {
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
        replay.push(choice);
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
    let more = long.events.len() - short.events.len();
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

/// The placement of this event, to be changed.
fn forged(replay: &mut Replay, index: usize) -> &mut Placement {
    match &mut replay.events[index] {
        GameEvent::Placement(choice) => &mut choice.placement,
        GameEvent::Garbage(_) => panic!("event {index} is garbage"),
    }
}

#[test]
fn forgeries_are_named() {
    let rules = shipped::get("guideline").unwrap();
    let honest = played(rules, 2, 20, Mode::Marathon);
    let verified = |change: &dyn Fn(&mut Replay)| {
        let mut other = honest.clone();
        change(&mut other);
        other.verify().unwrap_err().to_string()
    };
    let message = verified(&|replay| forged(replay, 7).y += 1);
    assert!(message.starts_with("placement 8: "), "{message}");
    let message = verified(&|replay| {
        let placement = forged(replay, 3);
        placement.piece = Piece::from_index((placement.piece.index() + 1) % 7);
    });
    assert!(message.starts_with("placement 4: placement is of "), "{message}");
    let message = verified(&|replay| replay.result.totals.score += 1);
    assert!(message.starts_with("score is ") && message.contains("the replay says"), "{message}");
    let message = verified(&|replay| replay.result.end = GameEnd::ToppedOut);
    let said = "after 20 placements a game of marathon is interrupted, the replay says topped out";
    assert_eq!(message, said);
    let message = verified(&|replay| replay.result.position = "- T".into());
    assert!(message.starts_with("after 20 placements the position is"), "{message}");
    let message = verified(&|replay| replay.seed += 1);
    assert!(message.starts_with("placement "), "{message}");
    let message = verified(&|replay| replay.mode = Mode::Pieces(5));
    assert_eq!(message, "placement 6: the game had reached its goal, moves=5");
    let mut other = honest.clone();
    forged(&mut other, 7).y += 1;
    assert!(other.to_bytes().is_err());
}

/// Games cut before their end, with everything in the header to match.
#[test]
fn a_game_that_was_cut_is_no_finished_one() {
    let rules = shipped::get("guideline").unwrap();
    let cut = |mode, end| {
        let mut replay = played(rules, 2, 10, mode);
        assert_eq!(replay.result.end, GameEnd::Interrupted);
        replay.result.end = end;
        replay.verify().map(|_| ()).map_err(|error| error.to_string())
    };
    let said = "after 10 placements a game of sprint is interrupted, the replay says finished";
    assert_eq!(cut(Mode::Sprint, GameEnd::Finished), Err(said.into()));
    assert!(cut(Mode::Sprint, GameEnd::ToppedOut).is_err());
    assert_eq!(cut(Mode::Sprint, GameEnd::Interrupted), Ok(()));
    assert!(cut(Mode::Marathon, GameEnd::Finished).is_err());
    // Only the file records what the clock said.
    assert_eq!(cut(Mode::BlitzSeconds(5), GameEnd::Finished), Ok(()));
    assert_eq!(cut(Mode::BlitzSeconds(5), GameEnd::Interrupted), Ok(()));
    assert!(cut(Mode::BlitzSeconds(5), GameEnd::ToppedOut).is_err());

    let whole = played(rules, 2, 99, Mode::Pieces(10));
    assert_eq!(whole.result.end, GameEnd::Finished);
    let lost = played(rules, 2, 9999, Mode::Marathon);
    assert_eq!(lost.result.end, GameEnd::ToppedOut);
}

#[test]
fn replays_without_a_word_on_their_end_are_read() {
    let rules = shipped::get("guideline").unwrap();
    let modes = [Mode::Sprint, Mode::Pieces(10), Mode::BlitzSeconds(5), Mode::Marathon];
    let ends = [GameEnd::Interrupted, GameEnd::Finished, GameEnd::Finished, GameEnd::Interrupted];
    for (mode, end) in modes.into_iter().zip(ends) {
        let replay = played(rules, 2, 10, mode);
        let line = format!("end = \"{}\"\n", replay.result.end.name());
        let text = replay.to_text();
        assert!(text.contains(&line), "{text}");
        let old = read(text.replace(&line, "").as_bytes()).unwrap();
        assert_eq!(old.result.end, end, "{mode}");
    }
    let text = played(rules, 2, 10, Mode::Sprint).to_text();
    let wrong = text.replace("lost = false", "lost = true");
    let said = read(wrong.as_bytes()).unwrap_err().to_string();
    assert!(said.contains("lost = true and end = \"interrupted\" contradict"), "{said}");
}

#[test]
fn no_damage_goes_unseen_and_nothing_panics() {
    let rules = shipped::get("guideline").unwrap();
    let honest = played(rules, 4, 12, Mode::Marathon);
    let bytes = honest.to_bytes().unwrap();
    let cells =
        |replay: &Replay| -> Vec<_> { replay.choices().map(|choice| choice.placement).collect() };
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
    assert_eq!(future, ReplayError::Version { found: 9, expected: 2 });
}

/// Thousands of broken replays of both forms, most of them with a checksum that fits: none
/// panics, and what is read and believed can be written and read again.
#[test]
fn mutated_replays_are_refused_or_true() {
    let rules = ["guideline", "tetrais", "capstone"].map(|name| shipped::get(name).unwrap());
    let plain = (0..6).map(|seed| played(rules[seed as usize % 3], seed, 10, Mode::Marathon));
    let fired = (0..6).map(|seed| under_fire(rules[seed as usize % 3], seed, 10));
    let replays: Vec<Replay> = plain.chain(fired).collect();
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

/// Some game with garbage between its placements, some of it enough to end the game.
fn under_fire(rules: &Ruleset, seed: u64, pieces: u64) -> Replay {
    let mut game = Game::new(rules.clone(), seed);
    let mut replay = Replay::new(&game, "somebody", Mode::Lines(30));
    let (mut random, width) = (SplitMix64(seed), rules.width as usize);
    let mut below = |count: usize| (random.next() % count as u64) as usize;
    while game.totals().pieces < pieces && !is_lost(&game) && !is_at_goal(&game, replay.mode) {
        if below(4) == 0 {
            let most = if below(30) == 0 { 60 } else { 4 };
            let clean = GarbageRow::with_hole(width, below(width)).unwrap();
            let rows: Vec<GarbageRow> = (0..1 + below(most))
                .map(|_| match below(3) {
                    0 => GarbageRow::new(width, below(1 << width) as u16).unwrap_or(clean),
                    _ => clean,
                })
                .collect();
            game.receive(&rows).unwrap();
            replay.push_garbage(&rows);
            continue;
        }
        let state = game.state();
        let after_hold = state.after_hold(rules).filter(|_| below(4) == 0);
        let piece = after_hold.or(state.current).unwrap();
        let list = placements::all(&state.board, rules, piece);
        let Some(&low) = list.iter().min_by_key(|placement| (placement.y, placement.x)) else {
            break;
        };
        let placement = if below(5) == 0 { list[below(list.len())] } else { low };
        let choice = Choice { hold: after_hold.is_some(), placement };
        if game.play(choice).is_err() {
            break;
        }
        replay.push(choice);
    }
    replay.set_result(&game);
    replay
}

#[test]
fn games_with_garbage_round_trip_and_verify() {
    let (mut with, mut lost) = (0, 0);
    for rules in shipped::all() {
        for seed in 0..30 {
            let replay = under_fire(rules, seed, 50);
            let bytes = replay.to_bytes().unwrap();
            let version = if replay.has_garbage() { 2 } else { 1 };
            assert_eq!(bytes[7], version);
            assert!(replay.to_text().starts_with(&format!("minolab replay {version}\n")));
            assert_eq!(Replay::from_bytes(&bytes).as_ref(), Ok(&replay), "{}", rules.name);
            assert_eq!(Replay::from_text(&replay.to_text()).as_ref(), Ok(&replay));
            for form in [bytes, replay.to_text().into_bytes()] {
                assert_eq!(read(&form).as_ref(), Ok(&replay));
            }
            let game = replay.verify().unwrap_or_else(|error| panic!("{}: {error}", rules.name));
            with += replay.has_garbage() as usize;
            lost += matches!(game.state().over, Some(minolab_rules::TopOut::GarbageOut)) as usize;
        }
    }
    assert!(with > 200 && lost > 20, "{with} {lost}");
}

#[test]
fn wrong_garbage_is_refused_with_a_reason() {
    let rules = shipped::get("guideline").unwrap();
    let honest = under_fire(rules, 3, 20);
    let text = honest.to_text();
    let first = text.lines().find(|line| line.starts_with("garbage ")).unwrap();
    let refused = |line: &str| {
        let changed = text.replacen(first, line, 1);
        read(changed.as_bytes()).unwrap_err().to_string()
    };
    let said = refused("garbage xxxxxxxxxx");
    assert!(said.starts_with("garbage before placement "), "{said}");
    assert!(said.ends_with("expected a row with a filled cell and a hole"), "{said}");
    let said = refused("garbage xxx1xxx");
    assert!(said.ends_with("a row of garbage is 7 cells wide, expected 10"), "{said}");
    assert!(refused("garbage ").contains("'x' or a number"));
    assert!(refused("garbage xxx1xxxxxx/").contains("'x' or a number"));
    assert!(!refused("").is_empty());
    // The first version has no garbage.
    let said = read(text.replacen("replay 2", "replay 1", 1).as_bytes()).unwrap_err().to_string();
    assert!(said.contains("is \"garbage ") && said.contains("a piece's letter"), "{said}");

    let ended = (0..).map(|seed| under_fire(rules, seed, 50)).find(|replay| {
        replay.result.is_lost() && matches!(replay.events.last(), Some(GameEvent::Garbage(_)))
    });
    let mut ended = ended.unwrap();
    ended.events.extend(ended.events.last().cloned());
    let said = ended.verify().unwrap_err().to_string();
    assert!(said.starts_with("garbage before placement "), "{said}");
    assert!(said.contains("the game is over"), "{said}");

    // The same in the binary form: no rows, more than there are, full ones, and none at all.
    let bytes = honest.to_bytes().unwrap();
    let body = bytes.len() - 8;
    let words = body - 2 * words_of(&honest);
    let mut at = words;
    while bytes[at..at + 2] != [0x80, 0x01] {
        at += 2;
    }
    let refused = |from: usize, word: u16| {
        let mut changed = bytes.clone();
        changed[from..from + 2].copy_from_slice(&word.to_le_bytes());
        let sum = crate::checksum(&changed[..body]);
        changed[body..].copy_from_slice(&sum.to_le_bytes());
        read(&changed).unwrap_err().to_string()
    };
    assert!(refused(at + 2, 0).contains(": 0 rows, expected 1 to "));
    assert!(refused(at + 2, 9999).contains(": 9999 rows, expected 1 to "));
    assert!(refused(at + 4, 0x3FF).contains("row 0x03ff, expected one 10 wide"));
    assert!(refused(at + 4, 0x8001).contains("row 0x8001"));
    assert!(refused(body - 2, 0x180).contains("nothing more, expected the number of rows"));
    let mut old = bytes.clone();
    old[7] = 1;
    let sum = crate::checksum(&old[..body]);
    old[body..].copy_from_slice(&sum.to_le_bytes());
    let said = read(&old).unwrap_err().to_string();
    assert!(said.contains("0x0180 is not a placement"), "{said}");
}

/// How many words of two bytes the events take.
fn words_of(replay: &Replay) -> usize {
    let words = |event: &GameEvent| match event {
        GameEvent::Placement(_) => 1,
        GameEvent::Garbage(rows) => 2 + rows.len(),
    };
    replay.events.iter().map(words).sum()
}
