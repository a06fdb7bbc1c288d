//! Descriptions of the form `<any CHAR except CTLs or ";">`, which RFC 822, RFC 3501, RFC
//! 6265 and others use because ABNF has no operator for the difference of sets.
//!
//! They are read only if they are unambiguous: every word between the keywords is a
//! rule of single values, and every quoted text is one character without case. A warning
//! shows the resulting set.

use super::references::{Meaning, Names};
use crate::diagnostic::{Code, Diagnostic, report};
use crate::grammar::{Expr, Leaf, Prose, Resolved, RuleId, RuleName, ValueSet, facts};
use crate::text::tokens::is_rulename;
use std::collections::BTreeMap;

/// The greatest length of a chain of exceptions that use exceptions.
const MAX_ROUNDS: usize = 8;

/// The words between a set and the exceptions.
const EXCEPT: [&str; 3] = ["except", "excepting", "excluding"];

/// An operand of an exception.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Term {
    Rule(RuleName),
    Value(u32),
}

/// `any base except less or less`
#[derive(Clone, Debug, PartialEq, Eq)]
struct Exception {
    base: RuleName,
    less: Vec<Term>,
}

/// Replaces the descriptions that are exceptions by their sets.
pub(super) fn exceptions(names: &Names<'_>, resolved: &mut Resolved, found: &mut Vec<Diagnostic>) {
    let modules: Vec<usize> = names.modules_of_rules();
    for _ in 0..MAX_ROUNDS {
        let mut sets = None;
        let mut read: BTreeMap<RuleId, Vec<(Prose, ValueSet)>> = BTreeMap::new();
        for (id, rule) in resolved.rules() {
            rule.expr.walk(&mut |expr| {
                let Expr::Prose(prose) = expr else { return };
                let Some(exception) = parse(&prose.text) else { return };
                let sets = sets.get_or_insert_with(|| facts::value_sets(resolved));
                if let Some(set) = set(names, modules[id.index()], &exception, sets) {
                    read.entry(id).or_default().push((prose.clone(), set));
                }
            });
        }
        if read.is_empty() {
            return;
        }
        for (id, sets) in read {
            if resolved[id].origin == crate::grammar::Origin::Own {
                for (prose, set) in &sets {
                    report(found, described(prose, set));
                }
            }
            let rule = &mut resolved.rules[id.index()];
            rule.expr = rule.expr.map(&mut |leaf| match leaf {
                Leaf::Rule(used) => Expr::Rule(used),
                Leaf::Prose(prose) => match sets.iter().find(|(read, _)| *read == prose) {
                    Some((_, set)) => Expr::Set(set.clone()),
                    None => Expr::Prose(prose),
                },
            });
        }
    }
}

/// Returns whether a description excepts something from a set, in a form that is read here or not.
pub(super) fn is_exception(prose: &Prose) -> bool {
    prose.text.split_whitespace().any(|word| EXCEPT.contains(&word.to_lowercase().as_str()))
}

fn described(prose: &Prose, set: &ValueSet) -> Diagnostic {
    let expr: Expr<RuleId> = Expr::Set(set.clone());
    let set = Resolved::from_rules(crate::spec::Encoding::Octets, []).show(&expr).to_string();
    Diagnostic::warning(Code::ProseAsSet, format!("`{prose}` is read as `{set}`"))
        .at(prose.span, "")
        .hint("write the set in ABNF")
}

/// Returns the values of an exception; `None` if they are not clear.
fn set(
    names: &Names<'_>,
    module: usize,
    exception: &Exception,
    sets: &[Option<ValueSet>],
) -> Option<ValueSet> {
    let rule = |name: &RuleName| match names.meaning(module, name, None) {
        Meaning::Rule(id) => sets[id.index()].clone(),
        Meaning::Undefined | Meaning::First(..) => None,
    };
    let mut left = rule(&exception.base)?.ranges().to_vec();
    for term in &exception.less {
        let taken = match term {
            Term::Value(value) => ValueSet::single(*value),
            Term::Rule(name) => rule(name).or_else(|| {
                // `CTLs` are values of `CTL`.
                let singular = name.as_str().strip_suffix(['s', 'S'])?;
                let is_undefined = names.meaning(module, name, None) == Meaning::Undefined;
                is_undefined.then(|| rule(&RuleName::new(singular))).flatten()
            })?,
        };
        left = without(&left, taken.ranges());
    }
    let left = ValueSet::new(left);
    (!left.ranges().is_empty()).then_some(left)
}

/// Returns the difference of two sorted lists of ranges.
fn without(ranges: &[(u32, u32)], taken: &[(u32, u32)]) -> Vec<(u32, u32)> {
    let mut left = Vec::new();
    for &(start, high) in ranges {
        let mut low = start;
        let mut is_used_up = false;
        for &(first, last) in taken.iter().filter(|it| start <= it.1 && it.0 <= high) {
            if low < first {
                left.push((low, first - 1));
            }
            is_used_up = high <= last;
            low = last.saturating_add(1);
        }
        if !is_used_up && low <= high {
            left.push((low, high));
        }
    }
    left
}

