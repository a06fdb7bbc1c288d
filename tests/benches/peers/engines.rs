//! The automata to which regular expressions are compiled before timing.

use crate::{agreement, rfc2396, rfc3339, rfc5646, rfc9110, semver};
use abnfc::text::bundled;
use anyhow::Context as _;
use regex::Regex;
use regex_automata::dfa::{Automaton as _, StartKind, dense};
use regex_automata::util::syntax;
use regex_automata::{Anchored, Input};
use std::hint::black_box;

/// A table of every transition.
pub(crate) type Dense = dense::DFA<Vec<u32>>;

/// The compiled expressions, which every contestant receives.
pub(crate) struct Engines {
    /// The expression of RFC 2396.
    pub(crate) regex: Regex,
    /// Of RFC 2396.
    pub(crate) dense: Dense,
    /// Of RFC 3339.
    pub(crate) timestamps: Dense,
    /// Of RFC 5646.
    pub(crate) languages: Dense,
    /// Of RFC 5646, with groups.
    pub(crate) language_parts: Regex,
    /// Of `Content-Type` in RFC 9110.
    pub(crate) media_types: Dense,
    /// Of Semantic Versioning.
    pub(crate) versions: Dense,
    /// Of Semantic Versioning, with groups.
    pub(crate) version_parts: Regex,
}

impl Engines {
    /// Compiles all expressions, and proves that their languages are those of the grammars.
    pub(crate) fn new() -> anyhow::Result<Self> {
        let engines = Self {
            regex: groups(rfc2396::EXPRESSION)?,
            dense: dense(rfc2396::EXPRESSION)?,
            timestamps: dense(rfc3339::EXPRESSION)?,
            languages: dense(rfc5646::EXPRESSION)?,
            language_parts: groups(rfc5646::EXPRESSION)?,
            media_types: dense(rfc9110::EXPRESSION)?,
            versions: dense(semver::EXPRESSION)?,
            version_parts: groups(semver::EXPRESSION)?,
        };
        agreement::of_expression(&engines.dense, uri_gen::URI, &[], "URI-reference")?;
        let times = include_str!("../../grammars/rfc3339.abnf");
        agreement::of_expression(&engines.timestamps, times, &[], "date-time")?;
        agreement::of_expression(&engines.versions, semver::GRAMMAR, &[], "version")?;
        let of_bundled = |dense: &Dense, name: &str, rule: &str| {
            let grammar = bundled::find(name).context("it is bundled")?;
            agreement::of_expression(dense, grammar.text, &grammar.imports(), rule)
        };
        of_bundled(&engines.languages, "rfc5646", "Language-Tag")?;
        of_bundled(&engines.media_types, "rfc9110", "Content-Type")?;
        Ok(engines)
    }
}

/// Returns whether an automaton accepts the whole text.
pub(crate) fn is_accepted(dense: &Dense, text: &str) -> bool {
    let input = Input::new(text).anchored(Anchored::Yes);
    dense.try_search_fwd(&input).is_ok_and(|end| end.is_some())
}

/// Returns whether an automaton accepts the whole text, and then finds its groups. An automaton has
/// no groups, so an accepted text is read once more.
pub(crate) fn has_groups(dense: &Dense, groups: &Regex, text: &str) -> bool {
    is_accepted(dense, text) && black_box(groups.captures(text)).is_some()
}

/// The expression for whole texts, with its groups.
fn groups(expression: &str) -> Result<Regex, regex::Error> {
    Regex::new(&format!("^(?:{expression})$"))
}

/// The automaton in its best form: anchored, over bytes, minimal.
fn dense(expression: &str) -> anyhow::Result<Dense> {
    dense::Builder::new()
        .configure(dense::Config::new().minimize(true).start_kind(StartKind::Anchored))
        .syntax(syntax::Config::new().unicode(false).utf8(false))
        .build(&format!("(?:{expression})$"))
        .context("the expression compiles")
}
