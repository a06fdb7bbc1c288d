//! `abnfc show`: a grammar, or definitions of some of its rules.

use super::Outcome;
use super::man::short_help;
use super::options::{self, Reading};
use super::output::{Format, Output};
use abnfc::Read;
use abnfc::diagnostic::Diagnostics;
use abnfc::grammar::RuleId;
use abnfc::grammar::uses::{references, users};
use abnfc::text::bundled;
use serde::Serialize;
use std::path::PathBuf;

const MANUAL: &str = include_str!("manual/show.txt");

/// The width of lines.
const COLUMNS: usize = 79;

/// Describe a grammar, or print definitions of rules
#[derive(Debug, clap::Args)]
#[command(after_help = short_help("show", MANUAL), after_long_help = MANUAL)]
pub(super) struct Show {
    /// The grammar
    grammar: PathBuf,
    /// The rules; case does not matter
    #[arg(value_name = "RULE")]
    rules: Vec<String>,
    /// The output format
    #[arg(long, value_enum, default_value_t)]
    format: Format,
    #[command(flatten)]
    reading: Reading,
}

/// See the long help.
#[derive(Serialize)]
struct RuleText<'a> {
    rule: &'a str,
    line: usize,
    definition: &'a str,
    uses: Vec<&'a str>,
    used_by: Vec<&'a str>,
}

impl Show {
    pub(super) fn run(&self, out: &mut Output) -> anyhow::Result<Outcome> {
        let input = self.reading.load(&self.grammar)?;
        let read = input.read()?;
        let named: Result<Vec<RuleId>, Diagnostics> =
            self.rules.iter().map(|name| options::rule(&read.resolved, name)).collect();
        let mut rules = named?;
        if rules.is_empty() {
            rules = read.resolved.own_rules().map(|(id, _)| id).collect();
        }
        let definitions = definitions(&read, &rules);
        match self.format {
            Format::Json => definitions.iter().try_for_each(|it| out.json(it))?,
            Format::Text if self.rules.is_empty() => {
                if let Some(bundled) = bundled::find(&input.name) {
                    out.text(&description(bundled))?;
                }
                out.text(&names(&definitions))?;
            }
            Format::Text => {
                let texts: Vec<String> = definitions.iter().map(text).collect();
                out.text(&texts.join("\n"))?;
            }
        }
        out.flush()?;
        Ok(Outcome::Fine)
    }
}

fn definitions<'a>(read: &'a Read, rules: &[RuleId]) -> Vec<RuleText<'a>> {
    let grammar = &read.resolved;
    let used_by = users(grammar.own_rules());
    let name = |id: &RuleId| grammar[*id].name.as_str();
    let definition = |&id: &RuleId| {
        let rule = &grammar[id];
        RuleText {
            rule: name(&id),
            line: rule.span.map_or(0, |span| read.diagnostics.files.line_column(span).0),
            definition: &rule.text,
            uses: references(&rule.expr).iter().map(name).collect(),
            used_by: used_by.get(&id).into_iter().flatten().map(name).collect(),
        }
    };
    rules.iter().map(definition).collect()
}

/// The subject, the common names and the notes of a bundled grammar.
fn description(bundled: &bundled::Bundled) -> String {
    let aliases: Vec<&str> = bundled.aliases().collect();
    let common = match &*aliases {
        [] => String::new(),
        all => format!("Common names: {}\n", all.join(", ")),
    };
    let notes = match bundled.notes() {
        notes if notes.is_empty() => String::new(),
        notes => format!("\n{}\n", textwrap::fill(&notes, whole_names(COLUMNS))),
    };
    format!("{}\n{common}{notes}\n", bundled.title())
}

/// The names of the rules.
fn names(definitions: &[RuleText<'_>]) -> String {
    let names: Vec<&str> = definitions.iter().map(|it| it.rule).collect();
    let names = format!("Rules ({}): {}", names.len(), names.join(", "));
    textwrap::fill(&names, whole_names(COLUMNS).subsequent_indent("  ")) + "\n"
}

/// A definition with comments.
fn text(definition: &RuleText<'_>) -> String {
    let list = |what: &str, names: &[&str]| {
        let indent = format!("; {what} ");
        let options = whole_names(COLUMNS).initial_indent(&indent).subsequent_indent(";   ");
        textwrap::fill(&names.join(", "), options) + "\n"
    };
    let mut text = format!("{}\n", definition.definition);
    for (what, names) in [("uses", &definition.uses), ("used by", &definition.used_by)] {
        if !names.is_empty() {
            text += &list(what, names);
        }
    }
    text
}

/// Lines without breaks at the hyphens of names.
pub(super) fn whole_names<'a>(columns: usize) -> textwrap::Options<'a> {
    textwrap::Options::new(columns).word_splitter(textwrap::WordSplitter::NoHyphenation)
}
