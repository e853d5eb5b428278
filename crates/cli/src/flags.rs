//! Flags that many commands share: who plays, and what.

use std::{fmt, str::FromStr};

use anyhow::{Context, Result, anyhow, bail};
use minolab_agents::{Agent, SearchKind, shipped};
use minolab_rules::{BoardSize, Mode, Ruleset};

use crate::{catalog::FILES, ruleset};

/// Who plays.
#[derive(Clone, Debug, clap::Args)]
pub struct AgentFlags {
    /// A shipped agent's name, or an agent file.
    #[arg(long, value_name = "NAME|FILE")]
    pub agent: String,
    #[command(flatten)]
    pub changes: Changes,
}

/// What to change about an agent.
#[derive(Clone, Debug, Default, clap::Args)]
pub struct Changes {
    /// Change a weight or any other setting of the agent file; may be repeated.
    #[arg(long = "set", value_name = "NAME=VALUE")]
    settings: Vec<Setting>,
    /// How many pieces it looks ahead, the current one included.
    #[arg(long, value_name = "D")]
    depth: Option<u32>,
    /// How far it looks: nodes=N, ms=N or depth=N a piece; may be repeated.
    #[arg(long = "limit", value_name = "KIND=N")]
    limits: Vec<Limit>,
}

/// By which rules, and until when.
#[derive(Clone, Debug, Default, clap::Args)]
pub struct GameFlags {
    /// A shipped ruleset's name, or a ruleset file [default: the agent's usual one].
    #[arg(long, value_name = "NAME|FILE")]
    pub rules: Option<String>,
    /// sprint, lines=N, blitz, blitz=SECONDS, practice, marathon or moves=N [default: the
    /// agent's usual one].
    #[arg(long)]
    pub mode: Option<Mode>,
    /// Another board size, such as 10x20.
    #[arg(long, value_name = "WxH")]
    pub board: Option<BoardSize>,
    /// How many pieces after the current one are seen [default: as the ruleset has it].
    #[arg(long, value_name = "N")]
    pub known: Option<usize>,
}

/// `name=value`.
#[derive(Clone, Debug)]
pub struct Setting(String, String);

/// `nodes=N`, `ms=N` or `depth=N`.
#[derive(Clone, Debug)]
pub struct Limit(String, u64);

impl AgentFlags {
    /// The agent with its changes.
    pub fn load(&self) -> Result<Agent> {
        self.changes.apply(load_agent(&self.agent)?)
    }
}

impl Changes {
    /// These settings and nothing else.
    pub fn settings(settings: &[Setting]) -> Changes {
        Changes { settings: settings.to_vec(), ..Changes::default() }
    }

    /// Whether no limit of the search is among them.
    pub fn has_no_limit(&self) -> bool {
        self.limits.is_empty() && self.depth.is_none()
    }

    /// Both agents with these changes. A limit in nodes or milliseconds is for those that have
    /// one, and it is an error if neither does.
    pub fn apply_to_both(&self, agents: [Agent; 2]) -> Result<[Agent; 2]> {
        let has_budget = |agent: &Agent| agent.search.beam().is_some();
        let is_for_some = agents.iter().any(has_budget);
        let budgets = ["nodes", "ms"];
        let [a, b] = agents.map(|agent| {
            if has_budget(&agent) || !is_for_some {
                return self.apply(agent);
            }
            let kept = self.limits.iter().filter(|limit| !budgets.contains(&limit.0.as_str()));
            Changes { limits: kept.cloned().collect(), ..self.clone() }.apply(agent)
        });
        Ok([a?, b?])
    }

    /// The agent with these changes.
    pub fn apply(&self, agent: Agent) -> Result<Agent> {
        let mut limits: Vec<(&str, u64)> =
            self.limits.iter().map(|Limit(kind, number)| (kind.as_str(), *number)).collect();
        if let Some((kind, _)) = limits.iter().find(|(kind, _)| *kind != "depth")
            && agent.search.beam().is_none()
        {
            let has_one = |other: &&Agent| other.search.beam().is_some();
            let names = shipped::all().iter().filter(has_one).map(|other| other.name.as_str());
            bail!(
                "--limit {kind}: {} has no such limit; agents that search with a beam have one: {}",
                agent.name,
                names.collect::<Vec<_>>().join(", ")
            );
        }
        limits.extend(self.depth.map(|depth| ("depth", depth.into())));
        let mut settings: Vec<(String, String)> = self
            .settings
            .iter()
            .map(|Setting(name, value)| (name.clone(), value.clone()))
            .collect();
        // Asked for a depth, a player that searches one piece becomes one that searches more.
        let is_deep = limits.iter().any(|&(kind, number)| kind == "depth" && number > 1);
        if is_deep && matches!(agent.search.kind, SearchKind::Greedy(_)) {
            settings.push(("search.kind".into(), "lookahead".into()));
        }
        settings.extend(
            limits.iter().map(|(kind, number)| (format!("search.{kind}"), number.to_string())),
        );
        if settings.is_empty() {
            return Ok(agent);
        }
        let pairs = settings.iter().map(|(name, value)| (name.as_str(), value.as_str()));
        let mut agent = agent.with_settings(pairs).with_context(|| {
            let names: Vec<&str> = settings.iter().map(|(name, _)| name.as_str()).collect();
            format!("setting {} of {}", names.join(", "), agent.name)
        })?;
        // One budget replaces the other: nodes alone give the same game on every machine.
        let has = |kind: &str| self.limits.iter().any(|limit| limit.0 == kind);
        match (has("nodes"), has("ms")) {
            (true, false) => agent.search.untime(),
            (false, true) => agent.search.uncount(),
            _ => {}
        }
        Ok(agent)
    }
}

