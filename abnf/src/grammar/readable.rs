//! One text of a rule for people to read: an example in documentation, not a test.
//!
//! The text follows the definition. It has one part of each option, words of three letters, lower case,
//! and letters rather than digits, and digits rather than marks. Of several alternatives, it has the
//! first one with a letter whose text is not long, or else the first one that is not long, or else the
//! shortest one. Repetitions of white space are as short as possible.
//!
//! The result is deterministic. It is not always a text of the rule: restrictions are not part of
//! definitions. The caller must check it.

use crate::grammar::{Encoding, Expr, Resolved, RuleId, ValueSet};
use std::collections::{BTreeMap, BTreeSet};

/// The maximum number of expressions that are visited.
const MAX_STEPS: usize = 20_000;

/// The maximum number of rules and groups around one another.
const MAX_DEPTH: usize = 100;

/// Longer texts of alternatives are avoided.
const LONG: usize = 24;

/// Longer texts are not for people.
const MAX_LENGTH: usize = 120;

/// Longer texts have no options that can be left out.
const VERY_LONG: usize = 80;

/// The digits of numbers of one digit, two digits, and more: those of a month or an hour, and of a year.
const DIGITS: [&[u8]; 3] = [b"2", b"12", b"2024"];

/// Returns a readable text of a rule. `None` if none was found within the limits: in particular, for
/// rules that need prose, and for rules without short texts.
#[must_use]
pub fn readable(grammar: &Resolved, rule: RuleId) -> Option<Vec<u8>> {
    let (known, open) = (BTreeMap::new(), BTreeSet::new());
    let mut writer = Writer { grammar, extent: Extent::Rich, known, open, steps: 0 };
    let rich = writer.rule(rule, 0);
    let text = match rich {
        Some(text) if text.len() <= VERY_LONG => text,
        rich => writer.lean(&grammar[rule].expr, 0).or(rich)?,
    };
    Some(match grammar.encoding {
        Encoding::Utf8 => text.into_iter().collect::<String>().into_bytes(),
        Encoding::Octets => {
            let bytes = text.into_iter().map(|value| u8::try_from(u32::from(value)));
            bytes.collect::<Result<_, _>>().ok()?
        }
    })
}

/// A text as characters. In grammars of octets, a character is the octet of its number.
type Text = Vec<char>;

/// Whether texts have the options that they can do without.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Extent {
    Rich,
    Lean,
}

struct Writer<'a> {
    grammar: &'a Resolved,
    extent: Extent,
    /// The texts of finished rules.
    known: BTreeMap<(RuleId, Extent), Text>,
    /// The rules around the expression.
    open: BTreeSet<RuleId>,
    steps: usize,
}

impl<'a> Writer<'a> {
    /// Returns the text of an expression without options.
    fn lean(&mut self, expr: &'a Expr<RuleId>, depth: usize) -> Option<Text> {
        let own = std::mem::replace(&mut self.extent, Extent::Lean);
        let text = self.expr(expr, depth + 1);
        self.extent = own;
        text
    }

    fn rule(&mut self, rule: RuleId, depth: usize) -> Option<Text> {
        if let Some(known) = self.known.get(&(rule, self.extent)) {
            return Some(known.clone());
        }
        // A text that contains one of the same rule would never end.
        if !self.open.insert(rule) {
            return None;
        }
        let grammar = self.grammar;
        let text = self.expr(&grammar[rule].expr, depth + 1);
        self.open.remove(&rule);
        self.known.extend(text.clone().map(|text| ((rule, self.extent), text)));
        text
    }

    fn expr(&mut self, expr: &'a Expr<RuleId>, depth: usize) -> Option<Text> {
        self.steps += 1;
        if MAX_STEPS < self.steps || MAX_DEPTH < depth {
            return None;
        }
        let text = match expr {
            Expr::Empty => Text::new(),
            Expr::Set(set) => vec![Members::new(&[set]).at(0)?],
            Expr::Rule(rule) => self.rule(*rule, depth)?,
            Expr::Concat(items) => {
                let mut text = Text::new();
                for item in items {
                    // A word continues.
                    let is_letter = |c: &&char| c.is_ascii_alphabetic();
                    let before = text.iter().rev().take_while(is_letter).count();
                    let more = match item {
                        Expr::Repeat { min, max, body } => {
                            self.word(*min, *max, body, before, depth)
                        }
                        _ => None,
                    };
                    text.extend(match more {
                        Some(more) => more,
                        None => self.expr(item, depth + 1)?,
                    });
                }
                text
            }
            Expr::Alt(items) => self.alternative(items, depth)?,
            Expr::Repeat { min, max, body } => self.repeated(*min, *max, body, depth)?,
            Expr::Prose(_) | Expr::Error => return None,
        };
        (text.len() <= MAX_LENGTH).then_some(text)
    }

