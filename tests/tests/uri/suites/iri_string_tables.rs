//! The tables of iri-string's tests.

use super::sources::{Tree, body, field, rows, trees, value};
use super::{Comparison, Differences, is_reference, normalize_iri, normalize_uri, read, resolve};
use uri::Normalization;
use uri::rfc3987::{
    AbsoluteIri, Fragment, Host, Iri, IriReference, Port, Query, RelativeRef, Scheme, UserInfo,
};

/// iri-string keeps ports, empty paths and the text of addresses, as
/// [the guide](uri::_docs::conversion) says.
const STEPS: Normalization = Normalization::RFC3986
    .difference(Normalization::DEFAULT_PORT)
    .difference(Normalization::EMPTY_PATH)
    .difference(Normalization::IPV6_FORM);
const IRI_STEPS: Normalization = STEPS.union(Normalization::IUNRESERVED);

/// The kinds of references.
#[test]
#[ignore = "needs ../shared"]
fn kinds_of_iri_string() {
    let Some(source) = read("iri-string", "tests/utils/mod.rs") else { return };
    let trees = trees(&source);
    let mut verdicts = Comparison::default();
    for row in value(&trees, "STRINGS").iter().filter_map(Tree::group) {
        let [Tree::Word(kind), .., Tree::Text(text)] = row else { panic!("{row:?}") };
        let is_valid = kind != "Invalid";
        let is_absolute = kind.ends_with("Absolute");
        let is_relative = kind.ends_with("Relative");
        assert_eq!(is_reference(text), is_valid, "{text}");
        verdicts.add_verdict(text, IriReference::is_match(text), is_valid);
        verdicts.add_verdict(text, Iri::is_match(text), is_valid && !is_relative);
        verdicts.add_verdict(text, AbsoluteIri::is_match(text), is_absolute);
        verdicts.add_verdict(text, RelativeRef::is_match(text), is_relative);
    }
    verdicts.assert(140, &[]);
}

/// Parts and normal forms.
#[test]
#[ignore = "needs ../shared"]
fn parts_and_normal_forms_of_iri_string() {
    let Some(source) = read("iri-string", "tests/components/mod.rs") else { return };
    let trees = trees(&source);
    let (mut parts, mut forms) = (Comparison::default(), Comparison::default());
    for case in value(&trees, "TEST_CASES").iter().filter_map(Tree::group) {
        let text = |name: &str| field(case, name).and_then(Tree::text);
        let composed = text("composed").expect("a text");
        let expected = field(case, "components").and_then(Tree::group).expect("parts");
        let view = IriReference::parse(composed).unwrap_or_else(|why| panic!("{composed}: {why}"));
        let userinfo = view.userinfo().map(UserInfo::as_str);
        let pair =
            userinfo.map(|it| it.split_once(':').map_or((it, None), |it| (it.0, Some(it.1))));
        let found = [
            ("scheme", view.scheme().map(Scheme::as_str)),
            ("user", pair.map(|it| it.0)),
            ("password", pair.and_then(|it| it.1)),
            ("host", view.host().map(Host::as_str)),
            ("port", view.port().map(Port::as_str)),
            ("path", Some(view.path().as_str())),
            ("query", view.query().map(Query::as_str)),
            ("fragment", view.fragment().map(Fragment::as_str)),
        ];
        for (name, part) in found {
            let absent = (name == "path").then_some("");
            let expected = field(expected, name).and_then(Tree::text).or(absent);
            parts.add(&format!("{name} of {composed}"), part, expected);
        }
        if view.scheme().is_none() {
            continue;
        }
        let found = normalize_iri(composed, IRI_STEPS);
        let theirs = text("normalized_iri");
        forms.add(composed, found.as_deref(), theirs);
        if composed.is_ascii() {
            let found = normalize_uri(composed, STEPS);
            forms.add(composed, found.as_deref(), text("normalized_uri"));
        }
        let is_opaque = view.authority().is_none() && !view.path().as_str().starts_with('/');
        let steps = if is_opaque { IRI_STEPS - Normalization::DOT_SEGMENTS } else { IRI_STEPS };
        let found = normalize_iri(composed, steps);
        let theirs = text("normalized_iri_whatwg_like").or(theirs);
        forms.add(&format!("{composed}, keeping"), found.as_deref(), theirs);
    }
    parts.assert(500, &[]);
    forms.assert(150, FORMS);
}

