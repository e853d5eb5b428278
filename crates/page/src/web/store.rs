//! What the browser keeps for us, and what it does not want to keep, for as long as the tab is open.

use std::{cell::RefCell, collections::HashMap};

use minolab_agents::{Agent, catalog::Reference};

use minolab_study::{drill::Progress, puzzle::Puzzle};

use crate::{Bests, History, KeyReplay, Pace, PageSettings, PastGame};

const SETTINGS: &str = "minolab.settings";
const BESTS: &str = "minolab.bests";
const PACES: &str = "minolab.paces";
const HISTORY: &str = "minolab.history";
const AGENTS: &str = "minolab.agents";
const POPULATION: &str = "minolab.population";
const REPLAYS: &str = "minolab.replays";
const PROGRESS: &str = "minolab.progress";
const PUZZLES: &str = "minolab.puzzles";
const LEFT: &str = "minolab.left";
/// Games kept; older ones go.
const MOST_REPLAYS: usize = 30;
/// Puzzles from own mistakes that are kept.
const MOST_PUZZLES: usize = 300;

type Listener = Box<dyn Fn(String)>;

thread_local! {
    // What could not be stored is kept here, so that nothing is lost before the tab is closed.
    static UNKEPT: RefCell<HashMap<String, String>> = RefCell::default();
    static TROUBLE: RefCell<Option<Listener>> = const { RefCell::new(None) };
}

/// Whom to tell, once, that the browser keeps nothing.
pub fn on_trouble(tell: impl Fn(String) + 'static) {
    TROUBLE.set(Some(Box::new(tell)));
}

/// The stored settings.
pub fn settings() -> PageSettings {
    get(SETTINGS).map_or_else(PageSettings::default, |text| PageSettings::from_json(&text))
}

/// Stores the settings.
pub fn set_settings(settings: &PageSettings) {
    set(SETTINGS, &settings.to_json());
}

/// The personal bests.
pub fn bests() -> Bests {
    read(BESTS)
}

/// Stores the personal bests.
pub fn set_bests(bests: &Bests) {
    write(BESTS, bests);
}

/// How the best game of a mode and rules went, if that was noted.
pub fn pace(mode: &str, rules: &str) -> Option<Pace> {
    read::<HashMap<String, Pace>>(PACES).remove(&format!("{mode} {rules}"))
}

/// Keeps how the best game of a mode and rules went.
pub fn set_pace(mode: &str, rules: &str, pace: Pace) {
    let mut paces: HashMap<String, Pace> = read(PACES);
    paces.insert(format!("{mode} {rules}"), pace);
    write(PACES, &paces);
}

/// The games that were finished.
pub fn history() -> History {
    read(HISTORY)
}

/// Remembers one more.
pub fn add_to_history(game: PastGame) {
    let mut history = history();
    history.add(game);
    write(HISTORY, &history);
}

/// The kept games, newest first; files that are no longer true are left out.
pub fn replays() -> Vec<KeyReplay> {
    let texts: Vec<String> = read(REPLAYS);
    texts.iter().filter_map(|text| KeyReplay::from_json(text).ok()).collect()
}

/// A kept game by its number.
pub fn replay(id: u64) -> Option<KeyReplay> {
    let texts: Vec<String> = read(REPLAYS);
    let text = texts.iter().find(|text| KeyReplay::id_of(text) == id)?;
    KeyReplay::from_json(text).ok()
}

/// Keeps these games.
pub fn set_replays(replays: &[KeyReplay]) {
    let texts: Vec<String> = replays.iter().take(MOST_REPLAYS).map(KeyReplay::to_json).collect();
    write(REPLAYS, &texts);
}

/// Keeps one more game.
pub fn add_replay(replay: KeyReplay) {
    let mut texts: Vec<String> = read(REPLAYS);
    texts.insert(0, replay.to_json());
    texts.truncate(MOST_REPLAYS);
    write(REPLAYS, &texts);
}

