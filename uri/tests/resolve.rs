//! Resolution: every example of RFC 2396 appendix C, the choices of the RFC, and the cases that its
//! algorithm leaves open.

use uri::{
    AbsoluteUri, Reference, Resolution, ResolveError, SameDocument, SameScheme, SurplusParents,
    WriteError,
};

/// The base of Appendix C.
const BASE: &str = "http://a/b/c/d;p?q";

/// Appendix C.1, "Normal Examples".
const NORMAL: [(&str, &str); 22] = [
    ("g:h", "g:h"),
    ("g", "http://a/b/c/g"),
    ("./g", "http://a/b/c/g"),
    ("g/", "http://a/b/c/g/"),
    ("/g", "http://a/g"),
    ("//g", "http://g"),
    ("?y", "http://a/b/c/?y"),
    ("g?y", "http://a/b/c/g?y"),
    ("#s", "#s"), // (current document)#s
    ("g#s", "http://a/b/c/g#s"),
    ("g?y#s", "http://a/b/c/g?y#s"),
    (";x", "http://a/b/c/;x"),
    ("g;x", "http://a/b/c/g;x"),
    ("g;x?y#s", "http://a/b/c/g;x?y#s"),
    (".", "http://a/b/c/"),
    ("./", "http://a/b/c/"),
    ("..", "http://a/b/"),
    ("../", "http://a/b/"),
    ("../g", "http://a/b/g"),
    ("../..", "http://a/"),
    ("../../", "http://a/"),
    ("../../g", "http://a/g"),
];

/// Appendix C.2, "Abnormal Examples", except `http:g`, which has a test of its own.
const ABNORMAL: [(&str, &str); 18] = [
    ("", ""), // (current document)
    ("../../../g", "http://a/../g"),
    ("../../../../g", "http://a/../../g"),
    ("/./g", "http://a/./g"),
    ("/../g", "http://a/../g"),
    ("g.", "http://a/b/c/g."),
    (".g", "http://a/b/c/.g"),
    ("g..", "http://a/b/c/g.."),
    ("..g", "http://a/b/c/..g"),
    ("./../g", "http://a/b/g"),
    ("./g/.", "http://a/b/c/g/"),
    ("g/./h", "http://a/b/c/g/h"),
    ("g/../h", "http://a/b/c/h"),
    ("g;x=1/./y", "http://a/b/c/g;x=1/y"),
    ("g;x=1/../y", "http://a/b/c/y"),
    ("g?y/./x", "http://a/b/c/g?y/./x"),
    ("g?y/../x", "http://a/b/c/g?y/../x"),
    ("g#s/../x", "http://a/b/c/g#s/../x"),
];

/// Resolves a reference, and checks that every way of writing gives the same text.
#[track_caller]
fn resolve(base: &str, reference: &str, options: Resolution) -> Result<String, ResolveError> {
    let base = AbsoluteUri::parse(base).unwrap();
    let reference = Reference::parse(reference).unwrap();
    let resolved = base.resolve_with(reference, options)?;
    let text = resolved.to_string();
    assert_eq!(resolved.text_len(), text.len());
    let mut buffer = vec![b' '; text.len()];
    assert_eq!(resolved.write_in(&mut buffer).unwrap().as_str(), text);
    #[cfg(feature = "alloc")]
    assert_eq!(resolved.to_buf().as_str(), text);
    Ok(text)
}

#[track_caller]
fn check(base: &str, reference: &str, expected: &str) {
    let resolved = resolve(base, reference, Resolution::RFC2396);
    assert_eq!(resolved.as_deref(), Ok(expected), "{reference} from {base}");
}

#[test]
fn appendix_c() {
    for (reference, expected) in NORMAL.into_iter().chain(ABNORMAL) {
        check(BASE, reference, expected);
    }
    check(BASE, "g#s/./x", "http://a/b/c/g#s/./x");
}

