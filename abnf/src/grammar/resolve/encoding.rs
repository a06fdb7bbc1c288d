//! Decides whether values are octets or characters.

use super::modules::{Module, OWN};
use crate::diagnostic::{Code, Diagnostic, Hint, MAX_ERRORS, Span};
use crate::grammar::uses::{reached, references};
use crate::grammar::{Encoding, NonAscii, Resolved, Rule, RuleId};
use std::collections::BTreeMap;
use std::sync::Arc;

/// The encoding, and its consequences for rules.
pub(super) struct Settled {
    pub(super) encoding: Encoding,
    /// Whether the grammar states that values are octets.
    only_octets: bool,
    /// For each module, whether it states another encoding.
    is_other: Vec<bool>,
    /// The errors of values, by span.
    errors: BTreeMap<Span, Arc<Diagnostic>>,
}

impl Settled {
    /// Makes a check that accepts all values.
    fn unlimited(encoding: Encoding) -> Self {
        Self { encoding, only_octets: false, is_other: Vec::new(), errors: BTreeMap::new() }
    }

    /// Returns whether a rule has a value that is not an octet although all must be, or one that
    /// has another meaning in its module.
    pub(super) fn excludes(&self, module: usize, rule: &Rule) -> bool {
        self.only_octets && rule.non_ascii.iter().any(|value| 0xFF < value.high)
            || self.is_mixed(module, rule)
    }

    fn is_mixed(&self, module: usize, rule: &Rule) -> bool {
        self.is_other[module] && !rule.non_ascii.is_empty()
    }

    /// Reports values with another meaning in their module, in rules that the grammar uses.
    pub(super) fn report_mixed(&self, modules: &[Module], resolved: &mut Resolved) {
        let rules = modules
            .iter()
            .enumerate()
            .flat_map(|(module, it)| it.grammar.rules.iter().map(move |rule| (module, rule)));
        let mut mixed =
            rules.zip(0..).filter(|((at, rule), _)| self.is_mixed(*at, rule)).peekable();
        if mixed.peek().is_none() {
            return;
        }
        let own: Vec<RuleId> = resolved.own_rules().map(|(id, _)| id).collect();
        let used = reached(&own, |rule| references(&resolved[rule].expr));
        for ((_, rule), id) in mixed {
            let Some(error) = rule.non_ascii.first().map(|it| self.other(rule, it)) else {
                continue;
            };
            let error = Arc::new(error);
            if used.contains(&RuleId(id)) {
                resolved.report(&error);
            }
            resolved.rules[RuleId(id).index()].errors.push(error);
        }
    }

    fn other(&self, rule: &Rule, value: &NonAscii) -> Diagnostic {
        let (meant, read_as) = match self.encoding {
            Encoding::Octets => ("characters", "octets"),
            Encoding::Utf8 => ("octets", "characters"),
        };
        let message = format!(
            "values of `{}` are {meant}, but the grammar that imports the rule uses {read_as}",
            rule.name
        );
        Diagnostic::error(Code::MixedEncodings, message)
            .in_rule()
            .at(value.span, "")
            .hint(format!("define `{}` in the grammar, as {read_as}", rule.name))
    }

    /// Returns the errors of all values.
    pub(super) fn errors(&self) -> impl Iterator<Item = &Arc<Diagnostic>> {
        self.errors.values()
    }

    /// Returns the errors of the values of a rule.
    pub(super) fn errors_of(&self, rule: &Rule) -> impl Iterator<Item = Arc<Diagnostic>> {
        rule.non_ascii.iter().filter_map(|value| self.errors.get(&value.span).cloned())
    }
}

/// Decides the encoding of the grammars: as stated, else as the values suggest.
pub(super) fn encoding(
    modules: &[Module],
    stated: Option<Encoding>,
    found: &mut Vec<Diagnostic>,
) -> Settled {
    let stated = stated.or(modules[OWN].grammar.encoding);
    let settled = settled(modules, stated, found);
    let is_other =
        |module: &Module| module.grammar.encoding.is_some_and(|it| it != settled.encoding);
    let is_other = modules.iter().map(is_other).collect();
    Settled { is_other, ..settled }
}

fn settled(modules: &[Module], stated: Option<Encoding>, found: &mut Vec<Diagnostic>) -> Settled {
    let mut wide = modules.iter().flat_map(values).filter(|p| p.high > 0xFF).peekable();
    match stated {
        Some(Encoding::Octets) => {
            // Later findings need a meaning of the grammar.
            let none_is_wide = wide.peek().is_none();
            let error = |value: &NonAscii| (value.span, Arc::new(above_octets(value)));
            let errors = wide.take(MAX_ERRORS).map(error).collect();
            let encoding = if none_is_wide { Encoding::Octets } else { Encoding::Utf8 };
            Settled { only_octets: true, errors, ..Settled::unlimited(encoding) }
        }
        Some(Encoding::Utf8) => Settled::unlimited(Encoding::Utf8),
        None => {
            let own_is_wide = values(&modules[OWN]).any(|value| 0xFF < value.high);
            let encoding = if wide.peek().is_none() { Encoding::Octets } else { Encoding::Utf8 };
            found.extend(unstated(&modules[OWN], encoding, own_is_wide));
            Settled::unlimited(encoding)
        }
    }
}

fn values(module: &Module) -> impl Iterator<Item = &NonAscii> {
    module.grammar.rules.iter().flat_map(|rule| &rule.non_ascii)
}

fn above_octets(value: &NonAscii) -> Diagnostic {
    Diagnostic::error(Code::ValueAboveOctet, format!("%x{:X} is not an octet", value.high))
        .in_rule()
        .at(value.span, "above %xFF")
        .hint("state the encoding `utf8` instead of `octets` if the values are characters")
        .hint("split the value into the octets of its encoding")
}

/// Reports one warning for all values with different meanings in the two
/// encodings.
fn unstated(own: &Module, encoding: Encoding, own_is_wide: bool) -> Option<Diagnostic> {
    // The name of a copy of the core rule OCTET states its meaning.
    let rules = own.grammar.rules.iter().filter(|rule| rule.name.folded() != "octet");
    let mut unclear = rules.flat_map(|rule| &rule.non_ascii).filter(|value| value.high <= 0xFF);
    let first = unclear.next()?;
    let read_as = match encoding {
        Encoding::Octets => "octets, because no value is above %xFF",
        Encoding::Utf8 if own_is_wide => "characters, because other values are above %xFF",
        Encoding::Utf8 => "characters, because values of an import are above %xFF",
    };
    let warning = Diagnostic::warning(
        Code::UnstatedEncoding,
        format!("values from %x80 to %xFF are read as {read_as}"),
    )
    .at(first.span, "");
    let warning = unclear.take(2).fold(warning, |warning, value| warning.also(value.span, ""));
    Some(warning.hint(Hint::Encoding))
}
