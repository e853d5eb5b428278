//! Moves as people say them.

use minolab_rules::{Choice, Clear, Piece, Placement, Rotation, Spin, State};

/// A choice as one would say it: "hold, I upright, column 10", or with what it clears
/// "T-spin double, column 4".
pub fn in_words(choice: Choice) -> String {
    said(choice, None)
}

/// The same with what it does in this position, where the rules allow it.
pub fn in_words_at(choice: Choice, state: &State, rules: &minolab_rules::Ruleset) -> String {
    let mut after = *state;
    said(choice, after.play(rules, choice).ok().as_ref())
}

fn said(choice: Choice, clear: Option<&Clear>) -> String {
    let placement = choice.placement;
    let hold = if choice.hold { "hold, " } else { "" };
    let piece = placement.piece;
    let lines = clear.and_then(|clear| clear.kind().lines_name());
    let perfect = if clear.is_some_and(|clear| clear.all_clear) { ", perfect clear" } else { "" };
    let spin = match placement.spin {
        Spin::None => None,
        Spin::Mini => Some("-spin mini"),
        Spin::Full => Some("-spin"),
    };
    if let Some(spin) = spin {
        let lines = lines.map_or(String::new(), |lines| format!(" {lines}"));
        // A spin is where its centre is.
        return format!("{hold}{piece}{spin}{lines}, column {}{perfect}", placement.x + 1);
    }
    let what = lines.map_or(String::new(), |lines| format!(", {lines}"));
    format!("{hold}{piece}{}, {}{what}{perfect}", facing(placement), columns(placement))
}

/// How a piece lies.
fn facing(placement: Placement) -> &'static str {
    use Rotation::*;
    match (placement.piece, placement.rotation) {
        (Piece::O, _) => "",
        (Piece::I | Piece::S | Piece::Z, North | South) => " flat",
        (Piece::I | Piece::S | Piece::Z, East | West) => " upright",
        (Piece::T, North) => " pointing up",
        (Piece::T, East) => " pointing right",
        (Piece::T, South) => " pointing down",
        (Piece::T, West) => " pointing left",
        (Piece::L | Piece::J, North) => " flat",
        (Piece::L | Piece::J, South) => " upside down",
        (Piece::L, East) | (Piece::J, West) => " upright",
        (Piece::L, West) | (Piece::J, East) => " upright, hook on top",
    }
}

/// The columns it covers, counted from 1.
fn columns(placement: Placement) -> String {
    let cells = placement.falling().cells().map(|(x, _)| x);
    let (left, right) = cells.iter().fold((i8::MAX, i8::MIN), |(l, r), &x| (l.min(x), r.max(x)));
    match left == right {
        true => format!("column {}", left + 1),
        false => format!("columns {}–{}", left + 1, right + 1),
    }
}

#[cfg(test)]
mod tests {
    use minolab_rules::shipped;

    use super::*;

    #[test]
    fn choices_are_said() {
        let said = |text: &str| in_words(text.parse().unwrap());
        assert_eq!(said("T@4,0N"), "T pointing up, columns 4–6");
        assert_eq!(said("hI@9,2E"), "hold, I upright, column 10");
        assert_eq!(said("O@0,0N"), "O, columns 1–2");
        assert_eq!(said("L@0,1E"), "L upright, columns 1–2");
    }

    #[test]
    fn what_they_clear_is_said() {
        let rules = shipped::get("capstone").unwrap();
        let at = |choice: &str, position: &str| {
            let state = State::from_setup(rules, position.parse().unwrap()).unwrap();
            in_words_at(choice.parse().unwrap(), &state, rules)
        };
        let slot = "xxx7/xx3xxxxx/xxx1xxxxxx T L TIO";
        assert_eq!(at("T@3,1Sf", slot), "T-spin double, column 4");
        let well = "xxxxxxxxx1/xxxxxxxxx1/xxxxxxxxx1/xxxxxxxxx1 T I TO";
        assert_eq!(at("hI@9,2E", well), "hold, I upright, column 10, quad, perfect clear");
        assert_eq!(at("T@4,4N", well), "T pointing up, columns 4–6");
    }
}
