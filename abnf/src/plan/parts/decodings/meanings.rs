//! Checks that each text of a piece has its meaning.

use super::wrong;
use crate::automata::decodable::{NoSuffixes, Suffixes, numeral_in, other_than, suffixes};
use crate::automata::dfa::Dfa;
use crate::automata::numerals::{NoNumber, Notation, Signs, numbers};
use crate::automata::prefixes::by_longest_prefix;
use crate::automata::rules::{Automata, too_large};
use crate::automata::shortest_paths::{Paths, preferred};
use crate::budget::Budget;
use crate::bytes::escapes::quoted;
use crate::diagnostic::Diagnostic;
use crate::grammar::{Encoding, RuleId};
use crate::plan::context::Context;
use crate::plan::exports::named::NamedRule;
use crate::spec::{Meaning, NumberedUnit, PieceSpec, Rest};

/// A piece whose texts have their meaning.
pub(super) struct Checked {
    /// The meaning. Dropped bytes include prefixes, and longer prefixes come first. A number is one
    /// of UTF-16 only if it can be a surrogate, and one of a byte only if that can be beyond ASCII.
    pub(super) meaning: Meaning,
    /// The texts of each meaning, in the order of the spec.
    pub(super) cases: Vec<(Dfa, Meaning)>,
}

/// Checks that each text of a piece has its meaning.
pub(super) fn check(
    context: Context<'_>,
    automata: &Automata,
    rule: &NamedRule,
    (id, piece): (RuleId, &PieceSpec),
) -> Result<Checked, Diagnostic> {
    let Context { grammar, limits, .. } = context;
    let dfa = automata.dfa(id).map_err(|error| {
        let why = format!("its piece `{}` has no automaton: {}", piece.rule, error.message);
        wrong(rule, &why)
    })?;
    if dfa.is_accepting(Dfa::START) {
        let why = format!("its piece `{}` matches the empty text", piece.rule);
        return Err(wrong(rule, &why));
    }
    let known = piece.meaning.cases();
    let prefixes: Vec<&[u8]> = known.iter().map(|(prefix, _)| prefix.as_bytes()).collect();
    let languages = by_longest_prefix(dfa, &prefixes, &mut Budget::of_rule(limits));
    let mut languages = languages.map_err(|why| too_large(grammar, id, why, limits))?;
    if let Some(others) = languages.pop().filter(|others| !others.is_empty()) {
        let text = Paths::new(&others, &preferred()).from(Dfa::START);
        let (text, name) = (quoted(&text), &piece.rule);
        return Err(wrong(rule, &format!("the text {text} of its piece `{name}` has no meaning"))
            .hint("a meaning without `after` is for the texts that begin otherwise"));
    }
    let mut cases = Vec::new();
    for ((prefix, meaning), language) in known.into_iter().zip(languages) {
        if language.is_empty() && !dfa.is_empty() {
            let (prefix, name) = (quoted(prefix.as_bytes()), &piece.rule);
            let why = format!("no text of its piece `{name}` has the meaning after {prefix}");
            return Err(wrong(rule, &why).hint("remove this meaning"));
        }
        let meaning = of_case(context, rule, (id, piece), &language, (prefix, meaning))?;
        cases.push((prefix, (language, meaning)));
    }
    let mut by_length: Vec<(String, Meaning)> =
        cases.iter().map(|(prefix, (_, it))| ((*prefix).to_owned(), it.clone())).collect();
    by_length.sort_by_key(|(prefix, _)| std::cmp::Reverse(prefix.len()));
    let meaning = match &piece.meaning {
        Meaning::ByPrefix(_) => Meaning::ByPrefix(by_length),
        Meaning::Fixed(_) | Meaning::Read { .. } => by_length.remove(0).1,
    };
    let cases = cases.into_iter().map(|(_, case)| case).collect();
    Ok(Checked { meaning, cases })
}

