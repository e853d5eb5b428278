//! What the page and its workers say to each other, as JSON.

use minolab_agents::{Agent, catalog::Reference};
use minolab_arena::figures;
use minolab_rules::{BoardSize, Choice, Piece, Ruleset, Setup};
use minolab_study::reasons::against;
use minolab_train::Score;
use serde::{Deserialize, Serialize};

use crate::{Drill, EvolveOrder, Exercise, Figures, HabitSums, MoveVerdict, OpenerWay};

/// Something for a worker to do; every one is answered.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Request {
    /// Begin a game.
    Open(Box<Table>),
    /// Play on.
    Play {
        /// Pieces at most.
        most: u32,
        /// Milliseconds at most, if more than one piece is asked for.
        ms: f64,
        /// Whether to rank the choices of the position it leads to.
        rank: bool,
    },
    /// Play this choice instead of the agent's own.
    Choose {
        /// The choice.
        choice: Choice,
    },
    /// Take back so many pieces.
    Back { pieces: u64 },
    /// Rank the choices of the position as it is.
    Rank,
    /// Rank the choices of any position.
    Analyse {
        agent: Reference<Agent>,
        rules: Reference<Ruleset>,
        /// The position.
        position: Setup,
        /// Positions to look at; only some agents look at as many as they may.
        nodes: u64,
    },
    /// Look for a perfect clear.
    Perfect {
        rules: Reference<Ruleset>,
        /// The position.
        position: Setup,
        /// Positions to look at, at most.
        nodes: u64,
    },
    /// Grade every placement of a person's game.
    Review {
        /// The game's file.
        game: String,
        /// Who judges.
        judge: Reference<Agent>,
        /// Positions to look at for each placement; only some agents look at as many as they may.
        nodes: u64,
    },
    /// Make an exercise.
    Exercise {
        /// What for, and how hard.
        skill: Drill,
        level: u64,
        /// Another seed, another exercise.
        seed: u64,
    },
    /// How the pieces at hand build openers.
    Openers {
        rules: Reference<Ruleset>,
        /// The position.
        position: Setup,
    },
    /// What games have in common: where they lose.
    Habits {
        /// The games' files, the oldest first.
        games: Vec<String>,
        /// Positions to look at for each placement.
        nodes: u64,
    },
    /// Get ready to play games of a population with these settings.
    Prepare(Box<EvolveOrder>),
    /// Play these games of a population.
    Measure {
        /// The games.
        games: Vec<Asked>,
    },
}

/// A game of an individual.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Asked {
    /// Who asked for it.
    pub key: u64,
    /// Its number among those asked for.
    pub game: u64,
    /// Its pieces.
    pub seed: u64,
    pub agent: Agent,
}

/// How a game of an individual went.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct PlayedTask {
    /// Who asked for it.
    pub key: u64,
    /// Its number among those asked for.
    pub game: u64,
    /// How it went.
    pub score: Score,
}

/// A game to be watched.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Table {
    pub agent: Reference<Agent>,
    /// The ruleset; the agent's usual one if absent.
    pub rules: Option<Reference<Ruleset>>,
    /// Columns and rows; the ruleset's if absent.
    pub board: Option<BoardSize>,
    /// Whether the next piece is seen; as the ruleset has it if absent.
    pub next: Option<bool>,
    /// Whether pieces slide; as the ruleset has it if absent.
    pub slide: Option<bool>,
    /// The seed of the pieces.
    pub seed: u64,
    /// The position it begins in; the empty board if absent.
    pub position: Option<Setup>,
}

/// A worker's answer.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Answer {
    /// It is there and listens.
    Ready,
    /// The game as it is now.
    View(Box<GameView>),
    /// Ranked choices.
    Analysis(Box<Analysis>),
    /// Perfect clears, or why there are none; more may come.
    Perfect(Box<PerfectClears>),
    /// A placement of a review; more come.
    Graded(Box<MoveVerdict>),
    /// What a review came to, after its placements.
    Reviewed(Box<Figures>),
    /// An exercise.
    Exercise(Box<Exercise>),
    /// Openers that the pieces at hand may build, the likeliest first.
    Openers(Setup, Vec<OpenerWay>),
    /// What games have in common; more may come.
    Habits(Box<HabitSums>),
    /// How games of a population went.
    Measured(Vec<PlayedTask>),
    /// It could not be done.
    Error(String),
}

