//! `minolab replay --to`: converts a game to another format.

use std::path::Path;

use anyhow::{Context, Result, bail, ensure};
use minolab_agents::near;
use minolab_arena::{replace_file, replay::Replay};
use minolab_study::{
    Palette,
    film::{Film, Look, svg, write_apng, write_gif},
    ranked,
};

use crate::{flags::load_agent, output};

/// The formats.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub enum Form {
    /// TetrAIs' game log, for its own replay.
    TetraisLog,
    /// A page with every position and all its placements, ranked by an agent.
    Html,
    /// An animation.
    Gif,
    /// An animation; smaller and as sharp, for web pages rather than chats.
    Apng,
    /// A drawing of one or several positions.
    Svg,
    /// A fumen: a page per placement, with the pieces as a quiz.
    Fumen,
}

/// The flags of a format.
#[derive(Clone, Debug, clap::Args)]
pub struct FormFlags {
    /// Convert the game: to an animation (gif, apng), a drawing (svg), TetrAIs' log of boards, a fumen, or a page that
    /// ranks all placements of each position (html).
    #[arg(long, value_name = "FORM", conflicts_with_all = ["verify", "text", "json"])]
    pub to: Option<Form>,
    /// Where to write it [default: print it; a gif or apng goes beside the replay].
    #[arg(long, value_name = "FILE", requires = "to")]
    pub out: Option<std::path::PathBuf>,
    /// The agent that ranks the placements of a page: a shipped name, or an agent file [default: the agent that
    /// played].
    #[arg(long, value_name = "NAME|FILE", requires = "to")]
    pub agent: Option<String>,
    /// How many placements of each position a page shows [default: all].
    #[arg(long, value_name = "N", requires = "to")]
    pub top: Option<usize>,
    #[command(flatten)]
    pub picture: PictureFlags,
}

/// The flags of pictures.
#[derive(Clone, Debug, Default, clap::Args)]
pub struct PictureFlags {
    /// Start an animation or a fumen after this many placements.
    #[arg(long, value_name = "N", requires = "to")]
    from: Option<usize>,
    /// End an animation or a fumen after this many placements.
    #[arg(long, value_name = "N", requires = "to")]
    until: Option<usize>,
    /// Draw the positions after these numbers of placements, side by side [default: the last].
    #[arg(long, value_name = "N,…", value_delimiter = ',', requires = "to")]
    at: Vec<usize>,
    /// Placements per second of an animation [default: 4].
    #[arg(long, value_name = "PPS", requires = "to")]
    speed: Option<f64>,
    /// Pixels per cell of a picture, 4 to 64 [default: 16].
    #[arg(long, value_name = "PIXELS", requires = "to")]
    cell: Option<u32>,
    /// Colours of the pieces: usual, soft or colour-blind [default: usual].
    #[arg(long, value_name = "NAME", requires = "to")]
    palette: Option<String>,
}

impl PictureFlags {
    /// The name of the first of these flags that was given, if any.
    fn given(&self) -> Option<&'static str> {
        [
            ("--from", self.from.is_some()),
            ("--until", self.until.is_some()),
            ("--at", !self.at.is_empty()),
            ("--speed", self.speed.is_some()),
            ("--cell", self.cell.is_some()),
            ("--palette", self.palette.is_some()),
        ]
        .into_iter()
        .find_map(|(name, is_given)| is_given.then_some(name))
    }

    fn look(&self) -> Result<Look> {
        let usual = Look::default();
        let cell = self.cell.unwrap_or(usual.cell);
        ensure!(Look::CELLS.contains(&cell), "--cell is {cell}, expected 4 to 64");
        let speed = self.speed.unwrap_or(usual.speed);
        ensure!((0.1..=50.0).contains(&speed), "--speed is {speed}, expected 0.1 to 50");
        let palette = match &self.palette {
            None => usual.palette,
            Some(name) => Palette::from_name(name).with_context(|| {
                let names = Palette::ALL.map(Palette::name);
                let near = near(name, names);
                let expected = if near.is_empty() { names.join(", ") } else { near.join(" or ") };
                format!("--palette is {name:?}, expected {expected}")
            })?,
        };
        Ok(Look { cell, speed, palette })
    }
}

/// The most placements of a page: a browser shows no more.
const MOST: usize = 5000;
/// The most placements of an animation, and positions of a drawing.
const MOST_MOVING: usize = 3000;
const MOST_DRAWN: usize = 50;

