//! `abnfc rules`: a table of a grammar's rules with facts about each.

use super::Outcome;
use super::man::short_help;
use super::options::Reading;
use super::output::{self, Format, Output};
use super::show::whole_names;
use abnfc::Read;
use abnfc::automata::dfa::Dfa;
use abnfc::automata::language::Language;
use abnfc::automata::rules::{ambiguous, automata};
use abnfc::automata::shape::{Recursion, Shape};
use abnfc::automata::superset::superset;
use abnfc::diagnostic::{Diagnostic, Diagnostics, Severity};
use abnfc::grammar::RuleId;
use abnfc::grammar::facts::nullable;
use abnfc::grammar::uses::users;
use abnfc::limits::Limits;
use abnfc::plan::context::Context;
use abnfc::plan::engines::entries::entries;
use abnfc::plan::engines::{Shifts, shifts};
use abnfc::plan::exports::omissions::{Omission, few, listed, omissions, other_errors, sound};
use abnfc::read::sorted;
use abnfc::spec::Engine;
use clap::builder::styling::Style;
use comfy_table::{Cell, CellAlignment, Table, presets};
use serde::Serialize;
use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;

const MANUAL: &str = include_str!("manual/rules.txt");

/// List the rules of a grammar and how each is matched
#[derive(Debug, clap::Args)]
#[command(after_help = short_help("rules", MANUAL), after_long_help = MANUAL)]
pub(super) struct Rules {
    /// The grammar
    grammar: PathBuf,
    /// The output format
    #[arg(long, value_enum, default_value_t)]
    format: Format,
    #[command(flatten)]
    reading: Reading,
}

impl Rules {
    pub(super) fn run(&self, out: &mut Output) -> anyhow::Result<Outcome> {
        let input = self.reading.load(&self.grammar)?;
        let read = input.read()?;
        let (rows, found) = rows(&read, input.limits());
        match self.format {
            Format::Text => out.text(&table(&rows, out, Output::columns()))?,
            Format::Json => rows.iter().try_for_each(|row| out.json(row))?,
        }
        out.flush()?;
        let found = Diagnostics { items: found, ..read.diagnostics };
        output::diagnostics(&found);
        Ok(if found.has_errors() { Outcome::Failed } else { Outcome::Fine })
    }
}

/// See the long help.
#[derive(Serialize)]
struct Row<'a> {
    rule: &'a str,
    line: usize,
    shape: Option<&'static str>,
    recursion: Option<&'static str>,
    states: Option<usize>,
    classes: Option<usize>,
    nullable: Option<bool>,
    ambiguous: Option<bool>,
    engine: Option<&'static str>,
    obstacle: Option<String>,
    used_by: Vec<&'a str>,
    error: Option<String>,
}

/// Returns the rows, the errors of the reader, and warnings that explain why automata are missing.
fn rows<'a>(read: &'a Read, limits: &Limits) -> (Vec<Row<'a>>, Vec<Diagnostic>) {
    let grammar = &read.resolved;
    let own: Vec<RuleId> = grammar.own_rules().map(|(id, _)| id).collect();
    let shapes = superset(grammar, limits);
    let context = Context { grammar, shapes: &shapes, limits };
    let sound = sound(context, &own);
    let automata = automata(grammar, &shapes, &sound, limits);
    let omissions = omissions(context, &automata, &own);
    let why: BTreeMap<RuleId, &str> = omissions
        .iter()
        .flat_map(|omission| omission.rules.iter().map(|&rule| (rule, &*omission.cause.message)))
        .collect();
    let sound: BTreeSet<RuleId> = sound.into_iter().collect();
    let errors = read.others.iter().filter(|item| item.severity == Severity::Error);
    let others = other_errors(context, &own).into_iter().map(|error| Diagnostic::clone(error));
    let mut found = sorted(errors.cloned().chain(others).collect());
    for Omission { cause, rules, .. } in &omissions {
        if cause.is_of_rule() || rules.iter().any(|rule| sound.contains(rule)) {
            let verb = if rules.len() == 1 { "has" } else { "have" };
            let names = listed(context, rules);
            let message = format!("{names} {verb} no automaton: {}", cause.message);
            let severity = if cause.is_of_rule() { Severity::Error } else { Severity::Warning };
            found.push(Diagnostic { severity, message, ..cause.clone() });
        }
    }
    let nullable = nullable(grammar);
    let used_by = users(grammar.own_rules());
    let sound_rules: Vec<RuleId> = sound.iter().copied().collect();
    let ambiguous = ambiguous(&automata, &shapes, &sound_rules, limits.ambiguity_steps);
    let languages: BTreeMap<RuleId, Language> =
        sound.iter().filter_map(|&id| Some((id, automata.language(id).ok()?))).collect();
    let exported: Vec<_> = languages.iter().map(|(id, language)| (*id, language)).collect();
    let entries = entries(context, &exported);
    let rows = grammar
        .own_rules()
        .map(|(id, rule)| {
            let is_sound = sound.contains(&id);
            let language = languages.get(&id);
            let (states, classes, engine) = match &language {
                None => (None, None, None),
                Some(Language::Regular(dfa)) => {
                    let engine = engine(dfa, entries.contains(&id));
                    (Some(dfa.state_count()), Some(dfa.classes().count()), Some(engine))
                }
                Some(Language::Nested(automaton, start)) => {
                    (Some(automaton.reached([*start]).len()), None, Some("stack"))
                }
                Some(Language::General(network, start)) => {
                    (Some(network.reached(*start).len()), None, Some("general"))
                }
            };
            let obstacle = language.and_then(|_| automata.why_general(grammar, id));
            let (shape, recursion) = match shapes.of(id) {
                _ if !is_sound => (None, None),
                Shape::Regular(Recursion::None) => (Some("regular"), Some("none")),
                Shape::Regular(Recursion::Left) => (Some("regular"), Some("left")),
                Shape::Regular(Recursion::Right) => (Some("regular"), Some("right")),
                Shape::Regular(Recursion::Anywhere) => (Some("regular"), Some("anywhere")),
                Shape::Nested { .. } => (Some("nested"), None),
            };
            Row {
                rule: rule.name.as_str(),
                line: rule.span.map_or(0, |span| read.diagnostics.files.line_column(span).0),
                shape,
                recursion,
                states,
                classes,
                nullable: match (&language, shapes.of(id)) {
                    (None, Shape::Regular(_)) => None,
                    _ => is_sound.then(|| nullable[id.index()]),
                },
                ambiguous: ambiguous.get(&id).copied().flatten(),
                engine,
                obstacle,
                used_by: used_by
                    .get(&id)
                    .into_iter()
                    .flatten()
                    .map(|&it| grammar[it].name.as_str())
                    .collect(),
                error: why.get(&id).map(|&why| why.to_owned()),
            }
        })
        .collect();
    (rows, found)
}

