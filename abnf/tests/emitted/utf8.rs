//! Facts about the crate of `utf8.abnf`.

use emitted_utf8::{Anything, Quoted, Smiley, Word};

#[test]
fn characters_are_whole() {
    assert_eq!(Word::new("größe".trim_end_matches("ße")).as_str(), "grö");
    assert!(Smiley::is_match("😀") && !Smiley::is_match("🙐"));
    assert!(Anything::is_match("\u{D7FF}\u{E000}\u{10FFFF}\0"));
    // An overlong form, a surrogate, a value above 10FFFF, a broken character.
    for bytes in [&b"\xC0\x80"[..], b"\xED\xA0\x80", b"\xF4\x90\x80\x80", b"\xC3"] {
        assert!(!Anything::is_match_bytes(bytes), "{bytes:x?}");
    }
}

#[test]
fn prefixes_end_between_characters() {
    // ß is C3 9F, ö is C3 B6.
    assert_eq!(Word::longest_prefix("öß").unwrap().as_str(), "ö");
    assert_eq!(Word::longest_prefix("ß"), None);
    assert_eq!(Smiley::longest_prefix("😀😀").unwrap().as_str(), "😀");
}

#[test]
fn an_offset_may_lie_inside_a_character() {
    let error = Word::parse("aß").unwrap_err();
    assert_eq!(error.offset(), 2);
    assert_eq!(
        error.to_string(),
        "invalid word at byte 2: expected byte A4, byte B6 or byte BC, found byte 9F"
    );
    let error = Quoted::parse("\"a").unwrap_err();
    assert_eq!(
        error.to_string(),
        "invalid quoted at byte 2: expected a letter, a digit, a character beyond ASCII, \
         a space, `!` to `/`, `:` to `@`, `[` to `_`, a backtick, `{` to `~` or byte 7F, \
         found the end"
    );
}
