//! Small charts as SVG: bars, lines, heat maps and parallel coordinates, drawn for pages and for files.
//!
//! Every chart is 480 units wide, so that its letters stay readable on a phone. Colours are
//! names of the page's style; [`standalone`] puts the light ones into the picture itself.

mod bars;
mod board;
mod heat;
mod lines;
mod parallel;
mod scale;

pub use bars::{Bar, Bars};
pub use board::{BoardMark, board};
pub use heat::Heat;
pub use lines::{ChartLine, LineChart};
pub use minolab_arena::figures::short;
pub use parallel::Parallel;
pub use scale::Scale;

/// Width of every chart.
pub const WIDTH: f64 = 480.0;

/// The style that pictures rely on; a page defines the colours for light and dark.
pub const STYLE: &str = "
.chart text{font:12px system-ui,sans-serif;fill:var(--ink)}
.chart .dim{fill:var(--dim)}
.chart .grid{stroke:var(--rule);stroke-width:1}
.chart .axis{stroke:var(--dim);stroke-width:1}
.chart .whisker{stroke:var(--ink);stroke-width:1.2;fill:none}
.chart .s0{fill:var(--s0)}.chart .s1{fill:var(--s1)}.chart .s2{fill:var(--s2)}.chart .s3{fill:var(--s3)}
.chart .l0{stroke:var(--s0)}.chart .l1{stroke:var(--s1)}.chart .l2{stroke:var(--s2)}.chart .l3{stroke:var(--s3)}
.chart .line{fill:none;stroke-width:2}
.chart .thread{fill:none;stroke-width:1}
.chart .band{opacity:.18}
.chart .cell{fill:var(--s0)}
.chart .empty{fill:var(--empty)}
.chart .stack{fill:var(--stack)}
.chart .played{fill:var(--s1)}
.chart .best{fill:none;stroke:var(--s2);stroke-width:2.5}
";

/// The colours of a light page.
pub const LIGHT: &str = "--ink:#1c2024;--dim:#666f78;--rule:#dfe3e8;--page:#fff;--s0:#2f6fb7;--s1:#d9772b;\
--s2:#2f8f5b;--s3:#8a56b0;--empty:#f1f3f6;--stack:#9aa4af";

/// The colours of a dark page.
pub const DARK: &str = "--ink:#e6e9ec;--dim:#98a2ad;--rule:#343b43;--page:#15181c;--s0:#6aa5e6;--s1:#f0a05c;\
--s2:#5fc08b;--s3:#bd90df;--empty:#22272d;--stack:#67717c";

/// A chart as a file of its own, in light colours.
pub fn standalone(svg: &str) -> String {
    let style = format!("<style>svg{{{LIGHT}}}{STYLE}</style>");
    let tag = "<svg xmlns=\"http://www.w3.org/2000/svg\" ";
    match svg.split_once('>') {
        Some((head, rest)) => {
            let head = head.replacen("<svg ", tag, 1);
            format!("{head}>{style}<rect width=\"100%\" height=\"100%\" fill=\"#fff\"/>{rest}\n")
        }
        None => svg.into(),
    }
}

/// Text inside a page or a picture.
pub fn escape(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            '\'' => out.push_str("&#39;"),
            c => out.push(c),
        }
    }
    out
}

/// The beginning of a chart: its size, and what it shows for those who do not see it.
fn open(width: f64, height: f64, label: &str) -> String {
    format!(
        "<svg class=\"chart\" viewBox=\"0 0 {width} {height}\" role=\"img\" aria-label=\"{}\">",
        escape(label)
    )
}

/// Names beside their colours, from this height; an empty one takes no room.
fn legend(names: &[&str], y: f64) -> String {
    if names.len() < 2 {
        return String::new();
    }
    let mut x = 44.0;
    let mut out = String::new();
    for (index, name) in names.iter().enumerate() {
        out += &format!(
            "<rect class=\"s{}\" x=\"{x}\" y=\"{}\" width=\"11\" height=\"11\" rx=\"2\"/>\
             <text x=\"{}\" y=\"{y}\">{}</text>",
            index % 4,
            y - 10.0,
            x + 16.0,
            escape(name)
        );
        x += 34.0 + 7.0 * name.chars().count() as f64;
    }
    out
}

#[cfg(test)]
mod tests;
