//! The interface between the page and the compiler: JSON requests and answers ([`answer`]). `page/`
//! contains the page, and `cargo xtask playground` assembles the two.
//!
//! A question contains everything that its answer depends on; no state is kept between questions.
//! So a page can discard an instance that takes too long and start another one. The limits are
//! smaller than those of the program ([`grammar::limits`]), since the user is waiting.
//!
//! Each request is a module with a function that returns a structure, which is tested like
//! any other code. [`interface`] exposes it to the page.

mod automaton;
mod check;
mod diagram;
mod diff;
mod explain;
mod generate;
mod grammar;
mod interface;
mod parts;
mod picture;
mod rules;
mod samples;

use serde::{Deserialize, Serialize};

/// The requests, by the name in `question`.
#[derive(Deserialize)]
#[serde(tag = "question", rename_all = "kebab-case")]
enum Question {
    Check(check::Question),
    Rules(rules::Question),
    Explain(explain::Question),
    Diagram(diagram::Question),
    Diff(diff::Question),
    DiffParts(parts::Question),
    Samples(samples::Question),
    Automaton(automaton::Question),
    Generate(generate::Question),
}

/// Answers a question: an object with `answer`, or with `problem`, a sentence that says why there
/// is no answer.
///
/// # Examples
///
/// ```
/// let question = r#"{ "question": "samples", "grammar": { "text": "a = \"x\"\n" }, "rule": "a",
///                     "kind": "cover" }"#;
/// let answer = abnfc_playground::answer(question);
/// assert_eq!(answer, r#"{"answer":{"texts":["X","x"],"remark":"2 texts for 2 alternatives, bounds and ends of ranges"}}"#);
/// ```
#[must_use]
pub fn answer(question: &str) -> String {
    match serde_json::from_str(question) {
        Err(error) => json::<()>(Err(format!("this is not a question: {error}"))),
        Ok(Question::Check(it)) => json(Ok(check::check(&it))),
        Ok(Question::Rules(it)) => json(rules::rules(&it)),
        Ok(Question::Explain(it)) => json(explain::explain(&it)),
        Ok(Question::Diagram(it)) => json(diagram::diagram(&it)),
        Ok(Question::Diff(it)) => json(diff::diff(&it)),
        Ok(Question::DiffParts(it)) => json(parts::parts(&it)),
        Ok(Question::Samples(it)) => json(samples::samples(&it)),
        Ok(Question::Automaton(it)) => json(automaton::automaton(&it)),
        Ok(Question::Generate(it)) => json(generate::generate(&it)),
    }
}

/// The serialised form of an answer.
#[derive(Serialize)]
#[serde(rename_all = "kebab-case")]
enum Written<T> {
    Answer(T),
    Problem(String),
}

fn json<T: Serialize>(answer: Result<T, String>) -> String {
    let written = answer.map_or_else(Written::Problem, Written::Answer);
    serde_json::to_string(&written).expect("an answer is plain data")
}
