//! A verdict on each placement of one game.
//!
//! The judge is an agent: it chooses in every position and ranks every choice, and a placement's
//! loss is what the judge's own choice scores more, in the judge's own units. (Its own choice and
//! not the highest score: the highest of many rough scores is mostly the luckiest. So an agent
//! that judges itself with the same budget finds no fault.) Units differ from agent to agent, so each
//! placement also has a quality without unit: 1 for the best, 0 for one that is no better than
//! the median choice of the same position. A game's accuracy is the mean quality.

mod page;

use minolab_agents::Agent;
use minolab_arena::{
    Goal,
    replay::{Replay, VerifyError},
    stats::{Interval, mean_interval},
};
use minolab_engine::{Decision, Finesse, Limits, Position};
use minolab_rules::{Choice, Clear, Mode, Ruleset, State};
pub use page::html;
use serde::Serialize;

use crate::{
    Figure, Presses, reasons,
    setups::{Appearance, SetupSpotter},
    walk,
};

/// A game with a verdict on each placement.
#[derive(Clone, Debug)]
pub struct Review {
    /// Who judged.
    pub judge: String,
    /// How far it looked.
    pub budget: String,
    pub player: String,
    /// The placements.
    pub graded: Vec<Graded>,
    /// The mean quality.
    pub accuracy: Option<f64>,
    /// Its 95 % interval over placements.
    pub accuracy_ci95: Option<Interval>,
    /// Of all placements, graded or not; `None` of an agent's game.
    pub finesse: Option<Finesse>,
    /// Named set-ups of the game; `None` on a board for which there are none.
    pub setups: Option<Vec<Appearance>>,
}

/// What a placement has to do with a set-up.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum SetupStage {
    /// The set-up stands after it.
    Begins,
    /// It makes the last clear that the set-up is for.
    Completes,
}

impl SetupStage {
    /// The name in results.
    pub const fn name(self) -> &'static str {
        match self {
            SetupStage::Begins => "begins",
            SetupStage::Completes => "completes",
        }
    }
}

/// How good a placement is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Grade {
    /// The judge's own choice, or one that scores no less.
    Best,
    /// Quality 0.9 and more.
    Good,
    /// Quality 0.7 and more.
    Fair,
    /// Quality 0.3 and more.
    Mistake,
    /// Less.
    Blunder,
}

/// One placement with its verdict.
#[derive(Clone, Debug)]
pub struct Graded {
    /// Counted from 1.
    pub index: u32,
    /// The position in which it was chosen.
    pub before: State,
    /// What was played.
    pub choice: Choice,
    pub clear: Clear,
    /// What the judge would have played.
    pub best: Choice,
    /// What is expected to follow that, itself first.
    pub line: Vec<Choice>,
    /// Its score.
    pub best_score: f64,
    /// What the best scores more; `None` where the judge does not look at such placements, or
    /// sees the end of the game after one of the two only.
    pub loss: Option<f64>,
    /// Between 0 and 1; `None` like the loss.
    pub quality: Option<f64>,
    /// How many choices score more; none where nothing is lost.
    pub rank: Option<usize>,
    /// How many choices there are.
    pub choices: usize,
    /// What the played one has less than the best by feature, greatest first.
    pub reasons: Vec<(&'static str, f64)>,
    /// Key presses that the placement takes at least, hold included.
    pub keys: u64,
    /// Key presses that the best one takes.
    pub best_keys: u64,
    /// Key presses it took the person who played it.
    pub pressed: Option<u64>,
}

impl Graded {
    /// How good it is.
    pub fn grade(&self) -> Option<Grade> {
        Some(match self.quality? {
            _ if self.loss == Some(0.0) => Grade::Best,
            quality if quality >= 0.9 => Grade::Good,
            quality if quality >= 0.7 => Grade::Fair,
            quality if quality >= 0.3 => Grade::Mistake,
            _ => Grade::Blunder,
        })
    }
}

impl Grade {
    /// All, the best first.
    pub const ALL: [Grade; 5] =
        [Grade::Best, Grade::Good, Grade::Fair, Grade::Mistake, Grade::Blunder];

    /// The name in results.
    pub const fn name(self) -> &'static str {
        match self {
            Grade::Best => "best",
            Grade::Good => "good",
            Grade::Fair => "fair",
            Grade::Mistake => "mistake",
            Grade::Blunder => "blunder",
        }
    }
}

/// Scores beyond this are not of a position: a game that is won, or lost.
const DECIDED: f64 = 5e8;

/// Who judges a game unless somebody else is named: the name of a shipped agent.
pub fn usual_judge(rules: &Ruleset, mode: Mode) -> &'static str {
    match mode {
        _ if !rules.hold => "marathon",
        Mode::Sprint | Mode::Lines(_) => "sprint",
        _ => "blitz",
    }
}

