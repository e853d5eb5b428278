//! The search itself: which placements are possible, what they lead to, and which are dead ends.

use minolab_rules::{
    Above, Board, Choice, Clear, Piece, Placement, Ruleset, Spin, State, placements, shape,
};

use super::{
    Solutions, Solver, Target,
    field::{Balance, Field},
    seen::Key,
};

/// What remains to be done.
#[derive(Clone, Copy, Debug)]
pub struct Goal {
    pub rows: usize,
    pub pieces: usize,
}

/// The node limit has been reached.
#[derive(Clone, Copy, Debug)]
pub struct OutOfNodes;

/// A position after one more placement.
#[derive(Clone, Copy, Debug)]
pub struct Child {
    /// Lower values are tried first.
    order: u32,
    pub choice: Choice,
    pub rows: u8,
    pub key: Key,
}

/// One of the pieces that can be placed next, and the pieces known after it.
struct Hand {
    hold: bool,
    piece: Piece,
    /// The queue and the number of pieces to place, as part of a key.
    rest: u64,
    balance: Balance,
}

impl Goal {
    /// `None` if it cannot be reached: too few pieces, or a target of another board.
    pub fn new(rules: &Ruleset, state: &State, target: Target) -> Option<Goal> {
        let goal = Goal { rows: target.height(), pieces: target.pieces() };
        let in_hand = state.current.is_some() as usize;
        let sound = Target::at(&state.board, goal.rows) == Ok(target)
            // Cells above the limit would come back from below.
            && (goal.rows <= rules.limit() || rules.top_out.above != Above::Wraps)
            && in_hand + state.queue.len() + state.hold.is_some() as usize >= goal.pieces;
        sound.then_some(goal)
    }

    pub fn after(self, lines: u32) -> Goal {
        Goal { rows: self.rows - lines as usize, pieces: self.pieces - 1 }
    }
}

impl Solver {
    /// Whether there is a perfect clear; its choices are added to `path`, the last one first.
    pub fn solve(
        &mut self,
        state: &State,
        goal: Goal,
        path: &mut Vec<Choice>,
    ) -> Result<bool, OutOfNodes> {
        let start = self.arena.len();
        let result = self.expand(state, goal).and_then(|()| {
            self.arena[start..].sort_unstable_by_key(|child| (child.order, child.choice));
            self.try_each(start, state, goal, path)
        });
        self.arena.truncate(start);
        result
    }

    fn try_each(
        &mut self,
        start: usize,
        state: &State,
        goal: Goal,
        path: &mut Vec<Choice>,
    ) -> Result<bool, OutOfNodes> {
        for index in start..self.arena.len() {
            let Child { choice, rows, key, .. } = self.arena[index];
            let after = Goal { rows: rows as usize, pieces: goal.pieces - 1 };
            if after.pieces > 0 {
                // A sibling may have led there meanwhile.
                if self.dead.contains(key) {
                    continue;
                }
                let mut next = *state;
                self.play(&mut next, choice);
                if !self.solve(&next, after, path)? {
                    self.dead.insert(key);
                    continue;
                }
                self.alive.insert(key);
            }
            path.push(choice);
            return Ok(true);
        }
        Ok(false)
    }

    /// Appends the positions that may lead to a perfect clear to the arena.
    fn expand(&mut self, state: &State, goal: Goal) -> Result<(), OutOfNodes> {
        let hands = self.hands(state, goal);
        let same = matches!(&hands, [Some(a), Some(b)] if a.piece == b.piece && a.rest == b.rest);
        for hand in hands.into_iter().take(if same { 1 } else { 2 }).flatten() {
            let Solver { spinless, arena, dead, nodes, .. } = self;
            placements::for_each(&state.board, spinless, hand.piece, &mut |placement| {
                if !is_inside(placement, goal.rows) {
                    return;
                }
                *nodes += 1;
                let Some((rows, field)) = hand.outcome(spinless, &state.board, placement, goal)
                else {
                    return;
                };
                let key = [field.filled, hand.rest];
                if goal.pieces == 1 || !dead.contains(key) {
                    let choice = Choice { hold: hand.hold, placement };
                    arena.push(Child { order: field.edges(), choice, rows: rows as u8, key });
                }
            });
        }
        if self.nodes > self.limit { Err(OutOfNodes) } else { Ok(()) }
    }

    /// Every choice that may lead to a perfect clear, spins told apart, and what it leads to.
    pub fn promising(&mut self, state: &State, goal: Goal) -> Result<Vec<Child>, OutOfNodes> {
        let mut list = Vec::new();
        for hand in self.hands(state, goal).into_iter().flatten() {
            let Solver { rules, dead, nodes, .. } = self;
            placements::for_each(&state.board, rules, hand.piece, &mut |placement| {
                if !is_inside(placement, goal.rows) {
                    return;
                }
                *nodes += 1;
                if let Some((rows, field)) = hand.outcome(rules, &state.board, placement, goal) {
                    let key = [field.filled, hand.rest];
                    if goal.pieces == 1 || !dead.contains(key) {
                        let choice = Choice { hold: hand.hold, placement };
                        list.push(Child { order: 0, choice, rows: rows as u8, key });
                    }
                }
            });
        }
        if self.nodes > self.limit { Err(OutOfNodes) } else { Ok(list) }
    }

