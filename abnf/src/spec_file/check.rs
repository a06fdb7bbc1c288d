//! Values that are well-formed TOML and nevertheless no use: cargo or rustc would refuse what
//! is made of them. A value goes in; what is wrong with it comes out, with a hint.
//!
//! Features are named as cargo's manifest has them. Cargo itself reports versions that are not
//! semantic ones and licences that are not SPDX expressions.

use crate::back::emit::check_module_name;
use crate::back::scaffold::{is_package_name, package_name};
use crate::plan::names::is_type_name;
use crate::spec::CargoFeature;

/// The longest word that messages quote in full.
pub(super) const MAX_WORD: usize = 64;

/// What is wrong with a value, and a hint.
pub(super) type Fault = (String, String);

/// What is wrong with the name of a package, if anything.
pub(super) fn package(name: &str) -> Option<Fault> {
    let message = format!("`{}` cannot be the name of a package", shown(name));
    (!is_package_name(name)).then(|| (message, format!("`{}` can", package_name(name))))
}

/// What is wrong with the feature that a module needs, if anything.
pub(super) fn feature(name: &str) -> Option<Fault> {
    let is_plain = |c: char| c.is_ascii_alphanumeric() || c == '_';
    if !name.starts_with(is_plain) || !name.chars().all(|c| is_plain(c) || "-+.".contains(c)) {
        let hint = "use letters, digits, `_`, `-`, `+` and `.`, one of the first three in front";
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

/// What is wrong with the name of a module, if anything.
pub(super) fn module(name: &str) -> Option<Fault> {
    let error = check_module_name(name).err()?;
    let hints: Vec<String> = error.hints.iter().map(ToString::to_string).collect();
    let message = format!("generated code cannot have a module `{}`", shown(name));
    Some((message, hints.join("; ")))
}

/// What is wrong with the name of a type, if anything.
pub(super) fn type_name(name: &str) -> Option<Fault> {
    let hint = match name {
        "Self" => "`Self` is a keyword of Rust",
        _ => "use ASCII letters and digits, a capital letter first",
    };
    let message = format!("`{}` cannot be the name of a type", shown(name));
    (!is_type_name(name)).then(|| (message, hint.to_owned()))
}

/// The begin of a word, without control characters.
pub(super) fn shown(word: &str) -> String {
    word.chars().take(MAX_WORD).flat_map(char::escape_debug).collect()
}
