//! Tables of other projects, by the types of RFC 3986, which nearly all of them follow: verdicts,
//! targets and normal forms, each deviation with its clause. `corpora` and `resolution` have the
//! same tables for RFC 2396.

use super::corpora::json_lines;
use conformance::outside::shared;
use serde_json::Value;
use std::fs;
use uri::rfc3986::{Uri, UriReference};
use uri::{Normalization, Resolution, SameScheme};

fn read(file: &str) -> String {
    fs::read_to_string(shared(&format!("testdata/uri/{file}"))).expect("readable")
}

fn resolve(base: &str, reference: &str, options: Resolution) -> String {
    let target = Uri::new(base).resolve_with(UriReference::new(reference), options);
    target.expect("nothing is refused").to_string()
}

fn is_match(rule: &str, text: &str) -> bool {
    match rule {
        "uri" => Uri::is_match(text),
        "uri_reference" => UriReference::is_match(text),
        other => panic!("unknown rule {other:?}"),
    }
}

#[test]
#[ignore = "needs ../shared"]
fn verdicts_are_those_of_the_tables() {
    let mut count = 0;
    for (file, rule) in [("uri.json", "uri"), ("uri-reference.json", "uri_reference")] {
        let groups: Value = serde_json::from_str(&read(&format!("json-schema/{file}"))).unwrap();
        for group in groups.as_array().expect("groups") {
            for test in group["tests"].as_array().expect("tests") {
                let Some(text) = test["data"].as_str() else { continue };
                assert_eq!(Some(is_match(rule, text)), test["valid"].as_bool(), "{text:?}");
                count += 1;
            }
        }
    }
    for line in json_lines(&shared("testdata/uri/fluent-uri/parse.jsonl")) {
        let (rule, text) = (line["rule"].as_str().unwrap(), line["input"].as_str().unwrap());
        assert_eq!(Some(is_match(rule, text)), line["valid"].as_bool(), "{text:?}");
        count += 1;
    }
    assert_eq!(count, 40 + 22 + 58);
}

/// References that resolve differently: base, reference, the target of the table, and ours.
type Deviations = Vec<[String; 4]>;

#[track_caller]
fn assert_deviations(found: &Deviations, expected: &[[&str; 4]]) {
    let found: Vec<_> = found.iter().map(|row| row.each_ref().map(String::as_str)).collect();
    assert_eq!(found, expected);
}

#[test]
#[ignore = "needs ../shared"]
fn targets_are_those_of_fluent_uri_and_libxml2() {
    let mut deviations = Deviations::new();
    let mut compare = |base: &str, reference: &str, expected: &str| {
        let found = resolve(base, reference, Resolution::RFC3986);
        if found != expected {
            deviations.push([base, reference, expected, &found].map(str::to_owned));
        }
    };
    for line in json_lines(&shared("testdata/uri/fluent-uri/resolve.jsonl")) {
        let text = |name: &str| line[name].as_str().expect("a text");
        compare(text("base"), text("reference"), text("expected"));
    }
    let base = "http://foo.com/path/to/index.html?orig#help";
    let (references, targets) = (read("libxml2/test.uri.data"), read("libxml2/result.uri.data"));
    assert_eq!(references.lines().count(), 21);
    for (reference, target) in references.lines().zip(targets.lines()) {
        compare(base, reference, target);
    }
    assert_deviations(
        &deviations,
        &[
            // Section 5.2.4 only removes dots that are not escaped. fluent-uri also removes escaped
            // ones.
            ["foo:/bar/baz/.%2E/", "..", "foo:/", "foo:/bar/baz/"],
            // Section 5.2.3 drops the last segment of the base, whatever it is.
            ["foo:/bar/..", ".", "foo:/", "foo:/bar/"],
        ],
    );
}

