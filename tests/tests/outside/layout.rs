//! The formatter on grammars of other projects, on bundled grammars and on those of this
//! repository.

use super::grammars::collection;
use abnfc::diagnostic::FileId;
use abnfc::limits::Limits;
use abnfc::spec::{Dialect, ReadOptions};
use abnfc::text::bundled;
use abnfc::text::source::{Source, source};
use abnfc::text::tokens::{Kind, Token, Tokens, tokens};
use abnfc_tools::fmt::fmt;
use std::fs;

const WIDTH: usize = 72;

/// Checks a grammar's layout without asking the formatter; false if the formatter refuses the
/// grammar.
#[track_caller]
fn check(name: &str, bytes: &[u8]) -> bool {
    let options = ReadOptions::default();
    let Ok(once) = fmt(name, bytes, &options) else { return false };
    let abnf = ReadOptions { dialect: Dialect::Abnf, ..options };
    assert_eq!(fmt(name, once.as_bytes(), &abnf).expect(name), once, "{name}: again");
    assert_eq!(meaning(name, once.as_bytes()), meaning(name, bytes), "{name}");
    assert_eq!(comments(once.as_bytes()), comments(bytes), "{name}");
    for line in once.lines().filter(|line| WIDTH < line.chars().count()) {
        assert!(has_one_token(line), "{name}: {line}");
    }
    true
}

/// All rules as they print after resolution, and the errors in them.
fn meaning(name: &str, bytes: &[u8]) -> (String, Vec<String>) {
    let read = abnfc::read_leniently(name, bytes, &[], &ReadOptions::default()).expect(name);
    let errors = read.diagnostics.items.iter().filter(|item| item.is_of_rule());
    (read.resolved.to_string(), errors.map(|item| item.message.clone()).collect())
}

fn lexed(bytes: &[u8]) -> (Source, Tokens) {
    let source = source(FileId(0), "", bytes, &Limits::default()).expect("a text");
    let tokens = tokens(&source);
    (source, tokens)
}

fn some(bytes: &[u8], kind: fn(Kind) -> bool) -> Vec<String> {
    let (source, tokens) = lexed(bytes);
    let all = tokens.lines.iter().flat_map(|line| tokens.of(line));
    let some = all.filter(|token| kind(token.kind));
    some.map(|token: &Token| token.text(&source.text).trim_end().to_owned()).collect()
}

fn comments(bytes: &[u8]) -> Vec<String> {
    some(bytes, |kind| kind == Kind::Comment)
}

/// Returns whether a line is wide because of one token, or of a comment that has no room in any
/// line.
fn has_one_token(line: &str) -> bool {
    let is_wide = |comment: &String| WIDTH - 2 < comment.chars().count();
    let elements = some(line.as_bytes(), |kind| {
        matches!(kind, Kind::Name | Kind::Text | Kind::Number | Kind::Prose)
    });
    comments(line.as_bytes()).iter().any(is_wide) || elements.len() <= 1
}

#[test]
fn our_grammars_keep_their_meaning_and_their_comments() {
    for bundled in bundled::ALL {
        assert!(check(bundled.name, bundled.text.as_bytes()), "{}", bundled.name);
    }
    for entry in fs::read_dir("../uri-gen/grammars").expect("in the repository") {
        let path = entry.expect("readable").path();
        let name = path.to_string_lossy();
        assert!(check(&name, &fs::read(&path).expect("readable")), "{name}");
    }
}

#[test]
#[ignore = "needs ../shared"]
fn published_grammars_keep_their_meaning_and_their_comments() {
    let refused: Vec<_> =
        collection().into_iter().filter(|(name, bytes)| !check(name, bytes)).collect();
    let refused: Vec<_> = refused.iter().map(|(name, _)| name.as_str()).collect();
    let expected: Vec<_> = super::grammars::REFUSED.iter().map(|it| it.0).collect();
    assert_eq!(refused, expected);
}
