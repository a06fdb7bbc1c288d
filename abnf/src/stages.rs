//! The result of each stage of the compiler as text: for `abnfc dump`, and for tests that compare
//! whole results.
//!
//! A stage belongs to the text ([`of_text`]), to rules ([`of_rules`]), or to the crate as a whole
//! ([`of_crate`]). Listings are for people: their form may change.

mod syntax_listing;
mod writer_listing;

use crate::automata::determinise::determinise;
use crate::automata::events::repeated;
use crate::automata::language::Language;
use crate::automata::rules::{Automata, automata};
use crate::automata::shape::{Recursion, Shape, Shapes, cycle_text};
use crate::automata::superset::superset;
use crate::automata::tagged::parts::Part;
use crate::automata::tagged::stages::{Pass, listing};
use crate::automata::tagged::{Tagging, tagged, tagged_nfa};
use crate::budget::Budget;
use crate::compile::{Module, compile_modules, model_of};
use crate::diagnostic::{Diagnostic, Diagnostics, FileId, Files};
use crate::grammar::{Resolved, RuleId, RuleName, lower, syntax};
use crate::limits::Limits;
use crate::read::sorted;
use crate::spec::ReadOptions;
use crate::text::{dialect, document, extract, source, tokens};

/// A stage, in the order in which they run.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Stage {
    /// The text with one form of line ends.
    Source,
    /// The lines of the grammar, if it is extracted from a document.
    Extract,
    /// The text in ABNF notation.
    Dialect,
    /// The parsed rules with the position of each element.
    Syntax,
    /// The rules by name, as ABNF.
    Grammar,
    /// All rules, also imported and core rules, with their references resolved.
    Resolve,
    /// Which rules are regular and which are nested.
    Shape,
    /// The rules as regular expressions over rules.
    Pattern,
    /// The nondeterministic automata.
    Nfa,
    /// The deterministic automata.
    Dfa,
    /// The minimal automata.
    Min,
    /// The automata of nested rules: with a stack, or calling each other.
    Nested,
    /// The nondeterministic automata with tags around the parts.
    Tnfa,
    /// The tags that are recorded, and those that follow from them.
    FixedTags,
    /// The automata over lists of states in order of preference.
    Priority,
    /// The automata that locate parts, with registers for each state.
    Determinise,
    /// The same with shared registers.
    Registers,
    /// The same with as few states as possible.
    Tdfa,
    /// The transducers that report the occurrences of each part.
    Transducer,
    /// The graphs by which data is written.
    Writer,
    /// The types, accessors and matchers of the crate.
    Model,
    /// The generated files.
    Code,
}

impl Stage {
    /// All stages, in order.
    pub const ALL: [Self; 22] = [
        Self::Source,
        Self::Extract,
        Self::Dialect,
        Self::Syntax,
        Self::Grammar,
        Self::Resolve,
        Self::Shape,
        Self::Pattern,
        Self::Nfa,
        Self::Dfa,
        Self::Min,
        Self::Nested,
        Self::Tnfa,
        Self::FixedTags,
        Self::Priority,
        Self::Determinise,
        Self::Registers,
        Self::Tdfa,
        Self::Transducer,
        Self::Writer,
        Self::Model,
        Self::Code,
    ];

    /// Returns its name, in lower case with hyphens.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Source => "source",
            Self::Extract => "extract",
            Self::Dialect => "dialect",
            Self::Syntax => "syntax",
            Self::Grammar => "grammar",
            Self::Resolve => "resolve",
            Self::Shape => "shape",
            Self::Pattern => "pattern",
            Self::Nfa => "nfa",
            Self::Dfa => "dfa",
            Self::Min => "min",
            Self::Nested => "nested",
            Self::Tnfa => "tnfa",
            Self::FixedTags => "fixed-tags",
            Self::Priority => "priority",
            Self::Determinise => "determinise",
            Self::Registers => "registers",
            Self::Tdfa => "tdfa",
            Self::Transducer => "transducer",
            Self::Writer => "writer",
            Self::Model => "model",
            Self::Code => "code",
        }
    }

    /// Returns whether its listing shows parts: [`of_rules`] locates them.
    pub fn locates_parts(self) -> bool {
        (Self::Tnfa..=Self::Transducer).contains(&self)
    }
}

/// Returns the result of a stage of one text, without imports, and its findings: stages up to
/// [`Stage::Grammar`]. From [`Stage::Syntax`] on, `rule` restricts the result to one rule.
///
/// # Errors
///
/// If the input is not text.
pub fn of_text(
    (name, bytes): (&str, &[u8]),
    options: &ReadOptions,
    rule: Option<&RuleName>,
    stage: Stage,
) -> Result<(String, Diagnostics), Diagnostics> {
    let source = source::source(FileId::default(), name, bytes, &options.limits)
        .map_err(Diagnostics::from)?;
    let mut found = Vec::new();
    let source = document::document(source, &options.extract, &mut found);
    let mut files = Files::default();
    files.push(&*source.name, &*source.text);
    if stage == Stage::Source {
        return Ok((source.text.to_string(), Diagnostics { files, items: found }));
    }
    let tokens = tokens::tokens(&source);
    let tokens = extract::extract(&source, tokens, &options.extract, &mut found);
    if stage == Stage::Extract {
        return Ok((tokens.to_abnf(&source.text), Diagnostics { files, items: found }));
    }
    let tokens = dialect::dialect(&source, tokens, options.dialect, &mut found);
    if stage == Stage::Dialect {
        return Ok((tokens.to_abnf(&source.text), Diagnostics { files, items: found }));
    }
    let mut rules = syntax::syntax(&source, &tokens, &options.limits, &mut found);
    if stage == Stage::Syntax {
        found.extend(rules.errors().cloned());
        rules.rules.retain(|it| rule.is_none_or(|rule| RuleName::new(&*it.name.text) == *rule));
        let listing = syntax_listing::rules(&rules, &files);
        return Ok((listing, Diagnostics { files, items: sorted(found) }));
    }
    let mut grammar = lower::lower(&rules, &mut found);
    found.extend(grammar.errors().cloned());
    grammar.rules.retain(|it| rule.is_none_or(|rule| it.name == *rule));
    Ok((grammar.to_string(), Diagnostics { files, items: sorted(found) }))
}

