//! Every sentence against a plain look at the board, cell by cell.

use std::collections::BTreeSet;

use minolab_rules::{
    Choice, Game, Piece, Ruleset, Setup, Spin, State, placements, random::SplitMix64, shipped,
};

use super::*;

/// A board as plain cells, row by row from the floor.
#[derive(Clone)]
struct Grid(Vec<Vec<bool>>);

impl Grid {
    fn of(state: &State) -> Grid {
        let board = &state.board;
        let row = |y: i8| (0..board.width() as i8).map(|x| board.is_filled(x, y)).collect();
        Grid((0..40).map(row).collect())
    }

    fn with(&self, choice: Choice) -> Grid {
        let mut grid = self.clone();
        for (x, y) in choice.placement.falling().cells() {
            assert!(!grid.0[y as usize][x as usize]);
            grid.0[y as usize][x as usize] = true;
        }
        grid
    }

    /// The lines that clear, and what is left.
    fn cleared(&self) -> (usize, Grid) {
        let mut rows: Vec<Vec<bool>> =
            self.0.iter().filter(|row| row.iter().any(|cell| !cell)).cloned().collect();
        let lines = self.0.len() - rows.len();
        rows.resize(self.0.len(), vec![false; self.0[0].len()]);
        (lines, Grid(rows))
    }

    fn covered(&self) -> BTreeSet<Spot> {
        let (width, height) = (self.0[0].len(), self.0.len());
        let cells = (0..width).flat_map(|x| (0..height).map(move |y| (x, y)));
        let is_covered =
            |&(x, y): &(usize, usize)| !self.0[y][x] && self.0[y..].iter().any(|row| row[x]);
        cells.filter(is_covered).map(|(x, y)| (x as u8, y as u8)).collect()
    }

    fn height(&self, x: usize) -> usize {
        (0..self.0.len()).rev().find(|&y| self.0[y][x]).map_or(0, |y| y + 1)
    }

    /// How much lower a column is than the lower of its neighbours.
    fn depth(&self, x: usize) -> usize {
        let sides = [x.checked_sub(1), Some(x + 1).filter(|&x| x < self.0[0].len())];
        let walls = sides.into_iter().flatten().map(|x| self.height(x)).min();
        walls.unwrap_or(0).saturating_sub(self.height(x))
    }

    fn top(&self) -> usize {
        (0..self.0[0].len()).map(|x| self.height(x)).max().unwrap_or(0)
    }

    fn steps(&self) -> usize {
        (1..self.0[0].len()).map(|x| self.height(x).abs_diff(self.height(x - 1))).sum()
    }
}

/// Where a T would spin in and clear so many lines.
fn is_slot(rules: &Ruleset, state: &State, cells: &[Spot], lines: u8) -> bool {
    placements::all(&state.board, rules, Piece::T).iter().any(|&placement| {
        let own: Vec<Spot> =
            placement.falling().cells().iter().map(|&(x, y)| (x as u8, y as u8)).collect();
        let choice = Choice { hold: false, placement };
        let cleared = Grid::of(state).with(choice).cleared().0;
        own == cells && placement.spin == Spin::Full && cleared == lines as usize
    })
}

/// Whether a piece has a place where it covers nothing that was not covered and stays so.
fn fits(rules: &Ruleset, state: &State, piece: Piece) -> bool {
    let before = Grid::of(state);
    placements::all(&state.board, rules, piece).iter().any(|&placement| {
        let grid = before.with(Choice { hold: false, placement });
        let left = grid.cleared().1.covered();
        let is_full = |y: u8| grid.0[y as usize].iter().all(|&cell| cell);
        let fallen = |y: u8| y - (0..y).filter(|&below| is_full(below)).count() as u8;
        let (was, is) = (before.covered(), grid.covered());
        !is.difference(&was).any(|&(x, y)| left.contains(&(x, fallen(y))))
    })
}

