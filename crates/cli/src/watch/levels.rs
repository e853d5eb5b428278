//! What pruning costs: how far behind the eventually best choice was one level earlier.

use minolab_engine::Leveled;

/// Statistics of one step from a level to the next, over the pieces watched.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct LevelStep {
    /// Positions at which the next level was searched.
    pub positions: u64,
    /// Choices at this level.
    pub choices: u64,
    /// Those of them that were searched at the next level too.
    pub searched: u64,
    /// How far behind the best the next level's best was at this one, summed. A lower threshold
    /// would have pruned it.
    pub sum: f64,
    /// The maximum of the same.
    pub most: f64,
}

/// The steps from level 1 on.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct LevelSteps(pub Vec<LevelStep>);

impl LevelSteps {
    /// Counts one position's levels.
    pub fn add(&mut self, found: &[Leveled]) {
        let value = |leveled: &Leveled, level: u32| {
            leveled.values.iter().find(|value| value.0 == level).map(|value| value.1)
        };
        let deepest = found.iter().filter_map(|leveled| leveled.values.last()).map(|last| last.0);
        for level in 1..deepest.max().unwrap_or(1) {
            let at = |level| found.iter().filter_map(move |leveled| value(leveled, level));
            let (here, next) = (at(level), at(level + 1));
            let (best, next_best) =
                (here.clone().fold(f64::MIN, f64::max), next.clone().fold(f64::MIN, f64::max));
            // A skipped level has no step.
            if here.clone().count() == 0 || next.clone().count() == 0 {
                continue;
            }
            // Of several that became the best, the one that was best before.
            let behind = found
                .iter()
                .filter(|leveled| value(leveled, level + 1) == Some(next_best))
                .filter_map(|leveled| value(leveled, level))
                .map(|value| best - value)
                .fold(f64::MAX, f64::min);
            if self.0.len() < level as usize {
                self.0.resize(level as usize, LevelStep::default());
            }
            let step = &mut self.0[level as usize - 1];
            step.positions += 1;
            step.choices += here.count() as u64;
            step.searched += next.count() as u64;
            step.sum += behind;
            step.most = step.most.max(behind);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_later_best_is_measured_one_level_before() {
        let leveled = |choice: &str, values: &[f64]| Leveled {
            choice: choice.parse().unwrap(),
            values: (1..).zip(values.iter().copied()).collect(),
        };
        let found = [
            leveled("T@4,0N", &[-10.5, -9.0, -8.0]),
            leveled("T@5,0N", &[-10.0, -9.5, -8.5]),
            leveled("T@6,0N", &[-13.0]),
        ];
        let mut steps = LevelSteps::default();
        steps.add(&found);
        steps.add(&found[..2]);
        let first = LevelStep { positions: 2, choices: 5, searched: 4, sum: 1.0, most: 0.5 };
        let second = LevelStep { positions: 2, choices: 4, searched: 4, sum: 0.0, most: 0.0 };
        assert_eq!(steps, LevelSteps(vec![first, second]));
        steps.add(&found[2..]);
        assert_eq!(steps.0[0], first);
    }
}
