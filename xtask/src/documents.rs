//! Tests of documents: every command that they show is run.
//!
//! In a block ```` ```console ````, a line `$ COMMAND` is run by `sh` in an empty folder with copies of
//! `uri-gen/grammars`, of the suite in `abnf/suite`, and of the manifests of the adapters in
//! `abnfc/columns`, with `abnfc` on the path. The files of a folder with the document's name are copied
//! too. The lines below the command, if any, must equal its output; a line `…` matches any lines. A block
//! whose first line is a comment with only the path of a file is the content of that file. A command about
//! the repository itself is not run here; it must be a step of a script in `.ci`, possibly with more
//! arguments.
//!
//! `trycmd` runs commands in documents too, but each block on its own: it does not write the files
//! of a document, and commands of one block do not see the results of another.

use crate::tree;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

#[test]
fn the_readme_works() {
    check("README.md");
}

#[test]
fn the_guide_for_contributors_works() {
    check("CONTRIBUTING.md");
}

#[test]
fn the_guide_works() {
    check("docs/guide.md");
}

#[test]
fn the_tutorial_works() {
    check("docs/tutorial.md");
}

#[test]
fn the_page_on_examples_works() {
    check("docs/testing.md");
}

#[test]
fn the_page_on_programs_works() {
    check("docs/conform.md");
}

#[test]
fn the_page_on_findings_works() {
    check("docs/findings.md");
}

#[test]
fn the_page_on_editors_works() {
    check("docs/editors.md");
}

#[test]
fn the_page_on_the_playground_works() {
    check("docs/playground.md");
}

#[test]
fn the_page_on_columns_works() {
    check("docs/columns.md");
}

#[test]
fn the_page_on_reviews_works() {
    check("docs/review.md");
}

/// The suite needs Python.
#[test]
fn the_page_on_the_suite_works() {
    if Command::new("python3").arg("--version").output().is_ok() {
        check("docs/suite.md");
    }
}

/// The README and Cargo.toml name the same minimum version of Rust.
#[test]
fn the_readme_states_the_rust_version() {
    let root = tree::root();
    let manifest = fs::read_to_string(root.join("Cargo.toml")).unwrap();
    let version = manifest.split("rust-version = \"").nth(1).unwrap().split('"').next().unwrap();
    let readme = fs::read_to_string(root.join("README.md")).unwrap();
    assert!(readme.contains(&format!("{version} or later")), "not {version}");
}

/// A command with its expected output.
struct Shown<'a> {
    command: &'a str,
    output: Vec<&'a str>,
}

