//! Gamepads and sound, with stand-ins for what a test cannot hold or hear.

use anyhow::{Context, Result, ensure};
use minolab_browser::{Browser, Folder, Look, Tab};
use minolab_page::PageSettings;
use minolab_rules::{Handling, Key, Mode};
use serde_json::{Value, json};

use crate::play::{begun, newest, settings};

/// Puts a gamepad of the standard layout where the browser has its own. `pad.down` holds the
/// places of the buttons that are pressed, `pad.axes` the sticks, and `pad.on` says whether it is
/// plugged in.
fn plug(tab: &Tab) -> Result<()> {
    tab.eval(
        "window.pad = {down: [], axes: [0.02, -0.03, 0, 0], on: true}; \
         navigator.getGamepads = () => { \
           const button = i => Object.create(GamepadButton.prototype, {pressed: {value: pad.down.includes(i)}}); \
           const buttons = Array.from({length: 17}, (_, i) => button(i)); \
           const one = Object.create(Gamepad.prototype, {buttons: {value: buttons}, axes: {value: pad.axes}, \
             mapping: {value: 'standard'}, connected: {value: true}}); \
           return [null, pad.on ? one : null, null, null]; }; true",
    )?;
    Ok(())
}

/// Waits so many frames: a pad is looked at once in each.
fn frames(tab: &Tab, count: u32) -> Result<()> {
    tab.eval(&format!(
        "new Promise(done => {{ let left = {count}; \
         const next = () => left-- > 0 ? requestAnimationFrame(next) : done(true); next(); }})"
    ))?;
    Ok(())
}

fn hold(tab: &Tab, buttons: &[u32]) -> Result<()> {
    tab.eval(&format!("pad.down = {buttons:?}; true"))?;
    frames(tab, 3)
}

fn push(tab: &Tab, button: u32) -> Result<()> {
    hold(tab, &[button])?;
    hold(tab, &[])
}

fn left(tab: &Tab) -> Result<i64> {
    let value = tab.eval("document.querySelector('#board').dataset.left")?;
    Ok(value.as_str().context("a piece")?.parse()?)
}

/// What is pressed, in order, of the newest game.
fn pressed(tab: &Tab) -> Result<Vec<Key>> {
    let replay = newest(tab)?;
    let keys = replay
        .keys
        .iter()
        .filter_map(|timed| Key::ALL.into_iter().find(|key| timed.event == key.press()));
    Ok(keys.collect())
}

#[test]
fn a_gamepad_plays_a_game() -> Result<()> {
    let (browser, page) = (Browser::start()?, Folder::page()?);
    let tab = browser.open(&page.address("#/"), Look::DESK)?;
    // Frames may take long on a busy machine: nothing repeats within a few of them.
    let handling = Handling { das_ms: 1500, ..Handling::TETRIO };
    settings(&tab, &PageSettings { handling, ..PageSettings::default() }.to_json())?;
    tab.eval("location.hash = '#/play?mode=moves=3&seed=7'")?;
    plug(&tab)?;
    begun(&tab)?;
    let start = left(&tab)?;
    push(&tab, 14)?;
    ensure!(left(&tab)? == start - 1, "left");
    push(&tab, 15)?;
    push(&tab, 15)?;
    ensure!(left(&tab)? == start + 1, "right");
    let before = tab.eval("board.dataset.piece")?;
    push(&tab, 1)?;
    ensure!(tab.eval("board.dataset.piece")? != before, "a turn");
    push(&tab, 0)?;
    ensure!(tab.eval("board.dataset.piece")? == before, "a turn back");
    // The stick does what the cross does; at rest it does nothing.
    tab.eval("pad.axes = [-0.9, 0, 0, 0]; true")?;
    frames(&tab, 3)?;
    tab.eval("pad.axes = [0.04, 0.03, 0, 0]; true")?;
    frames(&tab, 3)?;
    ensure!(left(&tab)? == start, "the stick");
    push(&tab, 4)?;
    tab.wait("document.querySelector('#hold-label').classList.contains('used')")?;
    push(&tab, 12)?;
    tab.wait("document.querySelector('#pieces').textContent === '2'")?;
    // A held button repeats, up to the wall; pulled out in the middle, it is let go.
    hold(&tab, &[14])?;
    tab.wait("board.dataset.left === '0'")?;
    tab.eval("pad.on = false; true")?;
    frames(&tab, 3)?;
    tab.eval("pad.down = []; pad.on = true; true")?;
    push(&tab, 12)?;
    tab.wait("document.querySelector('#pieces').textContent === '1'")?;
    let middle = left(&tab)?;
    frames(&tab, 120)?;
    ensure!(left(&tab)? == middle && middle > 0, "it goes on by itself");
    // The button in the middle stops and goes on; nothing falls meanwhile.
    push(&tab, 9)?;
    tab.wait("document.querySelector('.cover h2')?.textContent === 'Paused'")?;
    push(&tab, 12)?;
    ensure!(tab.text("#pieces")? == "1");
    push(&tab, 9)?;
    begun(&tab)?;
    push(&tab, 3)?;
    push(&tab, 12)?;
    tab.wait("document.querySelector('#reason')?.textContent === 'Clear!'")?;
    use Key::*;
    let expected =
        [Left, Right, Right, Cw, Ccw, Left, Hold, HardDrop, Left, HardDrop, Flip, HardDrop];
    let found = pressed(&tab)?;
    ensure!(found == expected, "{found:?}");
    ensure!(newest(&tab)?.mode == Mode::Pieces(3));
    // And begins again, once.
    hold(&tab, &[9])?;
    begun(&tab)?;
    frames(&tab, 5)?;
    ensure!(tab.text("#pieces")? == "3");
    begun(&tab)
}

