//! Where on the page one is: the part of the address after the `#`.

use minolab_agents::catalog::Source;
use minolab_rules::{BoardSize, Mode, Ruleset, Setup};

use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, PercentEncode, utf8_percent_encode};

use crate::{Drill, EvolveOrder, query::pairs};

/// What is written as it is in an address, besides letters and digits.
const IN_ADDRESS: &AsciiSet = &NON_ALPHANUMERIC
    .remove(b'.')
    .remove(b'-')
    .remove(b'_')
    .remove(b'~')
    .remove(b'@')
    .remove(b',')
    .remove(b'/')
    .remove(b'=')
    .remove(b'|')
    .remove(b'!')
    .remove(b'?');

/// A text as it is written in an address.
fn plain(text: &str) -> PercentEncode<'_> {
    utf8_percent_encode(text, IN_ADDRESS)
}

/// A screen, with what it needs to be opened again from its address alone.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Route {
    /// The menu.
    #[default]
    Menu,
    /// A person's game.
    Play(Order),
    /// Agents at play.
    Watch(WatchOrder),
    /// A position, to be looked into.
    Analyse(AnalyseOrder),
    /// A population that learns.
    Evolve(EvolveOrder),
    /// A mode of one's own.
    Custom,
    /// Keys, handling, colours.
    Settings,
    /// One's own games looked back on, and how to get better.
    Learn,
    /// Puzzles.
    Puzzles,
    /// Openers for the bag at hand.
    Openers,
    /// Where one's games lose.
    Habits,
    /// Placements with the fewest presses.
    Finesse,
    /// Exercises of one skill.
    Train(Drill),
    /// Personal bests and kept games.
    Records,
    /// A kept game, by its place in the list.
    Playback(usize),
    /// Training on the machine that serves the page.
    Runs,
    /// A kept game, by its number, looked back on.
    Review(u64),
    /// Practice from where a kept game stood.
    PlayOn {
        /// The game's number.
        game: u64,
        /// Pieces that were placed.
        pieces: u64,
    },
}

/// The game to be played.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Order {
    pub mode: Mode,
    /// The ruleset; the one in the settings if absent.
    pub rules: Option<String>,
    /// Columns and rows; the ruleset's if absent.
    pub board: Option<BoardSize>,
    /// The seed; a new one for every game if absent.
    pub seed: Option<u64>,
    /// The position it begins in, in one line; only practice begins in one.
    pub position: Option<String>,
}

/// The agents to be watched.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WatchOrder {
    pub agent: String,
    /// Who plays beside it, on the same pieces.
    pub other: Option<String>,
    /// The ruleset; the agent's usual one if absent.
    pub rules: Option<String>,
    /// Columns and rows; the ruleset's if absent.
    pub board: Option<BoardSize>,
    /// Whether the next piece is seen; as the ruleset has it if absent.
    pub next: Option<bool>,
    /// Whether pieces slide; as the ruleset has it if absent.
    pub slide: Option<bool>,
    /// The seed of the pieces.
    pub seed: u64,
    /// The position it begins in, in one line; the empty board if absent.
    pub position: Option<String>,
}

impl Default for WatchOrder {
    fn default() -> WatchOrder {
        WatchOrder {
            agent: "bcts".into(),
            other: None,
            rules: None,
            board: None,
            next: None,
            slide: None,
            seed: 1,
            position: None,
        }
    }
}

impl WatchOrder {
    fn query(&self) -> String {
        let mut pairs = vec![format!("agent={}", plain(&self.agent))];
        let on = |value: bool| if value { "on" } else { "off" };
        pairs.extend(self.other.iter().map(|other| format!("other={}", plain(other))));
        pairs.extend(self.rules.iter().map(|rules| format!("rules={}", plain(rules))));
        pairs.extend(self.board.iter().map(|board| format!("board={board}")));
        pairs.extend(self.next.iter().map(|&next| format!("next={}", on(next))));
        pairs.extend(self.slide.iter().map(|&slide| format!("slide={}", on(slide))));
        pairs.push(format!("seed={}", self.seed));
        pairs
            .extend(self.position.iter().map(|position| format!("position={}", written(position))));
        pairs.join("&")
    }

