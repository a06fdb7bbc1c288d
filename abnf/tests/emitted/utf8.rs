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

#[test]
fn lines_are_parsed_as_texts_wherever_blocks_end() {
    use emitted_utf8::lines::{Lines, Tally};
    // What is not text stands beside what is, and characters cross any boundary.
    for pad in 0..5 {
        let mut buffer = vec![b'x'; pad];
        buffer.push(b'\n');
        buffer.extend(
            b"\xC3\xA4\xC3\xB6\r\n\xC3\n\xFFa\n\xC3\x9F\n\xF0\x9F\x98\x80\n".repeat(400),
        );
        let mut count = 0;
        for (line, parsed) in Lines::new(&buffer).parse::<Anything>() {
            count += 1;
            assert_eq!(line.number(), count);
            let text = std::str::from_utf8(line.as_bytes());
            match (&parsed, text) {
                (Ok(parsed), Ok(text)) => assert_eq!(parsed.as_str(), text),
                (Err(error), Err(bad)) => {
                    // Right up to the character that is broken, and perhaps some bytes of it.
                    assert!((bad.valid_up_to()..bad.valid_up_to() + 4).contains(&error.offset()));
                    assert_eq!(Anything::parse_bytes(line.as_bytes()), Err(*error));
                }
                _ => panic!("line {count}"),
            }
            assert_eq!(line.parse::<Anything>(), parsed);
            assert_eq!(line.is_match::<Anything>(), parsed.is_ok());
        }
        assert_eq!(count, 1 + 400 * 5);
        let words = Lines::new(&buffer).tally::<Word>();
        assert_eq!(words, Tally { lines: count, matches: 400 + usize::from(pad > 0) });
    }
}
