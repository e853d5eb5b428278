//! Many weights seen from one side.

/// Two directions to look at points by.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Projection {
    centre: Vec<f64>,
    // In units of the spread of each number, so that all count alike.
    spread: Vec<f64>,
    axes: [Vec<f64>; 2],
}

impl Projection {
    /// One number to the right and another one up.
    pub fn of_two(right: usize, up: usize, dimensions: usize) -> Projection {
        let unit = |axis| (0..dimensions).map(|at| f64::from(at == axis)).collect();
        Projection {
            centre: vec![0.0; dimensions],
            spread: vec![1.0; dimensions],
            axes: [unit(right), unit(up)],
        }
    }

    /// The two principal axes of these points, each turned so that it points the way it did
    /// before.
    pub fn principal(points: &[&[f64]], spread: &[f64], before: Option<&Projection>) -> Projection {
        let dimensions = spread.len();
        let count = points.len().max(1) as f64;
        let mean = |at: usize| points.iter().map(|point| point[at]).sum::<f64>() / count;
        let centre: Vec<f64> = (0..dimensions).map(mean).collect();
        let scaled: Vec<Vec<f64>> = points
            .iter()
            .map(|point| (0..dimensions).map(|at| (point[at] - centre[at]) / spread[at]).collect())
            .collect();
        let mut axes = [Vec::new(), Vec::new()];
        for number in 0..2 {
            // Where nothing varies any direction will do.
            let mut axis: Vec<f64> =
                (0..dimensions).map(|at| if at == number { 1.0 } else { 0.01 }).collect();
            for _ in 0..60 {
                let mut next = vec![0.0; dimensions];
                for point in &scaled {
                    let along = dot(point, &axis);
                    next.iter_mut().zip(point).for_each(|(sum, x)| *sum += along * x);
                }
                if number == 1 {
                    remove(&mut next, &axes[0]);
                }
                if !normalise(&mut next) {
                    remove_and_normalise(&mut axis, if number == 1 { &axes[0] } else { &[] });
                    break;
                }
                axis = next;
            }
            let last = before.map(|before| &before.axes[number]);
            let points_back = match last.filter(|last| last.len() == dimensions) {
                Some(last) => dot(last, &axis) < 0.0,
                None => axis.iter().sum::<f64>() < 0.0,
            };
            if points_back {
                axis.iter_mut().for_each(|x| *x = -*x);
            }
            axes[number] = axis;
        }
        Projection { centre, spread: spread.to_vec(), axes }
    }

    /// Where a point is seen.
    pub fn place(&self, point: &[f64]) -> (f64, f64) {
        let along = |axis: &[f64]| {
            let parts = point.iter().zip(&self.centre).zip(&self.spread).zip(axis);
            parts.map(|(((x, centre), spread), axis)| (x - centre) / spread * axis).sum()
        };
        (along(&self.axes[0]), along(&self.axes[1]))
    }
}

fn dot(a: &[f64], b: &[f64]) -> f64 {
    a.iter().zip(b).map(|(a, b)| a * b).sum()
}

fn remove(vector: &mut [f64], axis: &[f64]) {
    let along = dot(vector, axis);
    vector.iter_mut().zip(axis).for_each(|(x, axis)| *x -= along * axis);
}

fn normalise(vector: &mut [f64]) -> bool {
    let length = dot(vector, vector).sqrt();
    if length.is_nan() || length < 1e-12 {
        return false;
    }
    vector.iter_mut().for_each(|x| *x /= length);
    true
}

fn remove_and_normalise(vector: &mut [f64], axis: &[f64]) {
    remove(vector, axis);
    normalise(vector);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn principal_axes_are_where_points_vary() {
        // Far along (1, 1, 0), a little along (1, -1, 0), not at all along the third.
        let points: Vec<Vec<f64>> = (-10..=10)
            .flat_map(|far| [-1.0, 1.0].map(|near| vec![far as f64 + near, far as f64 - near, 5.0]))
            .collect();
        let points: Vec<&[f64]> = points.iter().map(Vec::as_slice).collect();
        let seen = Projection::principal(&points, &[1.0; 3], None);
        let (right, up) = seen.place(&[10.0, 10.0, 5.0]);
        assert!((right - 200f64.sqrt()).abs() < 1e-6 && up.abs() < 1e-6, "{right} {up}");
        let (right, up) = seen.place(&[1.0, -1.0, 5.0]);
        assert!(right.abs() < 1e-6 && (up.abs() - 2f64.sqrt()).abs() < 1e-6, "{right} {up}");
        // The same points again are seen from the same side.
        let turned = Projection {
            axes: seen.axes.clone().map(|axis| axis.iter().map(|x| -x).collect()),
            ..seen.clone()
        };
        let again = Projection::principal(&points, &[1.0; 3], Some(&turned));
        assert_eq!(again.place(&[10.0, 10.0, 5.0]).0, -seen.place(&[10.0, 10.0, 5.0]).0);
    }

    #[test]
    fn it_works_where_nothing_varies() {
        for points in [vec![], vec![&[1.0, 2.0][..]], vec![&[1.0, 2.0][..]; 4]] {
            let seen = Projection::principal(&points, &[1.0, 1.0], None);
            let (right, up) = seen.place(&[1.0, 2.0]);
            assert!(right.is_finite() && up.is_finite());
        }
        let one = Projection::principal(&[&[1.0], &[2.0]], &[1.0], None);
        assert!(one.place(&[1.5]).1.abs() < 1e-9);
        assert_eq!(Projection::of_two(2, 0, 3).place(&[1.0, 2.0, 3.0]), (3.0, 1.0));
    }
}
