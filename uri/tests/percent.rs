//! Percent-encoding: octets, strict and lossy UTF-8, and characters that are not escaped.

use uri::{
    AbsPath, DecodeError, Fragment, OpaquePart, Param, Query, RegName, RelPath, RelSegment,
    Segment, UserInfo, WriteError,
};

#[test]
fn octets() {
    let decoded: Vec<u8> = Query::new("a%00b%7E%fF%Ff+%25%32%35").decode().collect();
    assert_eq!(decoded, b"a\0b~\xFF\xFF+%25");
    assert_eq!(Query::new("").decode().count(), 0);
}

#[test]
fn plain_text_is_borrowed() {
    assert_eq!(Query::new("a+b").decode().as_plain_str(), Some("a+b"));
    assert_eq!(Query::new("a%62").decode().as_plain_str(), None);
    // Only the remaining bytes count.
    let mut rest = Query::new("%61bc").decode();
    rest.next();
    assert_eq!(rest.as_plain_str(), Some("bc"));
}

/// Escapes every byte.
fn escaped(bytes: &[u8]) -> String {
    let digit = |digit| char::from_digit(u32::from(digit), 16).unwrap();
    bytes.iter().flat_map(|byte| ['%', digit(byte >> 4), digit(byte & 15)]).collect()
}

#[test]
fn utf8_is_decoded_as_by_the_standard_library() {
    // All kinds of bytes, at the borders of what UTF-8 allows.
    let bytes = [0x41, 0x80, 0xBF, 0xC1, 0xC3, 0xE0, 0xA0, 0xED, 0xF0, 0x90, 0xF4, 0x8F, 0xFF];
    let mut texts = vec![Vec::new()];
    let mut longer = texts.clone();
    for _ in 0..4 {
        longer = longer
            .iter()
            .flat_map(|text: &Vec<u8>| bytes.map(|byte| [text.as_slice(), &[byte]].concat()))
            .collect();
        texts.extend_from_slice(&longer);
    }
    let mut buffer = [0; 16];
    for text in &texts {
        let escaped = escaped(text);
        let segment = Segment::new(&escaped);
        let lossy: String = segment.decode().chars_lossy().collect();
        assert_eq!(lossy, String::from_utf8_lossy(text), "{text:X?}");
        assert_eq!(segment.decode().to_string(), lossy);
        let strict: Result<String, _> = segment.decode().chars().collect();
        match std::str::from_utf8(text) {
            Ok(text) => {
                assert_eq!(strict.as_deref(), Ok(text));
                assert_eq!(segment.decode().write_str_in(&mut buffer).as_deref(), Ok(text));
            }
            Err(error) => {
                let strict = strict.unwrap_err();
                assert_eq!(strict.offset(), 3 * error.valid_up_to(), "{text:X?}");
                let in_buffer = segment.decode().write_str_in(&mut buffer);
                assert_eq!(in_buffer, Err(DecodeError::InvalidUtf8(strict)));
            }
        }
    }
}

#[test]
fn errors_have_the_offset_in_the_escaped_text() {
    let query = Query::new("a%C3%A4%E2%82");
    let error = query.decode().chars().find_map(Result::err).unwrap();
    assert_eq!(error.offset(), 7);
    assert_eq!(error.to_string(), "the octets escaped from byte 7 on are not UTF-8");
}

#[test]
fn decoding_into_a_buffer() {
    let decode = || Query::new("a%20b").decode();
    for size in 0..3 {
        let error = decode().write_in(&mut vec![0; size]).unwrap_err();
        assert_eq!(error, WriteError::BufferTooSmall { needed: 3 });
        let error = decode().write_str_in(&mut vec![0; size]).unwrap_err();
        assert_eq!(error, DecodeError::BufferTooSmall { needed: 3 });
    }
    assert_eq!(decode().write_in(&mut [0; 3]).unwrap(), b"a b");
    assert_eq!(decode().write_in(&mut [b'x'; 9]).unwrap(), b"a b");
    assert_eq!(Query::new("").decode().write_in(&mut []).unwrap(), b"");
}

