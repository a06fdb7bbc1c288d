//! Resolution: the examples of RFC 2396 and of other libraries, each deviation
//! with its reason, and many pairs against the pseudocode of section 5.2.

use super::corpora::json_lines;
use super::grammars::Compiled;
use super::verdicts::for_each_text;
use conformance::outside::shared;
use conformance::strings::{Members, Random};
use conformance::uri_resolution::{Comparison, RESOLUTION_REASONS, compare_resolution};
use std::collections::BTreeMap;
use std::fs;
use uri::{
    AbsoluteUri, Normalization, Reference, Resolution, SameDocument, SameScheme, SurplusParents,
    UriReference,
};

/// The number of occurrences of each reason, by name.
#[derive(Default)]
struct Tally {
    pairs: usize,
    same: usize,
    reasons: BTreeMap<&'static str, usize>,
    /// The reasons that were the only one for some pair, with that pair.
    alone: BTreeMap<&'static str, (String, String)>,
}

impl Tally {
    #[track_caller]
    fn add(&mut self, base: &str, reference: &str) {
        self.pairs += 1;
        match compare_resolution(base, reference).unwrap_or_else(|why| panic!("{why}")) {
            Comparison::NotCompared => (),
            Comparison::Same => self.same += 1,
            Comparison::Differs(reasons) => {
                if let [name] = reasons[..] {
                    let pair = || (base.to_owned(), reference.to_owned());
                    self.alone.entry(name).or_insert_with(pair);
                }
                reasons.into_iter().for_each(|name| *self.reasons.entry(name).or_default() += 1);
            }
        }
    }

    /// Checks that every reason has made a difference on its own.
    #[track_caller]
    fn assert_complete(&self) {
        println!("{} pairs, {} with the same result, {:?}", self.pairs, self.same, self.reasons);
        for reason in RESOLUTION_REASONS {
            assert!(self.alone.contains_key(reason.name), "never {} alone", reason.name);
        }
    }
}

fn resolve(base: &str, reference: &str, options: Resolution) -> String {
    let target = AbsoluteUri::new(base).resolve_with(Reference::new(reference), options);
    target.map_or_else(|why| format!("error: {why}"), |target| target.to_string())
}

/// A table of texts with tabs between them, without its first row.
fn rows(file: &str) -> Vec<Vec<String>> {
    let text = fs::read_to_string(shared(&format!("testdata/uri/{file}"))).expect("readable");
    let row = |line: &str| line.split('\t').map(str::to_owned).collect();
    text.lines().skip(1).map(row).collect()
}

/// "Resolving relative URI references", RFC 2396 appendix C, from the text of the RFC.
#[test]
#[ignore = "needs ../shared"]
fn appendix_c() {
    let rows = rows("appendix-c.tsv");
    for row in &rows {
        let (base, reference, note) = (&row[1], &row[2], &row[4]);
        let expected = row[3].replace("(current document)", "");
        let options = match note.as_str() {
            "backwards compatibility alternative" => {
                Resolution::RFC2396.same_scheme(SameScheme::Relative)
            }
            _ => Resolution::RFC2396,
        };
        assert_eq!(resolve(base, reference, options), expected, "{row:?}");
    }
    assert_eq!(rows.len(), 43);
}

/// Roy Fielding's five pages.
#[test]
#[ignore = "needs ../shared"]
fn pages_of_roy_fielding() {
    let rows = rows("perl-uri/roytest.tsv");
    let mut deviations = Vec::new();
    for row in &rows {
        let (base, reference) = (&row[1], &row[2]);
        let expected = row[3].replace("(current document)", "");
        if !Reference::is_match(reference) {
            deviations.push((reference.as_str(), "no reference"));
            continue;
        }
        let found = resolve(base, reference, Resolution::RFC2396);
        if found != expected {
            deviations.push((reference.as_str(), "another target"));
            println!("{base} {reference}: {found}, not {expected}");
        }
    }
    // RFC 2396 section 3: something follows the scheme.
    assert_eq!(deviations, [("http:", "no reference")]);
    assert_eq!(rows.len(), 102);
}

/// xmllint's table; libxml2 follows RFC 3986 by now.
#[test]
#[ignore = "needs ../shared"]
fn table_of_libxml2() {
    let folder = shared("testdata/uri/libxml2");
    let read = |name: &str| fs::read_to_string(folder.join(name)).expect("readable");
    let base = UriReference::new("http://foo.com/path/to/index.html?orig#help");
    let base = base.to_absolute_uri().expect("it has a scheme").as_str();
    let (references, expected) = (read("test.uri.data"), read("result.uri.data"));
    let mut deviations = Vec::new();
    for (reference, expected) in references.lines().zip(expected.lines()) {
        let found = resolve(base, reference, Resolution::RFC2396);
        if found != *expected {
            let found = compare_resolution(base, reference).unwrap_or_else(|why| panic!("{why}"));
            let Comparison::Differs(reasons) = found else { panic!("{reference}: {found:?}") };
            deviations.push((reference, reasons));
        }
    }
    let (current, query) = (vec!["the current document"], vec!["a query alone"]);
    assert_eq!(
        deviations,
        [("", current.clone()), ("#baz", current), ("?baz", query.clone()), ("?baz#baz2", query),]
    );
    assert_eq!(references.lines().count(), expected.lines().count());
}

