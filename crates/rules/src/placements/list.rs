//! A list of placements that lives on the stack.

use crate::{Falling, Piece, Placement, Rotation, Spin};

/// At most [`PlacementList::CAPACITY`] placements, without an allocation.
#[derive(Clone)]
pub struct PlacementList {
    len: usize,
    items: [Placement; PlacementList::CAPACITY],
}

impl PlacementList {
    /// More than any board has: a placement needs a cell or the floor under it and room above, so
    /// fewer than half of all places qualify, for each of four rotations.
    pub const CAPACITY: usize = 1536;

    /// An empty list.
    #[inline]
    pub fn new() -> PlacementList {
        let nowhere = Falling { piece: Piece::O, rotation: Rotation::North, x: 0, y: 0 };
        let nowhere = Placement::new(nowhere, Spin::None);
        PlacementList { len: 0, items: [nowhere; PlacementList::CAPACITY] }
    }

    /// Adds a placement.
    ///
    /// # Panics
    /// If the list is full.
    #[inline]
    pub fn push(&mut self, placement: Placement) {
        self.items[self.len] = placement;
        self.len += 1;
    }

    /// Takes every placement out.
    pub fn clear(&mut self) {
        self.len = 0;
    }

    /// Whether the placement is in the list.
    pub fn contains(&self, placement: Placement) -> bool {
        self.as_slice().contains(&placement)
    }

    /// The placements as a slice.
    #[inline]
    pub fn as_slice(&self) -> &[Placement] {
        &self.items[..self.len]
    }
}

impl Default for PlacementList {
    fn default() -> PlacementList {
        PlacementList::new()
    }
}

impl std::ops::Deref for PlacementList {
    type Target = [Placement];

    fn deref(&self) -> &[Placement] {
        self.as_slice()
    }
}

impl<'a> IntoIterator for &'a PlacementList {
    type Item = &'a Placement;
    type IntoIter = std::slice::Iter<'a, Placement>;

    fn into_iter(self) -> Self::IntoIter {
        self.as_slice().iter()
    }
}