#[test]
fn surplus_parents() {
    let drop = Resolution::RFC2396.surplus_parents(SurplusParents::Drop);
    let refuse = Resolution::RFC2396.surplus_parents(SurplusParents::Refuse);
    for (reference, kept, dropped) in [
        ("../../../g", "http://a/../g", "http://a/g"),
        ("../../../../g", "http://a/../../g", "http://a/g"),
        ("../../..", "http://a/..", "http://a/"),
        ("../../../", "http://a/../", "http://a/"),
        ("../../../.", "http://a/../", "http://a/"),
        ("../../../g/..", "http://a/../", "http://a/"),
        ("../../../g/../..", "http://a/../..", "http://a/"),
    ] {
        check(BASE, reference, kept);
        assert_eq!(resolve(BASE, reference, drop).as_deref(), Ok(dropped), "{reference}");
        assert_eq!(resolve(BASE, reference, refuse), Err(ResolveError::SurplusParents));
    }
    // Parents that are not surplus are not refused, nor are the `..` of an absolute path.
    assert_eq!(resolve(BASE, "../../g", refuse).as_deref(), Ok("http://a/g"));
    assert_eq!(resolve(BASE, "/../g", refuse).as_deref(), Ok("http://a/../g"));
    assert_eq!(resolve(BASE, "/../g", drop).as_deref(), Ok("http://a/../g"));
}

#[test]
fn same_scheme() {
    let relative = Resolution::RFC2396.same_scheme(SameScheme::Relative);
    check(BASE, "http:g", "http:g");
    for (reference, expected) in [
        ("http:g", "http://a/b/c/g"),
        ("HTTP:g", "http://a/b/c/g"),
        ("http:g?y#s", "http://a/b/c/g?y#s"),
        ("http:?y", "http://a/b/c/?y"),
        ("http:/g", "http://a/g"),
        ("http://x/y", "http://x/y"),
        // The rest would have a scheme again, or is not a reference.
        ("http:g:h", "http:g:h"),
        ("http::h", "http::h"),
        ("https:g", "https:g"),
    ] {
        let resolved = resolve(BASE, reference, relative);
        assert_eq!(resolved.as_deref(), Ok(expected), "{reference}");
    }
    // A base without a hierarchy is no base for relative references.
    assert_eq!(resolve("http:a", "http:g", relative).as_deref(), Ok("http:g"));
    // This scheme is not known to be hierarchical.
    assert_eq!(resolve("x://a/b", "x:g", relative).as_deref(), Ok("x:g"));
}

#[test]
fn same_document() {
    let base = Resolution::RFC2396.same_document(SameDocument::Base);
    assert_eq!(resolve(BASE, "", base).as_deref(), Ok(BASE));
    assert_eq!(resolve(BASE, "#s", base).as_deref(), Ok("http://a/b/c/d;p?q#s"));
    assert_eq!(resolve("mailto:a@b", "#s", base).as_deref(), Ok("mailto:a@b#s"));
    check("mailto:a@b", "#s", "#s");
    let uri = AbsoluteUri::new(BASE);
    assert!(uri.resolve(Reference::new("#s")).unwrap().is_same_document());
    assert!(!uri.resolve(Reference::new(".")).unwrap().is_same_document());
    assert!(!uri.resolve(Reference::new("?")).unwrap().is_same_document());
}

#[test]
fn an_opaque_base_resolves_absolute_references_only() {
    for reference in ["g", "/g", "//g", "?y", "."] {
        let error = resolve("mailto:a@b", reference, Resolution::RFC2396);
        assert_eq!(error, Err(ResolveError::OpaqueBase), "{reference}");
    }
    check("mailto:a@b", "http://a", "http://a");
}

#[test]
fn a_base_without_a_path() {
    check("http://a", "g", "http://a/g");
    check("http://a", "g/h?y", "http://a/g/h?y");
    check("http://a", ".", "http://a/");
    check("http://a", "../g", "http://a/../g");
    check("http://a?q", "?y", "http://a?y");
    check("http://a", "?", "http://a?");
    check("http://", "g", "http:///g");
}

#[test]
fn empty_components_are_not_absent_ones() {
    check(BASE, "g?", "http://a/b/c/g?");
    check(BASE, "g#", "http://a/b/c/g#");
    check(BASE, "#", "#");
    check(BASE, "//", "http://");
    check("http://a/b?", "g", "http://a/g");
    check("file:///a/b", "g", "file:///a/g");
    check("file:///a/b", "/g", "file:///g");
    check("s:/a/b", "g", "s:/a/g");
}

#[test]
fn empty_segments_are_segments() {
    check("http://a/b//c", "../g", "http://a/b/g");
    check("http://a/b//c", "g", "http://a/b//g");
    check("http://a/b/c", ".//g", "http://a/b//g");
    check("http://a//b", "../../g", "http://a/../g");
    check("http://a/b/c", "..//g", "http://a//g");
}

