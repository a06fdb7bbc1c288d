//! The rest of a standalone crate around generated code: [`Output`] to files.

use crate::back::emit::{Code, File};
use crate::back::render::render;
use crate::compile::Output;
use quote::quote;
use std::collections::BTreeMap;

/// The name of the package for a grammar whose file has this stem, say
/// `my-grammar` for `My grammar`.
///
/// It is one that cargo takes. The crate is called alike, with `_` for `-`
/// (see [`crate_name`]).
pub fn package_name(stem: &str) -> String {
    let mut name = String::new();
    for c in stem.chars() {
        match c.to_ascii_lowercase() {
            c if c.is_ascii_alphanumeric() || c == '_' => name.push(c),
            _ if name.ends_with('-') => {}
            _ => name.push('-'),
        }
    }
    // A length that cargo and every file system take.
    let name: String = name.trim_matches(['-', '_']).chars().take(60).collect();
    if name.is_empty() {
        return "grammar".to_owned();
    }
    let taken = matches!(&*name, "alloc" | "build" | "core" | "deps" | "examples" | "incremental")
        || matches!(&*name, "proc_macro" | "proc-macro" | "std" | "test" | "aux" | "con" | "nul")
        || name == "prn"
        || syn::parse_str::<syn::Ident>(&crate_name(&name)).is_err();
    if taken { format!("grammar-{name}") } else { name }
}

/// The name by which Rust code refers to a package's library.
pub fn crate_name(package: &str) -> String {
    package.replace('-', "_")
}

/// All files of the crate, by their paths in its folder.
///
/// `package` is a [`package_name`]; `title` names the grammar.
pub fn scaffold(package: &str, title: &str, output: &Output) -> BTreeMap<String, String> {
    let mut files = render(BTreeMap::from([("src/lib.rs".to_owned(), library(title, output))]));
    for (path, text) in &output.files {
        files.insert(format!("src/generated/{path}"), text.clone());
    }
    files.insert("Cargo.toml".to_owned(), manifest(package));
    files.insert("README.md".to_owned(), readme(package, title, output));
    files
}

fn manifest(package: &str) -> String {
    format!(
        "[package]\n\
         name = \"{package}\"\n\
         version = \"0.1.0\"\n\
         edition = \"2021\"\n\
         rust-version = \"1.88\"\n\
         description = \"Matchers for the rules of a grammar.\"\n\
         publish = false\n\
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
         \n\
         [dependencies]\n\
         serde_core = {{ version = \"1.0.220\", default-features = false, optional = true }}\n\
         \n\
         [package.metadata.docs.rs]\n\
         all-features = true\n\
         \n\
         # This package is a workspace of its own, wherever its folder lies.\n\
         [workspace]\n"
    )
}

fn library(title: &str, output: &Output) -> File {
    let docs = crate::back::emit::crate_docs(title, output.example.as_deref());
    let tokens = quote! {
        #docs
        #![no_std]
        #![cfg_attr(not(feature = "simd"), forbid(unsafe_code))]
        #![warn(missing_docs)]

        #[rustfmt::skip]
        mod generated;

        pub use generated::*;
    };
    File {
        title: crate::plan::names::one_line(title),
        command: "abnfc build".to_owned(),
        code: Code::Tokens(tokens),
    }
}

fn readme(package: &str, title: &str, output: &Output) -> String {
    let title = crate::back::emit::escape(&crate::plan::names::one_line(title));
    let example = output
        .example
        .as_ref()
        .map_or_else(String::new, |example| format!("\n## Example\n\n```rust\n{example}\n```\n"));
    format!(
        "# {package}\n\
         \n\
         Types for the rules of {title}. A value of one of these types is text that is\n\
         known to match its rule; text that does not match gives an error with the\n\
         offset where it goes wrong and the bytes that could stand there.\n\
         \n\
         The crate needs neither the standard library nor an allocator, has no\n\
         dependency and, save with the feature `simd`, no unsafe code. `new` works in\n\
         constants.\n\
         {example}\n\
         ## Features\n\
         \n\
         All are off by default.\n\
         \n\
         - `alloc`: for each type one that owns its text.\n\
         - `std`: as `alloc`; for crates that expect the name.\n\
         - `simd`: quicker on x86-64 processors with AVX2; with `std` it is found at run\n\
         \x20 time whether the processor has it.\n\
         - `serde`: `Serialize` and `Deserialize`, as text. It depends on `serde_core`.\n\
         \n\
         Everything in `src/generated` was written by `abnfc`; change the grammar instead.\n"
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
        }
    }
}
