//! A regular expression as text, for one of several engines.

use super::Regex;
use abnfc::grammar::{Encoding, ValueSet};
use std::fmt::Write as _;

/// An engine for regular expressions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Flavour {
    /// The crate `regex`; `regex::bytes` if values are bytes above 7F.
    Rust,
    /// PCRE2, Perl and similar engines; with `(*UTF)` if values are code points above 7F.
    Pcre,
    /// ECMAScript; with the flag `u` if values are code points above 7F. If values are bytes, each byte is
    /// the character of the same number.
    JavaScript,
    /// Extended regular expressions of POSIX, in the locale `C`.
    Posix,
}

/// Returns the expression between anchors, or the construct that the engine lacks.
pub(super) fn write(
    regex: &Regex,
    values: Encoding,
    flavour: Flavour,
) -> Result<String, &'static str> {
    let max = greatest(regex);
    let has_more_than_ascii = 0x7F < max;
    let (before, after) = match flavour {
        Flavour::Rust if has_more_than_ascii && values == Encoding::Octets => ("(?-u)\\A", "\\z"),
        Flavour::Pcre if has_more_than_ascii && values == Encoding::Utf8 => ("(*UTF)\\A", "\\z"),
        Flavour::Rust | Flavour::Pcre => ("\\A", "\\z"),
        Flavour::JavaScript | Flavour::Posix => ("^", "$"),
    };
    let mut out = before.to_owned();
    match regex {
        Regex::Alt(_) => group(regex, flavour, &mut out)?,
        _ => alternation(regex, flavour, &mut out)?,
    }
    out.push_str(after);
    Ok(out)
}

/// Returns the highest value that occurs.
pub(super) fn greatest(regex: &Regex) -> u32 {
    match regex {
        Regex::Nothing | Regex::Empty => 0,
        Regex::Set(set) => set.max().unwrap_or(0),
        Regex::Concat(items) | Regex::Alt(items) => items.iter().map(greatest).max().unwrap_or(0),
        Regex::Repeat(_, _, body) => greatest(body),
    }
}

/// Writes an expression in a position where alternatives need no brackets.
fn alternation(regex: &Regex, flavour: Flavour, out: &mut String) -> Result<(), &'static str> {
    let Regex::Alt(items) = regex else { return concatenation(regex, flavour, out) };
    for (index, item) in items.iter().enumerate() {
        if 0 < index {
            out.push('|');
        }
        concatenation(item, flavour, out)?;
    }
    Ok(())
}

/// Writes an expression in a position where a concatenation needs no brackets.
fn concatenation(regex: &Regex, flavour: Flavour, out: &mut String) -> Result<(), &'static str> {
    match regex {
        Regex::Concat(items) => items.iter().try_for_each(|item| repetition(item, flavour, out)),
        regex => repetition(regex, flavour, out),
    }
}

/// Writes an expression in a position where a repetition needs no brackets.
fn repetition(regex: &Regex, flavour: Flavour, out: &mut String) -> Result<(), &'static str> {
    let Regex::Repeat(min, max, body) = regex else { return atom(regex, flavour, out) };
    let most = match flavour {
        Flavour::Posix => 255,
        Flavour::Pcre => 65_535,
        Flavour::Rust | Flavour::JavaScript => u32::MAX,
    };
    if most < max.unwrap_or(*min) {
        return Err(match flavour {
            Flavour::Posix => "a count above 255, the most that POSIX promises",
            _ => "a count above 65535, the most in PCRE",
        });
    }
    atom(body, flavour, out)?;
    match (min, max) {
        (0, None) => out.push('*'),
        (1, None) => out.push('+'),
        (0, Some(1)) => out.push('?'),
        (min, None) => put(out, format_args!("{{{min},}}")),
        (min, Some(max)) if min == max => put(out, format_args!("{{{min}}}")),
        (min, Some(max)) => put(out, format_args!("{{{min},{max}}}")),
    }
    Ok(())
}

/// Writes an expression that an operator of repetition can follow.
fn atom(regex: &Regex, flavour: Flavour, out: &mut String) -> Result<(), &'static str> {
    match regex {
        Regex::Set(set) => self::set(set, flavour, out),
        Regex::Nothing => match flavour {
            Flavour::Posix => Err("the empty language, which POSIX expressions cannot express"),
            Flavour::Rust => {
                out.push_str("[^\\s\\S]");
                Ok(())
            }
            Flavour::Pcre | Flavour::JavaScript => {
                out.push_str("(?!)");
                Ok(())
            }
        },
        // The whole expression is empty.
        Regex::Empty => Ok(()),
        Regex::Concat(_) | Regex::Alt(_) | Regex::Repeat(..) => group(regex, flavour, out),
    }
}

