//! Habits over many games: where a person loses pieces, points or lines, time and again.

mod page;

use minolab_arena::{
    Metric,
    replay::{GameEnd, Replay},
};
use minolab_engine::Finesse;
pub use page::html;
use serde::Serialize;

use crate::{
    Figure,
    coach::FactKind,
    review::{Graded, Review},
};

/// What reviewed games have in common.
#[derive(Clone, Debug, Serialize)]
pub struct Habits {
    pub games: u64,
    /// What losses are counted in.
    pub unit: String,
    /// What the games came to: pieces of those that were finished in a race, points or lines elsewhere.
    pub result: Figure,
    /// Lost per move.
    pub loss: Figure,
    /// From 0 to 1, per game.
    pub accuracy: Figure,
    /// Extra presses per game, of games of a person.
    pub extra_presses: Option<Figure>,
    pub groups: Vec<HabitGroup>,
    /// The later half of the games against the earlier one.
    pub progress: Option<HabitProgress>,
}

/// One way to tell placements apart.
#[derive(Clone, Debug, Serialize)]
pub struct HabitGroup {
    pub title: &'static str,
    pub rows: Vec<HabitRow>,
}

/// Placements of one kind.
#[derive(Clone, Debug, Serialize)]
pub struct HabitRow {
    pub name: String,
    /// Placements in all games.
    pub placements: u64,
    /// Which share of all that is lost they lose, game by game.
    pub share: Figure,
    /// Lost by each of them, on average.
    pub loss: Figure,
}

/// Then and now.
#[derive(Clone, Debug, Serialize)]
pub struct HabitProgress {
    /// Accuracy in the earlier half of the games.
    pub then: Figure,
    /// And in the later half.
    pub now: Figure,
}

impl HabitProgress {
    /// Whether the difference is more than chance makes of games of equal skill: about 95 in 100.
    pub fn is_sure(&self) -> bool {
        let variance = |figure: &Figure| figure.sd.powi(2) / figure.n as f64;
        let error = (variance(&self.then) + variance(&self.now)).sqrt();
        (self.then.mean - self.now.mean).abs() > 1.96 * error
    }
}

/// What is kept of a game.
struct Game {
    placements: Vec<Placed>,
    result: Option<f64>,
    accuracy: Option<f64>,
    finesse: Option<Finesse>,
}

/// What is kept of a placement: its loss, and which row of each group it is in.
struct Placed {
    loss: f64,
    rows: [Option<usize>; GROUPS.len()],
}

/// A way to tell placements apart, with its rows.
struct Grouping {
    title: &'static str,
    rows: &'static [&'static str],
    row: fn(&Graded, when: f64) -> Option<usize>,
}

const GROUPS: [Grouping; 5] = [
    Grouping {
        title: "piece",
        rows: &["I", "O", "T", "L", "J", "S", "Z"],
        row: |graded, _| {
            let letter = graded.choice.placement.piece.to_string();
            "IOTLJSZ".chars().position(|known| letter.starts_with(known))
        },
    },
    Grouping {
        title: "where it was placed",
        rows: &["left third", "middle", "right third"],
        row: |graded, _| {
            let width = graded.before.board.width();
            Some((graded.choice.placement.x.max(0) as usize * 3 / width).min(2))
        },
    },
    Grouping {
        title: "when in the game",
        rows: &["first third", "middle", "last third"],
        row: |_, when| Some(((when * 3.0) as usize).min(2)),
    },
    Grouping {
        title: "hold",
        rows: &["held needlessly", "missed a hold", "held rightly", "rightly not held"],
        row: |graded, _| {
            Some(match (graded.choice.hold, graded.best.hold) {
                (true, false) => 0,
                (false, true) => 1,
                (true, true) => 2,
                (false, false) => 3,
            })
        },
    },
    Grouping {
        title: "what it did",
        rows: &[
            "covered cells",
            "left covered cells closed",
            "closed the well",
            "needed a second I",
            "left a piece no place",
            "missed a clear",
            "missed a perfect clear",
            "spoiled a T-slot or a T",
            "missed the finish",
            "left the stack high or bumpy",
            "played the wrong piece",
        ],
        row: |graded, _| {
            graded.facts.first().map(|fact| match fact.kind {
                FactKind::CoversHoles { .. } | FactKind::CoversMore { .. } => 0,
                FactKind::LeavesHoles { .. } => 1,
                FactKind::ClosesWell { .. } => 2,
                FactKind::MakesGap { .. } => 3,
                FactKind::NoPlaceForNext { .. } | FactKind::NoPlaceFor { .. } => 4,
                FactKind::MissesClear { .. } | FactKind::EndsBackToBack => 5,
                FactKind::MissesPerfectClear => 6,
                FactKind::ClosesSlot { .. }
                | FactKind::SlotForT { .. }
                | FactKind::SpendsT { .. }
                | FactKind::SavesT { .. } => 7,
                FactKind::MissesFinish { .. } => 8,
                FactKind::TopsOut | FactKind::GrowsHigh { .. } | FactKind::Step { .. } => 9,
                FactKind::SpendsI { .. } | FactKind::Keeps { .. } => 10,
                FactKind::LineClears { .. } | FactKind::LinePoints { .. } => 5,
                FactKind::LineSlot { .. } => 7,
                FactKind::LineHoles { .. } => 0,
                FactKind::LineWells { .. } => 3,
                FactKind::LineHeight { .. } => 9,
            })
        },
    },
];

