//! A population that learns in workers.

use std::sync::atomic::AtomicBool;

use anyhow::{Context, Result, ensure};
use minolab_browser::{Browser, Folder, Look, Tab};
use minolab_page::{Evolution, EvolveOrder};
use minolab_train::{LogLine, Trainer, TrainerEvent};

const SMALL: &str = "pieces=100&population=8&generations=6&validation=4&held-out=4&seed=5";

/// Waits until so many generations are complete.
fn at(tab: &Tab, generation: u64) -> Result<()> {
    tab.wait(&format!("document.querySelector('.evolve')?.dataset.generation === '{generation}'"))
}

/// The text of the file that the page saves.
fn saved(tab: &Tab) -> Result<String> {
    tab.eval(
        "window.saved = null; window.make ??= URL.createObjectURL; \
         URL.createObjectURL = blob => { blob.text().then(t => saved = t); return make(blob); }; true",
    )?;
    tab.click("#save")?;
    tab.wait("saved !== null")?;
    Ok(tab.eval("saved")?.as_str().context("a file")?.into())
}

fn load(tab: &Tab, text: &str) -> Result<()> {
    tab.eval(&format!(
        "{{ const list = new DataTransfer(); list.items.add(new File([{text:?}], 'p.json')); \
         const input = document.querySelector('#population-file'); input.files = list.files; \
         input.dispatchEvent(new Event('change', {{bubbles: true}})); }}"
    ))?;
    Ok(())
}

/// The champion's weights, to the last bit.
fn champion(tab: &Tab) -> Result<Vec<f64>> {
    let value = tab.eval("document.querySelector('.evolve').dataset.champion")?;
    let text = value.as_str().context("a champion")?;
    text.split(',').map(|weight| Ok(weight.parse()?)).collect()
}

/// The mean of every generation and the champion's weights, by the trainer on threads.
fn natively(query: &str) -> Result<(Vec<f64>, Vec<f64>)> {
    let training = EvolveOrder::read(query).map_err(anyhow::Error::msg)?.training();
    let mut trainer = Trainer::new(training.map_err(anyhow::Error::msg)?)?;
    let (mut means, mut best) = (Vec::new(), None::<(f64, Vec<f64>)>);
    let mut each = |event: TrainerEvent| {
        if let TrainerEvent::Line(LogLine::Generation(line)) = event {
            means.push(line.mean);
            if best.as_ref().is_none_or(|(mean, _)| line.challenger.mean > *mean) {
                best = Some((line.challenger.mean, line.recommended.clone()));
            }
        }
        Ok::<(), anyhow::Error>(())
    };
    trainer.run(2, &AtomicBool::new(false), &mut each)?;
    Ok((means, best.context("a generation")?.1))
}

#[test]
fn mean_fitness_improves_within_ten_generations() -> Result<()> {
    let (browser, page) = (Browser::start()?, Folder::page()?);
    let query = "generations=10&validation=5&held-out=2";
    let tab = browser.open(&page.address(&format!("#/evolve?{query}")), Look::DESK)?;
    tab.click("#max")?;
    for generation in 1..=10 {
        tab.wait(&format!(
            "+document.querySelector('.evolve').dataset.generation >= {generation}"
        ))?;
    }
    tab.wait("!!document.querySelector('#end').textContent")?;
    // The champion's rise: a frame for each, the first and the last of them different games.
    tab.wait("document.querySelectorAll('.filmstrip li').length > 1")?;
    let evolution = Evolution::load(&saved(&tab)?)?;
    let means: Vec<f64> = evolution.curve().iter().map(|mark| mark.mean).collect();
    println!("mean fitness by generation: {means:?}");
    ensure!(means.len() == 10 && means[9] > 3.0 * means[0], "{means:?}");
    // The same in every bit as without a browser.
    ensure!((means, champion(&tab)?) == natively(query)?);
    Ok(())
}

#[test]
fn every_optimiser_comes_to_the_native_champion_with_any_workers() -> Result<()> {
    let (browser, page) = (Browser::start()?, Folder::page()?);
    let tab = browser.open(&page.address("#/"), Look::DESK)?;
    for (optimizer, workers) in [("ga", 1), ("es", 3), ("pso", 2), ("cem", 1), ("cmaes", 3)] {
        let query = format!("optimizer={optimizer}&{SMALL}");
        tab.eval(&format!("location.hash = '#/evolve?{query}'"))?;
        tab.wait("!!document.querySelector('#workers')")?;
        tab.fill("#workers", &workers.to_string())?;
        tab.click("#max")?;
        tab.wait("!!document.querySelector('#end')?.textContent")?;
        ensure!(champion(&tab)? == natively(&query)?.1, "{optimizer}: another champion");
        tab.eval("location.hash = '#/'")?;
        tab.wait("!document.querySelector('.evolve')")?;
    }
    Ok(())
}

