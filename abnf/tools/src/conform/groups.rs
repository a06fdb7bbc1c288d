//! The texts with one cause to their findings.
//!
//! The shortest text is shrunk. Every text that contains the shrunk text, with any bytes between and with other
//! bytes of the same classes, may differ for the same reason; with any digits, if a number is beyond a bound. The
//! others differ for another one, because no removal of bytes leads from them to that text; so the shortest one
//! among the others is shrunk next.

use super::cause::{Cause, Causes};
use super::numbers::runs;
use super::{Answer, Bounds, Disagreement, Finding, Report, asked, is_match_of, shrink};
use abnfc::bytes::ByteClasses;

/// The maximum number of texts with one cause that are shrunk.
const MAX_SHRUNK: usize = 8;

/// The texts with one kind of disagreement and one cause, each with its place.
#[derive(Default)]
pub(super) struct Group<'a> {
    texts: Vec<(usize, &'a [u8])>,
}

impl<'a> Group<'a> {
    pub(super) fn push(&mut self, place: usize, text: &'a [u8]) {
        self.texts.push((place, text));
    }

    pub(super) fn shortest(&self) -> &'a [u8] {
        self.texts.iter().map(|it| it.1).min_by_key(|text| text.len()).unwrap_or_default()
    }

    /// Takes the shortest text, and the texts that contain a text.
    fn take(&mut self, shortest: &[u8], contains: impl Fn(&[u8]) -> bool) -> Self {
        let texts = std::mem::take(&mut self.texts);
        let (taken, left) =
            texts.into_iter().partition(|(_, text)| *text == shortest || contains(text));
        self.texts = left;
        Self { texts: taken }
    }

    /// The first place.
    fn first(&self) -> usize {
        self.texts.iter().map(|it| it.0).min().unwrap_or_default()
    }
}

/// Shrinks texts of a group, and adds the findings to a report.
pub(super) fn explain<E>(
    causes: &Causes<'_, '_>,
    cause: &Cause,
    mut group: Group<'_>,
    bounds: Bounds,
    ask: &mut impl FnMut(&[u8]) -> Result<Answer, E>,
    report: &mut Report,
) -> Result<(), E> {
    let (language, kind) = (causes.subject().language(), causes.kind());
    let mut shapes = Vec::new();
    for _ in 0..MAX_SHRUNK {
        if group.texts.is_empty() {
            return Ok(());
        }
        if report.findings.len() == bounds.findings {
            report.left_out += 1;
            return Ok(());
        }
        let found = group.shortest();
        let mut probes = bounds.questions;
        let same = |text: &[u8]| -> Result<Option<bool>, E> {
            match asked(ask, text)?.1 {
                Answer::Unasked => return Ok(None),
                answer if answer.disagreement(kind).is_some() => (),
                _ => return Ok(Some(false)),
            }
            // A fault may have nothing to do with the grammar.
            if is_match_of(kind).is_none() {
                return Ok(Some(true));
            }
            let mut of_text = causes.of(text);
            if let (Cause::Byte(_), Cause::Unknown | Cause::Elements(_)) = (cause, &of_text) {
                of_text = causes.of_byte::<E>(text, |text| {
                    let is_asked = 0 < probes;
                    probes = probes.saturating_sub(1);
                    Ok(is_asked && asked(ask, text)?.1.agrees_in(kind))
                })?;
            }
            Ok(Some(cause.has_example(&of_text)))
        };
        let shrunk = shrink::shrink(language, kind, found, bounds.questions, same)?;
        let classes = Classes(language.classes());
        let explained = group.take(found, |text| {
            classes.contain(text, &shrunk.text)
                || shrunk.bound.is_some_and(|bound| {
                    let is_beyond = |it: Option<(u128, _)>| it.is_none_or(|it| bound <= it.0);
                    runs(text).any(|run| is_beyond(run.number()))
                        && classes.contain_with_any_digits(text, &shrunk.text)
                })
        });
        let shape = classes.shape(&shrunk.text);
        let known = report.findings.iter_mut().find(|finding| {
            let is_like = shapes.contains(&shape) && classes.shape(&finding.text) == shape;
            finding.disagreement.kind == *kind && (is_like || finding.text == shrunk.text)
        });
        if let Some(finding) = known {
            finding.texts += explained.texts.len();
            finding.first = finding.first.min(explained.first());
            continue;
        }
        shapes.push(shape);
        // The program may answer otherwise the second time.
        let again = asked(ask, &shrunk.text)?.1;
        let detail = again.disagreement(kind).map(|it| it.detail.clone()).unwrap_or_default();
        report.findings.push(Finding {
            elements: causes.elements(&shrunk.text),
            disagreement: Disagreement { kind: kind.clone(), detail },
            found: found.to_vec(),
            text: shrunk.text,
            is_shortest: shrunk.is_shortest,
            texts: explained.texts.len(),
            first: explained.first(),
        });
    }
    report.unexplained += group.texts.len();
    Ok(())
}

/// Texts as sequences of classes of bytes that the rule does not distinguish.
struct Classes<'a>(&'a ByteClasses);

impl Classes<'_> {
    /// Returns whether a text has the classes of another in the same order, with any bytes between.
    fn contain(&self, text: &[u8], other: &[u8]) -> bool {
        is_within(other, text, |byte| self.0.class(byte))
    }

    /// As [`contain`](Self::contain), but all digits count as equal.
    fn contain_with_any_digits(&self, text: &[u8], other: &[u8]) -> bool {
        is_within(other, text, |byte| self.0.class(if byte.is_ascii_digit() { b'0' } else { byte }))
    }

    /// The classes of a text, each run of one class as one.
    fn shape(&self, text: &[u8]) -> Vec<usize> {
        let mut shape: Vec<usize> = text.iter().map(|&byte| self.0.class(byte)).collect();
        shape.dedup();
        shape
    }
}

/// Returns whether a text is left of another if bytes are removed, where bytes count by their class.
fn is_within(text: &[u8], other: &[u8], class: impl Fn(u8) -> usize) -> bool {
    let mut rest = other.iter();
    text.iter().all(|&byte| rest.any(|&it| class(it) == class(byte)))
}
