//! Where in a picture the board is.

use super::Pixels;

/// A board in a picture: its lower left corner, the size of its cells, and its rows.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Frame {
    /// The left edge, in pixels.
    pub left: f64,
    /// The lower edge.
    pub bottom: f64,
    /// The side of a cell.
    pub cell: f64,
    /// Rows that are in the picture.
    pub rows: usize,
}

/// The smallest cells that are told apart, in pixels.
const LEAST_CELL: f64 = 6.0;
/// Rows that a board has at most here, those above it included.
const MOST_ROWS: usize = 24;
/// Rows of a board: where lines are seen for so many, what is far above them is none of it.
const USUAL_ROWS: usize = 18;
/// One step of brightness from pixel to pixel counts no more than this, so that writing does not
/// count more than lines.
const MOST_STEP: f64 = 48.0;

impl Frame {
    /// The board between two points, as it was drawn with the pointer.
    pub fn between(from: (f64, f64), to: (f64, f64), columns: usize) -> Option<Frame> {
        let (width, height) = ((from.0 - to.0).abs(), (from.1 - to.1).abs());
        let cell = width / columns as f64;
        let rows = (height / cell.max(1.0)).round() as usize;
        (cell >= LEAST_CELL && rows > 0).then(|| Frame {
            left: from.0.min(to.0),
            bottom: from.1.max(to.1),
            cell,
            rows: rows.min(MOST_ROWS),
        })
    }

    /// The board by its lines and the edges of its cells, which are as far from each other as cells
    /// are large. There may be none to be found.
    pub fn find(pixels: &Pixels, columns: usize) -> Option<Frame> {
        let across = Edges::across(pixels);
        let (left, cell) = across.best_run(columns)?;
        let down = Edges::down(pixels, left, left + cell * columns as f64);
        let (bottom, rows) = down.rows(cell)?;
        Some(Frame { left, bottom, cell, rows })
    }
}

/// How much changes from one column of pixels to the next, or from one row.
struct Edges(Vec<f64>);

impl Edges {
    fn across(pixels: &Pixels) -> Edges {
        let rows = 0..pixels.height;
        Edges::new(pixels.width, |x| {
            let step = |y| step(pixels.rgb(x - 1, y), pixels.rgb(x, y));
            rows.clone().map(step).sum::<f64>() / pixels.height as f64
        })
    }

    fn down(pixels: &Pixels, left: f64, right: f64) -> Edges {
        let columns = left.max(0.0) as usize..(right as usize).min(pixels.width);
        Edges::new(pixels.height, |y| {
            let step = |x| step(pixels.rgb(x, y - 1), pixels.rgb(x, y));
            columns.clone().map(step).sum::<f64>() / columns.len().max(1) as f64
        })
    }

    fn new(length: usize, at: impl Fn(usize) -> f64) -> Edges {
        Edges((0..length).map(|place| if place == 0 { 0.0 } else { at(place) }).collect())
    }

    fn length(&self) -> f64 {
        self.0.len() as f64
    }

    /// How strong an edge is, wherever it lies within a pixel; the picture's own ends are none.
    fn at(&self, place: f64) -> f64 {
        let place = place.round() as usize;
        let edge = |place: Option<usize>| place.and_then(|place| self.0.get(place)).unwrap_or(&0.0);
        // A line may be a pixel off, but not for nothing.
        let near = edge(place.checked_sub(1)).max(*edge(Some(place + 1)));
        edge(Some(place)).max(0.7 * near)
    }

    /// How much stronger the edges are at the lines between so many cells than inside of them.
    fn score(&self, first: f64, cell: f64, count: usize) -> f64 {
        let lines = (1..count).map(|line| self.at(first + line as f64 * cell));
        let inside = (0..count).map(|line| self.at(first + (line as f64 + 0.5) * cell));
        // Both ends count where they are not those of the picture.
        let is_end = |place: f64| place < 2.0 || place > self.length() - 2.0;
        let ends = [first, first + count as f64 * cell];
        let ends: f64 = ends.iter().filter(|&&end| !is_end(end)).map(|&end| self.at(end)).sum();
        let (lines, inside) = (lines.sum::<f64>(), inside.sum::<f64>());
        (lines + 0.5 * ends) / count as f64 - inside / count as f64
    }

    /// Where so many cells begin, and how large they are.
    fn best_run(&self, count: usize) -> Option<(f64, f64)> {
        let mut best = (0.0, None);
        let most = self.length() / count as f64;
        let sizes = (0..).map(|step| LEAST_CELL + 0.25 * step as f64);
        for cell in sizes.take_while(|&cell| cell <= most + 0.25) {
            let last = (self.length() - cell * count as f64).max(0.0) as usize;
            for first in 0..=last {
                let score = self.score(first as f64, cell, count);
                if score > best.0 {
                    best = (score, Some((first as f64, cell)));
                }
            }
        }
        best.1
    }

    /// The lower end of the rows, and how many there are.
    fn rows(&self, cell: f64) -> Option<(f64, usize)> {
        let count = (self.length() / cell) as usize;
        let offsets = 0..cell.ceil() as usize;
        let sum = |offset: usize| -> f64 {
            let on = |line: usize| self.at(offset as f64 + line as f64 * cell);
            let off = |line: usize| self.at(offset as f64 + (line as f64 + 0.5) * cell);
            (0..=count).map(|line| on(line) - off(line)).sum()
        };
        let offset = offsets.max_by(|&a, &b| sum(a).total_cmp(&sum(b)))? as f64;
        let places: Vec<f64> = (0..=count + 1)
            .map(|line| offset + line as f64 * cell)
            .take_while(|&place| place <= self.length() + 1.5)
            .collect();
        let mut strengths: Vec<f64> = places.iter().map(|&place| self.at(place)).collect();
        let strong = {
            let mut sorted = strengths.clone();
            sorted.sort_by(|a, b| b.total_cmp(a));
            0.3 * sorted.get(sorted.len() / 3)?.max(1.0)
        };
        // The picture's own end may be the floor.
        if let Some(last) = places.last().filter(|&&last| last > self.length() - 3.0) {
            let place = places.iter().position(|place| place == last)?;
            strengths[place] = strengths[place].max(strong);
        }
        let is_line = |line: usize| strengths.get(line).is_some_and(|&found| found >= strong);
        // The longest run of lines; one may be missing.
        let (mut best, mut line) = ((0, 0), 0);
        while line < places.len() {
            let begin = line;
            while is_line(line) || is_line(line + 1) && line > begin {
                line += 1;
            }
            if line > begin && line - begin > best.1 - best.0 {
                best = (begin, line);
            }
            line = line.max(begin + 1);
        }
        let (begin, end) = best;
        let floor = end.checked_sub(1)?;
        let rows = match floor - begin {
            0 => return None,
            // A line above the first row is not always drawn.
            long if long + 1 >= USUAL_ROWS => long + 1,
            _ => floor,
        };
        Some((places[floor], rows.min(floor).min(MOST_ROWS)))
    }
}

fn step(a: [u8; 3], b: [u8; 3]) -> f64 {
    let light =
        |rgb: [u8; 3]| 0.299 * rgb[0] as f64 + 0.587 * rgb[1] as f64 + 0.114 * rgb[2] as f64;
    let colour = a.iter().zip(b).map(|(&a, b)| a.abs_diff(b) as f64).fold(0.0, f64::max);
    ((light(a) - light(b)).abs().max(0.4 * colour)).min(MOST_STEP)
}
