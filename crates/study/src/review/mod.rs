//! A verdict on each placement of one game.
//!
//! The judge is an agent: it chooses in every position and ranks every choice. How far a placement falls
//! behind the judge's own choice is a [`Gap`] in the judge's own units; a [`Calibration`] says what that costs
//! in the game's result, and that is its loss. (The judge's own choice and not the highest score: the highest of
//! many rough scores is mostly the luckiest. So an agent that judges itself with the same budget finds no
//! fault.) Equal losses have equal grades, whatever else there was to choose from.

mod json;
mod line;
mod page;

pub use json::json;
use line::LinePlayer;
use minolab_agents::Agent;
use minolab_arena::{
    Goal, Metric, figures,
    replay::{GameEnd, Replay, VerifyError},
    stats::{Interval, mean_interval},
};
use minolab_engine::{Decision, Finesse, Limits, Position, Ranked, Remaining};
use minolab_rules::{Choice, Clear, Mode, Ruleset, State};
pub use page::html;
use serde::Serialize;

use crate::{
    Figure, Presses,
    calibrate::{Calibration, Gap},
    coach::{
        Difficulty, Fact, FactKind, Glances, Grade, PlacementEffect, Scale, facts, line_facts,
        missed_finish,
    },
    reasons,
    setups::{Appearance, SetupSpotter},
    walk,
};

/// A game with a verdict on each placement.
#[derive(Clone, Debug)]
pub struct Review {
    /// Who judged.
    pub judge: String,
    /// How far it looked to choose, and again to compare all others.
    pub budget: String,
    pub player: String,
    /// What losses are counted in: `pieces`, `points` or `lines`; `None` if it is not known what the
    /// judge's evaluation is worth in results. There are no losses and no grades then.
    pub unit: Option<String>,
    /// The placements.
    pub graded: Vec<Graded>,
    /// The mean of what the placements are worth, from 1 for no loss towards 0.
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

/// One placement with its verdict.
#[derive(Clone, Debug)]
pub struct Graded {
    /// Counted from 1.
    pub index: u32,
    /// The position in which it was chosen.
    pub before: State,
    /// How much of the game remained.
    pub remaining: Remaining,
    /// What was played.
    pub choice: Choice,
    pub clear: Clear,
    /// What the judge would have played.
    pub best: Choice,
    /// What is expected to follow that, itself first.
    pub line: Vec<Choice>,
    /// What is expected to follow what was played, itself first; nothing where it is as good.
    pub played_line: Vec<Choice>,
    /// The best one's score.
    pub best_score: f64,
    /// How far it falls behind by evaluation; `None` where the judge does not look at such placements.
    pub gap: Option<Gap>,
    /// What that costs in the game's result.
    pub loss: Option<f64>,
    pub grade: Option<Grade>,
    /// Whether every other placement would have been a mistake at least.
    pub is_only: bool,
    /// How hard the best one is to find and to play: where the played one costs something, or no
    /// other would have done.
    pub difficulty: Option<Difficulty>,
    /// How many choices score more; none where nothing is lost.
    pub rank: Option<usize>,
    /// How many choices there are.
    pub choices: usize,
    /// What speaks against it and for the best, what matters most first.
    pub facts: Vec<Fact>,
    /// What the played one has less than the best by feature, greatest first.
    pub reasons: Vec<(&'static str, f64)>,
    /// Key presses that the placement takes at least, hold included.
    pub keys: u64,
    /// Key presses that the best one takes.
    pub best_keys: u64,
    /// Key presses it took the person who played it.
    pub pressed: Option<u64>,
}

/// Who judges a game unless somebody else is named: the name of a shipped agent.
pub fn usual_judge(rules: &Ruleset, mode: Mode) -> &'static str {
    match mode {
        _ if !rules.hold => "marathon",
        Mode::Sprint | Mode::Lines(_) => "sprint",
        _ => "blitz",
    }
}

/// Grades every placement of a game, by a curve of the judge's if there is one; `progress` hears of each, with
/// its verdict if the judge has one.
pub fn review(
    replay: &Replay,
    judge: &Agent,
    curve: Option<&Calibration>,
    progress: &mut dyn FnMut(u32, Option<&Graded>),
) -> Result<Review, VerifyError> {
    let mut player = judge.player(&replay.rules);
    let (goal, metric) = (Goal::from(replay.mode), Metric::of(replay.mode));
    let presses = Presses::new(&replay.rules);
    let mut glances = Glances::of(judge, &replay.rules);
    let mut lines = LinePlayer::of(judge, &replay.rules);
    let mut graded = Vec::with_capacity(replay.placements());
    let mut finesse: Option<Finesse> = None;
    let mut spotter = SetupSpotter::new(&replay.rules);
    let scale = curve.map(|curve| Scale::of(&curve.unit));
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
            let mut placement = compare(&decision, best, step.choice, &position);
            placement.best_keys = presses.count(state, placement.best);
            if let Some(curve) = curve {
                placement.grade(&decision, curve);
                placement.rate(&decision, curve, &mut glances, &replay.rules, &position);
            }
            placement.explain(&replay.rules, metric, scale, &mut lines);
            placement.index = step.index;
            placement.clear = step.clear;
            placement.keys = presses.count(state, step.choice);
            placement.pressed = step.typed.map(|typed| typed.presses);
            graded.push(placement);
        }
        progress(step.index, graded.last().filter(|_| is_graded));
    })?;
    if let Some(scale) = scale
        && replay.mode.is_race()
        && replay.result.end == GameEnd::Finished
    {
        let pieces = replay.result.totals.pieces;
        graded.iter_mut().for_each(|graded| graded.cap(pieces, scale));
    }
    let accuracy = |graded: &Graded| Some(scale?.accuracy(graded.loss?));
    let qualities = Figure::of(graded.iter().filter_map(accuracy));
    let is_known = qualities.n > 0;
    let se = qualities.sd / (qualities.n as f64).sqrt();
    let search = &judge.search;
    let budget = match (search.nodes(), search.ms()) {
        (Some(nodes), _) => {
            let noun = if nodes == 1 { "node" } else { "nodes" };
            format!("{} {noun} per placement", figures::grouped(nodes as f64, ' '))
        }
        (None, Some(ms)) => format!("{ms} ms per placement"),
        (None, None) => format!("depth {}", search.depth()),
    };
    let clamp = |[low, high]: Interval| [low.max(0.0), high.min(1.0)];
    Ok(Review {
        judge: judge.name.clone(),
        budget,
        player: replay.agent.clone(),
        unit: curve.map(|curve| curve.unit.clone()),
        graded,
        accuracy: is_known.then_some(qualities.mean),
        accuracy_ci95: mean_interval(qualities.mean, se, qualities.n).map(clamp),
        finesse,
        setups: spotter.map(SetupSpotter::finish),
    })
}

