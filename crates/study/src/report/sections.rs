//! Habits: points, stacks, columns, hold, heights, T-spins, perfect clears.

use minolab_arena::stats::{Ratio, share};
use minolab_rules::{ClearKind, Piece};

use super::figures::{Compared, count, items, text};
use crate::{
    chart::{ChartLine, Heat, LineChart, escape, short},
    evidence::{ALL_CLEAR, BACK_TO_BACK, DEPTHS, Evidence, GAPS, HEIGHTS, KINDS, PARTS, RUNS},
    html, pattern,
};

/// What a kind of placement is called.
pub fn kind(index: usize) -> String {
    ClearKind::from_index(index).name().unwrap_or("nothing").into()
}

/// A name, a factor and where the ratio is.
type Fact<'a> = (&'a str, f64, &'a dyn Fn(&Evidence) -> Ratio);

/// A table of ratios, a row a figure.
fn facts(groups: &[Evidence], rows: &[Fact]) -> String {
    let mut head = vec![String::new()];
    for group in groups {
        head.push(format!("{} (95 %)", group.name));
        head.push("n".into());
    }
    let row = |&(name, unit, get): &Fact| {
        let cells = groups.iter().flat_map(|group| {
            let ratio = get(group);
            [text(&ratio, unit), count(ratio.whole)]
        });
        std::iter::once(name.to_string()).chain(cells).collect()
    };
    let rows: Vec<Vec<String>> = rows.iter().map(row).collect();
    let head: Vec<&str> = head.iter().map(String::as_str).collect();
    html::table(&head, &rows)
}

/// Where the points come from, and what is cleared.
pub fn points(groups: &[Evidence]) -> String {
    let name = |index: usize| match index {
        ALL_CLEAR => "perfect clear".into(),
        BACK_TO_BACK => "drops".into(),
        index => kind(index),
    };
    let mut out = String::from("<h2>Where the points come from</h2><div class=\"charts\">\n");
    out += &Compared {
        title: "Points by what earned them",
        unit: "% of points",
        caption: "Perfect clears stand apart from their kind; back-to-back and combo points count \
                  with the clear that earned them.",
        times: 100.0,
        whole: "points",
    }
    .figure(groups, &earned(items(groups, |group| &group.points, 0..17, name)));
    let name = |index: usize| match index {
        ALL_CLEAR => "perfect clear".into(),
        BACK_TO_BACK => "back-to-back".into(),
        index => kind(index),
    };
    out += &CLEARS.figure(groups, &items(groups, |group| &group.kinds, 1..17, name));
    out + "</div>\n"
}

/// No interval where nothing was earned: points are no events, so there is nothing to tell how
/// many would have gone unseen.
fn earned(mut items: Vec<(String, Vec<Ratio>)>) -> Vec<(String, Vec<Ratio>)> {
    let nothing = items.iter_mut().flat_map(|(_, ratios)| ratios).filter(|ratio| ratio.part == 0.0);
    nothing.for_each(|ratio| ratio.games = ratio.games.min(1));
    items
}

const CLEARS: Compared<'static> = Compared {
    title: "Clears",
    unit: "per 100 pieces",
    caption: "Placements that cleared something, by kind; perfect clears and those that earned \
              back-to-back are counted again at the right.",
    times: 100.0,
    whole: "pieces",
};

const WELLS: Compared<'static> = Compared {
    title: "Where the well is",
    unit: "% of positions",
    caption: "The well is the deepest column, if it is alone and two rows or more below its neighbours. X-Y: X columns \
              to its left, Y to its right.",
    times: 100.0,
    whole: "positions",
};

fn well_items(groups: &[Evidence]) -> Vec<(String, Vec<Ratio>)> {
    let width = groups[0].board[0];
    let name = |index: usize| match index {
        16 => "none".into(),
        column => pattern(column, width).to_string(),
    };
    items(groups, |group| &group.wells, (0..width).chain([16]), name)
}

/// The main pictures under the names of their files.
pub fn pictures(groups: &[Evidence]) -> Vec<(&'static str, String)> {
    let clears = items(groups, |group| &group.kinds, 1..KINDS, kind);
    let mut pictures = vec![
        ("wells.svg", WELLS.svg(groups, &well_items(groups))),
        ("clears.svg", CLEARS.svg(groups, &clears)),
        ("hold.svg", ON_HOLD.svg(groups, &hold_items(groups))),
    ];
    if groups.iter().any(|group| group.spins() > 0.0) {
        pictures.push(("runs.svg", RUNS_IN_COLUMN.svg(groups, &run_items(groups))));
    }
    pictures
}

