//! The population as a swarm: every individual a dot, moving from generation to generation.

use leptos::{ev, html, prelude::*};
use wasm_bindgen::JsCast;
use web_sys::{CanvasRenderingContext2d, HtmlCanvasElement};

use super::{
    super::{app::App, frames},
    lab::Lab,
    standing::Past,
};
use crate::{Individual, Projection};

/// Milliseconds that a move from one generation to the next takes.
const MOVE: f64 = 450.0;
const HEIGHT: f64 = 210.0;

/// A dot for every individual, seen along two weights or the two axes along which they differ
/// most.
#[component]
pub fn Swarm(lab: Lab) -> impl IntoView {
    let settings = expect_context::<App>().settings;
    let canvas = NodeRef::<html::Canvas>::new();
    // Which weight is to the right and which is up; none is a principal axis.
    let (right, up) = (RwSignal::new(None::<usize>), RwSignal::new(None::<usize>));
    let since = StoredValue::new(0.0);
    let is_stale = StoredValue::new(true);
    let principal = StoredValue::new(None::<Projection>);
    Effect::new(move |_| {
        lab.past.track();
        since.set_value(frames::now());
        is_stale.set_value(true);
    });
    Effect::new(move |_| {
        right.track();
        up.track();
        settings.track();
        is_stale.set_value(true);
    });
    let resized = window_event_listener(ev::resize, move |_| is_stale.set_value(true));
    on_cleanup(move || resized.remove());
    let mut frame = Frame::default();
    frames::on_frame(move |now| {
        let part = ((now - since.get_value()) / MOVE).clamp(0.0, 1.0);
        let was_stale = is_stale.get_value();
        if !was_stale && frame.is_still {
            return;
        }
        is_stale.set_value(false);
        let Some(canvas) = canvas.get_untracked() else { return };
        lab.past.with_untracked(|past| {
            let seen = look(past, right.get_untracked(), up.get_untracked(), principal, was_stale);
            frame.draw(&canvas, past, &seen, part);
        });
    });
    let names = Memo::new(move |_| lab.past.with(|past| past.names.clone()));
    // The weights of another population are others.
    Effect::new(move |_| {
        names.track();
        right.set(None);
        up.set(None);
    });
    let choice = move |id: &'static str,
                       label: &'static str,
                       first: &'static str,
                       signal: RwSignal<Option<usize>>| {
        view! {
            <label><span>{label}</span>
                <select id=id on:change=move |event| signal.set(event_target_value(&event).parse().ok())>
                    <option value="" selected=move || signal.get().is_none()>{first}</option>
                    {move || names.get().into_iter().enumerate().map(|(index, name)| view! {
                        <option value=index.to_string() selected=move || signal.get() == Some(index)>{name}</option>
                    }).collect_view()}
                </select>
            </label>
        }
    };
    let label = move || {
        lab.past.with(|past| {
            let count = past.measured.last().map_or(0, Vec::len);
            format!("The population as {count} dots; the better, the stronger")
        })
    };
    view! {
        <figure class="swarm">
            <figcaption class="label">"Swarm"</figcaption>
            <canvas id="swarm" node_ref=canvas role="img" aria-label=label></canvas>
            <div class="sides">
                {choice("right", "Across", "1st principal", right)}
                {choice("up", "Up", "2nd principal", up)}
            </div>
        </figure>
    }
}

/// The side that the points are seen from.
fn look(
    past: &Past,
    right: Option<usize>,
    up: Option<usize>,
    principal: StoredValue<Option<Projection>>,
    is_new: bool,
) -> [Projection; 2] {
    let dimensions = past.names.len();
    if is_new || principal.with_value(Option::is_none) {
        let points: Vec<&[f64]> =
            past.measured.iter().flatten().map(|individual| &individual.point[..]).collect();
        let next = principal
            .with_value(|last| Projection::principal(&points, &past.spread, last.as_ref()));
        principal.set_value(Some(next));
    }
    let main = principal.get_value().unwrap_or_default();
    let side = |axis: Option<usize>| match axis {
        Some(axis) => Projection::of_two(axis, axis, dimensions),
        None => main.clone(),
    };
    [side(right), side(up)]
}

/// What was drawn, so that the next picture follows from it.
#[derive(Default)]
struct Frame {
    // The least and greatest place to the right and up that is shown.
    bounds: Option<[f64; 4]>,
    is_still: bool,
}

