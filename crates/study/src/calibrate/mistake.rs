//! What typical mistakes cost.
//!
//! In a position, the best choice is compared with the mildest of the others that makes just one
//! mistake of a kind: the one the search ranks highest. Both are played on with the same pieces, as
//! for a [`super::Curve`].

use minolab_arena::Metric;
use minolab_engine::Limits;
use minolab_rules::{Choice, Ruleset, State};
use serde::{Deserialize, Serialize};

use super::{Gap, Samplers, Sampling};
use crate::{
    Figure,
    coach::{Fact, FactKind, PlacementEffect, all_facts},
};

/// A kind of mistake.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Mistake {
    /// One empty cell is covered where nothing had to be.
    OneHole,
    /// Two are.
    TwoHoles,
    /// Three or more are.
    ManyHoles,
    /// The well that an I would fill is closed.
    CoveredWell,
    /// A second place is made that only an I fills.
    SecondWell,
    /// The next piece fits nowhere without a hole.
    NextDoesNotFit,
    /// The other piece, the one on hold or behind it, was the better one.
    MissedHold,
    /// The active piece was the better one.
    NeedlessHold,
    /// A T is spent elsewhere while a T-slot is open.
    WastedT,
    /// A T-slot is closed.
    ClosedSlot,
    /// More could have been cleared, or by a spin.
    MissedClear,
    /// The back-to-back ends with it.
    EndedBackToBack,
    /// The board could have been emptied.
    MissedPerfectClear,
}

impl Mistake {
    /// All of them.
    pub const ALL: [Mistake; 13] = [
        Mistake::OneHole,
        Mistake::TwoHoles,
        Mistake::ManyHoles,
        Mistake::CoveredWell,
        Mistake::SecondWell,
        Mistake::NextDoesNotFit,
        Mistake::MissedHold,
        Mistake::NeedlessHold,
        Mistake::WastedT,
        Mistake::ClosedSlot,
        Mistake::MissedClear,
        Mistake::EndedBackToBack,
        Mistake::MissedPerfectClear,
    ];

    /// What players call it.
    pub const fn title(self) -> &'static str {
        match self {
            Mistake::OneHole => "one hole",
            Mistake::TwoHoles => "two holes",
            Mistake::ManyHoles => "three holes or more",
            Mistake::CoveredWell => "covered well",
            Mistake::SecondWell => "second well (I dependency)",
            Mistake::NextDoesNotFit => "no clean place for the next piece",
            Mistake::MissedHold => "missed hold",
            Mistake::NeedlessHold => "needless hold",
            Mistake::WastedT => "wasted T",
            Mistake::ClosedSlot => "covered T-slot",
            Mistake::MissedClear => "missed clear",
            Mistake::EndedBackToBack => "broken back-to-back",
            Mistake::MissedPerfectClear => "missed perfect clear",
        }
    }

    fn of(fact: &FactKind) -> Option<Mistake> {
        Some(match fact {
            FactKind::CoversHoles { .. } | FactKind::CoversMore { .. } => Mistake::OneHole,
            FactKind::ClosesWell { .. } => Mistake::CoveredWell,
            FactKind::MakesGap { .. } => Mistake::SecondWell,
            FactKind::NoPlaceForNext { .. } => Mistake::NextDoesNotFit,
            FactKind::SpendsT { .. } => Mistake::WastedT,
            FactKind::ClosesSlot { .. } => Mistake::ClosedSlot,
            FactKind::MissesClear { .. } => Mistake::MissedClear,
            FactKind::EndsBackToBack => Mistake::EndedBackToBack,
            FactKind::MissesPerfectClear => Mistake::MissedPerfectClear,
            _ => return None,
        })
    }
}

