//! What the browser keeps for us.

use crate::{Bests, KeyReplay, PageSettings};
use minolab_agents::{Agent, catalog::Reference};

const SETTINGS: &str = "minolab.settings";
const BESTS: &str = "minolab.bests";
const AGENTS: &str = "minolab.agents";
const POPULATION: &str = "minolab.population";
const REPLAYS: &str = "minolab.replays";
/// Games kept; older ones go.
const MOST_REPLAYS: usize = 30;

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
    get(BESTS).and_then(|text| serde_json::from_str(&text).ok()).unwrap_or_default()
}

/// Stores the personal bests.
pub fn set_bests(bests: &Bests) {
    set(BESTS, &serde_json::to_string(bests).unwrap_or_default());
}

/// The kept games, newest first; files that are no longer true are left out.
pub fn replays() -> Vec<KeyReplay> {
    let texts: Vec<String> =
        get(REPLAYS).and_then(|text| serde_json::from_str(&text).ok()).unwrap_or_default();
    texts.iter().filter_map(|text| KeyReplay::from_json(text).ok()).collect()
}

/// A kept game by its number.
pub fn replay(id: u64) -> Option<KeyReplay> {
    let texts: Vec<String> = serde_json::from_str(&get(REPLAYS)?).ok()?;
    let text = texts.iter().find(|text| KeyReplay::id_of(text) == id)?;
    KeyReplay::from_json(text).ok()
}

/// Keeps these games.
pub fn set_replays(replays: &[KeyReplay]) {
    let texts: Vec<String> = replays.iter().take(MOST_REPLAYS).map(KeyReplay::to_json).collect();
    set(REPLAYS, &serde_json::to_string(&texts).unwrap_or_default());
}

/// Keeps one more game.
pub fn add_replay(replay: KeyReplay) {
    let mut all = replays();
    all.insert(0, replay);
    set_replays(&all);
}

/// The agents that were loaded from files: name and file.
pub fn agents() -> Vec<(String, String)> {
    get(AGENTS).and_then(|text| serde_json::from_str(&text).ok()).unwrap_or_default()
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
    set(AGENTS, &serde_json::to_string(&all).unwrap_or_default());
}

/// The population that was evolved last.
pub fn population() -> Option<String> {
    get(POPULATION)
}

/// Keeps a population in place of the last.
pub fn set_population(text: &str) {
    set(POPULATION, text);
}

fn storage() -> Option<web_sys::Storage> {
    // A browser may forbid it; everything then works without being kept.
    web_sys::window()?.local_storage().ok()?
}

fn get(name: &str) -> Option<String> {
    storage()?.get_item(name).ok()?
}

fn set(name: &str, value: &str) {
    if let Some(storage) = storage() {
        let _ = storage.set_item(name, value);
    }
}
