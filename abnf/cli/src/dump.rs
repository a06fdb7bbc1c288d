//! `abnfc dump`: the result of each stage of the compiler.

use super::man::short_help;
use super::options::{self, Loaded, Reading};
use super::output::{self, Format, Output, WriteError};
use super::{Outcome, listing};
use abnfc::automata::determinise::determinise;
use abnfc::automata::events::repeated;
use abnfc::automata::language::Language;
use abnfc::automata::rules::automata;
use abnfc::automata::shape::{Recursion, Shape, Shapes, cycle_text};
use abnfc::automata::superset::superset;
use abnfc::automata::tagged::parts::Part;
use abnfc::automata::tagged::stages::{self, Pass};
use abnfc::automata::tagged::{Tagging, tagged, tagged_nfa};
use abnfc::budget::Budget;
use abnfc::diagnostic::{Diagnostic, Diagnostics, FileId, Files};
use abnfc::grammar::RuleId;
use abnfc::grammar::{Grammar, RuleName};
use abnfc::grammar::{lower, syntax};
use abnfc::spec::{Export, Extract, Spec};
use abnfc::text::{dialect, extract, source, tokens};
use abnfc::{Read, read_leniently};
use clap::ValueEnum;
use serde::Serialize;
use std::collections::BTreeSet;
use std::fmt::Display;
use std::path::PathBuf;
use std::sync::Arc;

const MANUAL: &str = include_str!("manual/dump.txt");

/// Print the result of a compiler stage
#[derive(Debug, clap::Args)]
#[command(after_help = short_help("dump", MANUAL), after_long_help = MANUAL)]
pub(super) struct Dump {
    /// The grammar
    grammar: PathBuf,
    /// The stage; the manual lists all of them
    #[arg(long, value_enum, hide_possible_values = true)]
    stage: Stage,
    /// Print only this rule
    rule: Option<String>,
    /// The parts to locate, for stages from `tnfa` on
    #[arg(long, value_name = "PART,...", value_delimiter = ',')]
    parts: Vec<String>,
    /// The output format
    #[arg(long, value_enum, default_value_t)]
    format: Format,
    #[command(flatten)]
    reading: Reading,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, ValueEnum)]
enum Stage {
    /// The text with one form of line ends
    Source,
    /// The lines of the grammar, with `--extract`
    Extract,
    /// The text in ABNF notation
    Dialect,
    /// The parsed rules with the position of each element
    Syntax,
    /// The rules by name, as ABNF
    #[value(alias = "lower")]
    Grammar,
    /// All rules, also imported and core rules, with their references resolved
    Resolve,
    /// Which rules are regular and which are nested
    Shape,
    /// The rules as regular expressions over rules
    Pattern,
    /// The nondeterministic automata
    Nfa,
    /// The deterministic automata
    Dfa,
    /// The minimal automata
    Min,
    /// The automata of nested rules: with a stack, or calling each other
    Nested,
    /// The nondeterministic automata with tags around the parts
    Tnfa,
    /// The tags that are recorded, and those that follow from them
    FixedTags,
    /// The automata over lists of states in order of preference
    Priority,
    /// The automata that locate parts, with registers for each state
    Determinise,
    /// The same with shared registers
    Registers,
    /// The same with as few states as possible
    Tdfa,
    /// The transducers that report the occurrences of each part
    Transducer,
    /// The generated files
    Code,
}

/// See the long help.
#[derive(Serialize)]
struct Listed<'a> {
    rule: Option<&'a str>,
    listing: &'a str,
}

impl Dump {
    pub(super) fn run(&self, out: &mut Output) -> anyhow::Result<Outcome> {
        let loaded = self.reading.load(&self.grammar)?;
        let errors = if self.stage <= Stage::Grammar {
            self.text_stage(&loaded, out)?
        } else if self.stage == Stage::Code {
            self.code(&loaded, out)?;
            Diagnostics::default()
        } else {
            let options = self.reading.options();
            let read = read_leniently(&loaded.name, &loaded.bytes, &loaded.imports, &options)?;
            let more = self.rule_stage(&read, out)?;
            let mut errors = options::errors(read.diagnostics);
            options::add_news(&mut errors, more);
            errors
        };
        let errors = options::errors(errors);
        out.flush()?;
        output::diagnostics(&errors);
        Ok(if errors.has_errors() { Outcome::Failed } else { Outcome::Fine })
    }

