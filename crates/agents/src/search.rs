//! An agent's search, as in its file.

use std::sync::Arc;

use minolab_engine::{
    BeamPlayer, BeamSettings, Evaluator, Greedy, Lookahead, LookaheadSettings, Player, Ties,
    eval::Number,
    search::{Deepen, LineValue, SearchError, check_depth},
};
use minolab_originals::{Capstone, CapstoneBlitz, Hidamari, Mzmousa, Tetrais};
use minolab_rules::Ruleset;
use serde::{Deserialize, Serialize};
use toml::Table;

/// How deep an agent searches, and what it prunes.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(try_from = "SearchFile", into = "SearchFile")]
pub struct SearchSettings {
    /// The kind of search, with its own settings.
    pub kind: SearchKind,
    /// Whether it is limited to hard drops where the rules allow more.
    pub drops: bool,
}

/// The searches an agent file can name.
#[derive(Clone, Debug, PartialEq)]
pub enum SearchKind {
    /// The best placement at one ply; ties by this rule.
    Greedy(Ties),
    /// A lookahead over some pieces.
    Lookahead(LookaheadSettings),
    /// A beam search over the most promising lines, with hold and all known pieces.
    Beam(BeamSettings),
    /// TetrAIs' own, quirks included, with this many pieces.
    Tetrais(u32),
    /// Hidamari's own, quirks included, with one piece or two.
    Hidamari(u32),
    /// The browser genetic algorithm's own, quirks included.
    Mzmousa,
    /// The capstone's sprint player's own, quirks included.
    Capstone,
    /// The capstone's blitz player's own, quirks included.
    CapstoneBlitz,
}

impl Default for SearchSettings {
    fn default() -> SearchSettings {
        SearchSettings { kind: SearchKind::Greedy(Ties::First), drops: false }
    }
}

impl SearchSettings {
    /// Checks the settings.
    pub fn check(&self) -> Result<(), SearchError> {
        match &self.kind {
            SearchKind::Lookahead(settings) => settings.check(),
            SearchKind::Beam(BeamSettings { depth, .. })
            | SearchKind::Tetrais(depth)
            | SearchKind::Hidamari(depth) => check_depth(*depth),
            SearchKind::Greedy(_)
            | SearchKind::Mzmousa
            | SearchKind::Capstone
            | SearchKind::CapstoneBlitz => Ok(()),
        }
    }

    /// A player with this search, by these rules.
    pub fn player(&self, rules: &Ruleset, evaluator: Arc<dyn Evaluator>) -> Player {
        match &self.kind {
            SearchKind::Greedy(ties) => Player::new(rules, Greedy::new(evaluator, *ties)),
            SearchKind::Lookahead(settings) => {
                Player::new(rules, Lookahead::new(evaluator, settings.clone()))
            }
            SearchKind::Beam(settings) => Player::new(rules, BeamPlayer::new(evaluator, settings)),
            SearchKind::Tetrais(depth) => Player::new(rules, Tetrais::new(evaluator, *depth)),
            SearchKind::Hidamari(depth) => Player::new(rules, Hidamari::new(evaluator, *depth)),
            SearchKind::Mzmousa => Player::new(rules, Mzmousa::new(evaluator)),
            SearchKind::Capstone => Player::new(rules, Capstone::new(evaluator)),
            SearchKind::CapstoneBlitz => Player::new(rules, CapstoneBlitz::new(evaluator)),
        }
    }

    /// The rule for ties, if it has one.
    pub fn ties(&self) -> Ties {
        match &self.kind {
            SearchKind::Greedy(ties) => *ties,
            SearchKind::Lookahead(settings) => settings.ties,
            _ => Ties::First,
        }
    }

    /// Depth in pieces, the current one included.
    pub fn depth(&self) -> u32 {
        match &self.kind {
            SearchKind::Lookahead(LookaheadSettings { depth, .. })
            | SearchKind::Beam(BeamSettings { depth, .. })
            | SearchKind::Tetrais(depth)
            | SearchKind::Hidamari(depth) => *depth,
            SearchKind::Greedy(_)
            | SearchKind::Mzmousa
            | SearchKind::Capstone
            | SearchKind::CapstoneBlitz => 1,
        }
    }

    /// Positions evaluated per choice, if that is a limit.
    pub fn nodes(&self) -> Option<u64> {
        self.beam().and_then(|beam| beam.nodes)
    }

    /// CPU milliseconds per choice, if they are a limit.
    pub fn ms(&self) -> Option<u64> {
        self.beam().and_then(|beam| beam.ms)
    }

