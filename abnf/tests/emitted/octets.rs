//! Facts about the crate of `octets.abnf`.

use emitted_octets::{Anything, Frame, High, Last, Latin, Matcher, ParseError, Plain};

/// Checks that a text in two pieces has the same result as the whole text, for any division.
macro_rules! in_pieces {
    ($rule:ty, $text:expr, $bytes:expr) => {{
        let (text, bytes): (_, &[u8]) = ($text, $bytes);
        let whole = <$rule>::parse(text).map(|_| ());
        let said = |error: ParseError| (error.to_string(), error.offset());
        for cut in 0..=bytes.len() {
            let (first, second) = bytes.split_at(cut);
            let mut matcher = <$rule>::matcher();
            let pushed = matcher.push(first).and_then(|()| matcher.push(second));
            let pushed = pushed.and_then(|()| matcher.finish());
            assert_eq!(pushed, whole, "{text:?} cut at {cut}");
            assert_eq!(pushed.map_err(said), whole.map_err(said));
            let read = whole.map_or_else(|error| error.offset(), |()| bytes.len());
            assert_eq!((matcher.offset(), matcher.is_match()), (read, whole.is_ok()));
        }
    }};
}

const FRAME: Frame = Frame::new(b"\x00\x80\xFF");

#[test]
fn rules_beyond_ascii_are_over_bytes() {
    assert_eq!(FRAME.as_bytes(), b"\x00\x80\xFF");
    assert!(Frame::try_from(&b"\x00\xFF"[..]).is_ok());
    assert!(Anything::is_match(b"\xC3\x28\x00"));
    assert_eq!(FRAME.to_string(), r"\x00\x80\xff");
    // The others are over text.
    assert_eq!(Plain::new("abc").as_str(), "abc");
}

#[test]
fn errors_and_prefixes() {
    let error = Frame::parse(b"\x00\x80").unwrap_err();
    assert_eq!(
        error.to_string(),
        "invalid frame at byte 2: expected a byte from 80 to FF, found the end"
    );
    let error = Latin::parse(b"a\xC3\xA4").unwrap_err();
    assert_eq!(error.to_string(), "invalid latin at byte 1: expected byte E4, found byte C3");
    let error = Last::parse(b"\x00").unwrap_err();
    assert_eq!(error.to_string(), "invalid last at byte 1: expected byte FF, found the end");
    let prefix = Frame::longest_prefix(b"\x00\xFF\x80\xFF\x80a").unwrap();
    assert_eq!(prefix.as_bytes(), b"\x00\xFF\x80\xFF");
    assert_eq!(High::longest_prefix(b"\xFF\xFF\xFF").unwrap().as_bytes(), b"\xFF\xFF");
}

/// A matcher in a constant can be continued.
const BEGUN: Matcher = {
    let mut matcher = Frame::matcher();
    assert!(matcher.push(b"\x00\x80").is_ok());
    matcher
};

#[test]
fn bytes_in_pieces() {
    let mut matcher = BEGUN;
    assert_eq!((matcher.offset(), matcher.is_match()), (2, false));
    assert_eq!(matcher.push(b"\xFF"), Ok(()));
    assert_eq!(matcher.finish(), Ok(()));
    let shown = r#"Matcher { rule: "frame", offset: 3, found: None, is_match: true, .. }"#;
    assert_eq!(format!("{matcher:?}"), shown);
    let texts: [&[u8]; 7] =
        [b"", b"\x00", b"\x00\xFF", b"\x00\x80\xFF", b"\x00\x80a\xFF", b"a\xE4", b"a\xC3\xA4"];
    for text in texts {
        in_pieces!(Frame, text, text);
        in_pieces!(Anything, text, text);
        in_pieces!(High, text, text);
        in_pieces!(Latin, text, text);
    }
    for text in ["", "abc", "ab1c", "aä"] {
        in_pieces!(Plain, text, text.as_bytes());
    }
    // Bytes that occur in no text are refused.
    let error = Plain::matcher().push(b"a\xFF").unwrap_err();
    assert_eq!((error.offset(), error.found()), (1, Some(0xFF)));
}

#[test]
fn lines_are_bytes() {
    use emitted_octets::lines::{Lines, View};
    let buffer = b"a\xE4\r\na\xE4\na\xC3\xA4\n";
    let parsed: Vec<_> = Lines::new(buffer).parse::<Latin>().map(|(_, latin)| latin).collect();
    assert_eq!(parsed[..2], [Ok(Latin::new(b"a\xE4")); 2]);
    assert_eq!(parsed[2].unwrap_err().offset(), 1);
    assert_eq!(Lines::new(buffer).keep_cr().tally::<Latin>().matches, 1);
    assert_eq!(Lines::new(buffer).tally::<Anything>().matches, 3);
    assert!(Anything::is_match_bytes(b"\xFF") && High::parse_bytes(b"\xFF").is_ok());
    // A rule over text beside those over bytes.
    assert_eq!(Lines::new(b"abc\n\xFF").tally::<Plain>().matches, 1);
}
