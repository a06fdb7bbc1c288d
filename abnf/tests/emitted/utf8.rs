//! Facts about the crate of `utf8.abnf`.

use emitted_utf8::{Accent, All, Anything, Quoted, Smiley, Some, Word};

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
fn an_offset_may_be_inside_a_character() {
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
    // Invalid sequences are next to valid text, and characters cross any boundary.
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
                    // The offset is in the first invalid sequence.
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

/// Returns whether brackets are closed and contain only allowed characters. `is_allowed` receives a
/// character and its neighbours.
fn is_bracketed(text: &str, is_allowed: impl Fn(char, [Option<char>; 2]) -> bool) -> bool {
    let characters: Vec<char> = text.chars().collect();
    let mut depth = 0;
    for (at, &character) in characters.iter().enumerate() {
        let around = [at.checked_sub(1), Option::Some(at + 1)];
        let around = around.map(|at| characters.get(at?).copied());
        match character {
            _ if (depth == 0) != (at == 0) => return false,
            '<' => depth += 1,
            '>' if 0 < depth => depth -= 1,
            other => {
                if !is_allowed(other, around) {
                    return false;
                }
            }
        }
        if depth == 0 && character != '>' {
            return false;
        }
    }
    depth == 0 && !text.is_empty()
}

#[test]
fn runs_of_characters_are_skipped_where_none_tells_anything() {
    let pieces = ["<", ">", "a", "b", "\u{80}", "é", "é!", "日", "\u{FFFE}", "😀", "!", "<é>", "abc"];
    let mut state = 1_u64;
    let mut below = |bound: usize| {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (usize::try_from(state >> 33).unwrap()) % bound
    };
    let mut accepted = [0; 3];
    for _ in 0..60_000 {
        let depth = 1 + below(2);
        let middle: String = (0..below(7)).map(|_| pieces[below(pieces.len())]).collect();
        let text = "<".repeat(depth) + &middle + &">".repeat(depth);
        let letter = |it: char| matches!(it, 'a'..='c' | '\u{80}'..);
        let expected = [
            is_bracketed(&text, |it, _| letter(it)),
            is_bracketed(&text, |it, _| letter(it) && !matches!(it, '\u{FFFE}' | '\u{FFFF}')),
            is_bracketed(&text, |it, around| {
                letter(it) || it == '!' && around == [Option::Some('é'), Option::Some('>')]
            }),
        ];
        let checked = [All::check(&text), Some::check(&text), Accent::check(&text)];
        let parsed = [
            All::parse(&text).map(|_| ()),
            Some::parse(&text).map(|_| ()),
            Accent::parse(&text).map(|_| ()),
        ];
        let of_bytes = [
            All::is_match_bytes(text.as_bytes()),
            Some::is_match_bytes(text.as_bytes()),
            Accent::is_match_bytes(text.as_bytes()),
        ];
        let found = [All::is_match(&text), Some::is_match(&text), Accent::is_match(&text)];
        assert_eq!(found, expected, "{text}");
        assert_eq!(of_bytes, expected, "{text}");
        assert_eq!(checked, parsed, "{text}");
        assert_eq!(checked.map(|it| it.is_ok()), expected, "{text}");
        for (count, is_match) in accepted.iter_mut().zip(expected) {
            *count += usize::from(is_match);
        }
    }
    assert!(accepted.iter().all(|&count| 2_000 < count), "{accepted:?}");
    // Invalid sequences are not skipped.
    for bytes in [&b"<a\xC3>"[..], b"<a\x80>", b"<a\xED\xA0\x80>", b"<\xC3\xA9a\xC0\x80>"] {
        assert!(!All::is_match_bytes(bytes), "{bytes:x?}");
    }
}
