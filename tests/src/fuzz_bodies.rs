//! The bodies of the fuzz targets in `tests/fuzz`. They are here so that an ordinary test can run
//! them on the seeds in `tests/corpus`.

use crate::forms::Forms;
use crate::reference::Recogniser;
use crate::strings::{Members, Random, alphabet, exhaustive, mutate, needs_prose};
use crate::{
    languages, uri_escapes, uri_normal_forms, uri_parts, uri_peers, uri_resolution, uri_successors,
    uri_targets, uri_urls,
};
use abnfc::automata::rules::automata;
use abnfc::automata::superset::superset;
use abnfc::diagnostic::{Diagnostic, Diagnostics, FileId, Severity};
use abnfc::grammar::lower::lower;
use abnfc::grammar::syntax::syntax;
use abnfc::grammar::{Grammar, RuleId};
use abnfc::limits::Limits;
use abnfc::spec::region::Region;
use abnfc::spec::{Dialect, Extract, ReadOptions, Spec};
use abnfc::text::dialect::dialect;
use abnfc::text::document::document;
use abnfc::text::extract::extract;
use abnfc::text::source::source;
use abnfc::text::tokens::tokens;

/// Any bytes, read with all options: no panic, every finding has a valid span,
/// and the listing of a grammar reads back as the same grammar.
pub fn front_end(bytes: &[u8]) {
    for notation in
        [Dialect::Auto, Dialect::Abnf, Dialect::Bnf, Dialect::Http, Dialect::HttpLenient]
    {
        let part = Extract::From(Region::Section("1".to_owned()));
        for extract in [Extract::No, Extract::Yes, part] {
            read_leniently(bytes, extract.clone(), notation);
            let mut found = Vec::new();
            let Some(grammar) = grammar(bytes, &extract, notation, &mut found) else { continue };
            if found.iter().any(|item| item.severity == Severity::Error) {
                continue;
            }
            let printed = grammar.to_string();
            let mut found = Vec::new();
            let again = self::grammar(printed.as_bytes(), &Extract::No, Dialect::Abnf, &mut found);
            found.retain(|item| item.severity == Severity::Error);
            assert!(found.is_empty(), "{printed}\n{found:?}");
            assert_eq!(again.as_ref(), Some(&grammar), "{printed}");
        }
    }
}

fn read_leniently(bytes: &[u8], extract: Extract, dialect: Dialect) {
    let options = ReadOptions { extract, dialect, ..ReadOptions::default() };
    let diagnostics = match abnfc::read_leniently("fuzz", bytes, &[], &options) {
        Ok(read) => read.diagnostics,
        Err(diagnostics) => {
            assert!(diagnostics.has_errors());
            diagnostics
        }
    };
    places(&diagnostics);
    let is_silent = diagnostics.items.is_empty();
    assert_eq!(diagnostics.to_string().is_empty(), is_silent);
}

/// Checks that each finding has a span in a file of the run.
pub(crate) fn places(found: &Diagnostics) {
    for item in &found.items {
        for label in item.primary.iter().chain(&item.secondary) {
            let file = found.files.get(label.span.file).expect("a file of the run");
            let range = label.span.start as usize..label.span.end as usize;
            assert!(file.text.get(range).is_some(), "{item:?}");
        }
    }
}

/// The stages that read one file.
fn grammar(
    bytes: &[u8],
    choice: &Extract,
    notation: Dialect,
    found: &mut Vec<Diagnostic>,
) -> Option<Grammar> {
    let limits = Limits::default();
    let source = document(source(FileId(0), "fuzz", bytes, &limits).ok()?, choice, found);
    let tokens = extract(&source, tokens(&source), choice, found);
    let tokens = dialect(&source, tokens, notation, found);
    let rules = syntax(&source, &tokens, &limits, found);
    let grammar = lower(&rules, found);
    found.extend(grammar.errors().cloned());
    Some(grammar)
}

/// Small limits for targets that compile grammars, so that the fuzzer can make many runs.
pub(crate) const LIMITS: Limits = Limits {
    source_bytes: 2048,
    total_source_bytes: 2048,
    imports: 0,
    name_bytes: 1024,
    nesting: 16,
    nfa_states: 400,
    rules: 1000,
    dfa_states: 200,
    subset_work: 1 << 16,
    total_subset_work: 1 << 22,
    ambiguity_steps: 1 << 12,
    compared_pairs: 1 << 12,
    exported_rules: 1 << 10,
    table_entries: 1 << 16,
    total_table_entries: 1 << 18,
};
/// The maximum numbers of rules and strings of a run.
const RULES: usize = 6;
const SHORT_STRINGS: usize = 150;
const RANDOM_STRINGS: usize = 20;
const LONGEST: usize = 40;

