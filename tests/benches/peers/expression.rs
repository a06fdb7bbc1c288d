//! Regular languages in the engines that compile an expression when they run.

use crate::agreement::{self, Automaton};
use crate::contestant::{Checks, Contestant};
use abnfc::grammar::Encoding;
use abnfc::limits::Limits;
use abnfc_tools::export::{self, Flavour};
use anyhow::Context as _;
use regex::bytes::{Regex, RegexBuilder};
use regex_automata::dfa::{Automaton as _, StartKind, dense};
use regex_automata::util::syntax;
use regex_automata::{Anchored, Input};
use regex_syntax::hir::Hir;

/// A table of every transition.
pub(crate) type Dense = dense::DFA<Vec<u32>>;

/// A language, proved to be that of a rule.
pub(crate) struct Expression {
    /// The syntax tree, without anchors.
    pub(crate) hir: Hir,
    /// The automaton in its best form: anchored, over bytes, minimal.
    pub(crate) dense: Dense,
    /// The meta engine, which chooses among engines for each search.
    pub(crate) regex: Regex,
}

impl Expression {
    /// Compiles an expression over bytes, and proves that its language is that of the rule.
    pub(crate) fn new(pattern: &str, automaton: &Automaton) -> anyhow::Result<Self> {
        Self::compiled(pattern, false, automaton)
    }

    /// Writes the rule as an expression, and compiles that.
    pub(crate) fn of_rule(automaton: &Automaton) -> anyhow::Result<Self> {
        let Automaton { grammar, rule, dfa } = automaton;
        let exported = export::regex(grammar, *rule, dfa, Flavour::Rust, &Limits::default())
            .map_err(|error| anyhow::anyhow!("{error:?}"))?;
        let pattern = exported.pattern.trim_start_matches("(?-u)");
        let pattern = pattern.strip_prefix("\\A").and_then(|it| it.strip_suffix("\\z"));
        let is_unicode = exported.values == Encoding::Utf8 && exported.is_beyond_ascii;
        Self::compiled(pattern.context("it has anchors")?, is_unicode, automaton)
    }

    fn compiled(pattern: &str, is_unicode: bool, automaton: &Automaton) -> anyhow::Result<Self> {
        let mut parser = regex_syntax::ParserBuilder::new();
        let hir = parser.unicode(is_unicode).utf8(false).build().parse(pattern)?;
        let whole = format!("^(?:{pattern})$");
        let regex = RegexBuilder::new(&whole).unicode(is_unicode).build()?;
        let config = dense::Config::new().minimize(true).start_kind(StartKind::Anchored);
        let dense = dense::Builder::new()
            .configure(config)
            .syntax(syntax::Config::new().unicode(is_unicode).utf8(false))
            .build(&format!("(?:{pattern})$"))?;
        agreement::of_expression(&dense, automaton)?;
        Ok(Self { hir, dense, regex })
    }

    /// Returns whether the automaton accepts the whole text.
    pub(crate) fn is_accepted(&self, text: &str) -> bool {
        let input = Input::new(text).anchored(Anchored::Yes);
        self.dense.try_search_fwd(&input).is_ok_and(|end| end.is_some())
    }
}

/// The name of the contestant that is a table of every transition.
pub(crate) const DENSE: &str = "regex-automata dense";

/// The contestants of the language with the number `N`.
pub(crate) fn contestants<const N: usize>(checks: Checks) -> Vec<Contestant> {
    vec![
        Contestant {
            validate: Some(|engines, text| {
                usize::from(engines.languages[N].regex.is_match(text.as_bytes()))
            }),
            ..Contestant::new("regex", checks)
        },
        Contestant {
            validate: Some(|engines, text| usize::from(engines.languages[N].is_accepted(text))),
            ..Contestant::new(DENSE, checks)
        },
    ]
}

/// The same for an expression with groups. The automaton has none, so after it has accepted a text, the
/// groups are found by the meta engine, which reads it once more.
pub(crate) fn contestants_with_groups<const N: usize>(checks: Checks) -> Vec<Contestant> {
    let mut both = contestants::<N>(checks);
    both[0].parse = Some(|engines, text| usize::from(has_groups(&engines.languages[N], text)));
    both[1].parse = Some(|engines, text| {
        let language = &engines.languages[N];
        usize::from(language.is_accepted(text) && has_groups(language, text))
    });
    both
}

fn has_groups(language: &Expression, text: &str) -> bool {
    std::hint::black_box(language.regex.captures(text.as_bytes())).is_some()
}
