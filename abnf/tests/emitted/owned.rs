//! Facts about the crate of `owned.abnf` with all features.

use emitted_owned::{Frame, FrameBuf, Key, KeyBuf, KeyBuf2, OwnedParseError, Pair, PairBuf};
use emitted_owned::{ParseError, Value, ValueBuf};
use std::collections::{BTreeMap, HashMap};
use std::error::Error;

#[test]
fn owned_text_is_not_copied() {
    let text = String::from("a=1");
    let place = text.as_ptr();
    let pair = PairBuf::parse(text).unwrap();
    assert_eq!(pair.as_str().as_ptr(), place);
    assert_eq!(pair.as_view().as_str().as_ptr(), place);
    let text = pair.into_string();
    assert_eq!((text.as_ptr(), &*text), (place, "a=1"));
    // Text that does not match is returned with the error.
    let text = String::from("a=-");
    let place = text.as_ptr();
    let error = PairBuf::try_from(text).unwrap_err();
    assert_eq!(error.error(), Pair::parse("a=-").unwrap_err());
    assert_eq!(error.to_string(), Pair::parse("a=-").unwrap_err().to_string());
    let error = error.clone();
    assert_eq!(error.into_input(), "a=-");
    let error = PairBuf::try_from(String::from("-")).unwrap_err();
    let boxed: Box<dyn Error + Send + Sync> = error.into();
    assert!(boxed.downcast_ref::<OwnedParseError>().is_some());
    assert_ne!(place, std::ptr::null());
}

#[test]
fn views_have_the_parts_of_what_is_owned() {
    let pair = Pair::new("k=v").to_buf();
    let view: Pair<'_> = (&pair).into();
    assert_eq!((view.key().unwrap().as_str(), view.value().as_str()), ("k", "v"));
    let moved = pair.clone();
    drop(pair);
    assert_eq!(moved.as_view().key(), Some(Key::new("k")));
    assert_eq!(PairBuf::from(Pair::new("v")).as_view().key(), None);
    let key: KeyBuf2 = moved.as_view().key().unwrap().into();
    assert_eq!(String::from(key), "k");
    assert_eq!(KeyBuf::new("kk").as_str(), "kk");
}

#[test]
fn text_is_parsed_in_all_the_usual_ways() {
    let expected = PairBuf::parse("a=b").unwrap();
    assert_eq!("a=b".parse(), Ok(expected.clone()));
    assert_eq!(PairBuf::try_from(String::from("a=b")), Ok(expected.clone()));
    let borrowed: ParseError = "-".parse::<PairBuf>().unwrap_err();
    let owned: ParseError = PairBuf::parse("-").unwrap_err().into();
    assert_eq!(borrowed, owned);
    assert_eq!(FrameBuf::parse(&b"\x00\x80\xFF"[..]).unwrap().as_bytes(), b"\x00\x80\xFF");
    let bytes = FrameBuf::parse(b"\x00".to_vec()).unwrap_err().into_input();
    assert_eq!(bytes, b"\x00");
    let frame = FrameBuf::parse(*b"\x00\x80\xFF").unwrap();
    assert_eq!(frame.as_view().body().as_bytes(), b"\x80");
    assert_eq!((frame.to_string(), frame.into_bytes()), (r"\x00\x80\xff".into(), b"\x00\x80\xFF".to_vec()));
}

#[test]
fn owned_text_behaves_like_text() {
    let [a, b] = ["a=1", "b"].map(|text| PairBuf::parse(text).unwrap());
    assert!(a < b && a == "a=1" && a == *"a=1" && a == Pair::new("a=1"));
    assert!(Pair::new("b") == b && Pair::new("b") == "b" && Pair::new("b") != *"c");
    assert_eq!((format!("{a:>5}"), format!("{a:?}")), ("  a=1".into(), "Pair(\"a=1\")".into()));
    assert_eq!(AsRef::<str>::as_ref(&a), "a=1");
    // A type that borrows as text must have the order and the hash of the text.
    let map: HashMap<_, _> = [(a.clone(), 1), (b.clone(), 2)].into();
    assert_eq!((map.get("a=1"), map.get("b"), map.get("c")), (Some(&1), Some(&2), None));
    let map: BTreeMap<_, _> = [(a, 1), (b, 2)].into();
    assert_eq!(map.get("b"), Some(&2));
    let frame = Frame::new(b"\x00\xFF").to_buf();
    let map: HashMap<_, _> = [(frame.clone(), 1)].into();
    assert_eq!(map.get(&b"\x00\xFF"[..]), Some(&1));
    assert!(frame == b"\x00\xFF"[..] && frame == Frame::new(b"\x00\xFF"));
}

#[test]
fn text_is_read_and_written_as_text() {
    let pair = Pair::new("a=b c");
    assert_eq!(serde_json::to_string(&pair).unwrap(), r#""a=b c""#);
    assert_eq!(serde_json::to_string(&pair.to_buf()).unwrap(), r#""a=b c""#);
    let owned: PairBuf = serde_json::from_str(r#""a=b c""#).unwrap();
    assert_eq!(owned, pair);
    assert_eq!(owned.as_view().key().unwrap(), "a");
    let owned: PairBuf = serde_json::from_value("k=v".into()).unwrap();
    assert_eq!(owned.as_view().key().unwrap(), "k");
    let borrowed: Pair<'_> = serde_json::from_str(r#""a=b c""#).unwrap();
    assert_eq!((borrowed, borrowed.key()), (pair, pair.key()));
    // Escaped text cannot be borrowed.
    let escaped = r#""say \"a\"""#;
    assert_eq!(serde_json::from_str::<ValueBuf>(escaped).unwrap(), "say \"a\"");
    assert!(serde_json::from_str::<Value<'_>>(escaped).is_err());
    let map: BTreeMap<PairBuf, u8> = serde_json::from_str(r#"{"a=b": 1}"#).unwrap();
    assert_eq!(map.get("a=b"), Some(&1));
}

#[test]
fn what_does_not_match_is_not_read() {
    let error = |error: serde_json::Error| error.to_string();
    let owned = error(serde_json::from_str::<PairBuf>(r#""a=-""#).unwrap_err());
    let borrowed = error(serde_json::from_str::<Pair<'_>>(r#""a=-""#).unwrap_err());
    assert!(owned.starts_with("invalid value at byte 2 of \"a=-\": expected a letter"), "{owned}");
    assert!(owned.starts_with(&borrowed), "{owned}\n{borrowed}");
    let owned = error(serde_json::from_str::<PairBuf>("1").unwrap_err());
    assert!(owned.starts_with("invalid type: integer `1`, expected text that matches `pair`"));
}

#[test]
fn bytes_are_read_and_written_as_bytes() {
    let frame = Frame::new(b"\x00\x80\xFF");
    assert_eq!(serde_json::to_string(&frame).unwrap(), "[0,128,255]");
    let owned: FrameBuf = serde_json::from_str("[0,128,255]").unwrap();
    assert_eq!(owned, frame);
    assert_eq!(serde_json::to_string(&owned).unwrap(), "[0,128,255]");
    assert!(serde_json::from_str::<FrameBuf>("[0,128]").is_err());
    assert!(serde_json::from_str::<FrameBuf>("[0,256,255]").is_err());
    // Borrowed bytes, from text, which is bytes too.
    let lent = serde_json::from_str::<Frame<'_>>("\"a\"").unwrap_err().to_string();
    assert!(lent.starts_with("invalid frame at byte 0"), "{lent}");
    let _: fn(&FrameBuf) -> &[u8] = FrameBuf::as_bytes;
}