    /// Prints the result of a stage that works on a single text, without imports.
    fn text_stage(&self, loaded: &Loaded, out: &mut Output) -> anyhow::Result<Diagnostics> {
        let options = self.reading.options();
        let limits = &options.limits;
        let mut found = Vec::new();
        let source = source::source(FileId::default(), &loaded.name, &loaded.bytes, limits)
            .map_err(options::without_place)?;
        let mut files = Files::default();
        files.push(&*source.name, &*source.text);
        if self.stage == Stage::Source {
            self.whole(&source.text, out)?;
            return Ok(Diagnostics { files, items: found });
        }
        let tokens = tokens::tokens(&source);
        let tokens = match options.extract {
            Extract::Yes => extract::extract(&source, tokens, &mut found),
            Extract::No => tokens,
        };
        if self.stage == Stage::Extract {
            self.whole(&tokens.to_abnf(&source.text), out)?;
            return Ok(Diagnostics { files, items: found });
        }
        let tokens = dialect::dialect(&source, tokens, options.dialect, &mut found);
        if self.stage == Stage::Dialect {
            self.whole(&tokens.to_abnf(&source.text), out)?;
            return Ok(Diagnostics { files, items: found });
        }
        let mut rules = syntax::syntax(&source, &tokens, limits, &mut found);
        let name = self.rule.as_deref().map(RuleName::new);
        if self.stage == Stage::Syntax {
            if let Some(name) = name {
                rules.rules.retain(|rule| RuleName::new(&*rule.name.text) == name);
            }
            self.whole(&listing::rules(&rules, &files), out)?;
            return Ok(Diagnostics { files, items: found });
        }
        let mut grammar = lower::lower(&rules, &mut found);
        let errors = grammar.rules.iter().flat_map(|rule| &rule.errors);
        found.extend(errors.map(|error| Diagnostic::clone(error)));
        found.sort_by_key(|item| item.primary.as_ref().map(|label| label.span.start));
        if let Some(name) = name {
            grammar = Grammar {
                rules: grammar.rules.into_iter().filter(|rule| rule.name == name).collect(),
                ..grammar
            };
        }
        self.whole(&grammar.to_string(), out)?;
        Ok(Diagnostics { files, items: found })
    }

    /// Prints the result of a stage after `resolve`. Returns the errors that the stages report.
    fn rule_stage(&self, read: &Read, out: &mut Output) -> anyhow::Result<Vec<Diagnostic>> {
        let grammar = &read.resolved;
        let chosen: Vec<RuleId> = match &self.rule {
            Some(name) => vec![options::rule(grammar, name)?],
            None => grammar.own_rules().map(|(rule, _)| rule).collect(),
        };
        if self.stage == Stage::Resolve {
            match &self.rule {
                None => self.whole(&grammar.to_string(), out)?,
                Some(_) => {
                    for rule in chosen.iter().map(|rule| &grammar[*rule]) {
                        let text = format!("{} = {}\n", rule.name, grammar.show(&rule.expr));
                        self.whole(&text, out)?;
                    }
                }
            }
            return Ok(Vec::new());
        }
        let limits = self.reading.limits();
        let shapes = superset(grammar, &limits);
        if self.stage == Stage::Shape {
            for rule in chosen {
                let words = shape_words(read, &shapes, rule);
                let name = grammar[rule].name.as_str();
                match self.format {
                    Format::Text => out.line(&format!("{name}: {words}"))?,
                    Format::Json => out.json(&Listed { rule: Some(name), listing: &words })?,
                }
            }
            return Ok(Vec::new());
        }
        let parts = self.parts.iter().map(|part| options::part(grammar, part));
        let parts = parts.collect::<anyhow::Result<Vec<Part>>>()?;
        let automata = automata(grammar, &shapes, &chosen, &limits);
        let tagging = Tagging::new(grammar, &shapes, &limits);
        let passed = |pass, rule| owned(stages::listing(&tagging, rule, &parts, pass));
        let mut errors = Vec::new();
        let mut told = BTreeSet::new();
        for rule in chosen {
            let listing: Result<Box<dyn Display>, Diagnostic> = match self.stage {
                Stage::Pattern => Ok(Box::new(automata.patterns().listing(rule, grammar))),
                Stage::Nfa => owned(automata.nfa(rule).map_err(Clone::clone)),
                Stage::Dfa => automata.nfa(rule).map_err(Clone::clone).and_then(|nfa| {
                    match determinise(&nfa, &mut Budget::of_rule(&limits)) {
                        Ok(dfa) => Ok(Box::new(dfa) as Box<dyn Display>),
                        Err(_) => boxed(automata.dfa(rule)),
                    }
                }),
                Stage::Tnfa => owned(tagged_nfa(&tagging, rule, &parts)),
                Stage::Tdfa => owned(tagged(&tagging, rule, &parts)),
                Stage::FixedTags => passed(Pass::FixedTags, rule),
                Stage::Priority => passed(Pass::Priority, rule),
                Stage::Determinise => passed(Pass::Determinise, rule),
                Stage::Registers => passed(Pass::Registers, rule),
                Stage::Transducer => owned(transducers(&tagging, rule, &parts)),
                Stage::Nested => match automata.language(rule) {
                    Ok(Language::Regular(dfa)) => Ok(Box::new(Arc::unwrap_or_clone(dfa))),
                    Ok(Language::Nested(automaton, start)) => {
                        Ok(Box::new(format!("start {start}, {automaton}")))
                    }
                    Ok(Language::General(network, start)) => {
                        Ok(Box::new(format!("start {start}, {network}")))
                    }
                    Err(error) => Err(error.clone()),
                },
                _ => boxed(automata.dfa(rule)),
            };
            match listing {
                Ok(listing) => {
                    let listing = listing.to_string();
                    let listing = listing.trim_end();
                    let name = grammar[rule].name.as_str();
                    match self.format {
                        Format::Text => out.line(&format!("{name}:\n{listing}\n"))?,
                        Format::Json => out.json(&Listed { rule: Some(name), listing })?,
                    }
                }
                Err(error) => {
                    if told.insert((error.code, error.message.clone())) {
                        errors.push(error);
                    }
                }
            }
        }
        Ok(errors)
    }

