//! The reference counts in `data/perft/reference.txt`.

use anyhow::{Context, Result, ensure};

use crate::{
    program::{self, Build},
    tool,
};

/// One line of the table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reference {
    /// Its name for `cargo xtask campaign`.
    pub name: String,
    rules: String,
    row: u8,
    spins: bool,
    queue: String,
    /// The expected count.
    pub nodes: u64,
}

impl Reference {
    /// Runs the count and fails unless it is right.
    pub fn check(&self, build: Build) -> Result<()> {
        let mut command = program::built(build);
        command.args(["perft", "--queue", &self.queue, "--rules", &self.rules]);
        command.args(["--spawn-row", &self.row.to_string()]);
        if self.spins {
            command.arg("--spins");
        }
        tool::run(command.args(["--expect", &self.nodes.to_string()]))
            .with_context(|| format!("reference count {:?}", self.name))
    }
}

/// Every line of the table.
pub fn all() -> Result<Vec<Reference>> {
    parse(include_str!("../../data/perft/reference.txt"))
}

fn parse(text: &str) -> Result<Vec<Reference>> {
    let lines = text.lines().enumerate();
    lines
        .filter(|(_, line)| !line.starts_with(';') && !line.trim().is_empty())
        .map(|(index, line)| {
            parse_line(line).with_context(|| format!("line {} of the reference counts", index + 1))
        })
        .collect()
}

fn parse_line(line: &str) -> Result<Reference> {
    let words: Vec<&str> = line.split_whitespace().collect();
    let [name, rules, row, spins, queue, nodes] = words[..] else {
        anyhow::bail!("{} columns, expected 6", words.len());
    };
    ensure!(matches!(spins, "yes" | "no"), "spins is {spins:?}, expected yes or no");
    Ok(Reference {
        name: name.into(),
        rules: rules.into(),
        row: row.parse().with_context(|| format!("row is {row:?}"))?,
        spins: spins == "yes",
        queue: queue.into(),
        nodes: nodes.parse().with_context(|| format!("nodes is {nodes:?}"))?,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_is_sound() {
        let all = all().unwrap();
        for (index, reference) in all.iter().enumerate() {
            let twin = all[..index].iter().find(|other| other.name == reference.name);
            assert_eq!(twin, None);
        }
    }

    #[test]
    fn bad_lines_are_errors() {
        for line in ["a b 1 no T", "a b 300 no T 1", "a b 1 maybe T 1", "a b 1 no T many"] {
            assert!(parse(line).is_err(), "{line}");
        }
    }
}
