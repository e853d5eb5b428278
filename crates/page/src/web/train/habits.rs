//! Where one's games lose, time and again.

use leptos::prelude::*;
use minolab_study::coach::amount;

use super::super::{link::Link, store};
use crate::{Answer, HabitFigure, HabitLine, HabitSums, KeyReplay, Request, mode_title};

/// Positions looked at for each placement: many games are looked at.
const NODES: u64 = 1000;

/// The kept games of a mode, reviewed all at once.
#[component]
pub fn HabitsScreen() -> impl IntoView {
    let replays = StoredValue::new(store::replays());
    let mut modes: Vec<String> = Vec::new();
    replays.with_value(|replays| {
        for mode in replays.iter().map(|replay| replay.mode.to_string()) {
            if !modes.contains(&mode) {
                modes.push(mode);
            }
        }
    });
    let chosen = RwSignal::new(modes.first().cloned().unwrap_or_default());
    let (sums, error) = (RwSignal::new(None::<HabitSums>), RwSignal::new(String::new()));
    let worker = StoredValue::new_local(None::<Link>);
    Effect::new(move |_| {
        let mode = chosen.get();
        sums.set(None);
        // Oldest first: the later half is compared with the earlier one.
        let games: Vec<String> = replays.with_value(|replays| {
            let of_mode = replays.iter().rev().filter(|replay| replay.mode.to_string() == mode);
            of_mode.map(KeyReplay::to_json).collect()
        });
        if games.is_empty() {
            return;
        }
        let link = Link::new(move |answer| match answer {
            Answer::Habits(found) => {
                sums.try_set(Some(*found));
            }
            Answer::Error(message) => {
                error.try_set(message);
            }
            _ => {}
        });
        match link {
            Ok(link) => {
                link.ask(Request::Habits { games, nodes: NODES });
                worker.set_value(Some(link));
            }
            Err(message) => error.set(message),
        }
    });
    let state = move || {
        sums.with(|sums| match sums {
            None if chosen.with(String::is_empty) => {
                "No game is kept yet: play some, and come back.".to_string()
            }
            None => "The first game is looked at…".into(),
            Some(sums) if !sums.is_complete => {
                format!("{} of {} games are looked at.", sums.done, sums.games)
            }
            Some(sums) if sums.counted == 0 => {
                "What moves cost is not known for these rules.".into()
            }
            Some(sums) if sums.counted == 1 => "From 1 game, which says little: play more.".into(),
            Some(sums) => {
                format!("From {} games, oldest to newest, at {NODES} nodes per move.", sums.counted)
            }
        })
    };
    view! {
        <div class="sheet broad habits" data-complete=move || sums.with(|sums| sums.as_ref().is_some_and(|sums| sums.is_complete).to_string())>
            <h1>"Habits"</h1>
            <p>"Where you lose over many games. A move's loss is what it costs in the result on average, as in a review; the bars are shares of all that is lost, with their 95 % intervals."</p>
            <div class="tools">
                <select id="habit-mode" aria-label="Mode" on:change=move |event| chosen.set(event_target_value(&event))>
                    {modes.into_iter().map(|mode| view! { <option value=mode.clone()>{mode.parse().map_or(mode.clone(), mode_title)}</option> }).collect_view()}
                </select>
            </div>
            <p class="note" id="habit-state" role="status">{state}</p>
            <p class="error" role="alert">{move || error.get()}</p>
            {move || sums.with(|sums| sums.as_ref().filter(|sums| sums.counted > 0).map(told))}
        </div>
    }
}

/// The figures of all games, and a table for each way to tell placements apart.
fn told(sums: &HabitSums) -> impl IntoView + use<> {
    let unit = sums.unit.clone();
    let lost = |figure: HabitFigure| amount(figure.mean, &unit);
    let progress = sums.progress.map(|(then, now, is_sure)| {
        let word = match (is_sure, now.mean > then.mean) {
            (false, _) => "no clear change",
            (true, true) => "better",
            (true, false) => "worse",
        };
        view! { <div><dt>"Later half"</dt><dd id="habit-progress">{percent(now.mean)}</dd><dd class="small">{format!("{word}; earlier {}", percent(then.mean))}</dd></div> }
    });
    let tables: Vec<_> =
        sums.groups.iter().map(|(title, rows)| table(title, rows, &unit)).collect();
    view! {
        <dl class="tiles">
            <div><dt>"Accuracy"</dt><dd id="habit-accuracy">{percent(sums.accuracy.mean)}</dd><dd class="small">{between(sums.accuracy)}</dd></div>
            {progress}
            <div><dt>"Lost per move"</dt><dd id="habit-loss">{lost(sums.loss)}</dd></div>
            {(sums.result.mean > 0.0).then(|| view! { <div><dt>"Result"</dt><dd>{lost(sums.result)}</dd></div> })}
            {sums.extra_presses.map(|extra| view! { <div><dt>"Extra presses"</dt><dd>{format!("{:.0}", extra.mean)}</dd><dd class="small">"per game"</dd></div> })}
        </dl>
        <div class="habit-tables">{tables}</div>
    }
}

/// One way to tell placements apart: which share of all losses each kind has, with its interval as a
/// whisker. Losses of single moves do not add up over a game; their shares are what compares.
fn table(title: &str, rows: &[HabitLine], unit: &str) -> impl IntoView + use<> {
    let highest = |row: &HabitLine| row.share.ci95.map_or(row.share.mean, |ci| ci[1]);
    let most = rows.iter().map(highest).fold(0.05, f64::max);
    let row = |row: &HabitLine| {
        let part = |value: f64| (100.0 * value / most).clamp(0.0, 100.0);
        let whisker = row.share.ci95.map(|[low, high]| {
            view! { <rect class="whisker" x=part(low) y="5.2" width=(part(high) - part(low)).max(0.6) height="1.6"></rect> }
        });
        let said =
            format!("{}, {}", percent(row.share.mean), between(row.share).unwrap_or_default());
        view! {
            <tr><th scope="row">{row.name.clone()}</th><td class="count">{row.placements}</td><td class="cost">{amount(row.loss.mean, unit)}</td>
                <td class="cost">{percent(row.share.mean)}</td>
                <td class="bar-cell"><svg viewBox="0 0 100 12" preserveAspectRatio="none" role="img" aria-label=said><rect class="bar-fill" x="0" y="2" width=part(row.share.mean) height="8"></rect>{whisker}</svg></td></tr>
        }
    };
    let rows: Vec<_> = rows.iter().filter(|row| row.placements > 0).map(row).collect();
    let mut heading = title.to_string();
    heading[..1].make_ascii_uppercase();
    view! {
        <section><h2>{heading}</h2>
            <table class="habit-table"><thead><tr><td></td><th class="count">"Moves"</th><th class="cost">"Each"</th><th class="cost">"Of all lost"</th><th><span class="unseen">"95 % interval"</span></th></tr></thead><tbody>{rows}</tbody></table></section>
    }
}

fn percent(share: f64) -> String {
    format!("{:.1} %", 100.0 * share)
}

fn between(figure: HabitFigure) -> Option<String> {
    let [low, high] = figure.ci95?;
    Some(format!("95 %: {:.1} to {:.1}", 100.0 * low, 100.0 * high))
}
