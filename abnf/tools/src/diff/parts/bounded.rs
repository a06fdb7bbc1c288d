//! The texts of two rules up to a bound, for rules that have no product.

use super::search::{Bound, Reader, SearchResult, Searched, classes, search};
use super::{Located, PartBound, PartObstacle, PartVerdict, difference};
use crate::derivations::{Derivations, outermost};
use abnfc::automata::events::unambiguous::Unambiguous;
use abnfc::automata::language::Language;
use abnfc::automata::rules::automata;
use abnfc::diagnostic::Diagnostic;
use abnfc::grammar::RuleId;
use abnfc::limits::Limits;
use std::collections::BTreeSet;

/// The maximum number of states of the automata that the search walks through, and of the steps that make
/// them. The general engine takes the place of larger ones: a search reads few texts.
const MAX_AUTOMATA: (usize, usize) = (1 << 10, 1 << 20);

/// The result of a bounded search, and what it takes to check further texts.
pub(super) struct Bounded<'a> {
    pub(super) languages: [Language; 2],
    pub(super) readers: [Reader<'a>; 2],
    pub(super) found: SearchResult,
}

/// Compares the part in short texts: finds at most `count` texts of each kind and reads at most `walks`.
/// The error is the reason why a rule has no automaton.
pub(super) fn bounded<'a>(
    located: &'a [Located<'_, '_>; 2],
    transducers: [Option<&'a Unambiguous>; 2],
    [count, walks]: [usize; 2],
) -> Result<Bounded<'a>, Diagnostic> {
    let languages = [language(&located[0])?, language(&located[1])?];
    let readers = [reader(&located[0], transducers[0]), reader(&located[1], transducers[1])];
    let side = |index: usize| {
        let Located { side, rule, .. } = &located[index];
        let classes = classes(side.grammar, side.shapes, *rule);
        Searched { language: &languages[index], classes, reader: &readers[index] }
    };
    let found = search([&side(0), &side(1)], count, walks);
    Ok(Bounded { languages, readers, found })
}

/// Returns the language of a rule, with a small automaton or with the general engine.
fn language(located: &Located<'_, '_>) -> Result<Language, Diagnostic> {
    let Located { side, rule, .. } = located;
    let made = |limits: &Limits| {
        let automata = automata(side.grammar, side.shapes, &[*rule], limits);
        automata.language(*rule).map_err(Diagnostic::clone)
    };
    let small = Limits {
        dfa_states: side.limits.dfa_states.min(MAX_AUTOMATA.0),
        subset_work: side.limits.subset_work.min(MAX_AUTOMATA.1),
        ..*side.limits
    };
    made(&small).or_else(|_| made(side.limits))
}

pub(super) fn of_search(result: SearchResult, why: PartObstacle) -> PartVerdict {
    let SearchResult { found, compared, bound } = result;
    let bound =
        bound.map(|Bound { bytes, limit }| PartBound { bytes, texts: compared, why, limit });
    match bound {
        bound if found.iter().any(|texts| !texts.is_empty()) => {
            PartVerdict::Different(difference(found, bound, Vec::new()))
        }
        Some(bound) => PartVerdict::EqualUpTo(bound),
        None if compared == 0 => PartVerdict::NothingInCommon,
        None => PartVerdict::Equal,
    }
}

/// Returns the function that locates a part in texts of a rule: by the transducer if there is one,
/// otherwise in the derivation.
fn reader<'a>(located: &'a Located<'_, '_>, transducer: Option<&'a Unambiguous>) -> Reader<'a> {
    if let Some(transducer) = transducer {
        let locate = Box::new(|text: &[u8]| transducer.occurrences(text));
        return Reader { locate, is_transducer: true };
    }
    let Located { side, rule, part } = located;
    let name = |rule: &RuleId| side.grammar[*rule].name.as_str();
    let names: BTreeSet<&str> = part.rules.iter().map(name).collect();
    let derivations =
        Derivations::new(side.grammar, side.shapes, *rule, part.rules.clone(), side.limits);
    let locate = Box::new(move |text: &[u8]| {
        let nodes = derivations.nodes(text)?;
        let found = outermost(&nodes, |rule| names.contains(rule));
        Some(found.into_iter().map(|node| (node.begin, node.end)).collect())
    });
    Reader { locate, is_transducer: false }
}
