//! The suite of RFC 6570, uritemplate-test.

use super::{Comparison, Differences, read_json};
use serde_json::Value as Json;
use std::collections::BTreeMap;
use uri::template::{Template, Value, Variables};

/// The value of a variable, with texts of its own.
enum Owned {
    Text(String),
    List(Vec<String>),
    Pairs(BTreeMap<String, String>),
}

fn text(value: &Json) -> String {
    value.as_str().map_or_else(|| value.to_string(), str::to_owned)
}

fn owned(value: &Json) -> Option<Owned> {
    match value {
        Json::Null => None,
        Json::Array(items) => Some(Owned::List(items.iter().map(text).collect())),
        Json::Object(fields) => {
            let pairs = fields.iter().map(|(name, value)| (name.clone(), text(value)));
            Some(Owned::Pairs(pairs.collect()))
        }
        _ => Some(Owned::Text(text(value))),
    }
}

fn borrowed(value: &Owned) -> Value<'_> {
    match value {
        Owned::Text(text) => Value::from(text),
        Owned::List(list) => Value::from(list),
        Owned::Pairs(pairs) => Value::from(pairs),
    }
}

fn expand<'v>(template: &str, variables: impl Variables<'v>) -> Option<String> {
    let template = Template::parse(template).ok()?;
    Some(template.expand(variables).ok()?.to_string())
}

/// The name of a file, the least number of cases, and its differences.
const FILES: [(&str, usize, &[Differences<'_>]); 4] = [
    ("spec-examples.json", 64, &[]),
    ("spec-examples-by-section.json", 117, &[]),
    ("extended-tests.json", 53, &[]),
    ("negative-tests.json", 36, &[]),
];

#[test]
#[ignore = "needs ../shared"]
fn expansions_of_the_suite() {
    for (file, cases, differences) in FILES {
        let Some(groups) = read_json("uritemplate-test", file) else { continue };
        let mut expansions = Comparison::default();
        for group in groups.as_object().expect("groups").values() {
            let variables = group["variables"].as_object().expect("variables");
            let variables: BTreeMap<&str, Owned> = variables
                .iter()
                .filter_map(|(name, value)| Some((name.as_str(), owned(value)?)))
                .collect();
            for case in group["testcases"].as_array().expect("cases") {
                let template = case[0].as_str().expect("a template");
                let found = expand(template, |name: &str| variables.get(name).map(borrowed));
                // The order of pairs is free, so a case can have several results.
                let expected = match &case[1] {
                    Json::Array(all) => {
                        let is_found = |one: &&Json| one.as_str() == found.as_deref();
                        all.iter().find(is_found).or(all.first()).and_then(Json::as_str)
                    }
                    one => one.as_str(),
                };
                expansions.add(template, found.as_deref(), expected);
            }
        }
        expansions.assert(cases, differences);
    }
}
