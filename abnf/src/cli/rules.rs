//! `abnfc rules`: a table of a grammar's rules and what is known of each.

use super::Outcome;
use super::options::{Reading, add_news, errors};
use super::output::{self, Format, Output};
use abnfc::automata::dfa::Dfa;
use abnfc::automata::rules::{ambiguous, automata};
use abnfc::automata::shape::{Recursion, Shape, references, shape};
use abnfc::diagnostic::{Diagnostic, Severity};
use abnfc::grammar::RuleId;
use abnfc::grammar::facts::nullable;
use abnfc::plan::engine::{code, plain, shifts};
use abnfc::spec::Engine;
use abnfc::{Read, read_leniently};
use clap::builder::styling::Style;
use comfy_table::{Cell, CellAlignment, Table, presets};
use serde::Serialize;
use std::collections::BTreeMap;
use std::path::PathBuf;

/// List the rules of a grammar
///
/// One line a rule, in order of definition: whether it is regular or nested
/// (self-embedding), the number of states and of byte classes of its minimal
/// automaton, whether it matches the empty text, whether it is ambiguous by itself
/// (some text can be divided among the rule's own elements in two ways, where each
/// rule that it uses counts as the set of its texts), the engine by which generated
/// code matches its texts, and the rules that use it.
/// A dash stands for what cannot be told; where a limit or prose is the reason, a
/// warning says so. Rules of a grammar with errors are listed as far as they can be read; the exit
/// status is then 2.
#[derive(Debug, clap::Args)]
#[command(after_long_help = "\
JSON, one object a rule:
  rule       its name
  line       the line of its definition
  shape      \"regular\" or \"nested\"
  recursion  \"none\", \"left\" or \"right\" for a regular rule, else null
  states     states of its minimal automaton; null where there is none
  classes    classes of bytes that the automaton tells apart, or null
  nullable   whether it matches the empty text, or null where that is unknown
  ambiguous  see above, or null where that is unknown
  engine     [\"shift\"] (short and long texts), [\"code\"], [\"shift\", \"code\"] (short
             texts, long texts) or [\"table\"], or null where there is no automaton;
             \"layers\" stands for \"shift\" where texts begin in a fixed form.
             `build` prefers the table to code once it has written much code
  used_by    the names of the rules that use it
  error      why there is no automaton, or null

Example:
  abnfc rules --format json uri.abnf | jq 'select(.states > 100).rule'")]
pub(super) struct Rules {
    /// The grammar
    grammar: PathBuf,
    /// How to print
    #[arg(long, value_enum, default_value_t)]
    format: Format,
    #[command(flatten)]
    reading: Reading,
}

impl Rules {
    pub(super) fn run(&self, out: &mut Output) -> anyhow::Result<Outcome> {
        let loaded = self.reading.load(&self.grammar)?;
        let options = self.reading.options();
        let read = read_leniently(&loaded.name, &loaded.bytes, &loaded.imports, &options)?;
        let (rows, unknown) = rows(&read, &self.reading);
        match self.format {
            Format::Text => out.text(&table(&rows, out))?,
            Format::Json => rows.iter().try_for_each(|row| out.json(row))?,
        }
        out.flush()?;
        let mut errors = errors(read.diagnostics);
        let has_errors = errors.has_errors();
        add_news(&mut errors, unknown);
        output::diagnostics(&errors);
        Ok(if has_errors { Outcome::Failed } else { Outcome::Fine })
    }
}

/// See the long help.
#[derive(Serialize)]
struct Row<'a> {
    rule: &'a str,
    line: usize,
    shape: &'static str,
    recursion: Option<&'static str>,
    states: Option<usize>,
    classes: Option<usize>,
    nullable: Option<bool>,
    ambiguous: Option<bool>,
    engine: Option<Vec<&'static str>>,
    used_by: Vec<&'a str>,
    error: Option<String>,
}

