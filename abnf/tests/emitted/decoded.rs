//! Facts about decoded text, compared with slow decoders that are written by hand.

use emitted_decoded::{OctalText, QuotedString, Segment, XmlText};

#[test]
fn values_can_be_read_without_memory() {
    let quoted = QuotedString::new("\"a \\\"\\€\"");
    assert!(quoted.value_chars().eq("a \"€".chars()));
    let chars = quoted.value_chars();
    assert_eq!(chars.clone().count(), chars.count());
    assert!(Segment::new("a%C3%A9%ff").value_bytes().eq(*b"a\xC3\xA9\xFF"));
    assert!(OctalText::new(r"\101").value_bytes().eq(*b"A"));
    assert!(XmlText::new("&#128512;&lt;").value_chars().eq(['😀', '<']));
}

#[cfg(feature = "alloc")]
mod with_alloc {
    use emitted_decoded::{
        AsciiSegment, Folded, FoldedBuf, JsonString, JsonStringBuf, Late, LateBuf, LossySegment,
        LossyString, LossyStringBuf, OctalText, OctalTextBuf, Pair, PlainString, PlainStringBuf,
        QuotedString, QuotedStringBuf, Segment, SegmentBuf, StrictSegment, StrictSegmentBuf,
        ValueBuf, XmlText, XmlTextBuf, values,
    };
    use std::borrow::Cow;

