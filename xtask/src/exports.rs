//! Every exported type has a unique name, so that one word means one thing everywhere.

use std::{
    collections::BTreeMap,
    fs,
    path::{Path, PathBuf},
};

/// The names of types that a library exports, with their files.
fn exports(library: &Path, found: &mut BTreeMap<String, Vec<String>>) {
    let source = library.join("src");
    module(&source.join("lib.rs"), &source, library, found);
}

/// The types that a public module defines or re-exports.
fn module(file: &Path, folder: &Path, library: &Path, found: &mut BTreeMap<String, Vec<String>>) {
    let text = fs::read_to_string(file).unwrap_or_else(|error| panic!("{file:?}: {error}"));
    let text = text.split("#[cfg(test)]\nmod tests").next().unwrap_or_default();
    let mut add = |name: &str| {
        let at = file.strip_prefix(library.parent().unwrap()).unwrap().display().to_string();
        let places = found.entry(name.into()).or_default();
        if !places.contains(&at) {
            places.push(at);
        }
    };
    for line in text.lines() {
        for word in ["struct ", "enum ", "trait ", "type ", "union "] {
            if let Some(rest) = line.strip_prefix("pub ").and_then(|rest| rest.strip_prefix(word)) {
                add(rest.split(|letter: char| !letter.is_alphanumeric()).next().unwrap());
            }
        }
    }
    for used in text.split("\npub use ").skip(1) {
        let used = used.split(';').next().unwrap_or_default();
        // Another crate's types count there.
        if used.starts_with("minolab_") {
            continue;
        }
        let names = used.rsplit("::").next().unwrap_or_default();
        for name in names.trim_start_matches('{').trim_end_matches('}').split(',') {
            let name = name.split(" as ").last().unwrap_or_default().trim();
            if name.starts_with(char::is_uppercase) && name.contains(char::is_lowercase) {
                add(name);
            }
        }
    }
    for line in text.lines() {
        let Some(name) = line.strip_prefix("pub mod ").and_then(|rest| rest.strip_suffix(';'))
        else {
            continue;
        };
        let (plain, inner) = (folder.join(format!("{name}.rs")), folder.join(name));
        let file = if plain.is_file() { plain } else { inner.join("mod.rs") };
        module(&file, &inner, library, found);
    }
}

#[test]
fn an_exported_name_means_one_thing() {
    let crates = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../crates");
    let mut found = BTreeMap::new();
    let mut libraries = 0;
    for entry in fs::read_dir(&crates).unwrap() {
        let library = entry.unwrap().path();
        if library.join("src/lib.rs").is_file() {
            libraries += 1;
            exports(&library, &mut found);
        }
    }
    assert!(libraries > 8 && found.len() > 200, "{libraries} libraries, {} names", found.len());
    let crate_of = |place: &String| place.split('/').next().unwrap().to_string();
    let repeated: Vec<_> = found
        .iter()
        .filter(|(_, places)| places.iter().any(|place| crate_of(place) != crate_of(&places[0])))
        .collect();
    assert!(repeated.is_empty(), "exported more than once: {repeated:#?}");
}
