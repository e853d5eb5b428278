//! `minolab completions` and `minolab man`: shell completions and manual pages.

use std::{fs, path::PathBuf};

use anyhow::{Context, Result};
use clap::CommandFactory;
use clap_complete::Shell;
use minolab_arena::replace_file;

use crate::{Outcome, output};

/// Prints completions for a shell
#[derive(clap::Args)]
#[command(after_help = "Examples:
  minolab completions bash > ~/.local/share/bash-completion/completions/minolab
  minolab completions zsh > ~/.zfunc/_minolab
  minolab completions fish > ~/.config/fish/completions/minolab.fish")]
pub struct Completions {
    /// Which shell.
    shell: Shell,
}

/// Writes manual pages, one per command
#[derive(clap::Args)]
#[command(after_help = "Examples:
  minolab man ~/.local/share/man/man1 && man minolab-run")]
pub struct Man {
    /// The folder to write them to; it is created if necessary.
    folder: PathBuf,
}

/// Prints completions.
pub fn completions(arguments: &Completions) -> Result<Outcome> {
    let mut text = Vec::new();
    clap_complete::generate(arguments.shell, &mut command(), "minolab", &mut text);
    output::styled(String::from_utf8(text)?.trim_end())?;
    Ok(Outcome::Success)
}

/// Writes the manual.
pub fn man(arguments: &Man) -> Result<Outcome> {
    let folder = &arguments.folder;
    fs::create_dir_all(folder).with_context(|| format!("making {}", folder.display()))?;
    let mut root = command();
    root.build();
    let mut pages = vec![root.clone()];
    pages.extend(root.get_subcommands().filter(|command| command.get_name() != "help").cloned());
    for page in &pages {
        // Subcommands know their full names once the root is built.
        let name = page.get_display_name().unwrap_or("minolab").replace(' ', "-");
        let mut text = Vec::new();
        clap_mangen::Man::new(page.clone()).render(&mut text)?;
        let path = folder.join(format!("{name}.1"));
        replace_file(&path, &text).with_context(|| format!("writing {}", path.display()))?;
    }
    output::line(format_args!("{} manual pages in {}", pages.len(), folder.display()))?;
    Ok(Outcome::Success)
}

fn command() -> clap::Command {
    crate::Arguments::command()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_command_has_a_page_and_completions() {
        let folder = std::env::temp_dir().join(format!("minolab-man-{}", std::process::id()));
        man(&Man { folder: folder.clone() }).unwrap();
        let text = fs::read_to_string(folder.join("minolab-run.1")).unwrap();
        assert!(text.contains("minolab") && text.contains("\\-\\-agent"), "{text}");
        let commands = command().get_subcommands().count();
        assert_eq!(fs::read_dir(&folder).unwrap().count(), commands + 1);
        fs::remove_dir_all(folder).unwrap();
        for shell in [Shell::Bash, Shell::Zsh, Shell::Fish] {
            let mut text = Vec::new();
            clap_complete::generate(shell, &mut command(), "minolab", &mut text);
            assert!(String::from_utf8(text).unwrap().contains("tbp-host"), "{shell}");
        }
    }
}
