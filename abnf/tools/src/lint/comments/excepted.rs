//! What a comment excepts: `except "=", SP and %d34 (")`.

use super::super::languages::Languages;
use super::wordings::after_except;
use abnfc::grammar::{Encoding, Expr, RuleId, ValueSet};

/// The items that a comment excepts, at least one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Excepted {
    pub(super) items: Vec<Item>,
    /// Whether the comment ends after the last item, so that nothing else is excepted.
    pub(super) is_all: bool,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Item {
    /// As in the comment.
    pub(super) written: String,
    pub(super) meaning: Expr<RuleId>,
}

impl Excepted {
    /// Returns the excepted characters, if all items are such.
    pub(super) fn characters(&self) -> Option<ValueSet> {
        let mut all = ValueSet::new([]);
        for item in &self.items {
            let Expr::Set(set) = &item.meaning else { return None };
            all = all.union(set);
        }
        Some(all)
    }

    /// Returns an expression that has the excepted texts.
    pub(super) fn texts(&self) -> Expr<RuleId> {
        Expr::alt(self.items.iter().map(|item| item.meaning.clone()))
    }
}

/// The texts of the rules, and the values of its rules that have only single values.
#[derive(Clone, Copy)]
pub(super) struct Known<'a> {
    pub(super) languages: &'a Languages<'a>,
    pub(super) values: &'a [Option<ValueSet>],
}

/// Returns the items that directly follow `except` in the comment of a rule, with commas, `and`
/// or `or` between them.
pub(super) fn excepted(known: Known<'_>, rule: RuleId, comment: &str) -> Option<Excepted> {
    let lower = comment.to_ascii_lowercase();
    let mut rest = &comment[comment.len() - after_except(&lower).len()..];
    let mut items = Vec::new();
    while let Some((meaning, length)) = item(known, rest) {
        let (written, after) = rest.split_at(length);
        if known.languages.grammar.find(written) != Some(rule) {
            items.push(Item { written: written.into(), meaning });
        }
        rest = after_separator(after);
    }
    let is_all = rest.trim_matches(['.', ')', ' ', '\t']).is_empty();
    (!items.is_empty()).then_some(Excepted { items, is_all })
}

/// Skips an explanation in parentheses, and a separator.
fn after_separator(rest: &str) -> &str {
    let rest = rest.trim_start();
    let explained = rest.strip_prefix('(').and_then(|it| it.split_once(')'));
    let rest = explained.map_or(rest, |(_, after)| after.trim_start());
    let rest = rest.strip_prefix(',').unwrap_or(rest).trim_start();
    ["and ", "or "].iter().find_map(|it| rest.strip_prefix(it)).unwrap_or(rest).trim_start()
}

/// Returns the meaning and the length of the item at the start of a text.
fn item(known: Known<'_>, rest: &str) -> Option<(Expr<RuleId>, usize)> {
    match rest.as_bytes().first()? {
        b'"' => quoted(rest, '"'),
        b'\'' => quoted(rest, '\''),
        b'%' => number(known.languages.grammar.encoding, rest),
        _ => named(known, rest),
    }
}

/// In single quotes, the case of letters matters.
fn quoted(rest: &str, quote: char) -> Option<(Expr<RuleId>, usize)> {
    let inside = &rest[1..];
    // The quote itself can be between quotes.
    let is_itself = inside.starts_with(quote) && inside[1..].starts_with(quote);
    let end = if is_itself { 1 } else { inside.find(quote)? };
    let text = &inside[..end];
    if text.is_empty() || !text.bytes().all(|byte| matches!(byte, b' '..=b'~')) {
        return None;
    }
    let both = |c: char| match quote {
        '"' => [c.to_ascii_lowercase(), c.to_ascii_uppercase()],
        _ => [c; 2],
    };
    let values = |c: char| ValueSet::new(both(c).map(|c| (u32::from(c), u32::from(c))));
    Some((Expr::concat(text.chars().map(|c| Expr::Set(values(c)))), end + 2))
}

/// A value or a range of values.
fn number(encoding: Encoding, rest: &str) -> Option<(Expr<RuleId>, usize)> {
    let radix = match rest.as_bytes().get(1)?.to_ascii_lowercase() {
        b'x' => 16,
        b'd' => 10,
        b'b' => 2,
        _ => return None,
    };
    let end = rest[2..].find(|c: char| !c.is_ascii_alphanumeric() && !matches!(c, '-' | '.'));
    let end = end.map_or(rest.len(), |end| end + 2);
    let digits = rest[2..end].trim_end_matches('.');
    let (low, high) = digits.split_once('-').unwrap_or((digits, digits));
    let value = |digits| {
        let value = u32::from_str_radix(digits, radix).ok()?;
        let is_value = match encoding {
            Encoding::Octets => value <= 0xFF,
            Encoding::Utf8 => char::from_u32(value).is_some(),
        };
        is_value.then_some(value)
    };
    let (low, high) = (value(low)?, value(high)?);
    // A range with surrogates inside would not be one range of characters.
    let is_range = low <= high && !(low < 0xD800 && 0xDFFF < high);
    is_range.then(|| (Expr::Set(ValueSet::new([(low, high)])), 2 + digits.len()))
}

/// A rule, or the plural of its name. A set of characters means these characters: texts `except CTLs or
/// separators` do not contain any.
fn named(Known { languages, values }: Known<'_>, rest: &str) -> Option<(Expr<RuleId>, usize)> {
    let grammar = languages.grammar;
    let end = rest.find(|c: char| !c.is_ascii_alphanumeric() && c != '-').unwrap_or(rest.len());
    let word = &rest[..end];
    let singular = || word.strip_suffix('s').and_then(|it| grammar.find(it));
    let rule = grammar.find(word).or_else(singular)?;
    let set = values[rule.index()].as_ref();
    Some((set.map_or(Expr::Rule(rule), |set| Expr::Set(set.clone())), end))
}
