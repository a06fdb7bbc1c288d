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
mod shrink;
mod texts;

pub use crate::elements::Element;
pub use texts::{Sources, texts};

use crate::explain;
use cause::{Cause, Causes};
use groups::Group;
use std::collections::BTreeMap;

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
    /// They disagree.
    Differs(Disagreement),
    /// They disagree, in a way that the caller does not want to know.
    Ignored,
    /// The program answered the text before this one a second time. This text must be asked again.
    Late(Disagreement),
    /// The program was not asked, because there is no time left.
    Unasked,
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

/// The maximum number of texts in which bytes are replaced to find the cause.
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
    let (mut agreed, mut found) = (Vec::new(), Vec::new());
    for (place, text, answer) in answers {
        match answer {
            Answer::Agrees => {
                report.agreed += 1;
                if agreed.len() < MAX_AGREED && subject.check(text).is_ok() {
                    agreed.push(text);
                }
            }
            Answer::Differs(disagreement) => found.push((place, text, disagreement.kind)),
            Answer::Ignored => report.ignored += 1,
            Answer::Late(_) | Answer::Unasked => (),
        }
    }
    report.disagreed = found.len();
    if found.is_empty() {
        return Ok(report);
    }

    let causes = Causes::new(subject, &agreed);
    let mut by_cause: BTreeMap<(Kind, Cause), Group<'_>> = BTreeMap::new();
    // Short texts are easy to shrink, and likely to have one cause.
    found.sort_by_key(|(place, text, _)| (text.len(), *place));
    let mut probed = 0;
    for (place, text, kind) in found {
        let mut cause = causes.of(&kind, text);
        let is_probed = is_match_of(&kind) == Some(true) && !matches!(cause, Cause::Mismatch(..));
        if is_probed && probed < MAX_PROBED {
            probed += 1;
            cause = causes
                .of_byte(text, |text| Ok(matches!(asked(&mut ask, text)?.1, Answer::Agrees)))?;
        }
        by_cause.entry((kind, cause)).or_default().push(place, text);
    }
    let mut groups: Vec<_> = by_cause.into_iter().collect();
    groups.sort_by_key(|(_, group)| group.shortest().len());
    for ((kind, cause), group) in groups {
        groups::explain(&causes, (&kind, &cause), group, bounds, &mut ask, &mut report)?;
    }
    report.findings.sort_by(|a, b| {
        let key = |it: &Finding| (it.disagreement.kind.clone(), it.text.len(), it.text.clone());
        key(a).cmp(&key(b))
    });
    Ok(report)
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
        if matches!(&second, Answer::Differs(it) if it.kind == late.kind) {
            *answer = second;
            return Ok(());
        }
    }
    if let Some((.., last)) = answers.last_mut() {
        *last = Answer::Differs(late.clone());
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
