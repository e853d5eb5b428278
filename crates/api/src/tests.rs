//! The JSON of every message, as existing pages and servers write and read it.

use std::fmt::Debug;

use minolab_train::{Estimate, RunSummary};
use serde::{Serialize, de::DeserializeOwned};
use serde_json::{Value, json};

use super::*;

/// The value of a JSON text, which it is written as again.
fn same<T: Serialize + DeserializeOwned + Debug + PartialEq>(value: Value) -> T {
    let read: T = serde_json::from_value(value.clone()).unwrap();
    assert_eq!(serde_json::to_value(&read).unwrap(), value);
    let text = serde_json::to_string(&read).unwrap();
    assert_eq!(serde_json::from_str::<T>(&text).unwrap(), read);
    read
}

#[test]
fn runs_keep_their_json() {
    let figure = json!({ "mean": 12.25, "se": 0.5, "n": 4 });
    let running: RunState = same(json!({
        "name": "bcts-es-1", "state": "running", "agent": "bcts", "optimizer": "es",
        "objective": "lines", "generations": 9, "complete": 2, "champion": figure, "end": null,
        "fraction": 0.3,
    }));
    assert_eq!(running.words(), "running: 2 of 9 generations, champion 12.2 ± 0.5");
    assert_eq!((running.played(), running.can_stop(), running.can_resume()), (0.3, true, false));
    let stopped = RunState { state: Phase::Stopped, fraction: None, ..running.clone() };
    assert_eq!((stopped.can_stop(), stopped.can_resume()), (false, true));
    assert!((stopped.played() - 2.0 / 9.0).abs() < 1e-12);
    let elsewhere = RunState { state: Phase::Elsewhere, ..running };
    assert!(elsewhere.words().starts_with("running in another program: 2 of 9"));

    let done: RunState = same(json!({
        "name": "a", "state": "done", "agent": "bcts", "optimizer": "es", "objective": "lines",
        "generations": 1, "complete": 1, "champion": figure,
        "end": {
            "held_out": figure, "given": figure, "gain": { "mean": -1.0, "se": 0.25, "n": 4 },
            "gain_ci95": [-2.0, 0.5], "games": 7, "pieces": 70,
        },
        "curve": [{
            "generation": 1, "best": 2.5, "mean": 1.5, "challenger": figure, "champion": figure,
        }],
    }));
    assert_eq!(done.words(), "done: 12.2 ± 0.5 held out, gain -1.0 ± 0.2");
    assert_eq!(done.played(), 1.0);
    let curve = done.summary.and_then(|summary| summary.curve).unwrap();
    assert_eq!(curve[0].champion, Estimate { mean: 12.25, se: 0.5, n: 4 });

    let broken: RunState = same(json!({ "name": "a", "state": "stopped", "error": "no room" }));
    assert_eq!((broken.summary.clone(), broken.words()), (None, "failed: no room".into()));
    assert_eq!(RunState::default().words(), "stopped");
    assert_eq!(RunSummary::default().curve, None);
}

#[test]
fn games_keep_their_json() {
    let running: GamesState = same(json!({
        "name": "lee-sprint-1", "state": "running", "agent": "lee", "mode": "sprint", "seed": 5,
        "wanted": 9, "games": 2, "deaths": 1, "pieces": 150, "lines": 61, "fraction": 0.25,
    }));
    assert_eq!(running.words(), "running: 2 of 9 games, 1 topped out, 61 lines");
    assert_eq!(running.played(), 0.25);
    let summary = json!({
        "mean": 90.0, "se": null, "ci95": null, "min": 90.0, "median": 90.0, "max": 90.0, "n": 1,
    });
    let done: GamesState = same(json!({
        "name": "a", "state": "done", "agent": "lee", "mode": "sprint", "rules": "classic",
        "seed": 1, "wanted": 1, "games": 1, "deaths": 0, "pieces": 7, "lines": 0, "unfinished": 0,
        "score": summary, "lines_per_game": summary, "complete": true,
    }));
    assert_eq!(done.words(), "done: 1 game, 0 topped out, 0 lines, 90.0 points");
    // Nothing more is known about games whose run was killed.
    let left: GamesState = same(json!({ "name": "a", "state": "stopped", "games": 3 }));
    assert_eq!(left.words(), "stopped: 3 games");
}

#[test]
fn studies_and_lists_keep_their_json() {
    let made: StudyState = same(json!({ "name": "a.html", "state": "running", "fraction": 0.5 }));
    assert_eq!(made.state, Phase::Running);
    same::<RunList>(json!({
        "folder": "runs", "runs": [], "games": [],
        "studies": [{ "name": "a.html", "state": "failed", "error": "no games" }],
    }));
    // A server may leave out empty lists, and other servers answer with something else.
    assert_eq!(serde_json::from_str::<RunList>("{}").unwrap(), RunList::default());
    assert!(serde_json::from_str::<RunList>("<!doctype html>").is_err());
    for phase in ["running", "stopping", "stopped", "done", "failed", "elsewhere"] {
        assert_eq!(same::<Phase>(phase.into()).name(), phase);
    }
}

#[test]
fn orders_keep_their_json() {
    same::<GamesOrder>(json!({ "agent": "lee", "mode": "lines=7", "games": 3, "seed": 1 }));
    let least: GamesOrder = serde_json::from_str(r#"{"agent": "lee", "games": 3}"#).unwrap();
    assert_eq!((least.mode, least.seed), (None, 1));
    let error = serde_json::from_str::<GamesOrder>(r#"{"agent": "lee", "games": 3, "board": 1}"#);
    assert!(error.unwrap_err().to_string().contains("unknown field `board`"));
    same::<StudyOrder>(json!({ "of": ["a", "b"] }));
    same::<Begun>(json!({ "name": "a" }));
    same::<Refusal>(json!({ "error": "no" }));
}
