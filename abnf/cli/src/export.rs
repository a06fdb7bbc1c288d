//! `abnfc export`: a rule or a grammar in the notation of another tool.

use super::Outcome;
use super::man::short_help;
use super::options::{self, Reading};
use super::output::{self, Output};
use abnfc::Read;
use abnfc::automata::rules::automata_of_regular;
use abnfc::automata::superset::superset;
use abnfc::grammar::{Encoding, RuleId};
use abnfc_tools::export::{self, ExportError, Flavour, MAX_DEPTH, MAX_NODES, Notation, Unwritten};
use anyhow::{Context as _, anyhow, bail};
use std::path::PathBuf;

const MANUAL: &str = include_str!("manual/export.txt");

/// Write a rule as a regular expression or an automaton, or a grammar for another tool
#[derive(Debug, clap::Args)]
#[command(after_help = short_help("export", MANUAL), after_long_help = MANUAL)]
pub(super) struct Export {
    /// The grammar
    grammar: PathBuf,
    /// The rule; case does not matter. Not for pest; the first one is the default for other grammars
    rule: Option<String>,
    /// The format to write
    #[arg(long, value_enum)]
    to: Target,
    #[command(flatten)]
    reading: Reading,
}

/// The target of an export.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
enum Target {
    /// A regular expression for the crate `regex`, read back and compared with the rule
    Rust,
    /// A regular expression for PCRE2, Perl and similar engines
    Pcre,
    /// A regular expression for ECMAScript
    Javascript,
    /// An extended regular expression of POSIX, for the locale C
    Posix,
    /// The minimal automaton for Graphviz
    Dot,
    /// The grammar for pest
    Pest,
    /// A grammar of llama.cpp
    Gbnf,
    /// A grammar for Lark and llguidance
    Lark,
    /// EBNF as in specifications of W3C
    Ebnf,
    /// A grammar for ANTLR 4 and Grammarinator
    #[value(alias = "grammarinator")]
    Antlr,
}

impl Export {
    pub(super) fn run(&self, out: &mut Output) -> anyhow::Result<Outcome> {
        let flavour = match self.to {
            Target::Rust => Some(Flavour::Rust),
            Target::Pcre => Some(Flavour::Pcre),
            Target::Javascript => Some(Flavour::JavaScript),
            Target::Posix => Some(Flavour::Posix),
            Target::Dot => None,
            Target::Pest => return self.pest(out),
            Target::Gbnf => return self.grammar(Notation::Gbnf, out),
            Target::Lark => return self.grammar(Notation::Lark, out),
            Target::Ebnf => return self.grammar(Notation::Ebnf, out),
            Target::Antlr => return self.grammar(Notation::Antlr, out),
        };
        let Some(name) = &self.rule else { bail!("the name of a rule is missing") };
        let (input, read, rule) = self.reading.load_rule(&self.grammar, name)?;
        let limits = input.limits();
        let shapes = superset(&read.resolved, limits);
        let automata = automata_of_regular(&read.resolved, &shapes, &[rule], limits);
        let dfa = automata.dfa(rule).map_err(|error| options::failed(&read, error))?;
        let Some(flavour) = flavour else {
            out.text(&export::dot(read.resolved[rule].name.as_str(), dfa))?;
            return Ok(Outcome::Fine);
        };
        let exported = export::regex(&read.resolved, rule, dfa, flavour, limits)
            .map_err(|error| refused(&read, rule, error))?;
        out.line(&exported.pattern)?;
        out.flush()?;
        if exported.is_beyond_ascii {
            output::note(match (flavour, exported.values) {
                (Flavour::Rust, Encoding::Octets) => "for `regex::bytes`",
                (Flavour::JavaScript, Encoding::Utf8) => "with the flag `u`",
                (Flavour::JavaScript, Encoding::Octets) => {
                    "for texts in which each byte is a character"
                }
                (_, Encoding::Octets) => "for bytes: without UTF mode",
                (_, Encoding::Utf8) => "for texts in UTF-8",
            });
        }
        Ok(Outcome::Fine)
    }

    fn pest(&self, out: &mut Output) -> anyhow::Result<Outcome> {
        if self.rule.is_some() {
            bail!("pest takes the whole grammar: leave out the name of the rule");
        }
        let input = self.reading.load(&self.grammar)?;
        let read = input.read()?;
        if read.diagnostics.has_errors() {
            return Err(options::errors(read.diagnostics).into());
        }
        let made = export::pest(&read.resolved);
        out.text(&made.text)?;
        out.flush()?;
        for (rule, why) in &made.left_out {
            output::note(&format!("left out `{}`: {why}", read.resolved[*rule].name));
        }
        output::note(
            "pest takes the first alternative that matches and the longest repetition, and never \
             backtracks: it refuses texts of the grammar for which that is wrong",
        );
        Ok(Outcome::finding_if(!made.left_out.is_empty()))
    }

    fn grammar(&self, notation: Notation, out: &mut Output) -> anyhow::Result<Outcome> {
        let input = self.reading.load(&self.grammar)?;
        let read = input.read()?;
        let rule = match &self.rule {
            Some(name) => options::rule(&read.resolved, name)?,
            None => read.resolved.own_rules().next().context("the grammar has no rules")?.0,
        };
        // Errors in rules that this rule does not use are irrelevant.
        let read = read.require(&[rule]).map_err(options::errors)?;
        let written = export::grammar(&read.resolved, rule, notation).map_err(|error| match error {
            Unwritten::Rule(rule, why) => {
                anyhow!("`{}` cannot be written: {why}", read.resolved[rule].name)
            }
            Unwritten::TooLarge => anyhow!(
                "the grammar has more than 1048576 elements, the limit: repetitions are written out"
            ),
        })?;
        out.text(&written.text)?;
        out.flush()?;
        if let Some(name) = &written.name {
            output::note(&format!(
                "ANTLR wants the file to be called {name}.g4; texts match the rule `start`"
            ));
        }
        Ok(Outcome::Fine)
    }
}

fn refused(read: &Read, rule: RuleId, error: ExportError) -> anyhow::Error {
    let name = &read.resolved[rule].name;
    match error {
        ExportError::TooLarge => anyhow!(
            "the expression of `{name}` has more than {MAX_NODES} nodes or {MAX_DEPTH} levels, the \
             limits"
        ),
        ExportError::Unsupported(what) => anyhow!("`{name}` has {what}"),
    }
}