/// Reads a description; `None` if it does not have this form.
fn parse(text: &str) -> Option<Exception> {
    let words = words(text)?;
    let (any, rest) = words.split_first()?;
    let (base, rest) = rest.split_first()?;
    let (except, rest) = rest.split_first()?;
    let is_except = EXCEPT.contains(&except.to_lowercase().as_str());
    if !any.eq_ignore_ascii_case("any") || !is_except || !is_rulename(base) {
        return None;
    }
    let mut less = Vec::new();
    let mut needs_term = true;
    for word in rest {
        let is_separator =
            matches!(word.to_lowercase().as_str(), "," | "and" | "or" | "&" | "/" | "|");
        if is_separator {
            // `, and` is one separator.
            if needs_term && less.is_empty() {
                return None;
            }
            needs_term = true;
        } else if needs_term {
            less.push(term(word)?);
            needs_term = false;
        } else {
            return None;
        }
    }
    (!needs_term).then(|| Exception { base: RuleName::new(base.as_str()), less })
}

fn term(word: &str) -> Option<Term> {
    if let Some(quoted) = word.strip_prefix('"') {
        let mut characters = quoted.strip_suffix('"')?.chars();
        let c = characters.next()?;
        // The description does not say which cases of a letter are meant.
        let is_clear = characters.next().is_none() && !c.is_alphabetic();
        return is_clear.then(|| Term::Value(u32::from(c)));
    }
    if let Some(digits) = word.strip_prefix("%x") {
        return u32::from_str_radix(digits, 16).ok().map(Term::Value);
    }
    is_rulename(word).then(|| Term::Rule(RuleName::new(word)))
}

/// Splits a text into words, quoted texts and single characters; `None` if there is anything else.
fn words(text: &str) -> Option<Vec<String>> {
    let mut words = Vec::new();
    let mut rest = text.trim();
    while let Some(first) = rest.chars().next() {
        let length = match first {
            ',' | '&' | '/' | '|' => 1,
            // `"""` is the quotation mark.
            '"' if rest.starts_with("\"\"\"") => 3,
            '"' => rest[1..].find('"')? + 2,
            c if c.is_ascii_alphanumeric() || c == '%' => {
                let is_word = |c: char| c.is_ascii_alphanumeric() || matches!(c, '-' | '%');
                rest.find(|c| !is_word(c)).unwrap_or(rest.len())
            }
            _ => return None,
        };
        words.push(rest[..length].to_owned());
        rest = rest[length..].trim_start();
    }
    Some(words)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Option<(String, Vec<Term>)> {
        parse(text).map(|it| (it.base.to_string(), it.less))
    }

    #[test]
    fn forms_of_published_grammars() {
        let rule = |name: &str| Term::Rule(RuleName::new(name));
        let value = |c: char| Term::Value(u32::from(c));
        for (text, base, less) in [
            ("any CHAR except \";\"", "CHAR", vec![value(';')]),
            ("any CHAR except CTLs or \";\"", "CHAR", vec![rule("CTLs"), value(';')]),
            ("any CHAR except CR and LF", "CHAR", vec![rule("CR"), rule("LF")]),
            ("any CHAR except specials, SPACE and CTLs", "CHAR", {
                vec![rule("specials"), rule("SPACE"), rule("CTLs")]
            }),
            ("any TEXT-CHAR except quoted-specials", "TEXT-CHAR", vec![rule("quoted-specials")]),
            ("Any CHAR excluding \"\"\", and \"\\\"", "CHAR", vec![value('"'), value('\\')]),
        ] {
            assert_eq!(read(text), Some((base.to_owned(), less)), "{text}");
        }
    }

    #[test]
    fn other_descriptions() {
        for text in [
            "any CHAR",
            "any CHAR except",
            "any CHAR except or \";\"",
            "any CHAR except \";\" or",
            "any CHAR except \"a\"",
            "any CHAR except \"ab\"",
            "any CHAR except bare CR",
            "any CHAR, including bare CR",
            "any CHAR except (CTLs)",
            "all CHAR except CTLs",
            "any US-ASCII character (octets 0 - 127)",
        ] {
            assert_eq!(read(text), None, "{text}");
        }
    }

    #[test]
    fn sets_less_sets() {
        assert_eq!(without(&[(1, 9)], &[(3, 4), (9, 12)]), [(1, 2), (5, 8)]);
        assert_eq!(without(&[(1, 2), (5, 9)], &[(0, 6)]), [(7, 9)]);
        assert_eq!(without(&[(3, 3)], &[(3, 3)]), []);
        assert_eq!(without(&[(0, u32::MAX)], &[(7, u32::MAX)]), [(0, 6)]);
    }
}
