//! What came of a run, in words.

use minolab_api::RunState;
use minolab_arena::figures::grouped;
use minolab_train::{Estimate, RunSummary, TrainingEnd};

/// In a line of the list.
pub fn short(run: &RunState) -> String {
    match ended(run) {
        Some((_, end)) => {
            let word = match verdict(&end) {
                Some(true) => "better than it began",
                Some(false) => "worse than it began",
                None => "no clear difference",
            };
            format!("done: {}, {word}", figure(end.held_out))
        }
        None => run.words(),
    }
}

/// In a sentence or two.
pub fn whole(run: &RunState) -> String {
    let Some((summary, end)) = ended(run) else { return run.words() };
    let [low, high] = end.gain_ci95.map(|bound| grouped(bound, ' '));
    let gain = match verdict(&end) {
        Some(true) => format!("it gained {} (95 %: {low} to {high})", grouped(end.gain.mean, ' ')),
        Some(false) => format!("it lost {} (95 %: {low} to {high})", grouped(-end.gain.mean, ' ')),
        None => format!("whether it gained anything is not clear (95 %: {low} to {high})"),
    };
    format!(
        "Done. On {} games that it never saw, the champion of {} reaches {} in {}; the agent it began with {}. On the same \
         games {gain}.",
        end.held_out.n,
        summary.agent,
        figure(end.held_out),
        summary.objective,
        figure(end.given),
    )
}

fn ended(run: &RunState) -> Option<(&RunSummary, TrainingEnd)> {
    let summary = run.summary.as_ref().filter(|_| run.error.is_none())?;
    Some((summary, summary.end?))
}

/// Whether it gained, as far as that can be told.
fn verdict(end: &TrainingEnd) -> Option<bool> {
    let [low, high] = end.gain_ci95;
    if low > 0.0 {
        Some(true)
    } else if high < 0.0 {
        Some(false)
    } else {
        None
    }
}

/// A mean with its standard error, large numbers in groups.
fn figure(estimate: Estimate) -> String {
    match estimate.mean.abs() >= 1000.0 {
        true => format!("{} ± {}", grouped(estimate.mean, ' '), grouped(estimate.se, ' ')),
        false => format!("{:.1} ± {:.1}", estimate.mean, estimate.se),
    }
}
