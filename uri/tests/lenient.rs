//! Repair of links with missing escapes.

use uri::lenient::ChangeKind::{self, Escaped, Removed};
use uri::{Reference, UriReference, WriteError};

#[test]
fn links_become_references() {
    let table = [
        ("a b.html", "a%20b.html"),
        ("ä.html", "%C3%A4.html"),
        ("a|b", "a%7Cb"),
        (" \t http://a/ \r\n", "http://a/"),
        ("\u{1}/a\u{1}b\u{1F}", "/a%01b"),
        ("", ""),
        (" ", ""),
        // Browsers remove these too, so the text has a scheme.
        ("java\nscript:a(\tb)", "javascript:a(b)"),
        ("\n/\n/host\r/a", "//host/a"),
        ("50%", "50%25"),
        ("%4x%%41%4", "%254x%25%41%254"),
        ("/%4\n1%\t4 1", "/%41%254%201"),
        ("/a#b#c?d/e", "/a#b%23c?d/e"),
        ("/a?b?c[]=\u{1F600}", "/a?b?c%5B%5D=%F0%9F%98%80"),
        ("?x=1&y= ", "?x=1&y="),
        ("#a b", "#a%20b"),
        // A backslash is not a separator.
        ("\\\\host\\a", "%5C%5Chost%5Ca"),
        ("http://a\\/", ""),
        // A colon would end a scheme.
        ("1a:b:c/d:e", "1a%3Ab%3Ac/d:e"),
        (":a", "%3Aa"),
        ("a b:c", "a%20b%3Ac"),
        ("ä:b", "%C3%A4%3Ab"),
        ("./a:b?c:d", "./a:b?c:d"),
        ("C:\\a b", "C:%5Ca%20b"),
        ("mailto:a b@c", "mailto:a%20b@c"),
        ("http:a:b", "http:a:b"),
        // Hosts.
        ("http://bücher.example/ä", "http://b%C3%BCcher.example/%C3%A4"),
        ("//ü?a", "//%C3%BC?a"),
        ("http://a b/", ""),
        ("http://50%/", ""),
        ("http://a[b/", ""),
        ("s:", ""),
    ];
    let mut buffer = [0; 64];
    for (text, expected) in table {
        let found = Reference::repair(text).write_in(&mut buffer);
        let found = found.map_or("", |reference| reference.as_str());
        assert_eq!(found, expected, "{text:?}");
    }
    // In RFC 2396, a query alone is not a reference.
    assert!(UriReference::repair("? ").write_in(&mut buffer).is_err());
    assert!(UriReference::repair("/? ").write_in(&mut buffer).is_ok());
    let small = Reference::repair("a b").write_in(&mut buffer[..4]);
    assert_eq!(small, Err(WriteError::BufferTooSmall { needed: 5 }));
}

/// The offset of a change, the changed text, and the kind of the change.
type Expected<'a> = (usize, &'a str, ChangeKind);

