//! Valid and invalid links from suites of other projects and from real pages: no panic, and a
//! reason for every difference. Skipped if the data is missing.

use super::verdicts::Tally;
use conformance::outside::shared;
use conformance::strings::{Random, mutate};
use conformance::uri_differences::{REASONS, Verdicts};
use serde_json::Value;
use std::fs;
use std::path::Path;

/// Every string in a tree of JSON.
fn for_each_string(value: &Value, visit: &mut impl FnMut(&str)) {
    match value {
        Value::String(text) => visit(text),
        Value::Array(items) => items.iter().for_each(|item| for_each_string(item, visit)),
        Value::Object(fields) => fields.values().for_each(|field| for_each_string(field, visit)),
        Value::Null | Value::Bool(_) | Value::Number(_) => (),
    }
}

fn json(path: &Path) -> Value {
    let text = fs::read_to_string(path).expect("readable");
    serde_json::from_str(&text).unwrap_or_else(|why| panic!("{}: {why}", path.display()))
}

/// One JSON value on each line.
pub(crate) fn json_lines(path: &Path) -> Vec<Value> {
    let text = fs::read_to_string(path).expect("readable");
    text.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect()
}

/// Bases, inputs and results of the standard of WHATWG, which accepts nearly everything.
#[test]
#[ignore = "needs ../shared"]
fn web_platform_tests() {
    let path = shared("testdata/uri/wpt/urltestdata.json");
    let mut tally = Tally::default();
    for_each_string(&json(&path), &mut |text| tally.add(text));
    println!("{} texts, {:?}", tally.texts, tally.reasons);
    assert!(tally.texts > 5_000, "{}", tally.texts);
    for name in ["nothing after the scheme", "an address in brackets", "a query without a path"] {
        assert!(tally.reasons.contains_key(name), "{name}: {:?}", tally.reasons);
    }
}

/// A URI in the sense of RFC 3986: it has a scheme, and may have a fragment.
fn is_uri(text: &str) -> bool {
    let (uri, fragment) = text.split_once('#').unwrap_or((text, ""));
    uri::AbsoluteUri::is_match(uri) && uri::Fragment::is_match(fragment)
}

/// The suite for validators of JSON states what RFC 3986 says.
#[test]
#[ignore = "needs ../shared"]
fn json_schema() {
    type IsMatch = fn(&str) -> bool;
    let files: [(&str, IsMatch); 2] =
        [("uri.json", is_uri), ("uri-reference.json", uri::UriReference::is_match)];
    for (file, is_match) in files {
        let path = shared(&format!("testdata/uri/json-schema/{file}"));
        let mut differ = Vec::new();
        let mut count = 0;
        for group in json(&path).as_array().expect("groups") {
            for test in group["tests"].as_array().expect("tests") {
                let Some(text) = test["data"].as_str() else { continue };
                let new = test["valid"].as_bool().expect("a verdict");
                let verdicts = Verdicts { old: is_match(text), new };
                let reasons = verdicts.explain(text, REASONS).unwrap_or_else(|why| panic!("{why}"));
                differ.extend(reasons.iter().map(|reason| (text.to_owned(), reason.name)));
                count += 1;
            }
        }
        println!("{file}: {count} texts, {differ:?}");
        assert!(count >= 20 && !differ.is_empty(), "{count} texts, {differ:?}");
    }
}

/// fluent-uri's own tests state its verdicts.
#[test]
#[ignore = "needs ../shared"]
fn tests_of_fluent_uri() {
    let folder = shared("testdata/uri/fluent-uri");
    let mut tally = Tally::default();
    for line in json_lines(&folder.join("parse.jsonl")) {
        let text = line["input"].as_str().expect("a text");
        tally.add(text);
        let new = line["valid"].as_bool().expect("a verdict");
        let old = match line["rule"].as_str() {
            Some("uri") => is_uri(text),
            Some("uri_reference") => uri::UriReference::is_match(text),
            other => panic!("unknown rule {other:?}"),
        };
        let verdicts = Verdicts { old, new };
        verdicts.explain(text, REASONS).unwrap_or_else(|why| panic!("{why}"));
    }
    for file in ["resolve.jsonl", "normalize.jsonl"] {
        for line in json_lines(&folder.join(file)) {
            for_each_string(&line, &mut |text| tally.add(text));
        }
    }
    println!("{} texts, {:?}", tally.texts, tally.reasons);
    assert!(tally.texts > 200 && tally.reasons.len() >= 4, "{:?}", tally.reasons);
}

#[test]
#[ignore = "needs ../shared"]
fn texts_of_libxml2_and_perl() {
    let folder = shared("testdata/uri");
    let mut tally = Tally::default();
    for line in json_lines(&folder.join("perl-uri/uri_new_inputs.jsonl")) {
        tally.add(line["input"].as_str().expect("a text"));
    }
    let files = ["appendix-c.tsv", "perl-uri/roytest.tsv"];
    let libxml2 = ["libxml2/test.uri.data", "libxml2/test.smith.uri", "libxml2/test.port.uri"];
    for file in files.into_iter().chain(libxml2) {
        let text = fs::read_to_string(folder.join(file)).expect("readable");
        text.lines().flat_map(|line| line.split('\t')).for_each(|text| tally.add(text));
    }
    println!("{} texts, {:?}", tally.texts, tally.reasons);
    assert!(tally.reasons.contains_key("a query without a path"), "{:?}", tally.reasons);
}

/// Each line of the lists, and one mutant of it.
#[test]
#[ignore = "needs ../shared"]
fn links_in_the_wild() {
    let folder = shared("testdata/corpora");
    let alphabet: Vec<u8> = b":/?#[]@%.a1 ".to_vec();
    let (mut tally, mut random) = (Tally::default(), Random::new(3));
    let mut paths: Vec<_> = fs::read_dir(folder)
        .expect("a folder")
        .map(|entry| entry.expect("readable").path())
        .collect();
    paths.sort();
    for path in paths {
        let bytes = fs::read(path).expect("readable");
        let mut last = &b"-"[..];
        for line in bytes.split(|&byte| byte == b'\n') {
            let mutant = mutate(line, last, &alphabet, &mut random);
            // The table has two texts a line.
            for text in line.split(|&byte| byte == b',').chain([line, &mutant]) {
                if let Ok(text) = std::str::from_utf8(text) {
                    tally.add(text);
                }
            }
            last = line;
        }
    }
    println!("{} texts, {:?}", tally.texts, tally.reasons);
    assert!(tally.texts > 300_000 && tally.reasons.len() >= 5, "{:?}", tally.reasons);
}
