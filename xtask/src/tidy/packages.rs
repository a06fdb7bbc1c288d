//! Rules about the dependencies of packages.

use super::File;
use toml::{Table, Value};

/// The modules of `std` that do input and output, by their path or
/// inside the braces of a `use std::{…}`.
const WORLD: &[&str] = &["fs", "io", "net", "process", "env", "thread", "time"];

/// The macros that print.
const PRINTS: &[&str] = &["print!(", "println!("];

/// Checks that the compiler and its tools do no input and output. Their tests may read test
/// data and print messages about skipped tests. Files that are not Rust are data: a program that
/// the compiler writes may do both.
pub(super) fn pure(file: &File, found: &mut Vec<String>) {
    let path = ["abnf/src/", "abnf/tools/src/"].iter().find_map(|it| file.path.strip_prefix(it));
    let library = path.is_some_and(|path| !path.ends_with("/tests.rs") && path != "testing.rs");
    if !library || !file.is_rust() {
        return;
    }
    for (i, line) in file.text.lines().enumerate() {
        // Tests and documentation quote generated code as text.
        if line.trim_start().starts_with("//") {
            continue;
        }
        if PRINTS.iter().any(|print| line.contains(print)) {
            found.push(format!("{}:{}: the compiler's library prints", file.path, i + 1));
        }
        for module in WORLD {
            let named = line.contains(&format!("std::{module}"));
            let listed = line.split_once("use std::{").is_some_and(|(_, list)| {
                list.split([',', '}', '{']).any(|item| {
                    let item = item.trim();
                    item.strip_prefix(module).is_some_and(|rest| {
                        rest.is_empty() || rest.starts_with("::") || rest.starts_with(" as ")
                    })
                })
            });
            if named || listed {
                found.push(format!(
                    "{}:{}: std::{module} in the compiler's library",
                    file.path,
                    i + 1
                ));
            }
        }
    }
}

/// The allowed dependencies of `uri`, all of them optional: traits of other crates, Unicode tables,
/// and types to convert to.
const OPTIONAL: [&str; 6] = ["arbitrary", "http", "idna", "proptest", "serde_core", "url"];

/// Checks that `uri` has only optional dependencies, and no build script.
pub(super) fn alone(file: &File, found: &mut Vec<String>) {
    if file.path == "uri/build.rs" {
        found.push("uri/build.rs:1: a build script of `uri`".to_owned());
    }
    if file.path != "uri/Cargo.toml" {
        return;
    }
    let manifest: Table = match file.text.parse() {
        Ok(manifest) => manifest,
        Err(error) => return found.push(format!("uri/Cargo.toml: {error}")),
    };
    if manifest.get("package").is_some_and(|package| package.get("build").is_some()) {
        found.push("uri/Cargo.toml: a build script of `uri`".to_owned());
    }
    let of_targets = manifest.get("target").and_then(Value::as_table).into_iter().flatten();
    let of_targets = of_targets.filter_map(|(_, target)| target.as_table());
    for table in of_targets.chain([&manifest]) {
        let sections = ["dependencies", "build-dependencies"].map(|name| table.get(name));
        let sections = sections.into_iter().flatten().filter_map(Value::as_table);
        for (name, dependency) in sections.flatten() {
            let is_optional = dependency.get("optional").and_then(Value::as_bool) == Some(true);
            if !OPTIONAL.contains(&name.as_str()) || !is_optional {
                found.push(format!("uri/Cargo.toml: `{name}` is a dependency of `uri`"));
            }
        }
    }
}

/// Checks that `uri` uses `std`, which a target may lack, only by the name of the crate that it
/// links with the feature `std`, and that it links `alloc` and `std` only with these features.
pub(super) fn bare(file: &File, found: &mut Vec<String>) {
    if !file.path.starts_with("uri/src/") {
        return;
    }
    let mut previous = "";
    for (i, line) in file.text.lines().enumerate() {
        // Examples in documentation are programs that use the crate.
        let is_comment = line.trim_start().starts_with("//");
        let of_feature = line.contains("super::std::");
        if line.contains("std::") && !of_feature && !is_comment {
            found.push(format!("{}:{}: `std::` in `uri`", file.path, i + 1));
        }
        let on_demand = ["alloc", "std"].iter().any(|name| {
            line.trim().trim_start_matches("pub(crate) ") == format!("extern crate {name};")
                && previous.trim() == format!("#[cfg(feature = \"{name}\")]")
        });
        if line.contains("extern crate") && !on_demand && !is_comment {
            found.push(format!("{}:{}: `extern crate` in `uri`", file.path, i + 1));
        }
        previous = line;
    }
}
