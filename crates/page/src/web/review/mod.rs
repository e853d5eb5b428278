//! A game looked back on: what each placement lost, and what would have been better.

mod graph;
mod moment;

use graph::Graph;
use leptos::prelude::*;
use minolab_agents::shipped as agents;
use minolab_rules::Choice;
use minolab_study::{coach::amount, review::usual_judge};
use moment::{Moment, engine_only};

use super::{app::Nothing, link::Link, store};
use crate::{Answer, Figures, KeyReplay, MoveVerdict, Request, in_words, mode_title, stopwatch};

/// Positions that a judge may look at for each placement.
const BUDGETS: [u64; 4] = [1000, 10_000, 40_000, 100_000];
/// The usual number: what the shipped curves were measured at.
const BUDGET: u64 = 10_000;

/// A kept game with a verdict on each placement.
#[component]
pub fn Review(game: u64) -> impl IntoView {
    match store::replay(game) {
        Some(replay) => view! { <Screen replay game/> }.into_any(),
        None => view! { <Nothing message="There is no such game any more."/> }.into_any(),
    }
}

/// What is known of the game so far, for every part of the screen.
#[derive(Clone, Copy)]
struct Findings {
    verdicts: RwSignal<Vec<MoveVerdict>>,
    figures: RwSignal<Option<Figures>>,
    /// The placement that is looked at, counted from 0.
    chosen: RwSignal<usize>,
}

#[component]
fn Screen(replay: KeyReplay, game: u64) -> impl IntoView {
    let total = replay.totals.pieces;
    let usual = usual_judge(&replay.rules, replay.mode);
    let name = format!("{}, {}", mode_title(replay.mode), stopwatch(replay.ticks));
    let findings = Findings {
        verdicts: RwSignal::new(Vec::new()),
        figures: RwSignal::new(None),
        chosen: RwSignal::new(0),
    };
    let Findings { verdicts, figures, chosen } = findings;
    let (judge, nodes) = (RwSignal::new(usual.to_string()), RwSignal::new(BUDGET));
    let error = RwSignal::new(String::new());
    let worker = StoredValue::new_local(None::<Link>);
    let file = StoredValue::new(replay.to_json());
    // Whoever has chosen a placement keeps it.
    let has_chosen = StoredValue::new(false);
    Effect::new(move |_| {
        let (judge, nodes) = (judge.get(), nodes.get());
        verdicts.set(Vec::new());
        figures.set(None);
        error.set(String::new());
        let link = Link::new(move |answer| match answer {
            Answer::Graded(verdict) => {
                if let Some(puzzle) = verdict.puzzle.clone().filter(|_| verdict.is_final) {
                    store::add_puzzle(puzzle);
                }
                // What is looked at again takes the place of what was said first.
                verdicts.try_update(|verdicts| {
                    let place = verdict.index.saturating_sub(1) as usize;
                    match verdicts.get_mut(place) {
                        Some(first) => *first = *verdict,
                        None => verdicts.push(*verdict),
                    }
                });
            }
            Answer::Reviewed(found) => {
                let worst = found.turning_points.first().copied();
                if let Some(worst) = worst.filter(|_| !has_chosen.get_value()) {
                    chosen.try_set(worst as usize - 1);
                }
                figures.try_set(Some(*found));
            }
            Answer::Error(message) => {
                error.try_set(message);
            }
            _ => {}
        });
        match link {
            Ok(link) => {
                let judge = store::reference(&judge);
                link.ask(Request::Review { game: file.get_value(), judge, nodes });
                worker.set_value(Some(link));
            }
            Err(message) => error.set(message),
        }
    });
    let choose = move |index: usize| {
        has_chosen.set_value(true);
        chosen.set(index.min(total.saturating_sub(1) as usize));
    };
    let finals = move || verdicts.with(|all| all.iter().filter(|one| one.is_final).count());
    let done = move || verdicts.with(Vec::len) + finals();
    let state = move || {
        figures.with(|found| match found {
            Some(found) if found.is_final => {
                format!("{total} placements, judged by {} with {}.", judge.get(), found.budget)
            }
            Some(_) => {
                format!("First grades. {} of {total} placements are judged in depth.", finals())
            }
            None => format!("{} of {total} placements are judged.", done()),
        })
    };
    let pass = move || {
        figures.with(|found| match found {
            None => "none",
            Some(found) if found.is_final => "final",
            Some(_) => "first",
        })
    };
    view! {
        <section class="review" aria-label="Review" data-pass=pass>
            <h1>"Review"<small>{name}</small></h1>
            <p class="note" id="state" role="status">{state}</p>
            <progress id="progress" aria-label="Placements judged" max=(2 * total).to_string()
                class:hidden=move || pass() == "final"
                prop:value=move || done() as f64></progress>
            <p class="error" role="alert" id="error">{move || error.get()}</p>
            <Graph findings total=total as usize choose/>
            <div class="looked">
                <Moment replay game findings choose judge/>
                <Turning findings choose/>
            </div>
            <Tiles figures/>
            <div class="choices form">
                <label><span>"Judge"</span><select id="judge" on:change=move |event| judge.set(event_target_value(&event))>
                    {agents::NAMES.iter().map(|name| name.to_string()).chain(store::agents().into_iter().map(|(name, _)| name)).map(|name| {
                        let this = name.clone();
                        view! { <option value=name.clone() selected=move || judge.with(|judge| *judge == this)>{name.clone()}</option> }
                    }).collect_view()}
                </select></label>
                <label><span>"Nodes per move"</span><select id="nodes" on:change=move |event| {
                    if let Ok(count) = event_target_value(&event).parse() {
                        nodes.set(count);
                    }
                }>
                    {BUDGETS.map(|count| view! { <option value=count.to_string() selected=move || nodes.get() == count>{count.to_string()}</option> }).into_iter().collect_view()}
                </select></label>
            </div>
        </section>
    }
}

