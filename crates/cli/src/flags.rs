//! Flags shared by many commands: agent, changes, rules and mode.

use std::{fmt, str::FromStr};

use anyhow::{Context, Result, anyhow, bail};
use minolab_agents::{Agent, shipped};
use minolab_rules::{BoardSize, Mode, Ruleset};

use crate::{bounds, catalog::FILES, ruleset};

/// The agent.
#[derive(Clone, Debug, clap::Args)]
pub struct AgentFlags {
    /// A shipped agent's name, or an agent file.
    #[arg(long, value_name = "NAME|FILE")]
    pub agent: String,
    #[command(flatten)]
    pub changes: Changes,
}

/// Changes to an agent.
#[derive(Clone, Debug, Default, clap::Args)]
pub struct Changes {
    /// Change a weight or any other setting of the agent file; may be repeated.
    #[arg(long = "set", value_name = "NAME=VALUE")]
    settings: Vec<Setting>,
    /// How many pieces it searches, the active one included. An original program's search that
    /// cannot go this deep becomes a lookahead with the same evaluator.
    #[arg(long, value_name = "D")]
    depth: Option<u32>,
    /// The limit of its search: nodes=N, ms=N or depth=N per piece; may be repeated.
    #[arg(long = "limit", value_name = "KIND=N")]
    limits: Vec<Limit>,
}

/// The rules and the mode.
#[derive(Clone, Debug, Default, clap::Args)]
pub struct GameFlags {
    /// A shipped ruleset's name, or a ruleset file [default: the agent's own].
    #[arg(long, value_name = "NAME|FILE")]
    pub rules: Option<String>,
    /// sprint, lines=N, blitz, blitz=SECONDS, practice, marathon or moves=N [default: the
    /// agent's own].
    #[arg(long)]
    pub mode: Option<Mode>,
    /// Another board size, such as 10x20: 4 to 16 wide, 4 to 40 high.
    #[arg(long, value_name = "WxH")]
    pub board: Option<BoardSize>,
    /// How many previews the agent sees [default: the ruleset's].
    #[arg(long, value_name = "N", value_parser = bounds::known)]
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

    /// The depth asked for, by either flag.
    fn depth(&self) -> Option<u32> {
        let limit = self.limits.iter().find(|limit| limit.0 == "depth");
        self.depth.or(limit.map(|limit| u32::try_from(limit.1).unwrap_or(u32::MAX)))
    }

    /// Refuses two values for one limit, since only one could take effect.
    fn check_once(&self) -> Result<()> {
        let kinds = self.limits.iter().map(|limit| limit.0.as_str());
        let mut kinds: Vec<&str> = kinds.chain(self.depth.map(|_| "depth")).collect();
        kinds.sort_unstable();
        if let Some(pair) = kinds.windows(2).find(|pair| pair[0] == pair[1]) {
            bail!("{} is limited twice, expected once", pair[0]);
        }
        let twice = |(at, setting): (usize, &Setting)| {
            self.settings[..at].iter().any(|other| other.0 == setting.0).then(|| setting.0.clone())
        };
        if let Some(name) = self.settings.iter().enumerate().find_map(twice) {
            bail!("--set {name} is given twice, expected once");
        }
        Ok(())
    }

    /// Refuses settings of a part of the agent file that the command does not use.
    pub fn refuse(&self, part: &str, why: &str) -> Result<()> {
        let is_of = |setting: &&Setting| setting.0.split('.').next() == Some(part);
        match self.settings.iter().find(is_of) {
            Some(setting) => bail!("--set {}: {why}", setting.0),
            None => Ok(()),
        }
    }

    /// Checks that an agent with these changes can reach the requested depth with this many pieces
    /// known after the active one.
    pub fn check_known(&self, agent: &Agent, rules: &Ruleset, known: usize) -> Result<()> {
        match (self.depth(), agent.search.needs_known(rules.hold)) {
            (Some(depth), Some(needed)) if needed > known => bail!(
                "--depth {depth}: {} searches known pieces only and needs {needed} after the active \
                 one, found {known}; --known {needed} shows as many",
                agent.name
            ),
            _ => Ok(()),
        }
    }

    /// Both agents with these changes. A limit in nodes or milliseconds applies to those that have
    /// one; it is an error if neither does.
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
        self.check_once()?;
        let limits: Vec<(&str, u64)> =
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
        // A depth may require another search, which has other settings.
        let (kinds, others): (Vec<&Setting>, Vec<&Setting>) =
            self.settings.iter().partition(|setting| setting.0 == "search.kind");
        let budgets = limits.iter().filter(|(kind, _)| *kind != "depth");
        let budgets = budgets.map(|(kind, number)| (format!("search.{kind}"), number.to_string()));
        let pair = |setting: &Setting| (setting.0.clone(), setting.1.clone());
        let mut agent = agent;
        if let Some(depth) = self.depth() {
            agent = set(agent, kinds.into_iter().map(pair).collect())?;
            agent.search = agent
                .search
                .at_depth(depth)
                .with_context(|| format!("setting the depth of {}", agent.name))?;
            agent = set(agent, others.into_iter().map(pair).chain(budgets).collect())?;
        } else {
            agent = set(agent, self.settings.iter().map(pair).chain(budgets).collect())?;
        }
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
    /// The rules on the requested board; `usual` is the default.
    pub fn rules(&self, usual: &str) -> Result<Ruleset> {
        let rules = ruleset::load(self.rules.as_deref().unwrap_or(usual))?;
        match self.board {
            Some(size) => Ok(size.of(rules)?),
            None => Ok(rules),
        }
    }

