//! Adds the rest of a standalone crate to the generated files.
//!
//! The manifest, the README and the root of the library are written once and belong to the user
//! afterwards. They describe the crate as it is first built. The overview, which is the first page
//! of the documentation, is generated at each build.

mod manifest;
mod package_name;

pub(crate) use self::manifest::LICENSE;
pub use self::manifest::{Feature, features};
pub use self::package_name::{crate_name, is_package_name, package_name};

use crate::back::emit::escape;
use crate::plan::model::CargoFeatures;
use crate::plan::names::one_line;
use crate::spec::{CargoFeature, Package};
use std::collections::BTreeMap;

/// The documentation of the crate's root. It names rules, so it is generated.
const OVERVIEW: &str = "src/generated/overview.md";

/// Texts of licences by their SPDX identifiers, with the names of their files.
const LICENSES: [(&str, &str, &str); 2] = [
    ("MIT", "LICENSE-MIT", include_str!("scaffold/LICENSE-MIT")),
    ("Apache-2.0", "LICENSE-APACHE", include_str!("scaffold/LICENSE-APACHE")),
];

/// A crate, as its manifest and its README describe it.
#[derive(Clone, Copy, Debug)]
pub struct Crate<'a> {
    /// A [package name](is_package_name).
    pub name: &'a str,
    /// The name of the grammar.
    pub title: &'a str,
    /// The fields of the manifest that the user sets.
    pub package: &'a Package,
    /// The Cargo features that the generated code uses.
    pub features: &'a CargoFeatures,
}

/// All files of the crate, by their paths in its folder. Those in `src/generated` are
/// generated; the others belong to the user from the first build on.
///
/// `generated` are the generated files by their paths in `src/generated`; `example` is a program
/// for the documentation and the README, which shows no lines that begin with `# `.
pub fn scaffold(
    krate: &Crate<'_>,
    generated: &BTreeMap<String, String>,
    example: Option<&str>,
) -> BTreeMap<String, String> {
    let mut files = BTreeMap::from([
        ("Cargo.toml".to_owned(), manifest::manifest(krate)),
        ("README.md".to_owned(), readme(krate, example)),
        ("src/lib.rs".to_owned(), library(krate.features)),
        (OVERVIEW.to_owned(), overview(krate, example)),
    ]);
    for (path, text) in generated {
        files.insert(format!("src/generated/{path}"), text.clone());
    }
    files
}

/// The texts of a new crate's licence, by their paths; empty if one of them is unknown.
pub fn licences(package: &Package) -> BTreeMap<String, String> {
    let license = package.license.as_deref().unwrap_or(manifest::LICENSE);
    let text = |id: &str| {
        let (_, file, text) = LICENSES.iter().find(|known| known.0 == id)?;
        Some(((*file).to_owned(), (*text).to_owned()))
    };
    license.split(" OR ").map(|id| text(id.trim())).collect::<Option<_>>().unwrap_or_default()
}

/// The root of the library.
fn library(features: &CargoFeatures) -> String {
    let forbid = if features.declared.contains(&CargoFeature::Simd) {
        "#![cfg_attr(not(feature = \"simd\"), forbid(unsafe_code))]"
    } else {
        "#![forbid(unsafe_code)]"
    };
    format!(
        "// This file is yours: `abnfc build` wrote it once and never changes it.\n\
         #![doc = include_str!(\"generated/overview.md\")]\n\
         #![no_std]\n\
         {forbid}\n\
         #![warn(missing_docs)]\n\
         \n\
         #[rustfmt::skip]\n\
         mod generated;\n\
         \n\
         pub use generated::*;\n"
    )
}

fn readme(krate: &Crate<'_>, example: Option<&str>) -> String {
    let title = escape(&one_line(krate.title));
    let shown = |line: &&str| !line.starts_with("# ");
    let example = example.map_or_else(String::new, |it| {
        let lines: Vec<&str> = it.lines().filter(shown).collect();
        format!("```rust\n{}\n```\n\n", lines.join("\n"))
    });
    format!(
        "<!-- This file is yours: `abnfc build` wrote it once and never changes it. -->\n\
         # {}\n\
         \n\
         Types for the rules of {title}. A value of such a type is text that is known to match its\n\
         rule. Parsing text that does not match returns an error with the offset of the first wrong\n\
         byte and the bytes that the rule allows there.\n\
         \n\
         {example}{}\n\
         The documentation of the crate shows the definition of every rule; `cargo doc --open` opens it.\n\
         \n\
         {}\n\
         ## Changing the grammar\n\
         \n\
         `abnfc` wrote everything in `src/generated`. Change the grammar in the folder `grammar`, or\n\
         the rules, types, parts and features in `abnfc.toml`; then run `abnfc build` in this folder.\n\
         `abnfc build --check` reports whether `src/generated` is up to date.\n",
        krate.name,
        promises(krate.features),
        feature_list(krate),
    )
}

/// Returns the sentence about what the crate does not need.
fn promises(features: &CargoFeatures) -> String {
    let optional = features.declared.iter().any(|it| CargoFeature::OPTIONAL.contains(it));
    let dependencies =
        if optional { "no dependencies but those of its features" } else { "no dependencies" };
    let code = if features.declared.contains(&CargoFeature::Simd) {
        "Only the feature `simd` has `unsafe` code."
    } else {
        "It has no `unsafe` code."
    };
    format!("The crate is `no_std` and has {dependencies}. {code}")
}

/// The section about the features of the crate.
fn feature_list(krate: &Crate<'_>) -> String {
    let default: Vec<_> = krate.features.default.iter().map(|feature| feature.name()).collect();
    let off = match &default[..] {
        [] => "All features are off by default.".to_owned(),
        names => format!("All features are off by default, except `{}`.", names.join("` and `")),
    };
    let items = features(krate.package, krate.features);
    let items = items.iter().map(|feature| format!("- `{}`: {}\n", feature.name, feature.docs));
    format!("## Features\n\n{off}\n\n{}", items.collect::<String>())
}

/// The documentation of the crate's root.
fn overview(krate: &Crate<'_>, example: Option<&str>) -> String {
    let title = escape(&one_line(krate.title));
    let example =
        example.map_or_else(String::new, |it| format!("# Examples\n\n```rust\n{it}\n```\n\n"));
    let features = feature_list(krate);
    format!(
        "Types for the rules of {title}.\n\
         \n\
         A value of one of these types is text that is known to match its rule.\n\
         \n\
         {example}{}",
        features.strip_prefix('#').unwrap_or(&features),
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn known_licences_have_texts() {
        let files = |license: &str| {
            let license = Some(license.to_owned());
            let texts = licences(&Package { license, ..Package::default() });
            texts.into_keys().collect::<Vec<_>>().join(" ")
        };
        assert_eq!(files("MIT OR Apache-2.0"), "LICENSE-APACHE LICENSE-MIT");
        assert_eq!(files("MIT"), "LICENSE-MIT");
        assert_eq!(files("MIT OR GPL-3.0-only"), "");
        assert_eq!(files("Apache-2.0 WITH LLVM-exception"), "");
        assert_eq!(licences(&Package::default()).len(), 2);
    }

    #[test]
    fn a_crate_without_vectors_forbids_unsafe_code() {
        let simd = CargoFeatures { declared: [CargoFeature::Simd].into(), ..Default::default() };
        assert!(library(&CargoFeatures::default()).contains("\n#![forbid(unsafe_code)]\n"));
        assert!(!library(&simd).contains("\n#![forbid(unsafe_code)]\n"));
        assert!(!promises(&CargoFeatures::default()).contains("simd"));
        assert!(promises(&simd).contains("simd"));
    }
}
