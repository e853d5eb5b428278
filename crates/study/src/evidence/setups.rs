//! How often named set-ups appear.

use std::collections::BTreeMap;

use minolab_arena::stats::Ratio;

use crate::setups::{self, Appearance, NamedSetup, SetupEnd};

/// One set-up in many games, unfinished ones included.
#[derive(Clone, Debug)]
pub struct SetupCount {
    pub setup: &'static NamedSetup,
    /// Games that were looked at.
    pub games: u64,
    /// Games in which it appeared.
    pub games_with: u64,
    /// Appearances per placement.
    pub rate: Ratio,
    /// Appearances by what became of them.
    ends: [u64; 5],
    /// Appearances by form.
    pub forms: BTreeMap<&'static str, u64>,
    /// Appearances by count: spins of a chain, placements of a stack.
    pub lengths: BTreeMap<u32, u64>,
    /// The share of positions in which a stack had its well.
    pub held: Ratio,
    /// The share of placements from first to last.
    pub span: Ratio,
    /// The longest of them, the first of equals.
    pub example: Option<Appearance>,
}

impl SetupCount {
    /// Nothing yet, of every set-up.
    pub(super) fn all() -> Vec<SetupCount> {
        let count = |setup| SetupCount {
            setup,
            games: 0,
            games_with: 0,
            rate: Ratio::share(),
            ends: [0; 5],
            forms: BTreeMap::new(),
            lengths: BTreeMap::new(),
            held: Ratio::share(),
            span: Ratio::share(),
            example: None,
        };
        setups::all().iter().map(count).collect()
    }

    /// Counts what was found in a game.
    pub(super) fn add(&mut self, found: &[Appearance], placements: u64) {
        let own = || found.iter().filter(|seen| std::ptr::eq(seen.setup, self.setup));
        let sum = |of: fn(&Appearance) -> u32| own().map(of).sum::<u32>() as f64;
        let (appearances, n) = (own().count(), placements as f64);
        let held = sum(|seen| seen.held);
        let span = sum(|seen| seen.last - seen.first + 1);
        self.games += 1;
        self.games_with += (appearances > 0) as u64;
        self.rate.add(appearances as f64, n);
        self.held.add(held, n);
        self.span.add(span, n);
        for seen in own() {
            self.ends[seen.end as usize] += 1;
            *self.forms.entry(seen.form).or_default() += 1;
            *self.lengths.entry(seen.count).or_default() += 1;
            if self.example.as_ref().is_none_or(|example| seen.count > example.count) {
                self.example = Some(seen.clone());
            }
        }
    }

    /// Appearances.
    pub fn appearances(&self) -> u64 {
        self.rate.part as u64
    }

    /// Appearances that ended like this.
    pub fn ended(&self, end: SetupEnd) -> u64 {
        self.ends[end as usize]
    }

    /// Appearances of which the clear was made, both clears of a pair included.
    pub fn made(&self) -> u64 {
        self.ended(SetupEnd::Made) + self.ended(SetupEnd::Both)
    }
}
