//! Splitting a command line.

use thiserror::Error;

/// A command line that cannot be split.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum CommandError {
    /// An empty command.
    #[error("the command is empty, expected a program")]
    Empty,
    /// An unclosed quote.
    #[error("the command has an unclosed {0}")]
    Quote(char),
}

/// The words of a command: separated by spaces, kept together by single or double quotes.
///
/// There is no shell: a backslash, a star or a dollar has no special meaning.
pub fn words(command: &str) -> Result<Vec<String>, CommandError> {
    let mut words = Vec::new();
    let mut word: Option<String> = None;
    let mut letters = command.chars();
    while let Some(letter) = letters.next() {
        match letter {
            '\'' | '"' => {
                let word = word.get_or_insert_default();
                loop {
                    match letters.next() {
                        None => return Err(CommandError::Quote(letter)),
                        Some(end) if end == letter => break,
                        Some(other) => word.push(other),
                    }
                }
            }
            _ if letter.is_whitespace() => words.extend(word.take()),
            _ => word.get_or_insert_default().push(letter),
        }
    }
    words.extend(word);
    if words.is_empty() { Err(CommandError::Empty) } else { Ok(words) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quotes_keep_words_together() {
        let split = |text| words(text).unwrap();
        assert_eq!(split("bot --fast  -n 3"), ["bot", "--fast", "-n", "3"]);
        assert_eq!(split(r#"'my bot' "a 'b'" c"d e"f"#), ["my bot", "a 'b'", "cd ef"]);
        assert_eq!(split(r"C:\bots\one.exe ''"), [r"C:\bots\one.exe", ""]);
        assert_eq!(words("  "), Err(CommandError::Empty));
        assert_eq!(words("a 'b"), Err(CommandError::Quote('\'')));
    }
}
