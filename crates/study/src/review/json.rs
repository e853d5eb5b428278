//! A review as JSON, for programs.

use minolab_arena::replay::Replay;
use minolab_rules::Choice;
use serde_json::{Map, Value, json};

use super::{Graded, Review};
use crate::{
    coach::{Grade, summary},
    setups::Appearance,
};

/// The review under the names that `minolab review --json` prints.
pub fn json(found: &Review, replay: &Replay) -> Value {
    let grades: Map<String, Value> =
        Grade::ALL.iter().map(|&grade| (grade.name().into(), json!(found.count(grade)))).collect();
    let placement = |graded: &Graded| {
        let terms: Map<String, Value> =
            graded.reasons.iter().map(|&(name, share)| (name.into(), json!(share))).collect();
        let setups: Vec<Value> = found
            .setups_at(graded.index)
            .iter()
            .map(|(stage, seen)| json!({ "name": seen.setup.name, "form": seen.form, "stage": stage }))
            .collect();
        let text = |line: &[Choice]| line.iter().map(ToString::to_string).collect::<Vec<_>>();
        json!({
            "index": graded.index,
            "piece": graded.choice.placement.piece.to_string(),
            "played": graded.choice.to_string(),
            "best": graded.best.to_string(),
            "loss": graded.loss,
            "loss_unit": found.unit,
            "grade": graded.grade,
            "only": graded.is_only,
            "difficulty": graded.difficulty,
            "reasons": graded.facts.iter().map(ToString::to_string).collect::<Vec<_>>(),
            "cells": graded.facts.iter().flat_map(|fact| &fact.cells).collect::<Vec<_>>(),
            "terms": terms,
            "rank": graded.rank.map(|rank| rank + 1),
            "choices": graded.choices,
            "best_score": graded.best_score,
            "keys": graded.keys,
            "best_keys": graded.best_keys,
            "pressed": graded.pressed,
            "line": text(&graded.line),
            "played_line": text(&graded.played_line),
            "setups": setups,
            "position": graded.before.to_string(),
        })
    };
    let appearance = |seen: &Appearance| {
        json!({
            "name": seen.setup.name,
            "title": seen.setup.title,
            "form": seen.form,
            "mirrored": seen.is_mirrored,
            "first": seen.first,
            "last": seen.last,
            "end": seen.end.name(),
            "count": seen.count,
        })
    };
    let setups: Option<Vec<Value>> =
        found.setups.as_ref().map(|setups| setups.iter().map(appearance).collect());
    let turning: Vec<u32> = found.turning_points(10).iter().map(|graded| graded.index).collect();
    json!({
        "player": found.player,
        "judge": found.judge,
        "budget": found.budget,
        "rules": replay.rules.name,
        "mode": replay.mode.to_string(),
        "seed": replay.seed,
        "end": replay.result.end,
        "summary": summary(found, replay),
        "loss_unit": found.unit,
        "accuracy": found.accuracy,
        "accuracy_ci95": found.accuracy_ci95,
        "loss": found.loss(),
        "grades": grades,
        "keys": found.graded.iter().map(|graded| graded.keys).sum::<u64>(),
        "finesse_faults": found.finesse.map(|finesse| finesse.faults),
        "presses_too_many": found.finesse.map(|finesse| finesse.extra_presses),
        "placements": found.graded.iter().map(placement).collect::<Vec<_>>(),
        "setups": setups,
        "turning_points": turning,
    })
}