/// Which stacking pattern.
pub fn stacking(groups: &[Evidence]) -> String {
    let mut out = String::from("<h2>Which stacking pattern</h2>\n");
    for group in groups {
        let most = (0..group.board[0])
            .max_by(|&a, &b| group.wells.get(a).part.total_cmp(&group.wells.get(b).part));
        let Some(column) = most else { continue };
        let ratio = group.wells.get(column);
        out += &format!(
            "<p>{}: the most common well is {} in {} % of positions; {} % have none. Freestyle index {}.</p>\n",
            escape(&group.name),
            pattern(column, group.board[0]),
            text(&ratio, 100.0),
            text(&group.wells.get(16), 100.0),
            text(&group.freestyle, 1.0),
        );
    }
    out += &facts(
        groups,
        &[
            ("a game's main well, % of its positions", 100.0, &|group| group.main_well),
            ("positions until the well moves", 1.0, &|group| group.stay),
            ("wells in the middle four columns, %", 100.0, &|group| group.central),
            ("freestyle index", 1.0, &|group| group.freestyle),
        ],
    );
    out += "<p class=\"note\">The freestyle index is the chance that two positions of a game that have a well do not have the \
            same one: 0 for one well all game, near 1 for no pattern at all. Of wells spread evenly over ten columns, 40 % are in the middle four.</p>\
            <div class=\"charts\">\n";
    out += &WELLS.figure(groups, &well_items(groups));
    let depth = |depth: usize| match depth {
        0 => "none".into(),
        depth if depth == DEPTHS - 1 => format!("{depth}+"),
        depth => depth.to_string(),
    };
    out += &Compared {
        title: "How deep the well is",
        unit: "% of positions",
        caption: "Rows from the well's floor to the lower of its neighbours.",
        times: 100.0,
        whole: "positions",
    }
    .figure(groups, &items(groups, |group| &group.depths, 0..DEPTHS, depth));
    out + "</div>\n"
}

/// Columns and rotations by piece.
pub fn placements(groups: &[Evidence]) -> String {
    let pieces: Vec<String> = Piece::ALL.iter().map(|piece| piece.letter().to_string()).collect();
    let mut out = String::from("<h2>Which columns and rotations</h2><div class=\"charts\">\n");
    for group in groups {
        let width = group.board[0];
        let shares: Vec<Vec<Option<f64>>> = group
            .columns
            .iter()
            .map(|shares| (0..width).map(|column| shares.get(column).value()).collect())
            .collect();
        let columns: Vec<String> = (0..width).map(|column| column.to_string()).collect();
        let picture = Heat {
            label: format!("Leftmost column by piece, {}", group.name),
            rows: pieces.clone(),
            columns: columns.clone(),
            shares,
        };
        out += &html::figure(
            &format!("Leftmost column by piece: {}", group.name),
            &picture.svg(),
            "Percent of the piece's placements whose leftmost cell is in the column.",
            &heat_data(&group.columns, &columns),
        );
        let facing = ["N", "E", "S", "W"].map(String::from).to_vec();
        let shares: Vec<Vec<Option<f64>>> = group
            .rotations
            .iter()
            .map(|shares| (0..4).map(|turn| shares.get(turn).value()).collect())
            .collect();
        let picture = Heat {
            label: format!("Rotation by piece, {}", group.name),
            rows: pieces.clone(),
            columns: facing.clone(),
            shares,
        };
        out += &html::figure(
            &format!("Rotation by piece: {}", group.name),
            &picture.svg(),
            "Percent of the piece's placements; N is as it appears. S and Z facing S or W, and I likewise, count as N or E.",
            &heat_data(&group.rotations, &facing),
        );
    }
    out + "</div>\n"
}

fn heat_data(shares: &[crate::evidence::GroupShares], columns: &[String]) -> String {
    let mut head = vec![""];
    head.extend(columns.iter().map(String::as_str));
    head.push("n");
    let rows: Vec<Vec<String>> = shares
        .iter()
        .zip(Piece::ALL)
        .map(|(shares, piece)| {
            let cells = (0..columns.len()).map(|index| text(&shares.get(index), 100.0));
            let name = std::iter::once(format!("{}, % (95 %)", piece.letter()));
            name.chain(cells).chain([count(shares.whole())]).collect()
        })
        .collect();
    html::table(&head, &rows)
}

