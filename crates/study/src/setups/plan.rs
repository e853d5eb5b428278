//! Openers as plans: whether the pieces at hand build one, and in which order.

use minolab_rules::{
    Board, Choice, Falling, Piece, PieceSet, Placement, Rotation, Ruleset, State, placements,
};

use super::{
    WIDTH,
    drawing::Drawing,
    field::Cells,
    table::{NamedSetup, SetupKind, all},
};

/// How an opener is built from the pieces at hand.
#[derive(Clone, Debug)]
pub struct OpenerPlan {
    pub setup: &'static NamedSetup,
    /// Which of its forms.
    pub form: &'static str,
    pub is_mirrored: bool,
    /// All of its pieces with their cells, those that are placed already too.
    pub pieces: Vec<(Piece, Vec<(i8, i8)>)>,
    /// What to play, in order, as far as the pieces are in sight.
    pub choices: Vec<Choice>,
    /// In which share of the orders of pieces out of sight it can be finished.
    pub chance: f64,
}

/// A piece of an opener, with its cells.
type Part = (Piece, Cells);

/// One way to put pieces of a bag together to an opener.
#[derive(Clone, Debug)]
struct Blueprint {
    setup: &'static NamedSetup,
    form: &'static str,
    is_mirrored: bool,
    parts: Vec<Part>,
}

/// The fewest cells of an opener that takes up the bag but for one piece, which is kept.
const LEAST: usize = 24;

/// The best plan for each opener that the pieces at hand may still build; the likeliest first.
pub fn opener_plans(rules: &Ruleset, state: &State) -> Vec<OpenerPlan> {
    let mut plans: Vec<OpenerPlan> = Vec::new();
    for blueprint in blueprints() {
        let Some(plan) = Builder::new(rules, &blueprint).plan(state) else { continue };
        match plans.iter_mut().find(|known| std::ptr::eq(known.setup, plan.setup)) {
            Some(known) if known.chance >= plan.chance => {}
            Some(known) => *known = plan,
            None => plans.push(plan),
        }
    }
    plans.sort_by(|a, b| b.chance.total_cmp(&a.chance));
    plans
}

/// Every way to build the openers that one bag makes.
fn blueprints() -> Vec<Blueprint> {
    let mut found = Vec::new();
    for setup in all() {
        let SetupKind::Opener(opener) = &setup.kind else { continue };
        for drawing in Drawing::all(&opener.shapes, setup.mirrored) {
            let Some(cells) = drawing.blueprint().filter(|cells| cells.len() >= LEAST) else {
                continue;
            };
            let mut cover = |parts: &[Part]| {
                found.push(Blueprint {
                    setup,
                    form: &drawing.shape.form,
                    is_mirrored: drawing.is_mirrored,
                    parts: parts.to_vec(),
                });
            };
            tile(&cells, &mut Vec::new(), &mut cover);
        }
    }
    found
}

/// Covers the cells by different pieces, in every way.
fn tile(cells: &[(i8, i8, Option<Piece>)], parts: &mut Vec<Part>, each: &mut dyn FnMut(&[Part])) {
    let Some(&(x, y, _)) = cells.first() else { return each(parts) };
    for piece in Piece::ALL {
        if parts.iter().any(|part| part.0 == piece) {
            continue;
        }
        let mut tried: Vec<Cells> = Vec::new();
        for rotation in Rotation::ALL {
            let origin = Falling { piece, rotation, x: 0, y: 0 };
            for (dx, dy) in origin.cells() {
                let mut own: Cells = origin
                    .cells()
                    .iter()
                    .map(|&(column, row)| (column - dx + x, row - dy + y))
                    .collect();
                own.sort_unstable();
                let is_free = |cell: &(i8, i8)| {
                    cells
                        .iter()
                        .any(|&(x, y, by)| (x, y) == *cell && by.is_none_or(|by| by == piece))
                };
                if tried.contains(&own) || !own.iter().all(is_free) {
                    continue;
                }
                let rest: Vec<_> =
                    cells.iter().copied().filter(|&(x, y, _)| !own.contains(&(x, y))).collect();
                parts.push((piece, own.clone()));
                tile(&rest, parts, each);
                parts.pop();
                tried.push(own);
            }
        }
    }
}

/// Finds out whether one blueprint can be built.
struct Builder<'a> {
    rules: &'a Ruleset,
    blueprint: &'a Blueprint,
    /// Where each part can be placed once those of a set are there; asked once.
    reached: Vec<Option<Vec<Option<Placement>>>>,
}

/// What is at hand while it is built.
#[derive(Clone)]
struct Hand {
    /// The parts that are placed, a bit each.
    placed: usize,
    hold: Option<Piece>,
    may_hold: bool,
    /// The active piece and those in sight.
    known: Vec<Piece>,
    /// Pieces of the bag that are out of sight.
    hidden: PieceSet,
}

