//! Exercises made by the engine: each can be done, since the engine has done it.

use minolab_agents::shipped as agents;
use minolab_engine::{
    Limits, Position,
    perfect::{Solver, Verdict},
};
use minolab_rules::{
    Board, Choice, Game, GarbageRow, Painted, Piece, Ruleset, Setup, Spin, State,
    random::SplitMix64, shipped,
};

use super::exercise::{Drill, Exercise, garbage_rows};
use crate::{Sheet, in_words_at};

/// By which rules exercises are played.
const RULES: &str = "guideline";
/// Positions looked at for each piece of a game that leads to a T-spin.
const NODES: u64 = 1500;
/// The same while garbage is dug away.
const DIGGING_NODES: u64 = 3000;
/// Pieces of such a game, and of the digging of garbage, at most.
const MOST_PIECES: u64 = 90;
/// Positions looked at for a perfect clear, and what the solver may remember of them.
const SOLVER_NODES: u64 = 300_000;
const MEMORY: usize = 16 << 20;
/// Seeds tried until one has such an exercise.
const TRIES: u64 = 40;

/// The rules that exercises are played by.
pub fn rules() -> &'static Ruleset {
    shipped::get(RULES).expect("a shipped ruleset")
}

/// An exercise of this skill and level; another seed, another exercise.
pub fn make(skill: Drill, level: u64, seed: u64) -> Option<Exercise> {
    let rules = rules();
    let made = |seed: u64| match skill {
        Drill::TSpins => t_spin(rules, level as usize, seed),
        Drill::PerfectClears => perfect_clear(rules, level as usize, seed),
        Drill::Downstacking => garbage(rules, level as usize, seed),
    };
    // The same seeds come again for no other exercise.
    (0..TRIES).find_map(|turn| made(seed.wrapping_mul(TRIES).wrapping_add(turn)))
}

/// The exercise of this state with the engine's line.
fn exercise(
    skill: Drill,
    rules: &Ruleset,
    state: &State,
    seed: u64,
    line: Vec<Choice>,
) -> Option<Exercise> {
    let position = Setup::from(state);
    // As it will be read.
    let mut game =
        Game::from_state(rules.clone(), State::from_setup(rules, position.clone()).ok()?, seed);
    let mut names = Vec::new();
    for &choice in &line {
        names.push(in_words_at(choice, game.state(), rules));
        game.play(choice).ok()?;
    }
    Some(Exercise { skill, rules: rules.name.clone(), position, seed, line, names })
}

/// A game of the engine's, so many pieces before a T-spin that it makes.
fn t_spin(rules: &Ruleset, pieces: usize, seed: u64) -> Option<Exercise> {
    let mut player = agents::get("blitz")?.player(rules);
    let mut game = Game::new(rules.clone(), seed);
    let limits = Limits { nodes: Some(NODES), ..Limits::default() };
    let quiet = 5 + seed % 14;
    let mut past: Vec<(State, Choice)> = Vec::new();
    for turn in 0..MOST_PIECES {
        let state = *game.state();
        let decision = player.rank(&Position::new(&state), limits, &mut |_| ())?;
        let choice = decision.ranked.first()?.choice;
        let clear = game.play(choice).ok()?;
        past.push((state, choice));
        let is_spin = clear.spin == Spin::Full && choice.placement.piece == Piece::T;
        if !is_spin || clear.lines < 2 {
            continue;
        }
        let way = past.len().checked_sub(pieces).map(|first| past.split_off(first));
        if let Some(way) = way.filter(|_| turn > quiet) {
            let line = way.iter().map(|&(_, choice)| choice).collect();
            return exercise(Drill::TSpins, rules, &way.first()?.0, seed, line);
        }
        past.clear();
    }
    None
}

