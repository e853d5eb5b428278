//! Sounds, made as they are heard; nothing is loaded.

use std::cell::RefCell;

use wasm_bindgen::JsValue;
use web_sys::{AudioContext, AudioContextState, OscillatorType};

use crate::Sound;

thread_local! {
    // Browsers allow few of them, and only after the person did something.
    static CONTEXT: RefCell<Option<AudioContext>> = const { RefCell::new(None) };
}

/// A tone: its pitch at the start and at its end, when it begins, how long it is heard, how loud it
/// is at first, and its colour.
struct Tone(f32, f32, f64, f64, f32, OscillatorType);

use OscillatorType::{Sawtooth, Sine, Square, Triangle};

/// Plays a sound, at a volume from 0 to 100.
pub fn play(sound: Sound, volume: u8) {
    let tones: Vec<Tone> = match sound {
        Sound::Hold => vec![Tone(360.0, 540.0, 0.0, 0.07, 0.5, Triangle)],
        // A knock: low, falling and over at once.
        Sound::Lock => vec![
            Tone(170.0, 62.0, 0.0, 0.09, 1.0, Sine),
            Tone(900.0, 300.0, 0.0, 0.018, 0.18, Square),
        ],
        Sound::Clear(lines) => {
            // A chord of the pentatonic scale, one note more for each line.
            const SCALE: [f32; 5] = [523.25, 587.33, 659.25, 784.0, 1046.5];
            let count = (lines as usize + 1).min(SCALE.len());
            let mut tones: Vec<Tone> = SCALE[..count]
                .iter()
                .enumerate()
                .map(|(index, &note)| Tone(note, note, index as f64 * 0.045, 0.22, 0.6, Triangle))
                .collect();
            if lines >= 4 {
                tones.push(Tone(1568.0, 1568.0, 0.2, 0.4, 0.35, Sine));
                tones.push(Tone(130.8, 65.4, 0.0, 0.3, 0.7, Sine));
            }
            tones
        }
        Sound::Goal => [523.25, 659.25, 784.0, 1046.5, 1318.5]
            .iter()
            .enumerate()
            .map(|(index, &note)| Tone(note, note, index as f64 * 0.09, 0.35, 0.6, Triangle))
            .collect(),
        Sound::Lost => vec![
            Tone(329.63, 311.13, 0.0, 0.22, 0.6, Triangle),
            Tone(261.63, 246.94, 0.18, 0.22, 0.6, Triangle),
            Tone(196.0, 98.0, 0.36, 0.5, 0.7, Sawtooth),
        ],
    };
    play_all(&tones, volume);
}

/// The stack is close to the top.
pub fn danger(volume: u8) {
    play_all(
        &[Tone(196.0, 185.0, 0.0, 0.16, 0.5, Square), Tone(196.0, 185.0, 0.2, 0.16, 0.5, Square)],
        volume,
    );
}

fn play_all(tones: &[Tone], volume: u8) {
    if volume == 0 {
        return;
    }
    CONTEXT.with_borrow_mut(|slot| {
        if slot.is_none() {
            *slot = AudioContext::new().ok();
        }
        if let Some(context) = slot {
            // Made before the person did anything, as when a piece locks by itself, it is silent.
            if context.state() == AudioContextState::Suspended {
                let _ = context.resume();
            }
            for tone in tones {
                let _ = start(context, tone, volume as f32 / 100.0);
            }
        }
    });
}

fn start(context: &AudioContext, tone: &Tone, volume: f32) -> Result<(), JsValue> {
    let Tone(from, to, after, lasts, loud, colour) = *tone;
    let begin = context.current_time() + after;
    let (oscillator, gain) = (context.create_oscillator()?, context.create_gain()?);
    oscillator.set_type(colour);
    oscillator.frequency().set_value(from);
    if from != to {
        oscillator.frequency().set_value_at_time(from, begin)?;
        oscillator.frequency().exponential_ramp_to_value_at_time(to, begin + lasts)?;
    }
    // Ears hear by ratios: half the volume is a quarter of the amplitude.
    let peak = (0.22 * loud * volume * volume).max(0.0002);
    gain.gain().set_value_at_time(peak, begin)?;
    gain.gain().exponential_ramp_to_value_at_time(0.0001, begin + lasts)?;
    oscillator.connect_with_audio_node(&gain)?;
    gain.connect_with_audio_node(&context.destination())?;
    oscillator.start_with_when(begin)?;
    oscillator.stop_with_when(begin + lasts + 0.02)
}
