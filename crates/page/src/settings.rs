//! A person's preferences.

use minolab_rules::{Handling, SoftDrop};
use serde::{Deserialize, Serialize};

use crate::{Bindings, KeySet, Palette};

/// Light or dark.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Theme {
    /// As the system has it.
    #[default]
    System,
    /// Light.
    Light,
    /// Dark.
    Dark,
}

/// Everything a person chooses that is no rule. What is missing in a stored one is as it was
/// at first.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct PageSettings {
    /// Which of the two sets of keys is used.
    pub key_set: KeySet,
    /// The capstone's set, as changed.
    pub capstone: Bindings,
    /// The community's set, as changed.
    pub community: Bindings,
    /// How the keys repeat.
    pub handling: Handling,
    /// The capstone's "advanced controls": a held key goes to the wall at once.
    pub advanced: bool,
    /// The rules of sprint, blitz and practice.
    pub rules: String,
    /// Seconds of a blitz: 180 as in the capstone, or 120.
    pub blitz_seconds: u64,
    /// Whether the ghost is shown.
    pub ghost: bool,
    /// Whether there is sound.
    pub sound: bool,
    /// How loud, from 0 to 100.
    pub volume: u8,
    /// Whether 3, 2, 1 is counted before a game, and after a pause.
    pub countdown: bool,
    /// Whether flashes, trails and the like are seen.
    pub effects: bool,
    /// The colours of the pieces.
    pub palette: Palette,
    /// Light or dark.
    pub theme: Theme,
}

impl Default for PageSettings {
    fn default() -> PageSettings {
        PageSettings {
            key_set: KeySet::default(),
            capstone: KeySet::Capstone.bindings(),
            community: KeySet::Community.bindings(),
            handling: PageSettings::HANDLING,
            advanced: false,
            rules: "capstone".into(),
            blitz_seconds: 180,
            ghost: true,
            sound: true,
            volume: 60,
            countdown: true,
            effects: true,
            palette: Palette::default(),
            theme: Theme::default(),
        }
    }
}

impl PageSettings {
    /// DAS and ARR as TETR.IO has them, and a soft drop of 20 times gravity, as in the guideline: six times the
    /// slow gravity of most rulesets here would take three seconds to the ground.
    pub const HANDLING: Handling = Handling { soft_drop: SoftDrop::Factor(20), ..Handling::TETRIO };

    /// Reads what was stored; anything unreadable is as it was at first.
    pub fn from_json(text: &str) -> PageSettings {
        let mut settings: PageSettings = serde_json::from_str(text).unwrap_or_default();
        settings.capstone.fill_up(&KeySet::Capstone.bindings());
        settings.community.fill_up(&KeySet::Community.bindings());
        settings
    }

    /// Writes them for storing.
    pub fn to_json(&self) -> String {
        serde_json::to_string(self).expect("settings have only plain values")
    }

    /// The keys in use.
    pub fn bindings(&self) -> &Bindings {
        match self.key_set {
            KeySet::Capstone => &self.capstone,
            KeySet::Community => &self.community,
        }
    }

    /// The keys in use, to change them.
    pub fn bindings_mut(&mut self) -> &mut Bindings {
        match self.key_set {
            KeySet::Capstone => &mut self.capstone,
            KeySet::Community => &mut self.community,
        }
    }

    /// How the keys repeat, with the advanced controls if they are on.
    pub fn effective_handling(&self) -> Handling {
        if !self.advanced {
            return self.handling;
        }
        let soft_drop = match self.handling.soft_drop {
            SoftDrop::Repeat { .. } => Handling::CAPSTONE_ADVANCED.soft_drop,
            other => other,
        };
        Handling { arr_ms: 0, soft_drop, ..self.handling }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn settings_round_trip_and_fill_up() {
        let mut settings = PageSettings { advanced: true, ..PageSettings::default() };
        settings.bindings_mut().set(crate::Action::Retry, "KeyT");
        assert_eq!(PageSettings::from_json(&settings.to_json()), settings);
        let some = PageSettings::from_json("{\"sound\": false}");
        assert_eq!(some, PageSettings { sound: false, ..PageSettings::default() });
        assert_eq!(PageSettings::from_json("nonsense"), PageSettings::default());
    }

    #[test]
    fn advanced_controls_repeat_at_once() {
        let settings = PageSettings {
            advanced: true,
            handling: Handling::CAPSTONE,
            ..PageSettings::default()
        };
        assert_eq!(settings.effective_handling(), Handling::CAPSTONE_ADVANCED);
        let tetrio = PageSettings { handling: Handling::TETRIO, ..settings };
        assert_eq!(tetrio.effective_handling(), Handling { arr_ms: 0, ..Handling::TETRIO });
    }
}
