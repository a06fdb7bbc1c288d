//! The rest of a standalone crate around generated code: generated files to all files.

use crate::back::emit::escape;
use crate::plan::names::one_line;
use crate::spec::Package;
use crate::spec::toml_text::quoted;
use std::collections::BTreeMap;

/// Where the documentation of the crate's root is, which names rules and so is generated.
const OVERVIEW: &str = "src/generated/overview.md";

/// The longest name of a package that a registry takes.
const MAX_NAME: usize = 64;

/// Names that a package cannot have, beside the keywords of Rust.
const RESERVED: [&str; 13] = [
    "alloc",
    "aux",
    "build",
    "con",
    "core",
    "deps",
    "examples",
    "incremental",
    "nul",
    "prn",
    "proc_macro",
    "std",
    "test",
];

/// Whether a package can have this name: cargo takes it, and Rust code can refer to it.
pub fn is_package_name(name: &str) -> bool {
    let is_letter = |c: char| c.is_ascii_alphabetic() || c == '_';
    let library = crate_name(name);
    name.starts_with(is_letter)
        && name.chars().all(|c| is_letter(c) || c.is_ascii_digit() || c == '-')
        && name.len() <= MAX_NAME
        && !RESERVED.contains(&&*library.to_ascii_lowercase())
        && syn::parse_str::<syn::Ident>(&library).is_ok()
}

/// The name of the package for a folder or a grammar of this name, say `my-grammar` for
/// `My grammar`. It is one that [`is_package_name`] takes.
pub fn package_name(stem: &str) -> String {
    let mut name = String::new();
    for c in stem.chars() {
        match c.to_ascii_lowercase() {
            c if c.is_ascii_alphanumeric() || c == '_' => name.push(c),
            _ if name.ends_with('-') => {}
            _ => name.push('-'),
        }
    }
    // The prefix below still fits.
    let name: String = name.trim_matches(['-', '_']).chars().take(MAX_NAME - 8).collect();
    match &*name {
        "" => "grammar".to_owned(),
        name if is_package_name(name) => name.to_owned(),
        name => format!("grammar-{name}"),
    }
}

/// The name by which Rust code refers to a package's library.
pub fn crate_name(package: &str) -> String {
    package.replace('-', "_")
}

/// All files of the crate, by their paths in its folder. Those in `src/generated` are
/// generated; the others belong to the user from the first build on, and name nothing that
/// another build could remove.
///
/// `name` is a [package name](is_package_name); `title` names the grammar; `generated` are
/// the generated files by their paths in `src/generated`; `example` is a program for the
/// documentation.
pub fn scaffold(
    name: &str,
    title: &str,
    package: &Package,
    generated: &BTreeMap<String, String>,
    example: Option<&str>,
) -> BTreeMap<String, String> {
    let mut files = BTreeMap::from([
        ("Cargo.toml".to_owned(), manifest(name, title, package)),
        ("README.md".to_owned(), readme(name)),
        ("src/lib.rs".to_owned(), LIBRARY.to_owned()),
        (OVERVIEW.to_owned(), overview(title, example)),
    ]);
    for (path, text) in generated {
        files.insert(format!("src/generated/{path}"), text.clone());
    }
    files
}

