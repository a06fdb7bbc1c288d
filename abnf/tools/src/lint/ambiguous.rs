//! Finds rules with a text that has two derivations, and a shortest of its ambiguous texts.
//!
//! A grammar is ambiguous exactly if the parts of some element can divide one text in two ways, where
//! each part stands for the set of its texts: a choice with two alternatives that have the text, or a
//! sequence or repetition that divides it in two ways (Brabrand, Giegerich and Møller, "Analyzing
//! ambiguity of context-free grammars", 2010). Each element is therefore tested separately, exactly for
//! regular rules. The finding names the rule in which the ambiguity begins. Its text is a shortest text
//! of the element, with as little around it as the rule allows.
//!
//! A choice between single bytes is one set of bytes, and not ambiguous.

use super::Subject;
use super::element::{Element, Kind};
use super::languages::{Extent, Languages, Texts, Unknown};
use super::readings::{Reading, brief, readings, shown};
use super::two_ways::two_ways;
use abnfc::automata::compare::shortest;
use abnfc::budget::Budget;
use abnfc::bytes::escapes::quoted;
use abnfc::diagnostic::{Code, Diagnostic, Span};
use abnfc::grammar::RuleId;

/// The maximum length of a text in a message, in bytes; a repetition can require any number.
const MAX_BYTES: usize = 4_096;

/// The result of the search in a rule.
pub(super) enum Verdict {
    /// No ambiguity in all texts, or in those up to a depth.
    Unambiguous(Extent),
    /// An ambiguity, as a finding.
    Ambiguous(Box<Diagnostic>),
    /// A limit is exceeded.
    Unknown,
}

/// Searches for an ambiguity that begins in a rule, with at most `steps` steps for each of its
/// elements.
pub(super) fn ambiguity(
    languages: &Languages<'_>,
    subject: &Subject<'_>,
    rule: RuleId,
    steps: usize,
) -> Verdict {
    let root = &subject.elements[rule.index()];
    let mut open = vec![(root, Around::default())];
    let mut best: Option<AmbiguousElement<'_>> = None;
    let mut extent = Extent::All;
    let mut is_unknown = false;
    let mut is_too_long = false;
    // Elements in the order of the text.
    while let Some((element, around)) = open.pop() {
        let Ok(children) = inside(languages, element, &around) else {
            is_unknown = true;
            continue;
        };
        open.extend(children.into_iter().rev());
        if element.children().is_empty() {
            continue;
        }
        let Ok((nfa, parts)) = languages.division(element) else {
            is_unknown = true;
            continue;
        };
        extent = parts.iter().map(|part| part.extent).fold(extent, Extent::min);
        match two_ways(&nfa, &mut Budget::new(steps, usize::MAX)) {
            Err(_) => is_unknown = true,
            Ok(None) => (),
            Ok(Some(text)) => {
                let length = text.len() + around.before.len() + around.after.len();
                let is_best = best.as_ref().is_none_or(|best| length < best.length());
                if MAX_BYTES < length {
                    is_too_long = true;
                } else if is_best {
                    best = Some(AmbiguousElement { element, around, text, parts });
                }
            }
        }
    }
    match best {
        Some(found) => {
            let searched = if is_unknown { Err(Unknown) } else { Ok(extent) };
            Verdict::Ambiguous(Box::new(found.finding(subject, rule, searched)))
        }
        None if is_unknown || is_too_long => Verdict::Unknown,
        None => Verdict::Unambiguous(extent),
    }
}

/// The shortest texts of a rule before and after an element of its definition.
#[derive(Clone, Debug, Default)]
struct Around {
    before: Vec<u8>,
    after: Vec<u8>,
}

