//! IRIs as URIs and back, and data in parts of IRIs.

use std::fmt::Write as _;
use uri::rfc3986::{AbsoluteUri, UriReference};
use uri::rfc3987::{AbsoluteIri, Fragment, Iri, IriReference, Query, RegName, Segment, UserInfo};

#[test]
fn iris_become_uris() {
    for (iri, uri) in [
        ("", ""),
        ("http://a/b?c#d", "http://a/b?c#d"),
        // RFC 3987 section 3.1.
        ("http://www.example.org/red%09rosé#red", "http://www.example.org/red%09ros%C3%A9#red"),
        ("http://résumé.example.org", "http://r%C3%A9sum%C3%A9.example.org"),
        (
            "http://example.com/\u{10300}\u{10301}\u{10302}",
            "http://example.com/%F0%90%8C%80%F0%90%8C%81%F0%90%8C%82",
        ),
        ("//ü@ä:1/ö?\u{E000}#ß", "//%C3%BC@%C3%A4:1/%C3%B6?%EE%80%80#%C3%9F"),
        // Escapes stay as they are.
        ("ä%c3%a4%41", "%C3%A4%c3%a4%41"),
    ] {
        assert_eq!(IriReference::new(iri).to_uri().to_string(), uri);
        let mut buffer = [0; 80];
        assert_eq!(
            IriReference::new(iri).to_uri().write_in(&mut buffer),
            Ok(UriReference::new(uri))
        );
    }
    let base = AbsoluteIri::new("http://ä/");
    assert_eq!(base.to_uri().write_in(&mut [0; 32]), Ok(AbsoluteUri::new("http://%C3%A4/")));
    let needed = uri::WriteError::BufferTooSmall { needed: 14 };
    assert_eq!(base.to_uri().write_in(&mut [0; 13]), Err(needed));
}

#[test]
fn texts_that_stay_keep_their_parts() {
    let authorities = ["", "//", "//h", "//u@1.2.3.4:8", "//[::1]:1", "//[v1.a]", "//@a:"];
    for authority in authorities {
        for around in [["", "", ""], ["s:", "/a", "?b#c"], ["http:", "", "#c"]] {
            let text = [around[0], authority, around[1], around[2]].concat();
            let (uri, iri) = (UriReference::new(&text), IriReference::new(&text));
            // With debug assertions, the offsets of parts are compared with those of a parse.
            let converted = iri.to_uri().to_buf();
            assert_eq!(converted, text);
            assert_eq!(converted.host(), uri.host());
            assert_eq!(converted.port(), uri.port());
            let converted = uri.to_iri().to_buf();
            assert_eq!(converted, text);
            assert_eq!(converted.host(), iri.host());
            assert_eq!(converted.query(), iri.query());
            assert_eq!(iri.to_uri().text_len(), text.len());
            assert_eq!(uri.to_iri().write_in(&mut [0; 40]), Ok(iri));
        }
    }
}

#[test]
fn uris_become_iris() {
    for (uri, iri) in [
        ("", ""),
        // RFC 3987 section 3.2.1.
        ("http://www.example.org/D%C3%BCrst", "http://www.example.org/Dürst"),
        // Not UTF-8.
        ("http://www.example.org/D%FCrst", "http://www.example.org/D%FCrst"),
        // A bidirectional override.
        ("http://xn--99zt52a.example.org/%e2%80%ae", "http://xn--99zt52a.example.org/%e2%80%ae"),
        // ASCII stays escaped, whatever it is.
        ("%41%2F%25%00%7F%20", "%41%2F%25%00%7F%20"),
        ("//%c3%bc@%C3%A4:1/%C3%B6?%C3%9C#%C3%9F", "//ü@ä:1/ö?Ü#ß"),
        // Private characters are for queries.
        ("/%EE%80%80?%EE%80%80#%EE%80%80", "/%EE%80%80?\u{E000}#%EE%80%80"),
        ("#?%EE%80%80", "#?%EE%80%80"),
        // A control character, characters of no block, a tag, a surrogate, an overlong form.
        ("%C2%80%EF%BF%BF%F3%A0%80%81", "%C2%80%EF%BF%BF%F3%A0%80%81"),
        ("%ED%A0%80%C0%AF%F4%90%80%80", "%ED%A0%80%C0%AF%F4%90%80%80"),
        // The end of one character, a whole one, and the beginning of one.
        ("%A4%C3%A4%C3", "%A4ä%C3"),
        ("%E2%82%C3%A4%E2%82%AC", "%E2%82ä€"),
    ] {
        assert_eq!(UriReference::new(uri).to_iri().to_string(), iri);
        let mut buffer = [0; 80];
        assert_eq!(
            UriReference::new(uri).to_iri().write_in(&mut buffer),
            Ok(IriReference::new(iri))
        );
    }
}

