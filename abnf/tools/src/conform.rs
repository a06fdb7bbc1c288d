//! A rule and a program to the texts on which they disagree.
//!
//! [`texts`] makes texts that a wrong parser is likely to get wrong. [`conform`] compares the program
//! with the rule on each of them, sorts the disagreements by their likely cause, and shrinks texts of each
//! cause ([`mod@shrink`]; Zeller and Hildebrandt, "Simplifying and isolating failure-inducing input", 2002).
//! The caller runs the program.
//!
//! The cause of a text that the grammar rejects is where it leaves the language. That of another text is the
//! elements of the grammar that it uses and that no text uses on which both agree; if there are none, the part
//! in which another byte makes the program agree. One cause may hide several mistakes, so a text that does not
//! contain the shrunk text of another is shrunk too ([`groups`]). A text is shrunk only as long as its
//! cause stays.

mod cause;
mod edits;
mod groups;
mod numbers;
mod shrink;
mod texts;

pub use crate::elements::Element;
pub use texts::{Sources, texts};

use crate::elements::Elements;
use crate::explain;
use cause::{Cause, Causes};
use groups::Group;
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

/// How a program and a rule disagree on a text.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Kind {
    /// The program accepts a text that the rule does not match.
    Accepts,
    /// The program rejects a text that the rule matches.
    Rejects,
    /// The program accepts a text that the rule matches, but reports another text for this part.
    Part(String),
    /// The program accepts a text that the rule matches, but reports another value.
    Value,
    /// The program does not answer within the time limit.
    Hangs,
    /// The program ends without an answer.
    Dies,
    /// The program writes too much.
    Floods,
    /// The answer of the program is not understood.
    Unclear,
}

/// A disagreement on a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Disagreement {
    /// Its kind.
    pub kind: Kind,
    /// What the program did, if the kind does not say it.
    pub detail: String,
}

/// The answer for a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Answer {
    /// The program and the rule agree.
    Agrees,
    /// They disagree: in the verdict, or in each of these parts, or in the value. There is at least one
    /// disagreement, and only one that is not about a part.
    Differs(Vec<Disagreement>),
    /// They disagree, in a way that the caller does not want to know.
    Ignored,
    /// The program answered the text before this one a second time. This text must be asked again.
    Late(Disagreement),
    /// The program was not asked, because there is no time left.
    Unasked,
}

impl Answer {
    /// Returns the disagreement of a kind.
    fn disagreement(&self, kind: &Kind) -> Option<&Disagreement> {
        match self {
            Self::Differs(disagreements) => disagreements.iter().find(|it| it.kind == *kind),
            _ => None,
        }
    }

    /// Returns whether the program reads the text as the rule does, except for other parts than that of the kind.
    fn agrees_in(&self, kind: &Kind) -> bool {
        match self {
            Self::Agrees => true,
            Self::Differs(disagreements) => disagreements
                .iter()
                .all(|it| matches!(it.kind, Kind::Part(_) | Kind::Value) && it.kind != *kind),
            _ => false,
        }
    }
}

/// The bounds of a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bounds {
    /// The maximum number of findings, each with its own cause.
    pub findings: usize,
    /// The maximum number of questions to shrink the text of a finding.
    pub questions: usize,
}

/// A cause of disagreements.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finding {
    /// The disagreement on the shrunk text.
    pub disagreement: Disagreement,
    /// The shrunk text.
    pub text: Vec<u8>,
    /// Whether every shorter text was tried, with one byte for each class of bytes that the rule does not
    /// distinguish.
    pub is_shortest: bool,
    /// The shortest text with this cause, before it was shrunk.
    pub found: Vec<u8>,
    /// The number of texts with this cause.
    pub texts: usize,
    /// Its place among the texts, from 1.
    pub first: usize,
    /// The elements that may be responsible; empty if nothing points to one.
    pub elements: Vec<Element>,
}

/// The result of a run.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Report {
    /// The findings: accepted texts first, shortest first.
    pub findings: Vec<Finding>,
    /// The number of texts on which program and rule agree.
    pub agreed: usize,
    /// The number of texts on which they disagree.
    pub disagreed: usize,
    /// The number of texts on which they disagree in a way that the caller does not want to know.
    pub ignored: usize,
    /// The number of causes that were left out because of [`Bounds::findings`].
    pub left_out: usize,
    /// The number of texts that were not shrunk although they do not contain the text of a finding with the
    /// same cause.
    pub unexplained: usize,
}

/// The maximum number of texts whose elements count as correct in the program.
const MAX_AGREED: usize = 256;

/// The maximum number of texts of each kind in which bytes are replaced to find the cause.
const MAX_PROBED: usize = 100;

