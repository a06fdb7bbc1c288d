//! Facts about trees.

#![cfg(feature = "alloc")]

use emitted_nested::nodes::{
    self, ExprLiteral, NodesItem, OfKind, TwoItem2Kind, TwoItemKind, ValueKind,
};
use emitted_nested::tree::{Event, Node};
use emitted_nested::{
    Calc, Expr, List, Mark, Nodes, Num, Object, Of, Plus, Split, Sum, Times, Trees, Two, Value,
    View, values,
};

#[test]
fn parts_of_nested_rules_are_read() {
    let list = List::parse(b"[a,[bc],{d=[]}]?7").unwrap();
    let tree = list.tree().unwrap();
    let list: nodes::List<'_> = tree.root();
    let names = list.values().map(|value| match value.kind() {
        ValueKind::List(list) => ("list", list.as_bytes()),
        ValueKind::Pair(pair) => ("pair", pair.word().as_bytes()),
        ValueKind::Word(word) => ("word", word.as_bytes()),
        ValueKind::Node(_) => ("other", &b""[..]),
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
    assert_eq!(outer.plus().map(Plus::as_str), Some("-"));
    let inner = outer.sum().and_then(nodes::Sum::sum).unwrap();
    let num: Num<'_> = inner.num();
    assert_eq!(num.frac().unwrap().as_str(), "5");
}

#[test]
fn groups_are_items_with_parts() {
    let object = Object::parse(b"{a:[b];c:-<\x80>;}").unwrap();
    let tree = object.tree().unwrap();
    let items = tree.root().items().map(|item: nodes::ObjectItem<'_>| {
        (item.word().as_str(), item.plus().is_some(), item.value().as_bytes())
    });
    let expected = [("a", false, &b"[b]"[..]), ("c", true, b"<\x80>")];
    assert_eq!(items.collect::<Vec<_>>(), expected);

    let trees = Trees::parse("<a;b<c;>;>").unwrap();
    let tree = trees.tree().unwrap();
    let items: Vec<nodes::TreesItem<'_>> = tree.root().items().collect();
    assert_eq!(items.iter().map(|item| item.as_str()).collect::<Vec<_>>(), ["a", "b<c;>"]);
    let inner = items[1].trees().unwrap();
    assert_eq!(inner.items().next().unwrap().word().as_str(), "c");
    assert_eq!(inner.node().parent().map(Node::rule), Some("trees-item"));
}

#[test]
fn literals_and_operators_are_parts_in_order() {
    let expr = Expr::parse("(1)OR(2+3-4*5/6)").unwrap();
    let tree = expr.tree().unwrap();
    let outer = tree.root();
    assert_eq!(outer.literal(), Some(ExprLiteral::Or));
    let right = outer.exprs().last().unwrap();
    assert_eq!(right.literal(), None);
    let calc = right.calc().unwrap();
    assert_eq!(calc.plus_iter().map(Plus::as_str).collect::<String>(), "+-");
    let factor = calc.factors().last().unwrap();
    assert_eq!(factor.times_iter().map(Times::as_str).collect::<String>(), "*/");
    assert_eq!(factor.nums().count(), 3);
    assert!(Calc::parse("1").unwrap().tree().unwrap().root().plus_iter().next().is_none());
}

#[test]
fn literals_are_there_or_not() {
    let mark = Mark::parse("(()(!))").unwrap();
    let tree = mark.tree().unwrap();
    let marks: Vec<bool> = tree.root().marks().map(nodes::Mark::has_exclamation).collect();
    assert_eq!((tree.root().has_exclamation(), marks), (false, vec![false, true]));
}

#[test]
fn alternatives_that_repeat_come_in_order() {
    let nodes = Nodes::parse("<nil,1<2>NIL>").unwrap();
    let tree = nodes.tree().unwrap();
    let items = tree.root().items().map(|item| match item {
        NodesItem::Nil => "nil",
        NodesItem::Nodes(nodes) => nodes.as_str(),
        NodesItem::Num(num) => num.as_str(),
        NodesItem::Comma => ",",
    });
    assert_eq!(items.collect::<Vec<_>>(), ["nil", ",", "1", "<2>", "nil"]);
}

#[test]
fn lists_that_share_a_rule_have_items_of_their_own() {
    let two = Two::parse("<1;nil<|all>|2;all3;>").unwrap();
    let tree = two.tree().unwrap();
    let first = tree.root().items().map(|item: nodes::TwoItem<'_>| match item.kind() {
        TwoItemKind::Nil => "nil",
        TwoItemKind::Num(num) => num.as_str(),
        TwoItemKind::Two(two) => two.as_str(),
    });
    assert_eq!(first.collect::<Vec<_>>(), ["1", "nil", "<|all>"]);
    let second = tree.root().items_2().map(|item| match item.kind() {
        TwoItem2Kind::All => "all",
        TwoItem2Kind::Num(num) => num.as_str(),
    });
    assert_eq!(second.collect::<Vec<_>>(), ["2", "all", "3"]);
}