/// The game that was left before its end, and whether it was paused before.
pub fn left() -> Option<KeyReplay> {
    KeyReplay::from_json(&get(LEFT)?).ok()
}

/// Keeps the game as it stands, in case the tab is closed; nothing once it is over.
pub fn set_left(replay: Option<&KeyReplay>) {
    match replay {
        Some(replay) => set(LEFT, &replay.to_json()),
        None => remove(LEFT),
    }
}

/// What was practised so far.
pub fn progress() -> Progress {
    get(PROGRESS).and_then(|text| Progress::from_json(&text).ok()).unwrap_or_default()
}

/// Keeps what was practised.
pub fn set_progress(progress: &Progress) {
    set(PROGRESS, &progress.to_json());
}

/// Counts a try at something that is trained.
pub fn add_try(name: &str, is_right: bool) {
    let mut progress = progress();
    progress.trained.entry(name.into()).or_default().add(is_right);
    set_progress(&progress);
}

/// The puzzles from one's own mistakes, the newest first.
pub fn puzzles() -> Vec<Puzzle> {
    read(PUZZLES)
}

/// Keeps one more, unless it is there.
pub fn add_puzzle(puzzle: Puzzle) {
    let mut all = puzzles();
    if all.iter().all(|known| known.id() != puzzle.id()) {
        all.insert(0, puzzle);
        all.truncate(MOST_PUZZLES);
        write(PUZZLES, &all);
    }
}

/// The agents that were loaded from files: name and file.
pub fn agents() -> Vec<(String, String)> {
    read(AGENTS)
}

/// The agent of this name: one that was loaded, all of it, or a name that a worker knows.
pub fn reference(name: &str) -> Reference<Agent> {
    let own = agents().into_iter().find(|(known, _)| known == name);
    let agent = own.and_then(|(_, text)| Agent::from_toml(&text).ok());
    agent.map_or_else(|| Reference::Name(name.into()), Reference::whole)
}

/// Keeps an agent's file.
pub fn add_agent(name: &str, text: &str) {
    let mut all = agents();
    all.retain(|(known, _)| known != name);
    all.push((name.into(), text.into()));
    write(AGENTS, &all);
}

/// The population that was evolved last.
pub fn population() -> Option<String> {
    get(POPULATION)
}

/// Keeps a population in place of the last.
pub fn set_population(text: &str) {
    set(POPULATION, text);
}

fn read<T: serde::de::DeserializeOwned + Default>(name: &str) -> T {
    get(name).and_then(|text| serde_json::from_str(&text).ok()).unwrap_or_default()
}

fn write(name: &str, value: &impl serde::Serialize) {
    set(name, &serde_json::to_string(value).unwrap_or_default());
}

fn storage() -> Option<web_sys::Storage> {
    web_sys::window()?.local_storage().ok()?
}

fn get(name: &str) -> Option<String> {
    // What is here is newer than what is there.
    let unkept = UNKEPT.with_borrow(|unkept| unkept.get(name).cloned());
    unkept.or_else(|| storage()?.get_item(name).ok()?)
}

fn set(name: &str, value: &str) {
    let is_kept = storage().is_some_and(|storage| storage.set_item(name, value).is_ok());
    let was_known = UNKEPT.with_borrow_mut(|unkept| match is_kept {
        true => {
            unkept.remove(name);
            true
        }
        false => {
            let was_known = !unkept.is_empty();
            unkept.insert(name.into(), value.into());
            was_known
        }
    });
    if !was_known {
        let message = "This browser keeps nothing for this page, or has no room left. Games and settings last until \
            the tab is closed; Save replay keeps a game as a file.";
        TROUBLE.with_borrow(|tell| tell.iter().for_each(|tell| tell(message.into())));
    }
}

fn remove(name: &str) {
    UNKEPT.with_borrow_mut(|unkept| unkept.remove(name));
    if let Some(storage) = storage() {
        let _ = storage.remove_item(name);
    }
}
