//! A player that needs nothing but a seed.

use minolab_rules::{
    Board, Choice, Game, Piece, Placement, Ruleset, path, placements, random::mix, shape,
};

use crate::Digest;

/// How often every list of placements goes into the digest, not just the one played from.
const SURVEY: u32 = 16;

/// Plays a game of at most this many pieces and returns its digest.
///
/// Odd seeds play with some care, so that their games last and clear lines; even seeds play
/// randomly, so that theirs pile up to the ceiling.
pub fn play(rules: &Ruleset, seed: u64, pieces: u32) -> u64 {
    let mut digest = Digest::default();
    let mut game = Game::new(rules.clone(), seed);
    for step in 0..pieces {
        if step % SURVEY == 0 {
            survey(&game, &mut digest);
        }
        let Some(choice) = choose(&game, step, &mut digest) else { break };
        if step % SURVEY == 0 && !choice.hold {
            let inputs = path(&game.state().board, rules, choice.placement);
            inputs.iter().for_each(|path| path.iter().for_each(|&i| digest.number(i as u64)));
            digest.text(&game.state().to_string());
        }
        let clear = match game.play(choice) {
            Ok(clear) => clear,
            Err(_) => {
                // A hold can bring a piece that has no room.
                digest.number(u64::MAX);
                break;
            }
        };
        digest.placement(choice.placement);
        digest.clear(&clear);
        digest.board(&game.state().board);
    }
    let totals = game.totals();
    let over = game.state().over.map_or(0, |reason| 1 + reason as u64);
    for number in [totals.pieces, totals.lines, totals.score, totals.clear_score, over] {
        digest.number(number);
    }
    digest.finish()
}

fn choose(game: &Game, step: u32, digest: &mut Digest) -> Option<Choice> {
    let (state, rules) = (game.state(), game.rules());
    let current = state.current.filter(|_| state.over.is_none())?;
    let random = mix(game.seed() << 32 | step as u64);
    let held = state.after_hold(rules).filter(|_| random.is_multiple_of(5));
    let list = placements::all(&state.board, rules, held.unwrap_or(current));
    list.iter().for_each(|&placement| digest.placement(placement));
    let placement = if game.seed() % 2 == 1 {
        best(&state.board, &list, random, 60)?
    } else {
        *list.get(((random >> 8) % list.len().max(1) as u64) as usize)?
    };
    Some(Choice { hold: held.is_some(), placement })
}

/// The placement that leaves the board in the best shape, give or take up to `noise` points
/// drawn from `random`; of equal ones the first.
pub fn best(board: &Board, list: &[Placement], random: u64, noise: u64) -> Option<Placement> {
    let cost = |&index: &usize| {
        let placement = list[index];
        let mut next = *board;
        let shape = shape::shape(placement.piece, placement.rotation);
        let lines = next.place(shape, placement.x, placement.y);
        let noise = mix(random ^ index as u64) % (noise + 1);
        disorder(&next) + noise as i64 - 76 * lines as i64
    };
    let index = (0..list.len()).min_by_key(cost)?;
    Some(list[index])
}

/// A cost of a board's height, holes and bumpiness.
fn disorder(board: &Board) -> i64 {
    let heights = (0..board.width()).map(|x| board.column_height(x) as i64);
    let (mut tall, mut uneven, mut last) = (0, 0, None::<i64>);
    for height in heights {
        tall += height;
        uneven += last.map_or(0, |last| (last - height).abs());
        last = Some(height);
    }
    51 * tall + 36 * (tall - board.cells() as i64) + 18 * uneven
}

/// All placements of each piece here, by hard drops and by any inputs.
fn survey(game: &Game, digest: &mut Digest) {
    let (board, rules) = (&game.state().board, game.rules());
    for piece in Piece::ALL {
        digest.number(placements::count(board, rules, piece) as u64);
        for list in
            [placements::drops(board, rules, piece), placements::reachable(board, rules, piece)]
        {
            list.iter().for_each(|&placement| digest.placement(placement));
        }
    }
}

#[cfg(test)]
mod tests {
    use minolab_rules::shipped;

    use super::*;

    #[test]
    fn games_differ_by_seed_and_length_and_repeat() {
        for rules in shipped::all() {
            let digest = play(rules, 1, 30);
            assert_eq!(digest, play(rules, 1, 30));
            assert_ne!(digest, play(rules, 2, 30), "{}", rules.name);
            assert_ne!(digest, play(rules, 1, 29), "{}", rules.name);
        }
    }

    /// The digests would be of little use if games ended at once.
    #[test]
    fn games_last_and_clear_lines() {
        for rules in shipped::all() {
            let mut game = Game::new(rules.clone(), 1);
            for step in 0..200 {
                let choice = choose(&game, step, &mut Digest::default());
                game.play(choice.expect("the game is not over")).unwrap();
            }
            assert!(game.totals().lines > 60, "{}: {:?}", rules.name, game.totals());
        }
    }
}
