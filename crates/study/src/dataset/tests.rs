//! The tables against the games they were made from.

use std::{collections::HashMap, fs};

use minolab_arena::replay::Replay;
use minolab_engine::{Feature, Position, View, WellCosts};
use minolab_rules::Game;

use super::*;

/// Some games of an agent in a folder of their own.
fn played(name: &str, agent: &str, games: u64) -> (PathBuf, Vec<Replay>) {
    let folder = std::env::temp_dir().join(format!("minolab-study-{name}-{}", std::process::id()));
    fs::create_dir_all(&folder).unwrap();
    let agent = minolab_agents::shipped::get(agent).unwrap();
    let agent = agent.with_setting("search.ms", "1").unwrap_or_else(|_| agent.clone());
    let rules = minolab_rules::shipped::get(&agent.rules).unwrap();
    let mut replays = Vec::new();
    for seed in 1..=games {
        let mut game = Game::new(rules.clone(), seed);
        let mut replay = Replay::new(&game, "a, \"b\"", minolab_rules::Mode::Pieces(60));
        let mut player = agent.player(rules);
        while game.totals().pieces < 60
            && let Some(choice) = player.choose(&Position::new(game.state()))
        {
            game.play(choice).unwrap();
            replay.push(choice);
        }
        replay.set_result(&game);
        fs::write(folder.join(format!("game-{seed}.mino")), replay.to_bytes().unwrap()).unwrap();
        replays.push(replay);
    }
    (folder, replays)
}

/// The rows of a file without quoted line ends, by name.
fn rows(path: &Path) -> Vec<HashMap<String, String>> {
    let text = fs::read_to_string(path).unwrap();
    let mut lines = text.lines();
    let names: Vec<&str> = lines.next().unwrap().split(',').collect();
    let row = |line: &str| {
        let cells = line.split(',').map(String::from);
        names.iter().map(|name| name.to_string()).zip(cells).collect()
    };
    lines.map(row).collect()
}

#[test]
fn placements_say_what_happened() {
    let (folder, replays) = played("csv", "capstone-sprint", 3);
    let games = Games::find(&[&folder]).unwrap();
    assert_eq!(games.len(), 3);
    let exported =
        export(&games, Form::Csv, &folder, &AtomicBool::new(false), &mut |_| ()).unwrap();
    assert_eq!((exported.games, exported.placements), (3, 180));
    let rows = rows(&exported.placements_file);
    let mut at = rows.iter();
    for (game, replay) in replays.iter().enumerate() {
        let mut index = 0;
        replay
            .rebuild(|before, event, clear| {
                let (choice, clear) = (event.choice().unwrap(), clear.unwrap());
                let row = at.next().unwrap();
                index += 1;
                assert_eq!(row["game"], game.to_string());
                assert_eq!(row["index"], index.to_string());
                assert_eq!(row["held"], choice.hold.to_string());
                let placement = choice.placement;
                let text = format!("{}@{},{}{}", row["piece"], row["x"], row["y"], row["rotation"]);
                assert!(choice.to_string().contains(&text), "{text} {choice}");
                assert_eq!(row["spin"], placement.spin.name());
                assert_eq!(row["combo"], clear.combo.to_string());
                assert_eq!(row["all_clear"], clear.all_clear.to_string());
                assert_eq!(row["lines"], clear.lines.to_string());
                let mut after = before.clone();
                after.play(choice).unwrap();
                let points = after.totals().score - before.totals().score;
                assert_eq!(row["points"], points.to_string());
                let (position, costs) = (Position::new(after.state()), WellCosts::default());
                let view = View::new(&replay.rules, &position, &costs);
                for feature in [Feature::Holes, Feature::Bumpiness, Feature::MaxHeight] {
                    let expected = feature.of_position(&view);
                    assert_eq!(row[feature.name()], expected.to_string());
                }
                let keys = minolab_engine::KeyCounter::new(&replay.rules);
                let keys = keys.count(&replay.rules, before.state(), choice);
                assert_eq!(row["keys"], keys.to_string());
            })
            .unwrap();
    }
    fs::remove_dir_all(folder).unwrap();
}

