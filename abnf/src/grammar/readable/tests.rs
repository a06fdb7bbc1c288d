//! Texts of small grammars.

use super::*;
use crate::bytes::escapes::escaped;
use crate::spec::ReadOptions;
use crate::text::bundled;
use std::fmt::Write as _;

#[track_caller]
fn check(text: &str, expected: Option<&str>) {
    let grammar = crate::read("g", text.as_bytes(), &[], &ReadOptions::default()).unwrap();
    let found = readable(&grammar.resolved, RuleId::from_index(0));
    assert_eq!(found.map(|it| String::from_utf8_lossy(&it).into_owned()).as_deref(), expected);
}

#[test]
fn texts_are_short_words_with_all_options() {
    check("a = 1*ALPHA [\":\" *DIGIT] *(\";\" b)\nb = %s\"K\" *WSP\n", Some("abc:12;K"));
    check("a = 4DIGIT \"-\" 2DIGIT DIGIT", Some("2024-123"));
    check("a = ALPHA *( ALPHA / DIGIT )", Some("abc"));
    check("a = 1*%x30-31", Some("10"));
    check("a = *( \"-\" / ALPHA ) \"!\"", Some("abc!"));
    check("a = 5*7( DIGIT \".\" )", Some("1.2.3.4.5."));
    check("a = %xC0-C2 %x00", Some("\u{FFFD}\0"));
}

#[test]
fn strings_keep_their_case() {
    check("a = b \"T\" 2DIGIT \"Z\"\nb = \"Http/\"", Some("Http/T12Z"));
    check("a = 2ALPHA (\"Z\" / 40\"x\")", Some("abZ"));
    // The first of both cases.
    check("a = ( %x45 / %x65 ) ( %x65 / %x45 ) ( \"T\" / \"t\" ) ( \"t\" / \"T\" )", Some("EeTt"));
    check("a = 3\"Q\" %s\"aB\"", Some("QQQaB"));
    // Letters of classes are words.
    check("a = 4HEXDIG 3( \"A\" / \"B\" )", Some("abcdaba"));
}

#[test]
fn alternatives_are_short_and_have_letters() {
    check("a = 30\"x\" / \"1.2\" / \"x-y\" / \"zz\"", Some("x-y"));
    check("a = 30\"x\" / \"1.2\"", Some("1.2"));
    check("a = \"\" / \"+\"", Some("+"));
    // Single characters are one alternative.
    check("a = 1*( \"%\" 2HEXDIG / \"+\" / ALPHA )", Some("abc"));
}

#[test]
fn long_texts_lack_options() {
    let options = |times: usize| "[\"-\" 8\"x\"] ".repeat(times);
    let text = |times: usize| format!("ab{}", "-xxxxxxxx".repeat(times));
    check(&format!("a = 2ALPHA {}", options(12)), Some(&text(8)));
    check(&format!("a = b / \"1\"\nb = 2ALPHA {}", options(12)), Some(&text(2)));
    check("a = [ 90\"x\" ] [ \"y\" ]", Some("y"));
}

#[test]
fn words_continue_across_rules_and_differ() {
    check("a = b *c b\nb = ALPHA\nc = ALPHA / DIGIT / \"-\"", Some("abcd"));
    check("a = b \".\" b \".\" 2( c \"/\" )\nb = *ALPHA\nc = 2DIGIT", Some("abc.def.12/10/"));
    check("a = 8HEXDIG \"-\" 12%x30-39", Some("abcdefab-123456789012"));
}

#[test]
fn the_plainest_alternative_is_chosen() {
    // A word rather than a text in quotes, and that rather than a literal.
    check("a = DQUOTE *ALPHA DQUOTE / 1*ALPHA", Some("abc"));
    check("a = \"false\" / DQUOTE *ALPHA DQUOTE", Some("\"abc\""));
    check("a = \"udp\" / 1*ALPHA / DQUOTE *ALPHA DQUOTE", Some("udp"));
    check("a = \"#\" *ALPHA / 1*DIGIT / *ALPHA \"=\" 1*DIGIT", Some("abc=12"));
    // White space is a space, and optional white space and comments are left out.
    check("a = \"x\" *b \"y\" 1*b \"z\"\nb = CRLF / WSP / \"(\" *ALPHA \")\"", Some("xy z"));
    check("a = \"{\" *a \"}\" / \"x\" / 1*DIGIT", Some("x"));
}

#[test]
fn recursion_ends() {
    check("a = \"(\" [a] \")\"", Some("(())"));
    check("a = b \"x\" / \"y\"\nb = a", Some("yx"));
    check("a = \"x\" a", None);
    check("a = <prose>", None);
    check(
        &format!("a = {}{}", "(".repeat(90), ")".repeat(90).replacen(')', "\"x\")", 1)),
        Some("x"),
    );
}

#[test]
fn texts_have_variants() {
    let grammar =
        crate::read("g", b"a = 1*ALPHA [ \"=\" 1*DIGIT ]\n", &[], &ReadOptions::default());
    let grammar = grammar.unwrap().resolved;
    let texts = || {
        let mut readable = Readable::new(&grammar, RuleId::from_index(0));
        (0..20).map(|number| readable.text(number).unwrap()).collect::<Vec<_>>()
    };
    assert_eq!(texts(), texts());
    let distinct: std::collections::BTreeSet<_> = texts().into_iter().collect();
    assert!(15 < distinct.len(), "{distinct:?}");
    assert!(distinct.iter().any(|text| text.contains(&b'=')));
    assert!(distinct.iter().any(|text| !text.contains(&b'=')));
}

/// Rules that refer to each other in every alternative, at many levels.
#[test]
fn the_time_is_bounded() {
    let mut text = String::new();
    for rule in 0..60 {
        let uses = |step: usize| format!("[ r{} ]", (rule * step + 7) % 60);
        let [third, fifth, eleventh] = [3, 5, 11].map(uses);
        writeln!(text, "r{rule} = \"(\" {third} {fifth} \")\" / {eleventh} \"x\" {}", uses(13))
            .unwrap();
    }
    let grammar = crate::read("g", text.as_bytes(), &[], &ReadOptions::default()).unwrap().resolved;
    let mut readable = Readable::new(&grammar, RuleId::from_index(0));
    for number in 0..20 {
        let text = readable.text(number);
        assert!(text.is_none_or(|text| text.len() <= MAX_LENGTH), "{number}");
    }
}

/// The texts of rules of bundled grammars, for the eye.
#[test]
fn bundled_grammars_have_plausible_texts() {
    let file = expect_test::expect_file!["golden.txt"];
    let before = file.data();
    let mut found = String::new();
    for line in before.lines().filter(|line| !line.starts_with(' ')) {
        let (name, rule) = line.split_once(' ').unwrap();
        let bundled = bundled::find(name).unwrap();
        let text = bundled.text.as_bytes();
        let grammar = crate::read(name, text, &bundled.imports(), &ReadOptions::default()).unwrap();
        let grammar = grammar.resolved;
        let mut readable = Readable::new(&grammar, grammar.find(rule).unwrap());
        writeln!(found, "{line}").unwrap();
        for number in 0..4 {
            let text = readable.text(number).unwrap_or_default();
            writeln!(found, "  \"{}\"", escaped(&text)).unwrap();
        }
    }
    file.assert_eq(&found);
}
