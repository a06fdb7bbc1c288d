//! The data of JSON texts, compared with the values of `serde_json`.

use super::grammars::restricted;
use abnfc::automata::rules::automata;
use abnfc::automata::superset::superset;
use abnfc::limits::Limits;
use abnfc_tools::sample::{Random, Sampler, Subject};
use conformance::outside::shared;
use gallery::rfc8259::JsonText;
use gallery::rfc8259::values::{self, Value};
use std::collections::BTreeMap;
use std::fs;

/// Returns whether data is the value that `serde_json` has read. Of members with the same name, the
/// last one counts there.
fn is_same(data: &Value<'_>, read: &serde_json::Value) -> bool {
    match (data, read) {
        (Value::Null, read) => read.is_null(),
        (Value::True, read) => *read == true,
        (Value::False, read) => *read == false,
        (Value::Number(number), read) => read.as_f64() == Some(*number),
        (Value::JsonString(text), read) => *read == **text,
        (Value::Array(array), serde_json::Value::Array(read)) => {
            array.values.len() == read.len()
                && array.values.iter().zip(read).all(|(data, read)| is_same(data, read))
        }
        (Value::Object(object), serde_json::Value::Object(read)) => {
            let members = object.members.iter();
            let last: BTreeMap<&str, &Value<'_>> =
                members.map(|it| (&*it.string, &it.value)).collect();
            last.len() == read.len()
                && last
                    .iter()
                    .all(|(name, data)| read.get(*name).is_some_and(|it| is_same(data, it)))
        }
        _ => false,
    }
}

/// Compares the data of a text that matches. Returns whether `serde_json` reads the text.
fn compare(text: &str) -> bool {
    let data = JsonText::parse(text).unwrap_or_else(|error| panic!("{text}: {error}"));
    let data = data.try_to_value();
    match (&data, serde_json::from_str::<serde_json::Value>(text)) {
        (Ok(data), Ok(read)) => {
            assert!(is_same(&data.value, &read), "{text}: {data:?}");
            let written = data.to_text().unwrap_or_else(|error| panic!("{text}: {error}"));
            assert_eq!(written.try_to_value().as_ref(), Ok(data), "{text}");
            let written = serde_json::from_str::<serde_json::Value>(written.as_str()).unwrap();
            assert!(is_same(&data.value, &written), "{text}: {written}");
            true
        }
        // serde_json refuses numbers that are too large. Here, they are infinite.
        (Ok(data), Err(error)) => {
            let written = data.to_text().unwrap_or_else(|error| panic!("{text}: {error}"));
            assert_eq!(written.try_to_value().as_ref(), Ok(data), "{text}");
            assert!(error.to_string().contains("number out of range"), "{text}: {error}");
            false
        }
        (Err(error), read) => {
            assert!(error.no_value().is_some(), "{text}: {error}");
            assert!(read.is_err(), "{text}");
            false
        }
    }
}

#[test]
fn random_texts_have_the_values_of_serde_json() {
    let grammar = restricted("rfc8259");
    let limits = Limits::default();
    let shapes = superset(&grammar, &limits);
    let id = grammar.find("JSON-text").expect("the grammar has the rule");
    let automata = automata(&grammar, &shapes, &[id], &limits);
    let subject = Subject { grammar: &grammar, automata: &automata, rule: id, limits: &limits };
    let sampler = Sampler::new(subject, 0..=100).expect("the rule has short texts");
    let mut random = Random::new(7);
    let mut compared = 0;
    for _ in 0..2000 {
        let text = sampler.text(&mut random).expect("the rule has texts");
        compared += usize::from(compare(std::str::from_utf8(&text).expect("JSON is UTF-8")));
    }
    assert!(compared > 1000, "{compared}");
}

#[test]
#[ignore = "needs ../shared"]
fn texts_of_the_test_suite_have_the_values_of_serde_json() {
    let mut compared = 0;
    for entry in fs::read_dir(shared("testdata/suites/rfc8259-json")).expect("readable") {
        let path = entry.expect("readable").path();
        let name = path.file_name().expect("it has a name").to_string_lossy().into_owned();
        let Ok(text) = fs::read_to_string(&path) else { continue };
        if name.starts_with("y_") {
            assert!(compare(&text), "{name}");
            compared += 1;
        } else if let Ok(text) = JsonText::parse(&text) {
            compare(text.as_str());
        }
    }
    assert!(compared > 90, "{compared}");
}

/// Objects and arrays inside of each other, up to the limit of the data and beyond.
#[test]
fn depth_has_a_limit() {
    let arrays = |depth: usize| "[".repeat(depth) + &"]".repeat(depth);
    // A text, and for each array a value and an array.
    let (deepest, deeper) = (arrays(255), arrays(256));
    let data = JsonText::parse(&deepest).unwrap().try_to_value().unwrap();
    assert_eq!(data, data.clone());
    assert_eq!(format!("{data:?}").matches("Array(").count(), 255);
    assert!(format!("{data:#?}").len() > 255);
    assert_eq!(data.to_text().unwrap().as_str(), deepest);
    assert!(JsonText::parse(&deeper).unwrap().try_to_value().unwrap_err().is_too_deep());
    let outer = Value::Array(values::Array { values: vec![data.value] });
    let outer = values::JsonText { value: outer };
    let error = outer.to_text().unwrap_err();
    assert!(error.is_too_deep());
    assert_eq!(error.to_string(), "the data of `JSON-text` is nested deeper than 512 levels");

    let deep = arrays(100_000);
    assert!(JsonText::parse(&deep).unwrap_err().is_too_deep());
    let parsed = JsonText::parse_with_stack(&deep, &mut vec![0; 100_000]).unwrap();
    let error = parsed.try_to_value().unwrap_err();
    assert!(error.is_too_deep());
    assert_eq!(error.to_string(), "the data would be nested deeper than 512 levels");
}

#[test]
fn errors_name_the_place() {
    let text = JsonText::parse(r#"{"a": ["\ud800"]}"#).unwrap();
    let error = text.try_to_value().unwrap_err();
    assert_eq!(error.no_value().map(|it| it.0), Some(7));
    assert_eq!(
        error.to_string(),
        "the part at byte 7 has no value: the surrogate at byte 1 of the text lacks its other half"
    );
    let array = Value::Array(values::Array { values: vec![Value::Null, Value::Number(f64::NAN)] });
    let member = values::Member { string: "a\"".into(), value: array };
    let object = values::Object { members: vec![member] };
    let error = object.to_text().unwrap_err();
    assert_eq!(error.field(), "members[0].value.values[1]");
    assert_eq!(
        error.to_string(),
        "no text of `object` has this value of `members[0].value.values[1]`"
    );
}
