//! The engine's modules depend on each other as drawn in docs/ARCHITECTURE.md, without
//! cycles.

use std::{
    collections::{BTreeMap, BTreeSet},
    fs,
    path::Path,
};

/// Which modules each module uses.
type Uses = BTreeMap<String, BTreeSet<String>>;

/// The modules of a library, each with its source except tests.
fn modules(source: &Path) -> BTreeMap<String, String> {
    let mut found = BTreeMap::new();
    for entry in fs::read_dir(source).unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_stem().unwrap().to_str().unwrap().to_string();
        if !["lib", "testing"].contains(&name.as_str()) {
            let mut text = String::new();
            read(&path, &mut text);
            found.insert(name, text);
        }
    }
    found
}

fn read(path: &Path, text: &mut String) {
    if path.is_dir() {
        for entry in fs::read_dir(path).unwrap() {
            read(&entry.unwrap().path(), text);
        }
    } else if path.file_stem().is_some_and(|name| name != "tests") {
        let own = fs::read_to_string(path).unwrap();
        *text += own.split("#[cfg(test)]\nmod tests {").next().unwrap();
    }
}

/// The module that each exported name is from.
fn homes(library: &str) -> BTreeMap<String, String> {
    let mut homes = BTreeMap::new();
    for used in library.split("\npub use ").skip(1) {
        let (module, names) = used.split(';').next().unwrap().split_once("::").unwrap();
        for name in names.trim_matches(['{', '}']).split(',') {
            homes.insert(name.trim().to_string(), module.to_string());
        }
    }
    homes
}

/// The names after `crate::` in a text.
fn named(text: &str) -> BTreeSet<String> {
    let mut found = BTreeSet::new();
    let word = |text: &str| -> String {
        text.chars().take_while(|letter| letter.is_alphanumeric() || *letter == '_').collect()
    };
    // Links in comments are not uses.
    let code: String = text
        .lines()
        .filter(|line| !line.trim_start().starts_with("//"))
        .flat_map(|line| [line, "\n"])
        .collect();
    for rest in code.split("crate::").skip(1) {
        let Some(list) = rest.strip_prefix('{') else {
            found.insert(word(rest));
            continue;
        };
        // Names of the outer braces only.
        let (mut depth, mut start) = (1, 0);
        for (at, letter) in list.char_indices() {
            match letter {
                '{' => depth += 1,
                '}' => depth -= 1,
                ',' if depth == 1 => {
                    found.insert(word(list[start..at].trim_start()));
                    start = at + 1;
                }
                _ => {}
            }
            if depth == 0 {
                found.insert(word(list[start..at].trim_start()));
                break;
            }
        }
    }
    found
}

fn uses(source: &Path) -> Uses {
    let homes = homes(&fs::read_to_string(source.join("lib.rs")).unwrap());
    let modules = modules(source);
    let of = |text: &String| {
        named(text).into_iter().map(|name| homes.get(&name).cloned().unwrap_or(name))
    };
    modules
        .iter()
        .map(|(module, text)| {
            let used = of(text).filter(|name| name != module && modules.contains_key(name));
            (module.clone(), used.collect())
        })
        .collect()
}

#[test]
fn the_engines_modules_are_those_drawn_and_have_no_cycle() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap();
    let mut left = uses(&root.join("crates/engine/src"));
    let text = fs::read_to_string(root.join("docs/ARCHITECTURE.md")).unwrap();
    let (_, drawn) =
        text.split_once("## Modules of the engine\n\n").expect("there is such a section");
    for (module, used) in &left {
        let line = format!("    {module} ");
        let row = drawn.lines().find(|row| row.starts_with(&line));
        let row = row.unwrap_or_else(|| panic!("{module} is not listed; it uses {used:?}"));
        let arrows = row.split_once("->").expect("a row has an arrow").1.trim();
        let drawn: BTreeSet<String> = match arrows {
            "nothing" => BTreeSet::new(),
            names => names.split(", ").map(String::from).collect(),
        };
        assert_eq!(&drawn, used, "what {module} is listed to use (left), and what it uses");
    }
    while !left.is_empty() {
        let free: Vec<String> = left
            .iter()
            .filter(|(_, used)| used.iter().all(|name| !left.contains_key(name)))
            .map(|(module, _)| module.clone())
            .collect();
        assert!(!free.is_empty(), "these depend on each other in a cycle: {left:#?}");
        free.iter().for_each(|module| {
            left.remove(module);
        });
    }
}
