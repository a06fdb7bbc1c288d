//! Text as TOML spells it.

use std::fmt::Write as _;

/// A basic string of TOML.
pub(crate) fn quoted(text: &str) -> String {
    let mut quoted = String::from("\"");
    for c in text.chars() {
        match c {
            '"' | '\\' => quoted.extend(['\\', c]),
            c if c.is_control() => {
                write!(quoted, "\\u{:04X}", u32::from(c)).expect("a string takes all");
            }
            c => quoted.push(c),
        }
    }
    quoted.push('"');
    quoted
}