/// The escapes with upper-case digits.
fn upper(text: &str) -> String {
    let mut texts = text.split('%');
    let first = texts.next().unwrap_or_default().to_owned();
    texts.fold(first, |all, rest| {
        let (digits, rest) = rest.split_at(2);
        format!("{all}%{}{rest}", digits.to_ascii_uppercase())
    })
}

/// The octets that a text stands for.
fn octets(text: &str) -> Vec<u8> {
    let mut octets = Vec::new();
    let mut bytes = text.bytes();
    while let Some(byte) = bytes.next() {
        octets.push(match byte {
            b'%' => {
                let mut digit = || char::from(bytes.next().unwrap()).to_digit(16).unwrap();
                u8::try_from(digit() << 4 | digit()).unwrap()
            }
            _ => byte,
        });
    }
    octets
}

/// The laws of both conversions, on all texts of up to four such pieces.
#[test]
fn nothing_is_lost() {
    const PIECES: [&str; 14] = [
        "a",
        "%41",
        "%C3%A4",
        "%c3",
        "%a4",
        "ä",
        "\u{E000}",
        "%EE%80%80",
        "?",
        "#",
        "/:@",
        "%E2%80%AE",
        "\u{202E}",
        "%F0%9F%98%80",
    ];
    let (mut iris, mut uris) = (0, 0);
    for number in 0..PIECES.len().pow(4) {
        let mut rest = number;
        let mut text = String::new();
        while rest > 0 {
            text.push_str(PIECES[rest % PIECES.len()]);
            rest /= PIECES.len();
        }
        if let Ok(iri) = IriReference::parse(&text) {
            iris += 1;
            let uri = iri.to_uri().to_string();
            let view = UriReference::parse(&uri).unwrap();
            // Strings are written in another way than the pieces of the text.
            assert_eq!(iri.to_uri().to_buf(), uri, "{text}");
            assert_eq!(uri, escaped_by_bytes(&text));
            let mut appended = "é".to_owned();
            iri.to_uri().append_to(&mut appended);
            assert_eq!(appended, format!("é{uri}"));
            assert_eq!(octets(&uri), octets(&text), "{text}");
            assert_eq!(upper(&view.to_iri().to_buf().as_view().to_uri().to_string()), upper(&uri));
        }
        if let Ok(uri) = UriReference::parse(&text) {
            uris += 1;
            let iri = uri.to_iri().to_string();
            let view = IriReference::parse(&iri).unwrap();
            assert_eq!(uri.to_iri().to_buf(), iri, "{text}");
            assert_eq!(octets(&iri), octets(&text), "{text}");
            assert_eq!(upper(&view.to_uri().to_string()), upper(&text));
            let again = view.to_uri().to_string();
            assert_eq!(UriReference::new(&again).to_iri().to_string(), iri, "{text}");
            // All parts are the same.
            let ours = (uri.query().map(|it| octets(it.as_str())), uri.fragment().is_some());
            let theirs = (view.query().map(|it| octets(it.as_str())), view.fragment().is_some());
            assert_eq!(ours, theirs, "{text}");
        }
    }
    assert!(iris > 10_000 && uris > 1_000, "{iris} {uris}");
}

fn digit(value: u8) -> char {
    char::from(b"0123456789ABCDEF"[usize::from(value)])
}

fn escaped(text: &str) -> String {
    text.bytes().flat_map(|byte| ['%', digit(byte >> 4), digit(byte & 15)]).collect()
}

/// Each character stands for itself in the parts that can hold it, and is escaped in others.
#[test]
fn parts_keep_the_characters_that_they_can_hold() {
    macro_rules! check {
        ($part:ident, $character:ident, $text:ident) => {
            let is_bidi = matches!($character, '\u{200E}' | '\u{200F}' | '\u{202A}'..='\u{202E}');
            let is_kept = $part::is_match($text) && !is_bidi;
            let expected = if is_kept { $text.to_owned() } else { escaped($text) };
            assert_eq!($part::encode($text).to_string(), expected, "{:?}", $character);
            assert_eq!($part::quote($text).to_string(), expected, "{:?}", $character);
        };
    }
    let mut buffer = [0; 4];
    for character in '\u{80}'..=char::MAX {
        let text = &*character.encode_utf8(&mut buffer);
        check!(Segment, character, text);
        check!(Query, character, text);
        check!(Fragment, character, text);
        check!(RegName, character, text);
        check!(UserInfo, character, text);
    }
}

