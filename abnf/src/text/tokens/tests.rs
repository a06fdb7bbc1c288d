//! The tokens of texts.

use super::*;
use crate::diagnostic::FileId;
use crate::limits::Limits;
use crate::text::source::source;

fn lexed(text: &str) -> (Source, Tokens) {
    let source = source(FileId(0), "g", text.as_bytes(), &Limits::default()).unwrap();
    let tokens = tokens(&source);
    (source, tokens)
}

/// The kinds and texts of all tokens but white space.
#[track_caller]
fn check(text: &str, expected: &[(Kind, &str)]) {
    let (source, tokens) = lexed(text);
    let found: Vec<_> = tokens
        .all
        .iter()
        .filter(|token| !matches!(token.kind, Kind::Space | Kind::Newline))
        .map(|token| (token.kind, token.text(&source.text)))
        .collect();
    assert_eq!(found, expected, "{text}");
}

#[test]
fn quotes_hide_their_contents() {
    check(
        "a_b = \"<\" | <\"> / %x41-5A ; \" |\n 1*[ é \"x",
        &[
            (Kind::Name, "a_b"),
            (Kind::Equals, "="),
            (Kind::Text, "\"<\""),
            (Kind::Bar, "|"),
            (Kind::Prose, "<\">"),
            (Kind::Slash, "/"),
            (Kind::Number, "%x41-5A"),
            (Kind::Comment, "; \" |"),
            (Kind::Repeat, "1*"),
            (Kind::OptionOpen, "["),
            (Kind::Stray, "é"),
            (Kind::OpenText, "\"x"),
        ],
    );
}

#[test]
fn a_plus_is_part_of_a_name_only_inside() {
    check(
        "gopher+_x a+ b",
        &[(Kind::Name, "gopher+_x"), (Kind::Name, "a"), (Kind::Stray, "+"), (Kind::Name, "b")],
    );
}

#[test]
fn lists_and_repeats() {
    check(
        "1#2a #b *3c 1*#",
        &[
            (Kind::List, "1#2"),
            (Kind::Name, "a"),
            (Kind::List, "#"),
            (Kind::Name, "b"),
            (Kind::Repeat, "*3"),
            (Kind::Name, "c"),
            (Kind::Repeat, "1*"),
            (Kind::List, "#"),
        ],
    );
}

#[test]
fn nothing_is_lost() {
    let text = "\t a=%s\"x\"%q|<b\n\n é\u{A0}\u{C};\n\"";
    let (source, tokens) = lexed(text);
    let joined: String = tokens.all.iter().map(|token| token.text(&source.text)).collect();
    assert_eq!(joined, *source.text);
    assert_eq!(tokens.lines.len(), 4);
    assert_eq!(tokens.lines[0].column, 9);
    assert_eq!(tokens.of(&tokens.lines[1]), []);
}
