//! Practice without a clock.

use minolab_rules::{Handling, Ruleset, SoftDrop};

/// Microseconds of a row: longer than anybody looks at a position.
const NEVER: u32 = 1_000_000_000;

/// The same rules and keys, but pieces neither fall nor lock by themselves: a trainer has no clock.
/// The soft drop is as fast as it was.
pub fn still(mut rules: Ruleset, mut handling: Handling) -> (Ruleset, Handling) {
    let row_us = rules.timing.gravity_us(0).max(1);
    rules.timing.gravity_us = vec![NEVER];
    rules.timing.level_scores = Vec::new();
    rules.timing.lock_delay_ms = NEVER / 1000;
    rules.timing.lock_limit_ms = None;
    rules.timing.lock_resets = None;
    if let SoftDrop::Factor(times @ 1..) = handling.soft_drop {
        let row_ms = (row_us / 1000 / times as u32).min(u16::MAX as u32) as u16;
        handling.soft_drop = SoftDrop::Repeat { das_ms: row_ms, arr_ms: row_ms };
    }
    (rules, handling)
}

#[cfg(test)]
mod tests {
    use minolab_rules::{Key, Mode};

    use super::*;
    use crate::Session;

    #[test]
    fn a_piece_waits_and_still_drops_as_fast_as_ever() {
        for handling in [Handling::TETRIO, Handling::CAPSTONE] {
            let rules = super::super::rules().clone();
            let (still_rules, still_handling) = still(rules.clone(), handling);
            let mut session = Session::new(still_rules, Mode::Practice, still_handling, 1);
            let height = |session: &Session| session.realtime().falling().unwrap().y;
            session.pass(10);
            let begins = height(&session);
            session.pass(60_000);
            assert_eq!((height(&session), session.realtime().game().totals().pieces), (begins, 0));
            let mut usual = Session::new(rules, Mode::Practice, handling, 1);
            usual.pass(10);
            for session in [&mut session, &mut usual] {
                session.key(Key::SoftDrop.press());
                let now = session.realtime().ticks();
                session.pass(now + 1000);
            }
            let rows = |session: &Session| begins - height(session);
            assert!(
                rows(&session).abs_diff(rows(&usual)) <= 1,
                "{} {}",
                rows(&session),
                rows(&usual)
            );
            assert!(rows(&session) > 3);
            // It lies there until it is dropped.
            session.key(Key::SoftDrop.release());
            session.pass(120_000);
            assert_eq!(session.realtime().game().totals().pieces, 0);
            session.key(Key::HardDrop.press());
            session.tick();
            assert_eq!(session.realtime().game().totals().pieces, 1);
        }
    }
}
