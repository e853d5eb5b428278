//! Sixteen numbers side by side, one for each column of a board or each place of a piece.

use minolab_rules::Board;

use super::{
    change::{Place, Places},
    ground::Ground,
    orientations::Orientation,
    scale::{Frame, Scale},
};

/// Sixteen lanes of one machine word or several.
///
/// The kernel is written once over this and compiled for the vectors of newer processors and
/// for those every 64-bit one of the family has; all give the same numbers. Lane 0 is the left
/// wall, the lanes from 1 on are the columns, and what follows is the right wall.
pub trait Lanes: Copy + Sized {
    /// Rows that fit in a lane, which are bits of it; one more bit stays free.
    const ROWS: u32;
    /// Weighted sums, 32 bits a lane.
    type Sum: Copy;
    /// A number of rows for each lane, made ready to shift by.
    type Shift: Copy;

    /// The same number in every lane.
    fn splat(value: i32) -> Self;
    /// Sixteen numbers.
    fn load(values: &[i16; 16]) -> Self;
    /// The columns of a board between walls, row 0 in bit 0. The board must not be higher than
    /// [`Lanes::ROWS`].
    fn columns(board: &Board) -> Self;
    /// The lanes as numbers.
    fn store(self) -> [i32; 16];

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
    /// Bits in just one.
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

    /// Rows moved up by a few, alike in every lane.
    fn up_by<const N: u32>(self) -> Self;
    /// Rows moved down by a few, alike in every lane.
    fn down_by<const N: u32>(self) -> Self;
    /// Makes numbers of rows from 0 to [`Lanes::ROWS`] ready.
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

    /// Sums that all start here.
    fn start(value: i32) -> Self::Sum;
    /// Adds two lanes times two weights. Lanes and weights must fit in 16 bits with sign
    /// where [`Lanes::ROWS`] is 15.
    fn weigh(sum: Self::Sum, a: Self, by_a: i32, b: Self, by_b: i32) -> Self::Sum;
    /// The sums lane by lane.
    fn sums(sum: Self::Sum) -> [i32; 16];

    /// [`Ground::measure`], compiled for these lanes.
    fn ground<const SET: u8>(scale: &Scale, frame: Frame, columns: Self) -> Ground<Self, SET>;
    /// The same for the columns of a board.
    fn ground_of<const SET: u8>(scale: &Scale, frame: Frame, board: &Board) -> Ground<Self, SET>;
    /// [`super::change::after`], compiled for these lanes.
    fn after<const SET: u8>(
        scale: &Scale,
        frame: Frame,
        ground: &Ground<Self, SET>,
        place: Place,
    ) -> (Ground<Self, SET>, i32);
    /// [`super::change::places`], compiled for these lanes.
    fn places<const SET: u8, const W: usize>(
        scale: &Scale,
        frame: Frame,
        ground: &Ground<Self, SET>,
        o: &Orientation,
        facing: i32,
        places: &mut Places,
    );
}

/// The entry points, as functions of their own that are compiled for what the lanes need:
/// all inside is inlined into them, and nothing into their callers.
macro_rules! entries {
    ($($features:literal)?) => {
        #[inline(always)]
        fn ground<const SET: u8>(scale: &Scale, frame: Frame, columns: Self) -> Ground<Self, SET> {
            $(#[target_feature(enable = $features)])?
            #[inline(never)]
            fn own<const SET: u8, L: Lanes>(scale: &Scale, frame: Frame, columns: L) -> Ground<L, SET> {
                Ground::measure(scale, frame, columns)
            }
            // SAFETY: lanes exist only where their features do.
            #[allow(unused_unsafe)]
            unsafe {
                own::<SET, Self>(scale, frame, columns)
            }
        }

        #[inline(always)]
        fn ground_of<const SET: u8>(scale: &Scale, frame: Frame, board: &Board) -> Ground<Self, SET> {
            $(#[target_feature(enable = $features)])?
            #[inline(never)]
            fn own<const SET: u8, L: Lanes>(scale: &Scale, frame: Frame, board: &Board) -> Ground<L, SET> {
                L::ground(scale, frame, L::columns(board))
            }
            // SAFETY: lanes exist only where their features do.
            #[allow(unused_unsafe)]
            unsafe {
                own::<SET, Self>(scale, frame, board)
            }
        }

        #[inline(always)]
        fn after<const SET: u8>(
            scale: &Scale,
            frame: Frame,
            ground: &Ground<Self, SET>,
            place: Place,
        ) -> (Ground<Self, SET>, i32) {
            $(#[target_feature(enable = $features)])?
            #[inline(never)]
            fn own<const SET: u8, L: Lanes>(
                scale: &Scale,
                frame: Frame,
                ground: &Ground<L, SET>,
                place: Place,
            ) -> (Ground<L, SET>, i32) {
                change::after(scale, frame, ground, place)
            }
            // SAFETY: lanes exist only where their features do.
            #[allow(unused_unsafe)]
            unsafe {
                own::<SET, Self>(scale, frame, ground, place)
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
            // SAFETY: lanes exist only where their features do.
            #[allow(unused_unsafe)]
            unsafe {
                own::<SET, W, Self>(scale, frame, ground, o, facing, places)
            }
        }
    };
}
pub(super) use entries;
