//! Rewards of a step.

/// The reward for each event in a step.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Rewards {
    /// By the number of lines cleared.
    pub lines: [f64; 5],
    /// For each point by the rules.
    pub points: f64,
    /// For each piece placed.
    pub piece: f64,
    /// For each step.
    pub step: f64,
    /// For topping out.
    pub top_out: f64,
    /// For reaching the mode's goal.
    pub goal: f64,
    /// For an illegal action, which has no other effect.
    pub illegal: f64,
}

impl Rewards {
    /// No rewards except the penalty for illegal actions.
    pub const NONE: Rewards = Rewards {
        lines: [0.0; 5],
        points: 0.0,
        piece: 0.0,
        step: 0.0,
        top_out: 0.0,
        goal: 0.0,
        illegal: -1.0,
    };

    /// One for each line.
    pub fn lines() -> Rewards {
        Rewards { lines: [0.0, 1.0, 2.0, 3.0, 4.0], ..Rewards::NONE }
    }

    /// The predefined rewards with this name.
    pub fn named(name: &str) -> Option<Rewards> {
        Some(match name {
            "lines" => Rewards::lines(),
            "score" => Rewards { points: 1.0, ..Rewards::NONE },
            "survival" => Rewards { piece: 1.0, ..Rewards::NONE },
            _ => return None,
        })
    }

    /// The names of [`Rewards::named`].
    pub const NAMES: [&str; 3] = ["lines", "score", "survival"];
}
