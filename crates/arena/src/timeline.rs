//! Positions to step back and forth through.

use std::collections::VecDeque;

/// Something that advances by deterministic steps.
pub trait Scene: Clone {
    /// What leads from one position to the next.
    type Step;

    /// Advances by a step.
    fn advance(&mut self, step: &Self::Step);
}

/// Steps and the positions between them: the current position, the steps before it to undo, and
/// those after it to redo.
///
/// Positions are kept at intervals and those in between are replayed, so that going back is quick
/// and long games fit.
#[derive(Clone, Debug)]
pub struct Timeline<S: Scene> {
    present: S,
    at: usize,
    // All steps that are kept; `first` is the number of the first of them.
    steps: VecDeque<S::Step>,
    first: usize,
    // The positions before the steps `first`, `first + apart`, ..., as far as reached.
    marks: VecDeque<S>,
    apart: usize,
    most_marks: usize,
}

impl<S: Scene> Timeline<S> {
    /// A start with nothing after it, keeping a position every `apart` steps.
    ///
    /// # Panics
    /// If `apart` is 0.
    pub fn new(start: S, apart: usize) -> Timeline<S> {
        assert!(apart > 0, "positions are kept at least one step apart");
        Timeline {
            present: start,
            at: 0,
            steps: VecDeque::new(),
            first: 0,
            marks: VecDeque::new(),
            apart,
            most_marks: usize::MAX,
        }
    }

    /// The same with these steps ahead.
    pub fn with_future(mut self, steps: impl IntoIterator<Item = S::Step>) -> Timeline<S> {
        self.steps = steps.into_iter().collect();
        self
    }

    /// The same, forgetting the oldest steps once it would keep more positions than this.
    pub fn with_memory(mut self, positions: usize) -> Timeline<S> {
        self.most_marks = positions.max(1);
        self
    }

    /// The current position.
    pub fn present(&self) -> &S {
        &self.present
    }

    /// Steps before it, counted from the start.
    pub fn at(&self) -> usize {
        self.at
    }

    /// Steps in all, forgotten ones and those ahead included.
    pub fn len(&self) -> usize {
        self.first + self.steps.len()
    }

    /// Whether there are no steps at all.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The last step, if there is one and it is not forgotten.
    pub fn last(&self) -> Option<&S::Step> {
        self.steps.get(self.at.checked_sub(self.first + 1)?)
    }

    /// How many steps can be undone.
    pub fn undoable(&self) -> usize {
        self.at - self.first
    }

    /// How many steps can be redone.
    pub fn redoable(&self) -> usize {
        self.len() - self.at
    }

    /// Drops the steps ahead.
    pub fn drop_future(&mut self) {
        let past = self.undoable();
        self.steps.truncate(past);
        self.marks.truncate(past.div_ceil(self.apart));
    }

    /// Takes a new step from here; those ahead are dropped.
    pub fn push(&mut self, step: S::Step) {
        self.drop_future();
        self.steps.push_back(step);
        self.forward();
        if self.marks.len() > self.most_marks {
            self.marks.pop_front();
            self.steps.drain(..self.apart);
            self.first += self.apart;
        }
    }

    /// Seeks to the position after so many steps, or to the nearest known one.
    pub fn seek(&mut self, to: usize) {
        let to = to.clamp(self.first, self.len());
        // The last kept position that is not past it.
        let mark = ((to - self.first) / self.apart).min(self.marks.len().saturating_sub(1));
        let kept = self.first + mark * self.apart;
        if (to < self.at || kept > self.at)
            && let Some(position) = self.marks.get(mark)
        {
            (self.present, self.at) = (position.clone(), kept);
        }
        while self.at < to {
            self.forward();
        }
    }

    /// Undoes some steps, or as many as are known.
    pub fn undo(&mut self, steps: usize) {
        self.seek(self.at.saturating_sub(steps));
    }

    /// Redoes some steps, or as many as there are.
    pub fn redo(&mut self, steps: usize) {
        self.seek(self.at.saturating_add(steps));
    }

    fn forward(&mut self) {
        let past = self.undoable();
        if past == self.marks.len() * self.apart {
            self.marks.push_back(self.present.clone());
        }
        self.present.advance(&self.steps[past]);
        self.at += 1;
    }
}

#[cfg(test)]
mod tests {
    use minolab_rules::random::SplitMix64;

    use super::*;

    /// Keeps the whole history.
    #[derive(Clone, Debug, Default, PartialEq)]
    struct History(Vec<u64>);

    impl Scene for History {
        type Step = u64;

        fn advance(&mut self, step: &u64) {
            self.0.push(*step);
        }
    }

    #[test]
    fn any_way_to_a_position_leads_to_the_same() {
        for apart in [1, 2, 3, 7, 100] {
            let mut random = SplitMix64(apart as u64);
            let mut timeline = Timeline::new(History::default(), apart);
            // Compared with a plain list of all steps.
            let (mut steps, mut at) = (Vec::new(), 0);
            for _ in 0..2_000 {
                let number = random.next();
                let by = (number >> 8) as usize % 9;
                match number % 5 {
                    0 | 1 => {
                        steps.truncate(at);
                        steps.push(number);
                        at += 1;
                        timeline.push(number);
                    }
                    2 => {
                        at -= by.min(at);
                        timeline.undo(by);
                    }
                    3 => {
                        at = (at + by).min(steps.len());
                        timeline.redo(by);
                    }
                    _ => {
                        at = (number >> 16) as usize % (steps.len() + 1);
                        timeline.seek(at);
                    }
                }
                assert_eq!(timeline.present().0, steps[..at], "{apart}");
                assert_eq!((timeline.at(), timeline.len()), (at, steps.len()));
                assert_eq!(timeline.undoable(), at);
                assert_eq!(timeline.redoable(), steps.len() - at);
                assert_eq!(timeline.last(), steps[..at].last());
            }
            timeline.seek(usize::MAX);
            assert_eq!(timeline.at(), steps.len());
        }
    }

    #[test]
    fn the_oldest_steps_are_forgotten() {
        let mut timeline = Timeline::new(History::default(), 4).with_memory(3);
        for step in 0..12 {
            timeline.push(step);
            assert_eq!(timeline.undoable() as u64, step + 1);
        }
        timeline.push(12);
        assert_eq!((timeline.undoable(), timeline.at(), timeline.len()), (9, 13, 13));
        timeline.undo(100);
        assert_eq!(timeline.present().0, [0, 1, 2, 3]);
        assert_eq!((timeline.undoable(), timeline.last()), (0, None));
        timeline.redo(2);
        assert_eq!(timeline.present().0, [0, 1, 2, 3, 4, 5]);
        timeline.push(99);
        assert_eq!((timeline.redoable(), timeline.len()), (0, 7));
        assert_eq!(timeline.present().0.last(), Some(&99));
    }

    #[test]
    fn a_known_future_is_there_from_the_start() {
        let mut timeline = Timeline::new(History::default(), 16).with_future(0..50);
        assert_eq!((timeline.at(), timeline.redoable()), (0, 50));
        timeline.seek(33);
        timeline.seek(18);
        assert_eq!(timeline.present().0, (0..18).collect::<Vec<_>>());
    }
}
