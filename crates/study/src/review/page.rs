//! A review as a page.

use std::fmt::Write;

use minolab_arena::replay::Replay;
use minolab_engine::Finesse;
use minolab_rules::Ruleset;

use super::{Graded, Review};
use crate::{
    chart::{self, Bar, Bars, BoardMark, escape, short},
    coach::{self, Grade, in_words_at},
    html,
};

/// Bars of a chart at most, so that each has its label; longer games are shown in groups of
/// placements.
const BARS: usize = 36;

/// The page: figures, losses over the game, turning points, and every placement.
pub fn html(review: &Review, replay: &Replay) -> String {
    let title = format!("{} by {}, seed {}", replay.mode, review.player, replay.seed);
    let totals = replay.result.totals;
    let mut body = format!(
        "<h1>{}</h1><p class=\"sub\">{} pieces, {} lines, {} points by rules {}. Judged by {} with {}.</p>\n",
        escape(&title),
        totals.pieces,
        totals.lines,
        totals.score,
        escape(&replay.rules.name),
        escape(&review.judge),
        escape(&review.budget),
    );
    body += &tiles(review);
    body += &format!("<p>{}</p>\n", escape(&coach::summary(review, replay)));
    body += match review.unit {
        Some(_) => {
            "<p>A move's <em>loss</em> is what it costs in the result on average, compared with the judge's own \
             choice; <em>accuracy</em> is 100 % for a game in which no move cost anything.</p>\n"
        }
        None => {
            "<p>What this judge's evaluation is worth in results is not known, so there are no grades: \
             <code>minolab calibrate</code> finds out.</p>\n"
        }
    };
    body += &losses(review);
    let points = review.turning_points(6);
    if !points.is_empty() {
        body += "<h2>Turning points</h2><p>The placements that lost most. Filled: what was played. \
                 Outlined: the judge's choice.</p><div class=\"boards\">\n";
        points.iter().for_each(|graded| body += &card(graded, &replay.rules));
        body += "</div>\n";
    }
    body += "<h2>Every placement</h2>\n";
    let row = |graded: &Graded| {
        vec![
            graded.index.to_string(),
            graded.choice.to_string(),
            clear(graded),
            graded.grade.map_or("–".into(), |grade| grade.name().into()),
            graded.loss.map_or("–".into(), short),
            graded.rank.map_or("–".into(), |rank| format!("{} of {}", rank + 1, graded.choices)),
            graded.best.to_string(),
            match graded.pressed {
                Some(pressed) => format!("{pressed} of {}", graded.keys),
                None => graded.keys.to_string(),
            },
            review.setup_words(graded.index),
        ]
    };
    let rows: Vec<Vec<String>> = review.graded.iter().map(row).collect();
    body += &html::table(
        &["#", "played", "cleared", "grade", "loss", "rank", "best", "keys", "set-ups"],
        &rows,
    );
    html::page(&title, &body)
}

fn tiles(review: &Review) -> String {
    let n = review.graded.iter().filter(|graded| graded.loss.is_some()).count();
    let accuracy = review.accuracy.map_or("–".into(), |share| format!("{:.1} %", 100.0 * share));
    let interval = review.accuracy_ci95.map_or(String::new(), |[low, high]| {
        format!(", 95 %: {:.1}–{:.1}", 100.0 * low, 100.0 * high)
    });
    let loss = review.loss();
    let mut out = String::from("<div class=\"tiles\">");
    let mut tile = |figure: String, text: String| {
        let _ = write!(out, "<div class=\"tile\"><b>{figure}</b><span>{text}</span></div>");
    };
    tile(accuracy, format!("accuracy over {n} placements{interval}"));
    let unit = review.unit.as_deref().unwrap_or("points of its evaluation");
    tile(short(loss.mean), format!("{unit} lost per placement"));
    for grade in Grade::ALL.into_iter().filter(|_| review.unit.is_some()) {
        tile(review.count(grade).to_string(), grade.name().into());
    }
    let keys: u64 = review.graded.iter().map(|graded| graded.keys).sum();
    let pieces = review.graded.len().max(1) as f64;
    tile(format!("{:.2}", keys as f64 / pieces), "keys per piece, at the fewest".into());
    if let Some(Finesse { faults, extra_presses }) = review.finesse {
        tile(faults.to_string(), format!("finesse faults, {extra_presses} extra presses in all"));
    }
    out + "</div>\n"
}

