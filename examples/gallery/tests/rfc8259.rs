//! The contents of a JSON text, from its tree.

use gallery::rfc8259::JsonText;
use gallery::rfc8259::nodes::{self, ValueKind};
use gallery::tree::Event;

/// Collects the path of each value that contains no other values, with its kind and text.
fn leaves(value: nodes::Value<'_>, path: &str, found: &mut Vec<String>) {
    let leaf = match value.kind() {
        ValueKind::Object(object) => {
            for member in object.members() {
                let name = member.string().as_str().trim_matches('"');
                leaves(member.value(), &format!("{path}.{name}"), found);
            }
            return;
        }
        ValueKind::Array(array) => {
            for (index, value) in array.values().enumerate() {
                leaves(value, &format!("{path}[{index}]"), found);
            }
            return;
        }
        ValueKind::Number(number) => format!("number {}", number.as_str()),
        ValueKind::JsonString(string) => format!("string {}", string.as_str()),
        ValueKind::True(_) => "yes".to_owned(),
        ValueKind::False(_) => "no".to_owned(),
        ValueKind::Null(_) => "nothing".to_owned(),
    };
    found.push(format!("{path} = {leaf}"));
}

#[test]
fn values_are_found_by_their_paths() {
    let text =
        JsonText::new(r#" { "a": [1, {"b": -2.5e3}, "3"], "c": null, "d": [true, false] } "#);
    let tree = text.tree().unwrap();
    let mut found = Vec::new();
    leaves(tree.root().value(), "$", &mut found);
    assert_eq!(
        found,
        [
            "$.a[0] = number 1",
            "$.a[1].b = number -2.5e3",
            "$.a[2] = string \"3\"",
            "$.c = nothing",
            "$.d[0] = yes",
            "$.d[1] = no",
        ]
    );
}

#[test]
fn events_give_the_depth_of_a_text() {
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
