//! Laws of data in parts: decoding inverts encoding, once; and queries, segments and
//! params are lists of the items put into them.

use super::generators::{config, member};
use proptest::prelude::*;
use std::borrow::Cow;
use uri::{
    AbsPath, Fragment, InvalidUtf8, OpaquePart, Param, Query, RegName, RelPath, RelSegment,
    Segment, SegmentBuf, UserInfo,
};

/// Octets, text, and delimiters of URIs.
fn data() -> impl Strategy<Value = Vec<u8>> {
    let marks = prop::sample::select(&b"%/?#;=&+@: 25a\x00\x7F\xC3"[..]);
    prop_oneof![
        prop::collection::vec(any::<u8>(), 0..12),
        any::<String>().prop_map(String::into_bytes),
        prop::collection::vec(marks, 0..12),
    ]
}

/// Escapes the data for all parts and decodes it again. `$quotes` states
/// whether quoted data is a valid part. Encoded data always is, if `$empty` is set or
/// the data is not empty.
macro_rules! round_trip {
    ($data:ident: $($part:ident $empty:literal $quotes:expr;)+) => {$(
        let quotes: fn(&[u8]) -> bool = $quotes;
        let encoded = $part::encode(&$data);
        let expected = ($empty || !$data.is_empty(), quotes(&$data));
        for (escaped, is_part) in [(encoded, expected.0), ($part::quote(&$data), expected.1)] {
            let text = escaped.to_string();
            prop_assert_eq!(escaped.text_len(), text.len());
            prop_assert_eq!($part::is_match(&text), is_part, "{:?}", text);
            if !is_part {
                prop_assert!(escaped.try_to_buf().is_err());
                continue;
            }
            let part = $part::new(&text);
            decodes(&part.decode(), &text, &$data)?;
            let mut buffer = vec![0; text.len()];
            prop_assert_eq!(escaped.write_in(&mut buffer).unwrap(), part);
            let owned = escaped.try_to_buf().unwrap();
            prop_assert_eq!(owned.as_str(), text.as_str());
        }
        // Nothing but unreserved characters is left.
        let only_unreserved = encoded
            .to_string()
            .replace('%', "")
            .bytes()
            .all(|byte| uri::UNRESERVED.contains(byte));
        prop_assert!(only_unreserved);
    )+};
}

/// All forms of decoding an escaped text return the data.
fn decodes(decode: &uri::Decode<'_>, text: &str, data: &[u8]) -> Result<(), TestCaseError> {
    prop_assert!(decode.clone().eq(data.iter().copied()));
    prop_assert_eq!(&*decode.to_bytes(), data);
    let lossy = String::from_utf8_lossy(data);
    prop_assert_eq!(decode.to_string(), &*lossy);
    prop_assert_eq!(decode.to_str_lossy(), &*lossy);
    prop_assert!(decode.clone().chars_lossy().eq(lossy.chars()));
    match std::str::from_utf8(data) {
        Ok(expected) => {
            let found = decode.to_str();
            prop_assert_eq!(found.as_deref(), Ok(expected));
            prop_assert!(*decode == *expected);
            let mut buffer = vec![0; text.len()];
            let written = decode.clone().write_str_in(&mut buffer);
            prop_assert_eq!(written.map(|text| &*text), Ok(expected));
            let characters: Result<String, InvalidUtf8> = decode.clone().chars().collect();
            prop_assert_eq!(characters.as_deref(), Ok(expected));
        }
        Err(why) => {
            let found = decode.to_str().map(Cow::into_owned);
            // All octets before the offset are text.
            let offset = found.expect_err("it is not text").offset();
            let before = std::str::from_utf8(text.as_bytes()).expect("it is").get(..offset);
            let octets = uri::Query::new(before.expect("an escape begins there")).decode().count();
            prop_assert_eq!(octets, why.valid_up_to());
        }
    }
    let mut buffer = vec![0; data.len()];
    let written = decode.clone().write_in(&mut buffer);
    prop_assert_eq!(written.map(|octets| &*octets), Ok(data));
    if let Some(too_small) = data.len().checked_sub(1) {
        let mut buffer = vec![0; too_small];
        let needed = uri::WriteError::BufferTooSmall { needed: data.len() };
        prop_assert_eq!(decode.clone().write_in(&mut buffer).err(), Some(needed));
    }
    prop_assert_eq!(decode.as_plain_str().is_some(), !text.contains('%'));
    Ok(())
}