    /// Whether nodes or milliseconds are a limit.
    pub fn has_budget(&self) -> bool {
        self.nodes().is_some() || self.ms().is_some()
    }

    /// Limits a search by nodes alone, if it has a limit: then the same position gets the same
    /// choice on every machine.
    pub fn limit_nodes(&mut self, nodes: u64) {
        if let SearchKind::Beam(beam) = &mut self.kind {
            (beam.nodes, beam.ms) = (Some(nodes), None);
        }
    }

    /// Removes the limit in milliseconds, keeping the one in nodes.
    pub fn untime(&mut self) {
        if let SearchKind::Beam(beam) = &mut self.kind {
            beam.ms = None;
        }
    }

    /// Removes the limit in nodes, keeping the one in milliseconds.
    pub fn uncount(&mut self) {
        if let SearchKind::Beam(beam) = &mut self.kind {
            beam.nodes = None;
        }
    }

    /// Its settings if it is a beam.
    pub fn beam(&self) -> Option<&BeamSettings> {
        match &self.kind {
            SearchKind::Beam(beam) => Some(beam),
            _ => None,
        }
    }

    /// Calls `each` with every trainable number and its name.
    pub fn numbers(&mut self, each: &mut dyn FnMut(&str, Number)) {
        match &mut self.kind {
            SearchKind::Lookahead(settings) => {
                each("depth", Number::Count(&mut settings.depth));
                let lists = [
                    ("thresholds", &mut settings.thresholds),
                    ("thresholds_next", &mut settings.thresholds_next),
                ];
                for (name, list) in lists {
                    for (index, number) in list.iter_mut().enumerate() {
                        each(&format!("{name}.{index}"), Number::Real(number));
                    }
                }
                for (index, number) in settings.width.iter_mut().enumerate() {
                    each(&format!("width.{index}"), Number::Count(number));
                }
            }
            SearchKind::Beam(settings) => {
                each("depth", Number::Count(&mut settings.depth));
                each("hopes", Number::Count(&mut settings.hopes));
            }
            SearchKind::Tetrais(depth) | SearchKind::Hidamari(depth) => {
                each("depth", Number::Count(depth));
            }
            SearchKind::Greedy(_)
            | SearchKind::Mzmousa
            | SearchKind::Capstone
            | SearchKind::CapstoneBlitz => {}
        }
    }
}

/// The section `[search]` of an agent file, with the keys of all kinds in one struct, as files have
/// always had them.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
struct SearchFile {
    kind: KindName,
    ties: Ties,
    depth: u32,
    unknown: bool,
    line: LineValue,
    #[serde(skip_serializing_if = "Option::is_none")]
    nodes: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    ms: Option<u64>,
    memory_mb: u32,
    hopes: u32,
    // Written only if it is on, so that older files stay the same.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    carry: bool,
    drops: bool,
    ending: bool,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    width: Vec<u32>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    thresholds: Vec<f64>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    thresholds_next: Vec<f64>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    deepen: Vec<Deepen>,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
enum KindName {
    #[default]
    Greedy,
    Lookahead,
    Beam,
    Tetrais,
    Hidamari,
    Mzmousa,
    Capstone,
    CapstoneBlitz,
}

/// The kinds with the keys that each uses.
const FOLLOWED: [(KindName, &str, &[&str]); 8] = [
    (KindName::Greedy, "greedy", &["ties", "drops"]),
    (
        KindName::Lookahead,
        "lookahead",
        &[
            "ties",
            "depth",
            "unknown",
            "line",
            "drops",
            "width",
            "thresholds",
            "thresholds_next",
            "deepen",
        ],
    ),
    (
        KindName::Beam,
        "beam",
        &["depth", "unknown", "nodes", "ms", "memory_mb", "hopes", "carry", "drops", "ending"],
    ),
    (KindName::Tetrais, "tetrais", &["depth"]),
    (KindName::Hidamari, "hidamari", &["depth"]),
    (KindName::Mzmousa, "mzmousa", &[]),
    (KindName::Capstone, "capstone", &[]),
    (KindName::CapstoneBlitz, "capstone-blitz", &[]),
];

impl Default for SearchFile {
    fn default() -> SearchFile {
        let (lookahead, beam) = (LookaheadSettings::default(), BeamSettings::default());
        SearchFile {
            kind: KindName::Greedy,
            ties: lookahead.ties,
            depth: lookahead.depth,
            unknown: lookahead.unknown,
            line: lookahead.line,
            nodes: beam.nodes,
            ms: beam.ms,
            memory_mb: beam.memory_mb,
            hopes: beam.hopes,
            carry: beam.carry,
            drops: false,
            ending: beam.ending,
            width: lookahead.width,
            thresholds: lookahead.thresholds,
            thresholds_next: lookahead.thresholds_next,
            deepen: lookahead.deepen,
        }
    }
}

/// Keeps those keys of a `[search]` section that this kind uses; an unknown kind keeps all.
pub fn keep_followed(section: &mut Table, kind: &str) {
    if let Some((_, _, followed)) = FOLLOWED.iter().find(|row| row.1 == kind) {
        section.retain(|key, _| key == "kind" || followed.contains(&key));
    }
}

impl SearchFile {
    /// Refuses keys that the kind does not use, unless they have the default value: written files
    /// contain every key.
    fn check(&self) -> Result<(), String> {
        let [own, usual] =
            [self, &SearchFile::default()].map(|file| Table::try_from(file).unwrap_or_default());
        let (_, kind, followed) =
            FOLLOWED.iter().find(|row| row.0 == self.kind).ok_or("no kind")?;
        let others =
            own.iter().filter(|(key, _)| *key != "kind" && !followed.contains(&key.as_str()));
        for (key, found) in others {
            if usual.get(key) == Some(found) {
                continue;
            }
            let expected = usual.get(key).map_or("no such line".into(), |usual| usual.to_string());
            let follow = FOLLOWED.iter().filter(|row| row.2.contains(&key.as_str()));
            let kinds: Vec<&str> = follow.map(|row| row.1).collect();
            return Err(format!(
                "search kind {kind} has no {key}: {key} is {found}, expected {expected}; kind {} \
                 has one",
                kinds.join(" or ")
            ));
        }
        Ok(())
    }
}

impl TryFrom<SearchFile> for SearchSettings {
    type Error = String;