/// Hold habits.
pub fn hold(groups: &[Evidence]) -> String {
    if groups.iter().all(|group| group.held.part == 0.0) {
        return String::new();
    }
    let mut out = String::from("<h2>Hold</h2>\n");
    out += &facts(groups, &[("placements after a hold, %", 100.0, &|group| group.held)]);
    out += "<div class=\"charts\">\n";
    let by_piece: Vec<(String, Vec<Ratio>)> = Piece::ALL
        .iter()
        .map(|piece| {
            let ratios = groups.iter().map(|group| group.held_by[piece.index()]);
            (piece.letter().to_string(), ratios.collect())
        })
        .collect();
    out += &Compared {
        title: "How often a piece is put on hold",
        unit: "% of its turns",
        caption: "By the active piece before the choice.",
        times: 100.0,
        whole: "turns",
    }
    .figure(groups, &by_piece);
    out += &ON_HOLD.figure(groups, &hold_items(groups));
    out + "</div>\n"
}

const ON_HOLD: Compared<'static> = Compared {
    title: "What is on hold",
    unit: "% of positions",
    caption: "After each placement. Pieces come equally often: what is on hold more than a seventh of the time is kept.",
    times: 100.0,
    whole: "positions",
};

fn hold_items(groups: &[Evidence]) -> Vec<(String, Vec<Ratio>)> {
    let name = |index: usize| {
        Piece::ALL.get(index).map_or("none".into(), |piece| piece.letter().to_string())
    };
    items(groups, |group| &group.on_hold, 0..8, name)
}

/// Stack heights.
pub fn heights(groups: &[Evidence]) -> String {
    let mut out = String::from("<h2>Stack height</h2>\n");
    out += &facts(
        groups,
        &[
            ("highest stack of a game, rows", 1.0, &|group| group.max_height),
            ("deepest well of a game, rows", 1.0, &|group| group.max_depth),
        ],
    );
    out += "<div class=\"charts\">\n";
    let name = |height: usize| match height {
        height if height == HEIGHTS - 1 => format!("{height}+"),
        height => height.to_string(),
    };
    out += &Compared {
        title: "Height of the stack",
        unit: "% of positions",
        caption: "Rows from the floor to the highest filled cell, after each placement.",
        times: 100.0,
        whole: "positions",
    }
    .figure(groups, &items(groups, |group| &group.heights, 0..HEIGHTS, name));
    out += &course(groups, "Height along the game", "rows", |group| &group.height_at);
    out += &course(groups, "Holes along the game", "holes", |group| &group.holes_at);
    out + "</div>\n"
}

fn course(
    groups: &[Evidence],
    title: &str,
    unit: &str,
    get: impl Fn(&Evidence) -> &Vec<Ratio>,
) -> String {
    let at = |part: usize| 100.0 * (part as f64 + 0.5) / PARTS as f64;
    let line = |group: &Evidence| {
        let points = get(group).iter().enumerate();
        let point =
            |(part, ratio): (usize, &Ratio)| Some((at(part), ratio.value()?, ratio.interval()));
        ChartLine { name: group.name.clone(), points: points.filter_map(point).collect() }
    };
    let picture = LineChart {
        label: title.into(),
        x_unit: "% of the game".into(),
        y_unit: format!("mean {unit}"),
        series: groups.iter().map(line).collect(),
        from_zero: true,
        across: None,
    };
    let mut head = vec!["% of the game".to_string()];
    head.extend(groups.iter().map(|group| format!("{} (95 %)", group.name)));
    let rows: Vec<Vec<String>> = (0..PARTS)
        .map(|part| {
            let cells = groups.iter().map(|group| text(&get(group)[part], 1.0));
            std::iter::once(short(at(part))).chain(cells).collect()
        })
        .collect();
    let head: Vec<&str> = head.iter().map(String::as_str).collect();
    html::figure(
        title,
        &picture.svg(),
        "Bands are 95 % intervals of the mean over games.",
        &html::table(&head, &rows),
    )
}

