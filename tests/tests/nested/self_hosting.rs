//! ABNF reads itself: the generated matcher of ABNF's own grammar accepts exactly the grammar files
//! that the reader accepts in strict ABNF.
//!
//! The matcher is generated twice: from RFC 5234 with its errata and RFC 7405, and from the
//! bundled grammar of RFC 7405, which has the rules as published. Both agree.
//!
//! Meaning is ignored: an undefined name is not an error of notation. Every file belongs to one
//! [`Class`]. Line ends are CRLF in ABNF and LF in most files, so the matcher is given the text
//! with CRLF. If the reader deliberately accepts more than ABNF, the matcher refuses the file as it
//! is, and accepts it once the listed [`Layout`]s are undone.

mod layout;

use super::matchers::generated::nested::{abnf, bundled_abnf};
use super::resolved;
use abnfc::diagnostic::{Diagnostic, FileId, Severity};
use abnfc::grammar::syntax::syntax;
use abnfc::limits::Limits;
use abnfc::spec::Dialect;
use abnfc::text::dialect::dialect;
use abnfc::text::source::{Source, source};
use abnfc::text::tokens::{Tokens, tokens};
use conformance::outside::shared;
use conformance::strings::{Members, Random, alphabet, mutate};
use layout::{LAYOUTS, Layout, with_small_numbers, without};
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

type Rulelist<'a> = abnf::Rule0<'a>;
type BundledRulelist<'a> = bundled_abnf::Rulelist<'a>;