/// libxml2's table of normal forms. If a relative path leads back to its beginning, libxml2 makes
/// it an empty text, which is the current document: section 4.2.
#[test]
#[ignore = "needs ../shared"]
fn normal_forms_of_libxml2() {
    let folder = shared("testdata/uri/libxml2");
    let read = |name: &str| fs::read_to_string(folder.join(name)).expect("readable");
    let mut deviations = Vec::new();
    for name in ["smith.uri", "port.uri", "file.uri"] {
        let (texts, expected) = (read(&format!("test.{name}")), read(&format!("result.{name}")));
        for (text, expected) in texts.lines().zip(expected.lines()) {
            let found = UriReference::new(text).normalize(Normalization::DOT_SEGMENTS).to_string();
            if found != *expected {
                deviations.push((text.to_owned(), found, expected.to_owned()));
            }
        }
    }
    let deviation = ("foo/..".to_owned(), "./".to_owned(), String::new());
    assert_eq!(deviations, [deviation]);
}

/// fluent-uri's tests of resolution, which are those of RFC 3986 and some more.
#[test]
#[ignore = "needs ../shared"]
fn tests_of_fluent_uri() {
    let folder = shared("testdata/uri/fluent-uri");
    let mut deviations = BTreeMap::<String, Vec<String>>::new();
    let mut count = 0;
    for line in json_lines(&folder.join("resolve.jsonl")) {
        let text = |name: &str| line[name].as_str().expect("a text");
        let (base, reference) = (text("base"), text("reference"));
        let found = resolve(base, reference, Resolution::RFC2396);
        count += 1;
        if found == text("expected") {
            continue;
        }
        let pair = format!("{reference} from {base}");
        let reason = match compare_resolution(base, reference).unwrap_or_else(|why| panic!("{why}"))
        {
            Comparison::Differs(reasons) => reasons.join(", "),
            other => format!("{other:?}: {found}"),
        };
        deviations.entry(reason).or_default().push(pair);
    }
    let expected = [
        // Section 5.2 step 6a drops the last segment of the base, whatever it is. fluent-uri
        // keeps `..`, so that it does not matter whether the base is normalised before.
        ("NotCompared: foo:/bar/", vec![". from foo:/bar/.."]),
        ("a path that would begin with an authority", vec![".//@@ from foo:/"]),
        ("a query alone", vec!["?y from http://a/b/c/d;p?q"]),
        ("dot segments in a path that is not merged", vec!["/./g from http://a/b/c/d;p?q"]),
        ("escaped dots", vec![".. from foo:/bar/baz/.%2E/"]),
        (
            "the current document",
            vec![
                "#s from http://a/b/c/d;p?q",
                " from http://a/b/c/d;p?q",
                " from foo:bar",
                "#baz from foo:bar",
                " from foo:bar/..",
                "#a from foo:bar/..",
            ],
        ),
    ];
    let expected = expected.map(|(reason, pairs)| {
        (reason.to_owned(), pairs.into_iter().map(str::to_owned).collect::<Vec<_>>())
    });
    assert_eq!(deviations, BTreeMap::from(expected));
    assert!(count > 40);
}

/// Normal forms that differ from fluent-uri's tests, with the reasons; `None` if RFC 2396 has no
/// such reference.
const OTHER_NORMAL_FORMS: &[(&str, Option<&str>)] = &[
    // The test is about a table without this port. Section 6: "an explicit port equal to the
    // default".
    ("http://example.com:80/", Some("http://example.com/")),
    // Section 3.2.1: this is a registry name, and no step may turn it into a host.
    ("HTTP://%45XAMPLE.%43Om", Some("http://%45XAMPLE.%43Om")),
    (
        "FOO://%55se%72@EXamp%4ce%2ecom:8042/%4b%2f?%4c%2b#%24%4d",
        Some("foo://%55se%72@EXamp%4Ce%2Ecom:8042/K%2F?L%2B#%24M"),
    ),
    ("//127.0.0.%31", Some("//127.0.0.%31")),
    // Section 2: characters beyond ASCII are not allowed.
    ("eXAMPLE://a/./b/../b/%63/%7bfoo%7d/ros%C3%A9", Some("example://a/b/c/%7Bfoo%7D/ros%C3%A9")),
    ("//[::1]", None),
    ("//[0000:0000:0000::1]", None),
    ("//[0:0:0:0:0:ffff:192.0.2.1]", None),
    ("//[::192.0.2.1]", None),
    ("//[v1FdE.AddR]", None),
    ("?%EE%80%80", None),
];

