use minolab_rules::random::SplitMix64;

use super::*;
use crate::Sheet;

/// How a picture is drawn.
struct Style {
    ground: [u8; 3],
    line: Option<[u8; 3]>,
    palette: usize,
    /// The largest error of a pixel, as from a strong compression.
    noise: u64,
    cell: usize,
    /// Pixels left, below, right and above the board.
    around: [usize; 4],
}

const STACK: &str = "3xx5/xx1xx1xxx1/xxxx1xxxxx/xxxx1xxxxx/xxx1xxxxxx";
const COLOURS: &str = "3TT5/xI1TT1LLL1/xIOO1SSJZZ/xIOO1xSSxx/xIx1xxxxxx";

fn sheet() -> Sheet {
    let setup = format!("{STACK} T - IO").parse().unwrap();
    Sheet::new(setup).with_colours(COLOURS).unwrap()
}

fn drawn(sheet: &Sheet, style: &Style) -> Pixels {
    let [left, below, right, above] = style.around;
    let (width, height) = (left + 10 * style.cell + right, above + 20 * style.cell + below);
    let mut random = SplitMix64(7);
    let mut rgba = Vec::new();
    for y in 0..height {
        for x in 0..width {
            let (dx, dy) = (x as i64 - left as i64, (height - below) as i64 - 1 - y as i64);
            let is_inside =
                dx >= 0 && dy >= 0 && dx < 10 * style.cell as i64 && dy < 20 * style.cell as i64;
            let rgb = match is_inside {
                false => [30, 34, 52],
                true => {
                    let (dx, dy) = (dx as usize, dy as usize);
                    let is_line = dx % style.cell == 0 || dy % style.cell == 0;
                    match sheet.cell(dx / style.cell, dy / style.cell) {
                        Cell::Empty if is_line => style.line.unwrap_or(style.ground),
                        Cell::Empty => style.ground,
                        Cell::Garbage if is_line => [70, 70, 70],
                        Cell::Garbage => [125, 130, 138],
                        Cell::Of(piece) => {
                            let colour = PALETTES[style.palette][piece as usize];
                            // An edge in the shade.
                            if is_line { colour.map(|part| part / 2) } else { colour }
                        }
                    }
                }
            };
            let mut noisy = |part: u8| {
                let off = random.next() % (2 * style.noise + 1);
                (part as i64 + off as i64 - style.noise as i64).clamp(0, 255) as u8
            };
            rgba.extend(rgb.map(&mut noisy));
            rgba.push(255);
        }
    }
    Pixels::new(width, rgba)
}

/// The cells that the sheet has, to the row that is asked about.
fn wanted(sheet: &Sheet, rows: usize) -> Vec<Vec<Cell>> {
    (0..rows).map(|y| (0..10).map(|x| sheet.cell(x, y)).collect()).collect()
}

#[test]
fn boards_are_found_and_read_in_the_colours_of_many_games() {
    let sheet = sheet();
    for palette in 0..PALETTES.len() {
        for (ground, line) in
            [([8, 8, 11], Some([30, 31, 36])), ([250, 250, 252], Some([220; 3])), ([0; 3], None)]
        {
            for (cell, around) in [(16, [0; 4]), (28, [40, 13, 140, 90]), (23, [3, 2, 5, 0])] {
                let style = Style { ground, line, palette, noise: 4, cell, around };
                let pixels = drawn(&sheet, &style);
                let exact = Frame {
                    left: around[0] as f64,
                    bottom: (pixels.height() - around[1]) as f64,
                    cell: cell as f64,
                    rows: 20,
                };
                let name =
                    format!("palette {palette}, ground {ground:?}, cells of {cell}, {around:?}");
                assert_eq!(pixels.cells(exact, 10), wanted(&sheet, 20), "{name}");
                if line.is_none() {
                    continue;
                }
                let found = Frame::find(&pixels, 10).expect(&name);
                let far = (found.left - exact.left).abs().max((found.bottom - exact.bottom).abs());
                assert!(far <= 2.0 && (found.cell - exact.cell).abs() < 0.3, "{name}: {found:?}");
                let rows = found.rows.min(20);
                assert!(rows >= 18, "{name}: {found:?}");
                assert_eq!(pixels.cells(found, 10)[..rows], wanted(&sheet, rows)[..], "{name}");
            }
        }
    }
}

#[test]
fn a_frame_is_drawn_from_any_corner() {
    let frame = Frame::between((110.0, 420.0), (10.0, 220.0), 10).unwrap();
    assert_eq!(frame, Frame { left: 10.0, bottom: 420.0, cell: 10.0, rows: 20 });
    assert_eq!(Frame::between((10.0, 10.0), (12.0, 90.0), 10), None);
}

#[test]
fn a_picture_of_nothing_has_no_board() {
    let pixels = Pixels::new(200, vec![90; 4 * 200 * 300]);
    assert_eq!(Frame::find(&pixels, 10), None);
    let frame = Frame { left: 0.0, bottom: 300.0, cell: 15.0, rows: 20 };
    assert!(pixels.cells(frame, 10).iter().flatten().all(|&cell| cell == Cell::Empty));
}
