//! A run has the same result on any threads and machines, in any order.

use std::sync::atomic::AtomicBool;

use minolab_agents::shipped as agents;
use minolab_rules::shipped;

use super::*;
use crate::{
    Learn, Objective, ObjectiveKind, OptimizerSettings, Play, Race, Start, Trainer, TrainerEvent,
    TrainingCheckpointError, checkpoint,
    optimizer::{CmaesSettings, EsSettings, GaSettings, PsoMode, PsoSettings},
};

fn training(optimizer: OptimizerSettings, race: Option<Race>) -> Training {
    let objective = Objective { pieces: Some(40), ..Objective::new(ObjectiveKind::Lines) };
    Training {
        seed: 3,
        generations: 3,
        games: 5,
        race,
        validation: 4,
        held_out: 4,
        known: None,
        learn: Learn { start: Start::Zero, spread: 1.0, ..Learn::default() },
        optimizer,
        objective,
        rules: shipped::get("classic").unwrap().clone().with_size(10, 10).unwrap(),
        agent: agents::get("lee").unwrap().clone(),
    }
}

fn trainings() -> Vec<Training> {
    let swarm = PsoSettings { population: 8, window: 3, ..PsoSettings::default() };
    let swarm = OptimizerSettings::Pso(PsoSettings { mode: PsoMode::Asynchronous, ..swarm });
    let genetic = OptimizerSettings::Ga(GaSettings { population: 8, ..GaSettings::default() });
    let race = Race { first: 2, keep: 0.5, errors: 1.0 };
    vec![
        training(genetic.clone(), None),
        training(genetic, Some(race)),
        training(swarm, None),
        training(OptimizerSettings::Cmaes(CmaesSettings::default()), None),
        training(
            OptimizerSettings::Es(EsSettings { population: 6, ..EsSettings::default() }),
            Some(race),
        ),
    ]
}

/// Plays a run alone, the last requested game first; `before` may replace it before every game.
fn alone(
    mut run: TrainingRun,
    before: &mut dyn FnMut(TrainingRun) -> TrainingRun,
) -> (Vec<LogLine>, TrainingRun) {
    let play = Play::new(run.training());
    let (mut lines, mut asked) = (Vec::new(), Vec::new());
    loop {
        match run.advance() {
            Next::Line(line) => lines.push(line),
            Next::End => return (lines, run),
            Next::Wait => {
                asked.extend(std::iter::from_fn(|| run.task()));
                let task: Task = asked.pop().expect("it waits for requested games");
                let mut player = play.player(&task.agent);
                let score = play.one(task.seed, &mut player, &mut || Some(7)).unwrap();
                run.note(task.key, task.game, score);
                let generation = run.generations();
                run = before(run);
                assert_eq!(run.generations(), generation);
                if run.players.is_empty() {
                    // It was interrupted and requests them again.
                    asked.clear();
                }
            }
        }
    }
}

fn threaded(training: Training) -> (Vec<LogLine>, Trainer) {
    let mut trainer = Trainer::new(training).unwrap();
    let mut lines = Vec::new();
    let mut each = |event: TrainerEvent| {
        if let TrainerEvent::Line(line) = event {
            lines.push(line.clone());
        }
        Ok::<(), ()>(())
    };
    trainer.run(3, &AtomicBool::new(false), &mut each).unwrap();
    (lines, trainer)
}

#[test]
fn the_order_of_games_and_interruptions_change_nothing() {
    for training in trainings() {
        let (expected, trainer) = threaded(training.clone());
        assert_eq!(expected.len(), 5);
        let (lines, run) = alone(TrainingRun::new(training.clone()).unwrap(), &mut |run| run);
        assert_eq!(lines, expected);
        assert_eq!(run.agent().unwrap().unwrap(), trainer.champion().unwrap().unwrap());
        // Interrupted and resumed after every fifth game.
        let mut games = 0;
        let mut leave = |run: TrainingRun| {
            games += 1;
            if games % 5 > 0 {
                return run;
            }
            let bytes = checkpoint::write(&training, 9, run.standing());
            let (logged, standing) = checkpoint::read(&training, &bytes).unwrap();
            assert_eq!(logged, 9);
            TrainingRun::resume(training.clone(), standing).unwrap()
        };
        let (lines, _) = alone(TrainingRun::new(training.clone()).unwrap(), &mut leave);
        assert_eq!(lines, expected);
    }
}

#[test]
fn there_is_an_agent_before_the_end() {
    let training = trainings().swap_remove(0);
    let mut run = TrainingRun::new(training.clone()).unwrap();
    assert!(run.agent().is_none());
    let play = Play::new(&training);
    while run.generations() == 0 {
        run.advance();
        while let Some(task) = run.task() {
            let mut player = play.player(&task.agent);
            let score = play.one(task.seed, &mut player, &mut || Some(100)).unwrap();
            run.note(task.key, task.game, score);
        }
    }
    let agent = run.agent().unwrap().unwrap();
    assert_eq!(agent.name, "lee-ga");
    assert!(agent.provenance.contains_key("validation"));
    assert!(!agent.provenance.contains_key("held_out"));
    // These were not requested.
    let score = Score { fitness: 1.0, pieces: 1, lines: 1, occupancy: vec![] };
    run.note(12345, 0, score.clone());
    run.note(CHALLENGER, 99, score);
}

