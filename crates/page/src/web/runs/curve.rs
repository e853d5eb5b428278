//! The learning curve of a run, drawn as the reports draw theirs.

use minolab_study::chart::{Line, Lines};

use crate::{CurvePoint, RunState};

/// How high a point is, and the interval around it.
type Height = (f64, Option<[f64; 2]>);

/// A picture of a run: the best and the mean of each generation, and the champion with its
/// 95 % interval.
pub fn picture(run: &RunState) -> String {
    let line = |name: &str, up: fn(&CurvePoint) -> Option<Height>| {
        let points = run.curve.iter().filter_map(|point| {
            let (up, band) = up(point).filter(|(up, _)| up.abs() < 1e299)?;
            Some((point.generation as f64, up, band))
        });
        Line { name: name.into(), points: points.collect() }
    };
    let champion = |point: &CurvePoint| {
        let (mean, se) = (point.champion.mean?, point.champion.se);
        Some((mean, se.map(|se| [mean - 1.96 * se, mean + 1.96 * se])))
    };
    let lines = Lines {
        label: format!(
            "Fitness by generation of {}: {} of {} generations",
            run.name, run.complete, run.generations
        ),
        x_unit: "generation".into(),
        y_unit: run.objective.clone(),
        series: vec![
            line("champion", champion),
            line("best", |point| Some((point.best?, None))),
            line("mean", |point| Some((point.mean?, None))),
        ],
        from_zero: false,
    };
    lines.svg()
}