/// T-spins: how many, what precedes them, whether they repeat.
pub fn spins(groups: &[Evidence]) -> String {
    if groups.iter().all(|group| group.spins() == 0.0) {
        return String::new();
    }
    let mut out = String::from("<h2>T-spins</h2>\n");
    for group in groups.iter().filter(|group| group.spins() > 0.0) {
        let shares: Vec<f64> =
            (0..16).filter_map(|column| group.spin_columns.get(column).value()).collect();
        let chance: f64 = shares.iter().map(|share| share * share).sum();
        out += &format!(
            "<p>{}: {} T-spins that cleared lines, one every {} pieces. {} % are in the column of the one before; by chance \
             it would be {:.0} %.</p>\n",
            escape(&group.name),
            count(group.spins()),
            text(&group.spin_gap, 1.0),
            text(&group.spin_again, 100.0),
            100.0 * chance
        );
    }
    out += "<p class=\"note\">A factory in the manner of LST stacking shows as long runs: T-spins one after the other in the \
            same column with no other clear between them.</p><div class=\"charts\">\n";
    let uses = [
        "spin, no line",
        "spin single",
        "spin double",
        "spin triple",
        "mini spin",
        "lines, no spin",
        "filler",
    ];
    let chart =
        |title, unit, caption, whole| Compared { title, unit, caption, times: 100.0, whole };
    out += &chart("What Ts are used for", "% of Ts", "Every T placed, by what it did.", "Ts")
        .figure(groups, &items(groups, |group| &group.t_uses, 0..7, |index| uses[index].into()));
    out += &RUNS_IN_COLUMN.figure(groups, &run_items(groups));
    out += &chart("Where T-spins are", "% of T-spins", "The column of the T's centre.", "T-spins")
        .figure(
            groups,
            &items(groups, |group| &group.spin_columns, 0..16, |index| index.to_string()),
        );
    out += &chart(
        "Pieces from one T-spin to the next",
        "% of T-spins",
        "Seven is one T a bag: every T a T-spin.",
        "T-spins after another",
    )
    .figure(
        groups,
        &items(
            groups,
            |group| &group.spin_gaps,
            0..GAPS,
            |index| match index {
                index if index == GAPS - 1 => format!("{index}+"),
                index => index.to_string(),
            },
        ),
    );
    out += &chart(
        "The piece placed right before",
        "% of T-spins",
        "What completes the slot. A sixth is what chance gives a piece other than T.",
        "T-spins",
    )
    .figure(
        groups,
        &items(
            groups,
            |group| &group.spin_before[0],
            0..7,
            |index| Piece::ALL[index].letter().to_string(),
        ),
    );
    out += &chart(
        "The clear before",
        "% of T-spins",
        "What the last clear before the T-spin was; none for the first clear of a game.",
        "T-spins",
    )
    .figure(
        groups,
        &items(
            groups,
            |group| &group.spin_after,
            0..16,
            |index| match index {
                15 => "none".into(),
                index => kind(index),
            },
        ),
    );
    out + "</div>\n"
}

const RUNS_IN_COLUMN: Compared<'static> = Compared {
    title: "Runs in one column",
    unit: "% of T-spins",
    caption: "T-spins by the length of the run they are in: consecutive clears, all by T-spins in one column.",
    times: 100.0,
    whole: "T-spins",
};

fn run_items(groups: &[Evidence]) -> Vec<(String, Vec<Ratio>)> {
    let name = |index: usize| match index {
        index if index == RUNS - 1 => format!("{index}+"),
        index => index.to_string(),
    };
    items(groups, |group| &group.spin_runs, 1..RUNS, name)
}

/// Perfect clears, by opening.
pub fn empty_boards(groups: &[Evidence]) -> String {
    if groups.iter().all(|group| group.emptied[1] == 0) {
        return String::new();
    }
    let percent = |yes: u64, n: u64| match share(yes, n) {
        Some([low, high]) => {
            format!("{:.1} ({:.1}–{:.1})", 100.0 * yes as f64 / n as f64, 100.0 * low, 100.0 * high)
        }
        None => "–".into(),
    };
    let mut out = String::from("<h2>Perfect clears</h2>\n");
    for group in groups {
        out += &format!(
            "<h3>{}</h3><p>{} % of games have a perfect clear within their first eleven pieces, {} % at some time (n = {}).</p>\n",
            escape(&group.name),
            percent(group.emptied[0], group.games),
            percent(group.emptied[1], group.games),
            group.games
        );
        let mut openings: Vec<_> = group.openings.iter().collect();
        openings.sort_by(|a, b| b.1[0].cmp(&a.1[0]).then(a.0.cmp(b.0)));
        let rows: Vec<Vec<String>> = openings
            .iter()
            .take(15)
            .map(|(pieces, [games, early, ever])| {
                let pieces: Vec<String> =
                    pieces.iter().map(|&p| Piece::ALL[p as usize].letter().to_string()).collect();
                vec![
                    pieces.join(" "),
                    percent(*early, *games),
                    percent(*ever, *games),
                    games.to_string(),
                ]
            })
            .collect();
        out += "<details><summary>By opening: the first three pieces placed, the fifteen most common</summary>";
        out += &html::table(
            &["opening", "perfect clear early, % (95 %)", "at all, % (95 %)", "games"],
            &rows,
        );
        out += "</details>\n";
    }
    out
}