/// Returns the parts of an element with their surroundings, without those that occur in no text.
fn inside<'a>(
    languages: &Languages<'_>,
    element: &'a Element,
    around: &Around,
) -> Result<Vec<(&'a Element, Around)>, Unknown> {
    let children = element.children();
    let alone = || children.iter().map(|child| (child, around.clone())).collect();
    // None of the elements directly inside has parts.
    if children.iter().all(|child| child.children().is_empty()) {
        return Ok(Vec::new());
    }
    match &element.kind {
        Kind::Repeat { min, body, .. } if 1 < *min => {
            let Some(text) = least(languages, body)? else { return Ok(Vec::new()) };
            let count = (*min as usize - 1).min(MAX_BYTES);
            let after = [text.repeat(count), around.after.clone()].concat();
            Ok(vec![(body, Around { after, ..around.clone() })])
        }
        Kind::Sequence(items) => {
            let texts = items.iter().map(|item| least(languages, item));
            let texts = texts.collect::<Result<Vec<_>, Unknown>>()?;
            let Some(texts) = texts.into_iter().collect::<Option<Vec<_>>>() else {
                return Ok(Vec::new());
            };
            let child = |(at, child): (usize, &'a Element)| {
                let before = [around.before.clone(), texts[..at].concat()].concat();
                let after = [texts[at + 1..].concat(), around.after.clone()].concat();
                (child, Around { before, after })
            };
            Ok(items.iter().enumerate().map(child).collect())
        }
        _ => Ok(alone()),
    }
}

/// Returns a shortest text of an element. `None` if it has no text.
fn least(languages: &Languages<'_>, element: &Element) -> Result<Option<Vec<u8>>, Unknown> {
    let texts = languages.element(element)?;
    match (shortest(&texts.dfa), texts.extent) {
        // Deeper texts may be ambiguous.
        (None, Extent::Depth(_)) => Err(Unknown),
        (text, _) => Ok(text),
    }
}

/// An ambiguous element.
struct AmbiguousElement<'a> {
    element: &'a Element,
    around: Around,
    text: Vec<u8>,
    parts: Vec<Texts>,
}

impl AmbiguousElement<'_> {
    fn length(&self) -> usize {
        self.around.before.len() + self.text.len() + self.around.after.len()
    }

    /// Returns the finding; `searched` names the set of texts in which this one is the shortest.
    fn finding(
        &self,
        subject: &Subject<'_>,
        rule: RuleId,
        searched: Result<Extent, Unknown>,
    ) -> Diagnostic {
        let grammar = subject.grammar;
        let Around { before, after } = &self.around;
        let whole = [&before[..], &self.text, after].concat();
        let name = &grammar[rule].name;
        let mut note = Diagnostic::note(
            Code::AmbiguousRule,
            format!("`{name}` is ambiguous: {} has two readings", super::shown(&whole)),
        );
        let two = readings(self.element, &self.parts, &self.text);
        let labels = two.as_ref().and_then(|two| self.labels(two));
        if let Some(span) = self.element.span.or(grammar[rule].span) {
            note = match labels {
                Some([first, second]) => {
                    note.at(first, "the first reading").also(second, "the second reading")
                }
                None => note.at(span, ""),
            };
        }
        if !before.is_empty() || !after.is_empty() {
            let element = brief(subject, self.element);
            note =
                note.remark(format!("the part that {element} matches is {}", quoted(&self.text)));
        }
        if let Some([first, second]) = two {
            let words = |reading| shown(subject, self.element, reading, &self.text);
            note = note
                .remark(format!("first reading: {}", words(&first)))
                .remark(format!("second reading: {}", words(&second)));
        }
        note = match searched {
            Ok(Extent::All) => note,
            Ok(Extent::Depth(depth)) => note.remark(format!(
                "texts nested more than {depth} deep were not searched for a shorter one"
            )),
            Err(Unknown) => {
                note.remark("a search exceeded its bound, so there may be a shorter text")
            }
        };
        note.witness(whole)
    }

    /// Returns the two alternatives, if the element is a choice.
    fn labels(&self, [first, second]: &[Reading; 2]) -> Option<[Span; 2]> {
        let Kind::Choice(items) = &self.element.kind else { return None };
        let label = |reading: &Reading| items[reading.first()?.0].span;
        Some([label(first)?, label(second)?])
    }
}
