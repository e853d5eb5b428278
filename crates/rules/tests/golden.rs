//! Three readable games by every ruleset, step by step, in `data/golden`.
//!
//! With `MINOLAB_BLESS=1` the games are written instead of compared; look at what changed
//! before committing it.

use std::{cmp::Reverse, env, fmt::Write, fs, path::PathBuf};

use minolab_rules::{
    Board, Choice, Clear, Game, Piece, Placement, Ruleset, Spin, SpinRule, State, path, placements,
    shape, shipped,
};

/// The players.
#[derive(Clone, Copy)]
enum Player {
    /// Never holds, and places every piece as tidily as possible.
    Plain,
    /// Makes spins and sets them up, with hold if that is better.
    SpinsHold,
    /// Places pieces anywhere until it tops out.
    TopOut,
}

const PLAYERS: [Player; 3] = [Player::Plain, Player::SpinsHold, Player::TopOut];

impl Player {
    fn name(self) -> &'static str {
        match self {
            Player::Plain => "plain",
            Player::SpinsHold => "spins-hold",
            Player::TopOut => "top-out",
        }
    }

    fn habit(self) -> &'static str {
        match self {
            Player::Plain => "the tidiest place, never holding",
            Player::SpinsHold => "spins and gaps for them before tidiness, with hold",
            Player::TopOut => "anywhere, until the game is lost",
        }
    }

    /// Another seed for every ruleset; those with spins were searched for.
    fn seed(self, rules: &Ruleset) -> u64 {
        let place = shipped::NAMES.iter().position(|&name| name == rules.name).unwrap() as u64;
        match (self, rules.name.as_str()) {
            (Player::Plain, _) => 101 + place,
            (Player::SpinsHold, "guideline") => 48,
            (Player::SpinsHold, "capstone") => 46,
            (Player::SpinsHold, "tetrio") => 20,
            (Player::SpinsHold, _) => 201 + place,
            (Player::TopOut, _) => 301 + place,
        }
    }

    fn pieces(self) -> u64 {
        match self {
            Player::Plain => 50,
            Player::SpinsHold => 80,
            Player::TopOut => 500,
        }
    }

    fn choose(self, state: &State, rules: &Ruleset, step: u64) -> Option<Choice> {
        let choices = choices(state, rules, matches!(self, Player::SpinsHold));
        let after = |choice: &Choice| {
            let mut next = *state;
            let clear = next.play_unchecked(rules, *choice);
            (clear, Reverse(untidiness(&next.board, choice.placement)), next.over.is_none())
        };
        match self {
            Player::Plain => choices.into_iter().max_by_key(|choice| {
                let (clear, tidy, alive) = after(choice);
                (alive, clear.lines, tidy, Reverse(*choice))
            }),
            Player::SpinsHold => choices.into_iter().max_by_key(|choice| {
                let (clear, Reverse(untidy), alive) = after(choice);
                let spin = if clear.spin == Spin::None { 0 } else { clear.points as i64 };
                let mut board = state.board;
                let Placement { piece, rotation, x, y, .. } = choice.placement;
                board.place(shape::shape(piece, rotation), x, y);
                let prospect = prospect(&board, rules) as i64;
                (alive, spin + prospect / 2 - 10 * untidy as i64, Reverse(*choice))
            }),
            Player::TopOut => {
                let anywhere = (step * 7919 % 104_729) as usize;
                (!choices.is_empty()).then(|| choices[anywhere % choices.len()])
            }
        }
    }
}

#[test]
fn games_are_as_they_were() {
    let bless = env::var_os("MINOLAB_BLESS").is_some_and(|value| value == "1");
    let mut changed = Vec::new();
    for rules in shipped::all() {
        for player in PLAYERS {
            let file = folder().join(format!("{}-{}.txt", rules.name, player.name()));
            let text = record(rules, player);
            if bless {
                fs::create_dir_all(folder()).unwrap();
                fs::write(&file, text).unwrap();
            } else {
                let before = fs::read_to_string(&file).unwrap_or_default();
                changed.extend(difference(&before, &text).map(|at| format!("{file:?}: {at}")));
            }
        }
    }
    assert!(changed.is_empty(), "MINOLAB_BLESS=1 accepts these changes:\n{}", changed.join("\n"));
}

fn folder() -> PathBuf {
    PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/../../data/golden"))
}

/// The first line that differs.
fn difference(before: &str, now: &str) -> Option<String> {
    let mut lines = (1..).zip(before.lines().map(Some).chain([None]));
    let mut others = now.lines().map(Some).chain([None]);
    lines.find_map(|(number, was)| {
        let is = others.next().flatten();
        (was != is).then(|| {
            let [was, is] = [was, is].map(|line| line.unwrap_or("the end of the file"));
            format!("line {number}\n  was {was}\n  is  {is}")
        })
    })
}

