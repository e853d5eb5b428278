//! A game in a sentence or two.

use minolab_arena::{
    Goal, figures,
    replay::{GameEnd, Replay},
};

use crate::review::{Graded, Review};

/// Moves that are named.
const NAMED: usize = 3;

/// What became of a game, and which moves cost most.
pub fn summary(review: &Review, replay: &Replay) -> String {
    let result = result(review, replay);
    let Some(unit) = review.unit.as_deref() else { return result };
    let mut costly = review.costliest(NAMED);
    costly.sort_by_key(|graded| graded.index);
    let sum =
        |graded: &mut dyn Iterator<Item = &Graded>| graded.filter_map(|one| one.loss).sum::<f64>();
    let lost = sum(&mut costly.iter().copied());
    let moves: Vec<String> = costly.iter().map(|graded| graded.index.to_string()).collect();
    let moves = match &moves[..] {
        [] => return format!("{result} No move cost much."),
        [one] => format!("move {one}"),
        [first @ .., last] => format!("moves {} and {last}", first.join(", ")),
    };
    // What a move costs is an average over games: of this one, what there is to share out.
    match extra_pieces(replay) {
        Some(extra) => {
            let share = lost / sum(&mut review.graded.iter());
            let part = amount((extra as f64 * share * 10.0).round() / 10.0, "pieces");
            format!("{result} About {part} of that came from {moves}.")
        }
        None => {
            let each = if costly.len() == 1 { "" } else { " each" };
            let loss = amount(lost / costly.len() as f64, unit);
            let what = if costly.len() == 1 { "The costliest was" } else { "The costliest were" };
            format!("{result} {what} {moves}: about {loss}{each}.")
        }
    }
}

/// Pieces of a race that was won, past the fewest there can be.
fn extra_pieces(replay: &Replay) -> Option<u64> {
    let lines = Some(Goal::from(replay.mode).lines).filter(|&lines| lines != u64::MAX)?;
    let least = (lines * replay.rules.width as u64).div_ceil(4);
    let is_won = replay.result.end == GameEnd::Finished;
    replay.result.totals.pieces.checked_sub(least).filter(|&extra| is_won && extra > 0)
}

/// What the game came to.
fn result(review: &Review, replay: &Replay) -> String {
    let totals = replay.result.totals;
    let who = if review.finesse.is_some() { "You" } else { &review.player };
    let pieces = amount(totals.pieces as f64, "pieces");
    if !replay.result.end.is_end() {
        return format!(
            "{who} stopped after {pieces} and {}.",
            amount(totals.lines as f64, "lines")
        );
    }
    let lines = Some(Goal::from(replay.mode).lines).filter(|&lines| lines != u64::MAX);
    match (lines, replay.result.end == GameEnd::ToppedOut) {
        (Some(_), false) => match extra_pieces(replay) {
            None => format!("{who} finished in {pieces}, the fewest there can be."),
            Some(extra) => format!("{who} finished in {pieces}, {extra} more than the fewest."),
        },
        (Some(lines), true) => {
            format!("{who} topped out after {} of {lines} lines.", totals.lines)
        }
        (None, is_topped_out) => {
            let end = if is_topped_out { "topped out with" } else { "made" };
            let points = amount(totals.score as f64, "points");
            format!(
                "{who} {end} {points} and {} in {pieces}.",
                amount(totals.lines as f64, "lines")
            )
        }
    }
}

fn grouped(number: f64) -> String {
    figures::grouped(number, ' ')
}

/// `0.4 pieces`, `3 pieces`, `1 200 points`.
pub fn amount(value: f64, unit: &str) -> String {
    let number = match unit {
        "pieces" if value.fract() != 0.0 && value < 9.95 => format!("{value:.1}"),
        "points" if value >= 1000.0 && value.fract() != 0.0 => {
            grouped((value / 10.0).round() * 10.0)
        }
        _ => grouped(value.round()),
    };
    match number.as_str() {
        "1" | "1.0" => format!("1 {}", unit.trim_end_matches('s')),
        number => format!("{number} {unit}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn amounts_are_as_exact_as_they_are_known() {
        let said = [
            (0.44, "pieces", "0.4 pieces"),
            (3.0, "pieces", "3 pieces"),
            (1.0, "pieces", "1 piece"),
            (12.4, "pieces", "12 pieces"),
            (1234.4, "points", "1 230 points"),
            (87.6, "points", "88 points"),
            (1.2, "lines", "1 line"),
        ];
        for (value, unit, expected) in said {
            assert_eq!(amount(value, unit), expected);
        }
    }
}