impl<'a> Builder<'a> {
    fn new(rules: &'a Ruleset, blueprint: &'a Blueprint) -> Builder<'a> {
        Builder { rules, blueprint, reached: vec![None; 1 << blueprint.parts.len()] }
    }

    fn plan(&mut self, state: &State) -> Option<OpenerPlan> {
        if self.rules.width as usize != WIDTH {
            return None;
        }
        let known: Vec<Piece> = state.current.into_iter().chain(state.queue.iter()).collect();
        let hand = Hand {
            placed: self.placed(&state.board)?,
            hold: state.hold,
            may_hold: self.rules.hold && !state.hold_used,
            hidden: state.bag,
            known,
        };
        let chance = self.chance(&hand);
        let Blueprint { setup, form, is_mirrored, ref parts } = *self.blueprint;
        (chance > 0.0).then(|| OpenerPlan {
            setup,
            form,
            is_mirrored,
            pieces: parts.clone(),
            choices: self.choices(hand),
            chance,
        })
    }

    /// The parts that are on the board; `None` if something else is.
    fn placed(&self, board: &Board) -> Option<usize> {
        let is_filled = |&(x, y): &(i8, i8)| board.is_filled(x, y);
        let mut placed = 0;
        for (index, (_, cells)) in self.blueprint.parts.iter().enumerate() {
            match cells.iter().filter(|cell| is_filled(cell)).count() {
                0 => {}
                4 => placed |= 1 << index,
                _ => return None,
            }
        }
        let width = board.width() as i8;
        let cells = (0..board.top() as i8).flat_map(|y| (0..width).map(move |x| (x, y)));
        let filled = cells.filter(is_filled).count() as u32;
        (filled == 4 * usize::count_ones(placed)).then_some(placed)
    }

    /// Where a piece goes with these parts placed.
    fn placement(&mut self, placed: usize, piece: Piece) -> Option<(usize, Placement)> {
        let index = self.blueprint.parts.iter().position(|part| part.0 == piece)?;
        if placed >> index & 1 == 1 {
            return None;
        }
        let (rules, parts) = (self.rules, &self.blueprint.parts);
        let reached = self.reached[placed].get_or_insert_with(|| {
            let mut board = rules.empty_board();
            for (_, cells) in
                parts.iter().enumerate().filter(|part| placed >> part.0 & 1 == 1).map(|part| part.1)
            {
                for &(x, y) in cells {
                    board.set(x as usize, y as usize, true);
                }
            }
            let place = |(piece, cells): &(Piece, Cells)| {
                let list = placements::all(&board, rules, *piece);
                let fits = |placement: &&Placement| {
                    let mut own = placement.falling().cells();
                    own.sort_unstable();
                    own[..] == cells[..]
                };
                list.iter().find(fits).copied()
            };
            let is_free =
                |part: &&(Piece, Cells)| !part.1.iter().any(|&(x, y)| board.is_filled(x, y));
            parts.iter().map(|part| Some(part).filter(is_free).and_then(place)).collect()
        });
        reached[index].map(|placement| (index, placement))
    }

    /// What can be done with the active piece, and what is at hand then.
    fn moves(&mut self, hand: &Hand) -> Vec<(Option<Choice>, Hand)> {
        let Some(&current) = hand.known.first() else { return Vec::new() };
        let mut moves = Vec::new();
        if let Some((index, placement)) = self.placement(hand.placed, current) {
            let mut next = hand.clone();
            next.known.remove(0);
            (next.placed, next.may_hold) = (hand.placed | 1 << index, self.rules.hold);
            moves.push((Some(Choice { hold: false, placement }), next));
        }
        if hand.may_hold {
            let mut next = hand.clone();
            next.known.remove(0);
            next.may_hold = false;
            if let Some(held) = next.hold.replace(current) {
                next.known.insert(0, held);
            }
            moves.push((None, next));
        }
        moves
    }

    /// How likely it is finished, played well.
    fn chance(&mut self, hand: &Hand) -> f64 {
        if hand.placed + 1 == 1 << self.blueprint.parts.len() {
            return 1.0;
        }
        if hand.known.is_empty() {
            let pieces: Vec<Piece> = hand.hidden.iter().collect();
            let sum: f64 = pieces
                .iter()
                .map(|&piece| {
                    let mut next = hand.clone();
                    next.hidden = hand.hidden.without(piece);
                    next.known.push(piece);
                    self.chance(&next)
                })
                .sum();
            return sum / pieces.len().max(1) as f64;
        }
        let mut best: f64 = 0.0;
        for (_, next) in self.moves(hand) {
            best = best.max(self.chance(&next));
        }
        best
    }

    /// The likeliest way as far as pieces are in sight.
    fn choices(&mut self, mut hand: Hand) -> Vec<Choice> {
        let (mut choices, mut is_held) = (Vec::new(), false);
        while hand.placed + 1 != 1 << self.blueprint.parts.len() {
            let moves = self.moves(&hand);
            let mut best: Option<(f64, Option<Choice>, Hand)> = None;
            for (choice, next) in moves {
                let chance = self.chance(&next);
                if best.as_ref().is_none_or(|(known, ..)| chance > *known) {
                    best = Some((chance, choice, next));
                }
            }
            let Some((_, choice, next)) = best.filter(|best| best.0 > 0.0) else { break };
            match choice {
                Some(choice) => {
                    choices.push(Choice { hold: is_held, ..choice });
                    is_held = false;
                }
                None => is_held = true,
            }
            hand = next;
        }
        choices
    }
}

