//! Locates parts in texts: with an automaton if each part occurs at most once, otherwise in the
//! derivation of the text, which nested rules require too.

use super::super::options;
use abnfc::Read;
use abnfc::automata::tagged::parts::{Depth, Part, occurrences};
use abnfc::automata::tagged::tdfa::Tdfa;
use abnfc::automata::tagged::{Tagging, tagged};
use abnfc::diagnostic::{Code, Diagnostic};
use abnfc::grammar::RuleId;
use abnfc::limits::Limits;
use abnfc::plan::parts::nesting::Nesting;
use abnfc_tools::derivations::{Derivations, outermost};
use abnfc_tools::explain::Subject;
use anyhow::bail;
use serde::{Serialize, Serializer};
use std::collections::{BTreeMap, BTreeSet};

/// The offsets of the beginning and the end of a text, in bytes.
type Range = (usize, usize);

/// The ranges of a part in a text. In JSON, a range, null, or a list of ranges.
#[derive(Serialize)]
#[serde(untagged)]
enum Ranges {
    /// The range of a part that occurs at most once.
    Once(Option<Range>),
    /// The ranges of a part that can repeat, in order, without those inside another range of the part.
    Repeated(Vec<Range>),
}

/// The names of parts with their ranges in a text, in the order of the options.
pub(crate) struct Located(Vec<(String, Ranges)>);

/// In JSON, an object in the order of the names.
impl Serialize for Located {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let parts: BTreeMap<_, _> = self.0.iter().map(|(name, ranges)| (name, ranges)).collect();
        parts.serialize(serializer)
    }
}

impl Located {
    /// The parts that occur at most once, each with its text.
    pub(crate) fn texts<'t>(
        &self,
        text: &'t [u8],
    ) -> impl Iterator<Item = (&str, Option<&'t [u8]>)> {
        self.0.iter().filter_map(move |(name, ranges)| match ranges {
            Ranges::Once(range) => {
                Some((name.as_str(), range.map(|(begin, end)| &text[begin..end])))
            }
            Ranges::Repeated(_) => None,
        })
    }

    /// Each range with the name of its part.
    pub(super) fn ranges(&self) -> impl Iterator<Item = (&str, Range)> {
        self.0.iter().flat_map(|(name, ranges)| {
            let ranges = match ranges {
                Ranges::Once(range) => range.as_slice(),
                Ranges::Repeated(ranges) => ranges,
            };
            ranges.iter().map(|range| (name.as_str(), *range))
        })
    }
}

/// Locates parts in texts of one rule.
#[allow(clippy::large_enum_variant, reason = "there is one for each run of the program")]
pub(crate) enum Locator<'a> {
    Automaton { names: Vec<String>, tdfa: Box<Tdfa> },
    Derivation { parts: Vec<DerivedPart>, derivations: Derivations<'a> },
}

/// A part that is located in derivations.
pub(crate) struct DerivedPart {
    name: String,
    /// The names of its rules.
    rules: BTreeSet<String>,
    can_repeat: bool,
}

impl<'a> Locator<'a> {
    /// The names of the parts, in the order of the options.
    pub(crate) fn names(&self) -> Vec<&str> {
        match self {
            Self::Automaton { names, .. } => names.iter().map(String::as_str).collect(),
            Self::Derivation { parts, .. } => parts.iter().map(|it| it.name.as_str()).collect(),
        }
    }

    /// A part that can repeat.
    pub(crate) fn repeated(&self) -> Option<&str> {
        match self {
            Self::Automaton { .. } => None,
            Self::Derivation { parts, .. } => {
                parts.iter().find(|part| part.can_repeat).map(|part| part.name.as_str())
            }
        }
    }

    /// For parts of a rule, given as arguments `RULE` or `NAME=RULE/RULE`.
    pub(crate) fn new(
        read: &'a Read,
        subject: &Subject<'a>,
        rule: RuleId,
        arguments: &[String],
        limits: &Limits,
    ) -> anyhow::Result<Self> {
        let (grammar, shapes) = (&read.resolved, subject.shapes());
        let mut parts: Vec<Part> = Vec::new();
        for argument in arguments {
            let part = options::part(grammar, argument)?;
            // As names of rules, which parts usually have.
            if parts.iter().any(|other| other.name.eq_ignore_ascii_case(&part.name)) {
                bail!("two parts are called `{}`", part.name);
            }
            parts.push(part);
        }
        let nesting = Nesting::new(grammar, shapes);
        if let Some(part) = parts.iter().find(|part| !nesting.occurs(rule, &part.rules)) {
            let (name, owner) = (&part.name, &grammar[rule].name);
            let message = format!("no text of `{owner}` has a part `{name}`");
            let error = Diagnostic::error(Code::AbsentPart, message)
                .hint("name rules that the definition uses, directly or through other rules");
            return Err(options::failed(read, &error).into());
        }
        if let Ok(tdfa) = tagged(&Tagging::new(grammar, shapes, limits), rule, &parts) {
            let names = parts.into_iter().map(|part| part.name).collect();
            return Ok(Self::Automaton { names, tdfa: Box::new(tdfa) });
        }
        let kept = parts.iter().flat_map(|part| &part.rules).copied().collect();
        let derived = |part: &Part| DerivedPart {
            name: part.name.clone(),
            rules: part.rules.iter().map(|rule| grammar[*rule].name.as_str().to_owned()).collect(),
            can_repeat: occurrences(grammar, shapes, rule, part, Depth::Any).max > 1,
        };
        let parts = parts.iter().map(derived).collect();
        let derivations = Derivations::new(grammar, shapes, rule, kept, limits);
        Ok(Self::Derivation { parts, derivations })
    }

    /// Locates the parts in a text that matches. `None` if the text or the grammar is too large
    /// for a derivation.
    pub(crate) fn locate(&self, text: &[u8]) -> Option<Located> {
        Some(Located(match self {
            Self::Automaton { names, tdfa } => {
                let ranges = tdfa.locate(text)?.into_iter();
                let ranges = ranges.map(|part| part.map(|range| (range.begin, range.end)));
                names.iter().cloned().zip(ranges.map(Ranges::Once)).collect()
            }
            Self::Derivation { parts, derivations } => {
                let nodes = derivations.nodes(text)?;
                let ranges = |part: &DerivedPart| {
                    let nodes = outermost(&nodes, |rule| part.rules.contains(rule));
                    let mut ranges = nodes.into_iter().map(|node| (node.begin, node.end));
                    let ranges = if part.can_repeat {
                        Ranges::Repeated(ranges.collect())
                    } else {
                        Ranges::Once(ranges.next())
                    };
                    (part.name.clone(), ranges)
                };
                parts.iter().map(ranges).collect()
            }
        }))
    }
}
