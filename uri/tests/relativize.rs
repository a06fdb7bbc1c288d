//! Relative references: the form that is chosen, and that each resolves to its target.

use uri::{AbsoluteUri, UriReference};

fn relativize(base: &str, target: &str) -> Option<String> {
    let base = AbsoluteUri::parse(base).unwrap();
    Some(base.relativize(UriReference::parse(target).unwrap())?.to_string())
}

#[track_caller]
fn check(base: &str, target: &str, expected: &str) {
    assert_eq!(relativize(base, target).as_deref(), Some(expected), "{target} from {base}");
    let (base, reference) = (AbsoluteUri::new(base), UriReference::new(expected));
    assert_eq!(base.resolve(reference).unwrap().to_string(), target);
}

#[test]
fn relative_paths() {
    let base = "http://a/b/c/d;p?q";
    check(base, "http://a/b/c/g", "g");
    check(base, "http://a/b/c/g?y#s", "g?y#s");
    check(base, "http://a/b/c/g?#", "g?#");
    check(base, "http://a/b/c/", "./");
    check(base, "http://a/b/c/?y", "./?y");
    check(base, "http://a/b/c/g/h", "g/h");
    check(base, "http://a/b/g", "../g");
    check(base, "http://a/b/c", "../c");
    check(base, "http://a/b/", "../");
    check(base, "http://a/g", "../../g");
    check(base, "http://a/", "../../");
    check(base, "http://a/x/c/g", "../../x/c/g");
    check("s:/a/b", "s:/a/c", "c");
    check("file:///a/b", "file:///c", "../c");
}

#[test]
fn the_base_itself_is_not_the_current_document() {
    check("http://a/b/c?q", "http://a/b/c?q", "c?q");
    check("http://a/b/c?q", "http://a/b/c#f", "c#f");
    check("http://a/b/", "http://a/b/", "./");
    check("http://a", "http://a", "//a");
    check("http://a", "http://a?y", "//a?y");
    check("http://a/b", "http://a", "//a");
}

#[test]
fn first_segments_that_would_be_something_else() {
    check("http://a/b", "http://a/c:d", "./c:d");
    check("http://a/b/c", "http://a/d:e", "../d:e");
    check("http://a/b", "http://a//c", ".//c");
    check("http://a/b/c", "http://a/b//c", ".//c");
    check("http://a/b/c", "http://a//c", "..//c");
    check("http://a//b", "http://a/", "../");
    check("http://a", "http://a//", ".//");
}

#[test]
fn dot_segments_are_kept_by_other_forms() {
    check("http://a/b", "http://a/../g", "/../g");
    check("http://a/b/c", "http://a/b/./g", "/b/./g");
    check("http://a/b/../c", "http://a/b/../g", "/b/../g");
    check("http://a/b/../c", "http://a/c", "/c");
    check("http://a/b", "http://a//..", "//a//..");
    // The base's last segment is not part of the result.
    check("http://a/b/..", "http://a/b/c", "c");
}

#[test]
fn other_authorities() {
    check("http://a/b", "http://c/d?e#f", "//c/d?e#f");
    check("http://a/b", "http://A/d", "//A/d");
    check("s:/a", "s://b", "//b");
    check("s:/a", "s:///b", "///b");
}

#[test]
fn no_relative_reference_leads_there() {
    for (base, target) in [
        ("http://a/b", "https://a/b"),
        ("http://a/b", "HTTP://a/b"),
        ("http://a/b", "mailto:a@b"),
        ("mailto:a@b", "mailto:a@c"),
        ("s:a", "s:/b"),
        ("s:/b", "s:a"),
        ("s://a/b", "s:/b"),
        ("http://a/b", "c"),
        ("http://a/b", ""),
    ] {
        assert_eq!(relativize(base, target), None, "{target} from {base}");
    }
}

/// All pairs of URIs with up to three segments, with and without an authority.
#[test]
fn what_is_relativized_resolves_to_the_target() {
    let mut paths = vec![String::new()];
    let mut longer = paths.clone();
    for _ in 0..3 {
        longer = longer
            .iter()
            .flat_map(|path| ["", "a", "b:c", "."].map(|name| format!("{path}/{name}")))
            .collect();
        paths.extend_from_slice(&longer);
    }
    let uris: Vec<String> = ["s:", "s://", "s://h"]
        .iter()
        .flat_map(|start| paths.iter().map(move |path| format!("{start}{path}")))
        .filter(|text| AbsoluteUri::is_match(text))
        .collect();
    let mut answered = 0;
    let (mut buffer, mut second) = ([0; 64], [0; 64]);
    for base in &uris {
        for target in &uris {
            let (base, target) = (AbsoluteUri::new(base), AbsoluteUri::new(target));
            let Some(relative) = base.relativize(target) else {
                // Then the target cannot be reached without its scheme.
                assert!(base.authority().is_some() && target.authority().is_none());
                continue;
            };
            let reference = relative.write_in(&mut buffer).unwrap();
            assert_eq!(reference.scheme(), None);
            let resolved = base.resolve(reference).unwrap();
            assert_eq!(resolved.write_in(&mut second).unwrap().as_str(), target.as_str());
            answered += 1;
        }
    }
    assert!(30_000 < answered, "{answered}");
}
