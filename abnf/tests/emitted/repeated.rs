//! Facts about the crate of `repeated.abnf`.

use emitted_repeated::{
    Host, HostNamesIter, Item, Late, Leaf, Letters, List, Name, Nest, Node, Quoted, Record,
    RecordField, Shared, Unknown, UnknownWords, Wrapped,
};

fn items(text: &str) -> Vec<&str> {
    List::new(text).items().map(Item::as_str).collect()
}

#[test]
fn occurrences_are_given_in_order() {
    assert_eq!(items("a,k=b,1"), ["a", "k=b", "1"]);
    assert_eq!(items(",,"), ["", "", ""]);
    // The option is taken, by an item without text.
    assert_eq!(items(""), [""]);
    let long = ",".repeat(10_000);
    assert_eq!(List::new(&long).items().count(), 10_001);
    assert_eq!(List::new("a,b").items().last(), Some(Item::new("b")));
}

#[test]
fn items_have_parts() {
    let keys: Vec<_> = List::new("a,k=b,1").items().map(Item::key).collect();
    assert_eq!(keys.iter().flatten().map(|key| key.as_str()).collect::<Vec<_>>(), ["k"]);
    let values = List::new("a,k=b").items().map(|item| item.value().as_str());
    assert_eq!(values.collect::<Vec<_>>(), ["a", "b"]);
}

#[test]
fn iterators_are_fused_and_can_be_cloned() {
    let mut items = List::new("a,b,c").items();
    assert_eq!(items.next().unwrap(), "a");
    let mut clone = items.clone();
    assert_eq!(format!("{items:?}"), r#"[Item("b"), Item("c")]"#);
    assert_eq!(items.by_ref().count(), 2);
    assert_eq!((items.next(), items.next()), (None, None));
    assert_eq!(format!("{items:?}"), "[]");
    assert_eq!(clone.next().unwrap(), "b");
    is_fused(&List::new("").items());
    // The text outlives the view and the iterator.
    let text = String::from("x,y");
    let last = { List::new(&text).items().last() };
    assert_eq!(last.unwrap(), "y");
}

fn is_fused<T: std::iter::FusedIterator + Clone + Send + Sync + 'static>(_: &T) {}

#[test]
fn unions_are_enums() {
    let names = |text| {
        Host::new(text)
            .names()
            .map(|name| match name {
                Name::Label(label) => format!("label {label}"),
                Name::Top(top) => format!("top {top}"),
            })
            .collect::<Vec<_>>()
    };
    assert_eq!(names("a.1.b."), ["label a", "label 1", "top b"]);
    assert_eq!(names("a"), ["top a"]);
    let _: fn(Host<'static>) -> HostNamesIter<'static> = Host::names;
    let nodes: Vec<_> = Nest::new("a(ab)abb").nodes().collect();
    assert_eq!(nodes.iter().map(|node| node.as_str()).collect::<Vec<_>>(), ["a", "(ab)", "abb"]);
    assert!(matches!(nodes[1], Node::Group(group) if group.leafs().eq([Leaf::new("ab")])));
}

#[test]
fn bytes_and_text_mix() {
    let record = Record::new(b"\x00\x80\x01ab\x00\x01c");
    let fields: Vec<_> = record.fields().collect();
    assert_eq!(fields.len(), 4);
    assert!(matches!(fields[0], RecordField::Blob(blob) if blob.as_bytes() == b"\x80"));
    assert!(matches!(fields[1], RecordField::Key(key) if key.as_str() == "ab"));
    assert!(matches!(fields[2], RecordField::Blob(blob) if blob.as_bytes() == b""));
}

#[test]
fn what_becomes_certain_late_is_kept() {
    let late = Late::new("a;bc:;d;:");
    let words = |late: Late<'_>| late.words().map(|word| word.as_str().to_owned()).collect();
    let found: Vec<String> = words(late);
    assert_eq!(found, ["a", "", "d"]);
    assert_eq!(late.letters_iter().map(Letters::as_str).collect::<Vec<_>>(), ["bc", ""]);
    let long = format!("{};", "a".repeat(100_000)).repeat(3);
    assert!(Late::new(&long).words().all(|word| word.as_str().len() == 100_000));
    let mut clone = late.words();
    assert_eq!(clone.by_ref().clone().count(), clone.count());
}

#[test]
#[cfg(feature = "alloc")]
fn what_needs_the_end_is_collected() {
    let unknown = Unknown::new("a;bc;;");
    assert_eq!((unknown.words().len(), unknown.letters_iter().len()), (0, 3));
    assert_eq!(unknown.letters_iter().map(Letters::as_str).collect::<Vec<_>>(), ["a", "bc", ""]);
    let unknown = Unknown::new("a;bc;.");
    assert!(unknown.letters_iter().next().is_none());
    let mut words = unknown.words();
    assert_eq!(words.next_back().unwrap(), "bc");
    assert_eq!(format!("{:?}", words.clone()), r#"[Word("a")]"#);
    let text = "a;".repeat(10_000);
    assert_eq!(Unknown::new(&text).letters_iter().count(), 10_000);
}

/// Without `alloc`, the rule exists, but the accessor does not; the name of the iterator is free.
#[test]
fn names_of_iterators_are_free() {
    assert!(Unknown::is_match("a;b;") && Unknown::is_match("a;b;."));
    assert_eq!(UnknownWords::new("xx").as_str(), "xx");
}

#[test]
fn short_texts_have_no_parts_before_their_end() {
    let left = |text: &'static [u8]| Quoted::new(text).wrapped().map(Wrapped::left);
    assert_eq!(left(b"--"), Some(None));
    assert_eq!(left(b"-aa:a--").flatten().unwrap().as_str(), "aa");
}

#[test]
fn lists_that_share_a_rule_have_items_of_their_own() {
    let shared = Shared::new("a;1:b;.c;2,");
    let first = shared.items().map(|item| (item.word().is_some(), item.as_str()));
    assert_eq!(first.collect::<Vec<_>>(), [(true, "a;"), (false, "1:"), (true, "b;")]);
    let second = shared.items_2().map(|item| (item.digits().is_some(), item.as_str()));
    assert_eq!(second.collect::<Vec<_>>(), [(false, "c;"), (true, "2,")]);
}
