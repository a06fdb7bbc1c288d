//! Where the parts of texts lie: by an automaton if each occurs at most once, else by the
//! derivation of the text, which the rules that embed themselves need too.

use abnfc::automata::pattern::pattern_keeping;
use abnfc::automata::shape::Shapes;
use abnfc::automata::tagged::parts::{Part, occurrences};
use abnfc::automata::tagged::tdfa::Tdfa;
use abnfc::automata::tagged::{Tagging, tagged};
use abnfc::automata::trees::derive::{Derived, Tables, derive};
use abnfc::automata::trees::trees;
use abnfc::diagnostic::Diagnostic;
use abnfc::grammar::uses::{reached, references};
use abnfc::grammar::{Resolved, RuleId};
use abnfc::limits::Limits;
use serde::{Serialize, Serializer};
use std::collections::BTreeMap;

/// A begin and an end, as offsets in bytes.
pub(in crate::cli) type Range = (usize, usize);

/// The names of parts with their places in a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::cli) enum Places {
    All(Vec<(String, Occurring)>),
    /// The text is too complex for a tree.
    TooComplex,
}

/// For JSON an object in the order of the names, or null.
impl Serialize for Places {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let parts: Option<BTreeMap<_, _>> = match self {
            Self::All(parts) => Some(parts.iter().map(|it| (&it.0, &it.1)).collect()),
            Self::TooComplex => None,
        };
        parts.serialize(serializer)
    }
}

/// Where a part occurs; for JSON a pair, null, or a list of pairs.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(untagged)]
pub(in crate::cli) enum Occurring {
    /// A part that no text has twice.
    Once(Option<Range>),
    /// A part that may repeat: what is not inside another text of the same part, in order.
    Often(Vec<Range>),
}

impl Occurring {
    pub(super) fn ranges(&self) -> &[Range] {
        match self {
            Self::Once(place) => place.as_slice(),
            Self::Often(places) => places,
        }
    }
}

/// What locates parts in texts of a rule.
pub(super) enum Locator {
    /// No part repeats.
    Automaton {
        names: Vec<String>,
        tdfa: Box<Tdfa>,
    },
    Tree {
        rule: RuleId,
        parts: Vec<(Part, Repeats)>,
        tables: Box<Tables>,
    },
}

/// Whether some text has the part more than once.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Repeats {
    Never,
    Perhaps,
}

impl Locator {
    /// For parts that occur in the rule. The error is that of the automaton if there is no tree
    /// either.
    pub(super) fn new(
        grammar: &Resolved,
        shapes: &Shapes,
        rule: RuleId,
        parts: Vec<Part>,
        limits: &Limits,
    ) -> Result<Self, Diagnostic> {
        let error = match tagged(&Tagging::new(grammar, shapes, limits), rule, &parts) {
            Ok(tdfa) => {
                let names = parts.into_iter().map(|part| part.name).collect();
                return Ok(Self::Automaton { names, tdfa: Box::new(tdfa) });
            }
            Err(error) => error,
        };
        let of_parts = parts.iter().flat_map(|part| &part.rules).copied().collect();
        let patterns = pattern_keeping(grammar, shapes, of_parts);
        // Where recursion leaves several derivations, what is shown decides: the same as in a tree.
        let is_shown = |used: &RuleId| *used == rule || !patterns.is_inlined(*used);
        let used = reached(&[rule], |rule| references(&grammar[rule].expr));
        let shown: Vec<RuleId> = used.into_iter().filter(is_shown).collect();
        let Ok(trees) = trees(&patterns, grammar.rules().len(), &shown) else { return Err(error) };
        let repeats = |part: Part| {
            let most = occurrences(grammar, shapes, rule, &part).max;
            (part, if most > 1 { Repeats::Perhaps } else { Repeats::Never })
        };
        let parts = parts.into_iter().map(repeats).collect();
        Ok(Self::Tree { rule, parts, tables: Box::new(Tables::new(trees)) })
    }

    /// The places of the parts in a text; none if it does not match.
    pub(super) fn places(&self, text: &[u8]) -> Option<Places> {
        match self {
            Self::Automaton { names, tdfa } => {
                let found = tdfa.locate(text)?.into_iter();
                let once = found.map(|part| Occurring::Once(part.map(|it| (it.begin, it.end))));
                Some(Places::All(names.iter().cloned().zip(once).collect()))
            }
            Self::Tree { rule, parts, tables } => {
                let Ok(rules) = derive(tables, *rule, text) else {
                    return Some(Places::TooComplex);
                };
                let occurring = |(part, repeats): &(Part, Repeats)| {
                    let places = outermost(part, &rules);
                    let places = match repeats {
                        Repeats::Never => Occurring::Once(places.first().copied()),
                        Repeats::Perhaps => Occurring::Often(places),
                    };
                    (part.name.clone(), places)
                };
                Some(Places::All(parts.iter().map(occurring).collect()))
            }
        }
    }
}

/// The texts of a part that are not inside another one; the first rule is the whole text.
fn outermost(part: &Part, rules: &[Derived]) -> Vec<Range> {
    let mut found = Vec::new();
    let mut around = None;
    for Derived { rule, range, depth } in rules.iter().skip(1) {
        if around.is_some_and(|around| around < *depth) {
            continue;
        }
        let is_part = part.rules.contains(rule);
        if is_part {
            found.push((range.start, range.end));
        }
        around = is_part.then_some(*depth);
    }
    found
}
