//! A game as a log of ranked lists: every position with all that could be played in it.
//!
//! As Tetris Analyzer's C++ program exported its games: the board and the active piece, and all valid
//! placements with their equities, the best first and the others by how much more they cost.

use std::fmt::Write;

use minolab_agents::Agent;
use minolab_arena::{
    Goal,
    replay::{Replay, VerifyError},
};
use minolab_engine::{Limits, Position, Ranked};
use minolab_rules::Choice;

use crate::{
    ReplayStep,
    chart::{self, BoardMark, escape},
    html, walk,
};

/// The log as a page, with the `top` best placements of each position.
pub fn html(replay: &Replay, agent: &Agent, top: usize) -> Result<String, VerifyError> {
    let mut player = agent.player(&replay.rules);
    let (goal, is_cost) = (Goal::from(replay.mode), agent.evaluator().is_cost());
    let mut entries = String::new();
    walk(replay, |step| {
        let position = Position::new(step.before).with_remaining(goal.remaining(&step.totals));
        let decision = player.rank(&position, Limits::default(), &mut |_| ());
        let ranked = decision.map_or(Vec::new(), |decision| decision.ranked);
        entries += &entry(step, &ranked, is_cost, top);
    })?;
    let title = format!("{} by {}, seed {}", replay.mode, replay.agent, replay.seed);
    let totals = replay.result.totals;
    let better = if is_cost { "lower" } else { "higher" };
    let body = format!(
        "<h1>{}</h1><p class=\"sub\">{} pieces, {} lines by rules {}. Placements ranked by {}: the best \
         with its value, the others with the difference to it; {better} is better. Filled: what was \
         played. Outlined: the best.</p>\n<div class=\"boards\">\n{entries}</div>\n",
        escape(&title),
        totals.pieces,
        totals.lines,
        escape(&replay.rules.name),
        escape(&agent.name),
    );
    Ok(html::page(&title, &body))
}

fn entry(step: &ReplayStep, ranked: &[Ranked], is_cost: bool, top: usize) -> String {
    let state = step.before;
    let best = ranked.first().map(|best| best.choice);
    let marks =
        best.filter(|&best| best != step.choice).map(|best| (best.placement, BoardMark::Best));
    let marks: Vec<_> =
        [(step.choice.placement, BoardMark::Played)].into_iter().chain(marks).collect();
    let picture = chart::board(&state.board, &marks, &format!("played {}", step.choice));
    let letter = |piece: Option<minolab_rules::Piece>| piece.map_or('-', |piece| piece.letter());
    let queue: String = state.queue.iter().map(|piece| piece.letter()).collect();
    let mut out = format!(
        "<div class=\"card\"><strong>Placement {}</strong> <span class=\"note\">active {}, hold {}, next \
         {}</span>{picture}",
        step.index,
        letter(state.current),
        letter(state.hold),
        if queue.is_empty() { "-" } else { &queue },
    );
    let sign = if is_cost { -1.0 } else { 1.0 };
    let rows =
        ranked.iter().enumerate().filter(|&(index, one)| index < top || one.choice == step.choice);
    let row = |(index, one): (usize, &Ranked)| {
        let value = match index {
            0 => format!("{:.3}", sign * one.score),
            _ => format!("{:+.3}", sign * (one.score - ranked[0].score) + 0.0),
        };
        vec![(index + 1).to_string(), named(one.choice, step.choice), value]
    };
    let rows: Vec<Vec<String>> = rows.map(row).collect();
    out += &html::table(&["#", "placement", "value"], &rows);
    let left_out = ranked.len() - rows.len();
    if left_out > 0 {
        let _ = write!(out, "<p class=\"note\">{left_out} more</p>");
    }
    if !ranked.iter().any(|one| one.choice == step.choice) {
        let _ =
            write!(out, "<p class=\"note\">played {}, which it does not consider</p>", step.choice);
    }
    out + "</div>\n"
}

/// A choice, marked if it was played.
fn named(choice: Choice, played: Choice) -> String {
    if choice == played { format!("{choice}, played") } else { choice.to_string() }
}

#[cfg(test)]
mod tests {
    use minolab_agents::shipped;
    use minolab_rules::{Game, Mode, placements};

    use super::*;

    #[test]
    fn every_placement_has_all_that_could_be_played() {
        let agent = shipped::get("analyzer").unwrap();
        let rules = minolab_rules::shipped::get("tengstrand").unwrap();
        let mut game = Game::new(rules.clone(), 1);
        let mut replay = Replay::new(&game, "somebody", Mode::Pieces(3));
        for _ in 0..3 {
            let state = game.state();
            let all = placements::all(&state.board, rules, state.current.unwrap());
            let choice = Choice { hold: false, placement: all[0] };
            game.play(choice).unwrap();
            replay.push(choice);
        }
        replay.set_result(&game);
        let page = html(&replay, agent, usize::MAX).unwrap();
        assert_eq!(page.matches("<strong>Placement ").count(), 3);
        // T, L and S: the Scala program's seed 1.
        assert_eq!(page.matches("<tr><th scope=\"row\">").count(), 34 + 34 + 17);
        assert_eq!(page.matches(", played</td>").count(), 3);
        assert!(page.contains("lower is better") && !page.contains("http"));
        // Costs are positive, and what is worse costs more.
        let values = page.split("</td><td>").skip(1).map(|cell| &cell[..1]);
        assert!(values.clone().any(|sign| sign == "+") && values.clone().all(|sign| sign != "-"));
        let few = html(&replay, agent, 2).unwrap();
        assert!(few.matches("<tr><th scope=\"row\">").count() <= 9 && few.contains(" more</p>"));
    }
}
