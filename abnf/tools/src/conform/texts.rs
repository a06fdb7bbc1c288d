//! Texts that a wrong parser of a rule is likely to get wrong.
//!
//! In this order: the caller's examples, texts that cover the rule, texts around those that parsers with
//! first match refuse, texts with white space around them, near misses, bytes at the ends of ranges,
//! lengths and numbers that parsers bound, and then random texts and edits of them. All are different.

use super::edits::{edited, surrounded};
use super::numbers::renumbered;
use crate::contexts::Contexts;
use crate::sample::{Random, Sampler, Subject, cover, near_misses, shortest};
use abnfc::automata::dfa::Dfa;
use abnfc::automata::language::Language;
use abnfc::automata::shortest_paths::{Paths, preferred};
use abnfc::diagnostic::Diagnostic;
use abnfc::grammar::Encoding;
use std::collections::BTreeSet;

/// What the caller contributes.
#[derive(Clone, Debug, Default)]
pub struct Sources {
    /// Examples, which come first.
    pub examples: Vec<Vec<u8>>,
    /// Texts of any rule that a parser refuses if it commits to the first match.
    pub first_match: Vec<Vec<u8>>,
}

/// Lengths around which programs have bounds.
const LENGTHS: [usize; 6] = [63, 64, 127, 255, 256, 1000];

/// The maximum length of a random text, unless the shortest text is nearly as long.
const LENGTH: usize = 40;

/// The maximum number of contexts in which a refused text is tried.
const MAX_CONTEXTS: usize = 64;

/// The number of texts with another number that are tried for each that may match.
const NUMBERS_TRIED: usize = 16;

/// The number of texts before and after which something is added.
const MAX_SURROUNDED: usize = 4;

/// Returns at most `count` texts, all different, the same for the same seed. If the grammar's values are
/// characters, all are UTF-8.
///
/// # Errors
///
/// If the rule has no automaton.
pub fn texts(
    subject: Subject<'_>,
    sources: Sources,
    count: usize,
    seed: u64,
) -> Result<Vec<Vec<u8>>, Diagnostic> {
    let language = subject.automata.language(subject.rule).map_err(Clone::clone)?;
    let mut made = Made::new(subject.grammar.encoding, count);
    made.extend(sources.examples);
    let covering = cover(subject.grammar, subject.rule).map_or_else(|_| Vec::new(), |it| it.texts);
    made.extend(covering.iter().cloned());
    made.extend(around(subject, &language, &sources.first_match));
    made.extend(covering.iter().take(MAX_SURROUNDED).flat_map(|text| surrounded(text)));

    let share = count.div_ceil(4);
    made.extend(near_misses(subject, 0..=usize::MAX, share).unwrap_or_default());
    if let Some(dfa) = language.dfa() {
        made.extend(ends(dfa, share));
    }
    let mut random = Random::new(seed);
    for length in LENGTHS {
        let sampler = Sampler::new(subject, length..=length);
        made.extend(sampler.ok().and_then(|sampler| sampler.text(&mut random)));
    }
    let few = count.div_ceil(8);
    let numbers = renumbered(&covering, few.saturating_mul(NUMBERS_TRIED));
    made.extend(numbers.filter(|text| language.check(text).is_ok()).take(few));
    let least = shortest(subject.grammar, subject.rule).unwrap_or(0);
    let greatest = LENGTH.max(usize::try_from(least).unwrap_or(LENGTH).saturating_add(20));
    let sampler = Sampler::new(subject, 0..=greatest).ok();
    let bytes: Vec<u8> = language.bytes().iter().collect();
    // A rule may have fewer texts than are wanted.
    for _ in 0..count.saturating_mul(4) {
        let member = sampler.as_ref().and_then(|sampler| sampler.text(&mut random));
        let Some(member) = member.or_else(|| random.choose(&covering).cloned()) else { break };
        // One edit, or two.
        let mut miss = edited(&member, &bytes, &mut random);
        if random.below(4) == 0 {
            miss = edited(&miss, &bytes, &mut random);
        }
        made.extend([member, miss]);
        if made.texts.len() == count {
            break;
        }
    }
    Ok(made.texts)
}

/// Different texts, at most `count`.
struct Made {
    encoding: Encoding,
    count: usize,
    seen: BTreeSet<Vec<u8>>,
    texts: Vec<Vec<u8>>,
}

impl Made {
    fn new(encoding: Encoding, count: usize) -> Self {
        Self { encoding, count, seen: BTreeSet::new(), texts: Vec::new() }
    }

    fn extend(&mut self, texts: impl IntoIterator<Item = Vec<u8>>) {
        for text in texts {
            let is_text = self.encoding == Encoding::Octets || str::from_utf8(&text).is_ok();
            if self.texts.len() < self.count && is_text && self.seen.insert(text.clone()) {
                self.texts.push(text);
            }
        }
    }
}

