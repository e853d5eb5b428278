//! Reviews of games, made in a worker by the same code as `minolab review`.

use minolab_agents::{Agent, catalog::Reference};
use minolab_arena::replay;
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

/// Grades a person's game; each placement is handed over as soon as it is graded.
pub fn review(
    game: &str,
    judge: &Reference<Agent>,
    nodes: u64,
    mut on_graded: impl FnMut(Answer),
) -> Result<Answer, String> {
    let game = replay::read(game.as_bytes()).map_err(|error| error.to_string())?;
    let mut judge = found(judge)?;
    // Nodes give the same verdict every time; who has no budget looks as far as it always does.
    if judge.search.has_budget() {
        judge.search.limit_nodes(nodes);
    }
    let curve = shipped::of(&judge, game.mode);
    let unit = curve.map(|curve| &curve.unit[..]);
    let review = grade_all(&game, &judge, curve, &mut |index, graded| {
        let verdict = match graded {
            Some(graded) => MoveVerdict {
                puzzle: unit
                    .and_then(|unit| Puzzle::of_mistake(graded, &game.rules, game.mode, unit)),
                ..verdict(graded)
            },
            None => MoveVerdict { index, ..MoveVerdict::default() },
        };
        on_graded(Answer::Graded(Box::new(verdict)));
    });
    let review = review.map_err(|error| error.to_string())?;
    let points = review.turning_points(TURNING_POINTS);
    Ok(Answer::Reviewed(Box::new(Figures {
        summary: summary(&review, &game),
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
        index: graded.index,
        position: Some((&graded.before).into()),
        choice: Some(graded.choice),
        best: Some(graded.best),
        line: graded.line.to_vec(),
        grade: graded.grade.map(|grade| grade.name().into()),
        loss: graded.loss,
        is_only: graded.is_only,
        difficulty: graded.difficulty.map_or(String::new(), |difficulty| difficulty.words()),
        is_odd: graded.is_odd(),
        puzzle: None,
        facts: graded.facts.iter().map(|fact| (fact.to_string(), fact.cells.clone())).collect(),
        rank: graded.rank,
        choices: graded.choices,
        reasons: graded.reasons.iter().map(|&(name, share)| (name.into(), share)).collect(),
        keys: (graded.keys, graded.pressed),
    }
}