/// Checks that each text of a piece with a prefix has this meaning. Returns the meaning of the whole
/// text.
fn of_case(
    context: Context<'_>,
    rule: &NamedRule,
    (id, piece): (RuleId, &PieceSpec),
    dfa: &Dfa,
    (prefix, meaning): (&str, &Meaning),
) -> Result<Meaning, Diagnostic> {
    let Context { grammar, limits, .. } = context;
    let Meaning::Read { drop, rest } = meaning else { return Ok(meaning.clone()) };
    let drop = &(prefix.len() + drop);
    if dfa.is_empty() {
        return Ok(Meaning::Read { drop: *drop, rest: rest.clone() });
    }
    let refused = |text: &[u8], why: &str| {
        let text = quoted(text);
        wrong(rule, &format!("the text {text} of its piece `{}` {why}", piece.rule))
    };
    let suffixes = suffixes(dfa, *drop, &mut Budget::of_rule(limits));
    let suffixes = suffixes.map_err(|error| match error {
        NoSuffixes::TooShort(text) => refused(&text, &format!("has fewer than {drop} bytes")),
        NoSuffixes::TooLarge(why) => too_large(grammar, id, why, limits),
    })?;
    let refused = |suffix: &[u8], why: &str| refused(&suffixes.whole(dfa, suffix), why);
    if let (Encoding::Utf8, Some(text)) = (grammar.encoding, suffixes.inside_of_character()) {
        return Err(refused(&text, &format!("has a character across byte {drop}")));
    }
    let rest = match rest {
        Rest::Itself => Rest::Itself,
        Rest::OneOf(texts) => {
            one_of(rule, piece, &suffixes, texts, &refused)?;
            Rest::OneOf(texts.clone())
        }
        Rest::Number { radix, unit } => {
            let unit = number(&suffixes.dfa, *radix, *unit, &refused)?;
            Rest::Number { radix: *radix, unit }
        }
    };
    Ok(Meaning::Read { drop: *drop, rest })
}

/// The error about a text of a piece, from its bytes after the dropped ones.
type Refused<'a> = dyn Fn(&[u8], &str) -> Diagnostic + 'a;

/// Checks that a map has exactly the texts of a piece.
fn one_of(
    rule: &NamedRule,
    piece: &PieceSpec,
    suffixes: &Suffixes,
    texts: &[(String, String)],
    refused: &Refused<'_>,
) -> Result<(), Diagnostic> {
    let keys: Vec<&str> = texts.iter().map(|(key, _)| key.as_str()).collect();
    if let Some(text) = other_than(&suffixes.dfa, &keys) {
        return Err(refused(&text, &format!("is not in the map, which lacks {}", quoted(&text))));
    }
    match keys.into_iter().find(|key| suffixes.dfa.check(key.as_bytes()).is_err()) {
        None => Ok(()),
        Some(key) => {
            let (key, piece) = (quoted(key.as_bytes()), &piece.rule);
            Err(wrong(rule, &format!("no text of its piece `{piece}` is {key} of the map"))
                .hint("the keys of a map are texts without the dropped bytes"))
        }
    }
}

/// Checks that each text is the number of a unit. A byte that is ASCII, and a unit of UTF-16 that
/// is no surrogate, is a character.
fn number(
    dfa: &Dfa,
    radix: u8,
    unit: NumberedUnit,
    refused: &Refused<'_>,
) -> Result<NumberedUnit, Diagnostic> {
    let notation = Notation { radix, signs: Signs::Never };
    let greatest = unit.greatest();
    let found = numbers(dfa, notation, [greatest.into(), 0]).map_err(|witness| match witness {
        NoNumber::Other(text) => refused(&text, &format!("has no number in radix {radix}")),
        NoNumber::TooLarge(text) => {
            refused(&text, &format!("has a number above {greatest}, the greatest"))
        }
    })?;
    let surrogate = || numeral_in(dfa, radix, 0xD800..=0xDFFF);
    match unit {
        NumberedUnit::Byte => {
            let is_ascii = found.positive.is_none_or(|it| it.greatest.magnitude <= 0x7F);
            Ok(if is_ascii { NumberedUnit::Char } else { unit })
        }
        NumberedUnit::Utf16 => Ok(surrogate().map_or(NumberedUnit::Char, |_| unit)),
        NumberedUnit::Char => match surrogate() {
            None => Ok(unit),
            Some(text) => Err(refused(&text, "is a surrogate, not a character")
                .hint("write `as = \"utf16\"` if two such numbers are one character")),
        },
    }
}
