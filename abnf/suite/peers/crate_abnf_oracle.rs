//! Adapter for the package `abnf-oracle` of crates.io, which reads texts as characters.

use abnf_oracle::{Grammar, Recognizer};
use serde_json::{Value, json};
use std::io::{BufRead, Write};

fn main() {
    for line in std::io::stdin().lock().lines() {
        let question: Value = serde_json::from_str(&line.unwrap()).unwrap();
        let mut out = std::io::stdout();
        writeln!(out, "{}", answer(&question)).unwrap();
        out.flush().unwrap();
    }
}

fn answer(question: &Value) -> Value {
    let field = |name: &str| question[name].as_str().unwrap();
    let grammar = match Grammar::parse(field("grammar")) {
        Ok(grammar) => grammar,
        Err(error) => return json!({ "refused": error.to_string() }),
    };
    let checked = match grammar.check() {
        Ok(checked) => checked,
        Err(errors) => return json!({ "refused": errors.to_string() }),
    };
    let text = match question["text"].as_str() {
        Some(text) => text.to_owned(),
        None => {
            let hex = field("hex");
            let byte = |at| u8::from_str_radix(&hex[at..at + 2], 16).unwrap();
            (0..hex.len()).step_by(2).map(|at| char::from(byte(at))).collect()
        }
    };
    match Recognizer::new(&checked, &text).accepts(field("rule")) {
        Ok(verdict) => json!(verdict),
        Err(error) => json!({ "error": error.to_string() }),
    }
}