    fn read(query: &str) -> Result<WatchOrder, String> {
        let mut order = WatchOrder::default();
        let switch = |name: &str, value: &str| match value {
            "on" => Ok(Some(true)),
            "off" => Ok(Some(false)),
            _ => Err(format!("{name} is {value:?}, expected on or off")),
        };
        for (name, value) in pairs(query) {
            match name {
                "agent" => order.agent = value.into_owned(),
                "other" => order.other = Some(value.into_owned()),
                "rules" => order.rules = Some(value.into_owned()),
                "board" => order.board = Some(board(&value)?),
                "next" => order.next = switch(name, &value)?,
                "slide" => order.slide = switch(name, &value)?,
                "seed" => order.seed = seed(&value)?,
                "position" => order.position = Some(position(&value)?),
                _ => return Err(format!("there is no setting {name:?} of a watched game")),
            }
        }
        Ok(order)
    }
}

/// The position to be looked into, and by whom.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AnalyseOrder {
    /// The agent.
    pub agent: String,
    /// The ruleset.
    pub rules: String,
    /// The position in one line; the empty board if absent.
    pub position: Option<String>,
    /// The colours of its cells, as [`crate::Sheet::colours`] writes them.
    pub colours: String,
    /// The comment on it.
    pub note: String,
    /// What was played and drawn from there on, as [`crate::Tree::written`] writes it.
    pub tree: String,
    /// Which of these positions is looked at.
    pub at: usize,
}

impl Default for AnalyseOrder {
    fn default() -> AnalyseOrder {
        AnalyseOrder {
            agent: "blitz".into(),
            rules: "capstone".into(),
            position: None,
            colours: String::new(),
            note: String::new(),
            tree: String::new(),
            at: 0,
        }
    }
}

impl AnalyseOrder {
    fn query(&self) -> String {
        let mut query = format!("agent={}&rules={}", plain(&self.agent), plain(&self.rules));
        if let Some(position) = &self.position {
            query += &format!("&position={}", written(position));
        }
        let mut put = |name: &str, text: &str| {
            if !text.is_empty() {
                query += &format!("&{name}={}", plain(text));
            }
        };
        put("colours", &self.colours);
        put("note", &self.note);
        put("tree", &self.tree);
        if self.at > 0 {
            query += &format!("&at={}", self.at);
        }
        query
    }

    fn read(query: &str) -> Result<AnalyseOrder, String> {
        let mut order = AnalyseOrder::default();
        for (name, value) in pairs(query) {
            match name {
                "agent" => order.agent = value.into_owned(),
                "rules" => order.rules = value.into_owned(),
                "position" => order.position = Some(position(&value)?),
                "colours" => order.colours = value.into_owned(),
                "note" => order.note = value.into_owned(),
                "tree" => order.tree = value.into_owned(),
                "at" => {
                    let number = value.parse();
                    order.at = number.map_err(|_| format!("at is {value:?}, not a number"))?;
                }
                _ => return Err(format!("there is no setting {name:?} of a position")),
            }
        }
        let found = Source::Shipped.named::<Ruleset>(&order.rules);
        found.map(|_| order).map_err(|error| error.to_string())
    }
}

impl Order {
    /// The usual game of a mode.
    pub fn new(mode: Mode) -> Order {
        Order { mode, rules: None, board: None, seed: None, position: None }
    }

    /// The ruleset it is played by.
    pub fn ruleset(&self, usual: &str) -> Result<Ruleset, String> {
        let name = self.rules.as_deref().unwrap_or(usual);
        let rules: Ruleset = Source::Shipped.named(name).map_err(|error| error.to_string())?;
        match self.board {
            None => Ok(rules),
            Some(size) => size.of(rules).map_err(|error| error.to_string()),
        }
    }
}

