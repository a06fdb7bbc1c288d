//! The options of all commands for reading grammars.

use super::document::DocumentArgs;
use super::imports::{requested, requested_document};
use abnfc::Read;
use abnfc::automata::tagged::parts::Part;
use abnfc::diagnostic::{Code, Diagnostic, Diagnostics, Severity};
use abnfc::grammar::{Encoding, Resolved, RuleId, suggest};
use abnfc::limits::{LimitName, Limits};
use abnfc::spec::{CargoFeature, Dialect, Engine, ReadOptions};
use abnfc_build::imports::Requested;
pub(super) use abnfc_build::load::{Loaded, file_name};
use anyhow::bail;
use clap::ValueEnum;

/// The options for reading grammars.
#[derive(Debug, clap::Args)]
#[command(next_help_heading = "Reading grammars")]
pub(super) struct Reading {
    /// Import a grammar file or a bundled grammar, or only some of its rules; repeatable
    ///
    /// NAME is the name in `<rule, see [NAME]>`. A line `; @import NAME = FILE (rule, ...)` in the
    /// grammar has the same effect. `abnfc list` lists the bundled grammars.
    #[arg(long = "import", value_name = "NAME=FILE[:RULE,...]", value_parser = requested)]
    pub(super) imports: Vec<Requested>,
    /// Import the grammar inside a document, such as an RFC; repeatable
    ///
    /// In the grammar: `; @import-extracted NAME = FILE (rule, ...)`.
    #[arg(long = "import-extracted", value_name = "NAME=FILE[:RULE,...]",
        value_parser = requested_document)]
    pub(super) documents: Vec<Requested>,
    /// The notation of the grammar
    #[arg(long, value_enum, default_value_t)]
    pub(super) dialect: DialectArg,
    #[command(flatten)]
    document: DocumentArgs,
    /// The meaning of values [default: utf8 if a value is above FF, else octets]
    #[arg(long, value_enum)]
    encoding: Option<EncodingArg>,
    /// Maximum number of states of an automaton before minimisation
    ///
    /// At most 1000000. The limits of NFAs and of work grow in proportion, up to their own ceilings.
    #[arg(long, value_name = "N", default_value_t = Limits::default().dfa_states,
        value_parser = max_states)]
    max_states: usize,
    /// Set a limit, such as `nesting=200`; an unknown NAME lists all limits; repeatable
    #[arg(long = "limit", value_name = "NAME=N", value_parser = limit)]
    limits: Vec<(LimitName, usize)>,
}

fn max_states(arg: &str) -> Result<usize, String> {
    bounded(LimitName::DfaStates, arg)
}

/// A limit and its value.
pub(super) fn limit(arg: &str) -> Result<(LimitName, usize), String> {
    let (name, value) = arg.split_once('=').ok_or("expected NAME=N")?;
    let known = LimitName::ALL.into_iter().find(|&limit| limit_name(limit) == name);
    let Some(limit) = known else {
        let all = LimitName::ALL.map(|it| format!("{} (at most {})", limit_name(it), it.ceiling()));
        return Err(format!("the limits are {}", all.join(", ")));
    };
    Ok((limit, bounded(limit, value)?))
}

/// A value for a limit, not above the limit's ceiling.
fn bounded(limit: LimitName, value: &str) -> Result<usize, String> {
    let value: usize = value.parse().map_err(|_| "expected a whole number".to_owned())?;
    if limit.ceiling() < value {
        return Err(format!("{} is at most {}", limit_name(limit), limit.ceiling()));
    }
    Ok(value)
}

/// Returns the name of a limit in options.
pub(super) fn limit_name(limit: LimitName) -> String {
    limit.field().replace('_', "-")
}

/// See [`Dialect`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(super) enum DialectArg {
    /// The notation that a line `; @dialect` states, else BNF if its signs occur, else ABNF
    #[default]
    Auto,
    /// RFC 5234 with RFC 7405
    Abnf,
    /// The notations before ABNF: those of RFC 821, 822, 1738, 2045, 2396 and 2616
    Bnf,
    /// ABNF with `|` and the lists of HTTP (RFC 9110, section 5.6.1) as senders write them
    Http,
    /// The same with the lists as recipients must accept them, with empty elements
    HttpLenient,
}

/// See [`Encoding`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum EncodingArg {
    /// A value is a byte
    Octets,
    /// A value is a Unicode scalar value, in UTF-8
    Utf8,
}

/// See [`Engine`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(super) enum EngineArg {
    /// Up to four entries of the grammar as code, other rules by shifts or tables
    ///
    /// The entries are the first rule and rules that no other rule uses. Shifts require a small
    /// automaton.
    #[default]
    Auto,
    /// Tables: the smallest and slowest code
    Table,
    /// Shifts if the automaton fits into rows of 64 bits or layers of them, otherwise tables
    Shift,
    /// Code, with shifts for short texts: usually the fastest and largest code
    Code,
}

impl From<EngineArg> for Engine {
    fn from(arg: EngineArg) -> Self {
        match arg {
            EngineArg::Auto => Self::Auto,
            EngineArg::Table => Self::Table,
            EngineArg::Shift => Self::Shift,
            EngineArg::Code => Self::Code,
        }
    }
}

/// See [`CargoFeature::OPTIONAL`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum FeatureArg {
    /// Random texts of each rule for fuzzers, by the crate `arbitrary`
    Arbitrary,
    /// Functions for 64 texts at once, for engines that keep texts by columns
    Columns,
    /// Comparisons of other parsers with each rule, for tests
    Conform,
    /// Random texts of each rule for property tests, by the crate `proptest`
    Proptest,
    /// Serialization of texts and data, by the crate `serde_core`
    Serde,
}

