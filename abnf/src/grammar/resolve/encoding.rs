//! Whether values are octets or characters.

use super::references::{Module, OWN};
use crate::diagnostic::{Diagnostic, Hint, Span, report};
use crate::grammar::{Encoding, NonAscii, Rule};
use std::collections::BTreeMap;
use std::sync::Arc;

/// What values are, and what follows for rules.
pub(super) struct Settled {
    pub(super) encoding: Encoding,
    /// Whether it is stated that values are octets.
    only_octets: bool,
    /// What was reported of values, by their places.
    errors: BTreeMap<Span, Arc<Diagnostic>>,
}

impl Settled {
    /// All values are fine.
    fn unlimited(encoding: Encoding) -> Self {
        Self { encoding, only_octets: false, errors: BTreeMap::new() }
    }

    /// Whether a rule has a value that is no octet though all should be.
    pub(super) fn excludes(&self, rule: &Rule) -> bool {
        self.only_octets && rule.non_ascii.iter().any(|value| 0xFF < value.high)
    }

    /// What was reported of these values.
    pub(super) fn errors(&self, rule: &Rule) -> impl Iterator<Item = Arc<Diagnostic>> {
        rule.non_ascii.iter().filter_map(|value| self.errors.get(&value.span).cloned())
    }
}

/// What values are in these grammars: as stated, else as they suggest.
pub(super) fn encoding(
    modules: &[Module],
    stated: Option<Encoding>,
    found: &mut Vec<Diagnostic>,
) -> Settled {
    let mut wide = modules.iter().flat_map(values).filter(|p| p.high > 0xFF).peekable();
    match stated {
        Some(Encoding::Octets) => {
            // The grammar has to keep a meaning for what else is said about it.
            let none_is_wide = wide.peek().is_none();
            let before = found.len();
            for value in wide {
                report(found, above_octets(value));
            }
            let with_place = |item: &Diagnostic| Some((item.primary.as_ref()?.span, item.clone()));
            let errors = found[before..].iter().filter_map(with_place);
            let errors = errors.map(|(span, item)| (span, Arc::new(item))).collect();
            let encoding = if none_is_wide { Encoding::Octets } else { Encoding::Utf8 };
            Settled { encoding, only_octets: true, errors }
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
    Diagnostic::error("value-above-octet", format!("%x{:X} is no octet", value.high))
        .in_rule()
        .at(value.span, "above %xFF")
        .hint(Hint::Encoding)
        .hint("split the value into the octets of its encoding")
}

/// One warning for all values that would mean different things in the two
/// encodings.
fn unstated(own: &Module, encoding: Encoding, own_is_wide: bool) -> Option<Diagnostic> {
    // A copy of the core rule OCTET says by its name what it is.
    let rules = own.grammar.rules.iter().filter(|rule| rule.name.folded() != "octet");
    let mut unclear = rules.flat_map(|rule| &rule.non_ascii).filter(|value| value.high <= 0xFF);
    let first = unclear.next()?;
    let read_as = match encoding {
        Encoding::Octets => "octets, because no value is above %xFF",
        Encoding::Utf8 if own_is_wide => "characters, because other values are above %xFF",
        Encoding::Utf8 => "characters, because values of an import are above %xFF",
    };
    let warning = Diagnostic::warning(
        "unstated-encoding",
        format!("values from %x80 to %xFF are read as {read_as}"),
    )
    .at(first.span, "");
    let warning = unclear.take(2).fold(warning, |warning, value| warning.also(value.span, ""));
    Some(warning.hint(Hint::Encoding))
}
