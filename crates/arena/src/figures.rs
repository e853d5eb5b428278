//! Numbers formatted for people.

/// A whole number with separated thousands.
pub fn grouped(number: f64, gap: char) -> String {
    let digits = format!("{number:.0}");
    let mut text = String::new();
    for (index, digit) in digits.chars().enumerate() {
        let is_start = text.is_empty() || text == "-";
        if !is_start && (digits.len() - index).is_multiple_of(3) {
            text.push(gap);
        }
        text.push(digit);
    }
    text
}

/// A short number, for the axes of charts.
pub fn short(value: f64) -> String {
    let size = value.abs();
    let trim = |text: String| match text.contains('.') {
        true => text.trim_end_matches('0').trim_end_matches('.').to_string(),
        false => text,
    };
    match () {
        () if !value.is_finite() => "–".into(),
        () if size >= 1e6 => format!("{}M", trim(format!("{:.1}", value / 1e6))),
        () if size >= 1e4 => format!("{}k", trim(format!("{:.1}", value / 1e3))),
        () if size >= 100.0 => trim(format!("{value:.1}")),
        () if size >= 0.1 || value == 0.0 => trim(format!("{value:.2}")),
        () => trim(format!("{value:.4}")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn thousands_stand_apart() {
        let cases = [(0.0, "0"), (999.0, "999"), (1e3, "1 000"), (-123_456.0, "-123 456")];
        for (number, text) in cases {
            assert_eq!(grouped(number, ' '), text);
        }
        assert_eq!(grouped(1_234_567.4, ' '), "1 234 567");
    }

    #[test]
    fn axes_have_short_numbers() {
        let cases = [(1.25e6, "1.2M"), (20e3, "20k"), (150.0, "150"), (0.5, "0.5"), (0.0, "0")];
        for (number, text) in cases {
            assert_eq!(short(number), text);
        }
        assert_eq!(short(f64::NAN), "–");
    }
}
