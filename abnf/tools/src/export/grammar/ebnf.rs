//! EBNF as the specifications of W3C use it ("Extensible Markup Language (XML) 1.0", section 6).

use super::atoms::single;
use abnfc::grammar::ValueSet;
use std::fmt::Write as _;

pub(super) fn grammar<'a>(rules: impl Iterator<Item = (&'a str, &'a str)>) -> String {
    let mut text = String::new();
    for (name, definition) in rules {
        writeln!(text, "{name} ::= {definition}").expect("writing to a string cannot fail");
    }
    text
}

/// Returns characters as strings, and as numbers where a string cannot have them.
pub(super) fn string(text: &str) -> String {
    let mut parts: Vec<String> = Vec::new();
    let mut string = String::new();
    for c in text.chars() {
        if is_plain(c) {
            string.push(c);
            continue;
        }
        if !string.is_empty() {
            parts.push(format!("\"{}\"", std::mem::take(&mut string)));
        }
        parts.push(if c == '"' { "'\"'".to_owned() } else { format!("#x{:X}", c as u32) });
    }
    if !string.is_empty() {
        parts.push(format!("\"{string}\""));
    }
    parts.join(" ")
}

pub(super) fn set(set: &ValueSet) -> String {
    if let Some(single) = single(set) {
        return string(&single.to_string());
    }
    // A letter after a number could belong to it.
    let is_word = set.ranges().iter().all(|&(low, high)| is_word(low) && is_word(high));
    let value = |value: u32| match char::from_u32(value) {
        Some(c) if is_word => c.to_string(),
        _ => format!("#x{value:X}"),
    };
    let ranges = set.ranges().iter().map(|&(low, high)| match high - low {
        0 => value(low),
        1 => value(low) + &value(high),
        _ => format!("{}-{}", value(low), value(high)),
    });
    format!("[{}]", ranges.collect::<String>())
}

fn is_word(value: u32) -> bool {
    char::from_u32(value).is_some_and(|c| c.is_ascii_alphanumeric())
}

fn is_plain(c: char) -> bool {
    matches!(c, ' '..='~') && c != '"'
}