/// The rows, and warnings that tell why automata are missing that could be there:
/// a limit, or prose.
fn rows<'a>(read: &'a Read, reading: &Reading) -> (Vec<Row<'a>>, Vec<Diagnostic>) {
    let grammar = &read.resolved;
    let limits = reading.limits();
    let own: Vec<RuleId> = grammar.own_rules().map(|(id, _)| id).collect();
    let shapes = shape(grammar);
    let automata = automata(grammar, &shapes, &own, &limits);
    let nullable = nullable(grammar);
    let mut used_by: BTreeMap<RuleId, Vec<&str>> = BTreeMap::new();
    for (_, rule) in grammar.own_rules() {
        for used in references(&rule.expr) {
            used_by.entry(used).or_default().push(rule.name.as_str());
        }
    }
    // A rule's users repeat why it has no automaton; a limit of the whole run stops
    // every rule after it, for the same reason.
    let mut unknown: BTreeMap<String, Diagnostic> = BTreeMap::new();
    for &rule in &own {
        if let (Shape::Regular(_), Err(why)) = (shapes.of(rule), automata.dfa(rule))
            && why.code != "nested-rule"
        {
            let why = Diagnostic { severity: Severity::Warning, ..why.clone() };
            let of_run = matches!(why.code, "work-limit" | "nfa-total-limit");
            let reason = if of_run { why.code.to_owned() } else { why.message.clone() };
            unknown.entry(reason).or_insert(why);
        }
    }
    let mut steps = limits.ambiguity_steps;
    let rows = grammar
        .own_rules()
        .map(|(id, rule)| {
            let dfa = automata.dfa(id);
            let (shape, recursion) = match shapes.of(id) {
                Shape::Regular(Recursion::None) => ("regular", Some("none")),
                Shape::Regular(Recursion::Left) => ("regular", Some("left")),
                Shape::Regular(Recursion::Right) => ("regular", Some("right")),
                Shape::Nested { .. } => ("nested", None),
            };
            Row {
                rule: rule.name.as_str(),
                line: rule.span.map_or(0, |span| read.diagnostics.files.line_column(span).0),
                shape,
                recursion,
                states: dfa.ok().map(Dfa::state_count),
                classes: dfa.ok().map(|dfa| dfa.classes().count()),
                nullable: match (dfa, shapes.of(id)) {
                    (Ok(dfa), _) => Some(dfa.is_accepting(Dfa::START)),
                    (Err(_), Shape::Nested { .. }) => Some(nullable[id.index()]),
                    (Err(_), Shape::Regular(_)) => None,
                },
                ambiguous: ambiguous(&automata, &shapes, id, &mut steps),
                engine: dfa.ok().map(engine),
                used_by: used_by.remove(&id).unwrap_or_default(),
                error: dfa.err().map(|error| error.message.clone()),
            }
        })
        .collect();
    (rows, unknown.into_values().collect())
}

/// The engines that the automaton calls for, whatever other rules there are.
fn engine(dfa: &Dfa) -> Vec<&'static str> {
    let found = shifts(dfa, Engine::Auto);
    let shift = found.shift.map(|_| "shift").or(found.layers.map(|_| "layers"));
    let code = code(&plain(dfa), &[], Engine::Auto, &mut usize::MAX.clone());
    let engines: Vec<_> = shift.into_iter().chain(code.map(|_| "code")).collect();
    if engines.is_empty() { vec!["table"] } else { engines }
}

fn table(rows: &[Row<'_>], out: &Output) -> String {
    let mut table = Table::new();
    table.load_preset(presets::NOTHING);
    table.set_header([
        "rule",
        "line",
        "shape",
        "states",
        "classes",
        "nullable",
        "ambiguous",
        "engine",
        "used by",
    ]);
    let number = |n: Option<usize>| {
        Cell::new(n.map_or("-".to_owned(), |n| n.to_string())).set_alignment(CellAlignment::Right)
    };
    let answer = |it: Option<bool>| {
        Cell::new(match it {
            Some(true) => "yes",
            Some(false) => "no",
            None => "-",
        })
    };
    for row in rows {
        table.add_row(vec![
            Cell::new(row.rule),
            number(Some(row.line)),
            Cell::new(row.shape),
            number(row.states),
            number(row.classes),
            answer(row.nullable),
            answer(row.ambiguous),
            Cell::new(row.engine.as_ref().map_or("-".to_owned(), |engine| engine.join(", "))),
            Cell::new(row.used_by.join(", ")),
        ]);
    }
    for column in table.column_iter_mut() {
        column.set_padding((0, 2));
    }
    let head = if out.is_coloured { Style::new().bold() } else { Style::new() };
    let lines = table.lines().enumerate().map(|(i, line)| {
        let line = line.trim_end();
        if i == 0 { format!("{head}{line}{head:#}\n") } else { format!("{line}\n") }
    });
    lines.collect()
}
