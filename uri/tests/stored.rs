//! Texts in owners other than `String`.

use std::borrow::Cow;
use std::cell::Cell;
use std::collections::BTreeMap;
use std::hash::{BuildHasher, RandomState};
use std::rc::Rc;
use std::sync::Arc;
use uri::{AbsoluteUri, Host, Scheme, StableText, Stored, UriReference};

fn check<T: StableText + Clone>(owner: T) {
    let text = owner.as_ref().to_owned();
    let stored = Stored::<UriReference<'static>, T>::parse(owner).ok().unwrap();
    let view: UriReference<'_> = stored.as_view();
    // With the offsets of the parts.
    let parsed = UriReference::new(&text);
    assert_eq!(format!("{:?}", view.components()), format!("{:?}", parsed.components()));
    assert!(core::ptr::eq(view.as_str(), stored.owner().as_ref()), "{text}");
    assert_eq!(stored.clone().into_owner().as_ref(), text);
    assert_eq!(stored.to_string(), text);
}

#[test]
fn every_owner_has_the_parts_of_its_text() {
    for text in ["", "http://u@h:1/a?b#c", "s:a", "//[", "#"] {
        if !UriReference::is_match(text) {
            continue;
        }
        check(text);
        check(String::from(text));
        check(Box::<str>::from(text));
        check(Rc::<str>::from(text));
        check(Arc::<str>::from(text));
        check(Cow::Borrowed(text));
    }
}

#[test]
fn types_of_all_sizes_are_stored() {
    let host = Stored::<Host<'static>, Arc<str>>::parse("1.2.3.4".into()).unwrap();
    assert!(host.as_view().ipv4_address().is_some());
    let scheme = Stored::<Scheme<'static>, &str>::parse("http").unwrap();
    assert_eq!(scheme.as_view().default_port(), Some(80));
    #[cfg(feature = "rfc3987")]
    {
        use uri::rfc3987::Iri;
        let iri = Stored::<Iri<'static>, Box<str>>::parse("s://\u{E4}:1/".into()).unwrap();
        assert_eq!(iri.as_view().port().unwrap(), "1");
    }
}

#[test]
fn the_owner_is_part_of_the_error() {
    let owner = Rc::<str>::from("a b");
    let refused = Stored::<UriReference<'static>, _>::parse(owner.clone()).unwrap_err();
    assert_eq!(refused.error(), UriReference::parse("a b").unwrap_err());
    assert!(Rc::ptr_eq(&refused.into_input(), &owner));
}

#[test]
fn stored_texts_are_compared_and_looked_up_by_text() {
    type Shared = Stored<AbsoluteUri<'static>, Arc<str>>;
    let [a, b] = ["s:/a", "s:/b"].map(|text| Shared::parse(text.into()).unwrap());
    assert!(a < b && a != b && a == "s:/a" && a == AbsoluteUri::new("s:/a"));
    let hashes = RandomState::new();
    assert_eq!(hashes.hash_one(&a), hashes.hash_one("s:/a"));
    let map = BTreeMap::from([(a.clone(), 1), (b, 2)]);
    assert_eq!(map.get("s:/b"), Some(&2));
    assert_eq!(map.get(&a), Some(&1));
}

/// A contract that is broken has no effect but wrong parts or a panic.
#[test]
fn owners_that_change_their_text_are_memory_safe() {
    struct Changing(Cell<usize>);
    impl AsRef<str> for Changing {
        fn as_ref(&self) -> &str {
            const TEXTS: [&str; 4] = ["http://u@h:1/a?b#c", "", "\u{E4}\u{E4}\u{E4}\u{E4}/", "s:"];
            TEXTS[self.0.replace(self.0.get() + 1) % TEXTS.len()]
        }
    }
    impl StableText for Changing {}
    let stored = Stored::<UriReference<'static>, _>::parse(Changing(Cell::new(0))).ok().unwrap();
    for _ in 0..8 {
        let view = stored.as_view();
        let read = std::panic::catch_unwind(|| view.query().map(|query| query.as_str().len()));
        assert!(read.is_err() || read.unwrap().is_none_or(|length| length <= view.as_str().len()));
    }
}