/// The outcome for a text.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Class {
    /// The reader and the matcher accept it.
    Taken,
    /// Both refuse it, whatever its layout; the code of the reader's error.
    Refused(&'static str),
    /// The reader accepts it, and the matcher accepts it once this layout is undone.
    TakenByReader(Vec<Layout>),
    /// The reader accepts it with a warning: it has prose as in older RFCs, of several lines or with
    /// `>` in it.
    TakenWithProse,
    /// The matcher accepts it, and the reader refuses it for one of [`BEYOND_NOTATION`].
    TakenByMatcher(&'static str),
    /// The reader refuses it for one of [`BEYOND_NOTATION`], and the matcher accepts it once this
    /// layout is undone.
    TakenApart(&'static str, Vec<Layout>),
}

/// Errors of the reader that do not concern the notation: the reader has limits, and requires a
/// rule where section 4 allows only empty lines.
const BEYOND_NOTATION: &[&str] =
    &["nesting-too-deep", "no-rules", "number-too-large", "rulename-too-long"];

/// Returns the text of a file and its tokens, as they are before the syntax is read; an error if
/// the file is not text.
fn lexed(bytes: &[u8]) -> Result<(Source, Tokens), Diagnostic> {
    let source = source(FileId(0), "grammar", bytes, &Limits::default())?;
    let tokens = dialect(&source, tokens(&source), Dialect::Abnf, &mut Vec::new());
    Ok((source, tokens))
}

/// Returns whether the reader warns of prose as in older RFCs.
fn has_long_prose(source: &Source) -> bool {
    let mut found = Vec::new();
    dialect(source, tokens(source), Dialect::Abnf, &mut found);
    found.iter().any(|it| it.code.as_str() == "long-prose")
}

/// Returns the findings of the reader in the notation of a text.
fn findings(source: &Source, tokens: &Tokens) -> Vec<Diagnostic> {
    let mut found = Vec::new();
    let rules = syntax(source, tokens, &Limits::default(), &mut found);
    found.extend(rules.errors().cloned());
    found
}

/// Returns whether the matchers accept a text, whose line ends are LF here.
#[track_caller]
fn is_rulelist(text: &str) -> bool {
    let text = text.replace('\n', "\r\n");
    let mut stack = [0; 1000];
    let is_match = Rulelist::parse_with_stack(&text, &mut stack).is_ok();
    let of_bundled = BundledRulelist::parse_with_stack(&text, &mut stack).is_ok();
    assert_eq!(is_match, of_bundled, "the errata change the language: {text:?}");
    is_match
}

/// Returns the class of a text. Panics if there is none: the reader and the matcher differ for a
/// reason that is not listed here.
#[track_caller]
fn class(name: &str, bytes: &[u8]) -> Class {
    let (source, tokens) = match lexed(bytes) {
        Ok(lexed) => lexed,
        Err(error) => {
            assert!(!Rulelist::is_match_bytes(bytes), "{name}");
            return Class::Refused(error.code.as_str());
        }
    };
    let found = findings(&source, &tokens);
    let limit = errors(&found).into_iter().find(|it| BEYOND_NOTATION.contains(it));
    let of_notation = if limit == Some("number-too-large") {
        // A number that is too large hides other errors in its rule.
        let text = with_small_numbers(&source, &tokens);
        let (source, tokens) = lexed(text.as_bytes()).expect("a text");
        errors(&findings(&source, &tokens))
    } else {
        errors(&found)
    };
    let is_taken_without = |layouts: &[Layout]| is_rulelist(&without(&source, &tokens, layouts));
    if let Some(error) = of_notation.iter().find(|it| !BEYOND_NOTATION.contains(it)) {
        let is_taken = is_rulelist(&source.text) || is_taken_without(&LAYOUTS);
        // The reader does not guess which digits of `b1*c` belong to the name.
        assert!(!is_taken || of_notation.contains(&"missing-space"), "{name}: {found:?}");
        return Class::Refused(error);
    }
    if has_long_prose(&source) {
        assert!(!is_rulelist(&source.text), "{name}");
        return Class::TakenWithProse;
    }
    if source.text.is_empty() {
        return Class::Refused("no-rules");
    }
    assert!(is_taken_without(&LAYOUTS), "{name}: {:?}", source.text);
    let is_needed = |layout: &Layout| {
        let others: Vec<Layout> = LAYOUTS.into_iter().filter(|other| other != layout).collect();
        !is_taken_without(&others)
    };
    let layouts: Vec<Layout> = LAYOUTS.into_iter().filter(is_needed).collect();
    assert_eq!(is_rulelist(&source.text), layouts.is_empty(), "{name}");
    match (limit, layouts.is_empty()) {
        (None, true) => {
            assert!(found.is_empty(), "{name}: {found:?}");
            Class::Taken
        }
        (None, false) => Class::TakenByReader(layouts),
        (Some(limit), true) => Class::TakenByMatcher(limit),
        (Some(limit), false) => Class::TakenApart(limit, layouts),
    }
}

fn errors(found: &[Diagnostic]) -> Vec<&'static str> {
    let errors = found.iter().filter(|it| it.severity == Severity::Error);
    errors.map(|it| it.code.as_str()).collect()
}

/// The grammar files in a folder and below, by their paths from `root`.
fn files(root: &Path, folder: &Path, found: &mut BTreeMap<String, Vec<u8>>) {
    for entry in fs::read_dir(folder).expect("a folder") {
        let path = entry.expect("readable").path();
        let name = path.strip_prefix(root).expect("below it").to_string_lossy().into_owned();
        let is_grammar =
            path.extension().is_some_and(|extension| extension == "abnf" || extension == "bnf");
        if path.is_dir() && !path.ends_with("target") {
            files(root, &path, found);
        } else if is_grammar {
            found.insert(name, fs::read(&path).expect("readable"));
        }
    }
}

/// The number of accepted files, and the classes of the others.
fn classes(files: &BTreeMap<String, Vec<u8>>) -> (usize, Vec<(&str, Class)>) {
    let all: Vec<(&str, Class)> =
        files.iter().map(|(name, bytes)| (name.as_str(), class(name, bytes))).collect();
    let (taken, others): (Vec<_>, Vec<_>) =
        all.into_iter().partition(|(_, class)| *class == Class::Taken);
    (taken.len(), others)
}

/// Compares the classes of files with the expected ones: the number of accepted files, and the
/// others.
#[track_caller]
fn check(
    files: &BTreeMap<String, Vec<u8>>,
    taken: usize,
    refused: &[(&str, &'static str)],
    by_reader: &[(&str, &[Layout])],
    by_matcher: &[(&str, &'static str)],
) {
    let refused = refused.iter().map(|&(name, code)| (name, Class::Refused(code)));
    let by_reader =
        by_reader.iter().map(|&(name, layouts)| (name, Class::TakenByReader(layouts.to_vec())));
    let by_matcher = by_matcher.iter().map(|&(name, code)| (name, Class::TakenByMatcher(code)));
    let expected: BTreeSet<_> = refused.chain(by_reader).chain(by_matcher).collect();
    let (found_taken, found) = classes(files);
    let found: BTreeSet<_> = found.into_iter().collect();
    let surplus: Vec<_> = found.difference(&expected).collect();
    let missing: Vec<_> = expected.difference(&found).collect();
    assert!(surplus.is_empty() && missing.is_empty(), "{surplus:#?}, not {missing:#?}");
    assert_eq!((found_taken, files.len()), (taken, taken + expected.len()));
}

/// Every grammar of this repository. The refused ones are the fixtures for messages about the
/// notation, two documents, and the BNF of older RFCs.
#[test]
fn of_the_repository() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let mut all = BTreeMap::new();
    for folder in ["abnf", "docs", "examples", "tests", "uri", "uri-gen", "xtask"] {
        files(&root, &root.join(folder), &mut all);
    }
    let refused = [
        ("abnf/tests/bad/abnf-stray-character.abnf", "stray-character"),
        ("abnf/tests/bad/bad-number.abnf", "bad-number"),
        ("abnf/tests/bad/bnf-digits.abnf", "stray-character"),
        ("abnf/tests/bad/byte-order-marks.abnf", "outside-rule"),
        ("abnf/tests/bad/continuation-column.abnf", "continuation-column"),
        ("abnf/tests/bad/document-entities.abnf", "outside-rule"),
        ("abnf/tests/bad/document-prose.abnf", "outside-rule"),
        ("abnf/tests/bad/duplicate.abnf", "unclosed-group"),
        ("abnf/tests/bad/equals.abnf", "unexpected-equals"),
        ("abnf/tests/bad/missing-element.abnf", "missing-element"),
        ("abnf/tests/bad/missing-space.abnf", "missing-space"),
        ("abnf/tests/bad/mixed-dialects.abnf", "bad-rulename"),
        ("abnf/tests/bad/outside-rule.abnf", "outside-rule"),
        ("abnf/tests/bad/repeat.abnf", "bad-repeat"),
        ("abnf/tests/bad/rulename.abnf", "bad-rulename"),
        ("abnf/tests/bad/several-errors.abnf", "unclosed-group"),
        ("abnf/tests/bad/stray-bar.abnf", "stray-character"),
        ("abnf/tests/bad/unclosed-group.abnf", "unclosed-group"),
        ("abnf/tests/bad/unexpected-equals.abnf", "unexpected-equals"),
        ("abnf/tests/bad/unterminated.abnf", "unterminated-string"),
        ("abnf/tests/bad/white-space.abnf", "outside-rule"),
        ("abnf/tests/notations/commands.bnf", "stray-character"),
        ("abnf/tests/notations/frames.bnf", "list-extension"),
        ("abnf/tests/notations/headers.bnf", "stray-character"),
        ("abnf/tests/notations/mail.bnf", "bad-rulename"),
        ("abnf/tests/notations/parts.bnf", "stray-character"),
        ("uri-gen/grammars/rfc1738.bnf", "stray-character"),
        ("uri-gen/grammars/rfc2396.bnf", "stray-character"),
    ];
    let by_reader: [(_, &[Layout]); 2] = [
        ("abnf/tests/bad/rule-column.abnf", &[Layout::Columns]),
        ("abnf/tests/bad/wholly-indented.abnf", &[Layout::Columns]),
    ];
    let by_matcher = [("abnf/tests/bad/number-too-large.abnf", "number-too-large")];
    check(&all, 154, &refused, &by_reader, &by_matcher);
}

/// Grammars that other projects publish.
#[test]
#[ignore = "needs ../shared"]
fn of_other_projects() {
    let root = shared("testdata/grammars");
    let mut all = BTreeMap::new();
    files(&root, &root, &mut all);
    // It has a line that begins with `=/`, and a group that is never closed.
    let refused = [("kgt/irc.abnf", "unexpected-equals")];
    let by_reader: [(_, &[Layout]); 7] = [
        ("abnf_parsec/dhall.abnf", &[Layout::Lines, Layout::Comments]),
        ("node-abnf/abnf.abnf", &[Layout::Columns]),
        ("node-abnf/core.abnf", &[Layout::Columns]),
        ("node-abnf/email.abnf", &[Layout::Columns]),
        ("node-abnf/jid.abnf", &[Layout::Columns]),
        ("node-abnf/json.abnf", &[Layout::Columns]),
        ("specs/message.abnf", &[Layout::Comments]),
    ];
    let by_matcher = [
        ("go-abnf/example.abnf", "number-too-large"),
        ("go-abnf/fuzz_regex_eaa469604868c87f.abnf", "number-too-large"),
        ("go-abnf/void.abnf", "no-rules"),
    ];
    check(&all, 45, &refused, &by_reader, &by_matcher);
}

/// Random texts of ABNF, and their mutations.
#[test]
fn of_random_texts() {
    const TEXTS: usize = 10_000;
    let grammar = resolved("abnf.abnf");
    let rule = grammar.find("rulelist").expect("it is in the grammar");
    let members = Members::new(&grammar);
    let alphabet = alphabet(&grammar, rule);
    let mut random = Random::new(11);
    let mut last = b"-".to_vec();
    let mut found: BTreeMap<Class, usize> = BTreeMap::new();
    for _ in 0..TEXTS {
        let member = members.member(rule, &mut random).expect("there are grammars");
        for text in [&member, &mutate(&member, &last, &alphabet, &mut random)] {
            let class = class(&text.escape_ascii().to_string(), text);
            *found.entry(class).or_default() += 1;
        }
        last = member;
    }
    let refused = found.iter().filter(|(class, _)| matches!(class, Class::Refused(_)));
    let refused: usize = refused.map(|(_, count)| count).sum();
    assert!(TEXTS / 2 < refused && TEXTS / 2 < found[&Class::Taken], "{found:#?}");
}

#[test]
fn of_texts_beyond_the_limits_of_the_reader() {
    let nested = |depth| format!("a = {}b{}\n", "(".repeat(depth), ")".repeat(depth));
    let named = |length| format!("{} = b\n", "a".repeat(length));
    let Limits { nesting, name_bytes, .. } = Limits::default();
    for (text, expected) in [
        (nested(nesting), Class::Taken),
        (nested(nesting + 1), Class::TakenByMatcher("nesting-too-deep")),
        (named(name_bytes), Class::Taken),
        (named(name_bytes + 1), Class::TakenByMatcher("rulename-too-long")),
        ("a = %x110000000\n".to_owned(), Class::TakenByMatcher("number-too-large")),
        ("; no rule\n".to_owned(), Class::TakenByMatcher("no-rules")),
    ] {
        assert_eq!(class(&text, text.as_bytes()), expected, "{text}");
    }
}

#[test]
fn of_line_ends() {
    for text in ["a = b\n", "a = b\r", "a = b", "a = b\r\n/ c\r\n", "a =\r\n\r\n b\r\n"] {
        assert!(!Rulelist::is_match(text), "{text:?}");
    }
    for text in ["a = b\r\n", "\r\n \r\n", "a =\r\n \r\n\tb ;\r\n\t; c\r\n", "a\r\n = b\r\n"] {
        assert!(Rulelist::is_match(text), "{text:?}");
    }
}