/// Reviews of one person's games, in the order they were played.
#[derive(Default)]
pub struct HabitCollector {
    unit: Option<String>,
    games: Vec<Game>,
}

impl HabitCollector {
    /// Adds a game with its review. Says why not, if it has no losses or counts other things.
    pub fn add(&mut self, review: &Review, replay: &Replay) -> Result<(), String> {
        let unit = review.unit.as_ref().ok_or("its losses are not known")?;
        match &self.unit {
            Some(known) if known != unit => {
                return Err(format!("its losses are {unit}, expected {known}"));
            }
            _ => self.unit = Some(unit.clone()),
        }
        let all = replay.placements().max(1) as f64;
        let placed = |graded: &Graded| {
            let when = (graded.index - 1) as f64 / all;
            Some(Placed {
                loss: graded.loss?,
                rows: GROUPS.each_ref().map(|group| (group.row)(graded, when)),
            })
        };
        self.games.push(Game {
            placements: review.graded.iter().filter_map(placed).collect(),
            result: result(replay),
            accuracy: review.accuracy,
            finesse: review.finesse,
        });
        Ok(())
    }

    /// What they have in common; `None` without a game.
    pub fn finish(self) -> Option<Habits> {
        let HabitCollector { unit, games } = self;
        let accuracy = |games: &[Game]| Figure::of(games.iter().filter_map(|game| game.accuracy));
        let row = |group: usize, row: usize, name: &str| {
            let is_in = |placed: &&Placed| placed.rows[group] == Some(row);
            let lost = |game: &Game| {
                game.placements.iter().filter(is_in).map(|placed| placed.loss).sum::<f64>()
            };
            // A game in which nothing was lost says nothing of where.
            let losing = games.iter().filter(|game| game.loss() > 0.0);
            let placed = games.iter().flat_map(|game| &game.placements).filter(is_in);
            let loss = Figure::of(placed.map(|placed| placed.loss));
            HabitRow {
                name: name.into(),
                placements: loss.n,
                share: Figure::of(losing.map(|game| lost(game) / game.loss())),
                loss,
            }
        };
        let groups = GROUPS.iter().enumerate().map(|(group, grouping)| HabitGroup {
            title: grouping.title,
            rows: grouping.rows.iter().enumerate().map(|(at, name)| row(group, at, name)).collect(),
        });
        let extra = |game: &Game| game.finesse.map(|finesse| finesse.extra_presses as f64);
        let presses = Figure::of(games.iter().filter_map(extra));
        // Two games in either half are the fewest with an interval.
        let (then, now) = games.split_at(games.len() / 2);
        let progress =
            (then.len() >= 2).then(|| HabitProgress { then: accuracy(then), now: accuracy(now) });
        Some(Habits {
            games: games.len() as u64,
            unit: unit?,
            result: Figure::of(games.iter().filter_map(|game| game.result)),
            loss: Figure::of(
                games.iter().flat_map(|game| &game.placements).map(|placed| placed.loss),
            ),
            accuracy: accuracy(&games),
            extra_presses: Some(presses).filter(|presses| presses.n > 0),
            groups: groups.collect(),
            progress,
        })
    }
}

