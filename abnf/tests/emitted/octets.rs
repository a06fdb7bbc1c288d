//! Facts about the crate of `octets.abnf`.

use emitted_octets::{Anything, Frame, High, Latin, Plain};

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
    let prefix = Frame::longest_prefix(b"\x00\xFF\x80\xFF\x80a").unwrap();
    assert_eq!(prefix.as_bytes(), b"\x00\xFF\x80\xFF");
    assert_eq!(High::longest_prefix(b"\xFF\xFF").unwrap().as_bytes(), b"\xFF");
}
