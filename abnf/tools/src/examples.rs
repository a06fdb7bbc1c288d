//! Examples of texts that a grammar must accept or reject, in its comments or in a separate file.
//!
//! ```text
//! time = hour ":" minute
//! ; @accept time 23:59
//! ; @part   hour 23
//! ; @reject time 24:00
//! ```
//!
//! A line names a rule and then a text, up to the end of the line, without trailing white space, with
//! the escapes `\n`, `\r`, `\t`, `\\` and `\xNN`. If nothing follows the rule, the text is empty.
//! `@part` states the text of a rule inside the text that was accepted last; if the rule occurs
//! several times, not inside each other, there is a line for each occurrence, in order. `@no-part`
//! states that it does not occur. In a file of examples the lines have neither `;` nor `@`, and a line
//! that starts with `#` is a comment.

mod coverage;
mod run;

pub use crate::elements::Element;
pub use coverage::{Coverage, coverage};
pub use run::{Failure, Verdict, run};

use abnfc::bytes::escapes::{BadEscape, decode};

/// A text with its expected verdict and parts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Example {
    /// The line, from 1.
    pub line: usize,
    /// The name of the rule.
    pub rule: String,
    /// The text.
    pub text: Vec<u8>,
    /// The expected verdict.
    pub expected: Expected,
    /// The texts of rules inside of it, in the order of their first lines.
    pub parts: Vec<Part>,
}

/// The expected verdict of a rule on a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Expected {
    /// The rule must match the text.
    Accept,
    /// The rule must not match the text.
    Reject,
}

/// The texts of a rule inside of an example.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Part {
    /// The name of the rule.
    pub rule: String,
    /// Its texts, in order.
    pub texts: Vec<Vec<u8>>,
}

/// A line that cannot be read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BadExample {
    /// The line, from 1.
    pub line: usize,
    /// The error in the line.
    pub message: &'static str,
}

/// The text that contains examples.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Container {
    /// The comments of a grammar.
    Comments,
    /// A separate file.
    File,
}

/// Returns the examples in a text, and the lines that cannot be read.
#[must_use]
pub fn examples(text: &str, place: Container) -> (Vec<Example>, Vec<BadExample>) {
    let (mut examples, mut bad) = (Vec::new(), Vec::new());
    for (at, line) in text.lines().enumerate() {
        let line_number = at + 1;
        let line = line.trim();
        let said = match place {
            Container::Comments => line.strip_prefix(';').map(str::trim_start),
            Container::File if line.is_empty() || line.starts_with('#') => None,
            Container::File => Some(line),
        };
        let keyword = match place {
            Container::Comments => said.and_then(|said| said.strip_prefix('@')),
            Container::File => said,
        };
        let Some(said) = keyword else { continue };
        if let Err(message) = read(said, line_number, place, &mut examples) {
            bad.push(BadExample { line: line_number, message });
        }
    }
    (examples, bad)
}

/// Adds the content of a line.
fn read(
    said: &str,
    line: usize,
    place: Container,
    examples: &mut Vec<Example>,
) -> Result<(), &'static str> {
    let (keyword, rest) = word(said);
    let (name, text) = word(rest);
    let expected = match keyword {
        "accept" => Expected::Accept,
        "reject" => Expected::Reject,
        "part" | "no-part" => return part(keyword, name, text, examples.last_mut()),
        // Other directives have another meaning.
        _ if place == Container::Comments => return Ok(()),
        _ => return Err("a line begins with accept, reject, part, no-part or #"),
    };
    if name.is_empty() {
        return Err("the name of a rule is missing");
    }
    let text = decoded(text)?;
    examples.push(Example { line, rule: name.to_owned(), text, expected, parts: Vec::new() });
    Ok(())
}

fn part(
    keyword: &str,
    name: &str,
    text: &str,
    example: Option<&mut Example>,
) -> Result<(), &'static str> {
    if name.is_empty() {
        return Err("the name of a rule is missing");
    }
    let Some(example) = example.filter(|example| example.expected == Expected::Accept) else {
        return Err("a part belongs to the text that was accepted last, and there is none");
    };
    let known = example.parts.iter_mut().find(|part| part.rule.eq_ignore_ascii_case(name));
    match (keyword, known) {
        ("no-part", None) if text.is_empty() => {
            example.parts.push(Part { rule: name.to_owned(), texts: Vec::new() });
        }
        ("no-part", None) => return Err("a part that does not occur has no text"),
        ("no-part", Some(_)) => return Err("the part occurs according to a line before"),
        (_, Some(part)) if part.texts.is_empty() => {
            return Err("the part does not occur according to a line before");
        }
        (_, Some(part)) => part.texts.push(decoded(text)?),
        (_, None) => {
            let texts = vec![decoded(text)?];
            example.parts.push(Part { rule: name.to_owned(), texts });
        }
    }
    Ok(())
}

fn decoded(text: &str) -> Result<Vec<u8>, &'static str> {
    decode(text.as_bytes())
        .map_err(|BadEscape| r"a bad escape: the escapes are \n, \r, \t, \\ and \xNN")
}

/// Splits off the first word and the white space after it.
fn word(text: &str) -> (&str, &str) {
    let end = text.find(|char: char| char.is_ascii_whitespace()).unwrap_or(text.len());
    let (word, rest) = text.split_at(end);
    (word, rest.trim_start())
}

#[cfg(test)]
mod tests;
