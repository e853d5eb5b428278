//! The arrows between our packages are those of docs/ARCHITECTURE.md.

use std::{
    collections::{BTreeMap, BTreeSet},
    fs,
    path::Path,
};

use toml::{Table, Value};

/// Which packages each package builds on, by their folders' last names.
type Arrows = BTreeMap<String, BTreeSet<String>>;

/// The dependencies that decide what a package is built from. What only its tests use is left out:
/// it does not affect packages that depend on it.
const SECTIONS: [&str; 2] = ["dependencies", "build-dependencies"];

#[test]
fn packages_depend_on_what_the_architecture_says() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap();
    let text = fs::read_to_string(root.join("docs/ARCHITECTURE.md")).unwrap();
    let (listed, real) = (listed(&text), real(root));
    let names = |arrows: &Arrows| arrows.keys().cloned().collect::<BTreeSet<_>>();
    assert_eq!(names(&listed), names(&real), "packages listed (left) and packages there are");
    for (package, real) in &real {
        let listed = &listed[package];
        let unlisted: Vec<_> = real.difference(listed).collect();
        let gone: Vec<_> = listed.difference(real).collect();
        assert!(
            unlisted.is_empty() && gone.is_empty(),
            "{package} depends on {unlisted:?}, which \"Crates and dependencies\" does not list, \
             and does not depend on {gone:?}, which it lists"
        );
    }
}

#[test]
fn an_arrow_ends_at_the_semicolon() {
    let text = "## Crates and dependencies\n\n    a/b    what it is    -> c, d; files\n    x/    no package\n\n    y -> z\n";
    let arrows = BTreeMap::from([("b".into(), BTreeSet::from(["c".into(), "d".into()]))]);
    assert_eq!(listed(text), arrows);
}

/// The arrows of the block under "Crates and dependencies"; a line without one is not a package.
fn listed(text: &str) -> Arrows {
    let (_, rest) =
        text.split_once("## Crates and dependencies\n\n").expect("there is such a section");
    let block = rest.split("\n\n").next().unwrap_or_default();
    let lines = block.lines().filter_map(|line| line.split_once("->"));
    lines
        .map(|(room, arrow)| {
            let folder = room.split_whitespace().next().expect("a line begins with a folder");
            let names = arrow.split(';').next().unwrap_or_default().trim();
            let names = names.split(", ").filter(|&name| name != "nothing of ours");
            (last_name(folder), names.map(String::from).collect())
        })
        .collect()
}

/// The arrows of the manifests.
fn real(root: &Path) -> Arrows {
    let manifest = |folder: &str| -> Table {
        let path = root.join(folder).join("Cargo.toml");
        let text = fs::read_to_string(&path).unwrap_or_else(|error| panic!("{path:?}: {error}"));
        text.parse().unwrap_or_else(|error| panic!("{path:?}: {error}"))
    };
    let mut folders = Vec::new();
    for member in manifest("")["workspace"]["members"].as_array().unwrap() {
        let member = member.as_str().unwrap();
        match member.strip_suffix("/*") {
            None => folders.push(member.to_owned()),
            Some(above) => folders.extend(fs::read_dir(root.join(above)).unwrap().map(|entry| {
                let name = entry.unwrap().file_name();
                format!("{above}/{}", name.to_str().unwrap())
            })),
        }
    }
    let manifests: Vec<(String, Table)> =
        folders.iter().map(|folder| (last_name(folder), manifest(folder))).collect();
    let names: BTreeMap<&str, &str> = manifests
        .iter()
        .map(|(name, manifest)| (manifest["package"]["name"].as_str().unwrap(), name.as_str()))
        .collect();
    let arrows = |manifest: &Table| {
        let targets = manifest.get("target").and_then(Value::as_table);
        let targets = targets.into_iter().flat_map(Table::values).filter_map(Value::as_table);
        std::iter::once(manifest)
            .chain(targets)
            .flat_map(|table| SECTIONS.iter().filter_map(|&section| table.get(section)?.as_table()))
            .flat_map(Table::keys)
            .filter_map(|dependency| names.get(dependency.as_str()))
            .map(|name| name.to_string())
            .collect()
    };
    manifests.iter().map(|(name, manifest)| (name.clone(), arrows(manifest))).collect()
}

fn last_name(folder: &str) -> String {
    folder.trim_end_matches('/').rsplit('/').next().unwrap_or_default().into()
}
