//! GBNF, the grammars of llama.cpp.

use super::atoms::single;
use abnfc::grammar::ValueSet;
use std::fmt::Write as _;

/// llama.cpp refuses somewhat larger counts.
pub(super) const MAX_COUNT: u32 = 1000;

pub(super) fn grammar<'a>(start: &str, rules: impl Iterator<Item = (&'a str, &'a str)>) -> String {
    let mut text = format!("root ::= {start}\n");
    for (name, definition) in rules {
        writeln!(text, "{name} ::= {definition}").expect("writing to a string cannot fail");
    }
    text
}

pub(super) fn string(text: &str) -> String {
    format!("\"{}\"", text.chars().map(char).collect::<String>())
}

pub(super) fn set(set: &ValueSet) -> String {
    if let Some(single) = single(set) {
        return string(&single.to_string());
    }
    let ranges = set.ranges().iter().map(|&(low, high)| match high - low {
        0 => value(low),
        1 => value(low) + &value(high),
        _ => format!("{}-{}", value(low), value(high)),
    });
    format!("[{}]", ranges.collect::<String>())
}

pub(super) fn count(min: u32, max: Option<u32>) -> String {
    match max {
        None => format!("{{{min},}}"),
        Some(max) if min == max => format!("{{{min}}}"),
        Some(max) => format!("{{{min},{max}}}"),
    }
}

fn value(value: u32) -> String {
    // Surrogates are not in sets of characters.
    char::from_u32(value).map_or_else(|| format!("\\u{value:04X}"), char)
}

/// Returns a character, escaped if it has a meaning in strings or sets.
fn char(c: char) -> String {
    match c {
        ' ' | '!' | '#'..=',' | '.'..='@' | 'A'..='Z' | '_'..='~' => c.to_string(),
        '\0'..='\u{FF}' => format!("\\x{:02X}", c as u32),
        '\u{100}'..='\u{FFFF}' => format!("\\u{:04X}", c as u32),
        // Converters of such grammars do not read numbers of eight digits.
        _ => c.to_string(),
    }
}
