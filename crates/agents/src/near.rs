//! Suggestions for mistyped names.

/// Existing names that resemble an unknown one, the nearest first; at most three.
pub fn near<'a>(found: &str, names: impl IntoIterator<Item = &'a str>) -> Vec<&'a str> {
    let mut near: Vec<(f64, &str)> = names
        .into_iter()
        .map(|name| (strsim::jaro_winkler(found, name), name))
        .filter(|&(likeness, _)| likeness > 0.8)
        .collect();
    near.sort_by(|a, b| b.0.total_cmp(&a.0));
    near.dedup_by_key(|&mut (_, name)| name);
    near.into_iter().take(3).map(|(_, name)| name).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_nearest_come_first_and_strangers_not_at_all() {
        let names = ["holes", "hole_depth", "wells", "row_transitions"];
        assert_eq!(near("hole", names), ["holes", "hole_depth"]);
        assert_eq!(near("row_transition", names), ["row_transitions"]);
        assert!(near("xyz", names).is_empty());
    }
}