/// A chart of the loss along the game.
fn losses(review: &Review) -> String {
    let size = review.graded.len().div_ceil(BARS).max(1);
    let groups: Vec<(String, f64, f64, usize)> = review
        .graded
        .chunks(size)
        .map(|group| {
            let losses = || group.iter().filter_map(|graded| graded.loss);
            let n = losses().count();
            let worst = losses().fold(0.0, f64::max);
            (group[0].index.to_string(), losses().sum::<f64>() / n.max(1) as f64, worst, n)
        })
        .collect();
    let bar = |value: f64| Some(Bar { value, interval: None });
    let bars = Bars {
        label: "Loss along the game".into(),
        unit: "loss".into(),
        labels: groups.iter().map(|group| group.0.clone()).collect(),
        series: vec![("loss".into(), groups.iter().map(|group| bar(group.1)).collect())],
    };
    let rows: Vec<Vec<String>> = groups
        .iter()
        .map(|(index, mean, worst, n)| {
            vec![index.clone(), short(*mean), short(*worst), n.to_string()]
        })
        .collect();
    let caption = match size {
        1 => "One bar per placement.".into(),
        size => format!("One bar for {size} placements: their mean."),
    };
    let data = html::table(&["from placement", "mean loss", "greatest loss", "n"], &rows);
    let figure = html::figure("Loss along the game", &bars.svg(), &caption, &data);
    format!("<div class=\"charts\">{figure}</div>\n")
}

/// A position with both choices and the reasons.
fn card(graded: &Graded, rules: &Ruleset) -> String {
    let marks =
        [(graded.choice.placement, BoardMark::Played), (graded.best.placement, BoardMark::Best)];
    let label = format!("played {}, best {}", graded.choice, graded.best);
    let picture = chart::board(&graded.before.board, &marks, &label);
    let facts: Vec<String> = graded.facts.iter().map(|fact| escape(&fact.to_string())).collect();
    let reasons: Vec<String> = graded
        .reasons
        .iter()
        .take(4)
        .map(|(name, share)| {
            format!("{} {}{}", name, if *share > 0.0 { "+" } else { "−" }, short(share.abs()))
        })
        .collect();
    let said = |choice| in_words_at(choice, &graded.before, rules);
    let hard = graded.difficulty.map_or(String::new(), |difficulty| difficulty.words());
    let hard = match hard.is_empty() {
        true => String::new(),
        false => format!(" <em>The better one is hard to find: {}.</em>", escape(&hard)),
    };
    let queue: String = graded.before.queue.iter().map(|piece| piece.letter()).collect();
    let hold = graded.before.hold.map_or('-', |piece| piece.letter());
    let line: Vec<String> = graded.line.iter().take(5).map(ToString::to_string).collect();
    format!(
        "<div class=\"card\"><strong>Placement {}</strong> <span class=\"note\">{}, loss {}</span>{picture}\
         <p>{}</p><p>{}</p><p class=\"note\">current {}, hold {hold}, next {queue}<br>played {}, best {}<br>by feature: {}<br>\
         then: {}</p></div>\n",
        graded.index,
        graded.grade.map_or("", Grade::name),
        graded.loss.map_or("–".into(), short),
        escape(&format!("{} instead of {}.", said(graded.choice), said(graded.best))),
        facts.join(" ") + &hard,
        graded.before.current.map_or('-', |piece| piece.letter()),
        graded.choice,
        graded.best,
        escape(&reasons.join(", ")),
        escape(&line.join(" ")),
    )
}

fn clear(graded: &Graded) -> String {
    let empty = if graded.clear.all_clear { ", empty" } else { "" };
    graded.clear.kind().name().map_or(String::new(), |name| format!("{name}{empty}"))
}
