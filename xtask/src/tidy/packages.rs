//! Rules about what packages may use.

use super::File;

/// Where the compiler would touch the world. Such a module is named by its path or
/// inside the braces of a `use std::{…}`.
const WORLD: &[&str] = &["fs", "io", "net", "process", "env", "thread", "time"];

/// How it would print.
const PRINTS: &[&str] = &["print!(", "println!("];

/// The compiler's library does no input and output; its program does, and its tests
/// may read the files that they are about and say what they skip.
pub(super) fn pure(file: &File, found: &mut Vec<String>) {
    let library = file.path.strip_prefix("abnf/src/").is_some_and(|path| {
        let program = path == "main.rs" || path == "cli.rs" || path.starts_with("cli/");
        !program && !path.ends_with("/tests.rs") && path != "testing.rs"
    });
    if !library {
        return;
    }
    for (i, line) in file.text.lines().enumerate() {
        // Generated code is quoted as text in tests and documentation.
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

/// The only dependency that `uri` may have, and then optional.
const OPTIONAL: &str = "serde_core";

/// `uri` has no dependency but an optional one, and no build script.
pub(super) fn alone(file: &File, found: &mut Vec<String>) {
    if file.path == "uri/build.rs" {
        found.push("uri/build.rs:1: a build script of `uri`".to_owned());
    }
    if file.path != "uri/Cargo.toml" {
        return;
    }
    let mut inside = false;
    for (i, line) in file.text.lines().enumerate() {
        let line = line.split('#').next().unwrap_or_default().trim();
        if let Some(section) = line.strip_prefix('[') {
            let section = section.trim_end_matches(']');
            let section = section.rsplit_once(").").map_or(section, |(_, section)| section);
            let name = section.split('.').find(|name| name.ends_with("dependencies"));
            inside = name.is_some_and(|name| name != "dev-dependencies");
            if inside && !section.ends_with("dependencies") {
                found.push(format!("uri/Cargo.toml:{}: a dependency of `uri`", i + 1));
            }
        } else if inside && !line.is_empty() && !is_optional(line) {
            found.push(format!("uri/Cargo.toml:{}: a dependency of `uri`", i + 1));
        } else if line.strip_prefix("build").is_some_and(|rest| rest.trim().starts_with('=')) {
            found.push(format!("uri/Cargo.toml:{}: a build script of `uri`", i + 1));
        }
    }
}

/// Whether the line of a manifest is the optional dependency.
fn is_optional(line: &str) -> bool {
    let name = line.split(['=', '.', ' ']).next().unwrap_or_default();
    name == OPTIONAL && line.contains("optional = true")
}

/// `uri` names nothing of `std`, which a target may lack, save by the name of the crate that
/// it links with the feature `std`, and links `alloc` and `std` only where that was asked for.
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
            line.trim() == format!("extern crate {name};")
                && previous.trim() == format!("#[cfg(feature = \"{name}\")]")
        });
        if line.contains("extern crate") && !on_demand && !is_comment {
            found.push(format!("{}:{}: `extern crate` in `uri`", file.path, i + 1));
        }
        previous = line;
    }
}
