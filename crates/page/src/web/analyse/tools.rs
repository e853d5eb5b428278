//! What the pointer draws with, and what is done to the whole board.

use leptos::prelude::*;
use minolab_rules::{Cell, Piece};

use super::{
    super::icons::{Icon, Sign},
    Study,
};
use crate::{Push, Sheet};

/// What the pointer draws.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Tool {
    /// In which colour.
    pub paint: Cell,
    /// Which cells.
    pub shape: Shape,
}

/// Which cells one click draws.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shape {
    /// The cell.
    Cell,
    /// Its row but for the cell: a row with a hole.
    Row,
    /// The hollow that it lies in.
    Fill,
}

impl Default for Tool {
    fn default() -> Tool {
        Tool { paint: Cell::Garbage, shape: Shape::Cell }
    }
}

impl Shape {
    /// Whether the pointer draws on while it moves.
    pub fn is_drawn_along(self) -> bool {
        self == Shape::Cell
    }

    /// Draws at a cell.
    pub fn draw(self, study: Study, (x, y): (usize, usize), paint: Cell, is_stroke: bool) {
        study.draw(is_stroke, |sheet| match self {
            Shape::Cell => sheet.paint(x, y, paint),
            Shape::Row => sheet.paint_row(x, y, paint),
            Shape::Fill => sheet.fill(x, y, paint),
        });
    }
}

/// Colours, shapes, and what is done to the whole board.
#[component]
pub fn Tools(study: Study) -> impl IntoView {
    let colour = move |paint: Cell, name: &'static str, class: &'static str| {
        view! {
            <button type="button" class=format!("colour {class}") aria-label=format!("Cell {name}") title=name
                aria-pressed=move || (study.tool.get().paint == paint).to_string()
                on:click=move |_| study.tool.update(|tool| tool.paint = paint)>{if paint == Cell::Empty { "✕" } else { "" }}</button>
        }
    };
    let shape = move |shape: Shape, name: &'static str, about: &'static str| {
        view! {
            <button type="button" title=about aria-pressed=move || (study.tool.get().shape == shape).to_string()
                on:click=move |_| study.tool.update(|tool| tool.shape = shape)>{name}</button>
        }
    };
    let edit = move |change: fn(&mut Sheet)| move |_| study.edit(change);
    let can = move || study.desk.with(|desk| desk.can_step());
    let names = ["I", "O", "T", "L", "J", "S", "Z"];
    let pieces = Piece::ALL.into_iter().zip(names);
    view! {
        <div class="study-tools" role="group" aria-label="Board">
            <div class="colours" role="group" aria-label="Colour">
                {pieces.map(|(piece, name)| colour(Cell::Of(piece), name, name)).collect_view()}
                {colour(Cell::Garbage, "garbage", "G")}
                {colour(Cell::Empty, "nothing", "none")}
            </div>
            <div class="segmented" role="group" aria-label="What a click paints">
                {shape(Shape::Cell, "Cell", "one cell")}
                {shape(Shape::Row, "Row", "the row, with a hole where you click")}
                {shape(Shape::Fill, "Fill", "the hollow you click into")}
            </div>
            <div class="pad">
                <button type="button" class="small" id="undo" disabled=move || !can().0 title="Undo (Ctrl+Z)" aria-label="Undo" on:click=move |_| study.desk.update(|desk| { desk.undo(); })><Icon sign=Sign::Undo/></button>
                <button type="button" class="small" id="redo" disabled=move || !can().1 title="Redo (Ctrl+Y)" aria-label="Redo" on:click=move |_| study.desk.update(|desk| { desk.redo(); })><Icon sign=Sign::Redo/></button>
                <button type="button" class="small" id="flip" title="Mirror" aria-label="Mirror" on:click=edit(Sheet::flip)><Icon sign=Sign::Mirror/></button>
                <button type="button" class="small" aria-label="Push left" on:click=edit(|sheet| sheet.push(Push::Left))><Icon sign=Sign::Left/></button>
                <button type="button" class="small" aria-label="Push right" on:click=edit(|sheet| sheet.push(Push::Right))><Icon sign=Sign::Right/></button>
                <button type="button" class="small" aria-label="Push up" on:click=edit(|sheet| sheet.push(Push::Up))><Icon sign=Sign::Up/></button>
                <button type="button" class="small" aria-label="Push down" on:click=edit(|sheet| sheet.push(Push::Down))><Icon sign=Sign::Down/></button>
                <button type="button" class="small" id="garbage" title="A garbage row from below" aria-label="A garbage row from below" on:click=move |_| {
                    let hole = js_sys::Math::random();
                    study.edit(|sheet| { let width = sheet.setup().board.width(); sheet.garbage((hole * width as f64) as usize); });
                }><Icon sign=Sign::Rows/></button>
                <button type="button" class="small" id="clear-board" title="Empty the board" aria-label="Empty the board" on:click=edit(Sheet::clear)><Icon sign=Sign::Bin/></button>
            </div>
        </div>
    }
}
