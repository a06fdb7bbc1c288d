//! Finds alternatives that share texts, and alternatives that others cover, by comparing languages.
//!
//! [`abnfc::grammar::lint`] warns about those that are visible in the notation. The others are often
//! intended, so they are notes.

use super::Subject;
use super::element::{Element, Kind};
use super::languages::{Extent, Languages, Texts, Unknown};
use super::readings::brief;
use abnfc::automata::compare::{compare, legibility, legible};
use abnfc::automata::dfa::{Dfa, StateId};
use abnfc::diagnostic::{Code, Diagnostic, report};
use abnfc::grammar::RuleId;
use std::collections::{BTreeMap, BTreeSet};

/// The maximum number of compared alternatives of a choice.
const MAX_ALTERNATIVES: usize = 512;

/// Reports on every choice of a rule. Each search visits at most `pairs` pairs of states. Fails with
/// [`Unknown`] if a limit is exceeded for some choice.
pub(super) fn alternatives(
    languages: &Languages<'_>,
    subject: &Subject<'_>,
    rule: RuleId,
    pairs: usize,
    found: &mut Vec<Diagnostic>,
) -> Result<Extent, Unknown> {
    let mut choices = Vec::new();
    subject.elements[rule.index()].walk(&mut |element| {
        if let Kind::Choice(items) = &element.kind {
            choices.push(items);
        }
    });
    let mut all = Ok(Extent::All);
    for items in choices {
        let extent = choice(languages, subject, items, pairs, found);
        all = all.and_then(|all| Ok(all.min(extent?)));
    }
    all
}

/// A text that two alternatives share, and their numbers.
struct Shared {
    earlier: usize,
    later: usize,
    text: Vec<u8>,
}

fn choice(
    languages: &Languages<'_>,
    subject: &Subject<'_>,
    items: &[Element],
    pairs: usize,
    found: &mut Vec<Diagnostic>,
) -> Result<Extent, Unknown> {
    if MAX_ALTERNATIVES < items.len() {
        return Err(Unknown);
    }
    let texts: Vec<Option<Texts>> = items.iter().map(|item| languages.element(item).ok()).collect();
    let mut is_unknown = texts.iter().any(Option::is_none);
    let mut shared = Vec::new();
    for (later, right) in texts.iter().enumerate() {
        for (earlier, left) in texts[..later].iter().enumerate() {
            let (Some(left), Some(right)) = (left, right) else { continue };
            match common(&left.dfa, &right.dfa, pairs) {
                Ok(Some(text)) => shared.push(Shared { earlier, later, text }),
                Ok(None) => (),
                Err(Unknown) => is_unknown = true,
            }
        }
    }
    if let Some(note) = overlap(subject, items, &shared) {
        report(found, note);
    }
    // An alternative that is covered by another one also shares texts with it.
    let sharing: BTreeSet<usize> = shared.iter().flat_map(|it| [it.earlier, it.later]).collect();
    let others = |at: usize| {
        let of_at = shared.iter().filter(move |it| it.earlier == at || it.later == at);
        of_at.map(move |it| if it.earlier == at { it.later } else { it.earlier })
    };
    let mut tell = |note: Option<Diagnostic>| note.into_iter().for_each(|it| report(found, it));
    let mut redundant = BTreeSet::new();
    for &at in &sharing {
        let by: Vec<usize> = others(at).filter(|&other| other < at).collect();
        match are_covering(languages, &texts, at, &by, pairs) {
            Ok(true) => {
                redundant.insert(at);
                tell(covered(subject, items, at, &by));
            }
            Ok(false) => (),
            Err(Unknown) => is_unknown = true,
        }
    }
    for &at in sharing.difference(&redundant) {
        let by: Vec<usize> = others(at).filter(|other| !redundant.contains(other)).collect();
        match are_covering(languages, &texts, at, &by, pairs) {
            Ok(true) => tell(covered(subject, items, at, &by)),
            Ok(false) => (),
            Err(Unknown) => is_unknown = true,
        }
    }
    let extents = texts.iter().flatten().map(|it| it.extent);
    if is_unknown { Err(Unknown) } else { Ok(extents.min().unwrap_or(Extent::All)) }
}