/// Grades every placement of a game; `progress` hears of each, with its verdict if the judge has
/// one.
pub fn review(
    replay: &Replay,
    judge: &Agent,
    progress: &mut dyn FnMut(u32, Option<&Graded>),
) -> Result<Review, VerifyError> {
    let mut player = judge.player(&replay.rules);
    let goal = Goal::from(replay.mode);
    let presses = Presses::new(&replay.rules);
    let mut graded = Vec::with_capacity(replay.placements());
    let mut finesse: Option<Finesse> = None;
    let mut spotter = SetupSpotter::new(&replay.rules);
    walk(replay, |step| {
        if let Some(spotter) = &mut spotter {
            spotter.add(&replay.rules, step);
        }
        let state = step.before;
        let position = Position::new(state).with_remaining(goal.remaining(&step.totals));
        let best = player.choose(&position);
        let decision = player.rank(&position, Limits::default(), &mut |_| ());
        let decision = decision.filter(|decision| !decision.ranked.is_empty());
        if let Some(typed) = step.typed {
            let (finesse, placement) = (finesse.get_or_insert_default(), step.choice.placement);
            finesse.add(&replay.rules, &state.board, placement, typed.steered);
        }
        let is_graded = decision.is_some();
        if let Some(decision) = decision {
            let mut placement = grade(&decision, best, step.choice, state);
            placement.index = step.index;
            placement.clear = step.clear;
            placement.keys = presses.count(state, step.choice);
            placement.pressed = step.typed.map(|typed| typed.presses);
            placement.best_keys = presses.count(state, placement.best);
            graded.push(placement);
        }
        progress(step.index, graded.last().filter(|_| is_graded));
    })?;
    let qualities = Figure::of(graded.iter().filter_map(|graded| graded.quality));
    let is_known = qualities.n > 0;
    let se = qualities.sd / (qualities.n as f64).sqrt();
    let search = &judge.search;
    let budget = match (search.nodes(), search.ms()) {
        (Some(nodes), _) => {
            let noun = if nodes == 1 { "node" } else { "nodes" };
            format!("{nodes} {noun} per placement, and as many to compare the others")
        }
        (None, Some(ms)) => format!("{ms} ms per placement, and as long to compare the others"),
        (None, None) => format!("depth {}", search.depth()),
    };
    let clamp = |[low, high]: Interval| [low.max(0.0), high.min(1.0)];
    Ok(Review {
        judge: judge.name.clone(),
        budget,
        player: replay.agent.clone(),
        graded,
        accuracy: is_known.then_some(qualities.mean),
        accuracy_ci95: mean_interval(qualities.mean, se, qualities.n).map(clamp),
        finesse,
        setups: spotter.map(SetupSpotter::finish),
    })
}

/// The verdict on one choice; what is not known of the judge's answer is left at nothing.
fn grade(decision: &Decision, best: Option<Choice>, choice: Choice, state: &State) -> Graded {
    let own = decision.ranked.iter().find(|ranked| Some(ranked.choice) == best);
    let best = own.unwrap_or(&decision.ranked[0]);
    let rank = decision.ranked.iter().position(|ranked| ranked.choice == choice);
    let mut found = Graded {
        index: 0,
        before: *state,
        choice,
        clear: Clear::default(),
        best: best.choice,
        line: best.line.clone(),
        best_score: best.score,
        loss: None,
        quality: None,
        rank,
        choices: decision.ranked.len(),
        reasons: Vec::new(),
        keys: 0,
        best_keys: 0,
        pressed: None,
    };
    let Some(played) = rank.map(|rank| &decision.ranked[rank]) else { return found };
    if choice != best.choice && played.score < best.score {
        found.reasons = reasons::against(&best.reasons, &played.reasons);
    }
    if played.score >= best.score || choice == best.choice {
        (found.loss, found.quality, found.rank) = (Some(0.0), Some(1.0), Some(0));
        return found;
    }
    // The end of the game in sight after one of the two only, which says nothing in units.
    if best.score > DECIDED && played.score.abs() < DECIDED {
        return found;
    }
    let scores: Vec<f64> = decision.ranked.iter().map(|ranked| ranked.score).collect();
    let sound = scores.iter().copied().filter(|score| score.abs() < DECIDED);
    let worst = sound.fold(best.score, f64::min);
    // A placement that loses the game is as bad as the worst that does not.
    let score = if played.score < -DECIDED { worst } else { played.score };
    let median = scores[scores.len() / 2].max(-DECIDED);
    let median = if median <= -DECIDED { worst } else { median };
    let loss = best.score - score;
    let spread = best.score - median;
    let quality = if spread > 0.0 { (1.0 - loss / spread).clamp(0.0, 1.0) } else { 0.0 };
    (found.loss, found.quality) = (Some(loss), Some(quality));
    found
}

impl Review {
    /// How many placements have this grade.
    pub fn count(&self, grade: Grade) -> usize {
        self.graded.iter().filter(|graded| graded.grade() == Some(grade)).count()
    }

    /// The placements that lost most, the greatest first: where the game turned.
    pub fn turning_points(&self, most: usize) -> Vec<&Graded> {
        let mut points: Vec<&Graded> =
            self.graded.iter().filter(|graded| graded.quality.is_some_and(|q| q < 0.9)).collect();
        points.sort_by(|a, b| b.loss.unwrap_or(0.0).total_cmp(&a.loss.unwrap_or(0.0)));
        points.truncate(most);
        points
    }

    /// The set-ups that a placement begins or completes.
    pub fn setups_at(&self, index: u32) -> Vec<(SetupStage, &Appearance)> {
        let all = || self.setups.iter().flatten();
        let begun = all().filter(|seen| seen.first == index).map(|seen| (SetupStage::Begins, seen));
        let completed = all().filter(|seen| seen.made_at == Some(index));
        begun.chain(completed.map(|seen| (SetupStage::Completes, seen))).collect()
    }

    /// The same in words; empty if there are none.
    pub fn setup_words(&self, index: u32) -> String {
        let words: Vec<String> = self
            .setups_at(index)
            .iter()
            .map(|(stage, seen)| format!("{} {}", stage.name(), seen.setup.title))
            .collect();
        words.join(", ")
    }

    /// The mean loss over placements whose loss is known.
    pub fn loss(&self) -> Figure {
        Figure::of(self.graded.iter().filter_map(|graded| graded.loss))
    }
}

#[cfg(test)]
mod tests;