    /// Refuses previews that none of these agents uses.
    pub fn check_known(&self, agents: &[&Agent], rules: &Ruleset) -> Result<()> {
        self.check_shown(agents, rules, rules.previews as usize)
    }

    /// The same, if this many are shown without the flag.
    pub fn check_shown(&self, agents: &[&Agent], rules: &Ruleset, previews: usize) -> Result<()> {
        let Some(known) = self.known.filter(|&known| known != previews) else { return Ok(()) };
        let uses = agents.iter().map(|agent| agent.search.uses_known(rules.hold)).max();
        let uses = uses.unwrap_or(0);
        if known.min(uses) == previews.min(uses) {
            let names: Vec<&str> = agents.iter().map(|agent| agent.name.as_str()).collect();
            let names = names.join(" and ");
            let most = if uses == 0 { "none".into() } else { format!("at most {uses}") };
            bail!(
                "--known {known} changes nothing: {names} can use {most} of the pieces after the active \
                 one, and {previews} would be shown without it; --depth searches more pieces"
            );
        }
        Ok(())
    }

    /// Refuses a mode whose goal an agent ignores.
    pub fn check_end(mode: Option<Mode>, agent: &Agent) -> Result<()> {
        let is_endless = |mode: &Mode| matches!(mode, Mode::Marathon | Mode::Practice);
        match mode.filter(|mode| !is_endless(mode)) {
            Some(mode) if !agent.knows_the_end() => bail!(
                "--mode {mode} changes nothing: {} evaluates a position alike however much of the \
                 game is left; agents that search with a beam do not",
                agent.name
            ),
            _ => Ok(()),
        }
    }

    /// How many previews are seen.
    pub fn seen(&self, rules: &Ruleset) -> usize {
        self.known.unwrap_or(rules.previews as usize)
    }

    /// The mode; `usual` is the default.
    pub fn mode(&self, usual: &str) -> Result<Mode> {
        match self.mode {
            Some(mode) => Ok(mode),
            None => Ok(usual.parse()?),
        }
    }
}

/// The agent with these settings, as by `--set`.
fn set(agent: Agent, settings: Vec<(String, String)>) -> Result<Agent> {
    if settings.is_empty() {
        return Ok(agent);
    }
    let pairs = settings.iter().map(|(name, value)| (name.as_str(), value.as_str()));
    agent.with_settings(pairs).with_context(|| {
        let names: Vec<&str> = settings.iter().map(|(name, _)| name.as_str()).collect();
        format!("setting {} of {}", names.join(", "), agent.name)
    })
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
    fn every_agent_is_as_deep_as_it_is_asked_to_be() {
        let deep = Changes { depth: Some(3), ..Changes::default() };
        for agent in shipped::all() {
            let deeper = deep.apply(agent.clone()).unwrap();
            assert_eq!(deeper.search.depth(), 3, "{}", agent.name);
            assert_eq!(deeper.evaluator, agent.evaluator, "{}", agent.name);
        }
        // Settings of the search that the depth requires are accepted.
        let narrow =
            Changes { settings: vec!["search.width=[4]".parse().unwrap()], ..deep.clone() };
        assert!(narrow.apply(load_agent("capstone-sprint").unwrap()).is_ok());
        let beam = Changes { settings: vec!["search.kind=beam".parse().unwrap()], ..deep.clone() };
        assert!(beam.apply(load_agent("bcts").unwrap()).unwrap().search.beam().is_some());
        let tetrais = deep.apply(load_agent("tetrais-complex").unwrap()).unwrap();
        let rules = ruleset::load("tetrais").unwrap();
        let error = deep.check_known(&tetrais, &rules, 1).unwrap_err().to_string();
        assert!(error.contains("needs 2") && error.contains("--known 2"), "{error}");
        assert!(deep.check_known(&tetrais, &rules, 2).is_ok());
        // A beam places the held piece too, but no unknown ones.
        let sprint = deep.apply(load_agent("sprint").unwrap()).unwrap();
        let rules = ruleset::load("capstone").unwrap();
        assert!(deep.check_known(&sprint, &rules, 1).is_ok());
        assert!(deep.check_known(&sprint, &rules, 0).is_err());
        let too_deep = Changes { depth: Some(52), ..Changes::default() };
        let error = format!("{:#}", too_deep.apply(load_agent("lee").unwrap()).unwrap_err());
        assert!(error.contains("depth is 52, expected 1 to 51"), "{error}");
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
