//! The grammars of Lark, and the dialect of llguidance.

use super::atoms::single;
use abnfc::grammar::ValueSet;
use std::fmt::Write as _;

/// Lark writes repetitions out.
pub(super) const MAX_COUNT: u32 = 1000;

pub(super) fn grammar<'a>(start: &str, rules: impl Iterator<Item = (&'a str, &'a str)>) -> String {
    let mut text = format!("start: {start}\n");
    for (name, definition) in rules {
        let space = if definition.is_empty() { "" } else { " " };
        writeln!(text, "{name}:{space}{definition}").expect("writing to a string cannot fail");
    }
    text
}

/// Returns one character as a string or a regular expression.
pub(super) fn set(set: &ValueSet) -> String {
    let plain = |c: &char| matches!(c, ' ' | '!' | '#'..='[' | ']'..='~');
    // Not `"q"i`: llguidance does not read `"q"i~1..2`.
    if let Some(single) = single(set).filter(plain) {
        return format!("\"{single}\"");
    }
    let ranges = set.ranges().iter().map(|&(low, high)| match high - low {
        0 => value(low),
        1 => value(low) + &value(high),
        _ => format!("{}-{}", value(low), value(high)),
    });
    format!("/[{}]/", ranges.collect::<String>())
}

/// Returns the operator of a repetition. `None` without a maximum.
pub(super) fn count(min: u32, max: Option<u32>) -> Option<String> {
    let max = max?;
    Some(if min == max { format!("~{min}") } else { format!("~{min}..{max}") })
}

/// Returns a character in a set of a regular expression.
fn value(value: u32) -> String {
    match char::from_u32(value) {
        Some(c @ (' ' | '<' | '>')) => c.to_string(),
        Some(c) if c.is_ascii_alphanumeric() => c.to_string(),
        // Lark decodes numbers before it compiles the expression, so they do not protect a sign.
        Some(c) if c.is_ascii_punctuation() => format!("\\{c}"),
        _ if value <= 0xFF => format!("\\x{value:02X}"),
        _ if value <= 0xFFFF => format!("\\u{value:04X}"),
        _ => format!("\\U{value:08X}"),
    }
}
