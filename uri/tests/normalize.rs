//! Normal forms: each step alone, unchanged texts, and the laws.

use std::hash::{BuildHasher, BuildHasherDefault, DefaultHasher};
use uri::{AbsoluteUri, Normalization, UriReference};

#[track_caller]
fn check(steps: Normalization, cases: &[(&str, &str)]) {
    for &(text, expected) in cases {
        let reference = UriReference::parse(text).unwrap();
        let normalized = reference.normalize(steps);
        let mut buffer = [0; 128];
        assert_eq!(normalized.to_string(), expected, "{text}");
        let again = normalized.write_in(&mut buffer).unwrap();
        assert_eq!(again.as_str(), expected);
        assert!(again.is_normalized(steps), "{text}");
        assert_eq!(reference.is_normalized(steps), text == expected, "{text}");
        assert!(reference.is_equivalent(again, steps));
    }
}

#[test]
fn the_example_of_section_6() {
    let [a, b] = ["http://www.XEROX.com", "http://www.xerox.com"].map(AbsoluteUri::new);
    assert!(a.is_equivalent(b, Normalization::COMMON));
    assert!(!a.is_equivalent(b, Normalization::NONE));
}

#[test]
fn no_step() {
    let text = "HTTP://A%7e:80/%2E/../%61?%7E#%7e";
    check(Normalization::NONE, &[(text, text), ("", ""), ("#", "#")]);
}

#[test]
fn scheme_case() {
    check(
        Normalization::SCHEME_CASE,
        &[("HtTp://A/B", "http://A/B"), ("MAILTO:A@B", "mailto:A@B"), ("A/B", "A/B")],
    );
}

#[test]
fn host_case() {
    check(
        Normalization::HOST_CASE,
        &[
            ("HTTP://U:P@WWW.Example.COM:80/P?Q#F", "HTTP://U:P@www.example.com:80/P?Q#F"),
            ("//A", "//a"),
            // Registry names, and texts that are not authorities.
            ("//My_Host/", "//My_Host/"),
            ("mailto:A@B", "mailto:A@B"),
        ],
    );
    check(
        Normalization::REG_NAME_CASE,
        &[("//My_Host:A%4A/B", "//my_host:a%4A/B"), ("//Example.COM/", "//Example.COM/")],
    );
}

#[test]
fn escapes() {
    check(
        Normalization::ESCAPE_CASE,
        &[
            ("//a%2f_/%2f%3aB?%c3%A4#%ff", "//a%2F_/%2F%3AB?%C3%A4#%FF"),
            ("//%3a@a/", "//%3A@a/"),
            ("s:%2f%7e", "s:%2F%7E"),
        ],
    );
    check(
        Normalization::UNRESERVED,
        &[
            ("//%7e@a/%41%2d%2f?%5f#%2e", "//~@a/A-%2f?_#."),
            ("s:%7E%3f", "s:~%3f"),
            // The result is not unescaped again.
            ("/%2541", "/%2541"),
            // A registry name could become a host.
            ("//%61/%61", "//%61/a"),
        ],
    );
    check(Normalization::ESCAPE_CASE | Normalization::UNRESERVED, &[("/%7e%e4", "/~%E4")]);
}

#[test]
fn dot_segments() {
    check(
        Normalization::DOT_SEGMENTS,
        &[
            ("http://a/b/./c/../d", "http://a/b/d"),
            ("http://a/b/..", "http://a/"),
            ("http://a/b/.", "http://a/b/"),
            ("http://a", "http://a"),
            ("/../a/..", "/../"),
            ("/..", "/.."),
            ("/a?b/../c#d/../e", "/a?b/../c#d/../e"),
            ("/%2E/a", "/%2E/a"),
            ("s:a/../b", "s:a/../b"),
            // Relative paths stay relative, and not empty.
            ("a/../b", "b"),
            ("../../a/../b", "../../b"),
            ("a/..", "./"),
            (".", "./"),
            ("./", "./"),
            ("..", ".."),
            ("../.", "../"),
            ("a/../..", ".."),
            ("a/../.?b", "./?b"),
            ("./a", "a"),
            // Paths that would otherwise be read as something else.
            ("./a:b", "./a:b"),
            ("c/../a:b", "./a:b"),
            (".//a", ".//a"),
            ("a/..//b", ".//b"),
            ("s:/a/..//b", "s:/.//b"),
            ("s:/.//b", "s:/.//b"),
            ("/.//", "/.//"),
            ("/a/..//b", "/.//b"),
            ("//a/b/..//c", "//a//c"),
            ("s:///.//c", "s:////c"),
        ],
    );
    check(
        Normalization::DOT_SEGMENTS | Normalization::UNRESERVED,
        &[
            ("/%2E/a/%2e./b", "/b"),
            ("%2e", "./"),
            ("%2E%2E/a", "../a"),
            ("/%2E%2E%2E/a%2E", "/.../a."),
        ],
    );
    check(
        Normalization::DOT_SEGMENTS | Normalization::SURPLUS_PARENTS,
        &[("/../a/../../b", "/b"), ("/..", "/"), ("../a", "../a"), ("s:/..//a", "s:/.//a")],
    );
    check(Normalization::SURPLUS_PARENTS, &[("/../a", "/../a")]);
}

#[test]
fn empty_paths() {
    check(
        Normalization::EMPTY_PATH,
        &[
            ("http://a", "http://a/"),
            ("HTTPS://a?b#c", "HTTPS://a/?b#c"),
            ("ws://a", "ws://a/"),
            ("ftp://a", "ftp://a/"),
            ("x://a", "x://a"),
            ("//a", "//a"),
            ("http:a", "http:a"),
            ("", ""),
        ],
    );
}