#[test]
fn a_path_does_not_become_an_authority() {
    assert_eq!(
        resolve("s:/a/b", "..//g", Resolution::RFC2396),
        Err(ResolveError::PathLikeAuthority)
    );
    assert_eq!(resolve("s:/b", ".//g", Resolution::RFC2396), Err(ResolveError::PathLikeAuthority));
    assert_eq!(resolve("s:/b", ".//", Resolution::RFC2396), Err(ResolveError::PathLikeAuthority));
    // With an authority, even an empty one, it remains a path.
    check("s:///a/b", "..//g", "s:////g");
    check("s:/a/b", "../..//g", "s:/..//g");
    check("s:/a/b", "c//g", "s:/a/c//g");
}

/// Steps 6a to 6g to the letter, with a string buffer and pattern replacement.
fn by_the_letter(base: &str, reference: &str) -> String {
    let complete = |segment: &str| !segment.contains('/');
    let mut buffer = base[..=base.rfind('/').unwrap()].to_owned() + reference;
    let at = |buffer: &str, at: usize| at == 0 || buffer.as_bytes()[at - 1] == b'/';
    while let Some(i) = (0..buffer.len()).find(|&i| buffer[i..].starts_with("./") && at(&buffer, i))
    {
        buffer.replace_range(i..i + 2, "");
    }
    if buffer.ends_with("/.") {
        buffer.pop();
    }
    let parent = |buffer: &str, ending: bool| {
        (1..buffer.len()).filter(|&i| buffer.as_bytes()[i - 1] == b'/').find_map(|i| {
            let end = i + buffer[i..].find('/')?;
            let segment = &buffer[i..end];
            assert!(complete(segment));
            let rest = &buffer[end..];
            let matches = if ending { rest == "/.." } else { rest.starts_with("/../") };
            (matches && segment != "..").then_some((i, end))
        })
    };
    while let Some((start, end)) = parent(&buffer, false) {
        buffer.replace_range(start..end + 4, "");
    }
    if let Some((start, _)) = parent(&buffer, true) {
        buffer.truncate(start);
    }
    buffer
}

/// All paths of up to five segments out of four, as references and in bases.
#[test]
fn dot_segments_are_removed_as_by_the_rfc() {
    let names = ["", ".", "..", "g"];
    let mut paths = vec![String::new()];
    let mut longer = paths.clone();
    for _ in 0..5 {
        longer =
            longer.iter().flat_map(|path| names.map(|name| format!("{path}/{name}"))).collect();
        paths.extend_from_slice(&longer);
    }
    let mut count = 0;
    for path in &paths {
        for base in ["/b", "/b/c", "/b//", "/../b/"] {
            let reference = &path.get(1..).unwrap_or_default();
            if reference.starts_with('/') || reference.is_empty() {
                continue;
            }
            let expected = format!("s://a{}", by_the_letter(base, reference));
            check(&format!("s://a{base}"), reference, &expected);
            count += 1;
        }
    }
    assert_eq!(count, 4 * (3 + 3 * 4 + 3 * 16 + 3 * 64 + 3 * 256));
}

/// More segments than are processed at once, in forms that cancel far back.
#[test]
fn long_paths() {
    for length in [63, 64, 65, 127, 128, 129, 1000] {
        for (up, left) in [(0, length), (1, length - 1), (length / 2, length - length / 2)] {
            let path = "/a".repeat(length);
            let reference = "a/".repeat(length) + &"../".repeat(length + up);
            let expected = format!("s://h{}/", "/a".repeat(left));
            check(&format!("s://h{path}/"), &reference, &expected);
        }
        let zigzag = "b/../c/".repeat(length) + &"../".repeat(length) + "d";
        check("s://h/", &zigzag, "s://h/d");
        let uneven = "b/c/../".repeat(length) + "d";
        check("s://h/", &uneven, &format!("s://h{}/d", "/b".repeat(length)));
    }
}

/// Quadratic work would take hours.
#[test]
fn work_is_bounded() {
    let half = 400_000;
    let reference = "a/".repeat(2 * half) + &"../".repeat(half) + "g";
    let expected = format!("s://h/{}g", "a/".repeat(half));
    check("s://h/", &reference, &expected);
}

#[test]
fn a_buffer_that_is_too_small_says_what_is_needed() {
    let base = AbsoluteUri::new(BASE);
    let resolved = base.resolve(Reference::new("g")).unwrap();
    for size in 0..14 {
        let error = resolved.write_in(&mut vec![0; size]).unwrap_err();
        assert_eq!(error, WriteError::BufferTooSmall { needed: 14 }, "{size}");
    }
    assert!(resolved.write_in(&mut [0; 14]).is_ok());
}