impl Answer {
    /// Whether the request is done with; some are answered bit by bit.
    pub fn is_last(&self) -> bool {
        match self {
            Answer::Graded(_) => false,
            Answer::Reviewed(found) => found.is_final,
            Answer::Perfect(found) => found.is_complete,
            Answer::Habits(found) => found.is_complete,
            _ => true,
        }
    }
}

/// Perfect clears of a position.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct PerfectClears {
    /// The position that was asked about.
    pub position: Option<Setup>,
    /// What was found, in words.
    pub verdict: String,
    /// Ways to them, with as few rows as possible, each in words too.
    pub ways: Vec<(Vec<Choice>, Vec<String>)>,
    /// Whether there are more ways than these.
    pub has_more: bool,
    /// Where not all pieces are known: in how many of how many orders of so many unknown pieces
    /// there is one.
    pub chance: Option<(u64, u64, usize)>,
    /// Whether nothing more is to come.
    pub is_complete: bool,
}

/// What an agent thinks of a position.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Analysis {
    /// The position that was asked about.
    pub position: Setup,
    /// Positions that it was to look at.
    pub asked: u64,
    /// Positions that were looked at.
    pub nodes: u64,
    /// Pieces looked ahead.
    pub depth: u32,
    /// The best choices, best first.
    pub ranked: Vec<RankedLine>,
    /// Of those that are as good as the best, the easiest to play.
    pub advised: RankedLine,
    /// The score of the median one of all.
    pub median: f64,
    /// What the board is worth as it stands.
    pub standing: StandingValue,
}

/// What a board is worth before anything is placed, in the agent's own unit and sign.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct StandingValue {
    /// The sum of the terms.
    pub value: f64,
    /// Whether less is better.
    pub is_cost: bool,
    /// What each term adds to it.
    pub terms: Vec<(String, f64)>,
}

/// A game as it is seen.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct GameView {
    /// The agent's name.
    pub agent: String,
    /// The ruleset's name.
    pub rules: String,
    pub width: usize,
    /// Rows.
    pub height: usize,
    /// The cells, lowest row first: a piece's letter or a dot.
    pub cells: String,
    /// Whether there is a hold.
    pub has_hold: bool,
    /// Pieces placed.
    pub pieces: u64,
    /// Lines cleared.
    pub lines: u64,
    pub score: u64,
    /// Why it ended, if it did.
    pub over: Option<String>,
    /// Pieces that can be taken back.
    pub back: u64,
    /// What the agent thinks the board is worth as it stands; higher is better.
    pub standing: f64,
    /// The choices, best first, if they were asked for.
    pub ranked: Vec<RankedLine>,
    /// The position: the pieces in hand, on hold and to come are in it.
    pub position: Setup,
}

/// What stands for a cell in [`GameView::cells`] that came from no piece.
pub const GARBAGE: char = 'G';

impl GameView {
    fn letter(&self, x: usize, y: usize) -> char {
        let cell = self.cells.as_bytes().get(y * self.width + x).filter(|_| x < self.width);
        cell.map_or('.', |&cell| cell as char)
    }

    /// The piece that a cell came from.
    pub fn cell(&self, x: usize, y: usize) -> Option<Piece> {
        Piece::from_char(self.letter(x, y))
    }

    /// Whether there is a cell that came from no piece.
    pub fn is_garbage(&self, x: usize, y: usize) -> bool {
        self.letter(x, y) == GARBAGE
    }
}

/// A choice with its verdict.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct RankedLine {
    /// The choice.
    pub choice: Choice,
    /// Higher is better.
    pub score: f64,
    /// What is expected to follow, itself first.
    pub line: Vec<Choice>,
    /// The same in words.
    pub names: Vec<String>,
    /// Each feature's share.
    pub reasons: Vec<(String, f64)>,
}

impl RankedLine {
    /// Its score as it is read: whole from a thousand on, where tenths say nothing.
    pub fn said_score(&self) -> String {
        let text = match self.score.abs() {
            1000.0.. => figures::grouped(self.score, ' '),
            100.0.. => format!("{:.1}", self.score),
            _ => format!("{:.2}", self.score),
        };
        text.replace('-', "−")
    }