#[test]
fn checkpoints_are_of_their_settings_and_whole() {
    let training = trainings().swap_remove(0);
    let run = TrainingRun::new(training.clone()).unwrap();
    let bytes = checkpoint::write(&training, 0, run.standing());
    let error = |training: &Training, bytes: &[u8]| checkpoint::read(training, bytes).unwrap_err();
    assert_eq!(error(&training, b"{}"), TrainingCheckpointError::Foreign);
    assert_eq!(error(&training, &bytes[..12]), TrainingCheckpointError::Short);
    assert_eq!(error(&training, &bytes[..bytes.len() - 1]), TrainingCheckpointError::Damaged);
    let other = Training { seed: 4, ..training };
    assert_eq!(error(&other, &bytes), TrainingCheckpointError::Settings);
}

#[test]
fn what_no_run_comes_to_is_refused() {
    let training = trainings().swap_remove(0);
    let standing = TrainingRun::new(training.clone()).unwrap().standing;
    let refused = |change: &dyn Fn(&mut Standing), expected: &str| {
        let mut standing = standing.clone();
        change(&mut standing);
        let bytes = checkpoint::write(&training, 0, &standing);
        let error = checkpoint::read(&training, &bytes).unwrap_err().to_string();
        assert!(error.contains(expected), "{error}");
    };
    let score = |pieces, occupancy| Some(Score { fitness: 1.0, pieces, lines: 0, occupancy });
    refused(&|s| s.generations = 4, "complete generations: 4, expected 3");
    refused(&|s| s.generations = 2, "an optimiser at generation 0, expected 2");
    refused(&|s| s.games = u64::MAX, "games: 18446744073709551615");
    refused(&|s| s.pieces = u64::MAX, "pieces: 18446744073709551615");
    refused(&|s| _ = s.scores.insert(0, vec![None; 6]), "games of one player: 6, expected 5");
    refused(&|s| _ = s.scores.insert(CHALLENGER, vec![None; 5]), "5, expected 4");
    let huge = vec![score(u64::MAX, vec![])];
    refused(&|s| _ = s.scores.insert(0, huge.clone()), "pieces of a game: 18446744073709551615");
    let odd = vec![score(1, vec![7; 3])];
    refused(&|s| _ = s.scores.insert(0, odd.clone()), "[7, 7, 7], expected 16 counts or none");
    let told = vec![(1.0, vec![1.0], vec![])];
    refused(&|s| _ = s.told.insert(0, told.clone()), "a candidate of 1 numbers, expected");
    let figure = Estimate { mean: 1.0, se: 0.0, n: 1 };
    let champion = Champion { point: vec![], generation: 1, validation: figure };
    refused(&|s| s.champion = Some(champion.clone()), "a champion of 0 numbers");
    refused(&|s| s.challenger = Some((vec![], figure)), "a challenger of 0 numbers");
    let end = TrainingEnd {
        held_out: figure,
        given: figure,
        gain: figure,
        gain_ci95: [0.0; 2],
        games: 1,
        pieces: 1,
    };
    refused(&|s| s.end = Some(end), "an end after 0, expected 3");
    // Without a champion there is nothing to measure in the end: it would wait forever.
    let (_, mut run) = alone(TrainingRun::new(training.clone()).unwrap(), &mut |run| run);
    run.standing.champion = None;
    let bytes = checkpoint::write(&training, 0, run.standing());
    let error = checkpoint::read(&training, &bytes).unwrap_err().to_string();
    assert!(error.contains("no champion after 3, expected one"), "{error}");
}

#[test]
fn numbers_that_no_memory_holds_are_refused() {
    let refused = |change: &dyn Fn(&mut Training), expected: &str| {
        let mut training = trainings().swap_remove(0);
        change(&mut training);
        assert_eq!(training.check().unwrap_err().to_string(), expected);
    };
    refused(&|t| t.games = 1_000_001, "games is 1000001, expected at most 1000000");
    refused(&|t| t.validation = 1_000_001, "validation is 1000001, expected at most 1000000");
    refused(&|t| t.held_out = 1_000_001, "held_out is 1000001, expected at most 1000000");
    refused(&|t| t.held_out = 1, "held_out is 1, expected at least 2");
    refused(&|t| t.known = Some(10_001), "known is 10001, expected at most 10000");
    let expected = "seed is 9223372036854775808, expected less than 9223372036854775808";
    refused(&|t| t.seed = 1 << 63, expected);
}
