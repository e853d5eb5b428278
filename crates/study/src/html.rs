//! Pages that need nothing from elsewhere.

use crate::chart::{DARK, LIGHT, STYLE, escape};

/// A page with its style inside.
pub fn page(title: &str, body: &str) -> String {
    let title = escape(title);
    format!(
        "<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">\
         <meta name=\"viewport\" content=\"width=device-width,initial-scale=1\">\
         <title>{title}</title><style>:root{{{LIGHT}}}\
         @media(prefers-color-scheme:dark){{:root{{{DARK}}}}}{LAYOUT}{STYLE}</style></head>\n\
         <body><main>\n{body}</main></body></html>\n"
    )
}

/// Gives the sections of a body ids, and puts a table of contents where it says `<!--contents-->`.
pub fn with_contents(body: &str) -> String {
    let mut parts = body.split("<h2>");
    let mut out = parts.next().unwrap_or_default().to_string();
    let mut links = String::new();
    for (number, part) in parts.enumerate() {
        let title = part.split("</h2>").next().unwrap_or_default();
        links += &format!("<li><a href=\"#s{number}\">{title}</a></li>");
        out += &format!("<h2 id=\"s{number}\">{part}");
    }
    let contents = format!("<nav aria-label=\"Contents\"><ul>{links}</ul></nav>");
    out.replacen("<!--contents-->", &contents, 1)
}

/// A table; the first cells of its rows are names.
pub fn table(head: &[&str], rows: &[Vec<String>]) -> String {
    let head: String =
        head.iter().map(|name| format!("<th scope=\"col\">{}</th>", escape(name))).collect();
    let row = |cells: &Vec<String>| {
        let cell = |(index, text): (usize, &String)| match index {
            0 => format!("<th scope=\"row\">{}</th>", escape(text)),
            _ => format!("<td>{}</td>", escape(text)),
        };
        format!("<tr>{}</tr>\n", cells.iter().enumerate().map(cell).collect::<String>())
    };
    let rows: String = rows.iter().map(row).collect();
    format!(
        "<div class=\"wide\"><table><thead><tr>{head}</tr></thead><tbody>\n{rows}</tbody></table></div>\n"
    )
}

/// A picture with its title, what is to be seen, and its data.
pub fn figure(title: &str, picture: &str, caption: &str, data: &str) -> String {
    format!(
        "<figure><figcaption><strong>{}</strong></figcaption>{picture}<p class=\"note\">{}</p>\
         <details><summary>Data</summary>{data}</details></figure>\n",
        escape(title),
        escape(caption)
    )
}

const LAYOUT: &str = "
*{box-sizing:border-box}
body{margin:0;background:var(--page);color:var(--ink);font:16px/1.5 system-ui,sans-serif}
main{max-width:1080px;margin:0 auto;padding:1.2rem 1rem 4rem}
h1{font-size:1.7rem;line-height:1.2;margin:.4em 0}
h2{font-size:1.25rem;margin:2.2em 0 .4em;padding-top:.6em;border-top:1px solid var(--rule)}
h3{font-size:1.05rem;margin:1.2em 0 .3em}
p{max-width:70ch;margin:.5em 0}
.note,.sub{color:var(--dim);font-size:.9rem}
.charts{display:grid;grid-template-columns:repeat(auto-fill,minmax(min(100%,440px),1fr));gap:1.4rem;margin:1rem 0}
.boards{display:grid;grid-template-columns:repeat(auto-fill,minmax(min(100%,300px),1fr));gap:1.2rem;margin:1rem 0}
figure,.card{margin:0;min-width:0;border:1px solid var(--rule);border-radius:8px;padding:.8rem}
figcaption{margin-bottom:.3rem}
.chart{display:block;width:100%;height:auto;max-width:640px}
.card .chart{max-width:170px;margin:.4rem 0}
.wide{overflow-x:auto}
table{border-collapse:collapse;font-size:.9rem;font-variant-numeric:tabular-nums;margin:.5rem 0}
th,td{padding:.22rem .7rem .22rem 0;text-align:right;border-bottom:1px solid var(--rule);white-space:nowrap}
th:first-child{text-align:left}
thead th{color:var(--dim);font-weight:500}
tbody th{font-weight:500}
details{font-size:.9rem}
summary{cursor:pointer;color:var(--dim)}
.tiles{display:grid;grid-template-columns:repeat(auto-fill,minmax(150px,1fr));gap:.8rem;margin:1rem 0}
.tile{border:1px solid var(--rule);border-radius:8px;padding:.6rem .8rem}
.tile b{display:block;font-size:1.35rem;font-weight:600}
.tile span{color:var(--dim);font-size:.85rem}
nav ul{display:flex;flex-wrap:wrap;gap:.2rem 1.2rem;padding:0;margin:.8rem 0;list-style:none;font-size:.9rem}
a{color:var(--s0)}
.key{display:inline-block;width:.8em;height:.8em;border-radius:2px;vertical-align:-.05em}
";