    /// The greatest shares, or the greatest differences to those of the best.
    pub fn because(&self, best: Option<&RankedLine>, most: usize) -> String {
        let shares = against(best.map_or(&[], |best| &best.reasons), &self.reasons);
        let shown = shares.iter().take(most).map(|(name, share)| format!("{name} {share:+.1}"));
        shown.collect::<Vec<_>>().join(", ")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reasons_are_what_is_different_from_the_best() {
        let line = |holes, wells| RankedLine {
            choice: "T@4,0N".parse().unwrap(),
            score: holes + wells,
            line: vec![],
            names: vec![],
            reasons: vec![("holes".into(), holes), ("wells".into(), wells)],
        };
        assert_eq!(line(-4.0, -1.0).because(None, 1), "holes -4.0");
        assert_eq!(line(-4.0, -3.0).because(Some(&line(-4.0, -1.0)), 3), "wells -2.0");
    }

    #[test]
    fn scores_come_back_bit_for_bit() {
        for fitness in [0.1, 1.0 / 3.0, -1e300, 5e-324, 123456.789e-12, 2.5e-308] {
            let score = Score { fitness, pieces: u64::MAX, lines: 3, occupancy: vec![] };
            let answer = Answer::Measured(vec![PlayedTask { key: u64::MAX - 2, game: 7, score }]);
            let text = serde_json::to_string(&answer).unwrap();
            assert_eq!(serde_json::from_str::<Answer>(&text).unwrap(), answer);
        }
    }

    fn request(request: Request) {
        let text = serde_json::to_string(&request).unwrap();
        assert_eq!(serde_json::from_str::<Request>(&text).unwrap(), request);
    }

    #[test]
    fn requests_round_trip() {
        let position: Setup = "x9/xx8 T s IO ? 2 b2b".parse().unwrap();
        request(Request::Play { most: 3, ms: 12.0, rank: true });
        request(Request::Choose { choice: "hT@4,1Sf".parse().unwrap() });
        request(Request::Prepare(Box::new(EvolveOrder {
            board: Some(BoardSize { width: 8, height: 12 }),
            ..EvolveOrder::default()
        })));
        // What plays in the worker is what was meant here, to the last bit of every weight.
        for agent in minolab_agents::shipped::all() {
            let rules = minolab_rules::shipped::get(&agent.rules).unwrap();
            let (name, whole) = (Reference::Name("own".into()), Reference::whole(agent.clone()));
            let rules = Reference::whole(rules.clone());
            request(Request::Measure {
                games: vec![Asked { key: 1, game: 2, seed: u64::MAX, agent: agent.clone() }],
            });
            request(Request::Open(Box::new(Table {
                agent: whole.clone(),
                rules: Some(rules.clone()),
                board: None,
                next: Some(true),
                slide: None,
                seed: 3,
                position: Some(position.clone()),
            })));
            for agent in [name, whole] {
                let (rules, position) = (rules.clone(), position.clone());
                request(Request::Analyse { agent, rules, position, nodes: 9 });
            }
        }
    }

    #[test]
    fn answers_round_trip() {
        let line = RankedLine {
            choice: "T@4,0N".parse().unwrap(),
            score: -0.1,
            line: vec!["hI@3,0N".parse().unwrap()],
            names: vec!["hold, I flat, columns 4–7".into()],
            reasons: vec![("holes".into(), 1.0 / 3.0)],
        };
        let answer = Answer::View(Box::new(GameView {
            agent: "bcts".into(),
            rules: "classic".into(),
            width: 4,
            height: 4,
            cells: "....TTT.".into(),
            has_hold: true,
            pieces: 1,
            lines: 0,
            score: 7,
            over: None,
            back: 1,
            standing: -0.3,
            ranked: vec![line],
            position: "4/xxx1 T - IO".parse().unwrap(),
        }));
        let text = serde_json::to_string(&answer).unwrap();
        assert_eq!(serde_json::from_str::<Answer>(&text).unwrap(), answer);
        let graded = Answer::Graded(Box::default());
        let text = serde_json::to_string(&graded).unwrap();
        assert_eq!(serde_json::from_str::<Answer>(&text).unwrap(), graded);
        assert!(answer.is_last() && !graded.is_last());
    }
}
