//! One placement of a game: the position, what was played and what would have been better.

use leptos::{html, prelude::*};
use minolab_rules::{Choice, Falling, Painted, Ruleset, shipped};
use minolab_study::coach::amount;

use super::{
    super::{
        app::App,
        canvas::{Canvas, Picture},
        screen,
    },
    Findings, said,
};
use crate::{ABOVE, AnalyseOrder, KeyReplay, MoveVerdict, Route, in_words};

/// Features that are named.
const REASONS: usize = 6;
/// Choices of the expected line that are named.
const LINE: usize = 6;

/// The placement that is looked at, with ways to go on from it.
#[component]
pub fn Moment(
    replay: KeyReplay,
    game: u64,
    findings: Findings,
    choose: impl Fn(usize) + Copy + Send + 'static,
    judge: RwSignal<String>,
) -> impl IntoView {
    let settings = expect_context::<App>().settings;
    let Findings { verdicts, chosen, figures } = findings;
    let unit = Memo::new(move |_| {
        figures
            .with(|found| found.as_ref().and_then(|found| found.unit.clone()))
            .unwrap_or_default()
    });
    let rules = StoredValue::new(replay.rules.clone());
    let (columns, height) = (replay.rules.width as usize, replay.rules.height as usize);
    // Where the position can be looked into only if those rules are known there.
    let known = shipped::get(&replay.rules.name).is_some_and(|rules| *rules == replay.rules);
    let choices = StoredValue::new({
        let mut all = Vec::new();
        replay.play_each(|choice, _| all.push(choice));
        all
    });
    let total = choices.with_value(Vec::len);
    let verdict = Memo::new(move |_| verdicts.with(|all| all.get(chosen.get()).cloned()));
    let canvas = NodeRef::<html::Canvas>::new();
    let room = screen::followed();
    // Pieces that both lines have gone on by.
    let step = RwSignal::new(0usize);
    Effect::new(move |_| {
        chosen.track();
        step.set(0);
    });
    let line = Memo::new(move |_| {
        verdict.with(|verdict| verdict.as_ref().map_or(Vec::new(), |one| one.line.clone()))
    });
    let own = Memo::new(move |_| {
        choices.with_value(|choices| choices.iter().skip(chosen.get()).copied().collect::<Vec<_>>())
    });
    let most = move || line.with(Vec::len).min(own.with(Vec::len));
    let cell = Memo::new(move |_| {
        let room = room.get();
        // What is said of it is beside it, on a phone too; two boards have room for one.
        let is_pair = step.get() > 0;
        let (share, taken) = match (room.is_short(), room.is_narrow()) {
            (true, _) => (room.width * 0.3, 84.0),
            (false, true) => (room.width * 0.45, 300.0),
            (false, false) if is_pair => (room.width * 0.2, 330.0),
            (false, false) => (room.width * 0.3, 330.0),
        };
        room.shown_cell((columns, height), share, taken)
    });
    Effect::new(move |_| {
        let Some(element) = canvas.get() else { return };
        let palette = settings.with(|settings| settings.palette);
        let size = (columns as f64, (height + ABOVE) as f64);
        let Some(canvas) = Canvas::new(&element, size, cell.get(), palette) else { return };
        let (index, step) = (chosen.get(), step.get());
        let (painted, falling) = stand(rules, choices, index, &own.get(), step.max(1));
        draw(&canvas, &painted, falling, height);
        if step > 0 {
            return;
        }
        let best = verdict.with(|verdict| verdict.as_ref()?.best);
        if let Some(best) = best {
            canvas.advice(best.placement.falling(), height);
        }
        verdict.with(|verdict| {
            for (_, cells) in verdict.iter().flat_map(|verdict| &verdict.facts) {
                canvas.point_out(cells, height);
            }
        });
    });
    let beside = NodeRef::<html::Canvas>::new();
    Effect::new(move |_| {
        let Some(element) = beside.get() else { return };
        let palette = settings.with(|settings| settings.palette);
        let size = (columns as f64, (height + ABOVE) as f64);
        let Some(canvas) = Canvas::new(&element, size, cell.get(), palette) else { return };
        let (painted, falling) = stand(rules, choices, chosen.get(), &line.get(), step.get());
        draw(&canvas, &painted, falling, height);
        let now = line.with(|line| line.get(step.get().max(1) - 1).map(Choice::to_string));
        let _ = element.set_attribute("data-choice", &now.unwrap_or_default());
    });
    let piece = move |line: Memo<Vec<Choice>>| {
        move || line.with(|line| line.get(step.get().max(1) - 1).copied().map(in_words))
    };
    let analyse = move || {
        let position = verdict.with(|verdict| verdict.as_ref()?.position.clone())?.to_string();
        let rules = rules.with_value(|rules| rules.name.clone());
        let order = AnalyseOrder {
            agent: judge.get(),
            rules,
            position: Some(position),
            ..AnalyseOrder::default()
        };
        known.then(|| Route::Analyse(order).address())
    };
    let label = move || {
        verdict.with(|verdict| match verdict {
            Some(verdict) => {
                format!(
                    "The position. Played: {}. Best: {}.",
                    said(verdict.choice, in_words),
                    said(verdict.best, in_words)
                )
            }
            None => "The position".into(),
        })
    };
    view! {
        <div class="moment">
            <div class="pair">
            <div class="field" style:--above=move || format!("{}px", ABOVE as f64 * cell.get())>
                <Show when=move || { step.get() > 0 }><p class="label of-board">"Yours"</p></Show>
                <canvas id="position" node_ref=canvas role="img" aria-label=label
                    data-position=move || verdict.with(|verdict| Some(verdict.as_ref()?.position.as_ref()?.to_string()))></canvas>
            </div>
            <Show when=move || { step.get() > 0 }>
                <div class="field" style:--above=move || format!("{}px", ABOVE as f64 * cell.get())>
                    <p class="label of-board">"Better"</p>
                    <canvas id="better" node_ref=beside role="img" aria-label=move || format!("The better line after {} pieces", step.get())></canvas>
                </div>
            </Show>
            </div>
            <div class="told">
                <h2 id="placement">{move || format!("Placement {} of {total}", chosen.get() + 1)}</h2>
                {move || verdict.with(|verdict| verdict.as_ref().map(|verdict| tell(verdict, &unit.get())))}
                <div class="tools steps" role="group" aria-label="Step through both lines" class:hidden=move || most() == 0>
                    <button type="button" class="small" id="line-back" disabled=move || step.get() == 0 on:click=move |_| step.update(|step| *step -= 1)>"− piece"</button>
                    <output id="line-step">{move || format!("{} of {}", step.get(), most())}</output>
                    <button type="button" class="small" id="line-on" disabled=move || { step.get() >= most() } on:click=move |_| step.update(|step| *step += 1)>"+ piece"</button>
                    <p class="note">{move || match step.get() {
                        0 => "Step through your line and the better one, piece by piece.".to_string(),
                        _ => format!("Yours: {}. Better: {}.", piece(own)().unwrap_or_default(), piece(line)().unwrap_or_default()),
                    }}</p>
                </div>
                <div class="tools">
                    <button type="button" id="previous" aria-label="The placement before" disabled=move || chosen.get() == 0 on:click=move |_| choose(chosen.get_untracked().saturating_sub(1))>"←"</button>
                    <button type="button" id="next" aria-label="The next placement" disabled=move || { chosen.get() + 1 >= total } on:click=move |_| choose(chosen.get_untracked() + 1)>"→"</button>
                    <a class="button" id="play-on" href=move || Route::PlayOn { game, pieces: chosen.get() as u64 }.address()>"Play on from here"</a>
                    {move || analyse().map(|address| view! { <a class="button" id="analyse" href=address>"Analyse"</a> })}
                </div>
                <p class="note"><span class="key played"></span>"Filled: what was played. "<span class="key advised"></span>"Outlined: the judge's choice."</p>
            </div>
        </div>
    }
}

