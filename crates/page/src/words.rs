//! Choices in words, for a line under the board.

use minolab_rules::{Choice, Rotation, Spin};

/// A choice as one would say it: which piece, how it is turned, and where it goes.
pub fn in_words(choice: Choice) -> String {
    let placement = choice.placement;
    let turned = match placement.rotation {
        Rotation::North => "spawn rotation",
        Rotation::East => "rotated CW",
        Rotation::South => "rotated 180",
        Rotation::West => "rotated CCW",
    };
    let spin = match placement.spin {
        Spin::None => "",
        Spin::Mini => ", a mini spin",
        Spin::Full => ", a spin",
    };
    let cells = placement.falling().cells();
    let (left, right) =
        cells.iter().fold((i8::MAX, i8::MIN), |(left, right), &(x, _)| (left.min(x), right.max(x)));
    let columns = match left == right {
        true => format!("column {}", left + 1),
        false => format!("columns {}–{}", left + 1, right + 1),
    };
    let hold = if choice.hold { "hold, then " } else { "" };
    let row = cells.iter().map(|&(_, y)| y + 1).min().unwrap_or(1);
    format!("{hold}{} {turned}, {columns}, row {row}{spin}", placement.piece)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn choices_are_said() {
        let said = |text: &str| in_words(text.parse().unwrap());
        assert_eq!(said("T@4,0N"), "T spawn rotation, columns 4–6, row 1");
        assert!(said("hI@0,2E").starts_with("hold, then I rotated CW, column 1, row "));
    }
}