/// Whether a fact is so.
pub fn holds(rules: &Ruleset, before: &State, [played, better]: [Choice; 2], fact: &Fact) -> bool {
    let grid = Grid::of(before);
    let [with_played, with_better] = [played, better].map(|choice| grid.with(choice));
    let [(lines, left_board), (better_lines, better_left)] =
        [&with_played, &with_better].map(Grid::cleared);
    let [after, better_after] = [played, better].map(|choice| {
        let mut after = *before;
        after.play(rules, choice).unwrap();
        after
    });
    let made = |grid_with: &Grid| -> BTreeSet<Spot> {
        grid_with.covered().difference(&grid.covered()).copied().collect()
    };
    match &fact.kind {
        // Nothing that two placements alone tell: a test of reviews plays the line.
        FactKind::MissesFinish { .. } => false,
        FactKind::TopsOut => after.over.is_some() && better_after.over.is_none(),
        FactKind::MissesPerfectClear => better_left.top() == 0 && left_board.top() > 0,
        FactKind::MissesClear { better: kind, piece } => {
            better_lines == kind.lines as usize
                && *piece == better.placement.piece
                && (better_lines > lines || kind.spin == Spin::Full)
        }
        FactKind::CoversHoles { columns, rows } => {
            let cells: BTreeSet<Spot> = fact.cells.iter().copied().collect();
            let found: BTreeSet<u8> = cells.iter().map(|cell| cell.0).collect();
            let levels: BTreeSet<u8> = cells.iter().map(|cell| cell.1).collect();
            !cells.is_empty()
                && cells.is_subset(&made(&with_played))
                && found.into_iter().collect::<Vec<_>>() == *columns
                && levels.len() == *rows
                // Where no line clears, all that is covered is said, and the better covers nothing.
                && (lines > 0 || cells == made(&with_played))
                && (better_lines > 0 || made(&with_better).is_empty())
        }
        FactKind::CoversMore { played, better } => {
            *played > *better
                && *played <= made(&with_played).len()
                && *better <= made(&with_better).len()
        }
        FactKind::LeavesHoles { opened } => {
            *opened > 0
                && better_left.covered().len() + opened
                    <= grid.covered().len() + made(&with_better).len()
        }
        FactKind::ClosesWell { column, depth } => {
            let column = *column as usize;
            grid.depth(column) == *depth as usize
                && left_board.depth(column) < 3
                && better_left.depth(column) >= 3
        }
        FactKind::MakesGap { column, depth } => {
            let column = *column as usize;
            left_board.depth(column) == *depth as usize && *depth >= 3 && grid.depth(column) < 3
        }
        FactKind::SpendsT { lines, .. } => {
            played.placement.piece == Piece::T
                && is_slot(rules, before, &fact.cells, *lines)
                && (played.placement.spin == Spin::None || left_board.top() >= grid.top())
        }
        FactKind::ClosesSlot { lines, .. } => {
            played.placement.piece != Piece::T
                && is_slot(rules, before, &fact.cells, *lines)
                && !placements::all(&after.board, rules, Piece::T).iter().any(|&placement| {
                    let choice = Choice { hold: false, placement };
                    placement.spin == Spin::Full && Grid::of(&after).with(choice).cleared().0 >= 2
                })
        }
        FactKind::SlotForT { lines, wait, .. } => {
            let mut coming: Vec<Option<Piece>> = vec![better_after.hold, better_after.current];
            coming.extend(better_after.queue.iter().map(Some));
            is_slot(rules, &better_after, &fact.cells, *lines) && coming[*wait] == Some(Piece::T)
        }
        FactKind::EndsBackToBack => {
            before.back_to_back && !after.back_to_back && better_after.back_to_back
        }
        FactKind::NoPlaceForNext { piece } => {
            after.current == Some(*piece)
                && !fits(rules, &after, *piece)
                && fits(rules, &better_after, *piece)
        }
        FactKind::GrowsHigh { height, better } => {
            left_board.top() == *height && better_left.top() == *better && height > better
        }
        FactKind::Step { columns: (left, right), rows } => {
            let step = |grid: &Grid, x: usize| grid.height(x).abs_diff(grid.height(x + 1));
            let highest = |grid: &Grid| (0..grid.0[0].len() - 1).map(|x| step(grid, x)).max();
            *right == left + 1
                && step(&left_board, *left as usize) == *rows as usize
                && highest(&left_board) == Some(*rows as usize)
                && highest(&better_left) < Some(*rows as usize)
                && better_left.steps() < left_board.steps()
        }
        FactKind::NoPlaceFor { pieces } => {
            !pieces.is_empty()
                && pieces
                    .iter()
                    .all(|&piece| !fits(rules, &after, piece) && fits(rules, &better_after, piece))
        }
        FactKind::SpendsI { column, depth } => {
            played.placement.piece == Piece::I
                && lines == 0
                && grid.depth(*column as usize) == *depth as usize
                && left_board.depth(*column as usize) >= 3
        }
        FactKind::SavesT { plays } => {
            played.placement.piece == Piece::T
                && (played.placement.spin == Spin::None || lines == 0)
                && better.placement.piece == *plays
                && better_after.hold == Some(Piece::T)
        }
        FactKind::Keeps { kept, plays } => {
            played.placement.piece == *kept
                && better.placement.piece == *plays
                && kept != plays
                && better_after.hold == Some(*kept)
        }
        // Said of a line, not of two placements: a test of reviews plays it.
        FactKind::LineClears { .. }
        | FactKind::LinePoints { .. }
        | FactKind::LineSlot { .. }
        | FactKind::LineHoles { .. }
        | FactKind::LineWells { .. }
        | FactKind::LineHeight { .. } => false,
    }
}