#[test]
fn data_of_any_kind_is_encoded() {
    for (data, encoded, quoted) in [
        (&b"a/\xC3\xA4 b"[..], "a%2Fä%20b", "a%2Fä%20b"),
        ("ä&ö=\u{202E}ü%".as_bytes(), "ä%26ö%3D%E2%80%AEü%25", "ä&ö=%E2%80%AEü%25"),
        (b"\xC3\xC3\xA4\xA4", "%C3ä%A4", "%C3ä%A4"),
        (
            "日本\u{80}語\u{E000}\u{10FFFF}".as_bytes(),
            "日本%C2%80語%EE%80%80%F4%8F%BF%BF",
            "日本%C2%80語%EE%80%80%F4%8F%BF%BF",
        ),
        (b"\xF0\x9F\x98\x80\xF0\x9F", "\u{1F600}%F0%9F", "\u{1F600}%F0%9F"),
    ] {
        assert_eq!(Segment::encode(data).to_string(), encoded);
        assert_eq!(Segment::quote(data).to_string(), quoted);
        let mut buffer = [0; 64];
        let segment = Segment::encode(data).write_in(&mut buffer).unwrap();
        assert!(segment.decode().eq(data.iter().copied()));
    }
    assert_eq!(Query::encode("\u{E000}").to_string(), "\u{E000}");
    // Parts of URIs escape all of it.
    assert_eq!(uri::rfc3986::Segment::encode("ä").to_string(), "%C3%A4");
}

/// Octet by octet, character by character, and from the middle of a character.
#[test]
fn parts_beyond_ascii_are_decoded() {
    let query = Query::new("aä+%C3%A4\u{E000}%FFß");
    let octets = "aä+ä\u{E000}".bytes().chain([0xFF, 0xC3, 0x9F]);
    let octets: Vec<u8> = octets.collect();
    assert_eq!(&*query.decode().to_bytes(), octets);
    assert_eq!(query.decode().to_string(), "aä+ä\u{E000}\u{FFFD}ß");
    let error = query.decode().to_str().unwrap_err();
    assert_eq!(error.offset(), "aä+%C3%A4\u{E000}".len());
    for start in 0..=octets.len() {
        let mut rest = query.decode();
        rest.by_ref().take(start).for_each(drop);
        let expected = String::from_utf8_lossy(&octets[start..]);
        assert_eq!(rest.to_string(), expected, "{start}");
        assert_eq!(rest.to_str_lossy(), expected, "{start}");
        assert_eq!(&*rest.to_bytes(), &octets[start..], "{start}");
        assert!(rest.clone().chars_lossy().eq(expected.chars()), "{start}");
        assert!(rest.eq(octets[start..].iter().copied()), "{start}");
    }
    assert_eq!(Segment::new("äö").decode().as_plain_str(), Some("äö"));
    let mut inside = Segment::new("äö").decode();
    inside.next();
    assert_eq!(inside.as_plain_str(), None);
}

#[test]
fn each_uri_is_an_iri() {
    let uri = uri::rfc3986::Uri::new("http://u@[::1]:80/a?b#c");
    let iri = Iri::from(uri);
    assert_eq!(iri.as_str(), uri.as_str());
    assert_eq!(iri.host().unwrap().to_ip_addr(), uri.host().unwrap().to_ip_addr());
    assert_eq!(iri.port().unwrap().as_str(), "80");
}

#[test]
fn owned_text_is_converted() {
    let iri = uri::rfc3987::IriBuf::parse("http://ä/ö#ü").unwrap();
    let uri = iri.to_uri().to_buf();
    assert_eq!(uri.as_str(), "http://%C3%A4/%C3%B6#%C3%BC");
    assert_eq!(uri.to_iri(), iri.as_str());
    assert_eq!(uri.to_absolute_uri().as_str(), "http://%C3%A4/%C3%B6");
    assert_eq!(iri.to_absolute_iri().as_str(), "http://ä/ö");
}

#[test]
fn pairs_of_a_query_keep_what_it_can_hold() {
    let query = uri::rfc3987::Query::new("a=1");
    let changed = |name| query.pairs().with_appended(name, "ü&ö").to_string();
    assert_eq!(changed("ä"), "a=1&ä=ü%26ö");
    // Private characters are for queries; those that format bidirectional text are for none.
    assert_eq!(changed("\u{E000}\u{202E}"), "a=1&\u{E000}%E2%80%AE=ü%26ö");
    // Forms and URIs escape all of them.
    assert_eq!(query.form_pairs().with("ä", "ü").to_string(), "a=1&%C3%A4=%C3%BC");
    let uri = uri::rfc3986::Query::new("a=1");
    assert_eq!(uri.pairs().with("ä", "ü").to_string(), "a=1&%C3%A4=%C3%BC");
}

/// The URI of an IRI, byte by byte.
fn escaped_by_bytes(iri: &str) -> String {
    let mut uri = String::new();
    for byte in iri.bytes() {
        if byte.is_ascii() {
            uri.push(char::from(byte));
        } else {
            write!(uri, "%{byte:02X}").unwrap();
        }
    }
    uri
}

#[test]
fn every_character_is_escaped() {
    let mut before = String::new();
    for character in (0..=0x10_FFFF).step_by(7).filter_map(char::from_u32) {
        // Characters at all distances from the beginning of the text.
        before.push('a');
        before.truncate(before.len() % 20);
        let text = format!("{before}?{character}b{character}");
        if let Ok(iri) = IriReference::parse(&text) {
            assert_eq!(iri.to_uri().to_buf().as_str(), escaped_by_bytes(&text));
        }
    }
}
