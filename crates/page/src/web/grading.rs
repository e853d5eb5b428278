//! Reviews of games, made in a worker by the same code as `minolab review`.

use minolab_agents::{Agent, catalog::Reference};
use minolab_arena::replay::{self, Replay};
use minolab_study::{
    calibrate::shipped,
    coach::{Grade, summary},
    puzzle::Puzzle,
    review::{Graded, review as grade_all},
};

use super::lane::found;
use crate::{Answer, Figures, MoveVerdict};

/// How many turning points are named.
const TURNING_POINTS: usize = 8;

/// Positions looked at for each placement in the first pass over a game.
const FIRST: u64 = 400;

/// Grades a person's game: first in short, so that every placement soon has a grade, then as far as is
/// wanted. Each placement is handed over as soon as it is graded.
pub fn review(
    game: &str,
    judge: &Reference<Agent>,
    nodes: u64,
    mut on_graded: impl FnMut(Answer),
) -> Result<Answer, String> {
    let game = replay::read(game.as_bytes()).map_err(|error| error.to_string())?;
    let mut judge: Agent = found(judge)?;
    // Nodes give the same verdict every time; who has no budget looks as far as it always does.
    if judge.search.has_budget() {
        if FIRST < nodes {
            judge.search.limit_nodes(FIRST);
            let first = pass(&game, &judge, false, &mut on_graded)?;
            on_graded(first);
        }
        judge.search.limit_nodes(nodes);
    }
    pass(&game, &judge, true, &mut on_graded)
}

/// One pass over a game, the last one or not.
fn pass(
    game: &Replay,
    judge: &Agent,
    is_final: bool,
    on_graded: &mut impl FnMut(Answer),
) -> Result<Answer, String> {
    let curve = shipped::of(judge, game.mode);
    let unit = curve.map(|curve| &curve.unit[..]);
    let review = grade_all(game, judge, curve, &mut |index, graded| {
        let puzzle = graded
            .zip(unit)
            .and_then(|(graded, unit)| Puzzle::of_mistake(graded, &game.rules, game.mode, unit));
        let verdict = graded.map_or_else(MoveVerdict::default, verdict);
        let verdict = MoveVerdict { index, is_final, puzzle, ..verdict };
        on_graded(Answer::Graded(Box::new(verdict)));
    });
    let review = review.map_err(|error| error.to_string())?;
    let points = review.turning_points(TURNING_POINTS);
    Ok(Answer::Reviewed(Box::new(Figures {
        is_final,
        summary: summary(&review, game),
        unit: review.unit.clone(),
        budget: review.budget.clone(),
        accuracy: review.accuracy.map(|accuracy| (accuracy, review.accuracy_ci95)),
        loss: review.loss().mean,
        grades: Grade::ALL.map(|grade| (grade.name().into(), review.count(grade))).into(),
        faults: review.finesse.map(|finesse| (finesse.faults, finesse.extra_presses)),
        turning_points: points.iter().map(|graded| graded.index).collect(),
    })))
}

fn verdict(graded: &Graded) -> MoveVerdict {
    MoveVerdict {
        position: Some((&graded.before).into()),
        choice: Some(graded.choice),
        best: Some(graded.best),
        line: graded.line.to_vec(),
        grade: graded.grade.map(|grade| grade.name().into()),
        loss: graded.loss,
        is_only: graded.is_only,
        difficulty: graded.difficulty.map_or(String::new(), |difficulty| difficulty.words()),
        is_odd: graded.is_odd(),
        facts: graded.facts.iter().map(|fact| (fact.to_string(), fact.cells.clone())).collect(),
        rank: graded.rank,
        choices: graded.choices,
        reasons: graded.reasons.iter().map(|&(name, share)| (name.into(), share)).collect(),
        keys: (graded.keys, graded.pressed),
        ..MoveVerdict::default()
    }
}