/// The one mistake that a choice makes; `None` if it makes none that has a name, or several.
fn only(
    rules: &Ruleset,
    before: &State,
    best: &PlacementEffect,
    other: Choice,
    metric: Metric,
) -> Option<Mistake> {
    let other = PlacementEffect::of(rules, before, other);
    let found = all_facts(rules, before, &other, best, metric == Metric::ClearScore);
    let kinds = || found.iter().filter_map(|fact| Mistake::of(&fact.kind));
    let has = |mistake| kinds().any(|known| known == mistake);
    // What covers a well or a slot has covered cells by that, and a T that is wasted clears nothing.
    let is_implied = |mistake: &Mistake| match mistake {
        Mistake::OneHole => has(Mistake::CoveredWell) || has(Mistake::ClosedSlot),
        Mistake::MissedClear => has(Mistake::WastedT),
        _ => false,
    };
    let others = found.iter().filter(|fact| Mistake::of(&fact.kind).is_none());
    let is_small = |fact: &Fact| {
        matches!(
            fact.kind,
            FactKind::Step { .. }
                | FactKind::NoPlaceFor { .. }
                | FactKind::Keeps { .. }
                | FactKind::SavesT { .. }
                | FactKind::SlotForT { .. }
        )
    };
    if !others.into_iter().all(is_small) {
        return None;
    }
    let mut named = kinds().filter(|mistake| !is_implied(mistake));
    let first = named.next();
    if named.next().is_some() {
        return None;
    }
    match (first, best.choice.hold, other.choice.hold) {
        (Some(Mistake::OneHole), ..) => Some(match other.new_holes.len() {
            0 | 1 => Mistake::OneHole,
            2 => Mistake::TwoHoles,
            _ => Mistake::ManyHoles,
        }),
        (Some(mistake), ..) => Some(mistake),
        (None, true, false) => Some(Mistake::MissedHold),
        (None, false, true) => Some(Mistake::NeedlessHold),
        (None, ..) => None,
    }
}

/// What one mistake cost in one position.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct MistakeSample {
    pub mistake: Mistake,
    /// How far it fell behind by the search.
    pub gap: Gap,
    /// What it cost in the result.
    pub cost: f64,
}

/// What a kind of mistake costs on average.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct MistakeCost {
    pub mistake: Mistake,
    pub cost: Figure,
}

impl Sampling {
    /// The mistakes one could make in the position of this number, at most one of each kind:
    /// always the same.
    pub fn mistakes(&self, number: u64, players: &mut Samplers) -> Option<Vec<MistakeSample>> {
        let round = self.position(number, &mut players.playing)?;
        let position = round.position();
        let best = players.judge.choose(&position)?;
        let ranked = players.judge.rank(&position, Limits::default(), &mut |_| ())?.ranked;
        let own = ranked.iter().find(|ranked| ranked.choice == best)?;
        let effect = PlacementEffect::of(&self.rules, position.state, best);
        let mut found: Vec<(Mistake, Gap, Choice)> = Vec::new();
        for other in ranked.iter().filter(|ranked| ranked.choice != best) {
            let mistake = only(&self.rules, position.state, &effect, other.choice, self.metric());
            if let Some(mistake) = mistake
                && found.iter().all(|known| known.0 != mistake)
            {
                found.push((mistake, Gap::between(own, other), other.choice));
            }
        }
        let mut result = |choice| self.play_on(&round, choice, &mut players.playing);
        let right = (!found.is_empty()).then(|| result(best));
        let sample = |(mistake, gap, choice)| MistakeSample {
            mistake,
            gap,
            cost: right.unwrap_or(0.0) - result(choice),
        };
        Some(found.into_iter().map(sample).collect())
    }
}

/// What each kind costs on average, those that came up.
pub fn mistake_costs(samples: &[MistakeSample]) -> Vec<MistakeCost> {
    let of = |mistake: Mistake| {
        let costs = samples.iter().filter(|sample| sample.mistake == mistake);
        MistakeCost { mistake, cost: Figure::of(costs.map(|sample| sample.cost)) }
    };
    Mistake::ALL.map(of).into_iter().filter(|found| found.cost.n > 0).collect()
}

#[cfg(test)]
mod tests {
    use minolab_rules::{Setup, shipped};

    use super::*;

    fn mistake(text: &str, best: &str, other: &str, metric: Metric) -> Option<Mistake> {
        let rules = shipped::get("guideline").unwrap();
        let state = State::from_setup(rules, Setup::from_any(text).unwrap()).unwrap();
        let best = PlacementEffect::of(rules, &state, best.parse().unwrap());
        only(rules, &state, &best, other.parse().unwrap(), metric)
    }

    #[test]
    fn mistakes_are_called_by_their_names() {
        // A T on its head covers two cells; flat, none.
        let found = mistake("10 T", "T@4,0N", "T@4,1S", Metric::Sprint);
        assert_eq!(found, Some(Mistake::TwoHoles));
        // A T laid flat beside its slot, where only points count it.
        let slot = "xxx7/x3xxxxxx/xx1xxxxxxx T";
        assert_ne!(mistake(slot, "T@2,1Sf", "T@7,2N", Metric::Sprint), Some(Mistake::WastedT));
        // The T in hand instead of the O on hold, neither of them leaving a hole.
        let found = mistake("10 T O", "hO@0,0N", "T@4,0N", Metric::Sprint);
        assert_eq!(found, Some(Mistake::MissedHold));
        assert_eq!(
            mistake("10 T O", "T@4,0N", "hO@0,0N", Metric::Sprint),
            Some(Mistake::NeedlessHold)
        );
    }
}