const FORMS: &[Differences<'_>] = &[(
    "RFC 3986 section 6.2.2.1: hosts are case-insensitive; iri-string follows RFC 3987 section \
     5.3.2.1 to the letter, which names only hosts of US-ASCII",
    &[
        ("SCHEME://Alpha%ce%b1/", "scheme://alpha%CE%B1/"),
        ("SCHEME://Alpha%ce%b1/", "scheme://alpha\u{3b1}/"),
        ("SCHEME://Alpha%ce%b1/, keeping", "scheme://alpha\u{3b1}/"),
        ("http://usER:passWORD@\u{3b1}.CoM/", "http://usER:passWORD@\u{3b1}.com/"),
        ("http://usER:passWORD@\u{3b1}.CoM/, keeping", "http://usER:passWORD@\u{3b1}.com/"),
    ],
)];

#[test]
#[ignore = "needs ../shared"]
fn targets_of_iri_string() {
    let Some(source) = read("iri-string", "tests/resolve.rs") else { return };
    let trees = trees(&source);
    let (mut targets, mut forms) = (Comparison::default(), Comparison::default());
    for entry in value(&trees, "TEST_CASES").iter().filter_map(Tree::group) {
        let base = entry.iter().find_map(Tree::text).expect("a text");
        let pairs = entry.iter().find_map(Tree::group).expect("a list");
        for pair in pairs.iter().filter_map(Tree::group) {
            let found: Vec<&str> = pair.iter().filter_map(Tree::text).collect();
            let [reference, target] = found[..] else { panic!("{pair:?}") };
            let case = format!("{reference} from {base}");
            let found = resolve(base, reference);
            targets.add(&case, found.as_deref(), Some(target));
            let form = pair.iter().filter_map(Tree::group).find_map(|it| it.first()?.text());
            let found = found.and_then(|target| normalize_iri(&target, IRI_STEPS));
            forms.add(&case, found.as_deref(), Some(form.unwrap_or(target)));
        }
    }
    for row in rows(value(body(&trees, "percent_encoded_dots"), "TEST_CASES")) {
        let [base, reference, target] = row[..] else { panic!("{row:?}") };
        let case = format!("{reference} from {base}");
        targets.add(&case, resolve(base, reference).as_deref(), Some(target));
    }
    targets.assert(105, TARGETS);
    forms.assert(89, &[]);
}

const TARGETS: &[Differences<'_>] = &[(
    "RFC 3986 section 5.2.4 removes `.` and `..`; iri-string takes `%2E` for a dot, as section 6.2.2.2 \
     normalises it",
    &[
        ("%2E from scheme:", "scheme:%2E"),
        ("%2E from scheme://a", "scheme://a/%2E"),
        ("%2E from scheme://a/b/c", "scheme://a/b/%2E"),
        (
            "%2E%2E/%2E%2e/%2E./g from scheme://a/b/c/d/e/f",
            "scheme://a/b/c/d/e/%2E%2E/%2E%2e/%2E./g",
        ),
        ("%2E/g from scheme://a/b/c", "scheme://a/b/%2E/g"),
        ("%2e from scheme:", "scheme:%2e"),
        ("%2e from scheme://a", "scheme://a/%2e"),
        ("%2e from scheme://a/b/c", "scheme://a/b/%2e"),
        (
            "%2e%2E/%2e%2e/%2e./g from scheme://a/b/c/d/e/f",
            "scheme://a/b/c/d/e/%2e%2E/%2e%2e/%2e./g",
        ),
        ("%2e/g from scheme://a/b/c", "scheme://a/b/%2e/g"),
        (".%2E/.%2e/../g from scheme://a/b/c/d/e/f", "scheme://a/b/c/d/e/.%2E/g"),
    ],
)];

#[test]
#[ignore = "needs ../shared"]
fn uris_of_iri_string() {
    let Some(source) = read("iri-string", "tests/iri.rs") else { return };
    let trees = trees(&source);
    let mut uris = Comparison::default();
    for case in value(&trees, "CASES").iter().filter_map(Tree::group) {
        let text = |name: &str| field(case, name).and_then(Tree::text).expect("a text");
        let found = IriReference::new(text("iri")).to_uri().to_string();
        uris.add(text("iri"), Some(&found), Some(text("uri")));
    }
    uris.assert(3, &[]);
}