    fn whole(&self, text: &str, out: &mut Output) -> Result<(), WriteError> {
        match self.format {
            Format::Text => out.text(text),
            Format::Json => out.json(&Listed { rule: self.rule.as_deref(), listing: text }),
        }
    }

    /// Prints all generated files, one after the other.
    fn code(&self, loaded: &Loaded, out: &mut Output) -> anyhow::Result<()> {
        let options = self.reading.options();
        let mut exports = Vec::new();
        if let Some(name) = &self.rule {
            let read = abnfc::read(&loaded.name, &loaded.bytes, &loaded.imports, &options)?;
            let rule = read.resolved[options::rule(&read.resolved, name)?].name.as_str().to_owned();
            exports.push(Export { rule, ..Export::default() });
        }
        let spec = Spec {
            title: loaded.title(),
            imports: loaded.imports.clone(),
            exports,
            read: options,
            ..Spec::default()
        };
        let made = abnfc::compile(&loaded.name, &loaded.bytes, &spec)?;
        let texts: Vec<String> =
            made.files.iter().map(|(path, text)| format!("// {path}\n\n{text}")).collect();
        self.whole(&texts.join("\n"), out)?;
        Ok(())
    }
}

/// Prints the transducer of each part, after the name of the part.
fn transducers(tagging: &Tagging<'_>, rule: RuleId, parts: &[Part]) -> Result<String, Diagnostic> {
    let listing = |part: &Part| {
        let transducer = repeated(tagging, rule, part)?;
        Ok(format!("{}: {transducer}", part.name))
    };
    parts.iter().map(listing).collect()
}

fn owned<'a, T: Display + 'a>(
    made: Result<T, Diagnostic>,
) -> Result<Box<dyn Display + 'a>, Diagnostic> {
    made.map(|listing| Box::new(listing) as Box<dyn Display>)
}

fn boxed<'a, T: Display>(
    made: Result<&'a T, &Diagnostic>,
) -> Result<Box<dyn Display + 'a>, Diagnostic> {
    made.map(|listing| Box::new(listing) as Box<dyn Display>).map_err(Clone::clone)
}

fn shape_words(read: &Read, shapes: &Shapes, rule: RuleId) -> String {
    match shapes.of(rule) {
        Shape::Regular(Recursion::None) => "regular".to_owned(),
        Shape::Regular(Recursion::Left) => "regular, left recursion".to_owned(),
        Shape::Regular(Recursion::Right) => "regular, right recursion".to_owned(),
        Shape::Regular(Recursion::Anywhere) => "regular, recursion anywhere".to_owned(),
        Shape::Nested { cycle } => format!("nested, {}", cycle_text(&read.resolved, cycle)),
    }
}
