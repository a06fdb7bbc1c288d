//! Whether values are octets or characters.

use super::names::{Module, OWN};
use crate::diagnostic::{Diagnostic, Hint, report};
use crate::grammar::{Encoding, NonAscii};

/// What values are in these grammars: as stated, else as they suggest.
pub(super) fn encoding(
    modules: &[Module],
    stated: Option<Encoding>,
    found: &mut Vec<Diagnostic>,
) -> Encoding {
    let wide: Vec<&NonAscii> = modules.iter().flat_map(places).filter(|p| p.high > 0xFF).collect();
    match stated {
        Some(Encoding::Octets) if !wide.is_empty() => {
            for place in wide {
                report(found, above_octets(place));
            }
            // The grammar has to keep a meaning for what else is said about it.
            Encoding::Utf8
        }
        Some(encoding) => encoding,
        None => {
            let encoding = if wide.is_empty() { Encoding::Octets } else { Encoding::Utf8 };
            found.extend(unstated(&modules[OWN], encoding));
            encoding
        }
    }
}

fn places(module: &Module) -> impl Iterator<Item = &NonAscii> {
    module.grammar.rules.iter().flat_map(|rule| &rule.non_ascii)
}

fn above_octets(place: &NonAscii) -> Diagnostic {
    Diagnostic::error("value-above-octet", format!("%x{:X} is no octet", place.high))
        .at(place.span, "above %xFF")
        .hint(Hint::Encoding)
        .hint("split the value into the octets of its encoding")
}

/// One warning for all values that would mean different things in the two
/// encodings.
fn unstated(own: &Module, encoding: Encoding) -> Option<Diagnostic> {
    // A copy of the core rule OCTET says by its name what it is.
    let rules = own.grammar.rules.iter().filter(|rule| rule.name.folded() != "octet");
    let mut unclear = rules.flat_map(|rule| &rule.non_ascii).filter(|place| place.high <= 0xFF);
    let first = unclear.next()?;
    let read_as = match encoding {
        Encoding::Octets => "octets, because no value is above %xFF",
        Encoding::Utf8 => "characters, because other values are above %xFF",
    };
    let warning = Diagnostic::warning(
        "unstated-encoding",
        format!("values from %x80 to %xFF are read as {read_as}"),
    )
    .at(first.span, "");
    let warning = unclear.take(2).fold(warning, |warning, place| warning.also(place.span, ""));
    Some(warning.hint(Hint::Encoding))
}
