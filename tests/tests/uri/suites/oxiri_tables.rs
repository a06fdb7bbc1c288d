//! The tables in oxiri's `tests/lib.rs`.

use super::sources::{Tree, body, rows, texts, trees, value};
use super::{Comparison, Differences, is_reference, read, relativize, resolve};
use uri::rfc3987::Iri;

fn examples<'t>(trees: &'t [Tree], test: &str) -> &'t [Tree] {
    value(body(trees, test), "examples")
}

#[test]
#[ignore = "needs ../shared"]
fn verdicts_of_oxiri() {
    let Some(source) = read("oxiri", "tests/lib.rs") else { return };
    let trees = trees(&source);
    let mut verdicts = Comparison::default();
    for text in texts(examples(&trees, "test_parsing")) {
        verdicts.add_verdict(text, Iri::is_match(text), true);
    }
    for text in texts(examples(&trees, "test_relative_parsing")) {
        verdicts.add_verdict(text, is_reference(text), true);
    }
    for text in texts(examples(&trees, "test_wrong_relative_parsing")) {
        verdicts.add_verdict(text, is_reference(text), false);
    }
    verdicts.assert(188, &[]);
}

#[test]
#[ignore = "needs ../shared"]
fn targets_of_oxiri() {
    let Some(source) = read("oxiri", "tests/lib.rs") else { return };
    let trees = trees(&source);
    let mut targets = Comparison::default();
    for row in rows(examples(&trees, "test_resolve_relative_iri")) {
        let [reference, base, target] = row[..] else { panic!("{row:?}") };
        let case = format!("{reference} from {base}");
        targets.add(&case, resolve(base, reference).as_deref(), Some(target));
    }
    targets.assert(451, TARGETS);
}

const TARGETS: &[Differences<'_>] = &[(
    "RFC 3986 section 5.2.2: `T.path = Base.path` as it is, if the reference has no path; the table, \
     which is newer than oxiri 0.3.1, wants it without dots",
    &[
        (" from http://a/bb/ccc/.", "http://a/bb/ccc/."),
        (" from http://a/bb/ccc/..", "http://a/bb/ccc/.."),
        (" from http://a/bb/ccc/../d;p?q", "http://a/bb/ccc/../d;p?q"),
        (" from http://a/bb/ccc/./d;p?q", "http://a/bb/ccc/./d;p?q"),
        ("#s from http://a/bb/ccc/.", "http://a/bb/ccc/.#s"),
        ("#s from http://a/bb/ccc/..", "http://a/bb/ccc/..#s"),
        ("#s from http://a/bb/ccc/../d;p?q", "http://a/bb/ccc/../d;p?q#s"),
        ("#s from http://a/bb/ccc/./d;p?q", "http://a/bb/ccc/./d;p?q#s"),
        ("?y from http://a/bb/ccc/.", "http://a/bb/ccc/.?y"),
        ("?y from http://a/bb/ccc/..", "http://a/bb/ccc/..?y"),
        ("?y from http://a/bb/ccc/../d;p?q", "http://a/bb/ccc/../d;p?y"),
        ("?y from http://a/bb/ccc/./d;p?q", "http://a/bb/ccc/./d;p?y"),
    ],
)];

#[test]
#[ignore = "needs ../shared"]
fn relative_references_of_oxiri() {
    let Some(source) = read("oxiri", "tests/lib.rs") else { return };
    let trees = trees(&source);
    let mut relative = Comparison::default();
    for row in rows(examples(&trees, "test_relativize_iri")) {
        let [target, base, expected] = row[..] else { panic!("{row:?}") };
        // We leave it to the caller to use the target itself.
        let found = relativize(base, target);
        let found = found.as_deref().unwrap_or(target);
        relative.add(&format!("{target} from {base}"), Some(found), Some(expected));
        assert_eq!(resolve(base, found).as_deref(), Some(target), "{found} from {base}");
    }
    for row in rows(examples(&trees, "test_relativize_iri_fails")) {
        let [target, base] = row[..] else { panic!("{row:?}") };
        let found = relativize(base, target);
        relative.add(&format!("{target} from {base}"), found.as_deref(), None);
    }
    relative.assert(53, RELATIVE);
}

const RELATIVE: &[Differences<'_>] = &[(
    "RFC 3986 section 4.2: a dot-segment may precede a segment with a colon, or an empty one; \
     section 5.2.4: `.` leads to a path that is empty. These are shorter",
    &[
        ("http://example.com//a from http://example.com/", ".//a"),
        ("t:o// from t:o/", ".//"),
        ("urn:isbn:foo from urn:", "./isbn:foo"),
        ("x: from x:02", "."),
        ("x: from x:?foo", "."),
    ],
)];
