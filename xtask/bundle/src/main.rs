//! `minolab-bundle WASM DIR`: binds the page's WebAssembly to the browser, as `wasm-bindgen` does.
//!
//! A separate package, because its dependencies take longer to compile than `xtask` should.

use std::{ffi::OsString, path::Path};

use anyhow::{Context, Result, bail};
use wasm_bindgen_cli_support::Bindgen;

fn main() -> Result<()> {
    let arguments: Vec<OsString> = std::env::args_os().skip(1).collect();
    let [wasm, out] = &arguments[..] else {
        bail!("{} arguments, expected 2: minolab-bundle WASM DIR", arguments.len());
    };
    Bindgen::new()
        .input_path(wasm)
        .web(true)?
        .typescript(false)
        .remove_name_section(true)
        .remove_producers_section(true)
        .generate(out)
        .with_context(|| format!("binding {} to the browser", Path::new(wasm).display()))
}