/// Names and values; a name or value may hold anything.
fn pairs() -> impl Strategy<Value = Vec<(String, String)>> {
    let text = || prop_oneof!["[ab]", "[a&=+% ü]{0,3}", any::<String>()];
    prop::collection::vec((text(), text()), 0..5)
}

proptest! {
    #![proptest_config(config())]

    #[test]
    fn decoding_inverts_encoding(data in data()) {
        round_trip! { data:
            UserInfo true |_| true;
            RegName false |data| !data.is_empty();
            // Neither begins with a slash.
            OpaquePart false |data| !data.is_empty() && !data.starts_with(b"/");
            RelSegment false |data| !data.is_empty();
            Segment true |_| true;
            Param true |_| true;
            Query true |_| true;
            Fragment true |_| true;
        }
    }

    /// Any text of a part that is decoded and encoded again has the same meaning.
    #[test]
    fn encoding_inverts_decoding(text in member("segment"), query in member("query")) {
        let decoded = Segment::new(&text).decode().to_bytes().into_owned();
        let encoded = Segment::encode(&decoded).to_string();
        prop_assert_eq!(Segment::new(&encoded).decode().to_bytes(), decoded);
        let decoded = Query::new(&query).decode().to_bytes().into_owned();
        let quoted = Query::quote(&decoded).to_string();
        prop_assert_eq!(Query::new(&quoted).decode().to_bytes(), decoded);
    }

    #[test]
    fn pairs_are_those_of_the_form(
        pairs in pairs(),
        name in prop_oneof!["[ab]", any::<String>()],
        value in any::<String>(),
    ) {
        let list: Vec<(&str, &str)> =
            pairs.iter().map(|(name, value)| (name.as_str(), value.as_str())).collect();
        let text = Query::from_form_pairs(&list).to_string();
        let query = Query::new(&text);
        let read = |text: &str| -> Vec<(String, String)> {
            let pairs = Query::new(text).form_pairs();
            pairs
                .map(|pair| (pair.name().to_string(), pair.value().expect("one").to_string()))
                .collect()
        };
        prop_assert_eq!(read(&text), pairs.clone());
        let first = query.form_pairs().get(&name).map(|pair| pair.value().expect("one").to_string());
        let expected = pairs.iter().find(|pair| pair.0 == name).map(|pair| pair.1.clone());
        prop_assert_eq!(first, expected);

        let mut appended = pairs.clone();
        appended.push((name.clone(), value.clone()));
        let mut without = pairs.clone();
        without.retain(|pair| pair.0 != name);
        let mut with = without.clone();
        with.push((name.clone(), value.clone()));
        let changed = query.form_pairs().with_appended(&name, value.as_str()).to_string();
        prop_assert_eq!(read(&changed), appended);
        prop_assert_eq!(read(&query.form_pairs().without(&name).to_string()), without);
        let changed = query.form_pairs().with(&name, value.as_str()).to_string();
        prop_assert_eq!(read(&changed), with);
    }

    /// The pairs of any query, put together again, are the query without empty pairs.
    #[test]
    fn pairs_of_any_query(text in member("query")) {
        let query = Query::new(&text);
        let texts: Vec<&str> = query.pairs().map(uri::Pair::as_str).collect();
        let expected: Vec<&str> = text.split('&').filter(|pair| !pair.is_empty()).collect();
        prop_assert_eq!(&texts, &expected);
        for (pair, form) in query.pairs().zip(query.form_pairs()) {
            let text = pair.as_str();
            let (name, value) = text.split_once('=').map_or((text, None), |it| (it.0, Some(it.1)));
            prop_assert_eq!(pair.name().to_bytes(), Query::new(name).decode().to_bytes());
            prop_assert_eq!(pair.value().is_some(), value.is_some());
            let spaces = name.replace('+', "%20");
            prop_assert_eq!(form.name().to_bytes(), Query::new(&spaces).decode().to_bytes());
        }
    }

    /// Segments can be taken from both ends in any order; the first one of a relative path is not
    /// special.
    #[test]
    fn segments_of_any_path(
        path in prop_oneof![member("abs-path"), member("rel-path"), "/[ab./]{0,6}"],
        ends in prop::collection::vec(any::<bool>(), 16),
    ) {
        let expected: Vec<&str> = path.strip_prefix('/').unwrap_or(&path).split('/').collect();
        let mut segments = match AbsPath::parse(&path) {
            Ok(path) => path.segments(),
            Err(_) => RelPath::new(&path).segments(),
        };
        prop_assert_eq!(segments.len(), expected.len());
        let (mut front, mut back) = (Vec::new(), Vec::new());
        for is_front in ends.into_iter().cycle() {
            let next = if is_front { segments.next() } else { segments.next_back() };
            let Some(segment) = next else { break };
            if is_front { &mut front } else { &mut back }.push(segment.as_str());
        }
        front.extend(back.into_iter().rev());
        prop_assert_eq!(front, expected);
    }

    #[test]
    fn params_of_any_segment(
        text in prop_oneof![member("segment"), "[ab;]{0,6}"],
        param in member("param"),
        index in 0..4_usize,
    ) {
        let segment = Segment::new(&text);
        let (name, params) = match text.split_once(';') {
            Some((name, rest)) => (name, rest.split(';').collect()),
            None => (text.as_str(), Vec::new()),
        };
        prop_assert_eq!(segment.name(), name);
        prop_assert!(segment.params().map(Param::as_str).eq(params.iter().copied()));
        prop_assert!(segment.params().rev().map(Param::as_str).eq(params.iter().rev().copied()));
        prop_assert_eq!(segment.params().len(), params.len());
        let new = Param::new(&param);
        let whole = |params: &[&str]| [&[name], params].concat().join(";");

        let pushed = segment.with_pushed_param(new).to_string();
        prop_assert_eq!(&pushed, &whole(&[&params[..], &[&param]].concat()));
        // Changes in place agree with those that make a new value.
        let in_place = |change: fn(&mut SegmentBuf, usize, Param<'_>) -> bool| {
            let mut owned = segment.to_buf();
            let changed = change(&mut owned, index, new);
            assert!(changed || owned == segment.as_str());
            changed.then(|| owned.into_string())
        };
        prop_assert_eq!(in_place(|it, _, new| it.push_param(new)), Some(pushed));
        let popped = segment.with_popped_param().map(|it| it.to_string());
        prop_assert_eq!(&popped, &params.split_last().map(|(_, rest)| whole(rest)));
        prop_assert_eq!(in_place(|it, _, _| it.pop_param()), popped);
        let inserted = segment.with_inserted_param(index, new).map(|it| it.to_string());
        let expected = (index <= params.len()).then(|| {
            let mut params = params.clone();
            params.insert(index, &param);
            whole(&params)
        });
        prop_assert_eq!(&inserted, &expected);
        prop_assert_eq!(in_place(SegmentBuf::insert_param), inserted);
        let removed = segment.with_removed_param(index).map(|it| it.to_string());
        let expected = (index < params.len()).then(|| {
            let mut params = params.clone();
            params.remove(index);
            whole(&params)
        });
        prop_assert_eq!(&removed, &expected);
        prop_assert_eq!(in_place(|it, index, _| it.remove_param(index)), removed);
    }
}