impl FormFlags {
    /// Writes the game.
    pub fn write(&self, form: Form, game: &Replay, file: &Path) -> Result<()> {
        if matches!(form, Form::TetraisLog | Form::Html)
            && let Some(flag) = self.picture.given()
        {
            bail!("{flag} is for pictures: gif, apng and svg");
        }
        if matches!(form, Form::Gif | Form::Apng | Form::Svg | Form::Fumen) {
            let what = if form == Form::Fumen { "fumen" } else { "picture" };
            ensure!(self.agent.is_none(), "--agent is for --to html: a {what} ranks nothing");
            ensure!(self.top.is_none(), "--top is for --to html: a {what} has no list");
        }
        let text = match form {
            Form::Gif => return self.moving(game, file, "gif"),
            Form::Apng => return self.moving(game, file, "png"),
            Form::Svg => self.drawing(game).with_context(|| format!("in {file:?}"))?,
            Form::TetraisLog => {
                ensure!(self.agent.is_none(), "--agent is for --to html: a log of boards has none");
                ensure!(self.top.is_none(), "--top is for --to html: a log of boards has no list");
                game.to_tetrais_log().with_context(|| format!("in {file:?}"))?
            }
            Form::Html => self.ranked(game).with_context(|| format!("in {file:?}"))?,
            Form::Fumen => self.fumen(game).with_context(|| format!("in {file:?}"))?,
        };
        match &self.out {
            Some(path) => replace_file(path, text.as_bytes())
                .with_context(|| format!("writing {}", path.display())),
            // Printed unescaped, colours included: it contains no names from files.
            None => output::styled(text.trim_end()),
        }
    }

    fn moving(&self, game: &Replay, file: &Path, ending: &str) -> Result<()> {
        let picture = &self.picture;
        ensure!(picture.at.is_empty(), "--at is for svg: an animation has --from and --until");
        let look = picture.look()?;
        let count = game.events.len();
        let (from, until) = (picture.from.unwrap_or(0), picture.until.unwrap_or(count).min(count));
        ensure!(from < until, "--from is {from}, expected less than {until}, where it ends");
        ensure!(
            until - from <= MOST_MOVING,
            "{} placements, expected at most {MOST_MOVING} for an animation: \
             choose a part with --from and --until",
            until - from
        );
        let film = Film::new(game, from, until).with_context(|| format!("in {file:?}"))?;
        let mut bytes = Vec::new();
        match ending {
            "gif" => write_gif(&film, &look, &mut bytes)?,
            _ => write_apng(&film, &look, &mut bytes)?,
        }
        let path = self.out.clone().unwrap_or_else(|| file.with_extension(ending));
        replace_file(&path, &bytes).with_context(|| format!("writing {}", path.display()))?;
        let placements = output::counted((until - from) as u64, "placement");
        let size = bytes.len().div_ceil(1000);
        output::line(format_args!("{}: {placements}, {size} kB", path.display()))
    }

    fn fumen(&self, game: &Replay) -> Result<String> {
        let PictureFlags { from, until, at, speed, cell, palette } = &self.picture;
        ensure!(
            at.is_empty() && speed.is_none() && cell.is_none() && palette.is_none(),
            "--at, --speed, --cell and --palette are for pictures: a fumen has --from and --until"
        );
        let count = game.placements();
        let (from, until) = (from.unwrap_or(0), until.unwrap_or(count));
        ensure!(until <= count, "--until is {until}, expected at most {count}, the last placement");
        ensure!(from <= until, "--from is {from}, expected at most {until}, where it ends");
        ensure!(
            until - from <= MOST,
            "{} placements, expected at most {MOST} for a fumen: choose a part with --from and --until",
            until - from
        );
        Ok(game.to_fumen(from, until)?.to_text()?)
    }

    fn drawing(&self, game: &Replay) -> Result<String> {
        let PictureFlags { from, until, at, speed, .. } = &self.picture;
        ensure!(
            from.is_none() && until.is_none() && speed.is_none(),
            "--from, --until and --speed are for gif and apng: a drawing has --at"
        );
        let look = self.picture.look()?;
        let count = game.events.len();
        ensure!(
            at.len() <= MOST_DRAWN,
            "--at has {} positions, expected at most {MOST_DRAWN}",
            at.len()
        );
        let places = if at.is_empty() { vec![count] } else { at.clone() };
        let mut stills = Vec::new();
        for at in places {
            ensure!(at <= count, "--at is {at}, expected at most {count}, the last placement");
            stills.extend(Film::new(game, at, at)?.stills);
        }
        Ok(svg(&stills, &look))
    }

    fn ranked(&self, game: &Replay) -> Result<String> {
        let count = game.placements();
        ensure!(count <= MOST, "{count} placements, expected at most {MOST} for a page");
        let agent = match &self.agent {
            Some(name) => load_agent(name)?,
            None => match load_agent(&game.agent) {
                Ok(agent) => agent,
                Err(_) => bail!(
                    "{} is not a shipped agent; choose one to rank the placements with --agent, such as analyzer",
                    game.agent
                ),
            },
        };
        Ok(ranked::html(game, &agent, self.top.unwrap_or(usize::MAX))?)
    }
}
