//! What is found in documents of several kinds, and where.

use super::*;
use crate::diagnostic::FileId;
use crate::limits::Limits;
use crate::text::source::source;
use crate::text::tokens::tokens;

/// The kept lines as text, where they are, and what was found.
fn extracted(text: &str) -> (String, Tokens, Vec<Diagnostic>) {
    let source = source(FileId(0), "g", text.as_bytes(), &Limits::default()).unwrap();
    let mut found = Vec::new();
    let tokens = extract(&source, tokens(&source), &mut found);
    (tokens.to_abnf(&source.text), tokens, found)
}

#[track_caller]
fn check(text: &str, expected: &str) {
    let (text, _, found) = extracted(text);
    let kept: Vec<_> = text.lines().filter(|line| !line.is_empty()).collect();
    assert_eq!(kept.join("\n"), expected);
    assert!(found.is_empty(), "{found:?}");
}

#[test]
fn prose_is_blanked() {
    check(
        "1. Words\n\n   A rule = thing.\n\n      a = b |\n          c\n\n   The \"/\" are reserved.\n",
        "a = b |\n    c",
    );
    check("   a = \"x\"\n   \"/\", \";\", \"=\", and \"?\" are reserved.\n", "a = \"x\"");
    check("a = b\n[editar]\n\nx == y\nb => c\n", "a = b");
}

#[test]
fn flush_continuations_are_indented() {
    check("a = b |\nc\n| d\nwords here\n", "a = b |\n    c\n    | d");
    check("a = ( b\nc )\nd\n", "a = ( b\n    c )");
}

#[test]
fn page_breaks_do_not_end_a_rule() {
    check(
        "      a = b |\n\n\nBy, et al.    Standards    [Page 7]\n\u{C}\nRFC 1    Title    May 1998\n\n\n          c\n   text\n",
        "a = b |\n    c",
    );
    check("   a = b\n\n        words\n", "a = b");
    check("   a = b\n\n        / c\n", "a = b\n     / c");
}

#[test]
fn a_name_may_stand_above_its_definition() {
    check("words\n\na ; b\n  ; c\n\n  =\n  d\nwords\n", "a ; b\n  ; c\n  =\n  d");
    check("Heading\n=======\na = b\n", "a = b");
}

#[test]
fn what_may_be_lost_is_told() {
    let (text, _, found) = extracted("a = b\n\n    \"c\"\n    \"d\"\n");
    assert_eq!(text.trim(), "a = b");
    assert_eq!(found.iter().map(|it| it.code).collect::<Vec<_>>(), ["skipped-line"]);
    check("a = b\n\n    words\n\n   (\"a\", \"b\")\n", "a = b");
}

#[test]
fn listing_numbers_are_dropped() {
    check("  1. a = b\n  2.   / c\n  3.\n  4. d = e\n", "a = b\n  / c\nd = e");
    check("a =\n  1 b\n  2 c\n", "a =\n  1 b\n  2 c");
}

#[test]
fn comments_that_touch_a_rule_stay() {
    check("; a\n\nwords\n\n; b\n\nc = d\n; e\n; f\n\nwords\n; g\n", "; b\nc = d\n; e\n; f");
}

#[test]
fn what_begins_like_a_rule_is_kept_or_told() {
    check("a = 'x'\nb = ( c\nd = e, \"f\"\n", "a = 'x'\nb = ( c\nd = e, \"f\"");
    check("a = <words\n     more>\n", "a = <words\n     more>");
    check("a = \"x\"\n    | 'y'\n", "a = \"x\"\n    | 'y'");
    check("<a> ::= b\n", "<a> ::= b");
    let (text, _, found) =
        extracted("path = $5\ng = http://a/b/c\nn = 5\nN = the \"x\" of a b, c\n");
    assert_eq!(text.trim(), "");
    assert_eq!(found.iter().map(|it| it.code).collect::<Vec<_>>(), ["skipped-line"; 4]);
}

#[test]
fn quoted_mail() {
    check(
        "On Monday A wrote:\n> words\n>\n>   a = b |\n>       c\n> > d = e\n> >   / f\n>\nwords\n",
        "a = b |\n    c\nd = e\n  / f",
    );
    let (_, tokens, _) = extracted(">   a = b\n");
    assert_eq!(tokens.of(&tokens.lines[0])[0].start, 4);
}