/// Whether the words agree with the numbers: columns and rows are counted from 1 there.
pub fn is_said(fact: &Fact) -> bool {
    let text = fact.to_string();
    let has = |number: usize| {
        text.split(|c: char| !c.is_ascii_digit()).any(|word| word == number.to_string())
    };
    let ends = text.ends_with('.') && text.starts_with(char::is_uppercase) && !text.contains('_');
    ends && match &fact.kind {
        FactKind::CoversHoles { columns, .. } => columns.iter().all(|x| has(*x as usize + 1)),
        FactKind::ClosesWell { column, .. } | FactKind::MakesGap { column, .. } => {
            has(*column as usize + 1)
        }
        FactKind::ClosesSlot { columns, .. } | FactKind::SpendsT { columns, .. } => {
            has(columns.0 as usize + 1) && has(columns.1 as usize + 1)
        }
        _ => true,
    }
}

/// Every placement of the current piece and after holding.
fn choices(rules: &Ruleset, state: &State) -> Vec<Choice> {
    let held = state.hold.or(state.queue.iter().next()).filter(|_| rules.hold && !state.hold_used);
    let pieces = [(false, state.current), (true, held)];
    let choices = pieces.into_iter().filter_map(|(hold, piece)| Some((hold, piece?)));
    choices
        .flat_map(|(hold, piece)| {
            let list = placements::all(&state.board, rules, piece).to_vec();
            list.into_iter().map(move |placement| Choice { hold, placement })
        })
        .filter(|&choice| state.clone().play(rules, choice).is_ok())
        .collect()
}