/// Returns whether some alternatives together have all texts of another. All texts of that one must
/// be known; the known texts of the others suffice if they cover it.
fn are_covering(
    languages: &Languages<'_>,
    texts: &[Option<Texts>],
    at: usize,
    by: &[usize],
    pairs: usize,
) -> Result<bool, Unknown> {
    let Some(own) = texts[at].as_ref().filter(|it| it.extent == Extent::All) else {
        return Ok(false);
    };
    let all: Vec<&Texts> = by.iter().filter_map(|&other| texts[other].as_ref()).collect();
    let union = match &all[..] {
        [] => return Ok(false),
        [one] => (*one).clone(),
        all => languages.union(all)?,
    };
    let compared = compare(&own.dfa, &union.dfa, pairs).map_err(|_| Unknown)?;
    Ok(compared.only_left.is_none())
}

fn overlap(subject: &Subject<'_>, items: &[Element], shared: &[Shared]) -> Option<Diagnostic> {
    const MAX_REMARKS: usize = 3;
    // The first one of the shortest texts.
    let first = shared.iter().min_by_key(|it| it.text.len())?;
    let words = |it: &Shared| {
        let [earlier, later] = [it.earlier, it.later].map(|at| brief(subject, &items[at]));
        format!("{earlier} and {later} both match {}", super::shown(&it.text))
    };
    let mut note = Diagnostic::note(Code::OverlappingAlternatives, words(first));
    if let Some(span) = items[first.later].span {
        note = note.at(span, "");
    }
    if let Some(span) = items[first.earlier].span {
        note = note.also(span, "");
    }
    let others: Vec<&Shared> = shared.iter().filter(|it| !std::ptr::eq(*it, first)).collect();
    for other in others.iter().take(MAX_REMARKS) {
        note = note.remark(words(other));
    }
    if MAX_REMARKS < others.len() {
        note = note.remark(format!(
            "{} more pairs of alternatives share texts",
            others.len() - MAX_REMARKS
        ));
    }
    Some(note.witness(first.text.clone()))
}

/// Returns the finding about an alternative whose texts other alternatives have.
fn covered(
    subject: &Subject<'_>,
    items: &[Element],
    at: usize,
    by: &[usize],
) -> Option<Diagnostic> {
    const MAX_SHOWN: usize = 3;
    let span = items[at].span?;
    let words = brief(subject, &items[at]);
    let others = if by.iter().all(|&other| other < at) {
        "the alternatives before it"
    } else {
        "the other alternatives"
    };
    let found =
        Diagnostic::note(Code::CoveredAlternative, format!("{words} adds nothing to {others}"));
    let covering = by.iter().filter_map(|&other| items[other].span).take(MAX_SHOWN);
    Some(covering.fold(found.at(span, ""), |found, span| found.also(span, "has texts of it")))
}

/// The states after one text in both automata.
type Pair = (StateId, StateId);

/// Returns a shortest text that both have, the first in the order of [`legible`] bytes.
pub(super) fn common(left: &Dfa, right: &Dfa, pairs: usize) -> Result<Option<Vec<u8>>, Unknown> {
    let classes = left.classes().refined(right.classes());
    let mut bytes: Vec<u8> = classes.sets().iter().map(legible).collect();
    bytes.sort_by_key(|&byte| legibility(byte));
    let start = (Dfa::START, Dfa::START);
    let mut before: BTreeMap<Pair, Option<(Pair, u8)>> = BTreeMap::from([(start, None)]);
    let mut queue = vec![start];
    let mut done = 0;
    while let Some(&pair) = queue.get(done) {
        done += 1;
        if left.is_accepting(pair.0) && right.is_accepting(pair.1) {
            let mut text = Vec::new();
            let mut at = pair;
            while let Some(Some((from, byte))) = before.get(&at) {
                text.push(*byte);
                at = *from;
            }
            text.reverse();
            return Ok(Some(text));
        }
        for &byte in &bytes {
            let next = (left.next(pair.0, byte), right.next(pair.1, byte));
            let (Some(a), Some(b)) = next else { continue };
            if before.contains_key(&(a, b)) {
                continue;
            }
            if pairs <= queue.len() {
                return Err(Unknown);
            }
            before.insert((a, b), Some((pair, byte)));
            queue.push((a, b));
        }
    }
    Ok(None)
}
