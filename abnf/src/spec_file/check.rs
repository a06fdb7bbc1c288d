//! Checks of values that are well-formed TOML but would make cargo or rustc fail. Each function
//! takes a value and returns its fault with a hint, if any.
//!
//! Features are named as cargo's manifest has them. Cargo itself reports versions that are not
//! semantic ones and licences that are not SPDX expressions.

use crate::back::scaffold::{is_package_name, package_name};
use crate::plan::names::check_module_name;
use crate::plan::names::is_type_name;
use crate::spec::CargoFeature;

/// The longest word that messages quote in full.
pub(super) const MAX_WORD: usize = 64;

/// A message about a value, and a hint.
pub(super) type Fault = (String, String);

/// Returns the fault of a package name, if any.
pub(super) fn package(name: &str) -> Option<Fault> {
    let message = format!("`{}` cannot be the name of a package", shown(name));
    (!is_package_name(name)).then(|| (message, format!("`{}` can", package_name(name))))
}

/// Returns the fault of the feature that a module needs, if any.
pub(super) fn feature(name: &str) -> Option<Fault> {
    let is_plain = |c: char| c.is_ascii_alphanumeric() || c == '_';
    if !name.starts_with(is_plain) || !name.chars().all(|c| is_plain(c) || "-+.".contains(c)) {
        let hint =
            "use letters, digits, `_`, `-`, `+` and `.`, and begin with one of the first three";
        return Some((
            format!("`{}` cannot be the name of a feature", shown(name)),
            hint.to_owned(),
        ));
    }
    let message = format!("the feature `{name}` has a meaning of its own in generated code");
    let hint = "call the feature of the module something else".to_owned();
    let is_taken = CargoFeature::ALL.iter().any(|feature| feature.name() == name);
    is_taken.then_some((message, hint))
}

/// Returns the fault of a module name, if any.
pub(super) fn module(name: &str) -> Option<Fault> {
    let error = check_module_name(name).err()?;
    let hints: Vec<String> = error.hints.iter().map(ToString::to_string).collect();
    let message = format!("generated code cannot have a module `{}`", shown(name));
    Some((message, hints.join("; ")))
}

/// Returns the fault of a type name, if any.
pub(super) fn type_name(name: &str) -> Option<Fault> {
    let hint = match name {
        "Self" => "`Self` is a keyword of Rust",
        _ => "use ASCII letters and digits, and begin with a capital letter",
    };
    let message = format!("`{}` cannot be the name of a type", shown(name));
    (!is_type_name(name)).then(|| (message, hint.to_owned()))
}

/// Returns the fault of the path of a type or a function, if any.
pub(super) fn path(path: &str) -> Option<Fault> {
    let mut names = path.strip_prefix("::").unwrap_or(path).split("::");
    let message = format!("`{}` is not a path", shown(path));
    let hint = "write a path without parameters, such as `core::net::Ipv4Addr`";
    (!names.all(|name| {
        syn::parse_str::<syn::PathSegment>(name).is_ok_and(|it| it.arguments.is_empty())
    }))
    .then(|| (message, hint.to_owned()))
}

/// The beginning of a word, without control characters.
pub(super) fn shown(word: &str) -> String {
    word.chars().take(MAX_WORD).flat_map(char::escape_debug).collect()
}
