//! The perfect clear that scores most.

use std::collections::BTreeMap;

use minolab_rules::{Choice, State};

use super::{
    Solver,
    search::{Child, Goal, OutOfNodes},
    seen::Key,
};

/// Positions with the same cells, pieces, combo and back-to-back have the same remaining points.
type Known = BTreeMap<(Key, u8, bool), Option<(u32, Choice)>>;

impl Solver {
    /// The choices that score most, if all can be compared within the remaining nodes.
    pub fn highest(&mut self, state: &State, goal: Goal) -> Option<Vec<Choice>> {
        let mut known = Known::new();
        let (mut state, mut goal) = (*state, goal);
        let mut best = self.most(&state, goal, &mut known).ok()?;
        let mut choices = Vec::with_capacity(goal.pieces);
        while let Some((_, choice)) = best {
            choices.push(choice);
            let clear = self.play(&mut state, choice);
            goal = goal.after(clear.lines as u32);
            if goal.pieces == 0 {
                break;
            }
            best = self.most(&state, goal, &mut known).ok()?;
        }
        Some(choices)
    }

    /// The most points from here on, and the choice that leads there.
    fn most(
        &mut self,
        state: &State,
        goal: Goal,
        known: &mut Known,
    ) -> Result<Option<(u32, Choice)>, OutOfNodes> {
        let mut best: Option<(u32, Choice)> = None;
        for Child { choice, key, .. } in self.promising(state, goal)? {
            let mut next = *state;
            let clear = self.play(&mut next, choice);
            let mut points = clear.points;
            let after = goal.after(clear.lines as u32);
            if after.pieces > 0 {
                let full = (key, next.combo, next.back_to_back);
                let ahead = match known.get(&full) {
                    Some(&ahead) => ahead,
                    None => {
                        let ahead = self.most(&next, after, known)?;
                        known.insert(full, ahead);
                        ahead
                    }
                };
                match ahead {
                    Some((ahead, _)) => points += ahead,
                    None => {
                        self.dead.insert(key);
                        continue;
                    }
                }
            }
            if best.is_none_or(|(most, _)| points > most) {
                best = Some((points, choice));
            }
        }
        Ok(best)
    }
}
