//! What a move costs, as a file says it.

use minolab_study::calibrate::{Calibration, Gap, shipped};
use toml::{Table, Value};

/// A curve that can be read reads the same once written, and a choice further behind never costs less.
///
/// Tried as it is, and once more as the numbers of a sound file: mutated text is seldom one.
pub fn fuzz_calibration(data: &[u8]) {
    if let Ok(text) = std::str::from_utf8(data) {
        hold(text);
    }
    hold(&with_numbers(data));
}

fn hold(text: &str) {
    let found = match Calibration::from_toml(text) {
        Ok(found) => found,
        Err(error) => return assert!(!error.is_empty()),
    };
    let written = found.to_toml();
    let read = Calibration::from_toml(&written).expect("it was just written");
    // As text: what is no number equals nothing.
    assert_eq!(read.to_toml(), written);
    assert!(found.right() <= found.held_out.len());
    let curve = &found.curve;
    let scores = curve.knots.iter().flat_map(|knot| {
        let [score, _] = *knot;
        [score / 2.0, score.next_down().max(0.0), score, score.next_up()]
    });
    let mut scores: Vec<f64> = scores.chain([0.0, curve.resolution, f64::MAX]).collect();
    scores.sort_by(f64::total_cmp);
    let costs = scores.iter().map(|&score| curve.cost(Gap::Score(score)));
    costs.fold(0.0, |before, cost| {
        // Rounding may take a little off a rising line.
        assert!(cost >= before * (1.0 - 1e-9), "{cost} after {before} by {written}");
        cost
    });
}

/// A shipped file with numbers, and numbers of knots, made from bytes.
fn with_numbers(data: &[u8]) -> String {
    let (&first, rest) = data.split_first().unwrap_or((&0, &[]));
    let all = shipped::all();
    let mut file: Table =
        all[first as usize % all.len()].to_toml().parse().expect("it was just written");
    let mut bytes = rest.iter().copied();
    file.iter_mut().for_each(|(_, value)| change(value, &mut bytes));
    let knots = file.get_mut("curve").and_then(|curve| curve.get_mut("knots"));
    if let Some(Value::Array(knots)) = knots {
        rise(knots, 0);
        // A curve that falls somewhere is one to refuse.
        if first < 128 {
            rise(knots, 1);
        }
    }
    file.to_string()
}

/// Puts one side of the knots in order: numbers drawn one by one never are.
fn rise(knots: &mut [Value], side: usize) {
    let number = |knot: &Value| knot.get(side).and_then(Value::as_float);
    let mut numbers: Vec<f64> = knots.iter().filter_map(number).collect();
    numbers.sort_by(f64::total_cmp);
    let places = knots.iter_mut().filter_map(|knot| match knot.get_mut(side) {
        Some(Value::Float(number)) => Some(number),
        _ => None,
    });
    places.zip(numbers).for_each(|(place, number)| *place = number);
}

/// Puts other numbers into a value, as long as there are bytes that say so.
fn change(value: &mut Value, bytes: &mut impl Iterator<Item = u8>) {
    match value {
        Value::Table(table) => table.iter_mut().for_each(|(_, value)| change(value, bytes)),
        Value::Array(list) => {
            if let Some(count @ 224..) = bytes.next() {
                list.truncate(count as usize - 224);
            }
            list.iter_mut().for_each(|value| change(value, bytes));
        }
        Value::Integer(number) => match bytes.next() {
            Some(byte @ 128..) => *number = i64::from_le_bytes(eight(byte, bytes)),
            Some(byte @ 64..) => *number = byte as i64 - 96,
            _ => {}
        },
        Value::Float(number) => match bytes.next() {
            Some(byte @ 248..) => *number = f64::from_le_bytes(eight(byte, bytes)),
            // What fits is more often taken.
            Some(byte @ 128..) => *number *= 0.5 + (byte - 128) as f64 / 120.0,
            Some(byte @ 64..) => *number = (byte - 64) as f64,
            _ => {}
        },
        Value::String(_) | Value::Boolean(_) | Value::Datetime(_) => {}
    }
}

/// Eight bytes, zeros where there are none left.
fn eight(first: u8, bytes: &mut impl Iterator<Item = u8>) -> [u8; 8] {
    std::array::from_fn(|place| if place == 0 { first } else { bytes.next().unwrap_or(0) })
}

pub(crate) fn seeds() -> Vec<Vec<u8>> {
    let texts = shipped::all().iter().map(|curve| curve.to_toml().into_bytes());
    let numbers = (0..6u8)
        .map(|first| (0..200u8).map(|at| at.wrapping_mul(37) ^ first.wrapping_mul(43)).collect());
    texts.chain(numbers).collect()
}
