//! Where on the page one is: the part of the address after the `#`.

use minolab_rules::{Mode, Ruleset, shipped};

/// A screen, with what it needs to be opened again from its address alone.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Route {
    /// The menu.
    #[default]
    Menu,
    /// A person's game.
    Play(Order),
    /// A mode of one's own.
    Custom,
    /// Keys, handling, colours.
    Settings,
    /// Personal bests and kept games.
    Records,
    /// A kept game, by its place in the list.
    Playback(usize),
}

/// The game to be played.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Order {
    /// The mode.
    pub mode: Mode,
    /// The ruleset; the one in the settings if absent.
    pub rules: Option<String>,
    /// Columns and rows; the ruleset's if absent.
    pub board: Option<(usize, usize)>,
    /// The seed; a new one for every game if absent.
    pub seed: Option<u64>,
}

impl Order {
    /// The usual game of a mode.
    pub fn new(mode: Mode) -> Order {
        Order { mode, rules: None, board: None, seed: None }
    }

    /// The ruleset it is played by.
    pub fn ruleset(&self, usual: &str) -> Result<Ruleset, String> {
        let name = self.rules.as_deref().unwrap_or(usual);
        let rules = shipped::get(name).ok_or_else(|| {
            format!("there are no rules {name:?}, expected one of {}", shipped::NAMES.join(", "))
        })?;
        match self.board {
            None => Ok(rules.clone()),
            Some((width, height)) => {
                rules.clone().with_size(width, height).map_err(|error| error.to_string())
            }
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
            Route::Records => "#/records".into(),
            Route::Playback(index) => format!("#/records/{index}"),
            Route::Play(order) => {
                let mut address = format!("#/play?mode={}", order.mode);
                if let Some(rules) = &order.rules {
                    address += &format!("&rules={rules}");
                }
                if let Some((width, height)) = order.board {
                    address += &format!("&board={width}x{height}");
                }
                if let Some(seed) = order.seed {
                    address += &format!("&seed={seed}");
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
            ["records"] => Ok(Route::Records),
            ["records", index] => match index.parse() {
                Ok(index) => Ok(Route::Playback(index)),
                Err(_) => Err(format!("{index:?} is no kept game")),
            },
            ["play"] => order(query).map(Route::Play),
            _ => Err(format!("there is no screen {path:?}")),
        }
    }
}

fn order(query: &str) -> Result<Order, String> {
    let mut order = Order::new(Mode::Sprint);
    for pair in query.split('&').filter(|pair| !pair.is_empty()) {
        let (name, value) = pair.split_once('=').unwrap_or((pair, ""));
        match name {
            "mode" => {
                // A browser may write the = of lines=7 in its own way.
                let value = value.replace("%3D", "=");
                order.mode = value.parse().map_err(|error| format!("{error}"))?;
            }
            "rules" => order.rules = Some(value.into()),
            "board" => {
                let size = value
                    .split_once('x')
                    .and_then(|(width, height)| Some((width.parse().ok()?, height.parse().ok()?)));
                let size = size.ok_or_else(|| format!("board is {value:?}, expected WxH"))?;
                order.board = Some(size);
            }
            "seed" => {
                let seed = value.parse();
                order.seed = Some(seed.map_err(|_| format!("seed is {value:?}, not a number"))?);
            }
            _ => return Err(format!("there is no setting {name:?} of a game")),
        }
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
            board: Some((8, 18)),
            seed: Some(u64::MAX),
        };
        let routes = [
            Route::Menu,
            Route::Custom,
            Route::Settings,
            Route::Records,
            Route::Playback(3),
            Route::Play(Order::new(Mode::Blitz)),
            Route::Play(order),
        ];
        for route in routes {
            assert_eq!(Route::read(&route.address()), Ok(route));
        }
        assert_eq!(Route::read(""), Ok(Route::Menu));
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
    }
}
