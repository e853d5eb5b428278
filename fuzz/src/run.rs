//! Checkpoints of a run.

use std::sync::{
    LazyLock,
    atomic::{AtomicBool, AtomicU64, Ordering},
};

use minolab_arena::{Checkpoint, Extent, GameRun, Shard, join};
use minolab_engine::{Decision, Limits, Player, Position, Report, Search};
use minolab_rules::{Choice, Mode, Ruleset, placements, shipped};

/// A checkpoint that can be read survives a round trip, and can be reported on and resumed.
///
/// The first byte selects the run; the rest is what follows the run's settings in its file. The
/// checksum is repaired, so that the content is tested.
pub fn fuzz_run_checkpoint(data: &[u8]) {
    let Some((&first, rest)) = data.split_first() else { return };
    let (run, file, start) = &FILES[first as usize % FILES.len()];
    let bytes = crate::with_checksum(&[&file[..*start], rest].concat());
    let checkpoint = match Checkpoint::from_bytes(&bytes) {
        Ok(checkpoint) => checkpoint,
        Err(error) => return assert!(!error.to_string().is_empty()),
    };
    let written = checkpoint.to_bytes();
    let read = || Checkpoint::from_bytes(&written).expect("it was just written");
    assert_eq!(read().to_bytes(), written);
    join(vec![read()]).expect("one part belongs together");
    match run.resume(checkpoint, &first_placement, &AtomicBool::new(false), &mut |_| ()) {
        Ok(played) => assert!(played.is_complete),
        Err(error) => assert!(!error.to_string().is_empty()),
    }
}

/// Takes the first placement.
struct First(u64, Option<&'static Stop>);

struct Stop {
    left: AtomicU64,
    flag: AtomicBool,
}

impl Search for First {
    fn choose(&mut self, rules: &Ruleset, position: &Position) -> Option<Choice> {
        let state = position.state;
        self.0 += 1;
        if let Some(stop) = self.1
            && stop.left.fetch_sub(1, Ordering::Relaxed) <= 1
        {
            stop.flag.store(true, Ordering::Relaxed);
        }
        let list = placements::all(&state.board, rules, state.current?);
        Some(Choice { hold: false, placement: *list.first()? })
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
        self.0
    }
}

fn first_placement(rules: &Ruleset) -> Player {
    Player::new(rules, First(0, None))
}

/// Runs, the files they leave when they are stopped, and how much of a file the settings are.
static FILES: LazyLock<Vec<(GameRun, Vec<u8>, usize)>> = LazyLock::new(|| {
    let extents = [
        Extent { games: Some(30), pieces: None },
        Extent { games: None, pieces: Some(400) },
        Extent { games: Some(12), pieces: Some(300) },
    ];
    let rules = ["classic", "guideline", "tetrais"];
    let files = extents.into_iter().zip(rules).zip(0..).map(|((extent, rules), number)| {
        let run = GameRun {
            agent: "first".into(),
            identity: "first".into(),
            rules: shipped::get(rules).expect("it is shipped").clone(),
            mode: Mode::Marathon,
            seed: 7,
            known: (number == 1).then_some(30),
            extent,
            shard: Shard::new(1, 1 + number).expect("there is a first part"),
            threads: 1,
            counts_keys: number == 2,
            save: None,
            checkpoint: None,
        };
        let file = left(&run, number);
        let settings = settings_len(&file[16..]);
        (run, file, 16 + settings)
    });
    files.collect()
});

/// The file of a run that was stopped after some pieces.
fn left(run: &GameRun, number: u64) -> Vec<u8> {
    let folder = std::env::temp_dir();
    let path = folder.join(format!("minolab-fuzz-{}-{number}", std::process::id()));
    let run = GameRun { checkpoint: Some(path.clone()), ..run.clone() };
    let stop: &'static Stop =
        Box::leak(Box::new(Stop { left: AtomicU64::new(120), flag: AtomicBool::new(false) }));
    let make = move |rules: &Ruleset| Player::new(rules, First(0, Some(stop)));
    run.play(&make, &stop.flag, &mut |_| ()).expect("a run can be stopped");
    let bytes = std::fs::read(&path).expect("a stopped run leaves a checkpoint");
    // A left-over file would be harmless.
    let _ = std::fs::remove_file(&path);
    bytes
}

/// The length of a text in postcard's form: its own, seven bits per byte, and the text.
fn settings_len(bytes: &[u8]) -> usize {
    let digits = 1 + bytes.iter().take_while(|&&byte| byte >= 0x80).count();
    let length = |sum: usize, (at, &byte): (usize, &u8)| sum | (byte as usize & 0x7F) << (7 * at);
    digits + bytes[..digits].iter().enumerate().fold(0, length)
}

pub(crate) fn seeds() -> Vec<Vec<u8>> {
    let files = FILES.iter().zip(0..);
    files.map(|((_, file, start), number)| [&[number], &file[*start..]].concat()).collect()
}