#[test]
fn what_is_said_of_a_placement_is_so() {
    let mut random = SplitMix64(9);
    let mut kinds = BTreeSet::new();
    let mut said = 0;
    for name in ["capstone", "guideline", "classic", "tetrio"] {
        let rules = shipped::get(name).unwrap();
        for seed in 0..40 {
            let mut game = Game::new(rules.clone(), seed);
            // Low places mostly, so that games last and boards look like boards.
            while game.state().over.is_none() && game.totals().pieces < 60 {
                let state = *game.state();
                let mut list = choices(rules, &state);
                if list.is_empty() {
                    break;
                }
                list.sort_by_key(|choice| choice.placement.y);
                let mut pick = |among: usize| list[random.next() as usize % among.min(list.len())];
                for _ in 0..4 {
                    let pair = [pick(usize::MAX), pick(6)];
                    if pair[0] == pair[1] {
                        continue;
                    }
                    let [played, better] =
                        pair.map(|choice| PlacementEffect::of(rules, &state, choice));
                    for fact in facts(rules, &state, &played, &better, true) {
                        assert!(
                            holds(rules, &state, pair, &fact) && is_said(&fact),
                            "{name}, {state}\nplayed {}, better {}: {fact} {fact:?}",
                            pair[0],
                            pair[1]
                        );
                        let name = format!("{:?}", fact.kind);
                        kinds.insert(name.split([' ', '{']).next().unwrap_or_default().to_string());
                        said += 1;
                    }
                }
                game.play(pick(4)).unwrap();
            }
        }
    }
    assert!(said > 10_000 && kinds.len() >= 13, "{said} of {kinds:?}");
}

/// Whether a fact about two lines of play is so: both are laid cell by cell.
pub fn line_holds(rules: &Ruleset, before: &State, lines: [&[Choice]; 2], fact: &Fact) -> bool {
    let played_on = |line: &[Choice], pieces: usize| {
        let (mut grid, mut state, mut points) = (Grid::of(before), *before, 0);
        let mut clears = Vec::new();
        for &choice in &line[..pieces] {
            let (lines, left) = grid.with(choice).cleared();
            let clear = state.play(rules, choice).unwrap();
            assert_eq!(lines, clear.lines as usize);
            points += clear.points as u64;
            clears.push((clear.kind(), choice.placement.piece));
            grid = left;
        }
        (grid, state, points, clears)
    };
    let both = |pieces: usize| lines.map(|line| played_on(line, pieces));
    let deep = |grid: &Grid| (0..grid.0[0].len()).filter(|&x| grid.depth(x) >= 3).count();
    match fact.kind {
        FactKind::LineClears { kind, piece, wait } => {
            let is_same = |other: &(minolab_rules::ClearKind, Piece)| *other == (kind, piece);
            let [(.., own), (.., better)] = both(lines[0].len().min(lines[1].len()));
            wait > 0 && is_same(&better[wait]) && !own.iter().any(is_same)
        }
        FactKind::LinePoints { pieces, played, better } => {
            let [(.., own, _), (.., other, _)] = both(pieces);
            (own, other) == (played, better) && other >= own + 300
        }
        FactKind::LineSlot { pieces, lines, .. } => {
            let [(_, own, ..), (_, other, ..)] = both(pieces);
            slot(rules, &own.board).is_none()
                && slot(rules, &other.board).is_some_and(|slot| {
                    slot.lines == lines && is_slot(rules, &other, &slot.cells, lines)
                })
        }
        FactKind::LineHoles { pieces, played, better } => {
            both(pieces).map(|(grid, ..)| grid.covered().len()) == [played, better]
                && played > better
        }
        FactKind::LineWells { pieces, played, better } => {
            both(pieces).map(|(grid, ..)| deep(&grid)) == [played, better] && played > better
        }
        FactKind::LineHeight { pieces, played, better } => {
            both(pieces).map(|(grid, ..)| grid.top()) == [played, better] && played > better
        }
        _ => false,
    }
}

