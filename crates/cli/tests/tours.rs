//! The README and the tours, followed literally: every command in them must work.
//!
//! What is printed is not compared: words and figures may change without making a tour wrong.
#![cfg(unix)]

use std::{
    env, fs,
    path::Path,
    process::{Command, Stdio},
};

/// A command of a document, and the line it begins on.
#[derive(Debug, PartialEq)]
struct Step {
    line: usize,
    command: String,
}

/// What follows `$ ` in the blocks that are marked `console`; a line that ends in a backslash goes
/// on in the next. Blocks of other kinds show what needs a terminal, a browser or a compiler.
fn steps(document: &str) -> Vec<Step> {
    let mut steps: Vec<Step> = Vec::new();
    let mut is_console = false;
    let mut goes_on = false;
    for (number, line) in (1..).zip(document.lines()) {
        if line.starts_with("```") {
            is_console = line == "```console";
            goes_on = false;
        } else if is_console && goes_on {
            let command = &mut steps.last_mut().unwrap().command;
            command.push('\n');
            command.push_str(line);
            goes_on = line.ends_with('\\');
        } else if is_console && let Some(command) = line.strip_prefix("$ ") {
            steps.push(Step { line: number, command: command.to_string() });
            goes_on = line.ends_with('\\');
        }
    }
    steps
}

/// Runs a document's commands in order, in an empty folder of their own, with the built program
/// first on the path.
fn follow(name: &str) {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let steps = steps(&fs::read_to_string(root.join(name)).unwrap());
    assert!(steps.len() >= 5, "{name} has {} commands: are its blocks marked?", steps.len());

    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("tours").join(name);
    if folder.exists() {
        fs::remove_dir_all(&folder).unwrap();
    }
    fs::create_dir_all(&folder).unwrap();

    let program = Path::new(env!("CARGO_BIN_EXE_minolab"));
    let mut path = vec![program.parent().unwrap().to_path_buf()];
    path.extend(env::split_paths(&env::var_os("PATH").unwrap_or_default()));
    let path = env::join_paths(path).unwrap();

    for Step { line, command } in steps {
        let output = Command::new("sh")
            .args(["-c", &command])
            .current_dir(&folder)
            .env("PATH", &path)
            .stdin(Stdio::null())
            .output()
            .unwrap();
        assert!(
            output.status.success(),
            "{name}:{line}: {}\n$ {command}\n{}{}",
            output.status,
            String::from_utf8_lossy(&output.stdout),
            String::from_utf8_lossy(&output.stderr),
        );
    }
    fs::remove_dir_all(&folder).unwrap();
}

#[test]
fn the_readme_can_be_followed() {
    follow("README.md");
}

#[test]
fn the_tour_for_players_can_be_followed() {
    follow("docs/players.md");
}

#[test]
fn the_tour_of_training_can_be_followed() {
    follow("docs/training.md");
}

#[test]
fn the_tour_for_bot_authors_can_be_followed() {
    follow("docs/bots.md");
}

#[test]
fn the_tour_for_researchers_can_be_followed() {
    follow("docs/research.md");
}

#[test]
fn commands_are_told_from_what_they_print() {
    let document = "\
$ not in a block
```console
$ one --a \\
      --b
what it prints
$ two
```
```text
$ needs a terminal
```
```console
$ three
";
    let step = |line, command: &str| Step { line, command: command.into() };
    assert_eq!(
        steps(document),
        [step(3, "one --a \\\n      --b"), step(6, "two"), step(12, "three")]
    );
}
