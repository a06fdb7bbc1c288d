//! What is found in documents of several kinds, and where.

use super::*;
use crate::diagnostic::{FileId, Files};
use crate::grammar::syntax::syntax;
use crate::limits::Limits;
use crate::spec::Dialect;
use crate::text::dialect::dialect;
use crate::text::source::source;
use crate::text::tokens::tokens;
use std::path::Path;

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

/// A rule of a document: name, line, and text without white space.
type Found = (String, usize, String);

/// The rules of a file among the shared ones.
fn rules_of(path: &str) -> Option<Vec<Found>> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../shared").join(path);
    let Ok(bytes) = std::fs::read(&path) else {
        crate::testing::skipped(&format!("{} is missing", path.display()));
        return None;
    };
    let limits = Limits::default();
    let mut found = Vec::new();
    let source = source(FileId(0), "g", &bytes, &limits).unwrap();
    let tokens = extract(&source, tokens(&source), &mut found);
    let tokens = dialect(&source, tokens, Dialect::Auto, &mut found);
    let rules = syntax(&source, &tokens, &limits, &mut found);
    let mut files = Files::default();
    files.push("g", &*source.text);
    let errors: Vec<_> =
        found.iter().filter(|it| it.severity == crate::diagnostic::Severity::Error).collect();
    assert!(errors.is_empty(), "{errors:?}");
    Some(
        rules
            .rules
            .iter()
            .map(|rule| {
                let text = rule.text.split_ascii_whitespace().collect();
                (rule.name.text.clone(), files.line_column(rule.name.span).0, text)
            })
            .collect(),
    )
}

/// The lines of a file that begin with a name and `=`: a check that shares no code
/// with the above.
fn starts_of(path: &str, skip: impl Fn(&str) -> bool) -> Vec<(String, usize)> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../shared").join(path);
    let text = std::fs::read_to_string(path).unwrap();
    let starts = text.lines().enumerate().filter_map(|(i, line)| {
        let (name, rest) = line.split_once('=')?;
        let name = name.trim().trim_start_matches(|c: char| c.is_ascii_digit() || ". ".contains(c));
        let is_name = !name.is_empty()
            && name.bytes().all(|b| b.is_ascii_alphanumeric() || b"-_+".contains(&b));
        let name = name.replace(['_', '+'], "-");
        (is_name && !skip(rest)).then_some((name, i + 1))
    });
    starts.collect()
}

#[test]
fn every_rule_of_the_documents_at_its_line() {
    for (path, count) in [
        ("seeds/000_956f7345ba4229fb.txt", 40),
        ("seeds/001_6c1c8192fef75048.txt", 45),
        ("seeds/002_07bda57a760a2840.txt", 40),
        ("seeds/003_323ed029bad55137.txt", 24),
        ("seeds/004_076139cda596704c.txt", 67),
        ("testdata/uri/rfc2396.txt", 85),
    ] {
        let Some(rules) = rules_of(path) else { continue };
        let is_example =
            |rest: &str| rest.trim().starts_with('$') || rest.trim().starts_with("http:");
        let starts: Vec<_> = rules.into_iter().map(|(name, line, _)| (name, line)).collect();
        assert_eq!(starts, starts_of(path, is_example), "{path}");
        assert_eq!(starts.len(), count, "{path}");
    }
}

#[test]
fn documents_with_the_same_rules_agree() {
    let Some(rfc) = rules_of("testdata/uri/rfc2396.txt") else { return };
    let appendix = rfc.iter().position(|rule| 1460 < rule.1).unwrap();
    let text_in = |rules: &[Found], name: &str| {
        rules.iter().find(|rule| rule.0 == name).map(|rule| rule.2.clone())
    };
    // The RFC says the same thing twice, but for what stands in words.
    for (name, _, text) in &rfc[..appendix] {
        let words = ["control", "space", "delims", "unwise", "result"].contains(&&**name);
        let again = text_in(&rfc[appendix..], name);
        assert_eq!(again.as_ref(), (!words).then_some(text), "{name}");
    }
    for (path, damaged) in [
        ("seeds/000_956f7345ba4229fb.txt", None),
        ("seeds/002_07bda57a760a2840.txt", Some("net-path")),
        ("seeds/003_323ed029bad55137.txt", None),
    ] {
        for (name, _, text) in rules_of(path).unwrap() {
            let same = text_in(&rfc[appendix..], &name) == Some(text);
            assert_eq!(same, damaged != Some(&*name), "{path}: {name}");
        }
    }
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
