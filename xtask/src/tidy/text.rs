//! Rules about the text of a file.

use super::File;

/// The maximum number of lines of a hand-written file, of a test, which may be a list of cases, and
/// of the median file of the compiler.
const MAX_LINES: usize = 350;
const MAX_LINES_OF_TESTS: usize = 500;
const MAX_MEDIAN: usize = 200;

/// Words that indicate unfinished work or a local path. In pieces, so
/// that this file does not contain them.
const WORDS: &[&str] = &[
    concat!("TO", "DO"),
    concat!("FIX", "ME"),
    concat!("XX", "X"),
    concat!("/ho", "me/"),
    concat!("/ro", "ot/"),
    concat!("/wo", "rk/"),
    concat!("/Us", "ers/"),
];

/// Checks that hand-written Rust starts with module documentation, which may be another file, and
/// generated files with the notice that they are generated.
pub(super) fn header(file: &File, found: &mut Vec<String>) {
    if !file.is_rust() {
        return;
    }
    let is_elsewhere = |line: &str| line.starts_with("#![doc = include_str!(");
    if file.is_generated() {
        if !file.text.starts_with("// @generated") {
            found.push(format!("{}:1: no header `// @generated`", file.path));
        }
    } else if !file.text.lines().any(is_elsewhere) {
        let first = file.text.lines().find(|line| !line.starts_with("#!["));
        if !first.is_some_and(|line| line.starts_with("//!")) {
            found.push(format!("{}:1: no module documentation (`//!`)", file.path));
        }
    }
}

/// Checks that there is no trailing white space, no empty line at the end, and a final
/// newline.
pub(super) fn white_space(file: &File, found: &mut Vec<String>) {
    for (i, line) in file.text.split('\n').enumerate() {
        if line.ends_with([' ', '\t', '\r']) {
            found.push(format!("{}:{}: white space at the end", file.path, i + 1));
        }
    }
    let lines = file.text.lines().count();
    if !file.text.is_empty() && !file.text.ends_with('\n') {
        found.push(format!("{}:{lines}: no newline at the end", file.path));
    }
    if file.text.ends_with("\n\n") {
        found.push(format!("{}:{lines}: empty line at the end", file.path));
    }
}

/// Checks that hand-written Rust is short or gives a reason.
pub(super) fn length(file: &File, found: &mut Vec<String>) {
    let lines = file.text.lines().count();
    let says_why = || file.text.lines().any(|line| line.starts_with("// Long because"));
    let is_test = file.path.contains("/tests/") || file.path.ends_with("/tests.rs");
    let most =
        if is_test || file.path.starts_with("tests/") { MAX_LINES_OF_TESTS } else { MAX_LINES };
    if file.is_rust() && !file.is_generated() && lines > most && !says_why() {
        found.push(format!(
            "{}: {lines} lines; split it, or say why not in a line `// Long because …`",
            file.path
        ));
    }
}

/// Checks that half of the compiler's files are short.
pub(super) fn median(files: &[File], found: &mut Vec<String>) {
    let is_ours = |file: &&File| file.path.starts_with("abnf/src/") && file.is_rust();
    let mut lines: Vec<_> =
        files.iter().filter(is_ours).map(|it| it.text.lines().count()).collect();
    lines.sort_unstable();
    if let Some(&median) = lines.get(lines.len() / 2).filter(|median| **median > MAX_MEDIAN) {
        // The median of a few files, as in tests, means nothing.
        if lines.len() > 10 {
            found.push(format!("abnf/src: the median file has {median} lines"));
        }
    }
}

/// Checks that a file contains none of [`WORDS`].
pub(super) fn words(file: &File, found: &mut Vec<String>) {
    // Grammars keep their authors' comments, and have words of their formats.
    if ["uri-gen/grammars/", "abnf/grammars/"].iter().any(|it| file.path.starts_with(it)) {
        return;
    }
    for (i, line) in file.text.lines().enumerate() {
        for word in WORDS.iter().filter(|word| line.contains(**word)) {
            found.push(format!("{}:{}: the word `{word}`", file.path, i + 1));
        }
    }
}