/// The last pieces of a perfect clear from the empty board.
fn perfect_clear(rules: &Ruleset, pieces: usize, seed: u64) -> Option<Exercise> {
    let start = *Game::new(rules.clone(), seed).state();
    let far = Ruleset { previews: 10, ..rules.clone() };
    let all = Game::from_state(far.clone(), start, seed);
    let mut solver = Solver::with_memory(&far, MEMORY);
    let Verdict::Solved(choices) = solver.lowest(all.state(), SOLVER_NODES) else { return None };
    let before = choices.len().checked_sub(pieces)?;
    let mut game = Game::from_state(rules.clone(), start, seed);
    for &choice in &choices[..before] {
        game.play(choice).ok()?;
    }
    // From here on the pieces out of sight are others: a line that needs them is refused there.
    exercise(Drill::PerfectClears, rules, game.state(), seed, choices[before..].to_vec())
}

/// Garbage with a hole in each row, never below the one above, and how the engine digs it away.
fn garbage(rules: &Ruleset, rows: usize, seed: u64) -> Option<Exercise> {
    let mut random = SplitMix64(seed ^ 0x6761_7262);
    let mut board = Board::empty(rules.width as usize);
    let mut last = usize::MAX;
    for y in 0..rows {
        let mut hole = (random.next() % rules.width as u64) as usize;
        if hole == last {
            hole = (hole + 1) % rules.width as usize;
        }
        let row = GarbageRow::with_hole(rules.width as usize, hole)?;
        board.set_row(y, row.cells());
        last = hole;
    }
    let setup = Setup { board, ..Setup::from(Game::new(rules.clone(), seed).state()) };
    let state = State::from_setup(rules, setup.clone()).ok()?;
    let mut painted: Painted = Sheet::new(setup).painted().clone();
    let mut game = Game::from_state(rules.clone(), state, seed);
    let mut player = agents::get("sprint")?.player(rules);
    let limits = Limits { nodes: Some(DIGGING_NODES), ..Limits::default() };
    let mut line = Vec::new();
    while garbage_rows(&painted) > 0 {
        let decision = player.rank(&Position::new(game.state()), limits, &mut |_| ())?;
        let choice = decision.ranked.first()?.choice;
        game.play(choice).ok()?;
        painted.place(rules, choice.placement);
        line.push(choice);
        if line.len() as u64 > MOST_PIECES {
            return None;
        }
    }
    exercise(Drill::Downstacking, rules, &state, seed, line)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Attempt, ExerciseState};

    /// The engine's own line does what is asked, by the rules and with the pieces that come.
    #[test]
    fn every_exercise_is_done_by_its_line() {
        for skill in Drill::ALL {
            for &(level, name) in skill.levels() {
                for seed in 0..3 {
                    let made = make(skill, level, seed).unwrap_or_else(|| panic!("{name} {seed}"));
                    let (rules, state, mut painted) = made.start().unwrap();
                    let mut game = Game::from_state(rules.clone(), state, made.seed);
                    let mut attempt = Attempt::default();
                    for (index, &choice) in made.line.iter().enumerate() {
                        assert_eq!(attempt.outcome, ExerciseState::Going, "{made:?} {index}");
                        let clear = game.play(choice).unwrap_or_else(|e| panic!("{made:?}: {e}"));
                        painted.place(&rules, choice.placement);
                        let placed = choice.placement;
                        let effect = (placed.piece, placed.spin, clear.lines, clear.all_clear);
                        attempt.land(&made, effect, &painted);
                    }
                    assert_eq!(attempt.outcome, ExerciseState::Done, "{made:?}");
                    assert_eq!(made.names.len(), made.line.len());
                    if skill != Drill::Downstacking {
                        assert_eq!(made.line.len() as u64, level, "{name}");
                    }
                    let text = serde_json::to_string(&made).unwrap();
                    assert_eq!(serde_json::from_str::<Exercise>(&text).unwrap(), made);
                }
            }
        }
        let (a, b) = (make(Drill::Downstacking, 8, 1), make(Drill::Downstacking, 8, 2));
        assert_ne!(a.unwrap().position, b.unwrap().position);
    }
}