/// Returns the result of a stage for each rule, or the reason why the rule has none: stages from
/// [`Stage::Resolve`] to [`Stage::Transducer`]. `parts` are located from [`Stage::Tnfa`] on.
pub fn of_rules(
    grammar: &Resolved,
    limits: &Limits,
    rules: &[RuleId],
    parts: &[Part],
    stage: Stage,
) -> Vec<Result<String, Diagnostic>> {
    if stage == Stage::Resolve {
        let rule = |rule: &RuleId| {
            let rule = &grammar[*rule];
            Ok(format!("{} = {}\n", rule.name, grammar.show(&rule.expr)))
        };
        return rules.iter().map(rule).collect();
    }
    let shapes = superset(grammar, limits);
    if stage == Stage::Shape {
        return rules.iter().map(|&rule| Ok(shape_words(grammar, &shapes, rule))).collect();
    }
    let automata = automata(grammar, &shapes, rules, limits);
    let tagging = Tagging::new(grammar, &shapes, limits);
    let text = |rule: &RuleId| match stage {
        Stage::Tnfa => tagged_nfa(&tagging, *rule, parts).map(|it| it.to_string()),
        Stage::FixedTags => listing(&tagging, *rule, parts, Pass::FixedTags),
        Stage::Priority => listing(&tagging, *rule, parts, Pass::Priority),
        Stage::Determinise => listing(&tagging, *rule, parts, Pass::Determinise),
        Stage::Registers => listing(&tagging, *rule, parts, Pass::Registers),
        Stage::Tdfa => tagged(&tagging, *rule, parts).map(|it| it.to_string()),
        Stage::Transducer => transducers(&tagging, *rule, parts),
        _ => of_automata(&automata, grammar, limits, *rule, stage),
    };
    rules.iter().map(text).collect()
}

/// Returns the result of a stage for a grammar as a whole: the [writers](Stage::Writer) of its data,
/// the [`Model`](Stage::Model) of the crate, or its files, one after the other ([`Stage::Code`]). For
/// [`Stage::Writer`], `rule` restricts the result to one rule.
///
/// # Errors
///
/// As [`compile_modules`].
pub fn of_crate(
    module: Module<'_>,
    rule: Option<&RuleName>,
    stage: Stage,
) -> Result<String, Diagnostics> {
    if matches!(stage, Stage::Writer | Stage::Model) {
        let (model, _) = model_of(&[module])?;
        let is_model = stage == Stage::Model;
        return Ok(if is_model {
            model.to_string()
        } else {
            writer_listing::writers(&model, rule)
        });
    }
    let files = compile_modules(&[module])?.files;
    let files: Vec<String> =
        files.iter().map(|(path, text)| format!("// {path}\n\n{text}")).collect();
    Ok(files.join("\n"))
}

/// Returns the result of a stage between [`Stage::Pattern`] and [`Stage::Nested`].
fn of_automata(
    automata: &Automata,
    grammar: &Resolved,
    limits: &Limits,
    rule: RuleId,
    stage: Stage,
) -> Result<String, Diagnostic> {
    let min = || automata.dfa(rule).map(ToString::to_string).map_err(Clone::clone);
    let nfa = || automata.nfa(rule).map_err(Clone::clone);
    match stage {
        Stage::Pattern => Ok(automata.patterns().listing(rule, grammar).to_string()),
        Stage::Nfa => nfa().map(|nfa| nfa.to_string()),
        Stage::Dfa => match determinise(&nfa()?, &mut Budget::of_rule(limits)) {
            Ok(dfa) => Ok(dfa.to_string()),
            Err(_) => min(),
        },
        Stage::Nested => match automata.language(rule).map_err(Clone::clone)? {
            Language::Regular(dfa) => Ok(dfa.to_string()),
            Language::Nested(automaton, start) => Ok(format!("start {start}, {automaton}")),
            Language::General(network, start) => Ok(format!("start {start}, {network}")),
        },
        _ => min(),
    }
}

/// Returns the transducer of each part, after the name of the part.
fn transducers(tagging: &Tagging<'_>, rule: RuleId, parts: &[Part]) -> Result<String, Diagnostic> {
    let listing = |part: &Part| {
        let transducer = repeated(tagging, rule, part)?;
        Ok(format!("{}: {transducer}", part.name))
    };
    parts.iter().map(listing).collect()
}

fn shape_words(grammar: &Resolved, shapes: &Shapes, rule: RuleId) -> String {
    match shapes.of(rule) {
        Shape::Regular(Recursion::None) => "regular".to_owned(),
        Shape::Regular(Recursion::Left) => "regular, left recursion".to_owned(),
        Shape::Regular(Recursion::Right) => "regular, right recursion".to_owned(),
        Shape::Regular(Recursion::Anywhere) => "regular, recursion anywhere".to_owned(),
        Shape::Nested { cycle } => format!("nested, {}", cycle_text(grammar, cycle)),
    }
}