/// One choice beside the judge's; what is not known of the judge's answer is left at nothing.
fn compare(
    decision: &Decision,
    best: Option<Choice>,
    choice: Choice,
    position: &Position,
) -> Graded {
    let best = own(decision, best);
    let rank = decision.ranked.iter().position(|ranked| ranked.choice == choice);
    let mut found = Graded {
        index: 0,
        before: *position.state,
        remaining: position.remaining,
        choice,
        clear: Clear::default(),
        best: best.choice,
        line: best.line.clone(),
        played_line: Vec::new(),
        best_score: best.score,
        gap: None,
        loss: None,
        grade: None,
        is_only: false,
        difficulty: None,
        rank,
        choices: decision.ranked.len(),
        facts: Vec::new(),
        reasons: Vec::new(),
        keys: 0,
        best_keys: 0,
        pressed: None,
    };
    let Some(played) = rank.map(|rank| &decision.ranked[rank]) else { return found };
    found.gap = Some(Gap::between(best, played));
    if choice == best.choice {
        found.rank = Some(0);
    } else {
        found.reasons = reasons::against(&best.reasons, &played.reasons);
    }
    found
}

/// The judge's own choice among the ranked.
fn own(decision: &Decision, best: Option<Choice>) -> &Ranked {
    let own = decision.ranked.iter().find(|ranked| Some(ranked.choice) == best);
    own.unwrap_or(&decision.ranked[0])
}

impl Graded {
    /// What it costs, and its grade.
    fn grade(&mut self, decision: &Decision, calibration: &Calibration) {
        let (curve, scale) = (&calibration.curve, Scale::of(&calibration.unit));
        let is_best = self.choice == self.best;
        self.loss = self.gap.map(|gap| if is_best { 0.0 } else { curve.cost(gap) });
        self.grade = match decision.ranked.len() {
            1 => Some(Grade::Forced),
            _ => self.loss.map(|loss| scale.grade(loss)),
        };
        let best = own(decision, Some(self.best));
        let others = decision.ranked.iter().filter(|other| other.choice != best.choice);
        let is_mistake =
            |other: &Ranked| scale.grade(curve.cost(Gap::between(best, other))) >= Grade::Mistake;
        self.is_only = self.choices > 1 && others.into_iter().all(is_mistake);
    }

    /// A missed end cost no more than it did: the race was finished with so many pieces all the same.
    fn cap(&mut self, pieces: u64, scale: Scale) {
        let (Some(Gap::MissesEnd(away)), Some(loss)) = (self.gap, self.loss) else { return };
        let missed = self.index as u64 - 1 + away as u64;
        let loss = loss.min(pieces.saturating_sub(missed) as f64);
        self.loss = Some(loss);
        self.grade = self.grade.map(|grade| match grade {
            Grade::Forced => grade,
            _ => scale.grade(loss),
        });
        if loss <= scale.excellent() {
            self.facts = Vec::new();
        }
        if loss == 0.0 {
            self.difficulty = None;
        }
    }