/// Returns the shortest texts of the rule around texts of its parts.
fn around(subject: Subject<'_>, language: &Language, texts: &[Vec<u8>]) -> Vec<Vec<u8>> {
    if texts.is_empty() {
        return Vec::new();
    }
    let contexts = Contexts::new(subject.grammar, subject.rule);
    let parts = contexts.parts();
    let mut made: Vec<Vec<u8>> = texts.to_vec();
    for text in texts {
        let whole = parts.iter().filter_map(|part| contexts.around(part, text));
        made.extend(whole.filter(|whole| language.check(whole).is_ok()).take(MAX_CONTEXTS));
    }
    made
}

/// Returns, for each state and each range of bytes that lead to the same state, shortest texts with the
/// ends of the range, and with the bytes beside them: the first `count` in the order of length.
fn ends(dfa: &Dfa, count: usize) -> Vec<Vec<u8>> {
    let paths = Paths::new(dfa, &preferred());
    // All texts together may be as long as the square of the number of states.
    let mut found = Vec::new();
    for (state, edges) in dfa.edges() {
        let Some(before) = paths.length_to(state) else { continue };
        for (set, next) in edges {
            let Some(after) = paths.length_from(next) else { continue };
            for (first, last) in ranges(set.iter()) {
                let beside = [first.checked_sub(1), last.checked_add(1)];
                for byte in [Some(first), Some(last)].into_iter().chain(beside).flatten() {
                    found.push((before + 1 + after, state, byte, next));
                }
            }
        }
    }
    found.sort_by_key(|(length, ..)| *length);
    found.truncate(count);
    let text = |(_, state, byte, next)| [&paths.to(state), &[byte][..], &paths.from(next)].concat();
    found.into_iter().map(text).collect()
}

/// Returns the runs of adjacent bytes.
fn ranges(bytes: impl Iterator<Item = u8>) -> Vec<(u8, u8)> {
    let mut ranges: Vec<(u8, u8)> = Vec::new();
    for byte in bytes {
        match ranges.last_mut() {
            Some((_, last)) if *last + 1 == byte => *last = byte,
            _ => ranges.push((byte, byte)),
        }
    }
    ranges
}

#[cfg(test)]
mod tests {
    use super::{ends, ranges};
    use abnfc::automata::dfa::Dfa;
    use abnfc::automata::rules::automata;
    use abnfc::automata::shortest_paths::{Paths, preferred};
    use abnfc::automata::superset::superset;
    use abnfc::limits::Limits;
    use abnfc::spec::ReadOptions;

    /// Makes all texts before it sorts them.
    fn reference(dfa: &Dfa) -> Vec<Vec<u8>> {
        let paths = Paths::new(dfa, &preferred());
        let mut made = Vec::new();
        for (state, edges) in dfa.edges() {
            for (set, next) in edges {
                for (first, last) in ranges(set.iter()) {
                    let around =
                        [Some(first), Some(last), first.checked_sub(1), last.checked_add(1)];
                    for byte in around.into_iter().flatten() {
                        made.push([&paths.to(state), &[byte][..], &paths.from(next)].concat());
                    }
                }
            }
        }
        made.sort_by_key(Vec::len);
        made
    }

    fn dfa(grammar: &str) -> Dfa {
        let read = abnfc::read("g", grammar.as_bytes(), &[], &ReadOptions::default()).unwrap();
        let (grammar, limits) = (&read.resolved, Limits::default());
        let rule = grammar.find("a").unwrap();
        let automata = automata(grammar, &superset(grammar, &limits), &[rule], &limits);
        automata.language(rule).unwrap().dfa().unwrap().clone()
    }

    #[test]
    fn the_ends_of_ranges_are_the_first_of_all() {
        let grammars = [
            "a = *( DIGIT / \"-\" ) %xFE-FF [ %x00-01 \"x\" ]\n",
            "a = 2*5( \"ab\" / %x61-64 ) / *4DIGIT \".\" *4DIGIT\n",
        ];
        for grammar in grammars {
            let dfa = dfa(grammar);
            let all = reference(&dfa);
            for count in [0, 1, 7, all.len(), usize::MAX] {
                assert_eq!(ends(&dfa, count), all[..count.min(all.len())], "{grammar}");
            }
        }
    }

    /// All texts together would have a hundred million bytes.
    #[test]
    fn few_texts_of_a_long_rule_are_few() {
        let dfa = dfa(&format!("a = {}\n", "(\"x\" / \"y\") ".repeat(2000)));
        let made = ends(&dfa, 5);
        assert_eq!(made.len(), 5);
        assert!(made.iter().all(|text| text.len() == 2000));
    }
}
