//! `abnfc dump`: the result of each stage of the compiler.

use super::Outcome;
use super::input::Input;
use super::man::short_help;
use super::options::{self, Reading};
use super::output::{self, Format, Output, WriteError};
use abnfc::automata::tagged::parts::Part;
use abnfc::diagnostic::Diagnostics;
use abnfc::grammar::{RuleId, RuleName};
use abnfc::spec::{Export, Others};
use abnfc::stages::{self, Stage};
use anyhow::bail;
use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use serde::Serialize;
use std::collections::BTreeSet;
use std::path::PathBuf;

const MANUAL: &str = include_str!("manual/dump.txt");

/// Print the result of a compiler stage
#[derive(Debug, clap::Args)]
#[command(after_help = short_help("dump", MANUAL), after_long_help = MANUAL)]
pub(super) struct Dump {
    /// The grammar
    grammar: PathBuf,
    /// The stage; the manual lists all of them
    #[arg(long, value_parser = stage(), hide_possible_values = true)]
    stage: Stage,
    /// Print only this rule
    rule: Option<String>,
    /// The parts to locate, for the stages `tnfa` to `transducer`
    #[arg(long, value_name = "PART,...", value_delimiter = ',')]
    parts: Vec<String>,
    /// The output format
    #[arg(long, value_enum, default_value_t)]
    format: Format,
    #[command(flatten)]
    reading: Reading,
}

/// See the long help.
#[derive(Serialize)]
struct Listed<'a> {
    rule: Option<&'a str>,
    listing: &'a str,
}

impl Dump {
    pub(super) fn run(&self, out: &mut Output) -> anyhow::Result<Outcome> {
        anyhow::ensure!(
            self.parts.is_empty() || self.stage.locates_parts(),
            "`--parts` is for the stages `tnfa` to `transducer`"
        );
        let input = self.reading.load(&self.grammar)?;
        let found = match self.stage {
            stage if stage <= Stage::Grammar => self.text(&input, out)?,
            Stage::Writer | Stage::Model | Stage::Code => {
                self.of_crate(input, out)?;
                Diagnostics::default()
            }
            _ => self.rules(&input, out)?,
        };
        let errors = options::errors(found);
        out.flush()?;
        output::diagnostics(&errors);
        Ok(if errors.has_errors() { Outcome::Failed } else { Outcome::Fine })
    }

    /// Prints the result of a stage of a single text, without imports.
    fn text(&self, input: &Input, out: &mut Output) -> anyhow::Result<Diagnostics> {
        let rule = self.rule.as_deref().map(RuleName::new);
        let text = (input.name.as_str(), &*input.bytes);
        let made = stages::of_text(text, &input.spec.read, rule.as_ref(), self.stage);
        let (listing, found) = made?;
        self.whole(&listing, out)?;
        Ok(found)
    }

    /// Prints the result of a stage of rules.
    fn rules(&self, input: &Input, out: &mut Output) -> anyhow::Result<Diagnostics> {
        let read = input.read()?;
        let grammar = &read.resolved;
        let chosen: Vec<RuleId> = match &self.rule {
            Some(name) => vec![options::rule(grammar, name)?],
            None => grammar.own_rules().map(|(rule, _)| rule).collect(),
        };
        if self.stage == Stage::Resolve && self.rule.is_none() {
            self.whole(&grammar.to_string(), out)?;
            return Ok(read.diagnostics);
        }
        let parts = self.parts.iter().map(|part| options::part(grammar, part));
        let parts = parts.collect::<anyhow::Result<Vec<Part>>>()?;
        let listings = stages::of_rules(grammar, input.limits(), &chosen, &parts, self.stage);
        let mut errors = Vec::new();
        let mut reported = BTreeSet::new();
        for (rule, listing) in chosen.into_iter().zip(listings) {
            let name = grammar[rule].name.as_str();
            match listing {
                Ok(listing) => self.of_rule(name, listing.trim_end(), out)?,
                Err(error) if reported.insert((error.code, error.message.clone())) => {
                    errors.push(error);
                }
                Err(_) => (),
            }
        }
        let mut found = options::errors(read.diagnostics);
        options::add_news(&mut found, errors);
        Ok(found)
    }

    fn of_rule(&self, name: &str, listing: &str, out: &mut Output) -> Result<(), WriteError> {
        match (self.format, self.stage) {
            (Format::Json, _) => out.json(&Listed { rule: Some(name), listing }),
            (Format::Text, Stage::Resolve) => out.line(listing),
            (Format::Text, Stage::Shape) => out.line(&format!("{name}: {listing}")),
            (Format::Text, _) => out.line(&format!("{name}:\n{listing}\n")),
        }
    }

    fn whole(&self, text: &str, out: &mut Output) -> Result<(), WriteError> {
        match self.format {
            Format::Text => out.text(text),
            Format::Json => out.json(&Listed { rule: self.rule.as_deref(), listing: text }),
        }
    }

    /// Prints the result of a stage of the crate.
    fn of_crate(&self, mut input: Input, out: &mut Output) -> anyhow::Result<()> {
        let rule = self.rule.as_ref().map(|name| -> anyhow::Result<RuleName> {
            let read =
                abnfc::read(&input.name, &input.bytes, &input.spec.imports, &input.spec.read)?;
            Ok(read.resolved[options::rule(&read.resolved, name)?].name.clone())
        });
        let rule = rule.transpose()?;
        // The data of a rule depends on the other rules.
        if let Some(rule) = rule.as_ref().filter(|_| self.stage != Stage::Writer) {
            let rule = rule.as_str().to_owned();
            let exports = &mut input.spec.exports;
            exports.retain(|export| export.rule.eq_ignore_ascii_case(&rule));
            if exports.is_empty() {
                exports.push(Export { rule, ..Export::default() });
            }
            input.spec.others = Others::LeftOut;
        }
        input.spec.title = input.title().to_owned();
        let listing = stages::of_crate(input.module(), rule.as_ref(), self.stage)?;
        if let Some(rule) = rule.filter(|_| listing.is_empty()) {
            bail!("the data of `{rule}` is no record, so it has no graph");
        }
        self.whole(&listing, out)?;
        Ok(())
    }
}

/// Returns the parser of the name of a stage.
fn stage() -> impl TypedValueParser<Value = Stage> {
    const OTHER_NAME: (&str, Stage) = ("lower", Stage::Grammar);
    let name = |stage: Stage| match PossibleValue::new(stage.as_str()) {
        value if stage == OTHER_NAME.1 => value.alias(OTHER_NAME.0),
        value => value,
    };
    let named = |text: String| {
        let names = Stage::ALL.into_iter().map(|stage| (stage.as_str(), stage));
        let named = names.chain([OTHER_NAME]).find(|(name, _)| *name == text);
        named.expect("clap accepts the names only").1
    };
    PossibleValuesParser::new(Stage::ALL.map(name)).map(named)
}