#[test]
fn changes_are_listed() {
    let table: [(&str, &[Expected<'_>]); 6] = [
        ("http://a/%41?b#c", &[]),
        ("  a\u{1F600}ä b", &[(0, "  ", Removed), (3, "\u{1F600}ä ", Escaped)]),
        ("a\n\r\nb\t \n", &[(1, "\n\r\n", Removed), (5, "\t \n", Removed)]),
        ("a \n b", &[(1, " ", Escaped), (2, "\n", Removed), (3, " ", Escaped)]),
        (" \t ", &[(0, " \t ", Removed)]),
        ("%:", &[(0, "%:", Escaped)]),
    ];
    for (text, expected) in table {
        let repaired = Reference::repair(text);
        let changes = repaired.changes().map(|it| (it.offset(), it.text(), it.kind()));
        assert_eq!(changes.collect::<Vec<_>>(), expected, "{text:?}");
        assert_eq!(repaired.is_unchanged(), expected.is_empty(), "{text:?}");
    }
}

/// All short texts over significant characters: references are unchanged, and a repaired text needs no
/// repair.
#[test]
fn references_stay_as_they_are() {
    let pieces = ["a", "1", ":", "/", "?", "#", "%41", "%", ";", "@", "[", "\\", " ", "\n", "ä"];
    let mut texts = vec![String::new()];
    let (mut references, mut repaired) = (0, 0);
    for _ in 0..5 {
        for text in &texts {
            let written = Reference::repair(text).to_string();
            if Reference::is_match(text) {
                references += 1;
                assert_eq!(written, *text);
            } else if Reference::is_match(&written) {
                repaired += 1;
                assert!(!Reference::repair(text).is_unchanged(), "{text:?}");
            } else {
                // Only an invalid authority and a missing path cannot be repaired.
                let has_authority = written.contains("//");
                assert!(
                    has_authority || written.contains("a:") || written.contains("1:"),
                    "{text:?}"
                );
            }
            assert!(Reference::repair(&written).is_unchanged(), "{text:?}");
            #[cfg(feature = "rfc3986")]
            if uri::rfc3986::UriReference::is_match(text) {
                assert_eq!(uri::rfc3986::UriReference::repair(text).to_string(), *text);
            } else if !written.contains("//") {
                assert!(uri::rfc3986::UriReference::is_match(&written), "{text:?}");
            }
        }
        let longer = texts.iter().flat_map(|text| pieces.map(|piece| format!("{text}{piece}")));
        texts = longer.collect();
    }
    assert!(references > 3_000 && repaired > 20_000, "{references} {repaired}");
}

#[cfg(feature = "rfc3987")]
#[test]
fn links_become_iri_references() {
    use uri::rfc3987::IriReference;
    let table = [
        ("\u{E4} b.html", "\u{E4}%20b.html"),
        (
            "http://b\u{FC}cher.de/\u{E4}%?\u{E000}#\u{E4}#",
            "http://b\u{FC}cher.de/\u{E4}%25?\u{E000}#\u{E4}%23",
        ),
        // Private characters only in a query, and noncharacters nowhere.
        ("/\u{E000}?\u{E000}#\u{E000}", "/%EE%80%80?\u{E000}#%EE%80%80"),
        ("//\u{E000}/\u{FFFE}", "//%EE%80%80/%EF%BF%BE"),
        ("?\u{FFFF}", "?%EF%BF%BF"),
        // The grammar allows this character; no data is written with it.
        ("/\u{200E}", "/\u{200E}"),
        ("\u{E4}:b", "\u{E4}%3Ab"),
        ("\u{A0}a\u{85}", "\u{A0}a%C2%85"),
    ];
    let mut buffer = [0; 64];
    for (text, expected) in table {
        assert_eq!(IriReference::repair(text).write_in(&mut buffer).unwrap(), expected, "{text:?}");
        assert!(IriReference::repair(expected).is_unchanged(), "{text:?}");
    }
    assert!(IriReference::repair("//[\u{E4}").write_in(&mut buffer).is_err());
    let repaired = IriReference::repair("\u{E4}\u{E000}");
    let changes = repaired.changes().map(|it| (it.offset(), it.text(), it.kind()));
    assert!(changes.eq([(2, "\u{E000}", Escaped)]));
}

/// All short texts over significant characters: IRI references are unchanged.
#[cfg(feature = "rfc3987")]
#[test]
fn iri_references_stay_as_they_are() {
    use uri::rfc3987::IriReference;
    let pieces = ["a", ":", "/", "?", "#", "%", " ", "\u{E4}", "\u{E000}", "\u{202A}", "@", "["];
    let mut texts = vec![String::new()];
    let (mut references, mut repaired) = (0, 0);
    for _ in 0..5 {
        for text in &texts {
            let written = IriReference::repair(text).to_string();
            if IriReference::is_match(text) {
                references += 1;
                assert_eq!(written, *text);
            } else if IriReference::is_match(&written) {
                repaired += 1;
            } else {
                assert!(written.contains("//"), "{text:?}");
            }
            assert!(IriReference::repair(&written).is_unchanged(), "{text:?}");
        }
        let longer = texts.iter().flat_map(|text| pieces.map(|piece| format!("{text}{piece}")));
        texts = longer.collect();
    }
    assert!(references > 3_000 && repaired > 5_000, "{references} {repaired}");
}

#[cfg(feature = "rfc3986")]
#[test]
fn texts_that_are_no_references_are_resolved() {
    use uri::lenient::resolve;
    for (base, text, target) in [
        ("http://a b/c d/e", "../f g", "http://a b/f g"),
        ("http://a/b?{c}", "", "http://a/b?{c}"),
        ("http://a/b?{c}", "#d#e", "http://a/b?{c}#d#e"),
        ("http://a/b", "//c[d/./e", "http://c[d/e"),
        ("http://a/b", "\u{E4}/..", "http://a/"),
        ("http://a", "b|c", "http://a/b|c"),
        ("s:/a", "..//b", "s:/.//b"),
        ("s:a b/c", "d e", "s:a b/d e"),
        // No scheme has these characters.
        ("http://a/b", "1:c", "http://a/1:c"),
        ("http://a/b", "c d:e", "http://a/c d:e"),
        ("http://a/b", "S+1.-:%", "S+1.-:%"),
        ("http://a/b", "?c?d", "http://a/b?c?d"),
    ] {
        let found = resolve(base, text).unwrap();
        assert_eq!(found, target, "{text} from {base}");
        assert_eq!(found.text_len(), target.len());
    }
    for base in ["", "a", "/a:b", "1:a", "?a:b", ":"] {
        assert!(resolve(base, "a").is_none(), "{base}");
    }
}

/// All short texts: for references, the result is that of their type.
#[cfg(feature = "rfc3986")]
#[test]
fn references_are_resolved_as_their_types_do() {
    use uri::lenient::resolve;
    use uri::rfc3986::{Uri, UriReference};
    let pieces = ["a", "/", ".", ":", "?", "#", " ", "[", "\u{E4}"];
    let mut texts = vec![String::new()];
    let mut references = 0;
    for _ in 0..5 {
        for text in &texts {
            for base in ["s:", "s:a/b", "s:/a/b?c", "s://a", "s://a/b/c/d#e"] {
                let found = resolve(base, text).unwrap().to_string();
                assert!(text.contains('.') || found.ends_with(text.as_str()));
                if let Ok(reference) = UriReference::parse(text) {
                    assert_eq!(Uri::new(base).resolve(reference), found.as_str());
                    references += 1;
                }
            }
        }
        let longer = texts.iter().flat_map(|text| pieces.map(|piece| format!("{text}{piece}")));
        texts = longer.collect();
    }
    assert!(references > 5_000, "{references}");
}