#[test]
fn data_is_escaped_except_unreserved_characters() {
    let ascii: String = (0..=0x7F).map(char::from).collect();
    let kept = |text: &str| -> String {
        let mut rest = text;
        let mut kept = String::new();
        while let Some(character) = rest.chars().next() {
            let length = if character == '%' { 3 } else { 1 };
            kept.extend((length == 1).then_some(character));
            rest = &rest[length..];
        }
        kept
    };
    let unreserved = "!'()*-.0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ_abcdefghijklmnopqrstuvwxyz~";
    assert_eq!(kept(&Segment::encode(&ascii).to_string()), unreserved);
    assert_eq!(kept(&Query::encode(&ascii).to_string()), unreserved);
    // The further characters that each part can contain.
    let sorted = |more: &str| {
        let mut all: Vec<char> = unreserved.chars().chain(more.chars()).collect();
        all.sort_unstable();
        all.into_iter().collect::<String>()
    };
    for (quoted, more) in [
        (UserInfo::quote(&ascii).to_string(), ";:&=+$,"),
        (RegName::quote(&ascii).to_string(), "$,;:@&=+"),
        (OpaquePart::quote(&ascii).to_string(), ";/?:@&=+$,"),
        (RelSegment::quote(&ascii).to_string(), ";@&=+$,"),
        (Segment::quote(&ascii).to_string(), ":@&=+$,;"),
        (Param::quote(&ascii).to_string(), ":@&=+$,"),
        (Query::quote(&ascii).to_string(), ";/?:@&=+$,"),
        (Fragment::quote(&ascii).to_string(), ";/?:@&=+$,"),
    ] {
        assert_eq!(kept(&quoted), sorted(more));
    }
}

#[test]
fn paths_are_quoted_as_a_whole() {
    let mut buffer = [0; 32];
    let path = AbsPath::quote("//a:b;c=1/#?/%2F\u{E4}").write_in(&mut buffer).unwrap();
    assert_eq!(path.as_str(), "//a:b;c=1/%23%3F/%252F%C3%A4");
    assert_eq!(path.segments().count(), 4);
    assert_eq!(RelPath::quote("a:/b:").write_in(&mut buffer).unwrap().as_str(), "a%3A/b:");
    for (absolute, relative) in [("", ""), ("a", "/a"), ("?", "/")] {
        assert!(matches!(
            AbsPath::quote(absolute).write_in(&mut buffer),
            Err(WriteError::Invalid(_))
        ));
        assert!(matches!(
            RelPath::quote(relative).write_in(&mut buffer),
            Err(WriteError::Invalid(_))
        ));
    }
}

#[test]
fn encoded_data_decodes_to_itself() {
    let data: Vec<u8> = (0..=0xFF).collect();
    let mut buffer = [0; 1024];
    macro_rules! check {
        ($($part:ident)+) => {$(
            let encoded = $part::encode(&data);
            let view = encoded.write_in(&mut buffer).unwrap();
            assert!(view.decode().eq(data.iter().copied()));
            assert_eq!(view.as_str().len(), encoded.text_len());
            let quoted = $part::quote(&data).write_in(&mut buffer).unwrap();
            assert!(quoted.decode().eq(data.iter().copied()));
        )+};
    }
    check!(UserInfo RegName OpaquePart RelSegment Segment Param Query Fragment);
}

#[test]
fn nothing_is_encoded_or_decoded_twice() {
    assert_eq!(Segment::encode("%20").to_string(), "%2520");
    assert_eq!(Segment::quote("%20").to_string(), "%2520");
    assert_eq!(Segment::new("%2520").decode().to_string(), "%20");
}

#[test]
fn what_cannot_be_a_part_is_an_error() {
    let mut buffer = [0; 8];
    let empty = RelSegment::encode("").write_in(&mut buffer);
    assert!(matches!(empty, Err(WriteError::Invalid(error)) if error.offset() == 0));
    assert!(matches!(OpaquePart::quote("/a").write_in(&mut buffer), Err(WriteError::Invalid(_))));
    assert_eq!(OpaquePart::encode("/a").write_in(&mut buffer).unwrap().as_str(), "%2Fa");
    assert_eq!(
        Query::encode("   ").write_in(&mut buffer),
        Err(WriteError::BufferTooSmall { needed: 9 })
    );
}

#[cfg(feature = "alloc")]
#[test]
fn owned() {
    use std::borrow::Cow;
    assert!(matches!(Query::new("ab").decode().to_bytes(), Cow::Borrowed(b"ab")));
    assert!(matches!(Query::new("ab").decode().to_str(), Ok(Cow::Borrowed("ab"))));
    assert!(matches!(Query::new("ab").decode().to_str_lossy(), Cow::Borrowed("ab")));
    assert_eq!(&*Query::new("%FF").decode().to_bytes(), b"\xFF");
    assert_eq!(Query::new("a%FF").decode().to_str().unwrap_err().offset(), 1);
    assert_eq!(Query::new("a%FF").decode().to_str_lossy(), "a\u{FFFD}");
    assert_eq!(Query::new("%C3%A4").decode().to_str().unwrap(), "ä");
    assert_eq!(Segment::encode("a b").to_buf().as_str(), "a%20b");
}
