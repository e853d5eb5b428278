//! Sixteen numbers side by side, one for each column of a board or each placement of a piece.

use minolab_rules::Board;

#[cfg(doc)]
use super::change::NOWHERE;
use super::{
    change::{Place, Places},
    ground::{self, Ground},
    orientations::Orientation,
    scale::{Frame, Scale},
};

/// Sixteen lanes of one machine word or several.
///
/// The kernel is written once over this and compiled both for newer processors' vectors and for
/// those of every x86-64 processor; all give the same numbers. Lane 0 is the left wall, the lanes
/// from 1 on are the columns, and the rest is the right wall.
pub trait Lanes: Copy + Sized {
    /// Rows that fit in a lane as bits; one more bit stays free.
    const ROWS: u32;
    /// Weighted sums, 32 bits per lane.
    type Sum: Copy;
    /// A shift distance in rows for each lane, prepared for the instruction.
    type Shift: Copy;

    /// The same number in every lane.
    fn splat(value: i32) -> Self;
    /// Sixteen numbers.
    fn load(values: &[i16; 16]) -> Self;
    /// The columns of a board between walls, row 0 in bit 0. The board must not be higher than
    /// [`Lanes::ROWS`].
    fn columns(board: &Board) -> Self;
    /// The columns of a board between walls as above, and its rows that miss one to four cells.
    #[inline(always)]
    fn read(board: &Board) -> (Self, [u32; 4]) {
        let columns = Self::columns(board);
        (columns, columns.lacking())
    }
    /// The rows that miss exactly one, two, three and four cells, of columns between walls.
    #[inline(always)]
    fn lacking(self) -> [u32; 4] {
        ground::lacking(self.store())
    }
    /// The lanes as numbers.
    fn store(self) -> [i32; 16];
    /// The lanes as numbers that fit in 16 bits.
    fn store_small(self) -> [i16; 16];

    /// Lane by lane.
    fn add(self, other: Self) -> Self;
    /// Lane by lane.
    fn sub(self, other: Self) -> Self;
    /// The low half of the product.
    fn mul(self, other: Self) -> Self;
    /// The smaller, by sign.
    fn min(self, other: Self) -> Self;
    /// The greater, by sign.
    fn max(self, other: Self) -> Self;
    /// Bits in both.
    fn and(self, other: Self) -> Self;
    /// Bits in either.
    fn or(self, other: Self) -> Self;
    /// Bits in exactly one.
    fn xor(self, other: Self) -> Self;
    /// Bits that `other` has not.
    fn minus(self, other: Self) -> Self;
    /// All bits where equal, none elsewhere.
    fn equals(self, other: Self) -> Self;
    /// All bits where greater, none elsewhere.
    fn exceeds(self, other: Self) -> Self;
    /// Set bits of each lane.
    fn ones(self) -> Self;
    /// Set bits of each lane of several, added up.
    fn ones_of<const N: usize>(words: &[Self; N]) -> Self;

    /// Rows moved up by the same constant in every lane.
    fn up_by<const N: u32>(self) -> Self;
    /// Rows moved down by the same constant in every lane.
    fn down_by<const N: u32>(self) -> Self;
    /// Rows moved down by the same variable number in every lane.
    fn down_all(self, by: u32) -> Self;
    /// Prepares shift distances from 0 to [`Lanes::ROWS`].
    fn shift(self) -> Self::Shift;
    /// Rows moved up, by lane; what passes the top bit is lost.
    fn up(self, by: Self::Shift) -> Self;
    /// Rows moved down, by lane. The top bit must be free.
    fn down(self, by: Self::Shift) -> Self;

    /// Each lane takes the one `N` further right; zeros come in.
    fn ahead<const N: usize>(self) -> Self;
    /// Each lane takes the one `N` further left; zeros come in.
    fn behind<const N: usize>(self) -> Self;

    /// Whether every bit is clear.
    fn is_zero(self) -> bool;
    /// The highest bit of each lane.
    fn bits(self) -> u32;
    /// The bits that any lane has.
    fn any(self) -> u32;
    /// The greatest lane, none of which is negative.
    fn greatest(self) -> i32;

