//! From numbers to places.

/// A linear scale with round ticks.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Scale {
    low: f64,
    high: f64,
    from: f64,
    to: f64,
    step: f64,
}

impl Scale {
    /// A scale that shows all of `low` to `high` between two places, with about `ticks` ticks.
    pub fn new([low, high]: [f64; 2], [from, to]: [f64; 2], ticks: f64) -> Scale {
        let is_sound = low.is_finite() && high.is_finite() && high > low;
        let (low, high) = match is_sound {
            true => (low, high),
            false if low.is_finite() => (low, low + 1.0),
            false => (0.0, 1.0),
        };
        let rough = (high - low) / ticks;
        let unit = 10f64.powf(rough.log10().floor());
        let step = [1.0, 2.0, 5.0, 10.0].map(|times| times * unit);
        let step = step.into_iter().find(|&step| step >= rough * 0.999).unwrap_or(10.0 * unit);
        let (low, high) = ((low / step).floor() * step, (high / step - 1e-9).ceil() * step);
        Scale { low, high, from, to, step }
    }

    /// Where a value is.
    pub fn at(&self, value: f64) -> f64 {
        self.from + (value - self.low) / (self.high - self.low) * (self.to - self.from)
    }

    /// The nearest value that is shown.
    pub fn clamp(&self, value: f64) -> f64 {
        value.clamp(self.low, self.high)
    }

    /// The round values.
    pub fn ticks(&self) -> impl Iterator<Item = f64> + '_ {
        let count = ((self.high - self.low) / self.step).round() as usize;
        (0..=count).map(|index| {
            let tick = self.low + index as f64 * self.step;
            // Not -0, nor 0.30000000000000004.
            (tick / self.step).round() * self.step + 0.0
        })
    }
}