#[test]
fn what_is_said_of_lines_is_so() {
    let mut random = SplitMix64(4);
    let (mut said, mut kinds) = (0, BTreeSet::new());
    for name in ["capstone", "guideline", "classic"] {
        let rules = shipped::get(name).unwrap();
        for seed in 0..25 {
            let mut game = Game::new(rules.clone(), seed);
            while game.state().over.is_none() && game.totals().pieces < 50 {
                let state = *game.state();
                let mut line = |low: usize| -> Vec<Choice> {
                    let mut now = state;
                    let mut found = Vec::new();
                    while found.len() < 5 && now.current.is_some() && now.over.is_none() {
                        let mut list = choices(rules, &now);
                        if list.is_empty() {
                            break;
                        }
                        // Low and with a clear where there is one, as lines of play are.
                        let lines = |choice: Choice| now.clone().play(rules, choice).unwrap().lines;
                        list.sort_by_key(|&choice| (4 - lines(choice), choice.placement.y));
                        let choice = list[random.next() as usize % low.min(list.len())];
                        now.play(rules, choice).unwrap();
                        found.push(choice);
                    }
                    found
                };
                let [played, better] = [line(20), line(3)];
                for fact in line_facts(rules, &state, &played, &better, true) {
                    assert!(
                        line_holds(rules, &state, [&played, &better], &fact) && is_said(&fact),
                        "{name}, {state}\nplayed {played:?}, better {better:?}: {fact} {fact:?}"
                    );
                    let name = format!("{:?}", fact.kind);
                    kinds.insert(name.split([' ', '{']).next().unwrap_or_default().to_string());
                    said += 1;
                }
                let list = choices(rules, &state);
                let Some(choice) = list.iter().min_by_key(|choice| choice.placement.y) else {
                    break;
                };
                game.play(*choice).unwrap();
            }
        }
    }
    assert!(said > 1_000 && kinds.len() == 4, "{said} of {kinds:?}");

    // What random lines do not come to.
    let rules = shipped::get("capstone").unwrap();
    let told = |position: &str, played: [&str; 2], better: [&str; 2]| -> Vec<String> {
        let state = State::from_setup(rules, Setup::from_any(position).unwrap()).unwrap();
        let [played, better] =
            [played, better].map(|line| line.map(|choice| choice.parse().unwrap()));
        let facts = line_facts(rules, &state, &played, &better, true);
        for fact in &facts {
            assert!(line_holds(rules, &state, [&played, &better], fact) && is_said(fact), "{fact}");
        }
        facts.iter().map(ToString::to_string).collect()
    };
    let said =
        told("xxx7/xx3xxxxx/xxx1xxxxxx J - TOI", ["J@8,2N", "T@5,2N"], ["J@8,2N", "T@3,1Sf"]);
    assert_eq!(said[0], "The better one leads to a T-spin double with the next piece.");
    let said = told("xx3xxxxx/xxx1xxxxxx J - OTI", ["J@8,2N", "O@5,2N"], ["J@1,2N", "O@8,2N"]);
    let expected = "The better one leads to a T-spin double slot in columns 3–5 after 2 pieces, this one to none.";
    assert_eq!(said, [expected]);
}

#[test]
fn sentences_name_what_happened_and_where() {
    let rules = shipped::get("guideline").unwrap();
    let said = |text: &str, played: &str, better: &str| -> Vec<String> {
        let state = State::from_setup(rules, Setup::from_any(text).unwrap()).unwrap();
        let pair = [played, better].map(|choice| choice.parse().unwrap());
        let [played, better] = pair.map(|choice| PlacementEffect::of(rules, &state, choice));
        let facts = facts(rules, &state, &played, &better, true);
        facts.iter().map(ToString::to_string).collect()
    };
    // A T laid flat on the stack, or spun into its slot.
    let spends = said("xx8/x3xxxxxx/xx1xxxxxxx T", "T@7,2N", "T@2,1Sf");
    let expected = "It spends the T, with a T-spin double open in columns 2–4.";
    assert_eq!(spends[..2], ["There was a T-spin double.", expected]);
    // A T upside down on the floor, or flat.
    let expected =
        "It leaves holes in columns 4 and 6: the row cannot clear until they are open again.";
    assert_eq!(said("10 T", "T@4,1S", "T@4,0N")[0], expected);
}