    /// The least lane, none of which is negative.
    fn least(self) -> i32;

    /// Sums that all start here.
    fn start(value: i32) -> Self::Sum;
    /// Adds two lanes times two weights. Lanes and weights must fit in 16 bits with sign
    /// where [`Lanes::ROWS`] is 15.
    fn weigh(sum: Self::Sum, a: Self, by_a: i32, b: Self, by_b: i32) -> Self::Sum;
    /// The same number added to every sum.
    fn raise(sum: Self::Sum, by: i32) -> Self::Sum;
    /// The sums lane by lane.
    fn sums(sum: Self::Sum) -> [i32; 16];
    /// All sums added up.
    fn total(sum: Self::Sum) -> i32;
    /// The sums of these lanes, which have all bits set, and [`NOWHERE`] in the others.
    fn only(sum: Self::Sum, lanes: Self) -> Self::Sum;
    /// The greater sum, lane by lane.
    fn greater(a: Self::Sum, b: Self::Sum) -> Self::Sum;
    /// The greatest of all sums.
    fn greatest_sum(sum: Self::Sum) -> i32;
    /// The lanes with this score or a better one, as bits.
    fn reaching(scores: &[i32; 16], least: i32) -> u32;

    /// The [`Ground::value`] of columns, compiled for these lanes.
    fn value<const SET: u8>(scale: &Scale, frame: Frame, columns: Self) -> i32;
    /// [`Ground::measure`] for the board after a placement, compiled for these lanes.
    fn after<const SET: u8>(
        scale: &Scale,
        frame: Frame,
        ground: &Ground<Self, SET>,
        place: Place,
    ) -> Ground<Self, SET>;
    /// The same for a board.
    fn ground_of<const SET: u8>(scale: &Scale, frame: Frame, board: &Board) -> Ground<Self, SET>;
    /// [`super::change::places`], compiled for these lanes.
    fn places<const SET: u8, const W: usize>(
        scale: &Scale,
        frame: Frame,
        ground: &Ground<Self, SET>,
        o: &Orientation,
        facing: i32,
        places: &mut Places,
    );
    /// [`super::closed::piece`], compiled for these lanes.
    fn closed<const SET: u8, const PIECE: usize>(
        scale: &Scale,
        frame: Frame,
        ground: &Ground<Self, SET>,
        all: &mut [Places; 4],
    ) -> i32;
    /// [`super::closed::clears`], compiled for these lanes.
    fn clears<const SET: u8>(
        scale: &Scale,
        frame: Frame,
        ground: &Ground<Self, SET>,
        piece: usize,
        floor: i32,
    ) -> Option<i32>;
    /// The placements of all facings with this score or a better one: sixteen bits for each.
    fn near(all: &[Places], least: i32) -> u64;
}