    /// Returns all sequences of at most `length` items.
    fn sequences<'a>(items: &[&'a str], length: usize) -> Vec<Vec<&'a str>> {
        let mut all: Vec<Vec<&str>> = vec![Vec::new()];
        let mut first = 0;
        for _ in 0..length {
            let last = all.len();
            for index in first..last {
                for item in items {
                    all.push([&all[index][..], &[*item]].concat());
                }
            }
            first = last;
        }
        all
    }

    /// Returns whether a value is borrowed.
    #[allow(clippy::ptr_arg, reason = "the function distinguishes borrowed values from owned ones")]
    fn is_borrowed<T: ?Sized + ToOwned>(value: &Cow<'_, T>) -> bool {
        matches!(value, Cow::Borrowed(_))
    }

    #[test]
    fn quoted_pairs_lose_their_backslash() {
        for items in sequences(&["a", " ", "é", "\\\\", "\\\"", "\\a", "\\€"], 4) {
            let text = format!("\"{}\"", items.concat());
            let mut expected = String::new();
            let mut inner = text[1..text.len() - 1].chars();
            while let Some(c) = inner.next() {
                expected.push(if c == '\\' { inner.next().unwrap() } else { c });
            }
            let parsed = QuotedString::parse(&text).unwrap();
            let value = parsed.value();
            assert_eq!(value, expected, "{text}");
            // A backslash may only be dropped before everything else.
            let is_part = items.iter().skip(1).all(|item| !item.starts_with('\\'));
            assert_eq!(is_borrowed(&value), is_part, "{text}");
            assert!(parsed.value_chars().eq(expected.chars()), "{text}");
            assert_eq!(QuotedStringBuf::from(parsed).value(), value);
        }
    }

    /// The value of a JSON string; `None` in place of each half of a surrogate pair.
    fn json(text: &str) -> Vec<Option<char>> {
        let mut units: Vec<u16> = Vec::new();
        let mut inner = text[1..text.len() - 1].chars();
        while let Some(c) = inner.next() {
            let c = match (c, if c == '\\' { inner.next() } else { None }) {
                (_, Some('u')) => {
                    let digits: String = inner.by_ref().take(4).collect();
                    units.push(u16::from_str_radix(&digits, 16).unwrap());
                    continue;
                }
                (_, Some('b')) => '\u{8}',
                (_, Some('f')) => '\u{C}',
                (_, Some('n')) => '\n',
                (_, Some('r')) => '\r',
                (_, Some('t')) => '\t',
                (_, Some(c)) | (c, None) => c,
            };
            units.extend(c.encode_utf16(&mut [0; 2]).iter());
        }
        char::decode_utf16(units).map(Result::ok).collect()
    }

    #[test]
    fn strings_of_json_join_surrogates() {
        let items = ["a", "😀", "\\n", "\\\\", "\\\"", "\\u0041", "\\uD83D", "\\uDe00", "\\uFfFf"];
        let mut errors = 0;
        for items in sequences(&items, 4) {
            let text = format!("\"{}\"", items.concat());
            let expected = json(&text);
            let value = JsonString::parse(&text).unwrap().try_value();
            let halves = expected.iter().filter(|c| c.is_none()).count();
            assert_eq!(value.is_err(), halves > 0, "{text}");
            errors += halves;
            if let Ok(value) = value {
                let expected: String = expected.iter().copied().flatten().collect();
                assert_eq!(value, expected, "{text}");
                assert_eq!(is_borrowed(&value), !text.contains('\\'), "{text}");
            }
            let replaced: String = expected.iter().map(|c| c.unwrap_or('\u{FFFD}')).collect();
            assert_eq!(LossyString::parse(&text).unwrap().value(), replaced, "{text}");
        }
        assert!(errors > 1_000);
        let error = JsonString::new(r#""a\uD83Dx\uDE00""#).try_value().unwrap_err();
        assert_eq!(error.to_string(), "the surrogate at byte 2 of the text lacks its other half");
    }

    /// The bytes of a text with percent signs.
    fn bytes(text: &str) -> Vec<u8> {
        let mut value = Vec::new();
        let mut rest = text.bytes();
        while let Some(byte) = rest.next() {
            if byte == b'%' {
                let digits = [rest.next().unwrap(), rest.next().unwrap()];
                let digits = std::str::from_utf8(&digits).unwrap();
                value.push(u8::from_str_radix(digits, 16).unwrap());
            } else {
                value.push(byte);
            }
        }
        value
    }

    #[test]
    fn percent_signs_encode_bytes() {
        for items in sequences(&["a", "-", "%41", "%c3", "%A9", "%00", "%fF"], 4) {
            let text = items.concat();
            let expected = bytes(&text);
            let value = Segment::parse(&text).unwrap().value();
            assert_eq!(*value, *expected, "{text}");
            assert_eq!(is_borrowed(&value), !text.contains('%'), "{text}");
            assert!(Segment::new(&text).value_bytes().eq(expected.iter().copied()), "{text}");
            let strict = StrictSegment::parse(&text).unwrap().try_value();
            match std::str::from_utf8(&expected) {
                Ok(expected) => assert_eq!(strict.unwrap(), expected, "{text}"),
                Err(why) => {
                    let shown = strict.unwrap_err().to_string();
                    let at = why.valid_up_to();
                    assert_eq!(shown, format!("the value is not UTF-8 at its byte {at}"), "{text}");
                }
            }
            let lossy = LossySegment::parse(&text).unwrap().value();
            assert_eq!(lossy, String::from_utf8_lossy(&expected), "{text}");
        }
        assert_eq!(AsciiSegment::new("a%2Fb%7e").value(), "a/b~");
        assert_eq!(*OctalText::new(r"a\101\377").value(), b"aA\xFF"[..]);
    }

    #[test]
    fn fixed_text_takes_the_place_of_pieces() {
        for items in sequences(&["a", " ", "\t", "\r\n ", "b"], 5) {
            let text = items.concat();
            let Ok(folded) = Folded::parse(&text) else { continue };
            let mut expected = String::new();
            let mut is_space = false;
            for c in text.chars() {
                let was_space = std::mem::replace(&mut is_space, c.is_ascii_whitespace());
                if !is_space {
                    expected.push(c);
                } else if !was_space {
                    expected.push(' ');
                }
            }
            assert_eq!(folded.value(), expected, "{text:?}");
            assert!(folded.value_chars().eq(expected.chars()), "{text:?}");
        }
    }

    #[test]
    fn references_are_characters() {
        let text = XmlText::new("a&#233;&amp;&lt;&#00128512;;&#8364;");
        assert_eq!(text.value(), "aé&<😀;€");
        assert_eq!(text.value_chars().collect::<String>(), text.value());
    }

    #[test]
    fn pieces_may_be_uncertain_to_the_end() {
        let value = Late::new("abab.").value();
        assert!(is_borrowed(&value) && value == "abab.", "{value}");
        assert_eq!(Late::new("abab!").value(), "a[b]a[b]!");
    }

    #[test]
    fn decoded_text_is_data() {
        let pair = Pair::new("a=\"x\\\"y\";%C3%A9;z,b\r\n c");
        let expected = values::Pair {
            name: "a",
            quoted_string: "x\"y".into(),
            segments: vec![[0xC3, 0xA9][..].into(), b"z"[..].into()],
            folded: Some("b c".into()),
        };
        assert_eq!(pair.to_value(), expected);
        let either = emitted_decoded::Either::new("\"q\"").to_value();
        assert_eq!(either, values::Either::QuotedString("q".into()));
    }

    #[test]
    fn pieces_without_names_have_several_meanings() {
        for text in [r#""a\n\\\"\u0041\uD83D\uDe00""#, r#""\uD83Dx""#, r#""é\/""#] {
            let one = PlainString::parse(text).unwrap().try_value();
            assert_eq!(one, JsonString::parse(text).unwrap().try_value(), "{text}");
        }
        for value in ["", "a\n\u{1}\"\\/😀é", "\u{0}\r\n"] {
            let text = PlainStringBuf::from_value(value).unwrap();
            assert_eq!(text.as_str(), JsonStringBuf::from_value(value).unwrap().as_str());
            assert_eq!(text.try_value().unwrap(), value);
        }
    }

    #[test]
    fn values_become_texts() {
        let text = |value| QuotedStringBuf::from_value(value).map(|it| it.to_string());
        assert_eq!(text("").unwrap(), "\"\"");
        assert_eq!(text("a \"b\" é\\").unwrap(), r#""a \"b\" é\\""#);
        let error = text("ab\r\nc").unwrap_err();
        assert_eq!((error.rule(), error.offset()), ("quoted-string", Some(2)));
        let shown = "no text of `quoted-string` has this value: none continues at its byte 2";
        assert_eq!(error.to_string(), shown);
        let text = JsonStringBuf::from_value("\u{8}\u{1F}/é😀").unwrap();
        assert_eq!(text.as_str(), r#""\b\u001F/é😀""#);
        let text = LossyStringBuf::from_value("a\u{FFFD}\n").unwrap();
        assert_eq!(text.as_str(), "\"a\u{FFFD}\\n\"");
        assert_eq!(SegmentBuf::from_value(b"a/\xC3\xFF%").unwrap().as_str(), "a%2F%C3%FF%25");
        assert_eq!(StrictSegmentBuf::from_value("é~").unwrap().as_str(), "%C3%A9~");
        assert_eq!(FoldedBuf::from_value("a b").unwrap().as_str(), "a b");
        assert!(FoldedBuf::from_value("a  b").is_err());
        assert_eq!(
            XmlTextBuf::from_value("a<&é€😀").unwrap().as_str(),
            "a&lt;&amp;&#233;&#8364;&#128512;"
        );
        assert_eq!(XmlTextBuf::from_value("ü").unwrap_err().offset(), Some(0));
        assert_eq!(LateBuf::from_value("a[b]a!").unwrap().as_str(), "aba!");
        assert_eq!(OctalTextBuf::from_value(b"aA9\xFF").unwrap().as_str(), "aA\\071\\377");
    }

    #[test]
    fn data_with_decoded_text_is_written() {
        let mut data = values::Pair {
            name: "a",
            quoted_string: "x\"y".into(),
            segments: vec![[0xC3, 0xA9][..].into(), b";,"[..].into()],
            folded: Some("b c".into()),
        };
        let text = data.to_text().unwrap();
        assert_eq!(text.as_str(), r#"a="x\"y";%C3%A9;%3B%2C,b c"#);
        assert_eq!(text.to_value(), data);
        data.quoted_string = "x\r\ny".into();
        assert_eq!(data.to_text().unwrap_err().field(), "quoted_string");
        let parameter = |value: &'static str| values::Parameter { name: "n", value: value.into() };
        assert_eq!(parameter("ab").to_text().unwrap().as_str(), "n=ab");
        assert_eq!(parameter("a \"b\"").to_text().unwrap().as_str(), r#"n="a \"b\"""#);
        assert_eq!(ValueBuf::from_value("").unwrap().as_str(), "\"\"");
    }
}