/// The figures of the whole game; their places are there before they are.
#[component]
fn Tiles(figures: RwSignal<Option<Figures>>) -> impl IntoView {
    let percent = |share: f64| format!("{:.1} %", 100.0 * share);
    let figure = move |read: fn(&Figures) -> String| {
        move || figures.with(|found| found.as_ref().map_or("…".to_string(), read))
    };
    let accuracy = move || {
        figures.with(|found| match found.as_ref().map(|found| found.accuracy) {
            None => "…".to_string(),
            Some(None) => "–".to_string(),
            Some(Some((share, _))) => percent(share),
        })
    };
    let interval = move || {
        figures.with(|found| {
            let [low, high] = found.as_ref()?.accuracy?.1?;
            Some(format!("95 %: {:.1}–{:.1}", 100.0 * low, 100.0 * high))
        })
    };
    let grades = ["best", "excellent", "good", "inaccuracy", "mistake", "blunder"];
    let unit = move || figures.with(|found| found.as_ref().and_then(|found| found.unit.clone()));
    view! {
        <dl class="tiles">
            <div><dt>"Accuracy"</dt><dd id="accuracy">{accuracy}</dd><dd class="small">{interval}</dd></div>
            <div><dt>"Mean loss"</dt><dd id="loss">{figure(|found| found.unit.as_ref().map_or("–".into(), |unit| amount(found.loss, unit)))}</dd></div>
            {grades.map(|grade| view! {
                <div><dt class=format!("grade {grade}")>{grade}</dt><dd data-grade=grade>{move || figures.with(|found| {
                    let count = found.as_ref().and_then(|found| found.grades.iter().find(|(name, _)| name == grade));
                    count.map_or("…".to_string(), |(_, count)| count.to_string())
                })}</dd></div>
            }).into_iter().collect_view()}
            <div><dt>"Finesse faults"</dt><dd id="finesse">{figure(|found| found.faults.map_or("–".into(), |(faults, _)| faults.to_string()))}</dd>
                <dd class="small">{move || figures.with(|found| found.as_ref().and_then(|found| found.faults).map(|(_, extra)| format!("{extra} extra presses")))}</dd></div>
        </dl>
        <p id="summary">{figure(|found| found.summary.clone())}</p>
        <p class="note">{move || match (figures.with(Option::is_some), unit()) {
            (true, None) => "What this judge's evaluation is worth in results is not known, so there are no grades.".to_string(),
            _ => "A move's loss is what it costs in the result on average, measured by playing such positions on from both moves. Accuracy is 100 % when no move cost anything.".to_string(),
        }}</p>
    }
}

/// A choice as text, where there is one.
fn said(choice: Option<Choice>, say: fn(Choice) -> String) -> String {
    choice.map_or_else(String::new, say)
}

/// The placements that lost most.
#[component]
fn Turning(findings: Findings, choose: impl Fn(usize) + Copy + Send + 'static) -> impl IntoView {
    let Findings { verdicts, figures, chosen } = findings;
    let row = move |index: u32| {
        let place = index as usize - 1;
        let text = verdicts.with_untracked(|verdicts| {
            let verdict = verdicts.get(place)?;
            let grade = verdict.grade.clone().unwrap_or_default();
            let unit = figures.with_untracked(|found| found.as_ref()?.unit.clone());
            let loss = amount(verdict.loss.unwrap_or(0.0), &unit.unwrap_or_default());
            Some((said(verdict.choice, in_words), loss, grade, verdict.is_odd))
        });
        let (choice, loss, grade, is_odd) = text.unwrap_or_default();
        view! {
            <li><button type="button" class="move" class:chosen=move || chosen.get() == place on:click=move |_| choose(place)>
                <b>{format!("{index}: {choice}")}{is_odd.then(engine_only)}</b><span>{format!("−{loss}")}</span><small class=format!("grade {grade}")>{grade.clone()}</small>
            </button></li>
        }
    };
    view! {
        <div class="turning">
            <h2>"Turning points"</h2>
            <ol class="moves" id="turning" aria-label="Turning points">
                {move || figures.with(|found| found.as_ref().map(|found| found.turning_points.iter().map(|&index| row(index)).collect_view()))}
            </ol>
            {move || figures.with(|found| found.as_ref().is_some_and(|found| found.turning_points.is_empty())
                .then(|| view! { <p class="note">"None: no move cost anything worth a word."</p> }))}
        </div>
    }
}
