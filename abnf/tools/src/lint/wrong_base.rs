//! Finds numbers that are probably in the wrong base: `%x48-57` has the decimal numbers of the digits,
//! `%d30-39` the hexadecimal ones.
//!
//! Only unlikely numbers are reported: those of the common sets of characters and line ends, in the
//! wrong base.

use super::Subject;
use abnfc::diagnostic::{Code, Diagnostic, report};
use abnfc::grammar::syntax::Node;

/// Decimal numbers that are written after `%x`, with the likely meaning.
const DECIMAL: &[(&str, &str)] = &[
    ("48-57", "the digits are %x30-39"),
    ("49-57", "the digits from 1 on are %x31-39"),
    ("65-90", "the upper-case letters are %x41-5A"),
    ("97-122", "the lower-case letters are %x61-7A"),
    ("65-70", "the letters from A to F are %x41-46"),
    ("97-102", "the letters from a to f are %x61-66"),
    ("32-126", "the printable characters are %x20-7E"),
    ("33-126", "the visible characters are %x21-7E"),
    ("128-255", "the octets beyond ASCII are %x80-FF"),
    ("0-127", "the characters of ASCII are %x00-7F"),
    ("1-127", "the characters of ASCII except NUL are %x01-7F"),
    ("0-255", "all octets are %x00-FF"),
    ("13.10", "a line end is %x0D.0A"),
];

/// Hexadecimal numbers that are written after `%d`.
const HEXADECIMAL: &[(&str, &str)] = &[
    ("30-39", "the digits are %d48-57"),
    ("31-39", "the digits from 1 on are %d49-57"),
    ("41-46", "the letters from A to F are %d65-70"),
    ("61-66", "the letters from a to f are %d97-102"),
];

/// Adds a warning for each of these numbers.
pub(super) fn numbers(subject: &Subject<'_>, found: &mut Vec<Diagnostic>) {
    for rule in &subject.rules.rules {
        rule.node.walk(&mut |node| number(subject, node, found));
    }
}

fn number(subject: &Subject<'_>, node: &Node, found: &mut Vec<Diagnostic>) {
    match node {
        Node::Range { span, .. } | Node::Values { span, .. } => {
            let written = &subject.text[span.start as usize..span.end as usize];
            let Some((base, digits)) = written.split_at_checked(2) else { return };
            let (table, is_written, is_meant) = match base {
                "%x" | "%X" => (DECIMAL, "hexadecimal", "decimal"),
                "%d" | "%D" => (HEXADECIMAL, "decimal", "hexadecimal"),
                _ => return,
            };
            // Leading zeros do not change the value.
            let plain = plain(digits);
            let Some((_, meant)) = table.iter().find(|(known, _)| *known == plain) else { return };
            let message = format!("`{written}` is {is_written}, and looks {is_meant}");
            let warning = Diagnostic::warning(Code::WrongBase, message).at(*span, "");
            report(found, warning.hint(*meant));
        }
        _ => (),
    }
}

/// Returns the numbers without leading zeros.
fn plain(number: &str) -> String {
    let trimmed = |number: &str| {
        let digits = number.trim_start_matches('0');
        if digits.is_empty() { "0".to_owned() } else { digits.to_owned() }
    };
    for separator in ['-', '.'] {
        if let Some((first, last)) = number.split_once(separator) {
            return format!("{}{separator}{}", trimmed(first), trimmed(last));
        }
    }
    trimmed(number)
}
