//! Short tones; nothing is loaded.

use std::cell::RefCell;

use web_sys::{AudioContext, AudioContextState, OscillatorType};

use crate::Sound;

thread_local! {
    // Browsers allow few of them, and only after the person did something.
    static CONTEXT: RefCell<Option<AudioContext>> = const { RefCell::new(None) };
}

/// Plays a sound.
pub fn play(sound: Sound) {
    let notes: &[f32] = match sound {
        Sound::Hold => &[330.0],
        Sound::Lock => &[150.0],
        Sound::Clear(1) => &[440.0, 550.0],
        Sound::Clear(2) => &[440.0, 550.0, 660.0],
        Sound::Clear(3) => &[440.0, 550.0, 660.0, 770.0],
        Sound::Clear(_) => &[440.0, 660.0, 880.0, 1100.0],
        Sound::Goal => &[523.0, 659.0, 784.0, 1047.0],
        Sound::Lost => &[330.0, 262.0, 196.0],
    };
    CONTEXT.with_borrow_mut(|slot| {
        if slot.is_none() {
            *slot = AudioContext::new().ok();
        }
        if let Some(context) = slot {
            // Made before the person did anything, as when a piece locks by itself, it is silent.
            if context.state() == AudioContextState::Suspended {
                let _ = context.resume();
            }
            for (index, &note) in notes.iter().enumerate() {
                let _ = tone(context, note, index as f64 * 0.07);
            }
        }
    });
}

fn tone(context: &AudioContext, hertz: f32, after: f64) -> Result<(), wasm_bindgen::JsValue> {
    let start = context.current_time() + after;
    let (oscillator, gain) = (context.create_oscillator()?, context.create_gain()?);
    oscillator.set_type(OscillatorType::Triangle);
    oscillator.frequency().set_value(hertz);
    gain.gain().set_value_at_time(0.08, start)?;
    gain.gain().exponential_ramp_to_value_at_time(0.001, start + 0.12)?;
    oscillator.connect_with_audio_node(&gain)?;
    gain.connect_with_audio_node(&context.destination())?;
    oscillator.start_with_when(start)?;
    oscillator.stop_with_when(start + 0.13)
}
