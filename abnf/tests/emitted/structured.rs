//! Facts about data in formats of serde, compared with what derives make of the same types.

use emitted_structured::values::{Limits, Mark, Span, SpanLiteral, Tag};
use emitted_structured::{Glyph, Group, State, Sum, Unit};
use serde::Deserialize;
use serde::de::value::{self, BorrowedStrDeserializer, MapDeserializer};

/// The types as a user would write them.
mod derived {
    use serde::{Deserialize, Serialize};
    #[cfg(feature = "alloc")]
    use std::borrow::Cow;

    #[cfg(feature = "alloc")]
    #[derive(Serialize, Deserialize)]
    pub struct Entry<'a> {
        pub name: &'a str,
        pub span: Option<Span>,
        #[serde(borrow)]
        pub path: Option<Cow<'a, [u8]>>,
        pub rest: Option<&'a [u8]>,
        #[serde(borrow)]
        pub items: Vec<Item<'a>>,
        pub has_exclamation: bool,
    }

    #[cfg(feature = "alloc")]
    #[derive(Serialize, Deserialize)]
    pub enum Item<'a> {
        Ratio(f64),
        Quoted(Cow<'a, str>),
        #[serde(borrow)]
        Tag(Tag<'a>),
        None,
    }

    #[derive(Serialize, Deserialize)]
    pub struct Tag<'a> {
        pub raw: &'a [u8],
    }

    #[derive(Serialize, Deserialize)]
    pub struct Limits<'a> {
        pub name: &'a str,
        pub span: Span,
    }

    #[derive(Serialize, Deserialize)]
    pub struct Mark {
        pub glyph: char,
        pub unit: u8,
        pub state: Option<bool>,
    }

    #[derive(Serialize, Deserialize)]
    pub struct Span {
        pub low: Option<u16>,
        pub high: i128,
        pub literal: SpanLiteral,
    }

    #[derive(Serialize, Deserialize)]
    pub enum SpanLiteral {
        Tilde,
        Colon,
    }
}

const LOWEST: i128 = -99_999_999_999_999_999_999_999_999_999_999_999_999;

#[test]
fn data_without_memory_passes() {
    let span = Span { low: Some(7), high: LOWEST, literal: SpanLiteral::Colon };
    let data = Limits { name: "ab", span };
    let json = serde_json::to_string(&data).unwrap();
    let expected =
        format!(r#"{{"name":"ab","span":{{"low":7,"high":{LOWEST},"literal":"Colon"}}}}"#);
    assert_eq!(json, expected);
    assert_eq!(serde_json::from_str::<Limits>(&json).unwrap(), data);
    let mut buffer = [0; 64];
    let binary = postcard::to_slice(&data, &mut buffer).unwrap();
    assert_eq!(postcard::from_bytes::<Limits>(binary).unwrap(), data);
}

/// Reads JSON as a type, and as its derived counterpart, which has to refuse the same texts.
fn read<'a, T: Deserialize<'a>, D: Deserialize<'a>>(json: &'a str) -> Result<T, String> {
    let read = serde_json::from_str::<T>(json);
    assert_eq!(read.is_ok(), serde_json::from_str::<D>(json).is_ok(), "{json}");
    read.map_err(|error| error.to_string())
}

