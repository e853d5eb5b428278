//! Presses keys at random.

use minolab_rules::{Event, Game, Handling, Key, KeyEvent, Mode, Realtime, Ruleset, random::mix};

use crate::Digest;

/// In one of this many ticks, a key goes down or up.
const PAUSE: u64 = 25;

/// Plays this many ticks in real time and returns the digest of everything that happened.
pub fn type_keys(rules: &Ruleset, seed: u64, ticks: u32) -> u64 {
    let mut digest = Digest::default();
    let presets = Handling::PRESETS;
    let handling = presets[(seed % presets.len() as u64) as usize].1;
    let game = Game::new(rules.clone(), seed);
    let mut realtime = Realtime::new(game, Mode::Marathon, handling);
    for tick in 0..ticks {
        let random = mix(seed << 32 | tick as u64);
        let key = Key::ALL[(random >> 32) as usize % Key::ALL.len()];
        let event = KeyEvent { key, pressed: !realtime.is_down(key) };
        let keys: &[KeyEvent] = if random.is_multiple_of(PAUSE) { &[event] } else { &[] };
        for event in realtime.tick(keys) {
            if let Event::Locked { placement, clear, drop_points, .. } = event {
                digest.placement(*placement);
                digest.clear(clear);
                digest.number(*drop_points);
                digest.number(tick as u64);
            }
        }
        if let Some(falling) = realtime.falling() {
            digest.number(falling.rotation as u64);
            digest.number(falling.x as u8 as u64);
            digest.number(falling.y as u8 as u64);
        }
        if realtime.end().is_some() {
            break;
        }
    }
    digest.board(&realtime.game().state().board);
    digest.number(realtime.game().totals().score);
    digest.number(realtime.ticks());
    digest.finish()
}

#[cfg(test)]
mod tests {
    use minolab_rules::shipped;

    use super::*;

    #[test]
    fn keys_change_the_game() {
        for rules in shipped::all() {
            let digest = type_keys(rules, 1, 3000);
            assert_eq!(digest, type_keys(rules, 1, 3000));
            assert_ne!(digest, type_keys(rules, 2, 3000), "{}", rules.name);
        }
    }
}
