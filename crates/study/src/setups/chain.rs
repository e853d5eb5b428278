//! Chains: slots that were made one after another in the same columns.

use super::{
    appearance::{Appearance, SetupEnd},
    slot::SlotFound,
    table::Repeat,
};

/// The chains among these slots; each is one appearance, from its first slot to its last spin.
pub(super) fn chains(repeat: &Repeat, mut slots: Vec<SlotFound>) -> Vec<Appearance> {
    slots.retain(|slot| slot.appearance.end == SetupEnd::Made);
    slots.sort_by_key(|slot| slot.appearance.last);
    let goes_on = |before: &SlotFound, next: &SlotFound| {
        next.columns == before.columns
            && next.clear == before.clear + 1
            && next.appearance.last - before.appearance.last <= repeat.gap
            && (!repeat.alternate || next.appearance.form != before.appearance.form)
    };
    let long = slots.chunk_by(goes_on).filter(|chain| chain.len() >= repeat.least);
    let joined = long.filter_map(|chain| {
        let (first, last) = (chain.first()?, chain.last()?);
        let mut appearance = first.appearance.clone();
        appearance.last = last.appearance.last;
        appearance.made_at = last.appearance.made_at;
        appearance.count = chain.len() as u32;
        Some(appearance)
    });
    joined.collect()
}