/// Puts a silent stand-in where the browser has its sound, from the next page on; `heard` are
/// the tones in order.
fn listen(tab: &Tab) -> Result<()> {
    tab.before(
        "window.heard = []; window.contexts = 0; window.resumed = 0; \
         const param = () => ({value: 0, setValueAtTime() {}, exponentialRampToValueAtTime() {}}); \
         window.AudioContext = class { \
           constructor() { contexts += 1; this.currentTime = 0; this.destination = {}; this.state = 'suspended'; } \
           resume() { resumed += 1; this.state = 'running'; return Promise.resolve(); } \
           createGain() { return {gain: param(), connect() {}}; } \
           createOscillator() { const one = {type: '', frequency: param(), connect() {}, \
             start() { heard.push(one.frequency.value); }, stop() {}}; return one; } };",
    )
}

fn heard(tab: &Tab) -> Result<Value> {
    tab.eval("heard.splice(0)")
}

#[test]
fn sound_is_heard_when_it_is_on() -> Result<()> {
    let (browser, page) = (Browser::start()?, Folder::page()?);
    let tab = browser.open(&page.address("#/"), Look::DESK)?;
    listen(&tab)?;
    tab.eval("location.hash = '#/settings'; location.reload()")?;
    tab.wait("window.contexts === 0 && document.querySelector('#sound')?.checked === true")?;
    let play = |tab: &Tab| -> Result<()> {
        tab.eval("location.hash = '#/play?mode=moves=2&seed=7'")?;
        begun(tab)?;
        tab.tap("KeyC")?;
        tab.tap("Space")?;
        tab.wait("document.querySelector('#pieces').textContent === '1'")?;
        tab.tap("Space")?;
        tab.wait("!!document.querySelector('#reason')")?;
        tab.eval("location.hash = '#/settings'")?;
        tab.wait("!!document.querySelector('#sound')")
    };
    play(&tab)?;
    // A hold, two pieces that come to rest, and the goal, each as it is; one context does.
    let all = heard(&tab)?;
    ensure!(all == json!([360, 170, 900, 170, 900, 523.25, 659.25, 784, 1046.5, 1318.5]), "{all}");
    ensure!(tab.eval("[contexts, resumed]")? == json!([1, 1]));
    // Off, nothing is heard; it is kept.
    tab.click("#sound")?;
    play(&tab)?;
    let all = heard(&tab)?;
    ensure!(all == json!([]), "{all}");
    tab.eval("location.reload()")?;
    tab.wait("document.querySelector('#sound')?.checked === false")?;
    play(&tab)?;
    ensure!(tab.eval("[heard.length, contexts]")? == json!([0, 0]));
    // On again, it is heard again.
    tab.click("#sound")?;
    play(&tab)?;
    ensure!(heard(&tab)?.as_array().is_some_and(|all| all.len() == 10));
    // At no volume there is nothing to hear.
    tab.fill("#volume", "0")?;
    heard(&tab)?;
    play(&tab)?;
    let all = heard(&tab)?;
    ensure!(all == json!([]), "{all}");
    Ok(())
}