impl Route {
    /// The address of this screen, with its `#`.
    pub fn address(&self) -> String {
        match self {
            Route::Menu => "#/".into(),
            Route::Custom => "#/custom".into(),
            Route::Settings => "#/settings".into(),
            Route::Learn => "#/learn".into(),
            Route::Puzzles => "#/puzzles".into(),
            Route::Openers => "#/openers".into(),
            Route::Habits => "#/habits".into(),
            Route::Finesse => "#/train/finesse".into(),
            Route::Train(skill) => format!("#/train/{}", skill.name()),
            Route::Records => "#/records".into(),
            Route::Playback(index) => format!("#/records/{index}"),
            Route::Runs => "#/runs".into(),
            Route::Review(game) => format!("#/review/{game:016x}"),
            Route::PlayOn { game, pieces } => format!("#/review/{game:016x}/play/{pieces}"),
            Route::Watch(order) => format!("#/watch?{}", order.query()),
            Route::Analyse(order) => format!("#/analyse?{}", order.query()),
            Route::Evolve(order) => match order.query() {
                query if query.is_empty() => "#/evolve".into(),
                query => format!("#/evolve?{query}"),
            },
            Route::Play(order) => {
                let mut address = format!("#/play?mode={}", order.mode);
                if let Some(rules) = &order.rules {
                    address += &format!("&rules={}", plain(rules));
                }
                if let Some(board) = order.board {
                    address += &format!("&board={board}");
                }
                if let Some(seed) = order.seed {
                    address += &format!("&seed={seed}");
                }
                if let Some(position) = &order.position {
                    address += &format!("&position={}", written(position));
                }
                address
            }
        }
    }

    /// Reads an address; what is no screen is the menu, with a word about why.
    pub fn read(address: &str) -> Result<Route, String> {
        let text = address.trim_start_matches('#');
        let (path, query) = text.split_once('?').unwrap_or((text, ""));
        match path.trim_matches('/').split('/').collect::<Vec<_>>()[..] {
            [""] => Ok(Route::Menu),
            ["custom"] => Ok(Route::Custom),
            ["settings"] => Ok(Route::Settings),
            ["learn"] => Ok(Route::Learn),
            ["puzzles"] => Ok(Route::Puzzles),
            ["openers"] => Ok(Route::Openers),
            ["habits"] => Ok(Route::Habits),
            ["train", "finesse"] => Ok(Route::Finesse),
            ["train", name] => Drill::from_name(name)
                .map(Route::Train)
                .ok_or(format!("there is no trainer {name:?}")),
            ["records"] => Ok(Route::Records),
            ["records", index] => match index.parse() {
                Ok(index) => Ok(Route::Playback(index)),
                Err(_) => Err(format!("{index:?} is no kept game")),
            },
            ["runs"] => Ok(Route::Runs),
            ["review", game] => number(game).map(Route::Review),
            ["review", game, "play", pieces] => match pieces.parse() {
                Ok(pieces) => Ok(Route::PlayOn { game: number(game)?, pieces }),
                Err(_) => Err(format!("{pieces:?} is no number of pieces")),
            },
            ["analyse"] => AnalyseOrder::read(query).map(Route::Analyse),
            ["evolve"] => EvolveOrder::read(query).map(Route::Evolve),
            ["play"] => order(query).map(Route::Play),
            ["watch"] => WatchOrder::read(query).map(Route::Watch),
            _ => Err(format!("there is no screen {path:?}")),
        }
    }
}

/// A position in an address.
fn position(value: &str) -> Result<String, String> {
    let setup: Setup = value.parse().map_err(|error| format!("{error}"))?;
    Ok(setup.to_string())
}

fn written(position: &str) -> String {
    position.replace(' ', "_")
}

fn board(value: &str) -> Result<BoardSize, String> {
    value.parse().map_err(|error| format!("board: {error}"))
}

fn number(game: &str) -> Result<u64, String> {
    u64::from_str_radix(game, 16).map_err(|_| format!("{game:?} is no kept game"))
}

fn seed(value: &str) -> Result<u64, String> {
    value.parse().map_err(|_| format!("seed is {value:?}, not a number"))
}