#[test]
fn a_saved_population_is_the_same_when_it_is_loaded() -> Result<()> {
    let (browser, page) = (Browser::start()?, Folder::page()?);
    let address = page.address(&format!("#/evolve?{SMALL}"));
    let tab = browser.open(&address, Look::DESK)?;
    tab.wait("!!document.querySelector('#pause')")?;
    for generation in 1..=2 {
        tab.tap("KeyG")?;
        at(&tab, generation)?;
    }
    let text = saved(&tab)?;
    // It is kept for the next time.
    tab.eval("location.reload()")?;
    at(&tab, 2)?;
    // Forgotten, it begins again.
    tab.click("#pause")?;
    tab.eval("localStorage.clear(); location.hash = '#/'")?;
    tab.wait("!document.querySelector('.evolve')")?;
    tab.eval("localStorage.clear()")?;
    tab.go(&page.address("#/evolve"))?;
    at(&tab, 0)?;
    tab.tap("Space")?;
    load(&tab, &text)?;
    at(&tab, 2)?;
    ensure!(tab.eval("location.hash")?.as_str().is_some_and(|hash| hash.ends_with(SMALL)));
    ensure!(saved(&tab)? == text, "another population");
    tab.tap("KeyG")?;
    at(&tab, 3)?;
    ensure!(saved(&tab)? != text);
    for (foreign, why) in [
        ("{}".to_string(), "expected \"minolab-population\""),
        (text.replacen("\"version\":\"", "\"version\":\"9", 1), "is of version \"9"),
        (text.replace("population=8", "population=9"), "other settings"),
    ] {
        load(&tab, &foreign)?;
        tab.wait(&format!("document.querySelector('#error').textContent.includes({why:?})"))?;
    }
    at(&tab, 3)
}

#[test]
fn shift_loads_the_evolved_population_and_the_champion_is_watched() -> Result<()> {
    let (browser, page) = (Browser::start()?, Folder::page()?);
    let tab = browser.open(&page.address("#/evolve"), Look::DESK)?;
    tab.wait("!!document.querySelector('#pause')")?;
    tab.tap("Space")?;
    // Going back through the controls is not meant.
    tab.key("ShiftLeft", true)?;
    tab.tap("Tab")?;
    tab.key("ShiftLeft", false)?;
    at(&tab, 0)?;
    tab.tap("ShiftLeft")?;
    at(&tab, 25)?;
    ensure!(tab.text("#generation")? == "25 of 100");
    tab.tap("KeyG")?;
    at(&tab, 26)?;
    tab.click("#to-watch")?;
    tab.wait("location.hash.includes('agent=own-genetic-ga')")?;
    tab.wait("document.querySelector('.seat h2')?.textContent.startsWith('genetic-ga')")?;
    tab.wait("+document.querySelector('.pieces').textContent > 5")
}

#[test]
fn the_shown_game_is_the_one_that_counts() -> Result<()> {
    let (browser, page) = (Browser::start()?, Folder::page()?);
    let query = "pieces=40&population=4&generations=3&validation=2&held-out=2";
    let tab = browser.open(&page.address(&format!("#/evolve?{query}")), Look::DESK)?;
    tab.eval(
        "window.scores = {}; window.watcher = new MutationObserver(() => { \
         const text = selector => document.querySelector(selector)?.textContent; \
         const actor = text('#actor'); \
         if (actor?.startsWith('Generation 0') && +text('.pieces') > 0) scores[actor] = +text('.score'); }); \
         watcher.observe(document.body, {subtree: true, childList: true, characterData: true}); true",
    )?;
    // Learning is as fast as it can be at first; slower, games are seen.
    ensure!(tab.text("#speed")? == "max");
    tab.tap("Minus")?;
    at(&tab, 1)?;
    tab.tap("Space")?;
    let evolution = Evolution::load(&saved(&tab)?)?;
    let scores = tab.eval("scores")?;
    ensure!(evolution.measured()[0].len() == 4);
    // The first one's may have begun before anybody looked.
    for (index, individual) in evolution.measured()[0].iter().enumerate().skip(1) {
        let name = format!("Generation 0, individual {} of 4", index + 1);
        ensure!(scores[&name].as_f64() == Some(individual.fitness), "{name}: {scores}");
    }
    Ok(())
}