#[test]
fn ports() {
    check(
        Normalization::DEFAULT_PORT,
        &[
            ("http://a:80/", "http://a/"),
            ("HTTPS://u@a:443", "HTTPS://u@a"),
            ("http://a:0080/", "http://a/"),
            ("http://a:8080/", "http://a:8080/"),
            ("http://a:65616/", "http://a:65616/"), // 80 modulo 2^16
            ("http://a:/", "http://a:/"),
            ("x://a:80/", "x://a:80/"),
            ("//a:80/", "//a:80/"),
            ("http://a_b:80/", "http://a_b:80/"),
        ],
    );
    check(Normalization::EMPTY_PORT, &[("//a:", "//a"), ("//u:@a:/", "//u:@a/"), ("//:", "//:")]);
}

#[test]
fn sets_of_steps() {
    assert!(Normalization::ALL.contains(Normalization::ESCAPES));
    assert!(Normalization::ESCAPES.contains(Normalization::COMMON));
    assert!(!Normalization::ALL.contains(Normalization::REG_NAME_CASE));
    assert!(!Normalization::ALL.contains(Normalization::SURPLUS_PARENTS));
    let some = Normalization::COMMON - Normalization::HOST_CASE - Normalization::EMPTY_PORT;
    assert_eq!(format!("{some:?}"), "Normalization(SCHEME_CASE | DEFAULT_PORT)");
    assert_eq!(format!("{:?}", Normalization::NONE), "Normalization()");
}

/// References put together from pieces that normalisation changes.
fn references() -> Vec<String> {
    let mut references = Vec::new();
    for scheme in ["", "HTTP:", "s:"] {
        for authority in ["", "//", "//A", "//%61", "//%3A@B:", "//U%41@b:080", "//My_H:80"] {
            for path in [
                "",
                "/",
                "//",
                "/.",
                "/%2e",
                "/..",
                "/%2E./",
                "/a/..",
                "/a/..//",
                "/.//b",
                "/%2f",
                "a",
                ".",
                "..",
                "./",
                "a/..",
                "a/..//b",
                "./a:b",
                "%3A/..",
                "%2E/%2e%2e/c",
                "%2e",
                "a/%2E%2e/b:c",
                "/../../a",
                "/a/b/../../../..",
                "%2E/a:b",
            ] {
                for rest in ["", "?", "?%7e/..", "#%c3"] {
                    let text = [scheme, authority, path, rest].concat();
                    if UriReference::is_match(&text) {
                        references.push(text);
                    }
                }
            }
        }
    }
    references
}

#[test]
fn normal_forms_are_their_own_normal_forms() {
    let references = references();
    assert!(900 < references.len(), "{}", references.len());
    let mut buffers = [[0; 128]; 2];
    let [first, second] = &mut buffers;
    for bits in 0..1 << 10 {
        // All sets of steps, each over some of the references.
        let steps = STEPS.iter().enumerate().filter(|(i, _)| bits >> i & 1 == 1);
        let steps = steps.fold(Normalization::NONE, |all, (_, &step)| all | step);
        for text in references.iter().skip(bits % 7).step_by(7) {
            let reference = UriReference::new(text);
            let normal = reference.normalize(steps).write_in(first).unwrap();
            let again = normal.normalize(steps).write_in(second).unwrap();
            assert_eq!(normal, again, "{text} {steps:?}");
            // The kind of reference stays.
            assert_eq!(reference.scheme().is_some(), normal.scheme().is_some(), "{text}");
            assert_eq!(reference.authority().is_some(), normal.authority().is_some(), "{text}");
            assert_eq!(reference.query().is_some(), normal.query().is_some(), "{text}");
            assert_eq!(reference.fragment().is_some(), normal.fragment().is_some(), "{text}");
            let rooted = |view: UriReference<'_>| match view.path() {
                Some(path) => path.as_str().starts_with('/') || view.authority().is_some(),
                None => view.authority().is_some(),
            };
            assert_eq!(rooted(reference), rooted(normal), "{text} {steps:?}");
        }
    }
}

const STEPS: [Normalization; 10] = [
    Normalization::SCHEME_CASE,
    Normalization::HOST_CASE,
    Normalization::REG_NAME_CASE,
    Normalization::ESCAPE_CASE,
    Normalization::UNRESERVED,
    Normalization::DOT_SEGMENTS,
    Normalization::SURPLUS_PARENTS,
    Normalization::EMPTY_PATH,
    Normalization::DEFAULT_PORT,
    Normalization::EMPTY_PORT,
];

#[test]
fn the_order_is_part_by_part() {
    let normal = |text| UriReference::new(text).normalize(Normalization::ALL);
    // By the text, `a+:` would come first, and `//a/` before `//a:1`.
    assert!(normal("a:/") < normal("A+:/"));
    assert!(normal("//a/") < normal("//A:1"));
    assert!(normal("/a#") < normal("/a?"));
    assert!(normal("/b") < normal("//a"));
}

#[test]
fn normal_forms_compare_and_hash_as_their_texts() {
    let references = references();
    let steps = Normalization::ALL;
    let hasher = BuildHasherDefault::<DefaultHasher>::default();
    let forms: Vec<_> =
        references.iter().map(|text| UriReference::new(text).normalize(steps)).collect();
    for (i, a) in forms.iter().enumerate().step_by(11) {
        for b in &forms[i..] {
            let (text_a, text_b) = (a.to_string(), b.to_string());
            assert_eq!(a.cmp(b), b.cmp(a).reverse());
            assert_eq!(a == b, text_a == text_b);
            // Equal texts in different pieces have equal hashes; with this hasher, different texts
            // have different ones.
            assert_eq!(hasher.hash_one(a) == hasher.hash_one(b), text_a == text_b);
        }
    }
}