    /// Returns the text of the best alternative. Alternatives of one character are one alternative.
    fn alternative(&mut self, items: &'a [Expr<RuleId>], depth: usize) -> Option<Text> {
        let mut merged = Vec::new();
        let (mut texts, mut others) = (Vec::new(), Vec::new());
        for item in items {
            if let Some(more) = sets(self.grammar, item, depth, &mut self.steps) {
                merged.extend(more);
                continue;
            }
            match self.expr(item, depth + 1) {
                Some(text) if text.len() <= LONG => texts.push(text),
                text => others.extend(self.lean(item, depth).or(text)),
            }
        }
        if let Some(one) = Members::new(&merged).at(0) {
            let is_better = one.is_ascii_alphabetic() || texts.is_empty();
            texts.insert(if is_better { 0 } else { texts.len() }, vec![one]);
        }
        let is_short = |text: &&Text| text.len() <= LONG && !text.is_empty();
        let has_letter = |text: &&Text| text.iter().any(char::is_ascii_alphabetic);
        let short = || texts.iter().chain(&others).filter(is_short);
        let chosen = short().find(has_letter).or_else(|| short().next());
        let shortest = || texts.iter().chain(&others).min_by_key(|text| text.len());
        chosen.or_else(shortest).cloned()
    }

    fn repeated(
        &mut self,
        min: u32,
        max: Option<u32>,
        body: &'a Expr<RuleId>,
        depth: usize,
    ) -> Option<Text> {
        if let Some(word) = self.word(min, max, body, 0, depth) {
            return Some(word);
        }
        if max == Some(0) || self.extent == Extent::Lean && min == 0 {
            return Some(Text::new());
        }
        let Some(one) = self.expr(body, depth + 1) else { return (min == 0).then(Text::new) };
        let is_space = one.iter().all(|c| c.is_whitespace());
        let count = if is_space { min } else { min.max(1) } as usize;
        (count.saturating_mul(one.len()) <= MAX_LENGTH).then(|| one.repeat(count))
    }

    /// Returns the text of a repetition of characters, after `before` letters. `None` for another
    /// repetition.
    fn word(
        &mut self,
        min: u32,
        max: Option<u32>,
        body: &'a Expr<RuleId>,
        before: usize,
        depth: usize,
    ) -> Option<Text> {
        let all = sets(self.grammar, body, depth, &mut self.steps);
        let members = if let Some(sets) = all {
            Members::new(&sets)
        } else {
            let some = Members::new(&some_sets(self.grammar, body, depth, &mut self.steps));
            Some(some).filter(|it| it.at(0).is_some_and(|it| it.is_ascii_alphabetic()))?
        };
        let wanted = match members.at(0) {
            Some(one) if one.is_ascii_alphabetic() => 3 - before.min(2),
            Some(one) if one.is_ascii_digit() => 2,
            Some(one) if !one.is_whitespace() => 1,
            _ => 0,
        };
        let most = max.map_or(usize::MAX, |max| max as usize);
        let count = wanted.clamp(min as usize, most).min(MAX_LENGTH + 1);
        (0..count).map(|index| members.in_word(before + index, index, count)).collect()
    }
}

/// Returns the sets among the alternatives of an expression.
fn some_sets<'a>(
    grammar: &'a Resolved,
    expr: &'a Expr<RuleId>,
    depth: usize,
    steps: &mut usize,
) -> Vec<&'a ValueSet> {
    match expr {
        Expr::Alt(items) if depth < MAX_DEPTH && *steps < MAX_STEPS => {
            let of = |item| match sets(grammar, item, depth + 1, steps) {
                Some(sets) => sets,
                None => some_sets(grammar, item, depth + 1, steps),
            };
            items.iter().flat_map(of).collect()
        }
        Expr::Rule(rule) if depth < MAX_DEPTH => {
            some_sets(grammar, &grammar[*rule].expr, depth + 1, steps)
        }
        _ => Vec::new(),
    }
}

