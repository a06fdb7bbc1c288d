//! Decides whether all texts of a regular rule are one of two words, apart from the case of letters.

use super::inclusion::reached;
use crate::automata::dfa::{Dfa, StateId};
use std::collections::BTreeMap;

/// Returns a shortest text of the automaton that is neither of two words, apart from the case of
/// letters. `None` if there is none.
pub fn other_than_words(dfa: &Dfa, words: [&[u8]; 2]) -> Option<Vec<u8>> {
    // The number of bytes read, and which of the words begin with them. Other texts have a state as
    // well, so that the one that is found is a shortest one.
    let next = |(count, begin): (usize, [bool; 2]), byte: u8| {
        let continues = |word: usize| {
            let next = words[word].get(count);
            begin[word] && next.is_some_and(|next| next.eq_ignore_ascii_case(&byte))
        };
        match [continues(0), continues(1)] {
            [false, false] => Some((0, [false; 2])),
            begin => Some((count + 1, begin)),
        }
    };
    let is_end = |(count, begin): (usize, [bool; 2])| {
        begin.iter().zip(words).any(|(&begins, word)| begins && word.len() == count)
    };
    reached(dfa, (0, [true; 2]), next, is_end).err()
}

/// Returns a text of the automaton that is a word apart from the case of letters, if possible with
/// small letters.
pub fn spelled(dfa: &Dfa, word: &[u8]) -> Option<Vec<u8>> {
    let mut reached: BTreeMap<StateId, Vec<u8>> = BTreeMap::from([(Dfa::START, Vec::new())]);
    for byte in word {
        let mut nexts: BTreeMap<StateId, Vec<u8>> = BTreeMap::new();
        for byte in [byte.to_ascii_lowercase(), byte.to_ascii_uppercase()] {
            for (&state, text) in &reached {
                if let Some(next) = dfa.next(state, byte) {
                    nexts.entry(next).or_insert_with(|| [text, &[byte][..]].concat());
                }
            }
        }
        reached = nexts;
    }
    reached.into_iter().find(|(state, _)| dfa.is_accepting(*state)).map(|(_, text)| text)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{dfa, texts};

    /// All texts of five bytes, judged one by one.
    #[test]
    fn texts_are_words_or_one_is_shown() {
        let all = texts(b"nNoOy-", 5);
        let words: [[&[u8]; 2]; 4] = [[b"y", b"no"], [b"NO", b""], [b"n", b"no"], [b"-", b"oo"]];
        let mut refused = 0;
        for definition in [
            "\"y\" / \"no\"",
            "%s\"y\" / %s\"NO\"",
            "%s\"No\" / %s\"nO\"",
            "[ \"no\" ]",
            "\"n\" [ \"o\" ]",
            "%s\"n\" %s\"O\"",
            "*\"n\"",
            "\"-\" / 2\"o\"",
            "\"-\" / *2\"o\"",
            "%s\"oO\" / \"noyno\"",
        ] {
            let dfa = dfa(&format!("r = {definition}\n"), "r");
            let mut of_rule = all.iter().filter(|it| dfa.check(it).is_ok());
            for words in words {
                let is_word =
                    |text: &Vec<u8>| words.iter().any(|word| word.eq_ignore_ascii_case(text));
                let expected = of_rule.clone().find(|text| !is_word(text));
                let found = other_than_words(&dfa, words);
                assert!(found.iter().all(|it| dfa.check(it).is_ok() && !is_word(it)));
                refused += usize::from(found.is_some());
                let length = |it: Option<&Vec<u8>>| it.map(Vec::len);
                assert_eq!(length(found.as_ref()), length(expected), "{definition} {words:?}");
                for word in words {
                    let spelled = spelled(&dfa, word);
                    let is_it = |text: &[u8]| text.eq_ignore_ascii_case(word);
                    assert_eq!(spelled.is_some(), of_rule.clone().any(|it| is_it(it)));
                    assert!(spelled.iter().all(|it| is_it(it) && dfa.check(it).is_ok()));
                }
            }
            assert!(of_rule.next().is_some(), "{definition}");
        }
        assert!((20..40).contains(&refused), "{refused}");
    }
}
