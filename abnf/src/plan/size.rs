//! Whether all tables together stay of a size that a Rust compiler can read.
//!
//! To pass [`Limits::total_table_entries`](crate::limits::Limits::total_table_entries) is an
//! error, because no choice of what to leave out would depend on the single rules. The order
//! of the rules does not matter.

use super::context::Context;
use super::format::MAX_STATES;
use super::located::LocatedParts;
use super::named::NamedRule;
use super::table_limit::table_entries;
use crate::automata::dfa::Dfa;
use crate::automata::language::Language;
use crate::automata::nested::{Network, Pushdown};
use crate::diagnostic::{Diagnostic, Hint};
use crate::limits::LimitName;
use std::collections::BTreeSet;

/// The entries of the tables of some rules. What locates parts counts for each rule, even if
/// it is the same for two.
#[derive(Default)]
pub struct Total<'a> {
    entries: usize,
    /// Rules of one language share a matcher.
    matchers: BTreeSet<&'a Dfa>,
    /// So do the nested rules of a grammar.
    has_nested: bool,
    has_general: bool,
}

impl<'a> Total<'a> {
    /// Adds the tables of a rule with this language; what locates parts also matches.
    pub fn add(&mut self, language: &'a Language, parts: &LocatedParts) {
        let first = match (&parts.tdfa, language) {
            (Some(tdfa), _) => table_entries(&tdfa.dense),
            (None, Language::Regular(dfa)) if self.matchers.insert(dfa) => table_entries(dfa),
            (None, Language::Nested(automaton, _)) if !self.has_nested => {
                self.has_nested = true;
                nested_entries(automaton)
            }
            (None, Language::General(network, _)) if !self.has_general => {
                self.has_general = true;
                general_entries(network)
            }
            (None, _) => 0,
        };
        self.entries = self.entries.saturating_add(first);
        for (_, transducer) in &parts.repeated {
            self.entries = self.entries.saturating_add(table_entries(&transducer.dense));
        }
    }

    /// The entries of all tables.
    pub fn entries(&self) -> usize {
        self.entries
    }
}

/// What all tables have at least: what locates the parts of a rule is no smaller than its
/// minimal automaton.
pub fn least_total(rules: &[NamedRule]) -> usize {
    let mut total = Total::default();
    let none = LocatedParts::default();
    rules.iter().for_each(|rule| total.add(&rule.language, &none));
    total.entries()
}

/// The entries of the table of nested rules; any number of them if tables cannot number its
/// states.
fn nested_entries(automaton: &Pushdown) -> usize {
    if MAX_STATES < automaton.state_count() + automaton.move_count() {
        return usize::MAX;
    }
    automaton.state_count().saturating_mul(automaton.classes().count())
}

/// As [`nested_entries`], for rules that need the general engine.
fn general_entries(network: &Network) -> usize {
    let calls: usize = network.states().map(|state| network.calls(state).len()).sum();
    if MAX_STATES < network.state_count().max(calls) {
        return usize::MAX;
    }
    network.state_count().saturating_mul(network.classes().count()).saturating_add(calls)
}

/// The error that says that all tables together are too large.
pub fn too_large(context: Context<'_>, rules: &[NamedRule]) -> Diagnostic {
    let limit = context.limits.total_table_entries;
    let message = format!("all tables together have more entries than {limit}, the limit");
    let error = Diagnostic::error("too-large-tables", message)
        .hint(Hint::RaiseLimit(LimitName::TotalTableEntries));
    let entries = |rule: &&NamedRule| match &rule.language {
        Language::Regular(dfa) => table_entries(dfa),
        Language::Nested(automaton, _) => nested_entries(automaton),
        Language::General(network, _) => general_entries(network),
    };
    match rules.iter().max_by_key(entries) {
        None => error,
        Some(largest) => {
            let name = &context.grammar[largest.id()].name;
            error.hint(format!("export fewer rules; the largest matcher belongs to `{name}`"))
        }
    }
}