/// Appendix C of RFC 2396, whose examples RFC 3986 section 5.4 has changed, and Roy Fielding's
/// pages about it.
#[test]
#[ignore = "needs ../shared"]
fn targets_differ_from_those_of_rfc_2396_only_as_rfc_3986_requires() {
    for (file, count) in [("appendix-c.tsv", 43), ("perl-uri/roytest.tsv", 102)] {
        let table = read(file);
        assert_eq!(table.lines().skip(1).count(), count);
        for line in table.lines().skip(1) {
            let row: Vec<&str> = line.split('\t').collect();
            let (base, reference) = (row[1], row[2]);
            let options = if row[4] == "backwards compatibility alternative" {
                Resolution::RFC3986.same_scheme(SameScheme::Relative)
            } else {
                Resolution::RFC3986
            };
            let expected = match reference {
                // Section 5.2.2: the path of the base, and its query, stay.
                "?y" => base.split_once('?').expect("it has a query").0.to_owned() + "?y",
                "" => base.to_owned(),
                "#s" => base.to_owned() + "#s",
                // Section 5.2.4: parents above the root, and dots in absolute paths, go.
                "../../../g" | "../../../../g" | "/./g" | "/../g"
                    if row[3].contains("/../") || row[3].contains("/./") =>
                {
                    "http://a/g".to_owned()
                }
                _ => row[3].to_owned(),
            };
            assert_eq!(resolve(base, reference, options), expected, "{row:?}");
        }
    }
}

/// Normal forms that differ from those of fluent-uri.
const OTHER_NORMAL_FORMS: &[[&str; 3]] = &[
    // Section 6.2.3: an empty path is `/`, and the default port is left out. The table of the
    // second does not have this port.
    ["http://example.com", "http://example.com", "http://example.com/"],
    ["http://example.com:80/", "http://example.com:80/", "http://example.com/"],
    // Section 6.2.2.3 removes the dots of every path. fluent-uri keeps those of a reference without
    // a scheme, and of a path without a slash.
    ["foo/../bar", "foo/../bar", "bar"],
    ["/foo/../bar", "/foo/../bar", "/bar"],
    ["foo:bar/../baz", "foo:bar/../baz", "foo:/baz"],
    // Section 6.2.3 again.
    ["HTTP://%45XAMPLE.%43Om", "http://example.com", "http://example.com/"],
    // Section 2: a URI is ASCII. The table has the form of the IRI.
    [
        "eXAMPLE://a/./b/../b/%63/%7bfoo%7d/ros%C3%A9",
        "example://a/b/c/%7Bfoo%7D/ros\u{E9}",
        "example://a/b/c/%7Bfoo%7D/ros%C3%A9",
    ],
];

#[test]
#[ignore = "needs ../shared"]
fn normal_forms_are_those_of_fluent_uri() {
    let mut deviations = Vec::new();
    let lines = json_lines(&shared("testdata/uri/fluent-uri/normalize.jsonl"));
    for line in &lines {
        let text = |name: &str| line[name].as_str().expect("a text");
        let found = UriReference::parse(text("input")).map_or_else(
            |why| why.to_string(),
            |it| it.normalize(Normalization::RFC3986).to_string(),
        );
        if found != text("normalized") {
            deviations.push([text("input").to_owned(), text("normalized").to_owned(), found]);
        }
    }
    let found: Vec<_> = deviations.iter().map(|row| row.each_ref().map(String::as_str)).collect();
    assert_eq!(found, OTHER_NORMAL_FORMS);
    assert_eq!(lines.len(), 25);
}

#[test]
#[ignore = "needs ../shared"]
fn normal_forms_are_those_of_libxml2() {
    let mut deviations = Vec::new();
    for name in ["smith.uri", "port.uri", "file.uri"] {
        let [texts, forms] = ["test", "result"].map(|it| read(&format!("libxml2/{it}.{name}")));
        for (text, form) in texts.lines().zip(forms.lines()) {
            let found = UriReference::new(text).normalize(Normalization::DOT_SEGMENTS).to_string();
            if found != form {
                deviations.push([text.to_owned(), form.to_owned(), found]);
            }
        }
    }
    // Section 4.4: the empty text is the current document, not the directory.
    assert_eq!(deviations, [["foo/..", "", "./"].map(str::to_owned)]);
}