    /// How hard the best one was to find and to play, where that matters.
    fn rate(
        &mut self,
        decision: &Decision,
        calibration: &Calibration,
        glances: &mut Glances,
        rules: &Ruleset,
        position: &Position,
    ) {
        if self.choices < 2 || (self.loss == Some(0.0) && !self.is_only) {
            return;
        }
        let (curve, same) = (&calibration.curve, Scale::of(&calibration.unit).excellent());
        let best = own(decision, Some(self.best));
        let cost = |other: &Ranked| curve.cost(Gap::between(best, other));
        let others = decision.ranked.iter().filter(|other| other.choice != best.choice);
        let margin = others.map(cost).min_by(f64::total_cmp);
        let is_good = |choice: Choice| {
            let found = decision.ranked.iter().find(|ranked| ranked.choice == choice);
            choice == best.choice || found.is_some_and(|found| cost(found) <= same)
        };
        let sight = glances.sight(position, &is_good);
        let difficulty =
            Difficulty::of(rules, &self.before, self.best, self.best_keys, sight, margin);
        self.difficulty = Some(difficulty);
    }

    /// Whether the better one is none that a person could be expected to find.
    pub fn is_odd(&self) -> bool {
        self.difficulty.is_some_and(|difficulty| !difficulty.is_for_people())
    }

    /// What speaks against it; nothing where it is as good as the best, for all a person can tell.
    fn explain(
        &mut self,
        rules: &Ruleset,
        metric: Metric,
        scale: Option<Scale>,
        lines: &mut LinePlayer,
    ) {
        let is_worse = match (self.loss, scale) {
            (Some(loss), Some(scale)) => loss > scale.excellent(),
            _ => self.rank != Some(0),
        };
        if !is_worse || self.choice == self.best {
            return;
        }
        let [played, better] =
            [self.choice, self.best].map(|choice| PlacementEffect::of(rules, &self.before, choice));
        let for_points = metric == Metric::ClearScore;
        self.facts = facts(rules, &self.before, &played, &better, for_points);
        let misses_end = matches!(self.gap, Some(Gap::MissesEnd(_) | Gap::Pieces(_)));
        let is_end = misses_end && finishes(rules, &self.before, &self.line, self.remaining);
        if is_end {
            self.facts.insert(0, missed_finish(self.line.len(), &better));
        } else {
            self.line = lines.line(&self.before, self.remaining, self.best);
        }
        self.played_line = lines.line(&self.before, self.remaining, self.choice);
        let is_reason = |fact: &Fact| !matches!(fact.kind, FactKind::Keeps { .. });
        let known = self.facts.iter().filter(|fact| is_reason(fact)).count();
        if known < REASONS && !is_end {
            let ahead = line_facts(rules, &self.before, &self.played_line, &self.line, for_points);
            self.facts.splice(known..known, ahead.into_iter().take(REASONS - known));
        }
        if self.facts.first().is_some_and(is_reason) {
            self.facts.retain(is_reason);
        }
    }
}

/// Reasons that suffice: what both lines come to is said only where the board alone says less.
const REASONS: usize = 2;

/// Whether a line of known pieces clears all lines that remain.
fn finishes(rules: &Ruleset, before: &State, line: &[Choice], remaining: Remaining) -> bool {
    let (mut state, mut lines) = (*before, 0);
    for &choice in line {
        let Ok(clear) = state.play(rules, choice) else { return false };
        lines += clear.lines as u64;
    }
    lines >= remaining.lines
}

impl Review {
    /// How many placements have this grade.
    pub fn count(&self, grade: Grade) -> usize {
        self.graded.iter().filter(|graded| graded.grade == Some(grade)).count()
    }

    /// The placements that lost most, the greatest first.
    pub fn costliest(&self, most: usize) -> Vec<&Graded> {
        let mut points = self.costly();
        points.truncate(most);
        points
    }

    /// Where the game turned: the placements that lost most, the greatest first. Those whose better
    /// one only the engine finds come after all that a person could have seen.
    pub fn turning_points(&self, most: usize) -> Vec<&Graded> {
        let mut points = self.costly();
        points.sort_by_key(|graded| graded.is_odd());
        points.truncate(most);
        points
    }

    /// Inaccuracies and worse, the greatest loss first.
    fn costly(&self) -> Vec<&Graded> {
        let is_costly = |grade: Grade| grade >= Grade::Inaccuracy;
        let mut points: Vec<&Graded> =
            self.graded.iter().filter(|graded| graded.grade.is_some_and(is_costly)).collect();
        points.sort_by(|a, b| b.loss.unwrap_or(0.0).total_cmp(&a.loss.unwrap_or(0.0)));
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
