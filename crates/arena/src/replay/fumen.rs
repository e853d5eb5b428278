//! Games as fumens: a page per placement.

use minolab_rules::{
    Painted, Piece, PieceSource, Placement, State,
    notation::{Field, Fumen, FumenPage, FumenSizeError, Quiz},
};
use thiserror::Error;

use super::{GameEvent, Replay, VerifyError};

/// A game that a fumen cannot show.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum ReplayFumenError {
    /// Its placements are not allowed.
    #[error(transparent)]
    Verify(#[from] VerifyError),
    /// A board that a fumen has no room for.
    #[error("before placement {index}: {error}")]
    Board {
        /// Counted from 1.
        index: usize,
        /// Why.
        error: FumenSizeError,
    },
    /// A placement above a fumen's field.
    #[error("placement {index} reaches above row {}, the highest of a fumen", Field::HEIGHT)]
    Placement {
        /// Counted from 1.
        index: usize,
    },
}

/// The most pieces of a quiz that fits a comment with its brackets.
const QUIZ: usize = 4000;

/// A page to be made: how many placements precede it, and the one made on it.
struct Scene {
    index: usize,
    state: State,
    painted: Painted,
    placement: Option<Placement>,
}

impl Replay {
    /// The pages from the position after `from` placements to the one after `until`: each has the
    /// board, the placement made on it and, as a quiz, the pieces. The last has the resulting
    /// position.
    pub fn to_fumen(&self, from: usize, until: usize) -> Result<Fumen, ReplayFumenError> {
        let scenes = self.scenes(from, until)?;
        let Some(last) = scenes.last() else { return Ok(Fumen::default()) };
        let mut source = PieceSource::new(self.rules.randomizer.clone(), self.seed);
        let dealt: Vec<Piece> = (0..last.shown()).map(|_| source.deal()).collect();
        let mut fumen = Fumen::default();
        let mut quiz = Quiz::default();
        for scene in &scenes {
            let number = scene.index + 1;
            let field = Field::of_painted(&scene.painted)
                .map_err(|error| ReplayFumenError::Board { index: number, error })?;
            let piece = scene.placement.map(Placement::falling);
            if piece.is_some_and(|piece| !Field::holds(piece)) {
                return Err(ReplayFumenError::Placement { index: number });
            }
            if !quiz.is_running() {
                let State { hold, current, queue, .. } = scene.state;
                let later = dealt.get(scene.shown()..).unwrap_or_default();
                let pieces = current.into_iter().chain(queue.iter()).chain(later.iter().copied());
                quiz = Quiz::of(hold, pieces.take(QUIZ));
            }
            let mut page = FumenPage::new(field);
            page.piece = piece;
            page.colorize = fumen.pages.is_empty();
            page.comment = quiz.to_string();
            fumen.pages.push(page);
            quiz = quiz.played(piece.map(|piece| piece.piece)).unwrap_or_default();
        }
        Ok(fumen)
    }

    fn scenes(&self, from: usize, until: usize) -> Result<Vec<Scene>, VerifyError> {
        let mut painted = Painted::new(self.rules.width as usize);
        let (mut index, mut scenes) = (0, Vec::new());
        let is_shown = |index| (from..=until).contains(&index);
        let end = self.rebuild(|before, event, _| match event {
            GameEvent::Garbage(rows) => painted.receive(rows),
            GameEvent::Placement(choice) => {
                if is_shown(index) {
                    let placement = Some(choice.placement).filter(|_| index < until);
                    let (state, painted) = (*before.state(), painted.clone());
                    scenes.push(Scene { index, state, painted, placement });
                }
                painted.place(before.rules(), choice.placement);
                index += 1;
            }
        })?;
        if is_shown(index) {
            scenes.push(Scene { index, state: *end.state(), painted, placement: None });
        }
        Ok(scenes)
    }
}

impl Scene {
    /// How many pieces have been dealt.
    fn shown(&self) -> usize {
        let State { hold, current, queue, .. } = &self.state;
        self.index + hold.is_some() as usize + current.is_some() as usize + queue.iter().count()
    }
}

