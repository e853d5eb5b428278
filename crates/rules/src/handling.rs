//! How keys feel: a person's choice, not a rule.

use serde::{Deserialize, Serialize};

/// How held keys repeat.
///
/// *Sideways.* A press moves the piece one column at once. If the key is still down after
/// [`Handling::das_ms`], it repeats every [`Handling::arr_ms`]. With both keys down the one pressed
/// last moves the piece; when it is released, the other resumes without a first step of its own. A
/// charge outlives the piece: a key held while the next one spawns keeps repeating.
///
/// *Down.* See [`SoftDrop`]. Rotations, drops and hold never repeat.
///
/// All times are whole milliseconds, which are the ticks of [`crate::Realtime`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Handling {
    /// Milliseconds from the press to the first repeat ("delayed auto shift").
    pub das_ms: u16,
    /// Milliseconds between repeats; 0 moves to the wall at once ("auto repeat rate").
    pub arr_ms: u16,
    /// Milliseconds for which a new piece delays a repeat that is already charged, so that it does
    /// not shoot off ("DAS cut").
    #[serde(default)]
    pub cut_ms: u16,
    /// Whether pressing the other direction discards this one's charge ("DAS cancel"): once the
    /// other key is released, this one must wait for `das_ms` again. Otherwise it keeps its charge
    /// and goes on charging meanwhile.
    #[serde(default)]
    pub cancel: bool,
    /// What the soft-drop key does.
    pub soft_drop: SoftDrop,
}

/// What holding the soft-drop key does. It never locks the piece.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum SoftDrop {
    /// Gravity is this many times as strong; 0 is no soft drop at all.
    Factor(u16),
    /// The piece is on the ground at once.
    Instant,
    /// The key repeats as the others do: a row at once, then after `das_ms` one every `arr_ms`, or
    /// all at once if that is 0. A new piece must wait for `das_ms` again. Gravity still applies.
    Repeat {
        /// Milliseconds from the press to the first repeat.
        das_ms: u16,
        /// Milliseconds between repeats.
        arr_ms: u16,
    },
}

impl Handling {
    /// The capstone's default.
    pub const CAPSTONE: Handling =
        Handling::new(150, 75, SoftDrop::Repeat { das_ms: 75, arr_ms: 35 });
    /// The capstone's "advanced controls".
    pub const CAPSTONE_ADVANCED: Handling =
        Handling::new(150, 0, SoftDrop::Repeat { das_ms: 70, arr_ms: 15 });
    /// TETR.IO's default.
    pub const TETRIO: Handling = Handling::new(167, 33, SoftDrop::Factor(6));
    /// four-tris's default; the soft drop is the guideline's.
    pub const FOUR_TRIS: Handling = Handling::new(133, 17, SoftDrop::Factor(20));

    /// The presets by name.
    pub const PRESETS: [(&'static str, Handling); 4] = [
        ("capstone", Handling::CAPSTONE),
        ("capstone-advanced", Handling::CAPSTONE_ADVANCED),
        ("tetrio", Handling::TETRIO),
        ("four-tris", Handling::FOUR_TRIS),
    ];

    /// Neither DAS cut nor DAS cancel.
    pub const fn new(das_ms: u16, arr_ms: u16, soft_drop: SoftDrop) -> Handling {
        Handling { das_ms, arr_ms, cut_ms: 0, cancel: false, soft_drop }
    }

    /// The preset of this name.
    pub fn preset(name: &str) -> Option<Handling> {
        Handling::PRESETS.into_iter().find(|preset| preset.0 == name).map(|preset| preset.1)
    }
}

impl Default for Handling {
    fn default() -> Handling {
        Handling::TETRIO
    }
}
