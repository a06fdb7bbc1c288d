//! `cargo xtask tidy`: rules about the repository's files that no compiler checks.
//!
//! Also a test, so that `cargo test --workspace` reports the findings. Each rule is a
//! function from a file's path and text to findings, or from the whole tree if
//! files must be compared.

mod names;
mod packages;
mod prose;
mod rooms;
mod text;

use crate::{regen, tree};
use std::fs;
use std::path::Path;

/// A text file of the repository.
pub(crate) struct File {
    /// Relative to the repository's root, with `/` between names.
    pub path: String,
    /// Its content.
    pub text: String,
}

impl File {
    fn is_generated(&self) -> bool {
        let crates = regen::CRATES.into_iter().chain(["uri"]);
        let mut folders = crates.map(|folder| format!("{folder}/src/generated/"));
        let below = self.path.strip_prefix(regen::PACKAGES).unwrap_or_default();
        folders.any(|folder| self.path.starts_with(&folder))
            || below.starts_with("/crate/src/generated/")
            || below.ends_with("/src/generated.rs")
    }

    fn is_rust(&self) -> bool {
        Path::new(&self.path).extension().is_some_and(|extension| extension == "rs")
    }
}

/// Prints the findings; fails if there are any.
pub(crate) fn run(root: &Path) -> anyhow::Result<()> {
    let findings = tidy(root)?;
    for finding in &findings {
        eprintln!("{finding}");
    }
    anyhow::ensure!(findings.is_empty(), "{} findings", findings.len());
    Ok(())
}

