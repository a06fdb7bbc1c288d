//! `URI-reference` of RFC 3986: the generated matcher and fluent-uri give the same verdicts
//! and the same parts. There are no exceptions: fluent-uri follows the grammar to the letter.

use conformance::rfc3986::rules::UriReference;
use conformance::rfc3986::{PARTS, part_texts};
use conformance::strings::{Random, mutate};
use fluent_uri::UriRef;
use fluent_uri::component::Scheme;
use fluent_uri::pct_enc::EStr;

/// Returns whether it is a reference. Both must agree about this and about its parts.
#[track_caller]
fn compare(text: &str) -> bool {
    let (ours, theirs) = (UriReference::parse(text), UriRef::parse(text));
    assert_eq!(UriReference::is_match(text), ours.is_ok(), "{text:?}");
    assert_eq!(ours.is_ok(), theirs.is_ok(), "{text:?}");
    let (Ok(ours), Ok(theirs)) = (ours, theirs) else { return false };
    let authority = theirs.authority();
    let theirs = [
        theirs.scheme().map(Scheme::as_str),
        authority.map(|it| it.host()),
        authority.and_then(|it| it.port()).map(EStr::as_str),
        Some(theirs.path().as_str()),
        theirs.query().map(EStr::as_str),
        theirs.fragment().map(EStr::as_str),
    ];
    for ((part, ours), theirs) in PARTS.iter().zip(part_texts(ours)).zip(theirs) {
        assert_eq!(ours, theirs, "{part} of {text:?}");
    }
    true
}

/// Compares all texts of up to a number of pieces; returns the number of references.
fn all(pieces: &[&str], longest: usize, around: [&str; 2]) -> usize {
    let mut texts = vec![String::new()];
    let mut accepted = 0;
    for _ in 0..=longest {
        for text in &texts {
            accepted += usize::from(compare(&format!("{}{text}{}", around[0], around[1])));
        }
        let longer = texts.iter().flat_map(|text| pieces.iter().map(move |piece| (text, piece)));
        texts = longer.map(|(text, piece)| text.clone() + piece).collect();
    }
    accepted
}

#[test]
fn short_texts() {
    let pieces = ["a", "1", ":", "/", "?", "#", "@", "[", "]", "%", ".", "-", ";", "|", " "];
    let accepted = all(&pieces, 5, ["", ""]);
    assert!(accepted > 50_000, "{accepted}");
}

#[test]
fn short_authorities() {
    let pieces = ["a", "9", ":", "@", ".", "%4f", "%", "&", "[", "]"];
    let accepted = all(&pieces, 5, ["s://", "/b?c#d"]);
    assert!(accepted > 10_000, "{accepted}");
}

/// Section 3.2.2, the rule with most states.
#[test]
fn addresses_in_brackets() {
    let accepted = all(&["1", "abcd", ":", "::", "1.2.3.4"], 7, ["//[", "]"]);
    assert!(accepted > 500, "{accepted}");
    // Eight groups need more pieces.
    let accepted = all(&["1:", "f:f:", ":", "2", "1.2.3.4", "255.0.0.256"], 6, ["//[1:2:", "]:8"]);
    assert!(accepted > 500, "{accepted}");
    let accepted = all(&["v", "V1f", ".", "x", ":", "@"], 5, ["//u@[", "]"]);
    assert!(accepted > 10, "{accepted}");
}

#[test]
fn changed_references() {
    let references = [
        "http://user:pw@www.example.org:8080/a/b;c=1/../%C3%A9?q=1&r=/?#frag/?",
        "ldap://[2001:db8::7]/c=GB?objectClass?one",
        "//[::ffff:192.0.2.128]:443/x",
        "mailto:John.Doe@example.com",
        "urn:oasis:names:specification:docbook:dtd:xml:4.1.2",
        "../a/./b/?x#",
        "tel:+1-816-555-1212",
        "//255.255.255.255:0",
    ];
    let alphabet = b":/?#[]@!$&'()*+,;=-._~%aAfFgGzZ019 ";
    let mut random = Random::new(5);
    let mut accepted = 0;
    for (i, text) in references.iter().enumerate() {
        assert!(compare(text), "{text}");
        let other = references[(i + 1) % references.len()].as_bytes();
        for _ in 0..60_000 {
            let changed = mutate(text.as_bytes(), other, alphabet, &mut random);
            let Ok(changed) = std::str::from_utf8(&changed) else { continue };
            accepted += usize::from(compare(changed));
        }
    }
    assert!(accepted > 100_000, "{accepted}");
}
