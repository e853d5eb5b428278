//! A run's progress on the terminal.

use std::time::Duration;

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use minolab_arena::{GameRun, RunProgress};

use crate::output::{counted, grouped};

/// A progress line on standard error; nothing if that is not a terminal.
pub struct Bar {
    bar: ProgressBar,
    first: Option<f64>,
}

const STEPS: u64 = 10_000;

impl Bar {
    /// A bar at the start of a run.
    pub fn new(run: &GameRun) -> Bar {
        let bar = ProgressBar::with_draw_target(Some(STEPS), ProgressDrawTarget::stderr());
        let is_endless = run.extent.pieces.is_none() && run.extent.games.unwrap_or(1) <= 1;
        let template = if is_endless { "{spinner} {msg}" } else { "{bar:24} {msg}" };
        bar.set_style(
            ProgressStyle::with_template(template).unwrap_or_else(|_| ProgressStyle::default_bar()),
        );
        Bar { bar, first: None }
    }

    /// Shows the run's progress.
    pub fn tell(&mut self, progress: &RunProgress) {
        let first = *self.first.get_or_insert(progress.fraction);
        self.bar.set_position((progress.fraction * STEPS as f64) as u64);
        let seconds = progress.elapsed.as_secs_f64().max(1e-9);
        let rate = progress.fresh_pieces as f64 / seconds;
        let mut text = format!(
            "{}, {}, {}, {} pieces/s",
            counted(progress.games, "game"),
            counted(progress.deaths, "top-out"),
            counted(progress.lines, "line"),
            grouped(rate as u64),
        );
        let advance = progress.fraction - first;
        if advance > 0.0 {
            let left = seconds * (1.0 - progress.fraction) / advance;
            text += &format!(", {} left", clock(Duration::from_secs_f64(left.min(1e9))));
        }
        self.bar.set_message(text);
        self.bar.tick();
    }

    /// Removes the line.
    pub fn clear(&self) {
        self.bar.finish_and_clear();
    }
}

/// `1:02:03`.
pub fn clock(time: Duration) -> String {
    let seconds = time.as_secs();
    let (hours, minutes, seconds) = (seconds / 3600, seconds / 60 % 60, seconds % 60);
    match hours {
        0 => format!("{minutes}:{seconds:02}"),
        _ => format!("{hours}:{minutes:02}:{seconds:02}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn time_is_written_as_on_a_clock() {
        assert_eq!(clock(Duration::from_secs(59)), "0:59");
        assert_eq!(clock(Duration::from_secs(3723)), "1:02:03");
    }
}
