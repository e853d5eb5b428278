//! Stopping candidates that are clearly worse.

use crate::{Estimate, Race};

/// Which candidates stay in the race after all of them played the same games.
///
/// A candidate is dropped if it is significantly worse, compared game by game, than the last one
/// that must be kept.
pub fn survivors(race: &Race, scores: &[Vec<f64>]) -> Vec<bool> {
    let means: Vec<f64> = scores.iter().map(|games| mean(games)).collect();
    let mut order: Vec<usize> = (0..scores.len()).collect();
    order.sort_by(|&a, &b| means[b].total_cmp(&means[a]).then(a.cmp(&b)));
    let kept = ((race.keep * scores.len() as f64).ceil() as usize).clamp(1, scores.len().max(1));
    let Some(&last) = order.get(kept - 1) else { return Vec::new() };
    let is_clear = |games: &[f64]| {
        let lead = Estimate::of(scores[last].iter().zip(games).map(|(last, game)| last - game));
        lead.mean > race.errors * lead.se && lead.mean > 0.0
    };
    scores.iter().map(|games| !is_clear(games)).collect()
}

/// The fitness of each candidate when some stopped early: theirs is corrected for how much harder
/// or easier the missed games were, and never exceeds that of one that continued.
pub fn fitness(scores: &[Vec<f64>], games: usize) -> Vec<f64> {
    let full: Vec<&Vec<f64>> = scores.iter().filter(|played| played.len() >= games).collect();
    let worst = full.iter().map(|played| mean(played)).fold(f64::INFINITY, f64::min);
    let mean_of_full = |n: usize| {
        full.iter().map(|played| mean(&played[..n])).sum::<f64>() / full.len().max(1) as f64
    };
    let all = mean_of_full(games);
    scores
        .iter()
        .map(|played| match played.len() {
            n if n >= games => mean(played),
            n => (mean(played) + all - mean_of_full(n)).min(worst),
        })
        .collect()
}

fn mean(games: &[f64]) -> f64 {
    games.iter().sum::<f64>() / games.len() as f64
}

#[cfg(test)]
mod tests {
    use super::*;

    const RACE: Race = Race { first: 4, keep: 0.5, errors: 2.5 };

    #[test]
    fn only_the_clearly_worse_leave() {
        let games = |by: f64| (0..8).map(|game| (game * game) as f64 + by).collect::<Vec<f64>>();
        let close: Vec<f64> = [9.0, 0.0, 5.0, 7.0, 17.0, 26.0, 35.0, 48.0].into();
        // The second is the last that must be kept; the third is as good by chance.
        let scores = [games(3.0), games(1.0), close, games(-1.0), games(1.0)];
        assert_eq!(survivors(&RACE, &scores), [true, true, true, false, true]);
    }

    #[test]
    fn what_was_missed_is_made_up_for() {
        let scores = [vec![10.0, 10.0, 30.0, 30.0], vec![8.0, 8.0, 28.0, 28.0], vec![1.0, 1.0]];
        assert_eq!(fitness(&scores, 4), [20.0, 18.0, 11.0]);
        // Not better than one that played on.
        let scores = [vec![10.0, 10.0, 30.0, 30.0], vec![20.0, 20.0]];
        assert_eq!(fitness(&scores, 4), [20.0, 20.0]);
    }
}
