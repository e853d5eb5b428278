//! Package metadata from cargo.

use std::{collections::BTreeSet, path::PathBuf};

use anyhow::{Context, Result};
use serde::Deserialize;

/// The parts of `cargo metadata` that are used.
#[derive(Deserialize)]
pub struct Metadata {
    packages: Vec<Package>,
    workspace_members: Vec<String>,
    resolve: Resolve,
}

/// A package.
#[derive(Deserialize)]
pub struct Package {
    id: String,
    pub name: String,
    pub version: String,
    license: Option<String>,
    pub manifest_path: PathBuf,
}

#[derive(Deserialize)]
struct Resolve {
    nodes: Vec<Node>,
}

#[derive(Deserialize)]
struct Node {
    id: String,
    deps: Vec<Dependency>,
}

#[derive(Deserialize)]
struct Dependency {
    pkg: String,
    dep_kinds: Vec<DependencyKind>,
}

#[derive(Deserialize)]
struct DependencyKind {
    // None for linked dependencies; "build" and "dev" are not in the program.
    kind: Option<String>,
}

impl Metadata {
    /// The third-party packages in a program and its page, by name.
    pub fn parts_of(&self, program: &str) -> Result<Vec<&Package>> {
        let roots = [program, "minolab-page"].map(|name| {
            let own = |package: &&Package| {
                package.name == name && self.workspace_members.contains(&package.id)
            };
            self.packages.iter().find(own).with_context(|| format!("no package {name}"))
        });
        let mut open = Vec::new();
        for root in roots {
            open.push(root?.id.as_str());
        }
        let mut seen: BTreeSet<&str> = open.iter().copied().collect();
        while let Some(id) = open.pop() {
            let node = self.resolve.nodes.iter().find(|node| node.id == id);
            for dependency in node.iter().flat_map(|node| &node.deps) {
                let is_linked = dependency.dep_kinds.iter().any(|kind| kind.kind.is_none());
                if is_linked && seen.insert(&dependency.pkg) {
                    open.push(&dependency.pkg);
                }
            }
        }
        let is_other = |package: &&Package| {
            seen.contains(package.id.as_str()) && !self.workspace_members.contains(&package.id)
        };
        let mut parts: Vec<&Package> = self.packages.iter().filter(is_other).collect();
        parts.sort_by_key(|package| (package.name.as_str(), package.version.as_str()));
        Ok(parts)
    }
}

impl Package {
    /// Its licence, as an SPDX expression.
    pub fn licence(&self) -> Result<String> {
        let licence = self.license.as_deref();
        let licence = licence.with_context(|| format!("{} names no licence", self.name))?;
        // An old notation for a choice.
        Ok(licence.replace('/', " OR "))
    }
}