/// Returns the sets of an expression whose texts are one character each. `None` for other expressions.
fn sets<'a>(
    grammar: &'a Resolved,
    expr: &'a Expr<RuleId>,
    depth: usize,
    steps: &mut usize,
) -> Option<Vec<&'a ValueSet>> {
    *steps += 1;
    if MAX_STEPS < *steps || MAX_DEPTH < depth {
        return None;
    }
    match expr {
        Expr::Set(set) => Some(vec![set]),
        Expr::Rule(rule) => sets(grammar, &grammar[*rule].expr, depth + 1, steps),
        Expr::Alt(items) => {
            let items = items.iter().map(|item| sets(grammar, item, depth + 1, steps));
            Some(items.collect::<Option<Vec<_>>>()?.concat())
        }
        _ => None,
    }
}

/// The characters of some sets, the most readable first of each kind.
struct Members {
    ascii: [bool; 128],
    /// The smallest character, whatever its kind.
    first: Option<char>,
}

impl Members {
    fn new(sets: &[&ValueSet]) -> Self {
        let mut ascii = [false; 128];
        for &(lo, hi) in sets.iter().flat_map(|set| set.ranges()) {
            (lo..=hi.min(127)).for_each(|value| ascii[value as usize] = true);
        }
        let ranges = sets.iter().flat_map(|set| set.ranges());
        let first = ranges.filter_map(|&(lo, _)| char::from_u32(lo)).min();
        Self { ascii, first }
    }

    fn has(&self, c: char) -> bool {
        self.ascii.get(c as usize) == Some(&true)
    }

    /// Returns the character at an index of a word, or the first digit of a number.
    fn at(&self, index: usize) -> Option<char> {
        self.in_word(index, 0, 1)
    }

    /// Returns the character at an index of a word, or at a place in a number with this many digits.
    fn in_word(&self, index: usize, place: usize, digits: usize) -> Option<char> {
        let letter = |letters: std::ops::RangeInclusive<char>| {
            let mut known = letters.filter(|&c| self.has(c));
            let count = known.clone().count();
            if count == 0 { None } else { known.nth(index % count) }
        };
        let digit = || {
            let number = DIGITS[digits.clamp(1, DIGITS.len()) - 1];
            let wanted = char::from(number[place % number.len()]);
            if self.has(wanted) { Some(wanted) } else { ('0'..='9').find(|&c| self.has(c)) }
        };
        let mark = || ('!'..='~').chain([' ']).find(|&c| self.has(c));
        letter('a'..='z').or_else(|| letter('A'..='Z')).or_else(digit).or_else(mark).or(self.first)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::spec::ReadOptions;

    #[track_caller]
    fn check(text: &str, expected: Option<&str>) {
        let grammar = crate::read("g", text.as_bytes(), &[], &ReadOptions::default()).unwrap();
        let found = readable(&grammar.resolved, RuleId::from_index(0));
        assert_eq!(found.map(|it| String::from_utf8_lossy(&it).into_owned()).as_deref(), expected);
    }

    #[test]
    fn texts_are_short_words_with_all_options() {
        check("a = 1*ALPHA [\":\" *DIGIT] *(\";\" b)\nb = %s\"K\" *WSP\n", Some("abc:12;K"));
        check("a = 4DIGIT \"-\" 2DIGIT DIGIT", Some("2024-122"));
        check("a = ALPHA *( ALPHA / DIGIT )", Some("abc"));
        check("a = 1*%x30-31", Some("10"));
        check("a = *( \"-\" / ALPHA ) \"!\"", Some("abc!"));
        check("a = 5*7( DIGIT \".\" )", Some("2.2.2.2.2."));
        check("a = %xC0-C2 %x00", Some("\u{FFFD}\0"));
    }

    #[test]
    fn alternatives_are_short_and_have_letters() {
        check("a = 30\"x\" / \"1.2\" / \"x-y\" / \"zz\"", Some("x-y"));
        check("a = 30\"x\" / \"1.2\"", Some("1.2"));
        check("a = \"\" / \"+\"", Some("+"));
        // Single characters are one alternative.
        check("a = 1*( \"%\" 2HEXDIG / \"+\" / ALPHA )", Some("abc"));
    }

    #[test]
    fn long_texts_lack_options() {
        let parts = "[\"-\" 8\"x\"] ".repeat(12);
        check(&format!("a = 2ALPHA {parts}"), Some("ab"));
        check(&format!("a = b / \"1\"\nb = 2ALPHA {parts}"), Some("ab"));
    }

    #[test]
    fn recursion_ends() {
        check("a = \"(\" [a] \")\"", Some("()"));
        check("a = b \"x\" / \"y\"\nb = a", Some("y"));
        check("a = \"x\" a", None);
        check("a = <prose>", None);
        check(
            &format!("a = {}{}", "(".repeat(90), ")".repeat(90).replacen(')', "\"x\")", 1)),
            Some("x"),
        );
    }
}
