//! The examples of the page are as `examples.toml` describes them, and the limits of the page
//! suffice for each.

use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use toml::Table;

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).ancestors().nth(2).unwrap().to_path_buf()
}

struct Example {
    grammar: String,
    table: Table,
}

impl Example {
    fn file(&self) -> &str {
        self.grammar.rsplit('/').next().unwrap()
    }

    fn text(&self) -> String {
        let text = fs::read_to_string(root().join(&self.grammar)).unwrap();
        let import = self.table.get("import").and_then(toml::Value::as_str);
        import.map_or_else(String::new, |it| format!("; @import {it}\n")) + &text
    }

    fn list(&self, key: &str) -> Vec<Value> {
        let list = self.table.get(key).and_then(toml::Value::as_array);
        list.into_iter().flatten().map(|it| it.as_str().unwrap().into()).collect()
    }
}

fn examples() -> Vec<Example> {
    let text = fs::read_to_string(root().join("abnf/playground/examples.toml")).unwrap();
    let table: Table = text.parse().unwrap();
    let example = |it: &toml::Value| {
        let table = it.as_table().unwrap().clone();
        Example { grammar: table["grammar"].as_str().unwrap().to_owned(), table }
    };
    table["example"].as_array().unwrap().iter().map(example).collect()
}

/// Asks about each example, with all others for imports.
fn ask(question: &str, more: impl Fn(&Example) -> Value) -> Vec<(Example, Value)> {
    let files: BTreeMap<String, String> =
        examples().iter().map(|it| (it.file().to_owned(), it.text())).collect();
    let answered = |example: Example| {
        let mut all = more(&example);
        all["question"] = question.into();
        all["grammar"] = json!({ "text": example.text(), "files": files });
        all["rule"] = example.table["rule"].as_str().unwrap().into();
        let answer = abnfc_playground::answer(&all.to_string());
        let mut answer: Value = serde_json::from_str(&answer).unwrap();
        assert!(answer.get("problem").is_none(), "{}: {answer}", example.grammar);
        (example, answer["answer"].take())
    };
    examples().into_iter().map(answered).collect()
}

#[test]
fn no_grammar_of_the_uris_or_of_the_gallery_is_left_out() {
    let listed: Vec<String> = examples().into_iter().map(|it| it.grammar).collect();
    let is_listed = |path: String| assert!(listed.contains(&path), "{path}");
    for entry in fs::read_dir(root().join("uri-gen/grammars")).unwrap() {
        let name = entry.unwrap().file_name();
        is_listed(format!("uri-gen/grammars/{}", name.to_str().unwrap()));
    }
    for folder in ["examples/gallery", "examples/rfc3339"] {
        let spec = fs::read_to_string(root().join(folder).join("abnfc.toml")).unwrap();
        let spec: Table = spec.parse().unwrap();
        let modules = spec.get("modules").and_then(|modules| modules.as_table());
        let modules = modules.into_iter().flatten().filter_map(|(_, module)| module.as_table());
        for grammar in modules.chain([&spec]).filter_map(|table| table.get("grammar")) {
            let grammar = grammar.as_str().unwrap();
            is_listed(if grammar.contains('/') {
                format!("{folder}/{grammar}")
            } else {
                format!("abnf/grammars/{grammar}.abnf")
            });
        }
    }
}

#[test]
fn no_example_has_an_error() {
    for (example, answer) in ask("check", |_| json!({})) {
        let findings = answer["findings"].as_array().unwrap();
        let errors: Vec<_> = findings.iter().filter(|it| it["severity"] == "error").collect();
        assert!(errors.is_empty(), "{}: {errors:?}", example.grammar);
    }
}

#[test]
fn the_rule_of_an_example_matches_its_texts_and_none_that_are_wrong() {
    let texts = |it: &Example| {
        let escapes = it.table.get("escapes").is_some();
        let texts = [it.list("texts"), it.list("wrong")].concat();
        json!({ "texts": texts, "escapes": escapes })
    };
    for (example, answer) in ask("explain", texts) {
        let (right, wrong) = (example.list("texts").len(), example.list("wrong").len());
        assert!(0 < right, "{}", example.grammar);
        let verdicts: Vec<&str> =
            answer.as_array().unwrap().iter().map(|it| it["verdict"].as_str().unwrap()).collect();
        let expected = [vec!["match"; right], vec!["mismatch"; wrong]].concat();
        assert_eq!(verdicts, expected, "{}: {answer}", example.grammar);
    }
}

#[test]
fn every_look_at_an_example_is_within_the_limits() {
    let asked = [
        ("diagram", json!({ "width": 400 })),
        ("samples", json!({ "kind": "random" })),
        ("samples", json!({ "kind": "near-miss" })),
        ("rules", json!({})),
        ("automaton", json!({})),
    ];
    for (question, more) in asked {
        ask(question, |_| more.clone());
    }
}
