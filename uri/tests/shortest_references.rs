//! The references that `relativize` returns in RFC 3986 and RFC 3987: that each resolves to its
//! target, and that none is shorter.

use std::collections::BTreeMap;
use uri::rfc3986::{Uri, UriReference};
use uri::rfc3987::{Iri, IriReference};

fn relativize(base: &str, target: &str) -> Option<String> {
    Some(Uri::new(base).relativize(UriReference::new(target))?.to_string())
}

#[test]
fn the_shortest_form_is_chosen() {
    for (base, target, expected) in [
        ("http://h/foo", "http://h/foo#x", "#x"),
        ("http://h/foo#y", "http://h/foo", ""),
        ("http://h/foo?a", "http://h/foo?b", "?b"),
        ("http://h/foo?a", "http://h/foo", "foo"),
        ("http://h/foo?a", "http://h/foo?a#x", "#x"),
        ("http://h", "http://h#x", "#x"),
        ("http://h?a", "http://h", "//h"),
        ("http://h/a/b", "http://h/a/", "."),
        ("http://h/a/b?q", "http://h/a/?q", ".?q"),
        ("http://h/a/b/c", "http://h/a/", ".."),
        ("http://h/a", "http://h/", "."),
        ("http://ex/x/y/z", "http://ex/r", "/r"),
        ("http://h/a/b/c", "http://h/a/d", "../d"),
        ("http://h/a/b", "http://h/a/c:d", "./c:d"),
        // `/c:d` is shorter than `./c:d`.
        ("http://h/b", "http://h/c:d", "/c:d"),
        ("http://h/a", "http://h//b", ".//b"),
        ("http://h/a/b/c", "http://h//b", "/.//b"),
        ("http://h/a", "http://i/b", "//i/b"),
        ("http:///a", "http:////b", ".//b"),
        ("urn:a/b", "urn:a/c", "c"),
        ("urn:a", "urn:a#c", "#c"),
        ("urn:a", "urn:b", "b"),
        ("urn:a", "urn:b:c", "./b:c"),
        ("urn:a?q", "urn:", "."),
        ("s:/a/b", "s:/.//c", "..//c"),
        // The base's dot segments are removed, unless its path is not read.
        ("http://h/a/../b", "http://h/c", "c"),
        ("http://h/a/../b", "http://h/a/../b?c", "?c"),
        ("s:a/../b", "s:/c", "c"),
    ] {
        assert_eq!(relativize(base, target).as_deref(), Some(expected), "{target} from {base}");
        assert_eq!(Uri::new(base).resolve(UriReference::new(expected)), target);
    }
    for (base, target) in [
        ("http://h/a", "https://h/a"),
        ("http://h/a", "HTTP://h/a"),
        ("http://h/a", "http:a"),
        ("http://h/a", "b"),
        ("http://h/a", "http://h/../b"),
        ("http://h/a", "http://h/b/."),
        ("urn:a/b", "urn:c"),
        // The target is shorter than `../../../c`.
        ("urn:a/b/c/d/e", "urn:a/c"),
    ] {
        assert_eq!(relativize(base, target), None, "{target} from {base}");
    }
}

#[test]
fn characters_beyond_ascii_need_no_dot() {
    let base = Iri::new("http://h/a/b");
    let target = IriReference::new("http://h/a/\u{E9}");
    assert_eq!(base.relativize(target).unwrap(), "\u{E9}");
}

/// All texts of up to `longest` pieces.
fn texts(pieces: &[&str], longest: usize) -> Vec<String> {
    let mut texts = vec![String::new()];
    let mut last = texts.clone();
    for _ in 0..longest {
        last = last
            .iter()
            .flat_map(|text| pieces.iter().map(move |piece| format!("{text}{piece}")))
            .collect();
        texts.extend_from_slice(&last);
    }
    texts
}

/// The position of a reference in the list that decides between references of one length.
fn form(reference: UriReference<'_>) -> usize {
    match (reference.authority(), reference.path().as_str()) {
        (Some(_), _) => 4,
        (None, "") => 1,
        (None, path) if path.starts_with('/') => 3,
        (None, _) => 2,
    }
}

/// Resolves all references of up to `longest` characters, and compares the shortest reference to
/// each target with the one that is found. Returns the number of targets.
fn check_all(base: Uri<'_>, references: &[UriReference<'_>], longest: usize) -> usize {
    let mut shortest = BTreeMap::new();
    for &reference in references {
        let target = base.resolve(reference).to_string();
        let rank = (reference.as_str().len(), form(reference));
        let best = shortest.entry(target).or_insert(rank);
        *best = rank.min(*best);
    }
    for (target, &(length, best_form)) in &shortest {
        let found = base.relativize(Uri::new(target)).map(|it| it.to_string());
        let Some(found) = found else {
            assert!(target.len() < length, "{target} from {base}");
            continue;
        };
        let found = UriReference::new(&found);
        assert_eq!(found.as_str().len(), length, "{found} is {target} from {base}");
        // From `s:a`, `.///b` is as short as `/.//b`.
        assert!(form(found) == best_form || target.starts_with("s:/.//"), "{found} from {base}");
        assert_eq!(base.resolve(found), target.as_str(), "{found} from {base}");
        assert!(length <= longest && length <= target.len());
    }
    shortest.len()
}

/// The bases have up to three segments, with and without an authority.
#[test]
fn no_shorter_reference_resolves_to_the_target() {
    let pieces = ["a", "/", ".", ":", "?", "#"];
    let (short, long) = (texts(&pieces, 4), texts(&pieces, 5));
    let valid = |texts: &'static [String]| -> Vec<UriReference<'static>> {
        let parsed = texts.iter().filter_map(|text| UriReference::parse(text).ok());
        parsed.filter(|reference| reference.scheme().is_none()).collect()
    };
    let (short, long) = (valid(short.leak()), valid(long.leak()));
    let mut targets = 0;
    for path in texts(&["/a", "/", "a", "..", "./"], 3) {
        for start in ["s:", "s://", "s://a"] {
            for query in ["", "?a"] {
                if let Ok(base) = Uri::parse(&format!("{start}{path}{query}")) {
                    targets += check_all(base, &short, 4);
                }
            }
        }
    }
    for base in ["s:a", "s:a/a", "s:/a/a/a?a", "s://a", "s://a/a/a/a?a#a", "s:///a/", "s:/.//a/a"] {
        targets += check_all(Uri::new(base), &long, 5);
    }
    assert!(20_000 < targets, "{targets}");
}

/// Each target is the target of its reference, for bases and targets with dot segments.
#[test]
fn references_resolve_to_their_targets() {
    let paths = texts(&["/", "a", "b:", ".."], 3);
    let uris: Vec<String> = ["s:", "s://", "s://h"]
        .iter()
        .flat_map(|start| paths.iter().map(move |path| format!("{start}{path}")))
        .filter(|text| Uri::is_match(text))
        .collect();
    let mut answered = 0;
    for base in &uris {
        let base = Uri::new(base);
        for target in &uris {
            let Some(reference) = base.relativize(Uri::new(target)) else { continue };
            let reference = reference.to_string();
            assert!(reference.len() <= target.len(), "{reference} is {target} from {base}");
            let resolved = base.resolve(UriReference::new(&reference));
            assert_eq!(resolved, target.as_str(), "{reference} from {base}");
            answered += 1;
        }
    }
    assert!(3_000 < answered, "{answered} of {}", uris.len().pow(2));
}