/// Any grammar, compiled within small limits: the language of its rules, and all forms of rules
/// with a minimal automaton, agree with the reference, and the generated code is Rust and
/// deterministic.
pub fn compiler(bytes: &[u8]) {
    let options = ReadOptions { limits: LIMITS, ..ReadOptions::default() };
    let Ok(read) = abnfc::read("fuzz", bytes, &[], &options) else { return };
    let grammar = read.resolved;
    let roots: Vec<RuleId> = grammar.own_rules().map(|(id, _)| id).take(RULES).collect();
    let shapes = superset(&grammar, &LIMITS);
    let automata = automata(&grammar, &shapes, &roots, &LIMITS);
    let members = Members::new(&grammar);
    for &rule in &roots {
        let Ok(language) = automata.language(rule) else { continue };
        let forms = Forms::of(&automata, rule, &LIMITS).ok();
        assert_eq!(forms.is_some(), language.dfa().is_some());
        assert!(!needs_prose(&grammar, rule));
        let mut recogniser = Recogniser::new(&grammar, rule);
        let alphabet = alphabet(&grammar, rule);
        let agree = |text: &[u8], read: &Recogniser| {
            let agreed = languages::agree(&language, text, read, &alphabet);
            let of_forms = forms.iter().try_for_each(|it| it.agree(text, read.verdict()));
            agreed.and(of_forms).unwrap_or_else(|why| panic!("{why}"));
        };
        exhaustive(&mut recogniser, &alphabet, SHORT_STRINGS, 24, agree);
        let mut random = Random::new(0);
        let mut last = b"-".to_vec();
        for _ in 0..RANDOM_STRINGS {
            let member = members.member(rule, &mut random).unwrap_or_default();
            for text in [&member, &mutate(&member, &last, &alphabet, &mut random)] {
                // The reference is slow on long texts of ambiguous rules.
                let text = &text[..text.len().min(LONGEST)];
                recogniser.judge(text);
                agree(text, &recogniser);
            }
            last = member;
        }
    }
    let spec = Spec { read: options, ..Spec::default() };
    let first = abnfc::compile("fuzz", bytes, &spec).ok().map(|output| output.files);
    let second = abnfc::compile("fuzz", bytes, &spec).ok().map(|output| output.files);
    assert_eq!(first, second);
}

/// Any text: all engines of `uri` agree on it; verdicts and parts of `uri` and of other libraries
/// differ only for known reasons. If the text is two texts with a space between them, the same
/// holds for the targets of the second with the first as the base.
pub fn uri_reference(bytes: &[u8]) {
    // By the table, by the faster engines, and while locating parts.
    let checked = uri::UriReference::check_bytes(bytes);
    assert_eq!(uri::UriReference::is_match_bytes(bytes), checked.is_ok());
    assert_eq!(uri::UriReference::parse_bytes(bytes).map(|_| ()), checked);
    if let Ok(text) = std::str::from_utf8(bytes) {
        if let Ok(parsed) = uri::UriReference::parse(text) {
            let by_table = uri::UriReference::new(text);
            assert_eq!(parsed.authority(), by_table.authority());
            assert_eq!(parsed.path(), by_table.path());
            assert_eq!(parsed.query(), by_table.query());
            assert_eq!(parsed.fragment(), by_table.fragment());
        }
        uri_peers::compare(text).unwrap_or_else(|why| panic!("{why}"));
        uri_parts::compare_parts(text).unwrap_or_else(|why| panic!("{why}"));
        if let Some((base, reference)) = text.split_once(' ') {
            let found = uri_resolution::compare_resolution(base, reference);
            found.unwrap_or_else(|why| panic!("{why}"));
        }
    }
}

/// Any text: `uri`, fluent-uri, iri-string and oxiri agree on its verdicts by RFC 3986 and RFC
/// 3987, and on its parts.
pub fn uri_successors(bytes: &[u8]) {
    let Ok(text) = std::str::from_utf8(bytes) else { return };
    uri_successors::compare_successors(text).unwrap_or_else(|why| panic!("{why}"));
}

/// Two texts with a space between them: the target of the second with the first as the base is that
/// of RFC 3986 in each grammar, and differs from those of fluent-uri, iri-string and oxiri only for
/// the listed reasons.
pub fn uri_targets(bytes: &[u8]) {
    let Ok(text) = std::str::from_utf8(bytes) else { return };
    let Some((base, reference)) = text.split_once(' ') else { return };
    let found = uri_targets::compare_targets(base, reference);
    found.unwrap_or_else(|why| panic!("{why}"));
}

/// Any text: its normal form is that of RFC 3986 in each grammar, and differs from those of
/// fluent-uri and iri-string only for the listed reasons.
pub fn uri_normal_forms(bytes: &[u8]) {
    let Ok(text) = std::str::from_utf8(bytes) else { return };
    uri_normal_forms::compare_normal_forms(text).unwrap_or_else(|why| panic!("{why}"));
}

/// Any text: if it is a URI of RFC 3986, it differs from the URL of the crate `url` only for the
/// listed reasons. If it is two texts with a space between them, so does the target of the second
/// with the first as the base.
pub fn uri_urls(bytes: &[u8]) {
    let Ok(text) = std::str::from_utf8(bytes) else { return };
    uri_urls::compare_url(text).unwrap_or_else(|why| panic!("{why}"));
    if let Some((base, reference)) = text.split_once(' ') {
        uri_urls::compare_join(base, reference).unwrap_or_else(|why| panic!("{why}"));
    }
}

/// Any bytes: as data they are escaped for each part as by percent-encoding and fluent-uri. If
/// they are a valid part, it decodes to the same data and, as a query, has the same pairs as
/// with `form_urlencoded`.
pub fn uri_escapes(bytes: &[u8]) {
    uri_escapes::compare_escapes(bytes).unwrap_or_else(|why| panic!("{why}"));
    let Ok(text) = std::str::from_utf8(bytes) else { return };
    uri_escapes::compare_pairs(text).unwrap_or_else(|why| panic!("{why}"));
}