#[cfg(test)]
mod tests {
    use minolab_rules::{Choice, Game, GarbageRow, Mode, placements, shipped};

    use super::*;

    /// A game with holds and garbage, by whatever placement lies lowest.
    fn game(rules: &str, width: usize, pieces: u64) -> Replay {
        let rules = shipped::get(rules).unwrap();
        let rules = rules.clone().with_size(width, rules.height as usize).unwrap();
        let mut game = Game::new(rules, 5);
        let mut replay = Replay::new(&game, "a test", Mode::Marathon);
        while game.totals().pieces < pieces && game.state().over.is_none() {
            if game.totals().pieces == 6 {
                let rows = vec![GarbageRow::with_hole(width, 3).unwrap()];
                game.receive(&rows).unwrap();
                replay.events.push(GameEvent::Garbage(rows.into()));
            }
            let state = game.state();
            let held = state.after_hold(game.rules()).filter(|_| game.totals().pieces % 3 == 1);
            let piece = held.or(state.current).unwrap();
            let list = placements::all(&state.board, game.rules(), piece);
            let placement = *list.iter().min_by_key(|place| (place.y, place.x)).unwrap();
            let choice = Choice { hold: held.is_some(), placement };
            game.play(choice).unwrap();
            replay.push(choice);
        }
        replay.set_result(&game);
        replay
    }

    #[test]
    fn pages_are_the_positions_of_the_game() {
        for rules in ["guideline", "classic", "tetrio"] {
            let replay = game(rules, 10, 40);
            let count = replay.placements();
            let fumen = replay.to_fumen(0, count).unwrap();
            assert_eq!(fumen.to_text().unwrap().parse::<Fumen>().unwrap(), fumen, "{rules}");
            assert_eq!(fumen.pages.len(), count + 1);
            let mut page = 0;
            let end = replay.rebuild(|before, event, _| {
                let GameEvent::Placement(choice) = event else { return };
                let setup = fumen.pages[page].setup();
                let state = before.state();
                assert_eq!((setup.board, setup.hold), (state.board, state.hold), "{rules} {page}");
                assert_eq!(setup.current, state.current, "{rules} {page}");
                assert!(setup.queue.starts_with(&state.queue.iter().collect::<Vec<_>>()));
                assert_eq!(fumen.pages[page].piece, Some(choice.placement.falling()));
                page += 1;
            });
            assert_eq!(fumen.pages[page].field.board(), end.unwrap().state().board);
            // A part of it is the same pages.
            let part = replay.to_fumen(4, 9).unwrap();
            assert_eq!(part.pages.len(), 6);
            assert_eq!(part.pages[1].field, fumen.pages[5].field);
            assert!(part.pages[5].piece.is_none());
        }
    }

    #[test]
    fn what_has_no_room_is_an_error() {
        let narrow = game("guideline", 8, 3);
        let error = narrow.to_fumen(0, 3).unwrap_err().to_string();
        assert_eq!(error, "before placement 1: the board is 8 wide, a fumen's field 10");
        // Straight up: Os in the middle, of which the last lies at the top of forty rows.
        let mut game = Game::new(shipped::get("guideline").unwrap().clone(), 5);
        let mut replay = Replay::new(&game, "a test", Mode::Marathon);
        while game.state().over.is_none() {
            let piece = game.state().current.unwrap();
            let list = placements::all(&game.state().board, game.rules(), piece);
            let is_middle = |place: &&Placement| (3..6).contains(&place.x);
            let placement = *list.iter().filter(is_middle).max_by_key(|place| place.y).unwrap();
            let choice = Choice { hold: false, placement };
            game.play(choice).unwrap();
            replay.push(choice);
        }
        replay.set_result(&game);
        let count = replay.placements();
        let error = replay.to_fumen(0, count).unwrap_err();
        assert!(matches!(error, ReplayFumenError::Placement { .. }), "{error}");
        assert!(replay.to_fumen(0, count - 2).is_ok());
    }
}
