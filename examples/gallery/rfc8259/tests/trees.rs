//! The contents of a JSON text, from its tree.

#![cfg(feature = "alloc")]

use abnf_rfc8259::JsonText;
use abnf_rfc8259::nodes;
use abnf_rfc8259::tree::Event;

/// The path of each number in a value, with the number.
fn numbers(value: nodes::Value<'_>, path: &str, found: &mut Vec<String>) {
    if let Some(object) = value.object() {
        for member in object.members() {
            let name = member.string().as_str().trim_matches('"');
            numbers(member.value(), &format!("{path}.{name}"), found);
        }
    } else if let Some(array) = value.array() {
        for (index, value) in array.values().enumerate() {
            numbers(value, &format!("{path}[{index}]"), found);
        }
    } else if let Some(number) = value.number() {
        found.push(format!("{path} = {}", number.as_str()));
    }
}

#[test]
fn values_are_found_by_their_paths() {
    let text = JsonText::new(r#" { "a": [1, {"b": -2.5e3}, "3"], "c": null, "d": 4 } "#);
    let tree = text.tree().unwrap();
    let mut found = Vec::new();
    numbers(tree.root().value(), "$", &mut found);
    assert_eq!(found, ["$.a[0] = 1", "$.a[1].b = -2.5e3", "$.d = 4"]);
}

#[test]
fn events_tell_how_deep_a_text_is() {
    let text = JsonText::new("[[], [[1, 2], 3]]");
    let tree = text.tree().unwrap();
    let (mut depth, mut greatest) = (0, 0);
    for event in tree.events() {
        match event {
            Event::Enter(node) if node.rule() == "array" => depth += 1,
            Event::Leave(node) if node.rule() == "array" => depth -= 1,
            Event::Enter(_) | Event::Leave(_) => {}
        }
        greatest = greatest.max(depth);
    }
    assert_eq!((depth, greatest), (0, 3));
}
