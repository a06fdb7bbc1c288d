//! A rule and a program to the texts on which they disagree.
//!
//! [`texts`] makes texts that a wrong parser is likely to get wrong. [`conform`] compares the program
//! with the rule on each of them, sorts the disagreements by their likely cause, and shrinks one text of each
//! cause ([`mod@shrink`]; Zeller and Hildebrandt, "Simplifying and isolating failure-inducing input", 2002).
//! The caller runs the program.
//!
//! The cause of a text that the grammar rejects is where it leaves the language. That of another text is the
//! elements of the grammar that it uses and that no text uses on which both agree.

mod cause;
mod edits;
mod shrink;
mod texts;

pub use crate::elements::Element;
pub use texts::{Sources, texts};

use crate::explain;
use cause::{Cause, Causes};
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
    /// The number of causes that were left out because of [`Bounds::findings`].
    pub left_out: usize,
}

/// The maximum number of texts whose elements count as correct in the program.
const MAX_AGREED: usize = 256;

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
    let (mut report, mut agreed, mut found) = (Report::default(), Vec::new(), Vec::new());
    for (place, text) in texts.iter().enumerate() {
        match ask(text)? {
            Answer::Unasked => (),
            Answer::Agrees => {
                report.agreed += 1;
                if agreed.len() < MAX_AGREED && subject.check(text).is_ok() {
                    agreed.push(text);
                }
            }
            Answer::Differs(disagreement) => found.push((place + 1, text, disagreement.kind)),
        }
    }
    report.disagreed = found.len();
    if found.is_empty() {
        return Ok(report);
    }

    let causes = Causes::new(subject, &agreed);
    let mut groups: BTreeMap<(Kind, Cause), Group<'_>> = BTreeMap::new();
    for (place, text, kind) in found {
        let cause = causes.of(&kind, text);
        groups.entry((kind, cause)).or_insert_with(|| Group::new(place)).texts.push(text);
    }
    let mut groups: Vec<_> = groups.into_iter().collect();
    // Short texts are easy to shrink, and likely to have one cause.
    groups.sort_by_key(|(_, group)| group.shortest().len());
    for ((kind, _), group) in groups {
        if report.findings.len() == bounds.findings {
            report.left_out += 1;
            continue;
        }
        let same = |text: &[u8]| -> Result<Option<bool>, E> {
            Ok(match ask(text)? {
                Answer::Unasked => None,
                Answer::Agrees => Some(false),
                Answer::Differs(disagreement) => Some(disagreement.kind == kind),
            })
        };
        let shrunk =
            shrink::shrink(subject.language(), &kind, group.shortest(), bounds.questions, same)?;
        let known = report
            .findings
            .iter_mut()
            .find(|finding| finding.disagreement.kind == kind && finding.text == shrunk.text);
        if let Some(finding) = known {
            finding.texts += group.texts.len();
            finding.first = finding.first.min(group.first);
            continue;
        }
        // The program may answer otherwise the second time.
        let detail = match ask(&shrunk.text)? {
            Answer::Differs(again) if again.kind == kind => again.detail,
            _ => String::new(),
        };
        report.findings.push(Finding {
            elements: causes.elements(&kind, &shrunk.text),
            disagreement: Disagreement { kind, detail },
            found: group.shortest().to_vec(),
            text: shrunk.text,
            is_shortest: shrunk.is_shortest,
            texts: group.texts.len(),
            first: group.first,
        });
    }
    report.findings.sort_by(|a, b| {
        let key = |it: &Finding| (it.disagreement.kind.clone(), it.text.len(), it.text.clone());
        key(a).cmp(&key(b))
    });
    Ok(report)
}

/// The texts with one kind of disagreement and one cause.
struct Group<'a> {
    first: usize,
    texts: Vec<&'a [u8]>,
}

impl<'a> Group<'a> {
    fn new(first: usize) -> Self {
        Self { first, texts: Vec::new() }
    }

    fn shortest(&self) -> &'a [u8] {
        self.texts.iter().copied().min_by_key(|text| text.len()).unwrap_or_default()
    }
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