    fn try_from(file: SearchFile) -> Result<SearchSettings, String> {
        file.check()?;
        let SearchFile { ties, depth, unknown, line, nodes, ms, memory_mb, hopes, .. } = file;
        let SearchFile { carry, drops, ending, width, thresholds, thresholds_next, deepen, .. } =
            file;
        let kind = match file.kind {
            KindName::Greedy => SearchKind::Greedy(ties),
            KindName::Lookahead => SearchKind::Lookahead(LookaheadSettings {
                ties,
                depth,
                unknown,
                line,
                width,
                thresholds,
                thresholds_next,
                deepen,
            }),
            KindName::Beam => SearchKind::Beam(BeamSettings {
                depth,
                unknown,
                nodes,
                ms,
                memory_mb,
                hopes,
                carry,
                ending,
            }),
            KindName::Tetrais => SearchKind::Tetrais(depth),
            KindName::Hidamari => SearchKind::Hidamari(depth),
            KindName::Mzmousa => SearchKind::Mzmousa,
            KindName::Capstone => SearchKind::Capstone,
            KindName::CapstoneBlitz => SearchKind::CapstoneBlitz,
        };
        Ok(SearchSettings { kind, drops })
    }
}

impl From<SearchSettings> for SearchFile {
    fn from(settings: SearchSettings) -> SearchFile {
        let usual = SearchFile { drops: settings.drops, ..SearchFile::default() };
        match settings.kind {
            SearchKind::Greedy(ties) => SearchFile { ties, ..usual },
            SearchKind::Lookahead(own) => SearchFile {
                kind: KindName::Lookahead,
                ties: own.ties,
                depth: own.depth,
                unknown: own.unknown,
                line: own.line,
                width: own.width,
                thresholds: own.thresholds,
                thresholds_next: own.thresholds_next,
                deepen: own.deepen,
                ..usual
            },
            SearchKind::Beam(own) => SearchFile {
                kind: KindName::Beam,
                depth: own.depth,
                unknown: own.unknown,
                nodes: own.nodes,
                ms: own.ms,
                memory_mb: own.memory_mb,
                hopes: own.hopes,
                carry: own.carry,
                ending: own.ending,
                ..usual
            },
            SearchKind::Tetrais(depth) => SearchFile { kind: KindName::Tetrais, depth, ..usual },
            SearchKind::Hidamari(depth) => SearchFile { kind: KindName::Hidamari, depth, ..usual },
            SearchKind::Mzmousa => SearchFile { kind: KindName::Mzmousa, ..usual },
            SearchKind::Capstone => SearchFile { kind: KindName::Capstone, ..usual },
            SearchKind::CapstoneBlitz => SearchFile { kind: KindName::CapstoneBlitz, ..usual },
        }
    }
}
