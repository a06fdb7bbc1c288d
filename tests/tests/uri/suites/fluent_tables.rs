//! fluent-uri's tests, as lines of JSON.

use super::{Comparison, normalize_iri, normalize_uri, read_json_lines, resolve};
use uri::Normalization;
use uri::rfc3986::{Authority, Fragment, Host, Port, Query, Scheme, Uri, UriReference};
use uri::rfc3987::IriReference;

/// Verdicts, parts, and the offsets of errors.
#[test]
#[ignore = "needs ../shared"]
fn verdicts_of_fluent_uri() {
    let Some(lines) = read_json_lines("fluent-uri", "parse.jsonl") else { return };
    let (mut parts, mut offsets) = (Comparison::default(), Comparison::default());
    for line in &lines {
        let text = line["input"].as_str().expect("a text");
        let error = match line["rule"].as_str() {
            Some("uri") => Uri::parse(text).err(),
            Some("uri_reference") => UriReference::parse(text).err(),
            other => panic!("unknown rule {other:?}"),
        };
        if let Some(offset) = line["error_index"].as_u64() {
            let found = error.map(|why| why.offset().to_string());
            offsets.add(text, found.as_deref(), Some(&offset.to_string()));
        } else {
            assert_eq!(line["valid"], true, "{text}");
            assert_eq!(error, None, "{text}");
            let expected = &line["expect"];
            let view = UriReference::new(text);
            let found = [
                ("scheme", view.scheme().map(Scheme::as_str)),
                ("authority", view.authority().map(Authority::as_str)),
                ("host", view.host().map(Host::as_str)),
                ("port", view.port().map(Port::as_str)),
                ("path", Some(view.path().as_str())),
                ("query", view.query().map(Query::as_str)),
                ("fragment", view.fragment().map(Fragment::as_str)),
            ];
            let is_complete = expected.as_object().is_some_and(|it| !it.is_empty());
            for (name, part) in found.into_iter().filter(|_| is_complete) {
                parts.add(&format!("{name} of {text}"), part, expected[name].as_str());
            }
        }
    }
    parts.assert(150, PARTS);
    offsets.assert(30, OFFSETS);
}

const PARTS: &[super::Differences<'_>] = &[(
    "RFC 3986 section 3.2.3: port may be empty, and so it is for fluent-uri; the table omits it",
    &[("port of http://127.0.0.1:/", "")],
)];

/// The offset of an error is a matter of the interface: no clause gives one.
const OFFSETS: &[super::Differences<'_>] = &[
    (
        "RFC 3986 section 3.2.2: the first byte after which no text is an IPv6address; fluent-uri \
         gives the beginning of the address",
        &[
            ("//[::00.1.1.1]", "7"),
            ("//[::01.1.1.1]", "7"),
            ("example://[44:55::66::77]", "21"),
            ("http://[:]", "9"),
        ],
    ),
    (
        "RFC 3986 section 4.2: `3ttp` may begin a path without a colon; fluent-uri gives the \
         beginning of the wrong scheme",
        &[("3ttp://a.com", "4")],
    ),
];

#[test]
#[ignore = "needs ../shared"]
fn targets_of_fluent_uri() {
    let Some(lines) = read_json_lines("fluent-uri", "resolve.jsonl") else { return };
    let mut targets = Comparison::default();
    for line in &lines {
        let text = |name: &str| line[name].as_str().expect("a text");
        let (base, reference) = (text("base"), text("reference"));
        let case = format!("{reference} from {base}");
        targets.add(&case, resolve(base, reference).as_deref(), line["expected"].as_str());
    }
    targets.assert(49, TARGETS);
}

const TARGETS: &[super::Differences<'_>] = &[
    (
        "RFC 3986 section 5.2.3: all but the last segment of the base's path; fluent-uri keeps it if \
         it is `..`",
        &[(". from foo:/bar/..", "foo:/bar/")],
    ),
    (
        "RFC 3986 section 5.2.4 removes `.` and `..`; fluent-uri takes `%2E` for a dot",
        &[(".. from foo:/bar/baz/.%2E/", "foo:/bar/baz/")],
    ),
];

/// With the steps that [the guide](uri::_docs::conversion) gives.
#[test]
#[ignore = "needs ../shared"]
fn normal_forms_of_fluent_uri() {
    let Some(lines) = read_json_lines("fluent-uri", "normalize.jsonl") else { return };
    let mut forms = Comparison::default();
    for line in &lines {
        let text = line["input"].as_str().expect("a text");
        let steps = Normalization::RFC3986 - Normalization::EMPTY_PATH;
        let found = match IriReference::new(text).scheme() {
            Some(_) if text.contains("%A9") => {
                normalize_iri(text, steps | Normalization::IUNRESERVED)
            }
            Some(_) => normalize_uri(text, steps),
            // fluent-uri removes dots only if there is a scheme.
            None => normalize_uri(text, steps - Normalization::DOT_SEGMENTS),
        };
        forms.add(text, found.as_deref(), line["normalized"].as_str());
    }
    forms.assert(25, FORMS);
}

const FORMS: &[super::Differences<'_>] = &[
    (
        "RFC 3986 section 6.2.2.3 removes the dots of each path; fluent-uri keeps those of a path \
         without a slash after a scheme",
        &[("foo:bar/../baz", "foo:/baz")],
    ),
    (
        "RFC 3986 section 6.2.3: the default port may be removed; the test is about a table of ports \
         that is empty",
        &[("http://example.com:80/", "http://example.com/")],
    ),
];
