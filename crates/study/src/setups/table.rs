//! The set-ups as `data/setups.toml` writes them.

use std::sync::LazyLock;

use serde::Deserialize;

/// A set-up with a name, and how to recognise it.
#[derive(Clone, Debug, Deserialize)]
pub struct NamedSetup {
    /// The name in results.
    pub name: String,
    /// What players call it.
    pub title: String,
    /// What it is, in a sentence or two.
    pub about: String,
    /// Whether its mirror image counts as well.
    #[serde(default)]
    pub(super) mirrored: bool,
    /// What there is to recognise.
    #[serde(flatten)]
    pub kind: SetupKind,
}

/// What a set-up is made of.
#[derive(Clone, Debug, Deserialize)]
#[serde(tag = "kind", rename_all = "lowercase")]
pub enum SetupKind {
    /// A stack on the floor, early in the game.
    Opener(Opener),
    /// A hole for a T-spin, anywhere.
    Slot(SlotRule),
    /// A well that stays in one column.
    Stack(StackRule),
}

/// How an opener is recognised.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Opener {
    /// Placements within which it counts.
    pub(super) within: u32,
    /// The clears it is built for, in order.
    pub(super) made: Vec<String>,
    pub(super) shapes: Vec<WrittenShape>,
}

/// How a slot is recognised.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SlotRule {
    /// Where it must be; anywhere if this is absent.
    pub(super) at: Option<SlotPlace>,
    /// Only chains of such slots count.
    pub repeat: Option<Repeat>,
    pub(super) shapes: Vec<WrittenShape>,
}

/// Where a slot must be.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum SlotPlace {
    /// At the left wall; a mirrored one at the right wall.
    Wall,
}

/// What joins slots to a chain.
#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Repeat {
    /// The fewest spins of a chain.
    pub(super) least: usize,
    /// Whether neighbours must have different forms.
    #[serde(default)]
    pub(super) alternate: bool,
    /// The most placements from one spin to the next.
    pub(super) gap: u32,
}

/// How a stack is recognised.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct StackRule {
    /// The well's column.
    pub(super) well: usize,
    /// How much lower than every other column it is, at least.
    pub(super) depth: usize,
    /// Rows on one another that were full but for it at some time, at least.
    pub(super) rows: usize,
    /// Positions in which it was the well, at least.
    pub(super) placements: u32,
    /// Positions in a row without any well, at most.
    pub(super) grace: u32,
}

/// One drawing.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct WrittenShape {
    pub(super) form: String,
    /// Overrides the opener's.
    pub(super) within: Option<u32>,
    /// Matches only right after this clear.
    pub(super) after: Option<String>,
    /// Whether lines may have been cleared before.
    #[serde(default)]
    pub(super) cleared: bool,
    /// Rows from the top, one per line.
    pub(super) rows: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct SetupFile {
    setups: Vec<NamedSetup>,
}

static ALL: LazyLock<Vec<NamedSetup>> = LazyLock::new(|| {
    let text = include_str!("../../../../data/setups.toml");
    toml::from_str::<SetupFile>(text).expect("the set-ups are sound").setups
});

/// Every set-up, in the order of the file.
pub fn all() -> &'static [NamedSetup] {
    &ALL
}

impl NamedSetup {
    /// Whether it is a stretch of play around one well rather than a shape.
    pub fn is_stack(&self) -> bool {
        matches!(self.kind, SetupKind::Stack(_))
    }

    /// Whether it is made of slots, alone or in a chain.
    pub fn is_slot(&self) -> bool {
        matches!(self.kind, SetupKind::Slot(_))
    }

    /// Whether it is a chain of T-spins, whose lengths are worth telling apart.
    pub fn is_chain(&self) -> bool {
        matches!(&self.kind, SetupKind::Slot(rule) if rule.repeat.is_some())
    }

    /// Whether it is built for two clears, one after the other.
    pub fn is_pair(&self) -> bool {
        match &self.kind {
            SetupKind::Opener(rule) => rule.made.len() > 1,
            SetupKind::Slot(rule) => rule.shapes.iter().any(|shape| shape.rows.contains('u')),
            SetupKind::Stack(_) => false,
        }
    }
}
