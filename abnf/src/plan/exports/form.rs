//! The form of a rule in generated code: a type, or a constant set of bytes.
//!
//! A rule such as `ALPHA` is a set of characters. A type would have some twenty useless methods, so
//! the rule becomes a constant, unless the spec gives it a type name or a part of an exported rule
//! consists of it.

use crate::automata::dfa::Dfa;
use crate::bytes::ByteSet;

/// The form of a rule in generated code.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// A type with constructors and accessors.
    Type,
    /// A constant. The texts of the rule are exactly the bytes of this set, which is not
    /// empty.
    Bytes(ByteSet),
}

/// Returns the bytes that a language consists of. `None` if it is empty or has a text that is not
/// exactly one byte.
pub fn bytes(dfa: &Dfa) -> Option<ByteSet> {
    let bytes = dfa.expected(Dfa::START);
    let is_end = |state| dfa.is_accepting(state) && dfa.successors(state).next().is_none();
    let is_set = !dfa.is_accepting(Dfa::START)
        && !bytes.is_empty()
        && dfa.successors(Dfa::START).all(is_end);
    is_set.then_some(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::automata::rules::automata;
    use crate::automata::shape::shape;
    use crate::spec::ReadOptions;

    #[test]
    fn only_languages_of_single_bytes_are_sets() {
        for (definition, expected) in [
            ("\"x\" / %x30-32", Some(&b"012Xx"[..])),
            ("%x00 / DQUOTE", Some(b"\0\"")),
            ("( \"a\" / %s\"b\" \"\" )", Some(b"Aab")),
            ("%x7F / 1%x7E", Some(b"~\x7F")),
            ("[ \"x\" ]", None),
            ("1*2\"x\"", None),
            ("\"x\" / \"xy\"", None),
            ("\"\"", None),
            ("%x7E-80", Some(b"~\x7F\x80")),
            ("%x61 / %x20AC", None),
            ("r \"x\"", None),
        ] {
            let text = format!("r = {definition}\n");
            let options = ReadOptions::default();
            let read = crate::read("test.abnf", text.as_bytes(), &[], &options).expect("it reads");
            let grammar = read.resolved;
            let rule = grammar.find("r").expect("the rule exists");
            let automata = automata(&grammar, &shape(&grammar), &[rule], &options.limits);
            let found = bytes(automata.dfa(rule).expect("it is regular"));
            assert_eq!(found, expected.map(|set| set.iter().copied().collect()), "{definition}");
        }
    }
}
