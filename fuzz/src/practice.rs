//! What the page's practice reads: puzzles, and how they were answered.

use minolab_study::{
    drill::Progress,
    puzzle::{self, Puzzle},
};

/// Puzzles that can be read read the same once written; one that opens is solved by its key.
pub fn fuzz_puzzles(data: &[u8]) {
    let Ok(text) = std::str::from_utf8(data) else { return };
    let found = match puzzle::read(text) {
        Ok(found) => found,
        Err(error) => return assert!(!error.is_empty()),
    };
    for puzzle in found {
        let written = serde_json::to_string(&puzzle).expect("it was just read");
        let again = puzzle::read(&written).expect("it was just written");
        assert_eq!(again, std::slice::from_ref(&puzzle));
        match puzzle.open() {
            Ok(open) => assert!(open.is_solved_by(open.key), "{written}"),
            Err(error) => assert!(!error.is_empty()),
        }
    }
}

/// Progress that can be read reads the same once written, also after more answers.
pub fn fuzz_progress(data: &[u8]) {
    let Ok(text) = std::str::from_utf8(data) else { return };
    let mut found = match Progress::from_json(text) {
        Ok(found) => found,
        Err(error) => return assert!(!error.is_empty()),
    };
    let round_trip = |progress: &Progress| {
        let read = Progress::from_json(&progress.to_json());
        assert_eq!(read.as_ref(), Ok(progress), "{}", progress.to_json());
    };
    round_trip(&found);
    let puzzles: Vec<&Puzzle> = puzzle::shipped().iter().take(20).collect();
    let mut day = 20_000.0;
    for turn in 0..4 {
        let Some(next) = found.next(&puzzles, day) else { break };
        found.answer(next, turn % 3 != 1, day);
        day += 5.0;
    }
    assert!(found.due(day) <= found.cards.len());
    round_trip(&found);
    let mut joined = Progress::default();
    joined.join(found);
    round_trip(&joined);
}

pub(crate) fn puzzle_seeds() -> Vec<String> {
    let line = |puzzle: &Puzzle| serde_json::to_string(puzzle).expect("it has only plain values");
    let mut lines: Vec<String> = puzzle::shipped().iter().step_by(20).map(line).collect();
    lines.push(lines[..2].join("\n"));
    lines
}

pub(crate) fn progress_seeds() -> Vec<String> {
    let mut progress = Progress::default();
    let mut seeds = vec![progress.to_json()];
    for (index, puzzle) in puzzle::shipped().iter().take(3).enumerate() {
        progress.answer(puzzle, index != 1, 20_000.0);
        progress.trained.entry("finesse".into()).or_default().add(true);
        seeds.push(progress.to_json());
    }
    seeds
}
