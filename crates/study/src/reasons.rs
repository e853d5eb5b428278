//! Why one choice is better than another, by the shares of their scores.

/// What speaks for and against a choice compared with a better one: its shares less the better
/// one's, greatest first; what makes no difference is left out.
pub fn against<N: Clone + PartialEq>(better: &[(N, f64)], other: &[(N, f64)]) -> Vec<(N, f64)> {
    let mut shares = other.to_vec();
    for (name, share) in better {
        match shares.iter_mut().find(|(known, _)| known == name) {
            Some(known) => known.1 -= share,
            None => shares.push((name.clone(), -share)),
        }
    }
    shares.retain(|(_, share)| share.abs() > 1e-9);
    shares.sort_by(|a, b| b.1.abs().total_cmp(&a.1.abs()));
    shares
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn differences_are_by_name_and_the_greatest_comes_first() {
        let better = [("holes", -1.0), ("lines", 3.0), ("wells", -2.0)];
        let other = [("holes", -5.0), ("wells", -2.0), ("height", 1.0)];
        assert_eq!(against(&better, &other), [("holes", -4.0), ("lines", -3.0), ("height", 1.0)]);
    }
}