#[cfg(test)]
mod tests {
    use minolab_rules::{Queue, shipped};

    use super::*;

    fn start(pieces: &[Piece], previews: usize) -> State {
        let rules = shipped::get("capstone").unwrap();
        let mut state = State::new(rules, pieces.iter().copied().take(1 + previews));
        state.queue = pieces.iter().copied().skip(1).take(previews).collect::<Queue>();
        state.bag = pieces[1 + previews..].iter().copied().collect();
        state
    }

    fn orders(pieces: Vec<Piece>) -> Vec<Vec<Piece>> {
        if pieces.is_empty() {
            return vec![Vec::new()];
        }
        let mut all = Vec::new();
        for index in 0..pieces.len() {
            let mut rest = pieces.clone();
            let first = rest.remove(index);
            for mut order in orders(rest) {
                order.insert(0, first);
                all.push(order);
            }
        }
        all
    }

    #[test]
    fn plans_can_be_played_and_stand_where_they_say() {
        let rules = shipped::get("capstone").unwrap();
        let mut built = std::collections::BTreeMap::new();
        for pieces in orders(Piece::ALL.to_vec()).into_iter().step_by(97) {
            for plan in opener_plans(rules, &start(&pieces, 6)) {
                assert_eq!(plan.chance, 1.0, "all pieces are in sight");
                let mut state = start(&pieces, 6);
                for &choice in &plan.choices {
                    state.play(rules, choice).unwrap();
                }
                let cells = plan.pieces.iter().flat_map(|part| &part.1);
                let mut board = rules.empty_board();
                cells.for_each(|&(x, y)| board.set(x as usize, y as usize, true));
                assert_eq!(state.board, board, "{pieces:?} {}", plan.setup.name);
                *built.entry(plan.setup.name.as_str()).or_insert(0) += 1;
            }
        }
        assert!(["tki", "dt-cannon", "pco"].iter().all(|name| built[name] > 3), "{built:?}");
    }

    #[test]
    fn with_a_piece_out_of_sight_the_chance_lies_between_its_ends() {
        let rules = shipped::get("capstone").unwrap();
        let mut between = 0;
        for pieces in orders(Piece::ALL.to_vec()).into_iter().step_by(211) {
            let whole: Vec<f64> = orders(pieces[4..].to_vec())
                .into_iter()
                .map(|rest| {
                    let pieces = [&pieces[..4], &rest].concat();
                    let plans = opener_plans(rules, &start(&pieces, 6));
                    plans
                        .iter()
                        .filter(|plan| plan.setup.name == "tki")
                        .map(|plan| plan.chance)
                        .sum()
                })
                .collect();
            let known = whole.iter().sum::<f64>() / whole.len() as f64;
            let plans = opener_plans(rules, &start(&pieces, 3));
            let chance = plans.iter().find(|plan| plan.setup.name == "tki");
            let chance = chance.map_or(0.0, |plan| plan.chance);
            // Who sees less builds it no more often.
            assert!(chance <= known + 1e-9, "{pieces:?}: {chance} of {known}");
            between += (0.01..0.99).contains(&chance) as usize;
        }
        assert!(between > 0);
    }

    #[test]
    fn what_stands_already_is_taken_up_and_anything_else_ends_the_plan() {
        let rules = shipped::get("capstone").unwrap();
        let order: Vec<Piece> = "ILOJSZT".chars().filter_map(Piece::from_char).collect();
        let mut state = start(&order, 6);
        let plans = opener_plans(rules, &state);
        let plan = plans.iter().find(|plan| plan.setup.name == "tki").unwrap().clone();
        state.play(rules, plan.choices[0]).unwrap();
        let after = opener_plans(rules, &state);
        assert!(after.iter().any(|found| found.setup.name == "tki" && found.chance == 1.0));
        let mut other = start(&order, 6);
        other.board.set(5, 0, true);
        assert!(opener_plans(rules, &other).is_empty());
    }
}