/// The entry points, as functions compiled with the features the lanes need: everything inside is
/// inlined into them, but they are not inlined into their callers.
macro_rules! entries {
    ($($features:literal)?) => {
        #[inline(always)]
        fn after<const SET: u8>(
            scale: &Scale,
            frame: Frame,
            ground: &Ground<Self, SET>,
            place: Place,
        ) -> Ground<Self, SET> {
            $(#[target_feature(enable = $features)])?
            #[inline(never)]
            fn own<const SET: u8, L: Lanes>(
                scale: &Scale,
                frame: Frame,
                ground: &Ground<L, SET>,
                place: Place,
            ) -> Ground<L, SET> {
                let (columns, action) = change::after(scale, frame, ground, place);
                Ground::measure(scale, frame, columns, columns.lacking(), action)
            }
            // SAFETY: `Which::of` names lanes only at the level that has their features.
            #[allow(unused_unsafe)]
            unsafe {
                own::<SET, Self>(scale, frame, ground, place)
            }
        }

        #[inline(always)]
        fn ground_of<const SET: u8>(scale: &Scale, frame: Frame, board: &Board) -> Ground<Self, SET> {
            $(#[target_feature(enable = $features)])?
            #[inline(never)]
            fn own<const SET: u8, L: Lanes>(scale: &Scale, frame: Frame, board: &Board) -> Ground<L, SET> {
                let (columns, lacking) = L::read(board);
                Ground::measure(scale, frame, columns, lacking, 0)
            }
            // SAFETY: `Which::of` names lanes only at the level that has their features.
            #[allow(unused_unsafe)]
            unsafe {
                own::<SET, Self>(scale, frame, board)
            }
        }

        #[inline(always)]
        fn value<const SET: u8>(scale: &Scale, frame: Frame, columns: Self) -> i32 {
            $(#[target_feature(enable = $features)])?
            #[inline(never)]
            fn own<const SET: u8, L: Lanes>(scale: &Scale, frame: Frame, columns: L) -> i32 {
                Ground::<L, SET>::measure(scale, frame, columns, [0; 4], 0).value()
            }
            // SAFETY: `Which::of` names lanes only at the level that has their features.
            #[allow(unused_unsafe)]
            unsafe {
                own::<SET, Self>(scale, frame, columns)
            }
        }

        #[inline(always)]
        fn closed<const SET: u8, const PIECE: usize>(
            scale: &Scale,
            frame: Frame,
            ground: &Ground<Self, SET>,
            all: &mut [Places; 4],
        ) -> i32 {
            $(#[target_feature(enable = $features)])?
            #[inline(never)]
            fn own<const SET: u8, const PIECE: usize, L: Lanes>(
                scale: &Scale,
                frame: Frame,
                ground: &Ground<L, SET>,
                all: &mut [Places; 4],
            ) -> i32 {
                closed::piece::<L, SET, PIECE>(scale, frame, ground, all)
            }
            // SAFETY: `Which::of` names lanes only at the level that has their features.
            #[allow(unused_unsafe)]
            unsafe {
                own::<SET, PIECE, Self>(scale, frame, ground, all)
            }
        }

        #[inline(always)]
        fn clears<const SET: u8>(
            scale: &Scale,
            frame: Frame,
            ground: &Ground<Self, SET>,
            piece: usize,
            floor: i32,
        ) -> Option<i32> {
            $(#[target_feature(enable = $features)])?
            #[inline(never)]
            fn own<const SET: u8, L: Lanes>(
                scale: &Scale,
                frame: Frame,
                ground: &Ground<L, SET>,
                piece: usize,
                floor: i32,
            ) -> Option<i32> {
                closed::clears(scale, frame, ground, piece, floor)
            }
            // SAFETY: `Which::of` names lanes only at the level that has their features.
            #[allow(unused_unsafe)]
            unsafe {
                own::<SET, Self>(scale, frame, ground, piece, floor)
            }
        }

        #[inline(always)]
        fn near(all: &[Places], least: i32) -> u64 {
            $(#[target_feature(enable = $features)])?
            #[inline(never)]
            fn own<L: Lanes>(all: &[Places], least: i32) -> u64 {
                let mut near = 0;
                for (facing, places) in all.iter().enumerate() {
                    near |= (L::reaching(&places.scores, least) as u64) << (16 * facing);
                }
                near
            }
            // SAFETY: `Which::of` names lanes only at the level that has their features.
            #[allow(unused_unsafe)]
            unsafe {
                own::<Self>(all, least)
            }
        }

        #[inline(always)]
        fn places<const SET: u8, const W: usize>(
            scale: &Scale,
            frame: Frame,
            ground: &Ground<Self, SET>,
            o: &Orientation,
            facing: i32,
            places: &mut Places,
        ) {
            $(#[target_feature(enable = $features)])?
            #[inline(never)]
            fn own<const SET: u8, const W: usize, L: Lanes>(
                scale: &Scale,
                frame: Frame,
                ground: &Ground<L, SET>,
                o: &Orientation,
                facing: i32,
                places: &mut Places,
            ) {
                change::places::<L, SET, W>(scale, frame, ground, o, facing, places)
            }
            // SAFETY: `Which::of` names lanes only at the level that has their features.
            #[allow(unused_unsafe)]
            unsafe {
                own::<SET, W, Self>(scale, frame, ground, o, facing, places)
            }
        }
    };
}
pub(super) use entries;
