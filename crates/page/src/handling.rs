//! Handling as other games write it.

use minolab_rules::{Handling, SoftDrop};
use serde_json::Value;

/// Milliseconds of one of TETR.IO's frames.
const FRAME: f64 = 1000.0 / 60.0;
/// TETR.IO's largest soft-drop factor stands for "at once".
const INSTANT: f64 = 41.0;

/// Reads TETR.IO's handling: its exported settings, or the numbers as the game shows them
/// ("ARR 2F, DAS 10F, DCD 0F, SDF 6X"), in frames or milliseconds (`ms`).
///
/// What is not said stays as it is in `now`.
pub fn tetrio_handling(text: &str, now: Handling) -> Result<Handling, String> {
    if let Ok(json) = serde_json::from_str::<Value>(text) {
        return from_json(&json, now);
    }
    let mut handling = now;
    let mut found = 0;
    let words: Vec<String> = text
        .to_lowercase()
        .replace(['=', ':', ',', ';', '\n', '\t'], " ")
        .split_whitespace()
        .map(String::from)
        .collect();
    for pair in words.windows(2) {
        let (name, value) = (&pair[0][..], &pair[1][..]);
        if matches!(name, "das" | "arr" | "dcd" | "sdf") {
            set(&mut handling, name, value)?;
            found += 1;
        }
    }
    match found {
        0 => {
            Err("no handling found, expected something like: ARR 2F, DAS 10F, DCD 0F, SDF 6X"
                .into())
        }
        _ => Ok(handling),
    }
}

fn from_json(json: &Value, now: Handling) -> Result<Handling, String> {
    let object = json.get("handling").or(json.pointer("/config/handling")).unwrap_or(json);
    let mut handling = now;
    let mut found = 0;
    for name in ["das", "arr", "dcd", "sdf"] {
        let value = match object.get(name) {
            Some(Value::Number(number)) => number.to_string(),
            Some(Value::String(text)) => text.to_lowercase(),
            _ => continue,
        };
        set(&mut handling, name, &value)?;
        found += 1;
    }
    if let Some(cancel) = object.get("cancel").and_then(Value::as_bool) {
        handling.cancel = cancel;
    }
    match found {
        0 => Err("no handling in these settings, expected das, arr, dcd or sdf".into()),
        _ => Ok(handling),
    }
}

fn set(handling: &mut Handling, name: &str, value: &str) -> Result<(), String> {
    let wrong = || format!("{name} is {value:?}, expected a number");
    if name == "sdf" {
        let text = value.trim_end_matches('x');
        let factor = match text {
            "∞" | "inf" | "infinity" => INSTANT,
            text => text.parse().map_err(|_| wrong())?,
        };
        handling.soft_drop = match factor {
            factor if factor >= INSTANT => SoftDrop::Instant,
            factor if factor >= 0.0 => SoftDrop::Factor(factor.round() as u16),
            _ => return Err(wrong()),
        };
        return Ok(());
    }
    let ms = match value.strip_suffix("ms") {
        Some(ms) => ms.parse::<f64>().map_err(|_| wrong())?,
        None => value.trim_end_matches('f').parse::<f64>().map_err(|_| wrong())? * FRAME,
    };
    if !(0.0..=1000.0).contains(&ms) {
        return Err(format!("{name} is {ms:.0} ms, expected 0 to 1000"));
    }
    let ms = ms.round() as u16;
    match name {
        "das" => handling.das_ms = ms,
        "arr" => handling.arr_ms = ms,
        _ => handling.cut_ms = ms,
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tetrios_numbers_are_read() {
        let read = |text: &str| tetrio_handling(text, Handling::FOUR_TRIS).unwrap();
        let shown = read("ARR 2F, DAS 10F, DCD 0F, SDF 6X");
        assert_eq!(shown, Handling::TETRIO);
        let fast = read(
            "{\"handling\": {\"arr\": \"0\", \"das\": 6.5, \"dcd\": 1, \"sdf\": 41, \"cancel\": true}}",
        );
        assert_eq!((fast.arr_ms, fast.das_ms, fast.cut_ms), (0, 108, 17));
        assert_eq!((fast.soft_drop, fast.cancel), (SoftDrop::Instant, true));
        assert_eq!(read("das: 100ms").das_ms, 100);
        assert_eq!(read("das: 100ms").arr_ms, Handling::FOUR_TRIS.arr_ms);
        assert_eq!(read("SDF ∞").soft_drop, SoftDrop::Instant);
    }

    #[test]
    fn what_is_no_handling_is_said() {
        let error = |text: &str| tetrio_handling(text, Handling::TETRIO).unwrap_err();
        assert!(error("hello").contains("DAS 10F"));
        assert!(error("das fast").contains("fast"));
        assert!(error("{\"a\": 1}").contains("no handling"));
        assert!(error("das 100").contains("1667 ms"));
    }
}
