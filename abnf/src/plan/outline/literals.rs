//! Alternatives that are literals, alone or beside rules: `"Z" / time-numoffset`.

use super::groups::core;
use super::sizes::{Size, single, size};
use crate::grammar::uses::references;
use crate::grammar::{Expr, Reference, RuleId, ValueSet};
use crate::plan::told::MAX_CHOICES;

/// A literal that is one of several alternatives.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Literal {
    /// The literal as ABNF.
    pub text: String,
    /// What a variant of an enum is called for it.
    pub variant: String,
    pub(super) expr: Expr<RuleId>,
}

/// A definition with alternatives that are literals.
pub(super) struct Found {
    before: Vec<Expr<RuleId>>,
    /// Whether the alternatives may be missing.
    is_optional: bool,
    alternatives: Vec<Result<Literal, RuleId>>,
    after: Vec<Expr<RuleId>>,
}

impl Found {
    pub(super) fn literal_count(&self) -> usize {
        self.alternatives.iter().filter(|it| it.is_ok()).count()
    }

    /// The definition with rules in place of the literals.
    pub(super) fn expr(self, rule: &mut impl FnMut(Literal) -> Expr<RuleId>) -> Expr<RuleId> {
        let alternatives = self.alternatives.into_iter().map(|it| match it {
            Ok(literal) => rule(literal),
            Err(rule) => Expr::Rule(rule),
        });
        let choice = Expr::alt(alternatives.collect::<Vec<_>>());
        let choice = if self.is_optional { Expr::option(choice) } else { choice };
        Expr::concat(self.before.into_iter().chain([choice]).chain(self.after))
    }
}

/// More alternatives than this are no enum.
pub(super) const MAX_ALTERNATIVES: usize = 64;

/// The only choice in a definition, if some of its alternatives are literals and the others
/// rules of more than a character. A choice of literals alone is the whole definition.
pub(super) fn literals(
    expr: &Expr<RuleId>,
    sizes: &[Size],
    literals_of: LiteralsOf,
) -> Option<Found> {
    let items = match expr {
        Expr::Concat(items) => items,
        whole => std::slice::from_ref(whole),
    };
    let mut choices = items.iter().enumerate().filter_map(|(index, item)| match item {
        Expr::Repeat { min: 0, max: Some(1), body } => match &**body {
            Expr::Alt(alternatives) => Some((index, true, alternatives)),
            _ => None,
        },
        Expr::Alt(alternatives) => Some((index, false, alternatives)),
        _ => None,
    });
    let (index, is_optional, alternatives) = choices.next().filter(|_| choices.next().is_none())?;
    if alternatives.len() > MAX_ALTERNATIVES {
        return None;
    }
    let of = |item: &Expr<RuleId>| match item {
        Expr::Rule(rule) if sizes[rule.index()].longest > 1 => Some(vec![Err(*rule)]),
        other => Some(literals_of(other)?.into_iter().map(Ok).collect()),
    };
    let alternatives = alternatives.iter().map(of).collect::<Option<Vec<_>>>()?.concat();
    let alternatives = without_repeated_literals(alternatives);
    let is_whole = items.len() == 1;
    let (before, after) = (items[..index].to_vec(), items[index + 1..].to_vec());
    let found = Found { before, is_optional, alternatives, after };
    let literals = found.literal_count();
    (literals > 0 && (is_whole || literals < found.alternatives.len())).then_some(found)
}

/// Alternatives that repeat, of which some are literals and the others have one rule each.
pub(super) struct Mixed {
    pub(super) choice: Expr<RuleId>,
    pub(super) alternatives: Vec<Result<Literal, RuleId>>,
}

/// The choices of literals and rules that repeat in a definition.
pub(super) fn mixed(expr: &Expr<RuleId>, sizes: &[Size]) -> Vec<Mixed> {
    let mut found: Vec<Mixed> = Vec::new();
    expr.walk(&mut |expr| {
        let Expr::Repeat { max, body, .. } = expr else { return };
        let [choice @ Expr::Alt(items)] = core(body, sizes) else { return };
        let is_known = found.iter().any(|known| known.choice == *choice);
        if *max != Some(1)
            && !is_known
            && found.len() < MAX_CHOICES
            && let Some(alternatives) = alternatives(items, sizes)
        {
            found.push(Mixed { choice: choice.clone(), alternatives });
        }
    });
    found
}

fn alternatives(items: &[Expr<RuleId>], sizes: &[Size]) -> Option<Vec<Result<Literal, RuleId>>> {
    let mut all = Vec::new();
    for item in items {
        if let Some(literals) = literals_of(item) {
            all.extend(literals.into_iter().map(Ok));
            continue;
        }
        let used = references(item).into_iter().filter(|rule| !sizes[rule.index()].is_nothing());
        match used.collect::<Vec<_>>()[..] {
            [rule] if sizes[rule.index()].tells() && !all.contains(&Err(rule)) => {
                all.push(Err(rule));
            }
            [] if size(item, sizes).is_blank => {}
            _ => return None,
        }
    }
    let all = without_repeated_literals(all);
    let is_mixed = all.iter().any(Result::is_ok) && all.iter().any(Result::is_err);
    (is_mixed && all.len() <= MAX_ALTERNATIVES).then_some(all)
}

