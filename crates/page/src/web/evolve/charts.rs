//! What the population was worth, and what its weights are.

use leptos::prelude::*;
use minolab_study::chart::{ChartLine, LineChart, Parallel};

use super::{lab::Lab, standing::Past};

/// The best and the mean of every generation.
#[component]
pub fn Fitness(lab: Lab) -> impl IntoView {
    // As many generations as there will be: the line grows into its chart, which stands still.
    let whole = Memo::new(move |_| lab.shown.with(|shown| shown.generations));
    let svg = Memo::new(move |_| lab.past.with(|past| fitness(past, whole.get())));
    view! {
        <figure class="fitness">
            <figcaption class="label">"Fitness: what each generation scored"</figcaption>
            <div class="picture" inner_html=move || svg.get()></div>
        </figure>
    }
}

/// Everybody's weights, and those of who plays.
#[component]
pub fn Threads(lab: Lab) -> impl IntoView {
    // What an axis has ever shown it goes on showing.
    let least = StoredValue::new(Vec::<[f64; 2]>::new());
    let names = Memo::new(move |_| lab.past.with(|past| past.names.clone()));
    Effect::new(move |_| {
        names.with(|_| ());
        least.set_value(Vec::new());
    });
    let svg = Memo::new(move |_| {
        lab.weights.with(|marked| {
            lab.past.with(|past| {
                least.update_value(|least| widen(least, past, marked));
                threads(past, marked, least.get_value())
            })
        })
    });
    view! {
        <figure class="threads">
            <figcaption class="label">"Weights: one thread per player, the one on the board marked"</figcaption>
            <div class="picture" inner_html=move || svg.get()></div>
        </figure>
    }
}

/// Widens the ranges to all weights of a generation and of who plays.
fn widen(least: &mut Vec<[f64; 2]>, past: &Past, marked: &[f64]) {
    least.resize(past.names.len(), [0.0, 0.0]);
    let all = past.measured.last().into_iter().flatten().map(|individual| &individual.point[..]);
    for point in all.chain([marked]) {
        for ([low, high], &value) in
            least.iter_mut().zip(point).filter(|(_, value)| value.is_finite())
        {
            (*low, *high) = (low.min(value), high.max(value));
        }
    }
}

fn fitness(past: &Past, generations: u64) -> String {
    let line = |name: &str, pick: fn(&crate::PopulationMark) -> f64| ChartLine {
        name: name.into(),
        points: past
            .curve
            .iter()
            .enumerate()
            .map(|(at, mark)| (at as f64, pick(mark), None))
            .collect(),
    };
    let label = match past.curve.last() {
        None => "Fitness by generation: none is measured yet".into(),
        Some(mark) => format!(
            "Fitness by generation: after {} the best is {:.1} and the mean {:.1}",
            past.curve.len(),
            mark.best,
            mark.mean
        ),
    };
    LineChart {
        label,
        x_unit: "generation".into(),
        y_unit: "fitness".into(),
        series: vec![
            line("mean", |mark| mark.mean),
            line("best", |mark| mark.best),
            line("champion, validated", |mark| mark.champion),
        ],
        from_zero: true,
        across: Some([0.0, generations.max(2) as f64 - 1.0]),
    }
    .svg()
}

fn threads(past: &Past, marked: &[f64], least: Vec<[f64; 2]>) -> String {
    let mut individuals: Vec<_> = past.measured.last().into_iter().flatten().collect();
    individuals.sort_by(|a, b| a.fitness.total_cmp(&b.fitness));
    let count = individuals.len().max(2) as f64 - 1.0;
    let mut threads: Vec<(f64, Vec<f64>)> = individuals
        .iter()
        .enumerate()
        .map(|(rank, individual)| (rank as f64 / count, individual.point.clone()))
        .collect();
    threads.push((1.0, marked.to_vec()));
    let named = past.names.iter().zip(marked);
    let named: Vec<String> = named.map(|(name, weight)| format!("{name} {weight:.2}")).collect();
    let label = match named.is_empty() {
        true => "Weights of the population".into(),
        false => format!("Weights of the population; of who plays: {}", named.join(", ")),
    };
    let axes = past.names.iter().map(|name| name.replace('_', " ")).collect();
    Parallel { label, axes, threads, least }.svg()
}
