//! Run files and checkpoints of training.

use std::sync::LazyLock;

use minolab_agents::{catalog::Source, shipped as agents};
use minolab_rules::shipped;
use minolab_train::{
    Learn, Next, Objective, ObjectiveKind, OptimizerSettings, Race, RunFile, Score, Start,
    Training, TrainingRun, checkpoint,
    optimizer::{
        CemSettings, CmaesSettings, EsSettings, GaSettings, PsoMode, PsoSettings, SweepSettings,
    },
};

/// A run file that can be read, as by a server, survives a round trip, and can be run.
pub fn fuzz_training(data: &[u8]) {
    let Ok(text) = std::str::from_utf8(data) else { return };
    match RunFile::from_toml(text).and_then(|file| file.training(Source::Shipped)) {
        Ok(training) => {
            let written = training.to_toml();
            let read = Training::from_toml(&written).map(|training| training.to_toml());
            assert_eq!(read.unwrap(), written);
            let mut run = TrainingRun::new(training).expect("it was just checked");
            assert!(matches!(run.advance(), Next::Line(_)));
        }
        Err(error) => assert!(!error.to_string().is_empty()),
    }
}

/// A checkpoint that can be read survives a round trip, and its run continues to its end.
///
/// The first byte selects the training. The checksum is repaired, so that the content is tested.
pub fn fuzz_training_checkpoint(data: &[u8]) {
    let Some((&first, bytes)) = data.split_first() else { return };
    let training = &TRAININGS[first as usize % TRAININGS.len()];
    let bytes = crate::with_checksum(bytes);
    let (logged, standing) = match checkpoint::read(training, &bytes) {
        Ok(read) => read,
        Err(error) => return assert!(!error.to_string().is_empty()),
    };
    let written = checkpoint::write(training, logged, &standing);
    let (logged, again) = checkpoint::read(training, &written).expect("it was just written");
    // As bytes: NaN equals nothing.
    assert_eq!(checkpoint::write(training, logged, &again), written);
    let mut run = TrainingRun::resume(training.clone(), standing).expect("it was just checked");
    run.fraction();
    play(&mut run, u64::MAX);
    assert!(run.end().is_some(), "it stops before its end");
}

/// Continues with scores made up from the seeds of the games, for at most this many games.
fn play(run: &mut TrainingRun, mut games: u64) {
    let has_occupancy = matches!(run.training().optimizer, OptimizerSettings::Sweep(_));
    loop {
        match run.advance() {
            Next::Line(_) => {}
            Next::End => return,
            Next::Wait => {
                let task = run.task().expect("it waits for requested games");
                let pieces = task.seed % 97;
                let occupancy = if has_occupancy { vec![pieces / 16; 16] } else { Vec::new() };
                let score = Score { fitness: pieces as f64, pieces, lines: pieces / 3, occupancy };
                run.note(task.key, task.game, score);
                games -= 1;
                if games == 0 {
                    return;
                }
            }
        }
    }
}

fn training(optimizer: OptimizerSettings, race: Option<Race>) -> Training {
    let objective = Objective { pieces: Some(40), ..Objective::new(ObjectiveKind::Lines) };
    Training {
        seed: 3,
        generations: 3,
        games: 3,
        race,
        validation: 2,
        held_out: 2,
        known: None,
        learn: Learn {
            weights: vec!["holes".into(), "lines".into()],
            start: Start::Zero,
            spread: 1.0,
            ..Learn::default()
        },
        optimizer,
        objective,
        rules: shipped::get("classic").expect("it is shipped").clone(),
        agent: agents::get("lee").expect("it is shipped").clone(),
    }
}

static TRAININGS: LazyLock<Vec<Training>> = LazyLock::new(|| {
    let swarm = |mode| {
        OptimizerSettings::Pso(PsoSettings {
            population: 5,
            window: 3,
            mode,
            ..PsoSettings::default()
        })
    };
    let race = Race { first: 2, keep: 0.5, errors: 1.0 };
    let genetic = OptimizerSettings::Ga(GaSettings { population: 4, ..GaSettings::default() });
    let values = vec![-1.0, 0.0, 1.5];
    vec![
        training(genetic.clone(), None),
        training(genetic, Some(race)),
        training(
            OptimizerSettings::Es(EsSettings { population: 4, ..EsSettings::default() }),
            None,
        ),
        training(swarm(PsoMode::Generational), None),
        training(swarm(PsoMode::Asynchronous), None),
        training(
            OptimizerSettings::Cem(CemSettings { population: 4, ..CemSettings::default() }),
            None,
        ),
        training(OptimizerSettings::Cmaes(CmaesSettings::default()), None),
        training(
            OptimizerSettings::Sweep(SweepSettings { values, ..SweepSettings::default() }),
            None,
        ),
    ]
});

pub(crate) fn seeds() -> Vec<String> {
    let whole = TRAININGS.iter().map(Training::to_toml);
    // As people write them: names, and most left out.
    let short = [
        include_str!("../../docs/experiments/browser-genetic.toml"),
        include_str!("../../docs/experiments/one-ply.toml"),
        "agent = 'blitz'\nset = { 'search.nodes' = 20 }\nrules = 'tetrio'\nknown = 3\n[learn]\nstart = 'zero'\n",
    ];
    whole.chain(short.map(String::from)).collect()
}

/// Every training, interrupted at its start, after some games and at its end.
pub(crate) fn checkpoint_seeds() -> Vec<Vec<u8>> {
    let mut seeds = Vec::new();
    for (number, training) in TRAININGS.iter().enumerate() {
        for games in [1, 17, u64::MAX] {
            let mut run = TrainingRun::new(training.clone()).expect("the settings are sound");
            play(&mut run, games);
            let bytes = checkpoint::write(training, 9, run.standing());
            assert_eq!(crate::with_checksum(&bytes), bytes, "it has its checksum already");
            seeds.push([&[number as u8], &bytes[..]].concat());
        }
    }
    seeds
}
