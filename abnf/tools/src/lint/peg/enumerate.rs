//! Tests the texts of a nested rule in the order of length, up to a bound, with a parser that commits.

use super::Outcome;
use super::decision::{Strategy, Text};
use super::expression::{Program, Stop};
use abnfc::automata::compare::{legibility, legible};
use abnfc::automata::rules::Automata;
use abnfc::bytes::ByteClasses;
use abnfc::grammar::RuleId;

/// The maximum number of beginnings of texts.
const TEXTS: usize = 4_000;

/// The maximum number of beginnings for all rules of a grammar together.
pub(in crate::lint) const TOTAL_TEXTS: usize = 1 << 18;

/// The maximum length of a text in bytes.
const BYTES: usize = 24;

/// The maximum number of points at offsets that are evaluated for all texts together.
const STEPS: usize = 1 << 20;

/// Enumerates the texts of a rule over one byte of each class, which suffice to find a refused text.
/// Spends from `budget`, which all rules share.
pub(super) fn enumerate(
    program: &mut Program<'_>,
    automata: &Automata,
    rule: RuleId,
    budget: &mut usize,
) -> Result<Outcome, Stop> {
    let language = automata.has(rule).then(|| automata.language(rule).ok()).flatten();
    let language = language.ok_or(Stop::Unknown)?;
    program.widen();
    let classes = ByteClasses::of_sets(&program.sets());
    let mut bytes: Vec<u8> = classes.sets().iter().map(legible).collect();
    bytes.sort_by_key(|&byte| legibility(byte));

    let mut texts: Vec<(Vec<u8>, _)> = vec![(Vec::new(), language.walk())];
    let mut looked_at = 0;
    let mut steps = STEPS;
    for length in 0..=BYTES {
        for (text, _) in texts.iter().filter(|(_, walk)| walk.is_end()) {
            let mut once = Text::new(text, Strategy::Once, steps);
            match once.accepts(program, (program.start, 0)) {
                Ok(true) => steps = once.steps(),
                Ok(false) => return Ok(Outcome::Refused(text.clone())),
                // There are too many points for texts of this length.
                Err(_) => return length.checked_sub(1).map(Outcome::NoneUpTo).ok_or(Stop::Unknown),
            }
        }
        let mut longer = Vec::new();
        for (text, walk) in &texts {
            let expected = walk.expected();
            for &byte in bytes.iter().filter(|&&byte| expected.contains(byte)) {
                looked_at += 1;
                if TEXTS < looked_at || *budget == 0 {
                    return Ok(Outcome::NoneUpTo(length));
                }
                *budget -= 1;
                let mut walk = walk.clone();
                walk.read(&[byte]);
                longer.push(([&text[..], &[byte]].concat(), walk));
            }
        }
        if longer.is_empty() {
            return Ok(Outcome::None);
        }
        texts = longer;
    }
    Ok(Outcome::NoneUpTo(BYTES))
}
