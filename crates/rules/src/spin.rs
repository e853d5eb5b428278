//! Whether the last input that moved a piece makes its placement a spin.

use crate::{Board, Falling, Input, Piece, Rotation, Spin, SpinRule, Step};

impl SpinRule {
    /// Which spin it is if a piece locks where this input just took it.
    ///
    /// The one place that decides this for a single piece; the fast generator does it for all
    /// placements at once and is tested against this rule. Inputs that moved nothing do not count,
    /// so pass the step of the last one that did.
    pub fn judge(self, board: &Board, step: Step, input: Input) -> Spin {
        let Some(kick) = step.kick else { return Spin::None };
        match (self, step.falling.piece) {
            (SpinRule::None, _) | (SpinRule::T | SpinRule::All, Piece::O) => Spin::None,
            (_, Piece::T) => three_corners(board, step.falling, kick == 4 && input != Input::Flip),
            (SpinRule::T, _) => Spin::None,
            (SpinRule::All, _) if is_stuck(board, step.falling) => Spin::Mini,
            (SpinRule::All, _) => Spin::None,
        }
    }
}

/// Walls, floor and ceiling count as filled.
fn three_corners(board: &Board, t: Falling, by_fifth_kick: bool) -> Spin {
    // Clockwise from the upper left, so that a T facing `r` points at corners r and r + 1.
    let filled = [(-1, 1), (1, 1), (1, -1), (-1, -1)]
        .map(|(dx, dy): (i8, i8)| board.is_filled(t.x + dx, t.y + dy));
    let r = t.rotation.index();
    if filled.into_iter().filter(|&corner| corner).count() < 3 {
        Spin::None
    } else if by_fifth_kick || filled[r] && filled[(r + 1) % Rotation::ALL.len()] {
        Spin::Full
    } else {
        Spin::Mini
    }
}

/// Whether it is immobile: it can move neither left, right nor up.
fn is_stuck(board: &Board, falling: Falling) -> bool {
    let fits = |dx, dy| Falling { x: falling.x + dx, y: falling.y + dy, ..falling }.fits(board);
    !fits(-1, 0) && !fits(1, 0) && !fits(0, 1)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{RotationSystem, step};

    #[test]
    fn a_triple_by_the_fifth_kick_is_full_and_a_slide_is_nothing() {
        let board: Board = "
            .X........
            ..........
            X.XXXXXXXX
            X..XXXXXXX
            X.XXXXXXXX
        "
        .parse()
        .unwrap();
        let above = Falling { piece: Piece::T, rotation: Rotation::North, x: 2, y: 3 };
        let turned = step(&board, RotationSystem::Srs, above, Input::Cw).unwrap();
        assert_eq!(SpinRule::T.judge(&board, turned, Input::Cw), Spin::Full);
        assert_eq!(SpinRule::None.judge(&board, turned, Input::Cw), Spin::None);
        let slid = Step { kick: None, ..turned };
        assert_eq!(SpinRule::All.judge(&board, slid, Input::Left), Spin::None);
    }

    #[test]
    fn a_stuck_s_is_a_mini_spin_only_where_all_pieces_count() {
        let board: Board = "
            .XX.......
            ...X......
            X.........
            XX.XXXXXXX
        "
        .parse()
        .unwrap();
        // Blocked on the left, on the right and by the roof.
        let s = Falling { piece: Piece::S, rotation: Rotation::East, x: 1, y: 1 };
        assert!(s.fits(&board) && s.rests(&board));
        let turned = Step { falling: s, kick: Some(0) };
        assert_eq!(SpinRule::T.judge(&board, turned, Input::Cw), Spin::None);
        assert_eq!(SpinRule::All.judge(&board, turned, Input::Cw), Spin::Mini);
        let free = Step { falling: Falling { x: 7, y: 2, ..s }, ..turned };
        assert_eq!(SpinRule::All.judge(&board, free, Input::Cw), Spin::None);
    }
}