#[test]
fn a_choice_in_a_row_has_a_kind() {
    let of = Of::parse("!!.??").unwrap();
    let tree = of.tree().unwrap();
    let OfKind::Of(inner) = tree.root().kind() else { panic!("{tree:?}") };
    assert_eq!(inner.kind(), OfKind::Dot);
    assert_eq!(tree.root().of(), Some(inner));
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
    assert_eq!(sum.tree().unwrap().events().count(), 2 * (20_001 + 20_001 + 20_000));
}

#[test]
fn rules_over_bytes_hold_text() {
    let value = Value::parse(b"<\x80(7)>").unwrap();
    let tree = value.tree().unwrap();
    let ValueKind::Node(node) = tree.root().kind() else { panic!("{tree:?}") };
    assert_eq!(node.views().map(nodes::View::as_str).collect::<Vec<_>>(), ["(7)"]);
    assert_eq!(node.node().to_str(), None);
}

#[test]
fn data_contains_itself() {
    let mut list = List::parse(b"[a,[bc],{d=[]}]?7").unwrap().try_to_value().unwrap();
    let values::Value::Pair(pair) = &mut list.values[2] else { panic!("{list:?}") };
    assert_eq!(pair.word, "d");
    pair.value = values::Value::Word("e");
    list.option = None;
    assert_eq!(list.to_text().unwrap().as_bytes(), b"[a,[bc],{d=e}]");
    list.values[1] = values::Value::Word("f,g");
    assert_eq!(list.to_text().unwrap_err().field(), "values[1]");

    let object = Object::parse(b"{a:[b];c:-<\x80>;}").unwrap().try_to_value().unwrap();
    let items = [("a", None), ("c", Some("-"))];
    let found = object.items.iter().map(|item| (item.word, item.plus));
    assert_eq!(found.collect::<Vec<_>>(), items);
    assert_eq!(object.to_text().unwrap().as_bytes(), b"{a:[b];c:-<\x80>;}");
}

/// The text around is UTF-8, and the parts are empty.
#[test]
fn parts_may_be_within_characters() {
    let text = "<é<é>>";
    let data = Split::parse(text.as_bytes()).unwrap().try_to_value().unwrap();
    assert_eq!((data.gap, data.split.as_ref().map(|it| it.gap)), ("", Some("")));
    assert_eq!(data.to_text().unwrap().as_bytes(), text.as_bytes());
}

#[test]
fn the_depth_of_data_is_limited() {
    let mark = |depth: usize| ["(".repeat(depth), ")".repeat(depth)].concat();
    let (deepest, deeper, deep) = (mark(512), mark(513), mark(100_000));
    let parse = |text| Mark::parse_with_stack(text, &mut vec![0; 100_000]).unwrap();
    let data = parse(&deepest).try_to_value().unwrap();
    assert_eq!(data, data.clone());
    assert!(format!("{data:#?}").len() > 512);
    assert_eq!(data.to_text().unwrap().as_str(), deepest);
    let error = parse(&deeper).try_to_value().unwrap_err();
    assert!(error.is_too_deep() && !error.is_too_complex());
    assert!(parse(&deep).try_to_value().unwrap_err().is_too_deep());
    let outer = values::Mark { has_exclamation: false, marks: vec![data] };
    assert!(outer.to_text().unwrap_err().is_too_deep());
}

#[test]
fn data_that_would_contain_itself_is_in_a_box() {
    let data = Of::parse("!!.??").unwrap().try_to_value().unwrap();
    assert_eq!(data, values::Of::Of(Box::new(values::Of::Dot)));
    assert_eq!(data.to_text().unwrap().as_str(), "!!.??");
    let data = values::Of::Of(Box::new(values::Of::Num("x")));
    assert!(data.to_text().is_err());
}
