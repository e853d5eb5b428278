//! A game planned ahead, to be typed.

use minolab_page::KeyReplay;
use minolab_rules::{
    Board, Choice, Falling, Game, Handling, Input, Key, Mode, Placement, RotationSystem, Ruleset,
    Spin, TimedKey, Totals, step,
};

/// A game that reaches its goal by taps and hard drops alone.
pub struct Plan {
    /// The taps, piece by piece; a hard drop ends each.
    pub pieces: Vec<Vec<Key>>,
    /// What it comes to.
    pub game: Game,
}

impl Plan {
    /// A game with this seed to the mode's goal; none if it is lost on the way.
    pub fn new(rules: &Ruleset, seed: u64, mode: Mode) -> Option<Plan> {
        let mut game = Game::new(rules.clone(), seed);
        let mut pieces = Vec::new();
        while !mode.is_over(&game.totals(), 0, true) {
            let state = game.state();
            let spawn = game.spawn().filter(|_| state.over.is_none())?;
            let ways = ways(&state.board, rules.rotation, spawn);
            let (keys, rest) = ways
                .into_iter()
                .max_by(|a, b| worth(&state.board, a.1).total_cmp(&worth(&state.board, b.1)))?;
            let placement = Placement::new(rest, Spin::None);
            game.play(Choice { hold: false, placement }).ok()?;
            pieces.push(keys);
        }
        Some(Plan { pieces, game })
    }
}

impl Plan {
    /// The game as its keys, typed evenly.
    pub fn replay(&self, mode: Mode) -> KeyReplay {
        const TICKS: u64 = 12;
        let mut keys = Vec::new();
        let taps = self.pieces.iter().flat_map(|keys| keys.iter().copied().chain([Key::HardDrop]));
        for (tick, key) in (TICKS..).step_by(TICKS as usize).zip(taps) {
            keys.push(TimedKey { tick, event: key.press() });
            keys.push(TimedKey { tick: tick + TICKS / 2, event: key.release() });
        }
        let mut replay = KeyReplay {
            rules: self.game.rules().clone(),
            seed: self.game.seed(),
            mode,
            handling: Handling::TETRIO,
            ticks: keys.last().map_or(0, |key| key.tick),
            keys,
            totals: Totals::default(),
            played_ms: 0,
        };
        let played = replay.play();
        (replay.ticks, replay.totals) = (played.ticks(), played.game().totals());
        replay.keys.retain(|key| key.tick <= replay.ticks);
        replay
    }
}

/// Turns first, then shifts, then down.
fn ways(board: &Board, system: RotationSystem, spawn: Falling) -> Vec<(Vec<Key>, Falling)> {
    let mut found = Vec::new();
    let (mut turned, mut turns) = (spawn, Vec::new());
    for _ in 0..4 {
        for (key, input) in [(Key::Left, Input::Left), (Key::Right, Input::Right)] {
            let (mut place, mut keys) = (turned, turns.clone());
            loop {
                let rest = place.dropped(board);
                // A piece that does not fall might be a spin.
                if rest != place {
                    found.push((keys.clone(), rest));
                }
                let Some(moved) = step(board, system, place, input) else { break };
                place = moved.falling;
                keys.push(key);
            }
        }
        let Some(next) = step(board, system, turned, Input::Cw) else { break };
        turned = next.falling;
        turns.push(Key::Cw);
    }
    found
}

/// Lines, and a low and even stack without holes.
fn worth(board: &Board, rest: Falling) -> f64 {
    let mut after = *board;
    let shape = minolab_rules::shape::shape(rest.piece, rest.rotation);
    let lines = after.place(shape, rest.x, rest.y);
    let heights: Vec<usize> = (0..after.width()).map(|x| after.column_height(x)).collect();
    let sum: usize = heights.iter().sum();
    let bumps: usize = heights.windows(2).map(|pair| pair[0].abs_diff(pair[1])).sum();
    let holes = sum as f64 - after.cells() as f64;
    0.76 * lines as f64 - 0.51 * sum as f64 - 0.36 * holes - 0.18 * bumps as f64
}

#[cfg(test)]
mod tests {
    use minolab_rules::shipped;

    use super::*;

    #[test]
    fn a_sprint_can_be_planned() {
        let plan = Plan::new(shipped::get("capstone").unwrap(), 7, Mode::Sprint).unwrap();
        assert!((40..=43).contains(&plan.game.totals().lines));
        assert_eq!(plan.pieces.len() as u64, plan.game.totals().pieces);
        let replay = plan.replay(Mode::Sprint);
        assert_eq!(replay.totals.pieces, plan.game.totals().pieces);
        assert_eq!(KeyReplay::from_json(&replay.to_json()), Ok(replay));
    }
}