fn manifest(name: &str, title: &str, package: &Package) -> String {
    let or = |value: &Option<String>, default: &str| quoted(value.as_deref().unwrap_or(default));
    let description = format!("Parsers for the rules of {}.", one_line(title));
    let features = package.features.iter().map(|name| format!("{name} = []\n"));
    let features: String = features.collect();
    let repository = package.repository.as_deref();
    let repository =
        repository.map_or_else(String::new, |url| format!("repository = {}\n", quoted(url)));
    format!(
        "# This file is yours: `abnfc build` wrote it once and never changes it.\n\
         [package]\n\
         name = {}\n\
         version = {}\n\
         edition = \"2024\"\n\
         rust-version = \"1.88\"\n\
         description = {}\n\
         license = {}\n\
         {repository}\
         categories = [\"parsing\", \"no-std\"]\n\
         keywords = [\"abnf\", \"grammar\", \"parser\"]\n\
         \n\
         [features]\n\
         # Types that own their text.\n\
         alloc = [\"serde_core?/alloc\"]\n\
         # Nothing beyond `alloc` needs it.\n\
         std = [\"alloc\", \"serde_core?/std\"]\n\
         # Vectors of the machine: AVX2, where the compiler is told of it or, with `std`,\n\
         # where the machine has it. The only feature with `unsafe` code.\n\
         simd = []\n\
         # Serialize and Deserialize, as text.\n\
         serde = [\"dep:serde_core\"]\n\
         {features}\
         \n\
         [dependencies]\n\
         serde_core = {{ version = \"1.0.220\", default-features = false, optional = true }}\n\
         \n\
         [package.metadata.docs.rs]\n\
         all-features = true\n",
        quoted(name),
        or(&package.version, "0.1.0"),
        or(&package.description, &description),
        or(&package.license, "MIT OR Apache-2.0"),
    )
}

const LIBRARY: &str = "\
// This file is yours: `abnfc build` wrote it once and never changes it.
#![doc = include_str!(\"generated/overview.md\")]
#![no_std]
#![cfg_attr(not(feature = \"simd\"), forbid(unsafe_code))]
#![warn(missing_docs)]

#[rustfmt::skip]
mod generated;

pub use generated::*;
";

fn readme(name: &str) -> String {
    format!(
        "<!-- This file is yours: `abnfc build` wrote it once and never changes it. -->\n\
         # {name}\n\
         \n\
         Types for the rules of a grammar. A value of such a type is text that is known to\n\
         match its rule. Parsing text that does not match gives an error with the offset\n\
         of the first wrong byte and the bytes that the rule allows there.\n\
         \n\
         The crate needs neither the standard library nor an allocator and has no\n\
         dependencies. Only the feature `simd` has unsafe code. The documentation of the\n\
         crate begins with an example and shows the definition of every rule.\n\
         \n\
         ## Features\n\
         \n\
         All features are off by default.\n\
         \n\
         - `alloc`: a type that owns its text for each rule.\n\
         - `std`: the same as `alloc`, for crates that expect the name.\n\
         - `simd`: faster on x86-64 processors with AVX2. With `std`, the crate finds out at\n\
         \x20 run time whether the processor has AVX2.\n\
         - `serde`: `Serialize` and `Deserialize`, as text. It depends on `serde_core`.\n\
         \n\
         ## Changing the grammar\n\
         \n\
         `abnfc` wrote everything in `src/generated`. Change the grammar in the folder\n\
         `grammar`, or the rules to export, types and parts in `abnfc.toml`; then run\n\
         `abnfc build` in this folder. `abnfc build --check` tells whether `src/generated`\n\
         is up to date.\n"
    )
}

/// The documentation of the crate's root.
fn overview(title: &str, example: Option<&str>) -> String {
    let title = escape(&one_line(title));
    let example =
        example.map_or_else(String::new, |it| format!("\n# Examples\n\n```rust\n{it}\n```\n"));
    format!(
        "Types for the rules of {title}.\n\
         \n\
         A value of one of these types is text that is known to match its rule.\n\
         {example}"
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cargo_takes_the_name_of_any_package() {
        let names = [
            ("uri", "uri"),
            ("My grammar (v2)", "my-grammar-v2"),
            ("", "grammar"),
            ("äöü", "grammar"),
            ("3986", "grammar-3986"),
            ("match", "grammar-match"),
            ("test", "grammar-test"),
            ("rfc_1738", "rfc_1738"),
        ];
        for (stem, expected) in names {
            assert_eq!(package_name(stem), expected);
            assert!(is_package_name(expected));
        }
        let long = package_name(&"1".repeat(100));
        assert!(is_package_name(&long), "{long}");
    }

    #[test]
    fn names_that_cargo_takes_are_taken() {
        assert!(["Abc", "a-", "_a", "a_1"].into_iter().all(is_package_name));
        for bad in ["", "_", "1a", "-a", "a b", "ä", "Test", "proc-macro", "match", "a::b"] {
            assert!(!is_package_name(bad), "{bad}");
        }
    }
}
