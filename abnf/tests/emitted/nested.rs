//! Facts about trees.

#![cfg(feature = "alloc")]

use emitted_nested::nodes::{self, ValueKind};
use emitted_nested::tree::{Event, Node};
use emitted_nested::{List, Num, Sum, Value, View};

#[test]
fn parts_of_nested_rules_are_read() {
    let list = List::parse(b"[a,[bc],{d=[]}]?7").unwrap();
    let tree = list.tree().unwrap();
    let list: nodes::List<'_> = tree.root();
    let names = list.values().map(|value| match value.kind() {
        ValueKind::List(list) => ("list", list.as_bytes()),
        ValueKind::Pair(pair) => ("pair", pair.word().as_bytes()),
        ValueKind::Word(word) => ("word", word.as_bytes()),
        _ => ("other", &b""[..]),
    });
    let expected = [("word", &b"a"[..]), ("list", b"[bc]"), ("pair", b"d")];
    assert_eq!(names.collect::<Vec<_>>(), expected);
    assert_eq!(list.option().unwrap().as_str(), "?7");
    assert_eq!(list.values().last().unwrap().range(), 8..14);
}

#[test]
fn regular_rules_inside_have_their_own_parts() {
    let sum = Sum::parse("1.5+2-30").unwrap();
    let tree = sum.tree().unwrap();
    let outer = tree.root();
    assert_eq!(outer.num().as_str(), "30");
    let inner = outer.sum().and_then(nodes::Sum::sum).unwrap();
    let num: Num<'_> = inner.num();
    assert_eq!(num.frac().unwrap().as_str(), "5");
}

#[test]
fn events_come_in_the_order_of_the_text() {
    let view = View::parse("(()5)").unwrap();
    let tree = view.tree().unwrap();
    let mut lines = Vec::new();
    let mut depth = 0;
    for event in tree.events() {
        match event {
            Event::Enter(node) => {
                lines.push(format!("{}{node:?}", " ".repeat(depth)));
                depth += 1;
            }
            Event::Leave(_) => depth -= 1,
        }
    }
    assert_eq!(depth, 0);
    assert_eq!(lines, ["view(0..5)", " view(1..3)", "  tree(2..2)", " tree(3..4)"]);
    let node: Node<'_> = tree.node();
    assert_eq!((node.rule(), node.to_str(), node.parent()), ("view", Some("(()5)"), None));
    assert!(node.children().all(|child| child.parent() == Some(node)));
}

#[test]
fn deep_texts_have_trees() {
    let deep = ["(".repeat(50_000), ")".repeat(50_000)].concat();
    let view = View::parse_with_stack(&deep, &mut vec![0; 50_000]).unwrap();
    let tree = view.tree().unwrap();
    assert_eq!(tree.events().count(), 2 * (50_000 + 50_000));
    let mut sum = "1".to_owned();
    sum.push_str(&"+1".repeat(20_000));
    let sum = Sum::parse(&sum).unwrap();
    assert_eq!(sum.tree().unwrap().events().count(), 2 * (20_001 + 20_001));
}

#[test]
fn rules_over_bytes_hold_text() {
    let value = Value::parse(b"<\x80(7)>").unwrap();
    let tree = value.tree().unwrap();
    let ValueKind::Node(node) = tree.root().kind() else { panic!("{tree:?}") };
    assert_eq!(node.views().map(nodes::View::as_str).collect::<Vec<_>>(), ["(7)"]);
    assert_eq!(node.node().to_str(), None);
}
