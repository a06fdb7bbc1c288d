//! JSON from a reader, without keeping it, and texts that are nearly JSON.

use gallery::rfc8259::{JsonString, JsonText, Number};
use std::io::Read;

/// Checks whether the input is JSON; the error is the offset of the first wrong byte.
fn is_json(mut reader: impl Read) -> std::io::Result<Result<(), usize>> {
    let mut matcher = JsonText::matcher();
    let mut buffer = [0; 8];
    loop {
        let length = reader.read(&mut buffer)?;
        let result = if length == 0 { matcher.finish() } else { matcher.push(&buffer[..length]) };
        if let Err(error) = result {
            return Ok(Err(error.offset()));
        }
        if length == 0 {
            return Ok(Ok(()));
        }
    }
}

#[test]
fn text_of_a_reader() -> std::io::Result<()> {
    let text = r#"{"name": "caf\u00e9", "sizes": [1, -2.5e-3, 0], "on": true, "": {}}"#;
    assert_eq!(is_json(text.as_bytes())?, Ok(()));
    assert_eq!(is_json(&text.as_bytes()[..60])?, Err(60));
    assert_eq!(is_json(&b"[\"long enough for two buffers\", nul]"[..])?, Err(35));
    // A string with a byte that is not UTF-8.
    assert_eq!(is_json(&b"[\"\xC0\x80\"]"[..])?, Err(2));
    Ok(())
}

#[test]
fn nearly_json() {
    let texts = [
        ("", 0),
        ("[1,]", 3),
        ("{\"a\" 1}", 5),
        ("{a: 1}", 1),
        ("['a']", 1),
        ("[1] 2", 4),
        ("[Infinity]", 1),
        ("\"\t\"", 1),
        ("\"\\x41\"", 2),
        ("// text\n1", 0),
        ("\u{FEFF}1", 0),
    ];
    for (text, offset) in texts {
        assert_eq!(JsonText::parse(text).map_err(|it| it.offset()), Err(offset), "{text}");
    }
}

#[test]
fn numbers() {
    for text in ["0", "-0", "10", "1.0", "1e5", "1E+5", "-1.5e-07"] {
        assert!(Number::is_match(text), "{text}");
    }
    for text in ["01", "+1", ".5", "1.", "1e", "0x1", "-", "1 "] {
        assert!(!Number::is_match(text), "{text}");
    }
}

#[test]
fn half_a_pair_of_surrogates_matches() {
    assert!(JsonString::is_match(r#""\uD800""#) && JsonString::is_match("\"\u{10FFFF}\u{7F}\""));
}

#[test]
fn closing_brackets_fit_the_opening_ones() {
    let error = JsonText::parse("[{]}").unwrap_err();
    assert_eq!((error.offset(), error.found()), (2, Some(b']')));
    assert!(error.expected().contains(b'}') && error.expected().contains(b'"'));
}
