//! Alternatives that are literals, alone or beside rules: `"Z" / time-numoffset`.

use super::sizes::{Size, single};
use crate::grammar::{Expr, Reference, RuleId};

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
const MAX_ALTERNATIVES: usize = 64;

/// The only choice in a definition, if some of its alternatives are literals and the others
/// rules of more than a character. A choice of literals alone is the whole definition.
pub(super) fn literals(expr: &Expr<RuleId>, sizes: &[Size]) -> Option<Found> {
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
        Expr::Rule(rule) if sizes[rule.index()].longest > 1 => Some(Err(*rule)),
        other => literal(other).map(Ok),
    };
    let alternatives = alternatives.iter().map(of).collect::<Option<Vec<_>>>()?;
    let is_whole = items.len() == 1;
    let (before, after) = (items[..index].to_vec(), items[index + 1..].to_vec());
    let found = Found { before, is_optional, alternatives, after };
    let literals = found.literal_count();
    (literals > 0 && (is_whole || literals < found.alternatives.len())).then_some(found)
}

/// The literal that an expression is, if it is one.
fn literal(expr: &Expr<RuleId>) -> Option<Literal> {
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