    /// Adds every perfect clear that begins with `path`.
    pub fn collect(
        &mut self,
        state: &State,
        goal: Goal,
        path: &mut Vec<Choice>,
        cap: usize,
        solutions: &mut Solutions,
    ) {
        for Child { choice, rows, key, .. } in self.promising(state, goal).unwrap_or_default() {
            let after = Goal { rows: rows as usize, pieces: goal.pieces - 1 };
            let mut next = *state;
            self.play(&mut next, choice);
            if after.pieces > 0 && !self.can_end(&next, after, key) {
                continue;
            }
            if solutions.list.len() == cap {
                solutions.capped = true;
                return;
            }
            path.push(choice);
            if after.pieces > 0 {
                self.collect(&next, after, path, cap, solutions);
            } else {
                solutions.list.push(path.clone());
            }
            path.pop();
        }
    }

    /// Whether there is a perfect clear, from what is known or else by a search.
    fn can_end(&mut self, state: &State, goal: Goal, key: Key) -> bool {
        if self.dead.contains(key) {
            return false;
        }
        if self.alive.contains(key) {
            return true;
        }
        let found = matches!(self.solve(state, goal, &mut Vec::new()), Ok(true));
        if found {
            self.alive.insert(key)
        } else {
            self.dead.insert(key)
        }
        found
    }

    /// Plays a choice; if the known pieces have run out, any next piece is swapped for it.
    pub fn play(&self, state: &mut State, choice: Choice) -> Clear {
        if state.current.is_none() {
            state.current = state.bag.iter().next();
        }
        state.play_unchecked(&self.rules, choice)
    }

    /// The search ignores spins; this gives each choice the best spin it can have.
    pub fn name_spins(&self, state: &State, choices: &mut [Choice]) {
        let mut state = *state;
        for choice in choices {
            let mut best = None;
            let place = choice.placement;
            placements::for_each(&state.board, &self.rules, place.piece, &mut |found| {
                if (Placement { spin: Spin::None, ..found }) == place {
                    best = best.max(Some(found.spin));
                }
            });
            choice.placement.spin = best.unwrap_or_default();
            self.play(&mut state, *choice);
        }
    }

    /// The current piece and the one that a hold would bring.
    fn hands(&self, state: &State, goal: Goal) -> [Option<Hand>; 2] {
        if state.over.is_some() {
            return [None, None];
        }
        let field = Field::new(&state.board, goal.rows);
        let hand = |hold: bool, state: &State| {
            let piece = state.current.filter(|_| state.over.is_none())?;
            if goal.pieces == 1 && !field.is_form_of(piece) {
                return None;
            }
            self.hand(hold, piece, state, goal.pieces - 1)
        };
        if state.current.is_none() {
            return [self.swapped_at_the_end(state, goal).and_then(|next| hand(true, &next)), None];
        }
        let mut swapped = *state;
        let can_hold = swapped.swap(&self.rules).is_ok();
        [hand(false, state), if can_hold { hand(true, &swapped) } else { None }]
    }

    /// The piece on hold as the current piece after the known pieces have run out, if it is the
    /// last one needed and any piece that may come can be swapped for it.
    fn swapped_at_the_end(&self, state: &State, goal: Goal) -> Option<State> {
        let fits = |piece| self.rules.spawn(piece).fits(&state.board);
        let mut next = State { current: state.bag.iter().next(), ..*state };
        let safe = !self.rules.top_out.block_out || state.bag.iter().all(fits);
        (goal.pieces == 1 && state.hold.is_some() && safe && next.swap(&self.rules).is_ok())
            .then_some(next)
    }

    /// A piece to place; `None` if the known pieces do not suffice after it.
    fn hand(&self, hold: bool, piece: Piece, state: &State, left: usize) -> Option<Hand> {
        let held = state.hold;
        // One piece more than are placed can matter: the one that stays on hold.
        let known = if self.rules.hold && held.is_none() { left + 1 } else { left };
        let pieces = (0..state.queue.len().min(known)).filter_map(|index| state.queue.get(index));
        if pieces.clone().count() + held.is_some() as usize >= left {
            let coded = pieces.clone().fold(1, |rest, piece| rest << 3 | piece as u64);
            let held_code = held.map_or(7, |piece| piece as u64);
            Some(Hand {
                hold,
                piece,
                rest: (coded << 3 | held_code) << 5 | left as u64,
                balance: Balance::new(pieces.chain(held), left),
            })
        } else {
            None
        }
    }
}

impl Hand {
    /// The remaining rows after a placement, unless they are hopeless.
    #[inline]
    fn outcome(
        &self,
        rules: &Ruleset,
        board: &Board,
        placement: Placement,
        goal: Goal,
    ) -> Option<(usize, Field)> {
        let mut board = *board;
        let landing = rules.land(&mut board, placement);
        let after = goal.after(landing.lines);
        if landing.too_high {
            return None;
        }
        let field = Field::new(&board, after.rows);
        if after.pieces == 0 {
            return board.is_empty().then_some((after.rows, field));
        }
        // A board that is empty too early is a different perfect clear.
        let alive = !board.is_empty() && field.is_balanced(self.balance) && !field.is_split();
        alive.then_some((after.rows, field))
    }
}

/// Whether a piece lies within the lowest rows.
#[inline]
fn is_inside(placement: Placement, rows: usize) -> bool {
    let shape = shape::shape(placement.piece, placement.rotation);
    (placement.y + shape.bottom + shape.height) as usize <= rows
}
