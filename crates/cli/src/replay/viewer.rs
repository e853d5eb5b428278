//! A replay and the current position in it; no screen.

use std::time::Duration;

use anyhow::Result;
use minolab_arena::{
    Scene, Timeline,
    replay::{GameEvent, Replay, VerifyError},
};
use minolab_rules::{Game, Piece, Totals};

use crate::{
    output::{counted, grouped},
    screen::Painted,
};

/// The state of playback.
pub struct Viewer {
    replay: Replay,
    timeline: Timeline<Shown>,
    is_playing: bool,
    speed: usize,
    owed: Duration,
}

/// A position for display.
#[derive(Clone)]
struct Shown {
    game: Game,
    painted: Painted,
    // The last event.
    last: String,
}

impl Scene for Shown {
    type Step = GameEvent;

    fn advance(&mut self, event: &GameEvent) {
        match event {
            GameEvent::Placement(choice) => {
                self.painted.place(self.game.rules(), choice.placement);
            }
            GameEvent::Garbage(rows) => self.painted.receive(rows),
        }
        let lines = event.apply(&mut self.game).ok().flatten().map_or(0, |clear| clear.lines);
        self.last = match event {
            GameEvent::Placement(choice) if lines == 0 => choice.to_string(),
            GameEvent::Placement(choice) => format!("{choice} clears {lines}"),
            GameEvent::Garbage(rows) => format!("garbage, {}", counted(rows.len() as u64, "row")),
        };
    }
}

/// Events between two saved positions.
const APART: usize = 128;
/// Placements per second.
const SPEEDS: [f64; 12] = [0.5, 1.0, 2.0, 3.0, 5.0, 8.0, 12.0, 20.0, 40.0, 100.0, 400.0, 2000.0];

impl Viewer {
    /// The start of a replay; an error if the rules do not allow all of it.
    pub fn new(replay: Replay) -> Result<Viewer, VerifyError> {
        replay.rebuild(|_, _, _| ())?;
        let game = Game::new(replay.rules.clone(), replay.seed);
        let painted = Painted::new(replay.rules.width as usize);
        let start = Shown { game, painted, last: String::new() };
        let timeline = Timeline::new(start, APART).with_future(replay.events.iter().cloned());
        Ok(Viewer { replay, timeline, is_playing: false, speed: 4, owed: Duration::ZERO })
    }

    /// Jumps to the position after this many events, or the last one.
    pub fn jump(&mut self, to: usize) {
        self.timeline.seek(to);
    }

    /// Steps some events forward or back.
    pub fn step(&mut self, by: isize) {
        self.is_playing = false;
        self.jump(self.at().saturating_add_signed(by));
    }

    /// Plays or pauses; at the end it starts again.
    pub fn toggle(&mut self) {
        self.is_playing = !self.is_playing;
        if self.is_playing && self.is_at_end() {
            self.jump(0);
        }
    }

    /// Faster or slower.
    pub fn change_speed(&mut self, by: isize) {
        self.speed = self.speed.saturating_add_signed(by).min(SPEEDS.len() - 1);
    }

    /// Lets time pass.
    pub fn pass(&mut self, time: Duration) {
        if !self.is_playing {
            return;
        }
        self.owed += time;
        let each = Duration::from_secs_f64(1.0 / SPEEDS[self.speed]);
        let steps = (self.owed.as_secs_f64() / each.as_secs_f64()) as usize;
        self.owed -= each * steps as u32;
        self.jump(self.at() + steps);
        self.is_playing = !self.is_at_end();
    }

    /// Events before this position.
    pub fn at(&self) -> usize {
        self.timeline.at()
    }

    /// Events in all.
    pub fn len(&self) -> usize {
        self.timeline.len()
    }

    /// Whether this is the last position.
    pub fn is_at_end(&self) -> bool {
        self.timeline.redoable() == 0
    }

    /// The cells.
    pub fn painted(&self) -> &Painted {
        &self.timeline.present().painted
    }

    /// Visible rows.
    pub fn height(&self) -> usize {
        self.replay.rules.height as usize
    }

