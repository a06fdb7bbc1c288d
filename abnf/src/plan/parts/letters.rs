//! Chooses bytes of sets: letters as the grammar spells them.
//!
//! Automata do not record the case of letters, since `"T"` matches `t` too, but definitions do.
//! Bytes that can spell a literal of the grammar are spelled like the longest such literal, or the
//! first of several equally long ones. Core rules come last, so that the `"A"` of `HEXDIG` does not
//! replace an `"a"`. Otherwise a space is preferred, then digits, lower-case letters, capitals and
//! other printable bytes. A spec can request small letters or capitals instead.

use crate::bytes::ByteSet;
use crate::grammar::{Encoding, Expr, Resolved, RuleId, ValueSet};
use crate::spec::LetterCase;
use std::collections::BTreeSet;
use std::rc::Rc;

/// The spelling of a grammar's literals.
pub(super) struct Spelling {
    /// The literals with letters, the longest first, then in the order of the definitions.
    literals: Rc<[String]>,
    /// The case in which letters are spelled where they can be.
    case: Option<LetterCase>,
}

impl Spelling {
    /// Collects the literals of all definitions.
    pub(super) fn of_grammar(grammar: &Resolved) -> Self {
        let texts = grammar.rules().flat_map(|(_, rule)| rule.text.lines());
        let has_letter = |it: &&str| it.bytes().any(|byte| byte.is_ascii_alphabetic());
        let mut known: BTreeSet<String> = BTreeSet::new();
        let literals = texts.flat_map(quoted).filter(has_letter);
        let is_new = |it: &&str| known.insert(it.to_ascii_lowercase());
        let mut literals: Vec<String> = literals.filter(is_new).map(str::to_owned).collect();
        literals.sort_by_key(|literal| std::cmp::Reverse(literal.len()));
        Self { literals: literals.into(), case: None }
    }

    /// Returns the spelling with letters in a case.
    pub(super) fn in_case(&self, case: Option<LetterCase>) -> Self {
        Self { literals: Rc::clone(&self.literals), case }
    }

    /// Returns a text with one byte of each set.
    pub(super) fn spell(&self, path: &[ByteSet]) -> Vec<u8> {
        let mut text = Vec::with_capacity(path.len());
        while let Some(rest) = path.get(text.len()..).filter(|rest| !rest.is_empty()) {
            match self.literals.iter().find(|literal| is_possible(literal.as_bytes(), rest)) {
                Some(literal) => text.extend_from_slice(literal.as_bytes()),
                None => text.push(plain(rest[0])),
            }
        }
        for (byte, set) in text.iter_mut().zip(path) {
            let in_case = match self.case {
                Some(LetterCase::Lower) => byte.to_ascii_lowercase(),
                Some(LetterCase::Upper) => byte.to_ascii_uppercase(),
                None => *byte,
            };
            if set.contains(in_case) {
                *byte = in_case;
            }
        }
        text
    }
}

/// Returns the sets of bytes of a literal. `None` if the expression is not one.
pub(super) fn path(expr: &Expr<RuleId>, encoding: Encoding) -> Option<Vec<ByteSet>> {
    match expr {
        Expr::Empty => Some(Vec::new()),
        Expr::Concat(items) => {
            let items = items.iter().map(|item| path(item, encoding));
            Some(items.collect::<Option<Vec<_>>>()?.concat())
        }
        Expr::Set(values) => of_character(values, encoding),
        _ => None,
    }
}

fn of_character(values: &ValueSet, encoding: Encoding) -> Option<Vec<ByteSet>> {
    let one = |byte| ByteSet::range(byte, byte);
    values.character()?;
    match (values.ranges(), encoding) {
        (pair @ [_, _], _) => {
            let bytes = pair.iter().map(|&(byte, _)| u8::try_from(byte));
            Some(vec![bytes.collect::<Result<_, _>>().ok()?])
        }
        (&[(value, _)], Encoding::Octets) => Some(vec![one(u8::try_from(value).ok()?)]),
        (&[(value, _)], Encoding::Utf8) => {
            let character = char::from_u32(value)?;
            Some(character.encode_utf8(&mut [0; 4]).bytes().map(one).collect())
        }
        _ => None,
    }
}

/// Returns whether the sets contain a literal, and differ from it in the case of letters at most.
fn is_possible(literal: &[u8], sets: &[ByteSet]) -> bool {
    let is_one = |(byte, set): (&u8, &ByteSet)| {
        set.contains(*byte) && set.iter().all(|other| other.eq_ignore_ascii_case(byte))
    };
    literal.len() <= sets.len() && literal.iter().zip(sets).all(is_one)
}

/// Returns the byte of a set that is preferred outside of literals.
fn plain(set: ByteSet) -> u8 {
    let ranges = [(b' ', b' '), (b'0', b'9'), (b'a', b'z'), (b'A', b'Z'), (b'!', b'~'), (0, 0xFF)];
    let mut preferred =
        ranges.into_iter().map(|(low, high)| set.intersection(ByteSet::range(low, high)));
    let preferred = preferred.find(|it| !it.is_empty());
    preferred.and_then(|it| it.iter().next()).expect("no automaton has an edge without a byte")
}

/// Returns the literals in quotes on a line of ABNF.
fn quoted(line: &str) -> Vec<&str> {
    let mut found = Vec::new();
    let mut rest = line;
    while let Some(at) = rest.find(['"', ';', '<']) {
        let (quote, after) = (rest.as_bytes()[at], &rest[at + 1..]);
        let end = match quote {
            b'"' => after.find('"'),
            b'<' => after.find('>'),
            _ => None,
        };
        let Some(end) = end else { break };
        if quote == b'"' {
            found.push(&after[..end]);
        }
        rest = &after[end + 1..];
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn literals_are_found() {
        let line = r#"a = "GET" / %s"x" <a "prose"> "" "Y" ; "comment""#;
        assert_eq!(quoted(line), ["GET", "x", "", "Y"]);
    }

    #[test]
    fn letters_are_spelled_as_in_the_grammar() {
        let literals = ["Mon".to_owned(), "T".to_owned()].into();
        let spelling = Spelling { literals, case: None };
        let either =
            |byte: u8| [byte.to_ascii_lowercase(), byte.to_ascii_uppercase()].into_iter().collect();
        let path: Vec<ByteSet> = b"mon".iter().map(|&byte| either(byte)).collect();
        assert_eq!(spelling.spell(&path), b"Mon");
        let upper = spelling.in_case(Some(LetterCase::Upper));
        assert_eq!(upper.spell(&path), b"MON");
        assert_eq!(upper.spell(&[ByteSet::range(b'a', b'z')]), b"a");
        assert_eq!(spelling.in_case(Some(LetterCase::Lower)).spell(&path), b"mon");
        let digit = ByteSet::range(b'0', b'9');
        assert_eq!(spelling.spell(&[either(b'T'), digit, either(b'z')]), b"T0z");
        let letter = ByteSet::range(b'A', b'Z');
        assert_eq!(spelling.spell(&[letter, ByteSet::range(b'T', b'T')]), b"AT");
    }
}
