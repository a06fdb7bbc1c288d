//! The languages that are compiled to engines before anything is timed.

use crate::agreement::Automaton;
use crate::expression::Expression;
use crate::{rfc2396, rfc3339, rfc5646, rfc9110, semver};
use abnfc::text::bundled;
use anyhow::Context as _;

/// The numbers of the languages.
pub(crate) const RFC2396: usize = 0;
pub(crate) const RFC3986: usize = 1;
pub(crate) const RFC3987: usize = 2;
pub(crate) const RFC3339: usize = 3;
pub(crate) const RFC5322: usize = 4;
pub(crate) const RFC5646: usize = 5;
pub(crate) const RFC9110: usize = 6;
pub(crate) const SEMVER: usize = 7;

/// What every contestant receives.
pub(crate) struct Engines {
    /// By their numbers.
    pub(crate) languages: [Expression; 8],
}

impl Engines {
    /// Compiles all expressions, and proves that their languages are those of the grammars.
    pub(crate) fn new() -> anyhow::Result<Self> {
        let of_bundled = |name: &str, rule: &str| {
            let grammar = bundled::find(name).context("it is bundled")?;
            Automaton::new(grammar.text, &grammar.imports(), rule)
        };
        let plain = include_str!("../../../examples/gallery/grammar/plain.abnf");
        let mail = bundled::find("rfc5322").context("it is bundled")?;
        let imports = [mail.import("MAIL", &["atext", "dot-atom-text"])];
        let times = include_str!("../../grammars/rfc3339.abnf");
        let uris = Automaton::new(uri_gen::URI, &[], "URI-reference")?;
        Ok(Self {
            languages: [
                Expression::new(rfc2396::EXPRESSION, &uris)?,
                Expression::of_rule(&of_bundled("rfc3986", "URI-reference")?)?,
                Expression::of_rule(&of_bundled("rfc3987", "IRI-reference")?)?,
                Expression::new(rfc3339::EXPRESSION, &Automaton::new(times, &[], "date-time")?)?,
                Expression::of_rule(&Automaton::new(plain, &imports, "addr-spec")?)?,
                Expression::new(rfc5646::EXPRESSION, &of_bundled("rfc5646", "Language-Tag")?)?,
                Expression::new(rfc9110::EXPRESSION, &of_bundled("rfc9110", "Content-Type")?)?,
                Expression::new(
                    semver::EXPRESSION,
                    &Automaton::new(semver::GRAMMAR, &[], "version")?,
                )?,
            ],
        })
    }
}