/// Returns the engine of the automaton. An entry can have code in addition to shifts, for long texts and
/// for parts.
fn engine(dfa: &Dfa, is_entry: bool) -> &'static str {
    match shifts(dfa, Engine::Auto) {
        Shifts { shift: Some(_), .. } => "shift",
        Shifts { layers: Some(_), .. } => "layers",
        Shifts { .. } if is_entry => "code",
        Shifts { .. } => "table",
    }
}

/// Returns the table, with the users of a rule on several lines if they do not fit into the columns.
fn table(rows: &[Row<'_>], out: &Output, columns: Option<usize>) -> String {
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
            Cell::new(row.shape.unwrap_or("-")),
            number(row.states),
            number(row.classes),
            answer(row.nullable),
            answer(row.ambiguous),
            Cell::new(row.engine.unwrap_or("-")),
        ]);
    }
    for column in table.column_iter_mut() {
        column.set_padding((0, 2));
    }
    let head = if out.is_coloured { Style::new().bold() } else { Style::new() };
    let lines: Vec<String> = table.lines().collect();
    let width = lines.first().map_or(0, |line| line.chars().count());
    let room = columns.map(|columns| columns.saturating_sub(width).max(MIN_USERS));
    let users = std::iter::once("used by".to_owned())
        .chain(rows.iter().map(|row| users_in_lines(&row.used_by, room, width)));
    let lines = lines.iter().zip(users).enumerate().map(|(i, (line, users))| {
        let line = format!("{line}{users}");
        let line = line.trim_end();
        if i == 0 { format!("{head}{line}{head:#}\n") } else { format!("{line}\n") }
    });
    // One line for all rules with one obstacle.
    let mut obstacles: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
    for row in rows {
        if let Some(obstacle) = &row.obstacle {
            obstacles.entry(obstacle).or_default().push(row.rule);
        }
    }
    let notes = obstacles.into_iter().map(|(obstacle, rules)| {
        let verb = if rules.len() == 1 { "needs" } else { "need" };
        let names = few(&rules, "rule");
        format!("\n{names} {verb} the general engine: {obstacle}\n")
    });
    lines.chain(notes).collect()
}

/// The minimum number of columns for the users of a rule.
const MIN_USERS: usize = 16;

/// Returns the users of a rule, in lines of `room` columns that begin after `margin` columns.
fn users_in_lines(users: &[&str], room: Option<usize>, margin: usize) -> String {
    let text = users.join(", ");
    let Some(room) = room else { return text };
    textwrap::wrap(&text, whole_names(room).break_words(false)).join(&format!("\n{:margin$}", ""))
}

#[cfg(test)]
mod tests {
    use super::users_in_lines;

    #[test]
    fn users_are_wrapped_between_names() {
        let users = ["alpha", "beta", "gamma", "a-long-name-of-a-rule"];
        assert_eq!(users_in_lines(&users, None, 2), "alpha, beta, gamma, a-long-name-of-a-rule");
        assert_eq!(
            users_in_lines(&users, Some(12), 2),
            "alpha, beta,\n  gamma,\n  a-long-name-of-a-rule"
        );
        assert_eq!(users_in_lines(&[], Some(12), 2), "");
    }
}
