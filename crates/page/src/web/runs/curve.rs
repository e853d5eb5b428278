//! The learning curve of a run, drawn as the reports draw theirs.

use minolab_api::RunState;
use minolab_study::chart::{ChartLine, LineChart};
use minolab_train::CurvePoint;

/// How high a point is, and the interval around it.
type Height = (f64, Option<[f64; 2]>);

/// The generations of a run, if they were asked for.
pub fn points(run: &RunState) -> &[CurvePoint] {
    run.summary.as_ref().and_then(|summary| summary.curve.as_deref()).unwrap_or_default()
}

/// A picture of a run: the best and the mean of each generation, and the champion with its
/// 95 % interval; `None` if there is no generation yet.
pub fn picture(run: &RunState) -> Option<String> {
    let summary = run.summary.as_ref().filter(|_| !points(run).is_empty())?;
    let line = |name: &str, up: fn(&CurvePoint) -> Height| {
        let points = points(run).iter().filter_map(|point| {
            let (up, band) = Some(up(point)).filter(|(up, _)| up.abs() < 1e299)?;
            Some((point.generation as f64, up, band))
        });
        ChartLine { name: name.into(), points: points.collect() }
    };
    let champion = |point: &CurvePoint| {
        let (mean, se) = (point.champion.mean, point.champion.se);
        (mean, Some([mean - 1.96 * se, mean + 1.96 * se]))
    };
    let lines = LineChart {
        label: format!(
            "Fitness by generation of {}: {} of {} generations",
            run.name, summary.complete, summary.generations
        ),
        x_unit: "generation".into(),
        y_unit: summary.objective.clone(),
        series: vec![
            line("champion", champion),
            line("best", |point| (point.best, None)),
            line("mean", |point| (point.mean, None)),
        ],
        from_zero: false,
        across: None,
    };
    Some(lines.svg())
}