    /// The agent, rules, mode and seed.
    pub fn title(&self) -> String {
        let Replay { rules, seed, agent, mode, .. } = &self.replay;
        format!("{agent}, {} {}x{}, {mode}, seed {seed}", rules.name, rules.width, rules.height)
    }

    /// One line on the position.
    pub fn caption(&self) -> String {
        let totals = self.totals();
        format!(
            "placement {} of {}: lines {}, score {}{}{}",
            grouped(totals.pieces),
            grouped(self.replay.placements() as u64),
            grouped(totals.lines),
            grouped(totals.score),
            if self.last().is_empty() { "" } else { "; " },
            self.last()
        )
    }

    /// The totals up to here.
    pub fn totals(&self) -> Totals {
        let totals = self.timeline.present().game.totals();
        let typed = self.replay.typed.get(..totals.pieces as usize).unwrap_or_default();
        // Placements do not include a person's drops, so their points are taken from the original game.
        let score = typed.iter().map(|typed| typed.points).sum();
        if typed.is_empty() { totals } else { Totals { score, ..totals } }
    }

    /// The last event; empty at the start.
    pub fn last(&self) -> &str {
        &self.timeline.present().last
    }

    /// The current piece, hold and queue.
    pub fn pieces(&self) -> [String; 3] {
        let state = self.timeline.present().game.state();
        let letter = |piece: Option<Piece>| piece.map_or("-".into(), |piece| piece.to_string());
        let next: String = state.queue.iter().map(Piece::letter).collect();
        [letter(state.current), letter(state.hold), if next.is_empty() { "-".into() } else { next }]
    }

    /// Whether it is playing, and how many placements per second.
    pub fn pace(&self) -> String {
        let state = if self.is_playing { "playing" } else { "paused" };
        format!("{} per second, {state}", SPEEDS[self.speed])
    }
}

#[cfg(test)]
mod tests {
    use minolab_rules::{Mode, shipped};

    use super::*;

    fn viewer() -> Viewer {
        Viewer::sketch()
    }

    impl Viewer {
        /// A game of three hundred pieces.
        pub fn sketch() -> Viewer {
            let mut game = Game::new(shipped::get("classic").unwrap().clone(), 4);
            let mut replay = Replay::new(&game, "bcts", Mode::Marathon);
            let mut player = minolab_agents::shipped::get("bcts").unwrap().player(game.rules());
            while replay.events.len() < 300 {
                let choice = player.choose(&minolab_engine::Position::new(game.state())).unwrap();
                game.play(choice).unwrap();
                replay.push(choice);
            }
            replay.set_result(&game);
            Viewer::new(replay).unwrap()
        }
    }

    #[test]
    fn every_way_to_a_position_leads_to_the_same() {
        let mut forward = viewer();
        assert!(forward.len() > 2 * APART, "{}", forward.len());
        let mut seen = vec![(forward.caption(), forward.painted().clone())];
        while !forward.is_at_end() {
            forward.step(1);
            seen.push((forward.caption(), forward.painted().clone()));
        }
        let mut jumping = viewer();
        for to in [200, 3, 129, 128, 127, 0, 256, forward.len()] {
            jumping.jump(to);
            assert_eq!(jumping.painted(), &seen[to].1, "{to}");
            assert_eq!(jumping.caption(), seen[to].0);
            assert_eq!(jumping.at(), to);
        }
        jumping.step(-1);
        assert_eq!(jumping.painted(), &seen[forward.len() - 1].1);
        jumping.jump(usize::MAX);
        assert!(jumping.is_at_end());
    }

    #[test]
    fn time_passes_only_while_playing() {
        let mut viewer = viewer();
        viewer.pass(Duration::from_secs(10));
        assert_eq!(viewer.at(), 0);
        viewer.toggle();
        viewer.pass(Duration::from_secs(2));
        assert_eq!(viewer.at(), 10);
        viewer.change_speed(100);
        viewer.pass(Duration::from_secs(2));
        assert!(viewer.is_at_end());
        viewer.toggle();
        assert_eq!(viewer.at(), 0);
    }
}