#[test]
fn games_add_up_their_placements() {
    let (folder, replays) = played("sums", "blitz", 2);
    let games = Games::find(&[&folder]).unwrap();
    let exported =
        export(&games, Form::Csv, &folder, &AtomicBool::new(false), &mut |_| ()).unwrap();
    let placements = rows(&exported.placements_file);
    let text = fs::read_to_string(&exported.games_file).unwrap();
    assert!(text.contains("\"a, \"\"b\"\"\""), "{text}");
    fs::write(&exported.games_file, text.replace("\"a, \"\"b\"\"\"", "ab")).unwrap();
    for (row, replay) in rows(&exported.games_file).iter().zip(&replays) {
        let own = || placements.iter().filter(|p| p["game"] == row["game"]);
        let sum = |name: &str| own().map(|p| p[name].parse::<u64>().unwrap()).sum::<u64>();
        assert_eq!(row["score"], sum("points").to_string());
        assert_eq!(row["lines"], sum("lines").to_string());
        assert_eq!(row["keys"], sum("keys").to_string());
        assert_eq!(row["holds"], own().filter(|p| p["held"] == "true").count().to_string());
        assert_eq!(row["quad"], own().filter(|p| p["clear"] == "quad").count().to_string());
        assert_eq!(
            row["spin_double"].parse(),
            Ok(own().filter(|p| p["clear"] == "spin-double").count())
        );
        assert_eq!(row["seed"], replay.seed.to_string());
        assert_eq!(row["agent"], "ab");
    }
    fs::remove_dir_all(folder).unwrap();
}

#[test]
fn a_forged_game_is_left_out_by_name() {
    let (folder, replays) = played("forged", "lee", 2);
    let mut forged = replays[1].clone();
    forged.result.totals.lines += 1;
    fs::write(folder.join("game-2.mino"), forged.to_bytes().unwrap()).unwrap();
    let games = Games::find(&[&folder]).unwrap();
    let left_out = |what: &str| {
        let stop = AtomicBool::new(false);
        let exported = export(&games, Form::Csv, &folder, &stop, &mut |_| ()).unwrap();
        let [error] = exported.skipped.as_slice() else { panic!("{exported:?}") };
        let error = error.to_string();
        assert!(error.contains("game-2.mino") && error.contains(what), "{error}");
        // Not one row of it.
        let games = fs::read_to_string(&exported.games_file).unwrap();
        assert_eq!((exported.games, games.lines().count()), (1, 2));
        assert_eq!(rows(&exported.placements_file).len(), replays[0].placements());
    };
    left_out("lines is");
    for broken in [&b"MINO"[..], b""] {
        fs::write(folder.join("game-2.mino"), broken).unwrap();
        left_out("not a replay");
    }
    // Nothing is left to export, and what was exported before stays.
    fs::write(folder.join("game-1.mino"), b"").unwrap();
    let before = fs::read(folder.join("games.csv")).unwrap();
    let failed = |stop| {
        let stop = AtomicBool::new(stop);
        export(&games, Form::Csv, &folder, &stop, &mut |_| ()).unwrap_err().to_string()
    };
    assert!(failed(false).contains("game-1.mino"));
    assert!(failed(true).contains("stopped"));
    assert_eq!(fs::read(folder.join("games.csv")).unwrap(), before);
    let names = fs::read_dir(&folder).unwrap().map(|entry| entry.unwrap().file_name());
    assert_eq!(names.filter(|name| name.to_string_lossy().ends_with(".new")).count(), 0);
    fs::remove_dir_all(&folder).unwrap();
    assert!(Games::find(&[&folder]).unwrap().iter().next().unwrap().is_err());
}

#[test]
fn every_column_is_documented() {
    let formats = include_str!("../../../../docs/FORMATS.md");
    let check = |name: &str, kind: Kind, nullable: bool| {
        let null = if nullable { ", or empty" } else { "" };
        let line = format!("| `{name}` | {}{null} |", kind.name());
        assert!(formats.contains(&line), "docs/FORMATS.md has no {line:?}");
    };
    for column in placements::columns().iter().filter(|c| Feature::from_name(c.name).is_none()) {
        check(column.name, column.kind, column.nullable);
    }
    for column in games::columns() {
        check(column.name, column.kind, column.nullable);
    }
}
