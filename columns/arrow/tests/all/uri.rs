//! `URI-reference` of the crate `uri`, compared with its accessors.
#![allow(clippy::redundant_closure_for_method_calls, reason = "each part has a type of its own")]

use crate::check::{Parts, check_all};
use crate::layouts::Row;
use crate::random::Random;
use abnf_layout::{Columns, rule};
use uri::rfc3986::UriReference;

static URL: Columns = rule!(uri::rfc3986::columns::URI_REFERENCE);
static PORT: Columns = rule!(uri::rfc3986::columns::PORT);

fn reference(text: &[u8]) -> Parts {
    let uri = UriReference::parse(str::from_utf8(text).ok()?).ok()?;
    let parts = [
        uri.scheme().map(|it| it.as_str()),
        uri.authority().map(|it| it.as_str()),
        uri.userinfo().map(|it| it.as_str()),
        uri.host().map(|it| it.as_str()),
        uri.port().map(|it| it.as_str()),
        Some(uri.path().as_str()),
        uri.query().map(|it| it.as_str()),
        uri.fragment().map(|it| it.as_str()),
    ];
    Some(parts.map(|it| it.map(|it| it.as_bytes().to_vec())).to_vec())
}

/// A URI reference, or nearly one, or null.
fn url(random: &mut Random) -> Option<String> {
    if random.below(8) == 0 {
        return None;
    }
    let schemes = ["", "", "a:", "http:", "a-very-long-scheme:"];
    let authorities = ["", "//", "//h", "//u@h:80", "//@h:", "//[2001:db8::1]:8080"];
    let hosts = ["//www.example.com", "//a-host-of-more-than-twelve-bytes.example"];
    let paths = ["", "/", "/a", "a/b", "/index.html", "/a/b/c/d/e/f/g/h/i", "/%C3%A9"];
    let queries = ["", "?", "?q", "?twelve-bytes", "?a=long&query=string"];
    let fragments = ["", "", "#", "#f", "#a-fragment-of-more-than-twelve-bytes"];
    let authority =
        if random.below(2) == 0 { random.one(&authorities) } else { random.one(&hosts) };
    let mut text = [random.one(&schemes), authority, random.one(&paths)].concat();
    text += random.one(&queries);
    text += random.one(&fragments);
    if random.below(6) == 0 {
        // At any place, also in the middle of a part.
        let at = random.below(text.len() + 1);
        text.insert_str(at, random.one(&[" ", "é", "%", ":", "[", "\0", "/", "#"]));
    }
    Some(text)
}

#[test]
fn parts_are_those_of_the_accessors() {
    assert_eq!(URL.rule, "URI-reference");
    let names: Vec<_> = URL.parts.iter().map(|it| it.name).collect();
    let accessors =
        ["scheme", "authority", "userinfo", "host", "port", "path", "query", "fragment"];
    assert_eq!(names, accessors);
    let mut random = Random(11);
    for seed in 1..4 {
        let rows: Vec<Row> = (0..250).map(|_| url(&mut random).map(String::into_bytes)).collect();
        let count = rows.iter().flatten().filter(|it| reference(it).is_some()).count();
        assert!((150..240).contains(&count), "{count} texts match");
        check_all(&URL, &rows, reference, seed);
    }
}

#[test]
fn bytes_that_are_not_utf8() {
    let mut random = Random(12);
    let row = |random: &mut Random| {
        let mut bytes = url(random)?.into_bytes();
        if random.below(3) == 0 {
            bytes.insert(random.below(bytes.len() + 1), [0xFF, 0x80, 0xC3][random.below(3)]);
        }
        Some(bytes)
    };
    let rows: Vec<Row> = (0..250).map(|_| row(&mut random)).collect();
    check_all(&URL, &rows, reference, 1);
}

#[test]
fn a_rule_without_parts() {
    fn port(text: &[u8]) -> Parts {
        uri::rfc3986::Port::is_match(str::from_utf8(text).ok()?).then(Vec::new)
    }
    let rows = ["80", "", "8a", "65536000000000000000000", "é"];
    let rows: Vec<Row> = rows.iter().cycle().take(140).map(|it| Some((*it).into())).collect();
    check_all(&PORT, &rows, port, 1);
}