impl From<FeatureArg> for CargoFeature {
    fn from(arg: FeatureArg) -> Self {
        match arg {
            FeatureArg::Arbitrary => Self::Arbitrary,
            FeatureArg::Columns => Self::Columns,
            FeatureArg::Conform => Self::Conform,
            FeatureArg::Proptest => Self::Proptest,
            FeatureArg::Serde => Self::Serde,
        }
    }
}

impl From<DialectArg> for Dialect {
    fn from(arg: DialectArg) -> Self {
        match arg {
            DialectArg::Auto => Self::Auto,
            DialectArg::Abnf => Self::Abnf,
            DialectArg::Bnf => Self::Bnf,
            DialectArg::Http => Self::Http,
            DialectArg::HttpLenient => Self::HttpLenient,
        }
    }
}

impl From<EncodingArg> for Encoding {
    fn from(arg: EncodingArg) -> Self {
        match arg {
            EncodingArg::Octets => Self::Octets,
            EncodingArg::Utf8 => Self::Utf8,
        }
    }
}

impl Reading {
    /// Returns the limits of the run. The limits of NFAs and of work grow with the number of states, so that
    /// this number can be reached.
    pub(super) fn limits(&self) -> Limits {
        let mut limits = Limits::default();
        let factor = self.max_states.div_ceil(limits.dfa_states.max(1)).max(1);
        for name in [LimitName::NfaStates, LimitName::SubsetWork, LimitName::ComparedPairs] {
            limits.set(name, limits.get(name).saturating_mul(factor).min(name.ceiling()));
        }
        limits.dfa_states = self.max_states;
        for &(name, value) in &self.limits {
            limits.set(name, value);
        }
        limits
    }

    /// Returns whether any of the options differs from its default.
    pub(super) fn is_given(&self) -> bool {
        !self.imports.is_empty()
            || !self.documents.is_empty()
            || self.options() != ReadOptions::default()
    }

    /// The options for the library.
    pub(super) fn options(&self) -> ReadOptions {
        ReadOptions {
            extract: self.document.extract(),
            dialect: self.dialect.into(),
            encoding: self.encoding.map(Into::into),
            limits: self.limits(),
        }
    }
}

/// Returns the rule of a name. If a dialect has converted `_` and `+` to `-`, the name in the document
/// is accepted too.
pub(super) fn rule(grammar: &Resolved, name: &str) -> Result<RuleId, Diagnostics> {
    grammar.find(name).or_else(|| grammar.find(&name.replace(['_', '+'], "-"))).ok_or_else(|| {
        let error = Diagnostic::error(Code::UnknownRule, format!("there is no rule `{name}`"));
        let names = || grammar.rules().map(|(_, rule)| rule.name.as_str());
        let mut nearest = suggest::nearest(name, names(), 3);
        if nearest.is_empty() {
            nearest = suggest::nearest_of_typed(name, names(), 3);
        }
        if nearest.is_empty() {
            nearest = suggest::containing(name, names(), 3);
        }
        let error = match nearest.split_last() {
            None => error.hint("`abnfc show` lists the rules of a grammar"),
            Some((last, [])) => error.hint(format!("did you mean `{last}`?")),
            Some((last, others)) => {
                error.hint(format!("did you mean `{}` or `{last}`?", others.join("`, `")))
            }
        };
        Diagnostics::from(error)
    })
}

/// The two names of an argument `NAME=NAME`.
pub(super) fn pair(argument: &str) -> Result<(String, String), String> {
    match argument.split_once('=') {
        Some((a, b)) if !a.is_empty() && !b.is_empty() => Ok((a.to_owned(), b.to_owned())),
        _ => Err("expected two names separated by `=`".to_owned()),
    }
}

/// The part of an argument `RULE` or `NAME=RULE/RULE...`.
pub(super) fn part(grammar: &Resolved, argument: &str) -> anyhow::Result<Part> {
    if argument.is_empty() {
        bail!("a name in the list of parts is empty");
    }
    let (name, rules) = argument.split_once('=').unwrap_or((argument, argument));
    if name.is_empty() {
        bail!("part `{}` has no name; write RULE or NAME=RULE/RULE", argument.escape_debug());
    }
    if rules.split('/').any(str::is_empty) {
        bail!("part `{}` lacks a rule; write RULE or NAME=RULE/RULE", argument.escape_debug());
    }
    let rules = rules.split('/').map(|name| rule(grammar, name)).collect::<Result<_, _>>()?;
    let is_plain = |c: char| c.is_ascii_alphanumeric() || matches!(c, '-' | '_');
    if !name.chars().all(is_plain) {
        let name = name.escape_debug();
        bail!("`{name}` cannot be the name of a part; use letters, digits, `-` and `_`");
    }
    Ok(Part { name: name.to_owned(), rules })
}

/// Returns only the errors, since `check` reports warnings.
pub(super) fn errors(mut found: Diagnostics) -> Diagnostics {
    found.items.retain(|item| item.severity == Severity::Error);
    found
}

/// Appends the findings of a later stage, except those at the position of an earlier error.
pub(super) fn add_news(errors: &mut Diagnostics, found: Vec<Diagnostic>) {
    let place = |item: &Diagnostic| item.primary.as_ref().map(|label| label.span);
    let told: Vec<_> = errors.items.iter().map(place).collect();
    errors.items.extend(found.into_iter().filter(|item| !told.contains(&place(item))));
}

/// An error that a later stage found in a grammar.
pub(super) fn failed(read: &Read, error: &Diagnostic) -> Diagnostics {
    Diagnostics { files: read.diagnostics.files.clone(), items: vec![error.clone()] }
}
