//! The shipped agents, compiled in.

use std::sync::LazyLock;

use crate::Agent;

macro_rules! shipped {
    ($($name:literal),* $(,)?) => {
        /// The names of the shipped agents.
        pub const NAMES: &[&str] = &[$($name),*];
        const TEXTS: &[&str] = &[$(include_str!(
            concat!("../../../data/agents/", $name, ".toml")
        )),*];
    };
}

shipped!(
    "tetrais-simple",
    "tetrais-complex",
    "tetrais-complex-doc",
    "hidamari",
    "hidamari-skilled",
    "hidamari-normal",
    "hidamari-poor",
    "hidamari-doc",
    "genetic",
    "lee",
    "dellacherie",
    "el-tetris",
    "bcts",
    "dt10",
    "dt20",
    "rvce",
    "misakamm",
    "marathon",
    "analyzer",
    "analyzer-1.4",
    "capstone-sprint",
    "capstone-blitz",
    "capstone-blitz-doc",
    "sprint",
    "sprint-free",
    "sprint-keys",
    "blitz"
);

static ALL: LazyLock<Vec<Agent>> = LazyLock::new(|| {
    let parse = |text: &&str| Agent::from_toml(text).expect("shipped agents are sound");
    TEXTS.iter().map(parse).collect()
});

/// Every shipped agent.
pub fn all() -> &'static [Agent] {
    &ALL
}

/// The shipped agent of this name.
pub fn get(name: &str) -> Option<&'static Agent> {
    ALL.iter().find(|agent| agent.name == name)
}