/// The use of a block of a document.
enum Block<'a> {
    File { path: &'a str, text: String },
    Console(Vec<Shown<'a>>),
}

#[track_caller]
fn check(document: &str) {
    let root = tree::root();
    let text = fs::read_to_string(root.join(document)).unwrap();
    let scripts = [".ci/run", ".ci/crates", ".ci/columns", ".ci/packages", ".ci/long"]
        .map(|it| fs::read_to_string(root.join(it)).unwrap());
    let lines = scripts.iter().flat_map(|script| script.lines());
    let steps: Vec<&str> =
        lines.filter_map(|line| line.trim_start().strip_prefix("step ")).collect();
    let temp = tempfile::tempdir().unwrap();
    for folder in ["uri-gen/grammars", "abnf/suite", "abnf/suite/cases", "abnf/suite/peers"] {
        copy(&root.join(folder), &temp.path().join(folder));
    }
    // As far as `abnfc columns` reads a clone.
    for adapter in ["datafusion", "layout", "pyo3"].map(|it| format!("columns/{it}")) {
        let of_clone = temp.path().join("abnfc").join(&adapter);
        fs::create_dir_all(&of_clone).unwrap();
        fs::copy(root.join(&adapter).join("Cargo.toml"), of_clone.join("Cargo.toml")).unwrap();
    }
    let beside = root.join(document).with_extension("");
    if beside.is_dir() {
        copy(&beside, temp.path());
    }
    let blocks = blocks(&text);
    assert!(!blocks.is_empty(), "{document} shows no command");
    let programs = programs(&root);
    for block in blocks {
        match block {
            Block::File { path, text } => {
                let path = temp.path().join(path);
                fs::create_dir_all(path.parent().unwrap()).unwrap();
                fs::write(path, text).unwrap();
            }
            Block::Console(commands) => {
                for shown in commands {
                    // The scripts have built the program `xtask`.
                    let command = shown.command.strip_prefix("cargo xtask").map_or_else(
                        || shown.command.to_owned(),
                        |arguments| format!("xtask{arguments}"),
                    );
                    let longer = format!("{command} ");
                    let is_step = |step: &&str| *step == command || step.starts_with(&longer);
                    if !steps.iter().any(is_step) {
                        run(temp.path(), &programs, &shown);
                    }
                }
            }
        }
    }
}

/// Copies the files of a folder into another, without the folders in it.
fn copy(from: &Path, to: &Path) {
    fs::create_dir_all(to).unwrap();
    for entry in fs::read_dir(from).unwrap() {
        let entry = entry.unwrap();
        if entry.path().is_file() {
            fs::copy(entry.path(), to.join(entry.file_name())).unwrap();
        }
    }
}

#[track_caller]
fn run(folder: &Path, programs: &Path, shown: &Shown<'_>) {
    let command = shown.command;
    assert!(
        !["cargo xtask", "cargo test --workspace", "git"].iter().any(|it| command.starts_with(it)),
        "`{command}` is not a step of a script in .ci"
    );
    let path = std::env::var_os("PATH").unwrap_or_default();
    let paths = std::iter::once(programs.to_path_buf()).chain(std::env::split_paths(&path));
    let output = Command::new("sh")
        .args(["-c", &format!("{{ {command}; }} 2>&1")])
        .current_dir(folder)
        .env("PATH", std::env::join_paths(paths).unwrap())
        .env("CARGO_TARGET_DIR", folder.join("target"))
        .output()
        .unwrap();
    let printed = String::from_utf8(output.stdout).unwrap();
    let status = output.status.code();
    if shown.output.is_empty() {
        assert_eq!(status, Some(0), "`{command}` printed\n{printed}");
    } else {
        // 1 is a finding and 2 an error. A document may show either, but an error must be
        // visible.
        let shows_error = shown.output.iter().any(|line| line.starts_with("error"));
        let highest = if shows_error { 2 } else { 1 };
        let is_expected = status.is_some_and(|status| (0..=highest).contains(&status));
        assert!(is_expected, "`{command}` gave {status:?} and\n{printed}");
        let lines: Vec<&str> = printed.lines().map(str::trim_end).collect();
        assert!(
            is_like(&lines, &shown.output),
            "`{command}` does not print\n{}\nbut\n{printed}",
            shown.output.join("\n")
        );
    }
}

/// Returns whether the lines are the shown ones, where `…` stands for any lines.
fn is_like(lines: &[&str], shown: &[&str]) -> bool {
    match shown.split_first() {
        None => lines.is_empty(),
        Some((&"…", rest)) => (0..=lines.len()).any(|skipped| is_like(&lines[skipped..], rest)),
        Some((first, rest)) => {
            lines.split_first().is_some_and(|(line, lines)| line == first && is_like(lines, rest))
        }
    }
}

/// The blocks of a document that can be tested.
fn blocks(text: &str) -> Vec<Block<'_>> {
    let mut found = Vec::new();
    let mut lines = text.lines();
    while let Some(line) = lines.next() {
        let Some(language) = line.strip_prefix("```") else { continue };
        let body: Vec<&str> = lines.by_ref().take_while(|line| *line != "```").collect();
        if language == "console" {
            let mut commands: Vec<Shown<'_>> = Vec::new();
            for line in body {
                if let Some(command) = line.strip_prefix("$ ") {
                    commands.push(Shown { command, output: Vec::new() });
                } else {
                    let shown = commands.last_mut().expect("a block starts with a command");
                    shown.output.push(line);
                }
            }
            found.push(Block::Console(commands));
        } else if let Some(path) = body.first().and_then(|line| file_name(line)) {
            found.push(Block::File { path, text: body.join("\n") + "\n" });
        }
    }
    found
}

fn file_name(line: &str) -> Option<&str> {
    let path = ["// ", "; ", "# "].iter().find_map(|it| line.strip_prefix(it))?;
    let plain = |c: char| c.is_ascii_alphanumeric() || "._-/".contains(c);
    (path.contains('.') && path.chars().all(plain)).then_some(path)
}

/// The folder of the built programs, `abnfc` among them.
fn programs(root: &Path) -> PathBuf {
    if let Some(abnfc) = std::env::var_os("ABNFC") {
        return Path::new(&abnfc).parent().expect("a file in a folder").to_path_buf();
    }
    let test = std::env::current_exe().unwrap();
    let profile = test.ancestors().nth(2).expect("target/PROFILE/deps/xtask-HASH").to_path_buf();
    let mut build = Command::new(env!("CARGO"));
    // With an example, cargo chooses the features that it chooses for tests, so nothing is built
    // twice.
    let targets = ["--bin", "abnfc", "--example", "validate"];
    build.args(["build", "--quiet", "--workspace"]).args(targets).current_dir(root);
    if profile.ends_with("release") {
        build.arg("--release");
    }
    build.arg("--target-dir").arg(profile.parent().expect("the target folder"));
    assert!(build.status().unwrap().success());
    profile
}

#[test]
fn shown_lines_are_compared() {
    assert!(is_like(&["a", "b"], &["a", "b"]));
    assert!(!is_like(&["a", "b"], &["a"]));
    assert!(is_like(&["a", "b", "c"], &["a", "…"]));
    assert!(is_like(&["a", "b", "c"], &["…", "c"]));
    assert!(!is_like(&["a", "b"], &["…", "a"]));
}