#[test]
fn characters_bytes_and_truth_values_are_those_of_the_text() {
    const OFF: bool = State::new("oFF").value();
    const ACCENTED: char = Glyph::new(b"\xC3\xA9").value();
    assert_eq!((ACCENTED, char::from(Glyph::new(b"z"))), ('é', 'z'));
    for byte in 0..=u8::MAX {
        assert_eq!(Unit::parse(&[byte]).unwrap().value(), byte);
        let mark = [b"b=", &[byte][..]].concat();
        let mark = emitted_structured::Mark::parse(&mark).unwrap().to_value();
        assert_eq!(mark, Mark { glyph: 'b', unit: byte, state: None });
    }
    assert!(!OFF && bool::from(State::new("On")));
    let mark = Mark { glyph: 'é', unit: 0xFF, state: Some(false) };
    let json = serde_json::to_string(&mark).unwrap();
    assert_eq!(json, r#"{"glyph":"é","unit":255,"state":false}"#);
    assert_eq!(serde_json::from_str::<Mark>(&json).unwrap(), mark);
    let mut buffer = [0; 8];
    let binary = postcard::to_slice(&mark, &mut buffer).unwrap();
    assert_eq!(postcard::from_bytes::<Mark>(binary).unwrap(), mark);
    let read = read::<Mark, derived::Mark>;
    for json in [
        r#"{"glyph":"ab","unit":1}"#,
        r#"{"glyph":"a","unit":256}"#,
        r#"{"glyph":"a","unit":1,"state":0}"#,
    ] {
        assert!(read(json).is_err(), "{json}");
    }
}

#[test]
fn separators_are_ignored() {
    const LEAST: i64 = Sum::new("-9_000_000").value();
    assert_eq!((LEAST, Sum::new("9_223_372_036_854_775_807").value()), (-9_000_000, i64::MAX));
    assert!(!Sum::is_match("-9_000_001") && !Sum::is_match("9_223_372_036_854_775_808"));
    assert_eq!(Group::new("1'fF'").value(), 0x1FF);
    assert_eq!(Group::new("'FFff").value(), 0xFFFF);
}

#[test]
fn fields_are_found_by_their_names() {
    let read = read::<Span, derived::Span>;
    let span = Span { low: None, high: 1, literal: SpanLiteral::Tilde };
    for json in [
        r#"{"low":null,"high":1,"literal":"Tilde"}"#,
        r#"{"literal":"Tilde","high":1}"#,
        r#"{"high":1,"other":{"high":[2]},"literal":{"Tilde":null}}"#,
        r#"[null,1,"Tilde"]"#,
    ] {
        assert_eq!(read(json), Ok(span), "{json}");
    }
    for (json, expected) in [
        (r#"{"high":1}"#, "missing field `literal`"),
        (r#"{"high":1,"high":1,"literal":"Tilde"}"#, "duplicate field `high`"),
        (r#"{"low":null,"low":null,"high":1,"literal":"Tilde"}"#, "duplicate field `low`"),
        (r#"{"high":1,"literal":"tilde"}"#, "unknown variant `tilde`, expected `Tilde` or `Colon`"),
        (r#"{"low":"1","high":1,"literal":"Tilde"}"#, "invalid type: string \"1\", expected u16"),
        (r#"{"low":65536,"high":1,"literal":"Tilde"}"#, "expected u16"),
        (r#"{"high":1,"literal":{"Tilde":1}}"#, "invalid type"),
        ("[null,1]", "invalid length 2, expected struct Span with 3 elements"),
        (r#"[null,1,"Tilde",2]"#, "trailing characters"),
        ("1", "expected struct Span"),
    ] {
        let shown = read(json).unwrap_err();
        assert!(shown.contains(expected), "{json}: {shown}");
    }
}

#[test]
fn fields_are_found_by_their_numbers() {
    let bytes = || BorrowedStrDeserializer::<value::Error>::new("a");
    let tag = Tag { raw: b"a" };
    let of_numbers = MapDeserializer::new([(1_u64, bytes()), (0, bytes())].into_iter());
    assert_eq!(Tag::deserialize(of_numbers), Ok(tag));
    let of_bytes = MapDeserializer::new([(&b"\xFF"[..], bytes()), (b"raw", bytes())].into_iter());
    assert_eq!(Tag::deserialize(of_bytes), Ok(tag));
    // The number of a variant: postcard writes one byte.
    assert_eq!(postcard::from_bytes::<SpanLiteral>(&[1]), Ok(SpanLiteral::Colon));
    assert!(postcard::from_bytes::<SpanLiteral>(&[2]).is_err());
}

#[test]
fn octets_are_lent_or_refused() {
    let tag = Tag { raw: b"\xFF" };
    let json = serde_json::to_string(&tag).unwrap();
    assert_eq!(json, r#"{"raw":[255]}"#);
    let error = read::<Tag, derived::Tag>(&json).unwrap_err();
    assert!(error.contains("invalid type: sequence, expected a borrowed byte array"), "{error}");
    let error = read::<Limits, derived::Limits>(r#"{"name":"\u0061"}"#).unwrap_err();
    assert!(error.contains("invalid type: string \"a\", expected a borrowed string"), "{error}");
}

#[cfg(feature = "alloc")]
mod with_alloc {
    use super::{Span, SpanLiteral, Tag, derived};
    use emitted_structured::Entry;
    use emitted_structured::values::{self, Item};
    use serde::Serialize;
    use std::borrow::Cow;

    const TEXTS: [&[u8]; 5] = [
        b"ab!=0.5,\"x\\\"y\",\"z\",none,$\x80\xFF,none;7~-3@a%ff/b#z\xFF",
        b"a=none",
        b"a=$;:0@",
        b"a=1.0@b#",
        b"a=\"\",12.25",
    ];

    /// The same data in the derived types.
    fn derived<'a>(data: &values::Entry<'a>) -> derived::Entry<'a> {
        let span = |it: Span| derived::Span {
            low: it.low,
            high: it.high,
            literal: match it.literal {
                SpanLiteral::Tilde => derived::SpanLiteral::Tilde,
                SpanLiteral::Colon => derived::SpanLiteral::Colon,
            },
        };
        let item = |it: &Item<'a>| match it {
            Item::Ratio(ratio) => derived::Item::Ratio(*ratio),
            Item::Quoted(text) => derived::Item::Quoted(text.clone()),
            Item::Tag(Tag { raw }) => derived::Item::Tag(derived::Tag { raw }),
            Item::None => derived::Item::None,
        };
        derived::Entry {
            name: data.name,
            span: data.span.map(span),
            path: data.path.clone(),
            rest: data.rest,
            items: data.items.iter().map(item).collect(),
            has_exclamation: data.has_exclamation,
        }
    }

    fn both(data: &impl Serialize) -> (String, Vec<u8>) {
        (serde_json::to_string(data).unwrap(), postcard::to_allocvec(data).unwrap())
    }

    #[test]
    fn data_is_written_as_derives_do() {
        for text in TEXTS {
            let data = Entry::parse(text).unwrap().to_value();
            assert_eq!(both(&data), both(&derived(&data)), "{}", text.escape_ascii());
        }
        let json = serde_json::to_string(&Entry::new(TEXTS[0]).to_value()).unwrap();
        let expected = concat!(
            r#"{"name":"ab","span":{"low":7,"high":-3,"literal":"Tilde"},"#,
            r#""path":[97,255,47,98],"rest":[122,255],"items":[{"Ratio":0.5},"#,
            r#"{"Quoted":"x\"y"},{"Quoted":"z"},"None","#,
            r#"{"Tag":{"raw":[128,255]}},"None"],"has_exclamation":true}"#,
        );
        assert_eq!(json, expected);
    }

    #[test]
    fn characters_bytes_and_truth_values_are_written() {
        let mark = |glyph, unit, state| values::Mark { glyph, unit, state }.to_text();
        let text = |glyph, unit| mark(glyph, unit, None);
        assert_eq!(mark('a', b':', Some(true)).unwrap().as_bytes(), b"a=::on");
        assert_eq!(mark('a', b'b', Some(false)).unwrap().as_bytes(), b"a=b:Off");
        assert_eq!(text('ÿ', 0x80).unwrap().as_bytes(), b"\xC3\xBF=\x80");
        assert_eq!(text('=', b'=').unwrap_err().field(), "glyph");
        assert_eq!(text('\u{100}', 0).unwrap_err().field(), "glyph");
    }

    #[test]
    fn separators_are_written_where_they_are_required() {
        use values::{Sums, SumsItem};
        let data = emitted_structured::Sums::new("1_000;none;-20;999_999!'00FF").to_value();
        let items = [1000, -20, 999_999].map(SumsItem::Sum);
        let [first, second, third] = items;
        let items = vec![first, SumsItem::None, second, third];
        assert_eq!(data, Sums { group: Some(0xFF), items });
        assert_eq!(data.to_text().unwrap().as_str(), "1_000 ; none; -20; 999_999!f'f'");
        let text = |number| {
            let items = vec![SumsItem::Sum(number)];
            Sums { group: Some(0xABCD), items }.to_text()
        };
        assert_eq!(text(i64::MAX).unwrap().as_str(), "9_223_372_036_854_775_807 !'abcd");
        assert_eq!(text(-9_000_001).unwrap_err().field(), "items[0]");
    }

    /// A note has no contents, and a gap no field.
    #[test]
    fn parts_without_values_are_left_out() {
        use values::{Sums, SumsItem};
        let data = emitted_structured::Sums::new("1;(x);  none;(yz)").to_value();
        let (first, notes) = (SumsItem::Sum(1), [SumsItem::Note, SumsItem::None, SumsItem::Note]);
        assert_eq!(data, Sums { group: None, items: [&[first][..], &notes].concat() });
        assert_eq!(data.to_text().unwrap().as_str(), "1 ; (a); none; (a)");
        let json = serde_json::to_string(&data).unwrap();
        assert_eq!(json, r#"{"group":null,"items":[{"Sum":1},"Note","None","Note"]}"#);
        assert_eq!(serde_json::from_str::<Sums>(&json).unwrap(), data);
    }

    #[test]
    fn data_comes_back() {
        for text in TEXTS {
            let data = Entry::parse(text).unwrap().to_value();
            let (json, binary) = both(&data);
            let read: values::Entry = postcard::from_bytes(&binary).unwrap();
            assert_eq!(read, data);
            assert!(read.items.iter().all(is_borrowed), "{}", text.escape_ascii());
            assert!(read.path.is_none_or(|it| matches!(it, Cow::Borrowed(_))));
            // Octets that must be lent are no list of numbers.
            let is_lent = data.rest.is_none() && !json.contains("Tag");
            let read = super::read::<values::Entry, derived::Entry>(&json);
            assert_eq!(read.ok(), is_lent.then_some(data));
        }
    }

    fn is_borrowed(item: &Item) -> bool {
        !matches!(item, Item::Quoted(Cow::Owned(_)))
    }

    #[test]
    fn decoded_text_is_borrowed_if_it_is_lent() {
        let json = |path: &str, text: &str| {
            let items = format!(r#"[{{"Quoted":"{text}"}}]"#);
            format!(r#"{{"name":"a","path":"{path}","items":{items},"has_exclamation":false}}"#)
        };
        let plain = json("b", "c");
        let read: values::Entry = serde_json::from_str(&plain).unwrap();
        assert!(matches!(read.path, Some(Cow::Borrowed(b"b"))), "{read:?}");
        assert!(is_borrowed(&read.items[0]), "{read:?}");
        let escaped = json("\\u0062", "\\u0063");
        let read: values::Entry = serde_json::from_str(&escaped).unwrap();
        assert!(matches!(&read.path, Some(Cow::Owned(it)) if it == b"b"), "{read:?}");
        assert!(!is_borrowed(&read.items[0]), "{read:?}");
    }
}