/// The alternatives without literals that stand there already: `"AS"` after `"as"` adds nothing.
fn without_repeated_literals(
    alternatives: Vec<Result<Literal, RuleId>>,
) -> Vec<Result<Literal, RuleId>> {
    let mut distinct = Vec::new();
    for alternative in alternatives {
        if alternative.is_err() || !distinct.contains(&alternative) {
            distinct.push(alternative);
        }
    }
    distinct
}

/// Each of these literals once.
pub(super) fn distinct(literals: impl IntoIterator<Item = Literal>) -> Vec<Literal> {
    let all = without_repeated_literals(literals.into_iter().map(Ok).collect());
    all.into_iter().filter_map(Result::ok).collect()
}

/// The literals that an alternative stands for.
pub(super) type LiteralsOf = fn(&Expr<RuleId>) -> Option<Vec<Literal>>;

/// An alternative as one literal.
pub(super) fn itself(item: &Expr<RuleId>) -> Option<Vec<Literal>> {
    Some(vec![literal(item)?])
}

/// An alternative as one literal, or as several characters that were written as alternatives.
pub(super) fn literals_of(item: &Expr<RuleId>) -> Option<Vec<Literal>> {
    match item {
        Expr::Set(set) => marks(set),
        other => itself(other),
    }
}

/// A set of more characters than this is no choice of literals, and nor is one of digits.
const MAX_MARKS: usize = 8;

/// The characters of a small set as literals, if they are marks, or letters in both cases.
pub(super) fn marks(set: &ValueSet) -> Option<Vec<Literal>> {
    let ranges = set.ranges().iter();
    let count: u64 = ranges.clone().map(|&(low, high)| u64::from(high - low) + 1).sum();
    if count > 2 * MAX_MARKS as u64 {
        return None;
    }
    let mut marks = Vec::new();
    for c in ranges.flat_map(|&(low, high)| low..=high) {
        let c = u8::try_from(c).ok().filter(u8::is_ascii_graphic)?;
        let other = u32::from(c ^ 0x20);
        let has_other = set.ranges().iter().any(|&(low, high)| (low..=high).contains(&other));
        let value = u32::from(c);
        let set = match c {
            b'0'..=b'9' => return None,
            b'A'..=b'Z' if has_other => ValueSet::new([(value, value), (other, other)]),
            b'a'..=b'z' if has_other => continue,
            _ => ValueSet::single(value),
        };
        marks.push(literal(&Expr::Set(set))?);
    }
    (marks.len() <= MAX_MARKS).then_some(marks)
}

/// The literal that an expression is, if it is one.
pub(super) fn literal(expr: &Expr<RuleId>) -> Option<Literal> {
    let items = match expr {
        Expr::Concat(items) => items,
        whole => std::slice::from_ref(whole),
    };
    let characters = items.iter().map(|item| match item {
        Expr::Set(set) => single(set).and_then(char::from_u32),
        _ => None,
    });
    let text: String = characters.collect::<Option<_>>()?;
    let shown: Expr<Reference> = expr.map(&mut |_| unreachable!("a literal uses no rule"));
    let variant = variant(&text);
    Some(Literal { text: shown.to_string(), variant, expr: expr.clone() })
}

/// The name of the variant for a literal: its words, or the names of its characters.
fn variant(text: &str) -> String {
    let mut name = String::new();
    let mut begins_word = true;
    for c in text.chars() {
        if c.is_ascii_alphanumeric() {
            let shown = if begins_word { c.to_ascii_uppercase() } else { c.to_ascii_lowercase() };
            name.push(shown);
        } else if text.chars().count() <= MAX_NAMED || !text.contains(|c: char| c.is_alphanumeric())
        {
            name.push_str(character_name(c));
        }
        begins_word = !c.is_ascii_alphanumeric();
    }
    if name.starts_with(|c: char| c.is_ascii_uppercase()) && name != "Self" {
        name
    } else {
        format!("Literal{name}")
    }
}

/// Marks in longer literals only divide words.
const MAX_NAMED: usize = 2;

fn character_name(c: char) -> &'static str {
    match c {
        ' ' => "Space",
        '!' => "Exclamation",
        '"' => "Quote",
        '#' => "Hash",
        '$' => "Dollar",
        '%' => "Percent",
        '&' => "Ampersand",
        '\'' => "Apostrophe",
        '(' => "OpeningParenthesis",
        ')' => "ClosingParenthesis",
        '*' => "Asterisk",
        '+' => "Plus",
        ',' => "Comma",
        '-' => "Minus",
        '.' => "Dot",
        '/' => "Slash",
        ':' => "Colon",
        ';' => "Semicolon",
        '<' => "Less",
        '=' => "Equal",
        '>' => "Greater",
        '?' => "Question",
        '@' => "At",
        '[' => "OpeningBracket",
        '\\' => "Backslash",
        ']' => "ClosingBracket",
        '^' => "Caret",
        '_' => "Underscore",
        '`' => "Backtick",
        '{' => "OpeningBrace",
        '|' => "Bar",
        '}' => "ClosingBrace",
        '~' => "Tilde",
        _ => "Other",
    }
}