impl Frame {
    fn draw(&mut self, canvas: &HtmlCanvasElement, past: &Past, seen: &[Projection; 2], part: f64) {
        let Some((context, width)) = ready(canvas) else { return };
        let place = |individual: &Individual| {
            let point = &individual.point;
            (seen[0].place(point).0, seen[1].place(point).1)
        };
        let new: Vec<(f64, f64)> = past.measured.last().into_iter().flatten().map(place).collect();
        let old: Vec<(f64, f64)> = match &past.measured[..] {
            [old, _] => old.iter().map(place).collect(),
            _ => new.clone(),
        };
        let aim = bounds(old.iter().chain(&new));
        let [left, right, low, high] = match self.bounds {
            None => aim,
            Some(last) => std::array::from_fn(|at| last[at] + 0.15 * (aim[at] - last[at])),
        };
        let size = (aim[1] - aim[0]).max(aim[3] - aim[2]).max(1e-12);
        let near = |a: f64, b: f64| (a - b).abs() < 1e-3 * size;
        self.bounds = Some([left, right, low, high]);
        self.is_still = part >= 1.0
            && near(left, aim[0])
            && near(right, aim[1])
            && near(low, aim[2])
            && near(high, aim[3]);
        let at = |(x, y): (f64, f64)| {
            (
                12.0 + (x - left) / (right - left) * (width - 24.0),
                HEIGHT - 12.0 - (y - low) / (high - low) * (HEIGHT - 24.0),
            )
        };
        // Slow, fast, slow.
        let eased = part * part * (3.0 - 2.0 * part);
        let mut order: Vec<usize> = (0..new.len()).collect();
        let fitness =
            |index: usize| past.measured.last().map_or(0.0, |measured| measured[index].fitness);
        order.sort_by(|&a, &b| fitness(a).total_cmp(&fitness(b)));
        let (weak, strong) = (colour("--soft"), colour("--accent"));
        for (rank, &index) in order.iter().enumerate() {
            let end = new[index];
            let begin = old.get(index).copied().unwrap_or(end);
            let now = (begin.0 + eased * (end.0 - begin.0), begin.1 + eased * (end.1 - begin.1));
            let share = (rank + 1) as f64 / order.len() as f64;
            let is_best = rank + 1 == order.len();
            let colour = if share > 0.5 { &strong } else { &weak };
            let (from, to) = (at(begin), at(now));
            context.set_stroke_style_str(colour);
            context.set_global_alpha(0.22 * (1.0 - 0.5 * part));
            context.set_line_width(1.5);
            context.begin_path();
            context.move_to(from.0, from.1);
            context.line_to(to.0, to.1);
            context.stroke();
            context.set_global_alpha(0.3 + 0.6 * share);
            context.set_fill_style_str(colour);
            context.begin_path();
            let radius = if is_best { 6.0 } else { 3.5 };
            let _ = context.arc(to.0, to.1, radius, 0.0, std::f64::consts::TAU);
            context.fill();
        }
        context.set_global_alpha(1.0);
    }
}

/// The canvas, cleared, as wide as its place.
fn ready(canvas: &HtmlCanvasElement) -> Option<(CanvasRenderingContext2d, f64)> {
    let ratio = window().device_pixel_ratio().max(1.0);
    let width = canvas.client_width() as f64;
    if width < 40.0 {
        return None;
    }
    let (across, down) = ((width * ratio).round() as u32, (HEIGHT * ratio).round() as u32);
    if (canvas.width(), canvas.height()) != (across, down) {
        canvas.set_width(across);
        canvas.set_height(down);
    }
    let context: CanvasRenderingContext2d = canvas.get_context("2d").ok()??.dyn_into().ok()?;
    context.set_transform(ratio, 0.0, 0.0, ratio, 0.0, 0.0).ok()?;
    context.clear_rect(0.0, 0.0, width, HEIGHT);
    Some((context, width))
}

/// A colour of the page as it is now.
fn colour(name: &str) -> String {
    let style = document().document_element().and_then(|root| {
        let style = window().get_computed_style(&root).ok()??;
        style.get_property_value(name).ok()
    });
    style.filter(|style| !style.is_empty()).unwrap_or_else(|| "#888".into())
}

/// Where all places are, with something between least and greatest.
fn bounds<'a>(places: impl Iterator<Item = &'a (f64, f64)>) -> [f64; 4] {
    let start = [f64::INFINITY, f64::NEG_INFINITY, f64::INFINITY, f64::NEG_INFINITY];
    let [left, right, low, high] = places.fold(start, |[left, right, low, high], &(x, y)| {
        [left.min(x), right.max(x), low.min(y), high.max(y)]
    });
    let open = |low: f64, high: f64| match high - low > 1e-9 {
        true => [low, high],
        false if low.is_finite() => [low - 0.5, low + 0.5],
        false => [-1.0, 1.0],
    };
    let ([left, right], [low, high]) = (open(left, right), open(low, high));
    [left, right, low, high]
}
