//! The messages of serde for texts that do not match.

use serde::Deserialize;
use serde::de::IntoDeserializer as _;
use serde::de::value::{BorrowedStrDeserializer, Error, StrDeserializer, StringDeserializer};
use uri::{AbsoluteUri, AbsoluteUriBuf, Port};

fn borrowed<'de, T: Deserialize<'de>>(text: &'de str) -> Result<T, Error> {
    T::deserialize(BorrowedStrDeserializer::new(text))
}

fn message(text: &str) -> String {
    let message = borrowed::<AbsoluteUri<'_>>(text).unwrap_err().to_string();
    let of_copy: StrDeserializer<'_, Error> = text.into_deserializer();
    assert_eq!(AbsoluteUriBuf::deserialize(of_copy).unwrap_err().to_string(), message);
    let owned: StringDeserializer<Error> = text.to_owned().into_deserializer();
    assert_eq!(AbsoluteUriBuf::deserialize(owned).unwrap_err().to_string(), message);
    message
}

#[test]
fn messages_show_the_text_around_the_error() {
    for (text, expected) in [
        (
            "http://a b/",
            "invalid authority at byte 8 of \"http://a b/\": a space is not allowed here",
        ),
        ("http://ä/", "invalid authority at byte 7 of \"http://ä/\": `ä` is not allowed here"),
        (
            "a\n\"",
            "invalid scheme at byte 1 of \"a\\n\\\"\": expected a letter, a digit, `+`, `-`, `.` or `:`, found byte 0A",
        ),
        ("", "invalid scheme at byte 0 of \"\": expected a letter, found the end"),
        ("s:%4", "invalid path at byte 4 of \"s:%4\": expected a hexadecimal digit, found the end"),
    ] {
        assert_eq!(message(text), expected, "{text:?}");
    }
    assert_eq!(
        borrowed::<Port<'_>>("80x").unwrap_err().to_string(),
        "invalid port at byte 2 of \"80x\": expected a digit or the end, found `x`"
    );
}

/// Characters of two bytes, at all offsets, around a place in a long text.
#[test]
fn long_texts_are_cut_where_characters_begin() {
    for length in 30..50 {
        let text = format!("s:{}|{}", "a".repeat(length), "ä".repeat(length));
        let at = length + 2;
        let start = at.saturating_sub(40);
        let after = (at + 40 - (at + 1)) / 2;
        let before = if 0 < start { "..." } else { "" };
        let more = if after < length { "..." } else { "" };
        let shown = [&text[start..at], "|", &"ä".repeat(after.min(length))].concat();
        let expected = format!("at byte {at} of {before}{shown:?}{more}: `|` is not allowed here");
        let message = message(&text);
        assert!(message.ends_with(&expected), "{message}\n{expected}");
    }
    let long = format!("s:{}", "ä".repeat(100_000));
    assert!(message(&long).len() < 200);
}
