//! Rules with the parts `a` and `b`, and a slow reference.

use super::*;
use crate::automata::shape::shape;
use crate::automata::skeleton::hollow;
use crate::automata::tagged::Tagging;
use crate::limits::Limits;
use crate::spec::ReadOptions;
use std::collections::{BTreeMap, BTreeSet};

const PARTS: &str = "a = 1*\"x\"\nb = 1*\"y\"\n";

fn of(text: &str) -> Nfa {
    let text = format!("{text}\n{PARTS}");
    let read = crate::read("test", text.as_bytes(), &[], &ReadOptions::default());
    let grammar = read.expect("it has no errors").resolved;
    let (shapes, limits) = (shape(&grammar), Limits::default());
    let tagging = Tagging::new(&grammar, &shapes, &limits);
    let find = |name| grammar.find(name).expect("the grammar has the rule");
    let symbols: BTreeMap<_, u16> = ["a", "b"].map(find).into_iter().zip(1000..).collect();
    let hollow = |used, _| hollow(symbols[&used]);
    let nfa = tagging.marked(find("r"), &symbols.keys().copied().collect(), &hollow);
    nfa.expect("it is regular")
}

fn varies(text: &str) -> bool {
    remainder_varies(&of(text), &mut Budget::of_rule(&Limits::default())).expect("it is small")
}

#[test]
fn letters_and_digits_are_determined_or_not() {
    for text in [
        "r = a \"-\" b",
        "r = [ a \"T\" ] b",
        "r = *( a *\" \" ) %x00-2F \"end\"",
        "r = *( \"p\" a / \"q\" b )",
        "r = \"T\" / %x74 / a",
        "r = *\",\" a [ 1*( \"-\" / \".\" ) b ]",
    ] {
        assert!(!varies(text), "{text}");
    }
    for text in [
        "r = a / 1*DIGIT",
        "r = a \"-\" DIGIT",
        "r = \"p\" a / \"q\" a",
        "r = *\"x\" a",
        "r = a [ \"z\" ] b",
        "r = %x21-41 a",
        "r = a %x80-81",
        "r = *( \"p\" a ) / \"p\" a \"pq\" a",
        "r = 1*( a / b / \"z\" )",
    ] {
        assert!(varies(text), "{text}");
    }
}

/// Compares the words of the NFA with up to a number of steps. A hyphen is the place of a part.
fn slow(nfa: &Nfa, steps: usize) -> bool {
    let mut words: BTreeMap<Vec<u16>, BTreeSet<Vec<u8>>> = BTreeMap::new();
    let mut layer = BTreeSet::from([(nfa.start, Vec::new(), Vec::new())]);
    for _ in 0..steps {
        let mut next = BTreeSet::new();
        for (state, parts, word) in layer {
            if state == nfa.accept {
                words.entry(parts.clone()).or_default().insert(word.clone());
            }
            match &nfa[state] {
                State::Split(targets) => {
                    next.extend(targets.iter().map(|to| (*to, parts.clone(), word.clone())));
                }
                State::Tag { tag, next: to } => {
                    let word = [&word[..], b"-"].concat();
                    next.insert((*to, [&parts[..], &[*tag]].concat(), word));
                }
                State::Byte { set, next: to } => next.extend(set.iter().map(|byte| {
                    let counts = byte.is_ascii_alphanumeric() || !byte.is_ascii();
                    let byte = counts.then_some(byte.to_ascii_lowercase());
                    let word = word.iter().copied().chain(byte).collect();
                    (*to, parts.clone(), word)
                })),
            }
        }
        layer = next;
    }
    words.values().any(|words| words.len() > 1)
}

/// Rules with up to four elements, from all combinations of a few.
#[test]
fn small_rules_agree_with_the_reference() {
    let elements =
        ["a", "b", "\"p\"", "[ \"q\" ]", "*\"-\"", "( a / \"p\" )", "[ b ]", "( \"p\" / \"q\" )"];
    let mut found = [0, 0];
    for number in 0..elements.len().pow(3) {
        let chosen = [0, 1, 2].map(|at| elements[number / elements.len().pow(at) % elements.len()]);
        for text in [
            format!("r = {}", chosen.join(" ")),
            format!("r = {} / {} {}", chosen[0], chosen[1], chosen[2]),
        ] {
            let varies = varies(&text);
            assert_eq!(varies, slow(&of(&text), 16), "{text}");
            found[usize::from(varies)] += 1;
        }
    }
    assert!(found.iter().all(|&count| count > 200), "{found:?}");
}