/// What a game came to; `None` if it has no result.
fn result(replay: &Replay) -> Option<f64> {
    let totals = replay.result.totals;
    match (Metric::of(replay.mode), replay.result.end) {
        (_, GameEnd::Interrupted) | (Metric::Sprint, GameEnd::ToppedOut) => None,
        (Metric::Sprint, GameEnd::Finished) => Some(totals.pieces as f64),
        (Metric::Lines, _) => Some(totals.lines as f64),
        _ => Some(totals.score as f64),
    }
}

impl Game {
    fn loss(&self) -> f64 {
        self.placements.iter().map(|placed| placed.loss).sum()
    }
}

impl Habits {
    /// What most is lost by, of all that moves did.
    pub fn costliest(&self, most: usize) -> Vec<&HabitRow> {
        let did = self.groups.last().map_or(&[][..], |group| &group.rows);
        let mut rows: Vec<_> = did.iter().filter(|row| row.share.mean > 0.0).collect();
        rows.sort_by(|a, b| b.share.mean.total_cmp(&a.share.mean));
        rows.truncate(most);
        rows
    }
}

#[cfg(test)]
mod tests {
    use minolab_agents::shipped;
    use minolab_arena::replay::Replay;
    use minolab_engine::Position;
    use minolab_rules::{Choice, Game as Played, Mode, placements};

    use super::*;
    use crate::{calibrate, review::review};

    /// Ten pieces, every third of them as high as it goes.
    fn careless(seed: u64) -> Replay {
        let rules = minolab_rules::shipped::get("capstone").unwrap();
        let mut game = Played::new(rules.clone(), seed);
        let mut replay = Replay::new(&game, "careless", Mode::Sprint);
        let mut player = shipped::get("capstone-sprint").unwrap().player(rules);
        for index in 0..10 {
            let state = *game.state();
            let list = placements::all(&state.board, rules, state.current.unwrap());
            let highest = *list.iter().max_by_key(|placement| placement.y).unwrap();
            let choice = match index % 3 {
                2 => Choice { hold: false, placement: highest },
                _ => player.choose(&Position::new(&state)).unwrap(),
            };
            game.play(choice).unwrap();
            replay.push(choice);
        }
        replay.set_result(&game);
        replay
    }

    #[test]
    fn losses_add_up_in_every_group_that_has_all_placements() {
        let mut judge = shipped::get("sprint").unwrap().clone();
        judge.search.limit_nodes(300);
        let curve = calibrate::shipped::of(&judge, Mode::Sprint);
        let mut collector = HabitCollector::default();
        let mut all = 0.0;
        for seed in 1..=4 {
            let replay = careless(seed);
            let found = review(&replay, &judge, curve, &mut |_, _| ()).unwrap();
            all += found.graded.iter().filter_map(|graded| graded.loss).sum::<f64>();
            collector.add(&found, &replay).unwrap();
        }
        let habits = collector.finish().unwrap();
        assert_eq!((habits.games, habits.unit.as_str()), (4, "pieces"));
        assert!((habits.loss.mean * 40.0 - all).abs() < 1e-9 && all > 4.0, "{all}");
        for group in &habits.groups[..4] {
            let sum: f64 = group.rows.iter().map(|row| row.share.mean).sum();
            let count: u64 = group.rows.iter().map(|row| row.placements).sum();
            assert!((sum - 1.0).abs() < 1e-9, "{}", group.title);
            assert_eq!(count, 40, "{}", group.title);
        }
        assert!(!habits.costliest(3).is_empty());
        assert!(habits.progress.is_some() && habits.extra_presses.is_none());
    }

    #[test]
    fn games_of_different_results_are_not_mixed() {
        let replay = careless(1);
        let judge = shipped::get("bcts").unwrap();
        let found = review(&replay, judge, None, &mut |_, _| ()).unwrap();
        let mut collector = HabitCollector::default();
        assert!(collector.add(&found, &replay).is_err());
        assert!(collector.finish().is_none());
    }
}
