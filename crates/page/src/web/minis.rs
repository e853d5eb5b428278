//! Pieces as small pictures, in the colours of the chosen skin.

use leptos::prelude::*;
use minolab_rules::{Choice, Piece, Rotation, shape};

/// A piece as it lies in this rotation.
pub fn mini(piece: Piece, rotation: Rotation, cell: f64) -> impl IntoView {
    let shape = shape::shape(piece, rotation);
    let (width, height) = (shape.width as f64, shape.height as f64);
    let cells = shape.cells.map(|(x, y)| {
        let (left, top) = ((x - shape.left) as f64, (shape.height - 1 - (y - shape.bottom)) as f64);
        view! { <rect x=left y=top width="1" height="1"></rect> }
    });
    view! {
        <svg class=format!("mino {piece}") width=width * cell height=height * cell
            viewBox=format!("0 0 {width} {height}") aria-hidden="true" style:stroke-width="0.06">{cells.into_iter().collect_view()}</svg>
    }
}

/// A piece as it appears.
pub fn spawned(piece: Piece, cell: f64) -> impl IntoView {
    mini(piece, Rotation::North, cell)
}

/// A choice: its piece as it lies, marked where it comes from hold.
pub fn chosen(choice: Choice, cell: f64) -> impl IntoView {
    let placement = choice.placement;
    view! {
        <span class="chosen-mini" class:held=choice.hold>{mini(placement.piece, placement.rotation, cell)}</span>
    }
}
