//! What training runs taught: how they learned, and what came of it.

use minolab_train::{
    Estimate, LogLine, Training,
    record::{Begin, Generation, TrainingEnd},
};

use super::figures::{count, number, signed};
use crate::{
    chart::{Bar, Bars, ChartLine, LineChart, escape},
    html,
};

/// How high a point is, and the interval around it.
type Height = (f64, Option<[f64; 2]>);

/// A training run as its folder has it.
#[derive(Clone, Debug)]
pub struct ReportedRun {
    /// What to call it.
    pub name: String,
    /// Its settings.
    pub training: Training,
    /// Its log.
    pub log: Vec<LogLine>,
}

/// The page on these runs.
pub fn training(runs: &[ReportedRun], command: &str) -> String {
    let names: Vec<&str> = runs.iter().map(|run| run.name.as_str()).collect();
    let title = format!("Training: {}", names.join(" and "));
    let mut body = format!("<h1>{}</h1>\n", escape(&title));
    body += &format!("<p class=\"note\">Made by <code>{}</code>.</p>\n", escape(command));
    body += &runs.iter().map(ReportedRun::section).collect::<String>();
    body += "<h2>How this was counted</h2><p>All candidates of a generation play the same games, and every generation \
             others: its best is partly luck. The challenger is what the optimiser would ship, on validation games that \
             are always the same; the champion is the best challenger, so it is partly luck too. Only the held-out \
             games were played for nothing else. Intervals are 95 %, by Student's t.</p>\n";
    html::page(&title, &body)
}

impl ReportedRun {
    fn section(&self) -> String {
        let training = &self.training;
        let mut out = format!("<h2>{}</h2>\n", escape(&self.name));
        out += &format!(
            "<p class=\"sub\">{} by {} for {}, {} games per candidate, seed {}.</p>\n",
            escape(&training.agent.name),
            training.optimizer.name(),
            training.objective.kind.name(),
            training.games,
            training.seed,
        );
        let generations: Vec<&Generation> = self.log.iter().filter_map(generation).collect();
        let Some(last) = generations.last() else {
            return out + "<p>No generation is complete yet.</p>\n";
        };
        out += &match self.log.iter().find_map(end) {
            Some(end) => came_of(end),
            None => format!(
                "<p>Not finished: {} of {} generations, {} games; the champion, of generation {}, is worth {} on the \
                 validation games.</p>\n",
                last.generation,
                training.generations,
                count(last.games as f64),
                last.champion_generation,
                last.champion
            ),
        };
        out += "<div class=\"charts\">\n";
        out += &curve(&generations);
        out += &spread(&generations);
        if let Some(LogLine::Begin(begin)) = self.log.first() {
            out += &weights(begin, &generations);
        }
        out + "</div>\n"
    }
}

fn generation(line: &LogLine) -> Option<&Generation> {
    if let LogLine::Generation(line) = line { Some(line) } else { None }
}

fn end(line: &LogLine) -> Option<&TrainingEnd> {
    if let LogLine::End(line) = line { Some(line) } else { None }
}

fn came_of(end: &TrainingEnd) -> String {
    let tile = |value: String, label: &str| {
        format!("<div class=\"tile\"><b>{}</b><span>{label}</span></div>", escape(&value))
    };
    let [low, high] = end.gain_ci95.map(signed);
    format!(
        "<div class=\"tiles\">{}{}{}{}</div>\n",
        tile(end.held_out.to_string(), "champion, held-out games"),
        tile(end.given.to_string(), "given agent, same games"),
        tile(format!("{low} to {high}"), "gain, 95 %, game by game"),
        tile(count(end.games as f64), "games in all"),
    )
}

/// Fitness by generation.
fn curve(generations: &[&Generation]) -> String {
    let line = |name: &str, value: &dyn Fn(&Generation) -> Height| ChartLine {
        name: name.into(),
        points: generations
            .iter()
            .map(|line| (line.generation as f64, value(line)))
            // A candidate that could not be told is no number.
            .filter(|(_, (value, _))| value.abs() < 1e299)
            .map(|(at, (value, band))| (at, value, band))
            .collect(),
    };
    let interval = |figure: &Estimate| (figure.mean, Some(figure.ci95()).filter(|_| figure.n > 1));
    let picture = LineChart {
        label: "Fitness by generation".into(),
        x_unit: "generation".into(),
        y_unit: "fitness".into(),
        series: vec![
            line("challenger", &|line| interval(&line.challenger)),
            line("best", &|line| (line.best, None)),
            line("mean", &|line| (line.mean, None)),
        ],
        from_zero: false,
        across: None,
    };
    let row = |line: &&Generation| {
        let numbers = [line.best, line.mean, line.sd].map(number);
        let mut row = vec![line.generation.to_string()];
        row.extend(numbers);
        row.push(line.challenger.to_string());
        row.push(line.champion.to_string());
        row
    };
    let rows: Vec<Vec<String>> = generations.iter().map(row).collect();
    let head = ["generation", "best", "mean", "sd", "challenger", "champion"];
    let caption = "The challenger on the validation games, with its interval; best and mean of the candidates, each \
                   generation on games of its own.";
    html::figure("How it learned", &picture.svg(), caption, &html::table(&head, &rows))
}

/// How far the candidates lie apart.
fn spread(generations: &[&Generation]) -> String {
    let points = generations.iter().map(|line| (line.generation as f64, line.sd, None));
    let picture = LineChart {
        label: "Spread of fitness by generation".into(),
        x_unit: "generation".into(),
        y_unit: "standard deviation".into(),
        series: vec![ChartLine { name: "candidates".into(), points: points.collect() }],
        from_zero: true,
        across: None,
    };
    let rows: Vec<Vec<String>> =
        generations.iter().map(|line| vec![line.generation.to_string(), number(line.sd)]).collect();
    let caption =
        "How much the candidates of a generation differ in fitness: what is left to choose from.";
    let data = html::table(&["generation", "standard deviation"], &rows);
    html::figure("How the candidates differ", &picture.svg(), caption, &data)
}

/// What the optimiser would ship, at first and at last.
fn weights(begin: &Begin, generations: &[&Generation]) -> String {
    let (Some(first), Some(last)) = (generations.first(), generations.last()) else {
        return String::new();
    };
    let mut weights: Vec<(&str, f64, f64)> = begin
        .weights
        .iter()
        .zip(first.recommended.iter().zip(&last.recommended))
        .map(|(name, (&first, &last))| (name.as_str(), first, last))
        .collect();
    weights.sort_by(|a, b| b.2.abs().total_cmp(&a.2.abs()));
    let rows: Vec<Vec<String>> = weights
        .iter()
        .map(|&(name, first, last)| vec![name.into(), signed(first), signed(last)])
        .collect();
    let shown = &weights[..weights.len().min(16)];
    let bars = |value: fn(&(&str, f64, f64)) -> f64| {
        shown.iter().map(|weight| Some(Bar { value: value(weight), interval: None })).collect()
    };
    let (then, now) =
        (format!("generation {}", first.generation), format!("generation {}", last.generation));
    let picture = Bars {
        label: "Weights learned".into(),
        unit: "weight".into(),
        labels: shown.iter().map(|weight| weight.0.to_string()).collect(),
        series: vec![
            (then.clone(), bars(|weight| weight.1)),
            (now.clone(), bars(|weight| weight.2)),
        ],
    };
    let caption = "What the optimiser would ship after the first generation and after the last; at most sixteen, the \
                   greatest. All are in the table.";
    let data = html::table(&["weight", &then, &now], &rows);
    html::figure("Weights learned", &picture.svg(), caption, &data)
}
