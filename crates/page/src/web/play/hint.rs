//! A good move that is easy to play, shown while a person practises.

use leptos::prelude::*;
use minolab_agents::catalog::Reference;
use minolab_rules::{Choice, Mode, Ruleset, Setup, State};
use minolab_study::review::usual_judge;

use super::super::link::Link;
use crate::{Answer, RankedLine, Request};

/// Positions that are looked at for a hint.
pub const NODES: u64 = 60_000;
/// Moves that are named after the one that is advised.
const THEN: usize = 2;

/// The engine's advice, asked for again whenever the position changes.
///
/// It thinks in a worker: the game never waits, and advice that comes too late is not shown.
#[derive(Clone, Copy)]
pub struct Hint {
    is_on: RwSignal<bool>,
    advice: RwSignal<Option<Advice>>,
    error: RwSignal<String>,
    worker: StoredValue<Option<Link>, LocalStorage>,
    asked: StoredValue<Option<State>>,
    agent: &'static str,
    rules: StoredValue<Reference<Ruleset>>,
}

/// What to play in a position, and why.
#[derive(Clone, PartialEq)]
struct Advice {
    position: Setup,
    choice: Choice,
    words: String,
}

impl Hint {
    /// Advice for a game by these rules; not given before it is asked for.
    pub fn new(rules: &Ruleset) -> Hint {
        Hint {
            is_on: RwSignal::new(false),
            advice: RwSignal::new(None),
            error: RwSignal::new(String::new()),
            worker: StoredValue::new_local(None),
            asked: StoredValue::new(None),
            agent: usual_judge(rules, Mode::Practice),
            rules: StoredValue::new(Reference::whole(rules.clone())),
        }
    }

    /// Whether it is given.
    pub fn is_on(self) -> bool {
        self.is_on.get()
    }

    /// Gives it, or no longer.
    pub fn toggle(self) {
        let on = !self.is_on.get_untracked();
        self.is_on.set(on);
        self.advice.set(None);
        self.asked.set_value(None);
        // A worker that is not needed is not kept.
        self.worker.set_value(None);
        if !on {
            return;
        }
        let (advice, error) = (self.advice, self.error);
        let link = Link::new(move |answer| match answer {
            Answer::Analysis(found) => {
                advice.try_set(Some(read(&found.advised, &found.position)));
            }
            Answer::Error(message) => {
                error.try_set(message);
            }
            _ => {}
        });
        match link {
            Ok(link) => self.worker.set_value(Some(link)),
            Err(message) => self.error.set(message),
        }
    }

    /// The position as it is now; asks about it if nothing else is being thought about.
    pub fn follow(self, state: &State) {
        if !self.is_on.get_untracked() || self.asked.with_value(|asked| *asked == Some(*state)) {
            return;
        }
        self.worker.with_value(|link| {
            let Some(link) = link.as_ref().filter(|link| link.is_free()) else { return };
            self.asked.set_value(Some(*state));
            self.error.set(String::new());
            link.ask(Request::Analyse {
                agent: Reference::Name(self.agent.into()),
                rules: self.rules.get_value(),
                position: state.into(),
                nodes: NODES,
            });
        });
    }

    /// What to play in this position, once it is known.
    pub fn choice(self, state: &State) -> Option<Choice> {
        self.advice.with_untracked(|advice| {
            let advice = advice.as_ref()?;
            // The position is compared as it was asked about, which costs nothing.
            let is_asked = self.asked.with_value(|asked| *asked == Some(*state));
            (is_asked && advice.position == Setup::from(state)).then_some(advice.choice)
        })
    }

    /// The line under the board.
    pub fn words(self) -> String {
        let error = self.error.get();
        match self.advice.get() {
            _ if !self.is_on.get() => String::new(),
            _ if !error.is_empty() => error,
            Some(advice) => advice.words,
            None => "Thinking…".into(),
        }
    }
}

fn read(line: &RankedLine, position: &Setup) -> Advice {
    let names: Vec<&str> = line.names.iter().take(1 + THEN).map(String::as_str).collect();
    let words = format!("Hint: {}.", names.join("; then "));
    Advice { position: position.clone(), choice: line.choice, words }
}
