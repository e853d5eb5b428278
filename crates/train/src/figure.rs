//! A mean with its error.

use minolab_arena::stats::mean_interval;
use serde::{Deserialize, Serialize};

/// A mean over games.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Estimate {
    pub mean: f64,
    /// Its standard error; 0 for a single game.
    pub se: f64,
    /// How many games.
    pub n: u64,
}

impl Estimate {
    /// The figure of these values, of which there must be at least one.
    pub fn of(values: impl IntoIterator<Item = f64>) -> Estimate {
        let values: Vec<f64> = values.into_iter().collect();
        let n = values.len() as f64;
        let mean = values.iter().sum::<f64>() / n;
        let squares: f64 = values.iter().map(|value| (value - mean) * (value - mean)).sum();
        let se = if values.len() > 1 { (squares / (n * (n - 1.0))).sqrt() } else { 0.0 };
        Estimate { mean, se, n: values.len() as u64 }
    }

    /// The 95 % interval, by Student's t.
    pub fn ci95(&self) -> [f64; 2] {
        mean_interval(self.mean, self.se, self.n).unwrap_or([f64::NEG_INFINITY, f64::INFINITY])
    }
}

impl std::fmt::Display for Estimate {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        // The error is known to about two digits.
        let digits = match self.se {
            se if se >= 10.0 || se <= 0.0 => 0,
            se => (1.0 - se.log10().floor()).clamp(0.0, 6.0) as usize,
        };
        write!(f, "{:.digits$} ± {:.digits$}", self.mean, self.se)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn figures_are_means_with_errors() {
        let figure = Estimate::of([1.0, 2.0, 3.0, 4.0]);
        assert_eq!((figure.mean, figure.n), (2.5, 4));
        assert!((figure.se - (5f64 / 12.0).sqrt()).abs() < 1e-12);
        assert_eq!(Estimate::of([7.0]).se, 0.0);
        assert_eq!(Estimate { mean: 104.8765, se: 0.21, n: 9 }.to_string(), "104.88 ± 0.21");
        assert_eq!(Estimate { mean: 103468.0, se: 377.0, n: 9 }.to_string(), "103468 ± 377");
    }
}
