//! `minolab replay --to`: a game in another form.

use std::path::Path;

use anyhow::{Context, Result, bail, ensure};
use minolab_arena::{replace_file, replay::Replay};
use minolab_study::ranked;

use crate::{flags::load_agent, output};

/// The forms there are.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub enum Form {
    /// TetrAIs' game log, for its own replay.
    TetraisLog,
    /// A page with every board and all that could be played on it, ranked by an agent.
    Html,
}

/// What a form needs to know.
#[derive(Clone, Debug, clap::Args)]
pub struct FormFlags {
    /// Write the game in another form: TetrAIs' log of boards, or a page with all placements of each
    /// position ranked.
    #[arg(long, value_name = "FORM", conflicts_with_all = ["verify", "text", "json"])]
    pub to: Option<Form>,
    /// Where to write it [default: print it].
    #[arg(long, value_name = "FILE", requires = "to")]
    pub out: Option<std::path::PathBuf>,
    /// Who ranks the placements of a page: a shipped agent's name, or an agent file [default: the
    /// agent that played].
    #[arg(long, value_name = "NAME|FILE", requires = "to")]
    pub agent: Option<String>,
    /// How many placements of each position a page shows [default: all].
    #[arg(long, value_name = "N", requires = "to")]
    pub top: Option<usize>,
}

/// The most placements of a page: a browser shows no more.
const MOST: usize = 5000;

impl FormFlags {
    /// Writes the game.
    pub fn write(&self, form: Form, game: &Replay, file: &Path) -> Result<()> {
        let text = match form {
            Form::TetraisLog => {
                ensure!(self.agent.is_none(), "--agent is for --to html: a log of boards has none");
                ensure!(self.top.is_none(), "--top is for --to html: a log of boards has no list");
                game.to_tetrais_log().with_context(|| format!("in {file:?}"))?
            }
            Form::Html => self.ranked(game).with_context(|| format!("in {file:?}"))?,
        };
        match &self.out {
            Some(path) => replace_file(path, text.as_bytes())
                .with_context(|| format!("writing {}", path.display())),
            None => output::line(text.trim_end()),
        }
    }

    fn ranked(&self, game: &Replay) -> Result<String> {
        let count = game.placements();
        ensure!(count <= MOST, "{count} placements, expected at most {MOST} for a page");
        let agent = match &self.agent {
            Some(name) => load_agent(name)?,
            None => match load_agent(&game.agent) {
                Ok(agent) => agent,
                Err(_) => bail!(
                    "{} is no shipped agent; --agent says who ranks the placements, such as analyzer",
                    game.agent
                ),
            },
        };
        Ok(ranked::html(game, &agent, self.top.unwrap_or(usize::MAX))?)
    }
}
