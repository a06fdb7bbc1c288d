//! JSON texts, reproducible on every machine.

use crate::generate::word;
use conformance::strings::Random;
use std::fmt::Write as _;

/// An object as a database or a web service returns it, some levels deep.
pub(super) fn record(random: &mut Random) -> String {
    let mut text = String::from("{");
    let _ = write!(text, "\"id\":{},", random.below(1_000_000));
    text += "\"name\":";
    string(&mut text, random, 2);
    text += if random.one_in(2) { ",\"active\":true" } else { ",\"active\":false" };
    let _ = write!(text, ",\"score\":-{}.{}", random.below(100), random.below(1000));
    if random.one_in(2) {
        text += ",\"tags\":[";
        for i in 0..random.below(5) {
            text += if i == 0 { "" } else { "," };
            string(&mut text, random, 1);
        }
        text.push(']');
    }
    if random.one_in(3) {
        text += ",\"place\":{\"at\":";
        text += &point(random);
        text += ",\"note\":";
        if random.one_in(2) {
            string(&mut text, random, 12);
        } else {
            text += "null";
        }
        text.push('}');
    }
    text + "}"
}

/// Two numbers with many digits.
pub(super) fn point(random: &mut Random) -> String {
    let mut number = || {
        let sign = if random.one_in(2) { "-" } else { "" };
        format!("{sign}{}.{:09}", random.below(180), random.below(1_000_000_000))
    };
    format!("[{},{}]", number(), number())
}

/// A string of a paragraph's length.
pub(super) fn prose(random: &mut Random) -> String {
    let mut text = String::new();
    let words = 20 + random.below(100);
    string(&mut text, random, words);
    text
}

/// Words with spaces between them, some with an escape, some beyond ASCII.
fn string(text: &mut String, random: &mut Random, words: usize) {
    text.push('"');
    for i in 0..words {
        text.push_str(if i == 0 { "" } else { " " });
        word(text, random);
        match random.below(24) {
            0 => text.push_str("\\n"),
            1 => text.push_str("\\\""),
            2 => text.push_str("\\u00e9"),
            3 => text.push('é'),
            4 => text.push_str("日本"),
            _ => (),
        }
    }
    text.push('"');
}

/// The same value with each item on a line of its own. Strings must not hold brackets and commas.
pub(super) fn indented(text: &str) -> String {
    let mut result = String::with_capacity(2 * text.len());
    let mut depth = 0;
    let line = |result: &mut String, depth: usize| {
        result.push('\n');
        result.push_str(&"  ".repeat(depth));
    };
    for c in text.chars() {
        match c {
            '{' | '[' => depth += 1,
            '}' | ']' => {
                depth -= 1;
                line(&mut result, depth);
            }
            _ => (),
        }
        result.push(c);
        match c {
            '{' | '[' | ',' => line(&mut result, depth),
            ':' => result.push(' '),
            _ => (),
        }
    }
    result
}