/// fluent-uri's tests of normalisation, with all of its steps; dot segments only if there is a
/// scheme.
#[test]
#[ignore = "needs ../shared"]
fn normal_forms_of_fluent_uri() {
    let folder = shared("testdata/uri/fluent-uri");
    let all = Normalization::ALL.union(Normalization::SURPLUS_PARENTS) - Normalization::EMPTY_PATH;
    let mut same = 0;
    for line in json_lines(&folder.join("normalize.jsonl")) {
        let text = line["input"].as_str().expect("a text");
        let found = UriReference::parse(text).map(|reference| {
            let is_absolute = reference.scheme().is_some();
            let steps = if is_absolute { all } else { all - Normalization::DOT_SEGMENTS };
            reference.normalize(steps).to_string()
        });
        let found = found.ok();
        let theirs = line["normalized"].as_str();
        if let Some(deviation) = OTHER_NORMAL_FORMS.iter().find(|it| it.0 == text) {
            assert_eq!(found.as_deref(), deviation.1, "{text}");
            assert_ne!(found.as_deref(), theirs, "{text}");
        } else {
            assert_eq!(found.as_deref(), theirs, "{text}");
            same += 1;
        }
    }
    assert_eq!(same, 14);
}

/// Pairs of pages and links in them.
#[test]
#[ignore = "needs ../shared"]
fn links_in_the_wild() {
    let path = shared("testdata/corpora/relative_urls_cc_10k.csv");
    let text = fs::read_to_string(path).expect("readable");
    let mut tally = Tally::default();
    for line in text.lines().skip(1) {
        let (base, reference) = line.split_once(',').expect("two columns");
        tally.add(base, reference);
    }
    println!("{} pairs, {} with the same result, {:?}", tally.pairs, tally.same, tally.reasons);
    assert!(tally.same > 8_000 && tally.reasons["the current document"] > 500);
}

#[test]
fn all_short_pairs() {
    let bases = [
        "s:/",
        "s:/a",
        "s:/a/b",
        "s://h",
        "s://h/",
        "s:///a/../b/c",
        "s:/..",
        "s:/a//b",
        "s:o",
        "s:/./b/",
        "s://h?q",
    ];
    let mut tally = Tally::default();
    for_each_text(&["a", "/", ".", ":", "?", "#", "s:"], 5, |reference| {
        bases.iter().for_each(|base| tally.add(base, reference));
    });
    for_each_text(&["/", "..", ".", "a", "%2E"], 6, |path| {
        for base in bases {
            tally.add(base, path);
        }
        tally.add(&format!("s://h/{path}"), "../g");
        tally.add(&format!("s:/{path}"), "g/..");
    });
    tally.assert_complete();
}

#[test]
fn random_pairs() {
    let compiled = Compiled::rfc2396();
    let members = Members::new(&compiled.grammar);
    let (absolute, reference) = (compiled.rule("absoluteURI"), compiled.rule("URI-reference"));
    let relative = compiled.rule("relativeURI");
    let (mut tally, mut random) = (Tally::default(), Random::new(23));
    for _ in 0..40_000 {
        let mut member = |rule| {
            let text = members.member(rule, &mut random).expect("it has some");
            String::from_utf8(text).expect("ASCII")
        };
        let (base, one, other) = (member(absolute), member(reference), member(relative));
        tally.add(&base, &one);
        tally.add(&base, &other);
    }
    println!("{} pairs, {} with the same result, {:?}", tally.pairs, tally.same, tally.reasons);
    assert!(tally.same > 10_000);
}

/// With the other choices, the current document and surplus parents are those of RFC 3986.
#[test]
fn other_choices() {
    let options =
        Resolution::RFC2396.surplus_parents(SurplusParents::Drop).same_document(SameDocument::Base);
    let rfc_3986 = |base: &str, reference: &str| {
        let base = fluent_uri::Uri::parse(base).expect("a base").to_owned();
        let reference = fluent_uri::UriRef::parse(reference).expect("a reference");
        reference.resolve_against(&base).expect("there is a target").into_string()
    };
    for base in ["s://h/a/b/c?q", "s://h", "s://h/a/../../b"] {
        for_each_text(&["..", "a", "/", "#f", "."], 6, |reference| {
            let is_relative = !reference.starts_with('/');
            if is_relative && UriReference::is_match(reference) {
                let found = resolve(base, reference, options);
                let expected = rfc_3986(base, reference);
                // A path that is not merged keeps its dot segments.
                if !reference.is_empty() && !reference.starts_with('#') {
                    assert_eq!(found, expected, "{reference} from {base}");
                } else {
                    assert!(found.starts_with(base), "{reference} from {base}: {found}");
                }
            }
        });
    }
}
