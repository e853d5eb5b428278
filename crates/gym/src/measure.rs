//! Features of boards and successors, as rows of numbers.

use minolab_engine::{Feature, Outcome, Position, Subject, Survey, Values, View, WellCosts};
use minolab_rules::{Ruleset, State};

/// Which features are measured, in order.
#[derive(Clone, Debug)]
pub struct Measures {
    features: Vec<Feature>,
    survey: Survey,
    costs: WellCosts,
}

impl Measures {
    /// These features.
    pub fn new(features: &[Feature]) -> Measures {
        let position = |feature: &Feature| feature.subject() == Subject::Position;
        Measures {
            survey: Survey::new(features.iter().copied().filter(position)),
            features: features.to_vec(),
            costs: WellCosts::default(),
        }
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.features.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.features.is_empty()
    }

    /// Writes those of a position; features of a placement are 0.
    pub fn position(&self, rules: &Ruleset, state: &State, row: &mut [f32]) {
        let values = self.survey(rules, &Position::new(state));
        let view = View::new(rules, &Position::new(state), &self.costs);
        for (value, feature) in row.iter_mut().zip(&self.features) {
            *value = match feature.subject() {
                Subject::Placement => 0.0,
                Subject::Position => self.of(*feature, &values, &view),
            };
        }
    }

    /// Writes those of a placement and of the position it leads to.
    #[inline]
    pub fn outcome(&self, outcome: &Outcome, row: &mut [f32]) {
        let position = outcome.position();
        let values = self.survey(outcome.rules, &position);
        let view = View::new(outcome.rules, &position, &self.costs);
        for (value, feature) in row.iter_mut().zip(&self.features) {
            *value = match feature.subject() {
                Subject::Placement => feature.of_placement(outcome) as f32,
                Subject::Position => self.of(*feature, &values, &view),
            };
        }
    }

    #[inline]
    fn survey(&self, rules: &Ruleset, position: &Position) -> Values {
        // Features without a group are measured one by one.
        let mut values = Values::default();
        self.survey.measure(&View::new(rules, position, &self.costs), &mut values);
        values
    }

    #[inline]
    fn of(&self, feature: Feature, values: &Values, view: &View) -> f32 {
        match values.get(feature.index()) {
            Some(&value) => value as f32,
            None => feature.of_position(view) as f32,
        }
    }
}

#[cfg(test)]
mod tests {
    use minolab_engine::Remaining;
    use minolab_rules::{Choice, Game, placements, shipped};

    use super::*;

    #[test]
    fn every_feature_is_what_it_says() {
        let rules = shipped::get("guideline").unwrap();
        let measures = Measures::new(&Feature::ALL);
        let mut game = Game::new(rules.clone(), 5);
        let (mut row, mut rows) = (vec![0.0; measures.len()], 0);
        while game.state().over.is_none() && game.totals().pieces < 60 {
            let state = *game.state();
            let list = placements::all(&state.board, rules, state.current.unwrap());
            for &placement in &list {
                let choice = Choice { hold: false, placement };
                let outcome = Outcome::of_choice(rules, &state, Remaining::ENDLESS, choice);
                measures.outcome(&outcome, &mut row);
                let position = outcome.position();
                let costs = WellCosts::default();
                let view = View::new(rules, &position, &costs);
                for (feature, &value) in Feature::ALL.iter().zip(&row) {
                    let single = feature.of_placement(&outcome) + feature.of_position(&view);
                    assert_eq!(value, single as f32, "{}", feature.name());
                }
                rows += 1;
            }
            let lowest = list.iter().min_by_key(|place| (place.y, place.x)).unwrap();
            game.play(Choice { hold: false, placement: *lowest }).unwrap();
            measures.position(rules, game.state(), &mut row);
            assert_eq!(row[Feature::LandingHeight.index()], 0.0);
        }
        assert!(rows > 500);
    }
}
