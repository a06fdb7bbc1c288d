//! The parser as a whole: trees of readable rules, and findings about unreadable ones.

use super::*;
use crate::diagnostic::Code;
use crate::diagnostic::{FileId, Severity};
use crate::read::sorted;
use crate::read_leniently;
use crate::spec::{Dialect, ReadOptions};
use crate::text::source::source;
use crate::text::tokens::tokens;
use std::fmt::Write;

fn read_bytes(bytes: &[u8]) -> (Source, Rulelist, Vec<Diagnostic>) {
    let limits = Limits::default();
    let source = source(FileId(0), "g.abnf", bytes, &limits).unwrap();
    let mut found = Vec::new();
    let rules = syntax(&source, &tokens(&source), &limits, &mut found);
    found.extend(rules.errors().cloned());
    (source, rules, sorted(found))
}

/// The leaves of all rules, each with its span, the text there, and its content.
fn leaves(bytes: &[u8]) -> String {
    fn walk(node: &Node, source: &Source, out: &mut String) {
        let (span, what) = match node {
            Node::Alternation(nodes) | Node::Concatenation(nodes) => {
                return nodes.iter().for_each(|node| walk(node, source, out));
            }
            Node::Group(node) | Node::Optional(node) => return walk(node, source, out),
            Node::Repetition { repeat, node } | Node::List { repeat, node, .. } => {
                leaf(repeat.span, &format!("{}..{:?}", repeat.min, repeat.max), source, out);
                return walk(node, source, out);
            }
            Node::Rulename(name) => (name.span, name.text.clone()),
            Node::Text { value, case_sensitive, span } => {
                (*span, format!("{value:?} {case_sensitive}"))
            }
            Node::Range { low, high, span } => (*span, format!("{low:X}-{high:X}")),
            Node::Values { values, span } => (*span, format!("{values:X?}")),
            Node::Prose { text, span } => (*span, text.clone()),
            Node::Error { span } => (*span, "error".to_owned()),
        };
        leaf(span, &what, source, out);
    }
    fn leaf(span: Span, what: &str, source: &Source, out: &mut String) {
        let text = &source.text[span.start as usize..span.end as usize];
        let mut files = crate::diagnostic::Files::default();
        files.push("", &*source.text);
        let (line, column) = files.line_column(span);
        writeln!(out, "{line}:{column} {text} = {what}").unwrap();
    }
    let (source, rules, found) = read_bytes(bytes);
    assert!(found.iter().all(|item| item.severity == Severity::Warning), "{found:?}");
    let mut out = String::new();
    for rule in &rules.rules {
        leaf(rule.name.span, &format!("{:?}", rule.definition), &source, &mut out);
        walk(&rule.node, &source, &mut out);
    }
    out
}

#[test]
fn every_leaf_has_its_span() {
    assert_eq!(
        leaves(b"a = 1*2b / %X41.42 [<c d> %s\"E\"]\n  %d65-66 3(*\"f\")\nA =/ %B1 ;x\n"),
        "1:1 a = Basic
1:5 1*2 = 1..Some(2)
1:8 b = b
1:12 %X41.42 = [41, 42]
1:21 <c d> = c d
1:27 %s\"E\" = \"E\" true
2:3 %d65-66 = 41-42
2:11 3 = 3..Some(3)
2:13 * = 0..None
2:14 \"f\" = \"f\" false
3:1 A = Incremental
3:6 %B1 = [1]
"
    );
}

#[test]
fn positions_are_those_of_the_file() {
    // A byte order mark, CRLF, tabs and wide characters in a comment.
    let bytes = "\u{FEFF}a =\t; \u{1F600}é\r\n\tb\r\n;\r\n\r\n\tc\rd=e".as_bytes();
    assert_eq!(leaves(bytes), "1:1 a = Basic\n2:2 b = b\n5:2 c = c\n6:1 d = Basic\n6:3 e = e\n");
}

#[test]
fn a_rule_continues_after_empty_lines_and_comments() {
    assert_eq!(
        leaves(b"  a\n   = b\n\n; c\n   / d\n  e = f\n"),
        "1:3 a = Basic\n2:6 b = b\n5:6 d = d\n6:3 e = Basic\n6:7 f = f\n"
    );
}

#[test]
fn listing_is_without_comments_and_indentation() {
    let (_, rules, _) = read_bytes(b"  a = \"x;\" ; y\n\n       / (b ; z\n  ; w\n    c)\n");
    assert_eq!(rules.rules[0].text, "a = \"x;\"\n     / (b\n  c)");
}

