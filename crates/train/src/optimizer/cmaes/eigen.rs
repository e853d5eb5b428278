//! The decomposition of a covariance matrix.

use serde::{Deserialize, Serialize};

use crate::checkpoint::{TrainingCheckpointError, ensure};

/// C = B D² Bᵀ, by Jacobi's rotations.
///
/// Slower than library methods, but it is a few plain operations in a fixed order: the same bits on
/// every machine.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct Eigen {
    /// B, row by row; its columns are the axes.
    axes: Vec<f64>,
    /// D, the length of each axis.
    lengths: Vec<f64>,
}

/// The shortest axis squared is at least this share of the longest: beyond it, rounding has
/// made the matrix meaningless.
const FLATTEST: f64 = 1e-14;

impl Eigen {
    /// Decomposes a symmetric matrix given row by row.
    pub fn of(matrix: &[f64], n: usize) -> Eigen {
        let mut a = matrix.to_vec();
        let mut axes = vec![0.0; n * n];
        (0..n).for_each(|i| axes[i * n + i] = 1.0);
        // Converges quadratically: ten sweeps are plenty, the rest is a safeguard.
        for _ in 0..50 {
            let mut rotated = false;
            for p in 0..n {
                for q in p + 1..n {
                    rotated |= rotate(&mut a, &mut axes, n, p, q);
                }
            }
            if !rotated {
                break;
            }
        }
        let longest = (0..n).map(|i| a[i * n + i]).fold(f64::MIN_POSITIVE, f64::max);
        let lengths = (0..n).map(|i| a[i * n + i].max(FLATTEST * longest).sqrt()).collect();
        Eigen { axes, lengths }
    }

    /// Whether a decomposition from a file is of a matrix with this many rows.
    pub fn check(&self, n: usize) -> Result<(), TrainingCheckpointError> {
        let (axes, lengths) = (self.axes.len(), self.lengths.len());
        ensure(axes == n * n, "axes of", format!("{axes} numbers"), n * n)?;
        ensure(lengths == n, "axes of", format!("{lengths} lengths"), n)
    }

    /// B D z
    pub fn stretch(&self, z: &[f64]) -> Vec<f64> {
        let n = z.len();
        (0..n)
            .map(|row| (0..n).map(|i| self.axes[row * n + i] * self.lengths[i] * z[i]).sum())
            .collect()
    }

    /// C^(−½) y = B D⁻¹ Bᵀ y
    pub fn whiten(&self, y: &[f64]) -> Vec<f64> {
        let n = y.len();
        let along: Vec<f64> = (0..n)
            .map(|i| {
                let length: f64 = (0..n).map(|row| self.axes[row * n + i] * y[row]).sum();
                length / self.lengths[i]
            })
            .collect();
        (0..n).map(|row| (0..n).map(|i| self.axes[row * n + i] * along[i]).sum()).collect()
    }
}

/// Rotates axes p and q so that the entry between them vanishes; false if it already has.
fn rotate(a: &mut [f64], axes: &mut [f64], n: usize, p: usize, q: usize) -> bool {
    let between = a[p * n + q];
    // Too small to change either diagonal entry.
    let scale = (a[p * n + p].abs() * a[q * n + q].abs()).sqrt();
    if between.abs() <= 1e-17 * scale || !between.is_normal() {
        return false;
    }
    let theta = (a[q * n + q] - a[p * n + p]) / (2.0 * between);
    let tangent = theta.signum() / (theta.abs() + (theta * theta + 1.0).sqrt());
    let cosine = 1.0 / (tangent * tangent + 1.0).sqrt();
    let sine = tangent * cosine;
    for k in 0..n {
        let (kp, kq) = (a[k * n + p], a[k * n + q]);
        a[k * n + p] = cosine * kp - sine * kq;
        a[k * n + q] = sine * kp + cosine * kq;
    }
    for k in 0..n {
        let (pk, qk) = (a[p * n + k], a[q * n + k]);
        a[p * n + k] = cosine * pk - sine * qk;
        a[q * n + k] = sine * pk + cosine * qk;
    }
    for k in 0..n {
        let (kp, kq) = (axes[k * n + p], axes[k * n + q]);
        axes[k * n + p] = cosine * kp - sine * kq;
        axes[k * n + q] = sine * kp + cosine * kq;
    }
    a[p * n + q] = 0.0;
    a[q * n + p] = 0.0;
    true
}