fn order(query: &str) -> Result<Order, String> {
    let mut order = Order::new(Mode::Sprint);
    for (name, value) in pairs(query) {
        match name {
            "mode" => order.mode = value.parse().map_err(|error| format!("{error}"))?,
            "rules" => order.rules = Some(value.into_owned()),
            "board" => order.board = Some(board(&value)?),
            "seed" => order.seed = Some(seed(&value)?),
            "position" => order.position = Some(position(&value)?),
            _ => return Err(format!("there is no setting {name:?} of a game")),
        }
    }
    if order.position.is_some() && order.mode != Mode::Practice {
        return Err(format!("a position in {}, expected it in practice only", order.mode));
    }
    order.ruleset("capstone").map(|_| order)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_round_trip() {
        let order = Order {
            mode: Mode::Lines(7),
            rules: Some("tetrio".into()),
            board: Some(BoardSize { width: 8, height: 18 }),
            seed: Some(u64::MAX),
            position: None,
        };
        let drawn =
            Order { position: Some("x9/xx8 T s IO ? 2 b2b".into()), ..Order::new(Mode::Practice) };
        let routes = [
            Route::Menu,
            Route::Custom,
            Route::Settings,
            Route::Learn,
            Route::Puzzles,
            Route::Openers,
            Route::Habits,
            Route::Finesse,
            Route::Train(Drill::PerfectClears),
            Route::Play(drawn),
            Route::Records,
            Route::Playback(3),
            Route::Runs,
            Route::Review(0x1f),
            Route::PlayOn { game: u64::MAX, pieces: 17 },
            Route::Play(Order::new(Mode::Blitz)),
            Route::Play(order),
            Route::Watch(WatchOrder::default()),
            Route::Analyse(AnalyseOrder::default()),
            Route::Evolve(EvolveOrder::default()),
            Route::Evolve(EvolveOrder {
                agent: "bcts".into(),
                rules: Some("classic".into()),
                board: Some(BoardSize { width: 8, height: 12 }),
                optimizer: "cmaes".into(),
                objective: "lines".into(),
                pieces: 300,
                games: 3,
                population: Some(16),
                generations: 12,
                validation: 5,
                held_out: 7,
                random: false,
                weights: vec!["holes".into(), "lines".into()],
                seed: 9,
            }),
            Route::Analyse(AnalyseOrder {
                agent: "sprint".into(),
                rules: "tetrio".into(),
                position: Some("x9/xx8 T s IO ? 2 b2b".into()),
                ..AnalyseOrder::default()
            }),
            Route::Analyse(AnalyseOrder {
                position: Some("x9/xx8 T s IO ? 2 b2b".into()),
                colours: "T9/xJ8".into(),
                note: "50 % & more: é".into(),
                tree: "0.T@4,0N!a%20b~1.hO@0,1E~0=10_T_-_IO_?_0_-|".into(),
                at: 2,
                ..AnalyseOrder::default()
            }),
            Route::Watch(WatchOrder {
                agent: "50%%33 & more".into(),
                other: Some("a#b".into()),
                rules: Some("tetrio".into()),
                board: Some(BoardSize { width: 8, height: 18 }),
                next: Some(false),
                slide: Some(true),
                seed: 9,
                position: Some("x9/xx8 T s IO ? 2 b2b".into()),
            }),
        ];
        for route in routes {
            assert_eq!(Route::read(&route.address()), Ok(route));
        }
        assert_eq!(Route::read(""), Ok(Route::Menu));
        // However a browser or a mail program wrote them.
        let line = Route::read("#/analyse?position=x9%2Fxx8%20T%20s%20IO%20%3F%202%20b2b").unwrap();
        let address = "#/analyse?agent=blitz&rules=capstone&position=x9/xx8_T_s_IO_?_2_b2b";
        assert_eq!(line.address(), address);
        assert_eq!(
            Route::read("#/play?mode=lines%3d7"),
            Ok(Route::Play(Order::new(Mode::Lines(7))))
        );
    }

    #[test]
    fn bad_addresses_say_why() {
        let error = |address: &str| Route::read(address).unwrap_err();
        assert!(error("#/nowhere").contains("no screen"));
        assert!(error("#/play?mode=sprnt").contains("sprnt"));
        assert!(error("#/play?rules=chess").contains("chess"));
        assert!(error("#/play?board=10").contains("WxH"));
        assert!(error("#/play?board=99x99").contains("99"));
        assert!(error("#/play?seed=x").contains("seed"));
        assert!(error("#/play?speed=9").contains("speed"));
        assert!(error("#/play?mode=sprint&position=10_T").contains("practice only"));
        assert!(error("#/train/chess").contains("no trainer"));
        assert!(error("#/review/x").contains("no kept game"));
        assert!(error("#/review/1/play/x").contains("pieces"));
        assert!(error("#/analyse?position=y9").contains("y"));
        assert!(error("#/analyse?rules=chess").contains("chess"));
        assert!(error("#/evolve?agent=nobody").contains("nobody"));
        assert!(error("#/watch?next=maybe").contains("maybe"));
        assert!(error("#/watch?speed=9").contains("speed"));
    }
}
