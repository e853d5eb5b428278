//! The loss of each placement along the game.

use leptos::{ev, html, prelude::*};
use minolab_arena::figures::short;

use super::{Findings, said};
use crate::{MoveVerdict, in_words};

/// Pixels from top to bottom.
const HEIGHT: f64 = 110.0;
/// Room for the numbers at the left, and for the words below.
const LEFT: f64 = 46.0;
const BELOW: f64 = 20.0;
const TOP: f64 = 8.0;

/// Bars, one a placement, to be clicked on or walked along with the arrow keys.
///
/// Heights go by the square root of the loss, so that one disaster does not hide the rest.
#[component]
pub fn Graph(
    findings: Findings,
    total: usize,
    choose: impl Fn(usize) + Copy + Send + 'static,
) -> impl IntoView {
    let Findings { verdicts, chosen, .. } = findings;
    let frame = NodeRef::<html::Div>::new();
    let width = RwSignal::new(600.0);
    let measure = move |frame: Option<web_sys::HtmlDivElement>| {
        if let Some(frame) = frame {
            width.set((frame.client_width() as f64).max(200.0));
        }
    };
    Effect::new(move |_| measure(frame.get()));
    let resized = window_event_listener(ev::resize, move |_| measure(frame.get_untracked()));
    on_cleanup(move || resized.remove());
    let step = move || (width.get() - LEFT) / total.max(1) as f64;
    let most = Memo::new(move |_| {
        let losses =
            |all: &Vec<MoveVerdict>| all.iter().filter_map(|one| one.loss).fold(1.0, f64::max);
        rounded(verdicts.with(losses))
    });
    let floor = HEIGHT - BELOW;
    let y = move |loss: f64| floor - (loss.max(0.0) / most.get()).sqrt() * (floor - TOP);
    let bar = move |(index, verdict): (usize, &MoveVerdict)| {
        let top = verdict.loss.map_or(floor - 2.0, |loss| y(loss).min(floor - 3.0));
        let grade = verdict.grade.clone().unwrap_or_else(|| "unknown".into());
        let wide = (step() * 0.82).max(0.6);
        view! {
            <rect class=format!("point grade {grade}") data-index=(index + 1).to_string()
                data-loss=verdict.loss.map(|loss| loss.to_string())
                x=format!("{:.2}", LEFT + (index as f64 + 0.09) * step()) y=format!("{top:.2}")
                width=format!("{wide:.2}") height=format!("{:.2}", floor - top)>
                <title>{words(verdict)}</title>
            </rect>
        }
    };
    let line = move |loss: f64| {
        let at = y(loss);
        view! {
            <line class="rule" x1=LEFT.to_string() x2=move || width.get().to_string() y1=at.to_string() y2=at.to_string()></line>
            <text x=(LEFT - 6.0).to_string() y=(at + 4.0).to_string() text-anchor="end">{short(loss)}</text>
        }
    };
    let pick = move |event: ev::MouseEvent| {
        let Some(frame) = frame.get_untracked() else { return };
        let x = event.client_x() as f64 - frame.get_bounding_client_rect().left();
        choose(((x - LEFT) / step()).floor().max(0.0) as usize);
    };
    let walk = move |event: ev::KeyboardEvent| {
        let now = chosen.get_untracked();
        choose(match &event.key()[..] {
            "ArrowLeft" | "ArrowDown" => now.saturating_sub(1),
            "ArrowRight" | "ArrowUp" => now + 1,
            "PageDown" => now.saturating_sub(10),
            "PageUp" => now + 10,
            "Home" => 0,
            "End" => usize::MAX,
            _ => return,
        });
        event.prevent_default();
    };
    let said = move || {
        let index = chosen.get();
        verdicts.with(|all| all.get(index).map_or(format!("Placement {}", index + 1), words))
    };
    view! {
        <div class="graph" id="graph" node_ref=frame tabindex="0" role="slider"
            aria-label="Loss of each placement; the arrow keys go from one to the next"
            aria-orientation="horizontal" aria-valuemin="1" aria-valuemax=total.to_string()
            aria-valuenow=move || (chosen.get() + 1).to_string() aria-valuetext=said
            on:click=pick on:keydown=walk>
            <svg width=move || width.get().to_string() height=HEIGHT.to_string() aria-hidden="true">
                {move || line(0.0)}
                {move || line(most.get() / 4.0)}
                {move || line(most.get())}
                {move || verdicts.with(|all| all.iter().enumerate().map(bar).collect_view())}
                <rect class="cursor" x=move || format!("{:.2}", LEFT + chosen.get() as f64 * step()) y=TOP.to_string()
                    width=move || format!("{:.2}", step().max(2.0)) height=(floor - TOP + 4.0).to_string()></rect>
                <text x=LEFT.to_string() y=(HEIGHT - 4.0).to_string()>"1"</text>
                <text x=move || (width.get() / 2.0).to_string() y=(HEIGHT - 4.0).to_string() text-anchor="middle">"loss of each move (heights by square root)"</text>
                <text x=move || width.get().to_string() y=(HEIGHT - 4.0).to_string() text-anchor="end">{total.to_string()}</text>
            </svg>
        </div>
    }
}

/// The next number up that is round, as is a quarter of it.
fn rounded(most: f64) -> f64 {
    let scale = 10f64.powf(most.log10().floor());
    let steps = [1.0, 2.0, 4.0, 8.0, 10.0];
    steps.map(|step| step * scale).into_iter().find(|&end| end >= most).unwrap_or(most)
}

fn words(verdict: &MoveVerdict) -> String {
    match (&verdict.grade, verdict.loss) {
        (Some(grade), Some(loss)) => {
            let choice = said(verdict.choice, in_words);
            format!("Placement {}, {choice}: {grade}, costs {}", verdict.index, short(loss))
        }
        _ => format!("Placement {}: no grade", verdict.index),
    }
}
