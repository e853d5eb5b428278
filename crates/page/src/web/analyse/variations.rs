//! The tree of moves: the line with its branches, and what was written about each position.

use leptos::prelude::*;

use super::{
    super::{
        icons::{Icon, Sign},
        minis,
    },
    Study,
};
use crate::Tree;

/// The moves so far, with branches, and the comment of the position that is looked at.
#[component]
pub fn Variations(study: Study) -> impl IntoView {
    let step = move |sign: Sign, label: &'static str, id: &'static str, look: fn(&mut Tree)| {
        view! { <button type="button" class="small" id=id aria-label=label title=label on:click=move |_| study.go(look)><Icon sign/></button> }
    };
    let tree = move || study.desk.with(|desk| branch(study, desk.tree(), 0, 0));
    let is_root = move || study.desk.with(|desk| desk.tree().at() == 0);
    view! {
        <section class="variations" aria-label="Moves and pages">
            <div class="engine-head">
                {step(Sign::First, "To the start (Home)", "first", |tree| tree.go(0))}
                {step(Sign::Left, "Back (←)", "step-back", Tree::back)}
                {step(Sign::Right, "On (→)", "step-on", Tree::forward)}
                {step(Sign::Last, "To the end (End)", "last", |tree| if let Some(&last) = tree.line().last() { tree.go(last) })}
                <button type="button" class="small" id="add-page" title="A copy of this position behind it" on:click=move |_| study.desk.update(|desk| desk.change(false, Tree::add_page))>"Add page"</button>
                <button type="button" class="small" id="promote" disabled=is_root title="Make this the main line" on:click=move |_| study.desk.update(|desk| desk.change(false, Tree::promote))>"Main line"</button>
                <button type="button" class="small" id="remove" disabled=is_root title="Delete from here on" aria-label="Delete from here on" on:click=move |_| study.desk.update(|desk| desk.change(false, Tree::remove))><Icon sign=Sign::Bin/></button>
            </div>
            <div class="tree" id="tree">{tree}</div>
            <textarea id="comment" rows="2" aria-label="Comment on this position" placeholder="Comment on this position" prop:value=move || study.sheet(|sheet| sheet.comment.clone())
                on:change=move |event| { let text = event_target_value(&event); study.edit(|sheet| sheet.comment = text); }></textarea>
        </section>
    }
}

/// A position and all that follows: the main way in a row, the others below it.
fn branch(study: Study, tree: &Tree, node: usize, depth: usize) -> AnyView {
    let mut chips = Vec::new();
    let mut next = Some(node);
    let mut number = depth;
    while let Some(node) = next {
        chips.push(chip(study, tree, node, number).into_any());
        let children = &tree.nodes()[node].children;
        for &other in children.iter().skip(1) {
            chips.push(
                view! { <div class="variation">{branch(study, tree, other, number + 1)}</div> }
                    .into_any(),
            );
        }
        next = children.first().copied();
        number += 1;
    }
    chips.into_iter().collect_view().into_any()
}

fn chip(study: Study, tree: &Tree, node: usize, number: usize) -> impl IntoView + use<> {
    let this = &tree.nodes()[node];
    let is_here = tree.at() == node;
    let comment = this.sheet.comment.clone();
    let label = match this.choice {
        Some(choice) => format!("{number}: {}", crate::in_words(choice)),
        None if node == 0 => "Start".into(),
        None => format!("{number}: drawn position"),
    };
    let shown = match this.choice {
        Some(choice) => view! { <span>{number}"."</span>{minis::chosen(choice, 6.0)} }.into_any(),
        None if node == 0 => "Start".into_any(),
        None => format!("{number}. page").into_any(),
    };
    view! {
        <button type="button" class="chip" class:here=is_here data-node=node.to_string() aria-current=is_here.then_some("step") aria-label=label.clone()
            title=if comment.is_empty() { label } else { comment.clone() } on:click=move |_| study.go(|tree| tree.go(node))>{shown}{(!comment.is_empty()).then_some("❝")}</button>
    }
}
