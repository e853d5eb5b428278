//! The rules compiled for WebAssembly, compared with the rules compiled for this machine.

use std::process::Command;

use anyhow::{Context, Result, bail};
use minolab_rules::shipped;
use wasmi::{Engine, Instance, Linker, Module, Store};

use crate::tool;

const TARGET: &str = "wasm32-unknown-unknown";
/// Games a ruleset.
const SEEDS: u32 = 10;
/// Pieces a game at most.
const PIECES: u32 = 200;
/// Games in real time a ruleset.
const TYPED: u32 = 4;
/// Ticks of each at most.
const TICKS: u32 = 10_000;
/// Plies of the counts.
const DEPTH: u32 = 3;

/// Builds the golden games for WebAssembly, runs them and compares their digests with ours.
pub fn run() -> Result<()> {
    if tool::works(Command::new("rustup").arg("--version")) {
        tool::run(Command::new("rustup").args(["target", "add", TARGET]))?;
    }
    let mut build = tool::cargo();
    tool::run(build.args(["build", "--release", "-p", "minolab-golden", "--target", TARGET]))?;
    let mut there = Guest::load()?;

    let found = there.call("rulesets", &[])?;
    if found != minolab_golden::rulesets() as u64 {
        bail!("{found} rulesets in WebAssembly, {} here", minolab_golden::rulesets());
    }
    for (index, name) in (0..).zip(shipped::NAMES) {
        for seed in 1..=SEEDS {
            let here = minolab_golden::game(index, seed, PIECES);
            if there.call("game", &[index, seed, PIECES])? != here {
                let pieces = first_difference(&mut there, index, seed)?;
                bail!("{name}, seed {seed}: WebAssembly differs at piece {pieces}");
            }
        }
        for seed in 1..=TYPED {
            let here = minolab_golden::realtime(index, seed, TICKS);
            if there.call("realtime", &[index, seed, TICKS])? != here {
                bail!("{name}, seed {seed}: WebAssembly differs in real time");
            }
        }
        let here = minolab_golden::count(index, DEPTH);
        let found = there.call("count", &[index, DEPTH])?;
        if found != here {
            bail!("{name}: {found} nodes at depth {DEPTH} in WebAssembly, {here} here");
        }
        println!(
            "{name}: {SEEDS} games, {TYPED} in real time and {here} nodes are the same in WebAssembly"
        );
    }
    Ok(())
}

fn first_difference(there: &mut Guest, ruleset: u32, seed: u32) -> Result<u32> {
    for pieces in 0..PIECES {
        if there.call("game", &[ruleset, seed, pieces])?
            != minolab_golden::game(ruleset, seed, pieces)
        {
            return Ok(pieces);
        }
    }
    Ok(PIECES)
}

/// The golden games in WebAssembly.
struct Guest {
    store: Store<()>,
    instance: Instance,
}

impl Guest {
    fn load() -> Result<Guest> {
        let path = tool::built(&format!("{TARGET}/release"), "minolab_golden.wasm");
        let bytes = std::fs::read(&path).with_context(|| format!("reading {}", path.display()))?;
        let engine = Engine::default();
        let module = Module::new(&engine, &bytes[..])?;
        let mut store = Store::new(&engine, ());
        // Nothing is offered to it: the rules need nothing from outside.
        let instance = Linker::new(&engine).instantiate_and_start(&mut store, &module)?;
        Ok(Guest { store, instance })
    }

    fn call(&mut self, name: &str, arguments: &[u32]) -> Result<u64> {
        let result = match *arguments {
            [] => self.function::<(), i32>(name)?.call(&mut self.store, ()).map(|n| n as u64),
            [a, b] => {
                let function = self.function::<(i32, i32), i64>(name)?;
                function.call(&mut self.store, (a as i32, b as i32)).map(|n| n as u64)
            }
            [a, b, c] => {
                let function = self.function::<(i32, i32, i32), i64>(name)?;
                function.call(&mut self.store, (a as i32, b as i32, c as i32)).map(|n| n as u64)
            }
            _ => bail!("{name} does not take {} arguments", arguments.len()),
        };
        result.with_context(|| format!("{name}{arguments:?} in WebAssembly"))
    }

    fn function<P: wasmi::WasmParams, R: wasmi::WasmResults>(
        &self,
        name: &str,
    ) -> Result<wasmi::TypedFunc<P, R>> {
        Ok(self.instance.get_typed_func(&self.store, name)?)
    }
}
