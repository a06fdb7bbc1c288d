//! Rules about names that one file refers to and another defines.

use super::File;
use std::collections::{BTreeMap, BTreeSet};

/// The documents at the root, in which paths are relative to the root.
const DOCUMENTS: &[&str] = &["README.md", "ARCHITECTURE.md", "CONTRIBUTING.md", "CHANGELOG.md"];

/// Checks that every link and every inline code that looks like a path in the root's documents
/// refers to an existing file. A bare file name may refer to a file anywhere.
pub(super) fn paths(files: &[File], found: &mut Vec<String>) {
    for file in files.iter().filter(|file| DOCUMENTS.contains(&file.path.as_str())) {
        let mut in_block = false;
        for (i, line) in file.text.lines().enumerate() {
            if line.starts_with("```") {
                in_block = !in_block;
            }
            if in_block {
                continue;
            }
            for path in code(line).filter(|code| is_path(code)).chain(links(line)) {
                let folder = format!("{}/", path.trim_end_matches('/'));
                let inside = format!("/{path}");
                let exists = |there: &File| {
                    there.path == path
                        || there.path.starts_with(&folder)
                        || (!path.contains('/') && there.path.ends_with(&inside))
                };
                if !files.iter().any(exists) {
                    found.push(format!("{}:{}: `{path}` does not exist", file.path, i + 1));
                }
            }
        }
    }
}

/// Returns the texts between single backticks.
fn code(line: &str) -> impl Iterator<Item = &str> {
    line.split('`').skip(1).step_by(2)
}

/// Returns the targets of links inside the repository, without their fragments.
fn links(line: &str) -> impl Iterator<Item = &str> {
    let targets = line.split("](").skip(1).filter_map(|rest| rest.split(')').next());
    let inside = targets.filter(|target| !target.contains("://") && !target.starts_with('#'));
    inside.map(|target| target.split('#').next().unwrap_or(target))
}

fn is_path(code: &str) -> bool {
    const ENDINGS: &[&str] = &[".rs", ".md", ".toml", ".abnf", ".bnf"];
    let plain = |c: char| c.is_ascii_alphanumeric() || "._-/".contains(c);
    let named = ENDINGS.iter().any(|ending| code.ends_with(ending));
    code.chars().all(plain)
        && !code.starts_with('/')
        && !code.starts_with("../")
        && (named || code.contains('/'))
}

/// Checks references to invariants on which several files rely, `note [title]`: each must be
/// explained once in ARCHITECTURE.md, and be referred to.
pub(super) fn notes(files: &[File], found: &mut Vec<String>) {
    let mut explained = BTreeSet::new();
    let mut mentioned = BTreeMap::new();
    // The files of this folder discuss notes in general.
    for file in files.iter().filter(|file| !file.path.starts_with("xtask/src/tidy")) {
        for (i, line) in file.text.lines().enumerate() {
            for rest in line.split("note [").skip(1) {
                let Some((title, _)) = rest.split_once(']') else { continue };
                if file.path == "ARCHITECTURE.md" && line.starts_with('#') {
                    explained.insert(title);
                } else {
                    mentioned.entry(title).or_insert_with(|| format!("{}:{}", file.path, i + 1));
                }
            }
        }
    }
    for (title, place) in &mentioned {
        if !explained.contains(title) {
            found.push(format!("{place}: note [{title}] is not in ARCHITECTURE.md"));
        }
    }
    for title in explained {
        if !mentioned.contains_key(title) {
            found.push(format!("ARCHITECTURE.md: nothing refers to note [{title}]"));
        }
    }
}