fn tidy(root: &Path) -> anyhow::Result<Vec<String>> {
    let mut files = Vec::new();
    for path in tree::files(root)? {
        // Seeds contain deliberate errors, expected output follows other rules, and
        // the lock file is cargo's.
        let data = ["/expected/", "tests/corpus/"];
        if data.iter().any(|it| path.contains(it)) || path.ends_with("Cargo.lock") {
            continue;
        }
        if let Ok(text) = String::from_utf8(fs::read(root.join(&path))?) {
            files.push(File { path, text });
        }
    }
    let mut findings = Vec::new();
    for file in &files {
        text::header(file, &mut findings);
        text::white_space(file, &mut findings);
        text::length(file, &mut findings);
        text::words(file, &mut findings);
        packages::pure(file, &mut findings);
        packages::alone(file, &mut findings);
        packages::bare(file, &mut findings);
    }
    text::median(&files, &mut findings);
    names::paths(&files, &mut findings);
    names::notes(&files, &mut findings);
    prose::prose(&files, &mut findings);
    rooms::downwards(&files, &mut findings);
    rooms::one_name(&files, &mut findings);
    Ok(findings)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_repository_is_tidy() {
        let findings = tidy(&tree::root()).unwrap();
        assert!(findings.is_empty(), "\n{}", findings.join("\n"));
    }

    /// The findings in a tree of one file.
    fn check(path: &str, text: &str) -> Vec<String> {
        let temp = tempfile::tempdir().unwrap();
        let full = temp.path().join(path);
        fs::create_dir_all(full.parent().unwrap()).unwrap();
        fs::write(full, text).unwrap();
        tidy(temp.path()).unwrap()
    }

    #[track_caller]
    fn finds(path: &str, text: &str, part: &str) {
        let findings = check(path, text);
        assert_eq!(findings.len(), 1, "{findings:?}");
        assert!(findings[0].contains(part), "{findings:?}");
    }

    #[test]
    fn finds_untidy_text() {
        assert!(check("abnf/src/a.rs", "//! Why.\nfn a() {}\n").is_empty());
        assert!(check("f.rs", "#![no_main]\n//! Why.\nfn a() {}\n").is_empty());
        finds("abnf/src/a.rs", "fn a() {}\n", "abnf/src/a.rs:1: no module documentation");
        finds("uri/src/generated/a.rs", "fn a() {}\n", "no header");
        finds("examples/gallery/src/generated/a.rs", "fn a() {}\n", "no header");
        assert!(check("a.rs", "// Mine.\n#![doc = include_str!(\"a.md\")]\n").is_empty());
        finds("a.md", "one\ntwo \n", "a.md:2: white space at the end");
        finds("a.md", "one\ntwo", "a.md:2: no newline at the end");
        finds("a.md", "one\n\n", "a.md:2: empty line at the end");
        finds("a.md", "one\r\n", "a.md:1: white space at the end");
        finds("a.md", concat!("see /", "root/a\n"), "a.md:1: the word");
        finds("a.rs", concat!("//! A.\n// TO", "DO\n"), "a.rs:2: the word");
        let long = format!("//! A.\n{}", "//\n".repeat(600));
        finds("a.rs", &long, "601 lines");
        assert!(check("a.rs", &format!("//! A.\n// Long because of tables.\n{long}")).is_empty());
    }

    #[test]
    fn a_crate_that_was_built_at_the_root_is_ignored() {
        let temp = tempfile::tempdir().unwrap();
        for folder in ["clock", "ours"] {
            fs::create_dir_all(temp.path().join(folder).join("src")).unwrap();
            fs::write(temp.path().join(folder).join("src/a.rs"), "untidy").unwrap();
        }
        fs::write(temp.path().join("Cargo.toml"), "[workspace]\n").unwrap();
        fs::write(temp.path().join("clock/abnfc.toml"), "grammar = \"clock.abnf\"\n").unwrap();
        fs::write(temp.path().join("ours/Cargo.toml"), "[package]\n").unwrap();
        let findings = tidy(temp.path()).unwrap();
        assert!(!findings.is_empty());
        assert!(findings.iter().all(|it| it.starts_with("ours/")), "{findings:?}");
    }

    #[test]
    fn finds_impure_packages() {
        finds("abnf/src/a.rs", "//! A.\nuse std::fs;\n", "abnf/src/a.rs:2: std::fs");
        finds("abnf/src/a.rs", "//! A.\nuse std::{fmt, io::Read};\n", "abnf/src/a.rs:2: std::io");
        let prints = "//! A.\nfn a() {\n    eprintln!(\"a\");\n}\n";
        finds("abnf/src/a.rs", prints, "abnf/src/a.rs:3: the compiler's library prints");
        assert!(check("abnf/cli/src/a.rs", "//! A.\nuse std::fs;\n").is_empty());
        assert!(check("abnf/src/a/tests.rs", "//! A.\nuse std::fs;\n").is_empty());
        finds("uri/Cargo.toml", "[dependencies]\na = \"1\"\n", "is a dependency");
        finds("uri/Cargo.toml", "[dependencies.a]\n", "is a dependency");
        finds("uri/Cargo.toml", "[package]\nbuild = \"b.rs\"\n", "uri/Cargo.toml: a build script");
        let generated = "// @generated\nuse std::fmt;\n";
        finds("uri/src/generated/a.rs", generated, "uri/src/generated/a.rs:2: `std::`");
        let links = "// @generated\nextern crate alloc;\n";
        finds("uri/src/generated/a.rs", links, "uri/src/generated/a.rs:2: `extern crate`");
        let conditional = "// @generated\n#[cfg(feature = \"alloc\")]\nextern crate alloc;\n";
        assert!(check("uri/src/generated/a.rs", conditional).is_empty());
        finds("uri/build.rs", "//! A.\n", "uri/build.rs:1: a build script");
        let always = "[dependencies]\nserde_core = \"1\"\n";
        finds("uri/Cargo.toml", always, "`serde_core` is a dependency");
        let of_target = "[target.'cfg(unix)'.build-dependencies]\ncc.version = \"1\"\n";
        finds("uri/Cargo.toml", of_target, "`cc` is a dependency");
        let optional = "[dependencies]\nserde_core = { version = \"1\", optional = true }\n";
        assert!(check("uri/Cargo.toml", optional).is_empty());
        assert!(
            check("uri/Cargo.toml", "[dependencies]\n\n[dev-dependencies]\na = \"1\"\n").is_empty()
        );
    }

    #[test]
    fn finds_dead_names() {
        finds("README.md", "See `src/a.rs`.\n", "README.md:1: `src/a.rs` does not exist");
        finds("README.md", "See [a](a.md#b).\n", "README.md:1: `a.md` does not exist");
        assert!(
            check("README.md", "See `README.md`, [it](README.md), `a b/c`, `a/*`.\n").is_empty()
        );
        assert!(check("README.md", "```console\n$ cat `a.md`\n```\n").is_empty());
        finds("a.rs", "//! See note [of a].\n", "a.rs:1: note [of a] is not in ARCHITECTURE.md");
        finds("ARCHITECTURE.md", "### note [of a]\n", "nothing refers to note [of a]");
    }
}