/// Code, line and column of each finding.
fn findings(text: &str) -> Vec<String> {
    let (source, _, found) = read_bytes(text.as_bytes());
    let mut files = crate::diagnostic::Files::default();
    files.push("", &*source.text);
    found
        .iter()
        .map(|item| match &item.primary {
            Some(label) => {
                let (line, column) = files.line_column(label.span);
                format!("{} {line}:{column}", item.code)
            }
            None => item.code.to_string(),
        })
        .collect()
}

#[test]
fn errors_have_their_position() {
    for (text, expected) in [
        ("a = (b\nc = d\n", "unclosed-group 1:5"),
        ("a = (b [c)\n", "unclosed-option 1:8"),
        ("a = b)\n", "unbalanced-bracket 1:6"),
        ("a = b\n  / / c\n", "missing-element 2:5"),
        ("a = ()\n", "missing-element 1:6"),
        ("a = \n", "missing-element 1:3"),
        ("a = b /\n", "missing-element 1:7"),
        ("a = 3 b\n", "missing-element 1:5"),
        ("a = 1*2*3b\n", "bad-repeat 1:5"),
        ("a = %x\n", "bad-number 1:5"),
        ("a = %xZZ\n", "bad-number 1:7"),
        ("a = %x41.\n", "bad-number 1:5"),
        ("a = %x41-5A.42\n", "bad-number 1:12"),
        ("a = %x41.42-5A\n", "bad-number 1:12"),
        ("a = %b012\n", "bad-number 1:9"),
        ("a = %q\n", "bad-number 1:5"),
        ("a = %xFFFFFFFFFF\n", "number-too-large 1:7"),
        ("a = 1*99999999999b\n", "number-too-large 1:7"),
        ("a = \"b\n", "unterminated-string 1:5"),
        ("a = <b\n", "unterminated-prose 1:5"),
        ("a = 'b'\n", "stray-character 1:5"),
        ("a = b | c\n", "stray-character 1:7"),
        ("a = \"b\u{E9}\"\n", "stray-character 1:7"),
        ("a = \"b\tc\"\n", "stray-character 1:7"),
        ("a = 1#b\n", "list-extension 1:5"),
        ("a_b = c\n", "bad-rulename 1:2"),
        ("1a = c\n", "bad-rulename 1:1"),
        ("<a> = c\n", "bad-rulename 1:1"),
        ("a ::= c\n", "stray-character 1:3"),
        ("a \"c\"\n", "missing-equals 1:3"),
        ("words of prose\na = b\n", "outside-rule 1:1"),
        ("a = b\n/ c\n\"d\"\n", "continuation-column 2:1"),
        ("a = b = c\n", "unexpected-equals 1:7"),
        ("a = b1*c\n", "missing-space 1:5"),
        ("", "no-rules"),
        ("; nothing\n", "no-rules"),
    ] {
        let found = findings(text);
        assert_eq!(found, [expected], "{text}");
        let (_, _, found) = read_bytes(text.as_bytes());
        assert_eq!(found[0].severity, Severity::Error, "{text}");
    }
}

#[test]
fn warnings_do_not_stop() {
    assert_eq!(findings("a = \"b\"\"c\"(d)\n  e = f\n"), ["missing-space 1:5", "rule-column 2:3"]);
    assert_eq!(
        leaves(b"a = \"b\"(c)*d\n"),
        "1:1 a = Basic\n1:5 \"b\" = \"b\" false\n1:9 c = c\n1:11 * = 0..None\n1:12 d = d\n"
    );
}

#[test]
fn reading_continues_at_the_next_rule() {
    assert_eq!(
        findings("a = (\nb = ]\nc = 'x' 'y'\nd = e\n"),
        [
            "unclosed-group 1:5",
            "missing-element 2:5",
            "unbalanced-bracket 2:5",
            "stray-character 3:5",
            "stray-character 3:9"
        ]
    );
    let (_, rules, _) = read_bytes(b"a = (\nd = e\n");
    assert_eq!(rules.rules.iter().map(|rule| &*rule.name.text).collect::<Vec<_>>(), ["a", "d"]);
}

#[test]
fn errors_are_bounded() {
    let found = findings(&"a = (\n".repeat(10_000));
    assert_eq!(found.len(), 101);
    assert_eq!(found[100], "too-many-errors 101:5");
    assert!(findings(&format!("a = {}", "'b' ".repeat(1000))).len() <= 5);
}

#[test]
fn rules_without_errors_can_be_used_beside_too_many_errors() {
    let text = format!("fine = \"x\"\n{}also-fine = fine\n", "a = (\n".repeat(200));
    let read = read_leniently("g", text.as_bytes(), &[], &ReadOptions::default()).unwrap();
    let id = |name| read.resolved.find(name).expect("it is defined");
    assert!(read.clone().require(&[id("fine"), id("also-fine")]).is_ok());
    let errors = read.clone().require(&[id("a")]).unwrap_err();
    assert!(errors.to_string().contains("more than 100 errors like these"), "{errors}");
}

