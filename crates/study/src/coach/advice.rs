//! Advice that a person could have found.

use minolab_engine::Ranked;
use minolab_rules::{Ruleset, Spin, State};

use super::{Scale, difficulty::is_tuck};
use crate::{
    Presses,
    calibrate::{Calibration, Gap},
};

/// Of the choices that cost nothing to speak of, the one that is easiest to play: no tuck and no
/// spin if it can be helped, then the fewest keys, then the better one. `ranked` is best first; the
/// first is the answer where it is not known what a difference in evaluation costs.
pub fn advice<'a>(
    rules: &Ruleset,
    state: &State,
    ranked: &'a [Ranked],
    calibration: Option<&Calibration>,
) -> Option<&'a Ranked> {
    let best = ranked.first()?;
    let Some(calibration) = calibration else { return Some(best) };
    let same = Scale::of(&calibration.unit).excellent();
    let is_equal = |other: &&Ranked| {
        other.choice == best.choice || calibration.curve.cost(Gap::between(best, other)) <= same
    };
    let presses = Presses::new(rules);
    let effort = |ranked: &&Ranked| {
        let choice = ranked.choice;
        let is_hard = choice.placement.spin != Spin::None || is_tuck(rules, state, choice);
        (is_hard, presses.count(state, choice))
    };
    // The first of equals is the better one.
    ranked.iter().filter(is_equal).min_by_key(effort)
}

#[cfg(test)]
mod tests {
    use minolab_rules::Setup;

    use super::*;
    use crate::calibrate::shipped;

    fn ranked(choice: &str, score: f64) -> Ranked {
        Ranked { choice: choice.parse().unwrap(), score, line: Vec::new(), reasons: Vec::new() }
    }

    #[test]
    fn of_equals_the_easy_one_is_advised_and_never_one_that_costs() {
        let rules = minolab_rules::shipped::get("capstone").unwrap();
        let text = "xxx7/x3xxxxxx/xx1xxxxxxx T";
        let state = State::from_setup(rules, Setup::from_any(text).unwrap()).unwrap();
        let curve = shipped::all().iter().find(|curve| curve.agent == "blitz");
        let advised = |list: &[Ranked], curve| {
            advice(rules, &state, list, curve).map(|ranked| ranked.choice.to_string())
        };
        let list = [ranked("T@2,1Sf", 100.0), ranked("T@8,2N", 100.0), ranked("T@4,2N", 99.9)];
        // Straight down takes one key, the wall two.
        assert_eq!(advised(&list, curve).as_deref(), Some("T@4,2N"));
        assert_eq!(advised(&list, None).as_deref(), Some("T@2,1Sf"));
        let list = [ranked("T@2,1Sf", 9000.0), ranked("T@4,2N", 100.0)];
        assert_eq!(advised(&list, curve).as_deref(), Some("T@2,1Sf"));
        assert_eq!(advised(&[], curve), None);
    }
}
