//! Truth values: rules with two texts, apart from the case of letters.

use super::{METHOD, Value, refuse_accessor, wrong};
use crate::automata::dfa::Dfa;
use crate::automata::words::{other_than_words, spelled};
use crate::bytes::ByteSet;
use crate::bytes::escapes::quoted;
use crate::diagnostic::Diagnostic;
use crate::grammar::Resolved;
use crate::plan::exports::named::NamedRule;
use crate::plan::parts::letters::Spelling;
use crate::plan::parts::located::LocatedParts;

const TYPE: &str = "bool";

/// The texts of rules whose meaning needs no spec.
const WORDS: [&[u8]; 2] = [b"true", b"false"];

/// Returns the truth value of a rule whose texts are `true` and `false`, both of them.
pub(super) fn inferred(
    grammar: &Resolved,
    rule: &NamedRule,
    parts: &LocatedParts,
) -> Option<Value> {
    let dfa = rule.language.dfa()?;
    // The first byte shows that most rules have other texts.
    let first: ByteSet = b"tTfF".iter().copied().collect();
    if !dfa.expected(Dfa::START).is_subset(first) || other_than_words(dfa, WORDS).is_some() {
        return None;
    }
    refuse_accessor(rule, TYPE, METHOD, parts).ok()?;
    Some(Value::Bool(as_spelled(grammar, dfa)?))
}

/// Returns the truth value that the spec requests.
pub(super) fn requested(
    grammar: &Resolved,
    rule: &NamedRule,
    dfa: &Dfa,
    texts: Option<&[String; 2]>,
) -> Result<Value, Diagnostic> {
    let words = texts.map_or(WORDS, |texts| texts.each_ref().map(String::as_bytes));
    let [yes, no] = words.map(quoted);
    if words[0].eq_ignore_ascii_case(words[1]) {
        let why = format!("{yes} and {no} are equal apart from the case of letters");
        return Err(wrong(rule, TYPE, &why));
    }
    if let Some(text) = other_than_words(dfa, words) {
        let why = format!("the text {} matches, but is neither {yes} nor {no}", quoted(&text));
        let error = wrong(rule, TYPE, &why);
        return Err(match texts {
            Some(_) => error,
            None => error.hint("write `{ type = \"bool\", true = \"yes\", false = \"no\" }`"),
        });
    }
    if texts.is_none() {
        let spelled = as_spelled(grammar, dfa).map(Value::Bool);
        return spelled.ok_or_else(|| wrong(rule, TYPE, "only one of the two has a text"));
    }
    match words.into_iter().find(|word| dfa.check(word).is_err()) {
        None => Ok(Value::Bool(words.map(<[u8]>::to_vec))),
        Some(word) => Err(wrong(rule, TYPE, &format!("{} does not match", quoted(word)))
            .hint("spell the texts as the rule does")),
    }
}

/// Returns both words as a rule spells them. `None` if one of them does not match in any case.
fn as_spelled(grammar: &Resolved, dfa: &Dfa) -> Option<[Vec<u8>; 2]> {
    let either = |byte: &u8| [byte.to_ascii_lowercase(), byte.to_ascii_uppercase()];
    let spelling = Spelling::of_grammar(grammar);
    let word = |word: &[u8]| {
        let path: Vec<ByteSet> =
            word.iter().map(|byte| either(byte).into_iter().collect()).collect();
        let in_grammar = Some(spelling.spell(&path)).filter(|text| dfa.check(text).is_ok());
        in_grammar.or_else(|| spelled(dfa, word))
    };
    Some([word(WORDS[0])?, word(WORDS[1])?])
}