/// Asks a program for each text, and returns the findings.
///
/// `ask` compares the program with the rule on a text. It decides which texts the rule matches in the same
/// way as the subject.
///
/// # Errors
///
/// The first error of `ask`.
pub fn conform<E>(
    subject: &explain::Subject<'_>,
    texts: &[Vec<u8>],
    bounds: Bounds,
    mut ask: impl FnMut(&[u8]) -> Result<Answer, E>,
) -> Result<Report, E> {
    let mut report = Report::default();
    let mut answers: Vec<(usize, &[u8], Answer)> = Vec::new();
    for (place, text) in texts.iter().enumerate() {
        let (late, answer) = asked(&mut ask, text)?;
        if let Some(late) = late {
            again(&late, &mut answers, &mut ask)?;
        }
        answers.push((place + 1, text, answer));
    }
    let mut by_kind: BTreeMap<Kind, Vec<(usize, &[u8])>> = BTreeMap::new();
    for (place, text, answer) in &answers {
        match answer {
            Answer::Agrees => report.agreed += 1,
            Answer::Differs(disagreements) => {
                report.disagreed += 1;
                for Disagreement { kind, .. } in disagreements {
                    by_kind.entry(kind.clone()).or_default().push((*place, text));
                }
            }
            Answer::Ignored => report.ignored += 1,
            Answer::Late(_) | Answer::Unasked => (),
        }
    }

    let rules = BTreeSet::from([subject.rule()]);
    let elements = (0 < report.disagreed).then(|| Elements::new(subject.grammar(), &rules));
    let elements = elements.flatten();
    let mut groups: Vec<(Group<'_>, Cause, Rc<Causes<'_, '_>>)> = Vec::new();
    for (kind, found) in by_kind {
        let agreed = answers
            .iter()
            .filter(|(_, text, answer)| answer.agrees_in(&kind) && subject.check(text).is_ok());
        let agreed: Vec<&[u8]> = agreed.map(|it| it.1).take(MAX_AGREED).collect();
        let causes = Rc::new(Causes::new(subject, kind, elements.as_ref(), &agreed));
        let by_cause = by_cause(&causes, found, &mut ask)?.into_iter();
        groups.extend(by_cause.map(|(cause, group)| (group, cause, causes.clone())));
    }
    groups.sort_by_key(|(group, ..)| group.shortest().len());
    for (group, cause, causes) in groups {
        groups::explain(&causes, &cause, group, bounds, &mut ask, &mut report)?;
    }
    report.findings.sort_by(|a, b| {
        let key = |it: &Finding| (it.disagreement.kind.clone(), it.text.len(), it.text.clone());
        key(a).cmp(&key(b))
    });
    Ok(report)
}

/// Sorts the texts with one kind of disagreement by their likely cause.
fn by_cause<'a, E>(
    causes: &Causes<'_, '_>,
    mut found: Vec<(usize, &'a [u8])>,
    ask: &mut impl FnMut(&[u8]) -> Result<Answer, E>,
) -> Result<BTreeMap<Cause, Group<'a>>, E> {
    let mut by_cause: BTreeMap<Cause, Group<'_>> = BTreeMap::new();
    // Short texts are easy to shrink, and likely to have one cause.
    found.sort_by_key(|(place, text)| (text.len(), *place));
    let mut probed = 0;
    for (place, text) in found {
        let mut cause = causes.of(text);
        let is_match = is_match_of(causes.kind()) == Some(true);
        if is_match && !matches!(cause, Cause::Mismatch(..)) && probed < MAX_PROBED {
            probed += 1;
            let agrees = |text: &[u8]| Ok(asked(ask, text)?.1.agrees_in(causes.kind()));
            cause = causes.of_byte(text, agrees)?;
        }
        by_cause.entry(cause).or_default().push(place, text);
    }
    Ok(by_cause)
}

/// The number of texts that may have had a late answer.
const MAX_LATE: usize = 3;

/// Finds the text to which the late answer belongs, the last one if it does not come again.
fn again<E>(
    late: &Disagreement,
    answers: &mut [(usize, &[u8], Answer)],
    ask: &mut impl FnMut(&[u8]) -> Result<Answer, E>,
) -> Result<(), E> {
    for (_, text, answer) in answers.iter_mut().rev().take(MAX_LATE) {
        let second = asked(ask, text)?.1;
        if second.disagreement(&late.kind).is_some() {
            *answer = second;
            return Ok(());
        }
    }
    if let Some((.., last)) = answers.last_mut() {
        *last = Answer::Differs(vec![late.clone()]);
    }
    Ok(())
}

/// Asks about a text. An answer to the text before it that comes late is returned, too.
fn asked<E>(
    ask: &mut impl FnMut(&[u8]) -> Result<Answer, E>,
    text: &[u8],
) -> Result<(Option<Disagreement>, Answer), E> {
    Ok(match ask(text)? {
        Answer::Late(late) => (Some(late), ask(text)?),
        answer => (None, answer),
    })
}

/// Returns whether a text that disagrees in this way is one that the rule matches; `None` for both.
fn is_match_of(kind: &Kind) -> Option<bool> {
    match kind {
        Kind::Accepts => Some(false),
        Kind::Rejects | Kind::Part(_) | Kind::Value => Some(true),
        Kind::Hangs | Kind::Dies | Kind::Floods | Kind::Unclear => None,
    }
}

#[cfg(test)]
mod tests;