impl GameFlags {
    /// The rules on the board asked for; `usual` are those meant without a flag.
    pub fn rules(&self, usual: &str) -> Result<Ruleset> {
        let rules = ruleset::load(self.rules.as_deref().unwrap_or(usual))?;
        match self.board {
            Some(size) => Ok(size.of(rules)?),
            None => Ok(rules),
        }
    }

    /// The mode; `usual` is the one meant without a flag.
    pub fn mode(&self, usual: &str) -> Result<Mode> {
        match self.mode {
            Some(mode) => Ok(mode),
            None => Ok(usual.parse()?),
        }
    }
}

/// The shipped agent of this name, or the one in this file.
pub fn load_agent(name: &str) -> Result<Agent> {
    Ok(FILES.named(name)?)
}

impl fmt::Display for Setting {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}={}", self.0, self.1)
    }
}

impl FromStr for Setting {
    type Err = anyhow::Error;

    fn from_str(text: &str) -> Result<Setting> {
        let (name, value) =
            text.split_once('=').ok_or_else(|| anyhow!("expected NAME=VALUE, such as holes=-2"))?;
        Ok(Setting(name.into(), value.into()))
    }
}

impl FromStr for Limit {
    type Err = anyhow::Error;

    fn from_str(text: &str) -> Result<Limit> {
        let wrong = || anyhow!("expected nodes=N, ms=N or depth=N");
        let (kind, number) = text.split_once('=').ok_or_else(wrong)?;
        if !["nodes", "ms", "depth"].contains(&kind) {
            return Err(wrong());
        }
        let number: u64 = number.parse().ok().filter(|&number| number > 0).ok_or_else(wrong)?;
        Ok(Limit(kind.into(), number))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn flags_are_read() {
        let limit: Limit = "nodes=500".parse().unwrap();
        assert_eq!((limit.0.as_str(), limit.1), ("nodes", 500));
        assert!("node=5".parse::<Limit>().is_err());
        assert!("ms=0".parse::<Limit>().is_err());
        assert!("10".parse::<BoardSize>().is_err());
        let game = GameFlags { board: Some("8x12".parse().unwrap()), ..GameFlags::default() };
        let rules = game.rules("classic").unwrap();
        assert_eq!((rules.width, rules.height), (8, 12));
    }

    #[test]
    fn changes_reach_the_agent() {
        let changes =
            Changes { settings: vec!["holes=-2.1".parse().unwrap()], ..Changes::default() };
        let agent = changes.apply(load_agent("bcts").unwrap()).unwrap();
        assert!(agent.to_toml().contains("holes = -2.1"));
        let nodes = Changes { limits: vec!["nodes=500".parse().unwrap()], ..Changes::default() };
        let search = nodes.apply(load_agent("blitz").unwrap()).unwrap().search;
        assert_eq!((search.nodes(), search.ms()), (Some(500), None));
        let error = load_agent("nobody").unwrap_err().to_string();
        assert!(error.contains("bcts"), "{error}");
    }

    #[test]
    fn a_limit_is_for_those_that_have_one() {
        let nodes = Changes { limits: vec!["nodes=500".parse().unwrap()], ..Changes::default() };
        let agents = ["sprint", "capstone-sprint"].map(|name| load_agent(name).unwrap());
        let [sprint, other] = nodes.apply_to_both(agents.clone()).unwrap();
        assert_eq!((sprint.search.nodes(), &other), (Some(500), &agents[1]));
        let none = ["bcts", "capstone-sprint"].map(|name| load_agent(name).unwrap());
        let error = format!("{:#}", nodes.apply_to_both(none).unwrap_err());
        let expected = "--limit nodes: bcts has no such limit; agents that search with a beam";
        assert!(error.starts_with(expected) && error.ends_with("sprint-keys, blitz"), "{error}");
    }
}
