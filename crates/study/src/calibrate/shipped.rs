//! The curves that come with the program.

use std::sync::LazyLock;

use minolab_agents::{Agent, shipped};
use minolab_rules::Mode;

use super::{Calibration, unit};

/// Files of `data/calibration`, by their names.
macro_rules! texts {
    ($($name:literal),* $(,)?) => {
        [$((include_str!(concat!("../../../../data/calibration/", $name, ".toml")))),*]
    };
}

const TEXTS: &[&str] = &texts![
    "sprint",
    "sprint-keys",
    "sprint-free",
    "blitz",
    "marathon",
    "capstone-sprint",
    "capstone-blitz",
    "capstone-blitz-doc",
    "analyzer",
    "analyzer-1.4",
    "bcts",
    "dellacherie",
    "dt10",
    "dt20",
    "el-tetris",
    "genetic",
    "hidamari",
    "hidamari-doc",
    "hidamari-normal",
    "hidamari-poor",
    "hidamari-skilled",
    "lee",
    "misakamm",
    "rvce",
    "tetrais-complex",
    "tetrais-complex-doc",
    "tetrais-simple",
];

static ALL: LazyLock<Vec<Calibration>> = LazyLock::new(|| {
    let read = |text| Calibration::from_toml(text).expect("a test reads the shipped curves");
    TEXTS.iter().copied().map(read).collect()
});

/// The shipped curves.
pub fn all() -> &'static [Calibration] {
    &ALL
}

/// The curve of an agent that evaluates as the shipped one of its name does: of this mode's result
/// if there is one, of another result otherwise.
pub fn of(agent: &Agent, mode: Mode) -> Option<&'static Calibration> {
    let known = shipped::get(&agent.name)?;
    if (&known.evaluator, &known.weights) != (&agent.evaluator, &agent.weights) {
        return None;
    }
    let mut own = ALL.iter().filter(|curve| curve.agent == agent.name);
    own.clone().find(|curve| curve.unit == unit(mode)).or_else(|| own.next())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shipped_curves_are_of_shipped_agents_and_right_about_what_they_did_not_see() {
        for curve in all() {
            let agent = shipped::get(&curve.agent).unwrap();
            assert_eq!(of(agent, curve.mode.parse().unwrap()), Some(curve));
            assert_eq!(Calibration::from_toml(&curve.to_toml()).as_ref(), Ok(curve));
            assert!(curve.positions >= 20_000, "{}: {}", curve.agent, curve.positions);
            // Of ten intervals that hold the truth in 95 of 100 cases, one or two may not.
            assert!(curve.right() >= 8, "{}: {}", curve.agent, curve.right());
        }
    }

    #[test]
    fn every_shipped_agent_and_every_file_has_a_curve() {
        let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../data/calibration");
        let files = std::fs::read_dir(folder).unwrap().count();
        assert_eq!(all().len(), files);
        for agent in shipped::all() {
            assert!(of(agent, agent.mode.parse().unwrap()).is_some(), "{}", agent.name);
        }
    }

    #[test]
    fn an_agent_that_evaluates_otherwise_has_no_curve() {
        let mode = Mode::Blitz;
        let blitz = shipped::get("blitz").unwrap();
        assert!(of(blitz, mode).is_some());
        let other = blitz.with_setting("cavity_cells", "-1").unwrap();
        assert_eq!(of(&other, mode), None);
        // Another budget is the same evaluation.
        let mut slower = blitz.clone();
        slower.search.limit_nodes(77);
        assert!(of(&slower, mode).is_some());
    }
}