#[test]
fn a_bracket_that_closes_a_group_continues_a_rule_in_any_column() {
    assert_eq!(findings("a = (\n  \"x\"\n)\n / \"y\"\nb = a\n"), ["rule-column 3:1"]);
    assert_eq!(findings("a = \"x\"\n)\n"), ["continuation-column 2:1", "unbalanced-bracket 2:1"]);
    assert_eq!(findings("a = [\n/ \"x\"\n]\n"), ["continuation-column 2:1", "missing-element 2:1"]);
}

/// 2 MiB is Rust's default stack size for threads, and for tests.
fn in_small_thread(f: impl FnOnce() + Send + 'static) {
    std::thread::Builder::new().stack_size(2 << 20).spawn(f).unwrap().join().unwrap();
}

#[test]
fn nesting_is_limited_and_fits_the_stack() {
    in_small_thread(|| {
        let nested = |depth| format!("a = {}b{}\n", "(".repeat(depth), ")".repeat(depth));
        assert_eq!(findings(&nested(128)), [""; 0]);
        assert_eq!(findings(&nested(129)), ["nesting-too-deep 1:133"]);
        assert_eq!(findings(&format!("a = {}", "[".repeat(10_000))), ["nesting-too-deep 1:133"]);
        assert_eq!(findings(&nested(100_000)), ["nesting-too-deep 1:133"]);
        let options = format!("a = {}b{}\n", "*[c / d ".repeat(128), "]".repeat(128));
        assert_eq!(findings(&options), [""; 0]);
    });
}

#[test]
fn long_rules_and_many_rules_take_linear_time() {
    // Quadratic work on these would take hours.
    let (_, rules, found) = read_bytes(format!("a = {}b\n", "b / ".repeat(300_000)).as_bytes());
    assert!(found.is_empty());
    let Node::Alternation(nodes) = &rules.rules[0].node else { panic!() };
    assert_eq!(nodes.len(), 300_001);
    assert_eq!(read_bytes("a=b\n".repeat(100_000).as_bytes()).1.rules.len(), 100_000);
}

/// Texts of random tokens: the parser reads every text that passes the checks, and
/// every span is within the text, whatever `extract` and `dialect` have done.
#[test]
fn random_texts_are_read_without_disagreement() {
    const TOKENS: [&str; 38] = [
        "a", "b-1", "#", "1#2", "c_d", " ", " ", "  ", "\n", "\n ", "\n\t", " = ", "=", "=/", "/",
        " / ", "|", "(", ")", "[", "]", "*", "2", "1*3", "\"x\"", "%s\"y\"", "\"", "%x41",
        "%D66-67", "%b1.0", "<z>", "<\">", "<", ";", "'", "é", ",", "\u{C}",
    ];
    let mut random = fastrand::Rng::with_seed(1);
    let mut rules_read = 0;
    for i in 0..20_000 {
        let mut text = "a = ".to_owned();
        for _ in 0..random.usize(..24) {
            // Half of the texts consist of tokens that can be valid.
            text.push_str(TOKENS[random.usize(..if i % 2 == 0 { 32 } else { TOKENS.len() })]);
        }
        let limits = Limits { nesting: 4, ..Limits::default() };
        let mut found = Vec::new();
        let source = source(FileId(0), "g", text.as_bytes(), &limits).unwrap();
        let mut tokens = tokens(&source);
        if i % 3 == 0 {
            tokens = crate::text::extract::extract(
                &source,
                tokens,
                &crate::spec::Extract::Yes,
                &mut found,
            );
        }
        let notation = [Dialect::Auto, Dialect::Http, Dialect::HttpLenient][i % 5 % 3];
        let tokens = crate::text::dialect::dialect(&source, tokens, notation, &mut found);
        let rules = syntax(&source, &tokens, &limits, &mut found);
        rules_read += rules.rules.len();
        for item in &found {
            assert_ne!(item.code, Code::ParserDisagreement, "{text}");
            for label in item.primary.iter().chain(&item.secondary) {
                let range = label.span.start as usize..label.span.end as usize;
                assert!(source.text.get(range).is_some(), "{text}: {label:?}");
            }
        }
        let mut diagnostics = crate::diagnostic::Diagnostics { items: found, ..Default::default() };
        diagnostics.files.push("g", &*source.text);
        crate::diagnostic::render::plain(&diagnostics);
    }
    assert!(10_000 < rules_read, "{rules_read}");
}
