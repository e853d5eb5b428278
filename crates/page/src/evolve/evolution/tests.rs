//! A population in the page is the run of the command line.

use std::sync::atomic::AtomicBool;

use minolab_train::{Play, Trainer, TrainerEvent};

use super::*;

/// Plays on until so many generations are complete.
fn play(evolution: &mut Evolution, generations: u64) {
    let play = Play::new(evolution.run().training());
    while evolution.run().generations() < generations {
        let task = evolution.task().expect("it waits for games that it asked for");
        let mut player = play.player(&task.agent);
        let score = play.one(task.seed, &mut player, &mut || Some(u64::MAX)).unwrap();
        evolution.note(task.key, task.game, score);
    }
}

fn small(optimizer: &str) -> EvolveOrder {
    EvolveOrder {
        optimizer: optimizer.into(),
        population: Some(8),
        generations: 4,
        pieces: 100,
        validation: 3,
        held_out: 3,
        ..EvolveOrder::default()
    }
}

#[test]
fn it_is_the_run_of_the_command_line() {
    for (optimizer, _) in crate::optimizers() {
        let order = small(optimizer);
        let mut trainer = Trainer::new(order.training().unwrap()).unwrap();
        let mut means = Vec::new();
        let mut each = |event: TrainerEvent| {
            if let TrainerEvent::Line(LogLine::Generation(generation)) = event {
                means.push(generation.mean);
            }
            Ok::<(), ()>(())
        };
        trainer.run(2, &AtomicBool::new(false), &mut each).unwrap();
        let mut evolution = Evolution::new(order).unwrap();
        play(&mut evolution, 4);
        assert_eq!(evolution.curve().iter().map(|mark| mark.mean).collect::<Vec<_>>(), means);
        let (found, expected) = (evolution.champion().unwrap().unwrap(), trainer.champion());
        assert_eq!(found.weights, expected.unwrap().unwrap().weights);
    }
}

#[test]
fn saved_and_loaded_it_goes_on_to_the_same() {
    let mut evolution = Evolution::new(small("cmaes")).unwrap();
    play(&mut evolution, 2);
    let text = evolution.save();
    let mut loaded = Evolution::load(&text).unwrap();
    assert_eq!(loaded.save(), text);
    assert_eq!(loaded.measured(), evolution.measured());
    for evolution in [&mut evolution, &mut loaded] {
        play(evolution, 4);
    }
    assert_eq!(loaded.save(), evolution.save());
}

#[test]
fn foreign_files_are_refused() {
    let text = Evolution::new(small("ga")).unwrap().save();
    let error = |text: &str| Evolution::load(text).err().unwrap().to_string();
    assert!(error("hello").contains("no population"));
    assert!(error("{}").contains("format is \"\", expected \"minolab-population\""));
    assert!(error("{\"format\":\"minolab-replay\"}").contains("minolab-replay"));
    let version = format!("\"version\":\"{}\"", minolab_train::VERSION);
    assert!(error(&text.replace(&version, "\"version\":\"9.9\"")).contains("\"9.9\", expected"));
    assert!(error(&text.replace("population=8", "population=9")).contains("other settings"));
    assert!(error(&text.replace("population=8", "population=x")).contains("settings are wrong"));
    let run = text.rfind(":\"").unwrap() + 2;
    let flip = |at: usize, letter: &str| format!("{}{letter}{}", &text[..at], &text[at + 1..]);
    assert!(error(&flip(run, "0")).contains("not a training checkpoint"));
    assert!(error(&flip(run, "x")).contains("run does not fit"));
    let damaged = if &text[run + 60..run + 61] == "0" { "1" } else { "0" };
    assert!(error(&flip(run + 60, damaged)).contains("checksum"));
    let more = text.replace("\"curve\":[]", "\"curve\":[{\"best\":1,\"mean\":1,\"champion\":1}]");
    assert!(error(&more).contains("curve does not fit"));
}

/// The shipped population is what the default settings come to. To write it again after a change
/// that means to alter it: `MINOLAB_WRITE=1 cargo test -p minolab-page evolved`.
#[test]
fn the_evolved_population_is_generation_25_of_the_default() {
    let order = EvolveOrder { generations: 100, ..EvolveOrder::default() };
    let mut evolution = Evolution::new(order).unwrap();
    play(&mut evolution, 25);
    let text = evolution.save();
    if std::env::var_os("MINOLAB_WRITE").is_some() {
        let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../data/populations");
        std::fs::create_dir_all(path).unwrap();
        std::fs::write(format!("{path}/browser-genetic.json"), &text).unwrap();
        return;
    }
    let loaded = Evolution::evolved().unwrap();
    assert!(loaded.save() == text, "the shipped population is another one");
    let curve = loaded.curve();
    assert!(curve[24].mean > 10.0 * curve[0].mean);
}
