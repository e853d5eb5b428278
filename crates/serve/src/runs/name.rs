//! Names of runs and reports, as requested by a page.

/// Whether this can be the name of something in the folder: no separator, nothing hidden, and
/// no way up.
pub fn is_name(text: &str) -> bool {
    let is_plain = |c: char| c.is_ascii_alphanumeric() || matches!(c, '-' | '_' | '.');
    (1..=80).contains(&text.len()) && text.chars().all(is_plain) && !text.starts_with('.')
}

/// The beginning of a name for a run of this agent by this optimiser.
pub fn stem(agent: &str, optimizer: &str) -> String {
    let plain = |c: char| if c.is_ascii_alphanumeric() { c } else { '-' };
    let agent: String = agent.chars().map(plain).take(40).collect();
    match agent.is_empty() {
        true => format!("run-{optimizer}"),
        false => format!("{agent}-{optimizer}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_stay_in_the_folder() {
        for name in ["bcts-cmaes-1", "a", "run_2.old", "study.html"] {
            assert!(is_name(name), "{name}");
        }
        let long = "x".repeat(81);
        for name in
            ["", ".", "..", "../a", "a/b", "a\\b", "/etc", ".hidden", "a\0b", "é", "a b", &long]
        {
            assert!(!is_name(name), "{name}");
        }
        for agent in ["bcts", "../../etc", "", "my agent", "é"] {
            assert!(is_name(&stem(agent, "es")), "{agent}");
        }
    }
}