/// A whole game as text.
fn record(rules: &Ruleset, player: Player) -> String {
    let mut game = Game::new(rules.clone(), player.seed(rules));
    let mut text = String::new();
    let (name, seed, habit) = (&rules.name, player.seed(rules), player.habit());
    writeln!(text, "; {name}, seed {seed}: {habit}").unwrap();
    writeln!(text, ";\n; The board is drawn every ten pieces.\n;").unwrap();
    writeln!(text, "; no  piece  hold  queue  places  choice     points  score   did; inputs")
        .unwrap();
    while game.state().over.is_none() && game.totals().pieces < player.pieces() {
        let state = *game.state();
        let number = game.totals().pieces + 1;
        let Some(choice) = player.choose(&state, rules, number) else { break };
        let places = choices(&state, rules, true).len();
        let inputs = path(&state.board, rules, choice.placement).expect("a listed place");
        let clear = game.play(choice).expect("a listed place");
        let shown = |piece: Option<_>| piece.map_or("-".into(), |piece| format!("{piece}"));
        writeln!(
            text,
            "{number:4}  {:5}  {:4}  {:5}  {places:6}  {choice:9}  {:6}  {:5}   {}; {}{inputs}",
            shown(state.current),
            shown(state.hold),
            if state.queue.is_empty() { "-".into() } else { format!("{:?}", state.queue) },
            clear.points,
            game.totals().score,
            described(&clear),
            if choice.hold { "hold " } else { "" },
        )
        .unwrap();
        if number.is_multiple_of(10) || game.state().over.is_some() {
            draw(&mut text, &game.state().board);
        }
    }
    let totals = game.totals();
    let end = game.state().over.map_or("not lost".into(), |reason| format!("lost by {reason:?}"));
    let (pieces, lines, score) = (totals.pieces, totals.lines, totals.score);
    writeln!(text, "; {pieces} pieces, {lines} lines, {score} points, {end}").unwrap();
    text
}

/// What a placement did, in words.
fn described(clear: &Clear) -> String {
    let mut words = Vec::new();
    match clear.spin {
        Spin::None => {}
        spin => words.push(format!("{} spin", spin.name())),
    }
    match clear.lines {
        0 => words.push("no line".into()),
        1 => words.push("1 line".into()),
        lines => words.push(format!("{lines} lines")),
    }
    if clear.combo > 0 {
        words.push(format!("combo {}", clear.combo));
    }
    if clear.back_to_back {
        words.push("back-to-back".into());
    }
    if clear.all_clear {
        words.push("all clear".into());
    }
    words.join(", ")
}

fn draw(text: &mut String, board: &Board) {
    for row in board.to_string().lines() {
        writeln!(text, "      |{row}|").unwrap();
    }
    writeln!(text, "      +{}+", "-".repeat(board.width())).unwrap();
}

/// Every legal choice, in the generator's order.
fn choices(state: &State, rules: &Ruleset, with_hold: bool) -> Vec<Choice> {
    let mut choices = Vec::new();
    let mut held = *state;
    let hold = with_hold && held.swap(rules).is_ok() && held.over.is_none();
    for (hold, state) in [(false, Some(*state)), (true, hold.then_some(held))] {
        let Some(piece) = state.and_then(|state| state.current) else { continue };
        for &placement in &placements::all(&state.unwrap().board, rules, piece) {
            choices.push(Choice { hold, placement });
        }
    }
    choices
}

/// The points of the best spin that a T could make next.
fn prospect(board: &Board, rules: &Ruleset) -> u32 {
    if rules.spins == SpinRule::None {
        return 0;
    }
    let list = placements::all(board, rules, Piece::T);
    let spins = list.iter().filter(|placement| placement.spin != Spin::None);
    let points = spins.map(|&Placement { rotation, x, y, spin, .. }| {
        let lines = board.clone().place(shape::shape(Piece::T, rotation), x, y) as u8;
        rules.scoring.points(&Clear { lines, spin, ..Clear::default() })
    });
    points.max().unwrap_or(0)
}

/// Holes, bumpiness and the height of the placement.
fn untidiness(board: &Board, placement: Placement) -> u32 {
    let heights: Vec<usize> = (0..board.width()).map(|x| board.column_height(x)).collect();
    let covered = heights.iter().sum::<usize>() as u32 - board.cells();
    let steps: usize = heights.windows(2).map(|pair| pair[0].abs_diff(pair[1])).sum();
    8 * covered + 2 * steps as u32 + 3 * placement.y as u32
}