#[test]
fn blocks_of_markdown() {
    check(
        "words\n```abnf\na = b\n  / c\n```\n - item\n   ~~~\n   d = e\n   ~~~\n",
        "a = b\n  / c\nd = e",
    );
    let (text, _, found) = extracted("```rust\nx = \"a\" + y;\n```\na = b\n");
    assert_eq!(text.trim(), "a = b");
    assert_eq!(found.iter().map(|it| it.code).collect::<Vec<_>>(), ["skipped-line"]);
    // A block that is never closed is none.
    check("```rust\na = b\n", "a = b");
    check("``` {.abnf #id}\na = b\n````\n", "a = b");
}

#[test]
fn numbered_lines_that_are_no_listing_are_told() {
    let (text, _, found) = extracted("1. a = \"b\"\n2. c = d\n\n10  e = \"f\"\n");
    assert_eq!(text.trim(), "");
    assert_eq!(found.iter().map(|it| it.code).collect::<Vec<_>>(), ["skipped-line"; 3]);
}

#[test]
fn spaces_that_do_not_break_are_spaces() {
    check("\u{A0}\u{A0}a = b\n\u{A0}\u{A0}\u{A0} / c\nwords\n", "a = b\n  / c");
    // What is inside of a rule is for `syntax` to tell.
    check("a\u{A0}= b\n", "a\u{A0}= b");
}

/// What is kept, and the lines that are told.
#[track_caller]
fn check_told(text: &str, expected: &str, told: &[usize]) {
    let (kept, _, found) = extracted(text);
    let kept: Vec<_> = kept.lines().filter(|line| !line.is_empty()).collect();
    assert_eq!(kept.join("\n"), expected);
    let line = |item: &Diagnostic| {
        let start = item.primary.as_ref().unwrap().span.start as usize;
        1 + text[..start].matches('\n').count()
    };
    assert_eq!(found.iter().map(line).collect::<Vec<_>>(), told, "{found:?}");
}

#[test]
fn examples_are_no_rules() {
    let sdp = "v=0\no=jdoe 2890844526 IN IP4 10.47.16.5\ns=SDP Seminar\ni=A Seminar on it\na=recvonly\n\
               m=audio 49172 RTP/AVP 0\n";
    check_told(
        &format!("a1 = b1\nb1 = \"b\"\n\n{sdp}"),
        "a1 = b1\nb1 = \"b\"",
        &[4, 5, 6, 7, 8, 9],
    );
    let fields = "    username=\"Mufasa\",\n    nonce=\"dcd98b7102dd\",\n    uri=\"/dir\"\n";
    check_told(fields, "", &[1, 2, 3]);
    let rules = "    all = nonce / uri\n    nonce = \"nonce=\" DIGIT\n    uri = \"uri\"\n";
    let expected = "all = nonce / uri\nnonce = \"nonce=\" DIGIT\nuri = \"uri\"";
    check_told(&format!("{rules}\n{fields}"), expected, &[5, 6, 7]);
    check_told("v= Version (plain-text; REQUIRED)\n", "", &[1]);
    check_told("  BkZXNlYW5zY3Jp=\n\nText.\n", "", &[1]);
}

#[test]
fn rules_without_spaces_are_rules() {
    check("a=b/c\nb=\"b\"\nc=DIGIT\n", "a=b/c\nb=\"b\"\nc=DIGIT");
    check("m=\"audio\" SP 1*DIGIT\n", "m=\"audio\" SP 1*DIGIT");
    // With a space, or if another rule needs it, it is a rule with an error.
    check_told("nonce = \"x\",\n", "nonce = \"x\",", &[]);
    check_told("s=a b\na=\"x\",\nb=\"y\"\n", "s=a b\na=\"x\",\nb=\"y\"", &[]);
    check_told("n=\"x\",\nm = n\n", "n=\"x\",\nm = n", &[]);
}

#[test]
fn a_rule_that_is_given_again_is_there_once() {
    let again =
        "a = b / ; first\n    c\n\nWords.\n\n  a = b\n    / c ; c\n  b = \"x\"\n  a = c / b\n";
    check(again, "a = b / ; first\n    c\nb = \"x\"\na = c / b");
}