fn group(regex: &Regex, flavour: Flavour, out: &mut String) -> Result<(), &'static str> {
    out.push_str(if flavour == Flavour::Posix { "(" } else { "(?:" });
    alternation(regex, flavour, out)?;
    out.push(')');
    Ok(())
}

fn set(set: &ValueSet, flavour: Flavour, out: &mut String) -> Result<(), &'static str> {
    let ranges = set.ranges();
    if flavour == Flavour::Posix {
        return posix_set(ranges, out);
    }
    if let [(low, high)] = ranges
        && low == high
    {
        let special =
            if flavour == Flavour::JavaScript { r"^$\.*+?()[]{}|/" } else { r"^$\.*+?()[]{}|" };
        put_value(*low, special, flavour, out);
        return Ok(());
    }
    // In Rust, two of `&`, `~` or `-` are an operator.
    let special = if flavour == Flavour::Rust { r"\]^-[&~" } else { r"\]^-[" };
    out.push('[');
    for &(low, high) in ranges {
        put_value(low, special, flavour, out);
        if low != high {
            if low + 1 < high {
                out.push('-');
            }
            put_value(high, special, flavour, out);
        }
    }
    out.push(']');
    Ok(())
}

/// Writes one value, with an escape if it is a special character or not printable.
fn put_value(value: u32, special: &str, flavour: Flavour, out: &mut String) {
    match char::from_u32(value) {
        Some(char) if special.contains(char) => out.extend(['\\', char]),
        Some(char @ ' '..='~') => out.push(char),
        _ => put_number(value, flavour, out),
    }
}

fn put_number(value: u32, flavour: Flavour, out: &mut String) {
    match flavour {
        _ if value <= 0xFF => put(out, format_args!("\\x{value:02X}")),
        Flavour::JavaScript => put(out, format_args!("\\u{{{value:X}}}")),
        Flavour::Rust | Flavour::Pcre | Flavour::Posix => {
            put(out, format_args!("\\x{{{value:X}}}"));
        }
    }
}

/// Writes a set for POSIX: nothing is escaped in brackets, but three characters have fixed positions.
fn posix_set(ranges: &[(u32, u32)], out: &mut String) -> Result<(), &'static str> {
    const LACKS: &str = "byte 00 or a value above 7F, which POSIX expressions cannot express";
    let mut members: Vec<(char, char)> = Vec::new();
    for &(low, high) in ranges {
        let char = |value: u32| {
            char::from_u32(value).filter(|char| char.is_ascii() && *char != '\0').ok_or(LACKS)
        };
        members.push((char(low)?, char(high)?));
    }
    if let [(low, high)] = members[..]
        && low == high
    {
        if r"^$\.*+?()[]{}|".contains(low) {
            out.push('\\');
        }
        out.push(low);
        return Ok(());
    }
    // Special characters at the ends of a range are written separately.
    let is_special = |char: char| matches!(char, ']' | '^' | '-' | '[');
    let mut special: Vec<char> = Vec::new();
    let mut plain = String::new();
    for (mut low, mut high) in members {
        while low <= high && is_special(low) {
            special.push(low);
            low = next(low);
        }
        while low < high && is_special(high) {
            special.push(high);
            high = before(high);
        }
        match (low, high) {
            (low, high) if high < low => (),
            (low, high) if low == high => plain.push(low),
            (low, high) => plain.extend([low, '-', high]),
        }
    }
    let has = |char: char| if special.contains(&char) { Some(char) } else { None };
    out.push('[');
    out.extend(has(']'));
    out.push_str(&plain);
    out.extend(has('['));
    // `^` is not first; alone, it is not written as a set.
    out.extend(has('^'));
    out.extend(has('-'));
    out.push(']');
    if plain.is_empty() && has(']').is_none() && has('[').is_none() {
        // `^` and `-` alone.
        out.truncate(out.len() - "[^-]".len());
        out.push_str("[-^]");
    }
    Ok(())
}

fn next(char: char) -> char {
    char::from_u32(u32::from(char) + 1).unwrap_or(char)
}

fn before(char: char) -> char {
    char::from_u32(u32::from(char) - 1).unwrap_or(char)
}

fn put(out: &mut String, words: std::fmt::Arguments<'_>) {
    out.write_fmt(words).expect("writing to a string cannot fail");
}