/// Draws a board with a piece where it comes to rest.
fn draw(canvas: &Canvas, painted: &Painted, falling: Option<Falling>, height: usize) {
    canvas.board(&Picture {
        width: painted.width(),
        cell: &|x, y| painted.get(x, y),
        is_garbage: &|x, y| painted.is_filled(x, y),
        height,
        falling,
        ghosts: Vec::new(),
        mark: None,
    });
}

/// The board before the last of some pieces of a line, and that piece where it comes to rest.
fn stand(
    rules: StoredValue<Ruleset>,
    choices: StoredValue<Vec<Choice>>,
    index: usize,
    line: &[Choice],
    step: usize,
) -> (Painted, Option<Falling>) {
    rules.with_value(|rules| {
        let mut painted = Painted::new(rules.width as usize);
        let before = step.saturating_sub(1);
        choices.with_value(|choices| {
            for choice in choices.iter().take(index).chain(line.iter().take(before)) {
                painted.place(rules, choice.placement);
            }
        });
        (painted, line.get(before).map(|choice| choice.placement.falling()))
    })
}

/// The mark of a move that only the engine finds.
pub fn engine_only() -> impl IntoView {
    view! { <span class="tag odd" title="Only the engine's whole search finds the better move">"engine only"</span> }
}

/// A verdict as it is read.
fn tell(verdict: &MoveVerdict, unit: &str) -> impl IntoView + use<> {
    let Some(grade) = verdict.grade.clone() else {
        return view! { <p class="note">"No grade: the judge does not consider such placements, or what its evaluation is worth is not known."</p> }.into_any();
    };
    let is_best = verdict.loss == Some(0.0);
    let shares = verdict.reasons.iter().take(REASONS);
    let reasons: Vec<String> = shares.map(|(name, share)| format!("{name} {share:+.1}")).collect();
    let line: Vec<String> = verdict.line.iter().take(LINE).map(Choice::to_string).collect();
    let text = |choice| said(choice, |choice| choice.to_string());
    let facts: Vec<&str> = verdict.facts.iter().map(|(sentence, _)| sentence.as_str()).collect();
    let why = match (facts.is_empty(), &grade[..]) {
        (true, "excellent") => "As good as the best, for all a person can tell.".to_string(),
        (true, _) => "The engine prefers the other for what can follow.".to_string(),
        (false, _) => facts.join(" "),
    };
    let cost = match verdict.loss {
        Some(loss) if loss > 0.0 => format!("about {}", amount(loss, unit)),
        _ => "nothing".into(),
    };
    let difficulty = verdict.difficulty.clone();
    let only = if verdict.is_only { ", the only move" } else { "" };
    let (fewest, pressed) = verdict.keys;
    let keys = match pressed {
        Some(pressed) => format!("{pressed}, {fewest} needed"),
        None => format!("{fewest} needed"),
    };
    let rank =
        verdict.rank.map_or("–".into(), |rank| format!("{} of {}", rank + 1, verdict.choices));
    view! {
        <dl class="facts">
            <dt>"Played"</dt><dd id="played" data-choice=text(verdict.choice)>{said(verdict.choice, in_words)}</dd>
            <dt>"Best"</dt><dd id="best" data-choice=text(verdict.best)>{said(verdict.best, in_words)}</dd>
            <dt>"Grade"</dt><dd class=format!("grade {grade}") id="grade">{grade.clone()}{only}</dd>
            <dt>"Costs"</dt><dd id="lost">{cost}</dd>
            {(!verdict.difficulty.is_empty()).then(|| view! { <dt>"To find it"</dt><dd id="difficulty">{difficulty}{verdict.is_odd.then(engine_only)}</dd> })}
            <dt>"Rank"</dt><dd>{rank}</dd>
            <dt>"Key presses"</dt><dd>{keys}</dd>
            {(!is_best).then(|| view! { <dt>"Why"</dt><dd id="why">{why}</dd> })}
        </dl>
        <details>
            <summary>"Numbers"</summary>
            <p class="note" id="terms">{format!("Against the best, by feature: {}", reasons.join(", "))}</p>
            {(line.len() > 1).then(|| view! { <p class="note">{format!("Expected: {}", line.join(" "))}</p> })}
        </details>
    }.into_any()
}
