//! Ticks as clocks.

/// Elapsed time: minutes, seconds and hundredths.
pub fn stopwatch(ticks: u64) -> String {
    let (minutes, seconds, hundredths) = (ticks / 60_000, ticks / 1000 % 60, ticks / 10 % 100);
    format!("{minutes}:{seconds:02}.{hundredths:02}")
}

/// Remaining time out of so many ticks: minutes, seconds and hundredths.
pub fn countdown(ticks: u64, whole: u64) -> String {
    stopwatch(whole.saturating_sub(ticks))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn clocks_run_both_ways() {
        assert_eq!(stopwatch(61_239), "1:01.23");
        assert_eq!(countdown(0, 180_000), "3:00.00");
        assert_eq!(countdown(180_500, 180_000), "0:00.00");
    }
}
