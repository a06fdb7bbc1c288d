//! Limits the size of all tables together, so that a Rust compiler can read them.
//!
//! Exceeding [`Limits::total_table_entries`](crate::limits::Limits::total_table_entries) is an
//! error: leaving out some of the rules would make each rule depend on the others.

use super::located::LocatedParts;
use crate::automata::dfa::Dfa;
use crate::automata::language::Language;
use crate::automata::nested::{Network, Pushdown};
use crate::diagnostic::{Code, Diagnostic, Hint};
use crate::limits::LimitName;
use crate::plan::context::Context;
use crate::plan::exports::named::NamedRule;
use crate::plan::format::MAX_STATES;
use crate::plan::table_limit::table_entries;
use std::collections::BTreeSet;

/// The entries of the tables of some rules. A locator counts for each rule, even if two rules
/// share it.
#[derive(Default)]
pub struct Total<'a> {
    entries: usize,
    /// Rules of one language share a matcher.
    matchers: BTreeSet<&'a Dfa>,
    /// The nested rules of a grammar share one too.
    has_nested: bool,
    has_general: bool,
}

impl<'a> Total<'a> {
    /// Adds the tables of a rule with this language. A locator is a matcher too.
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

    /// Returns the number of entries of all tables.
    pub fn entries(&self) -> usize {
        self.entries
    }
}

/// Returns a lower bound for the entries of all tables: a locator is no smaller than the minimal
/// automaton of its rule.
pub fn least_total(rules: &[NamedRule]) -> usize {
    let mut total = Total::default();
    let none = LocatedParts::default();
    rules.iter().for_each(|rule| total.add(&rule.language, &none));
    total.entries()
}

/// Returns the number of entries of the table of nested rules. `usize::MAX` if tables cannot
/// number the states.
fn nested_entries(automaton: &Pushdown) -> usize {
    if MAX_STATES < automaton.state_count() + automaton.move_count() {
        return usize::MAX;
    }
    automaton.state_count().saturating_mul(automaton.classes().count())
}

/// Like [`nested_entries`], for rules that need the general engine.
fn general_entries(network: &Network) -> usize {
    let calls: usize = network.states().map(|state| network.calls(state).len()).sum();
    if MAX_STATES < network.state_count().max(calls) {
        return usize::MAX;
    }
    network.state_count().saturating_mul(network.classes().count()).saturating_add(calls)
}

/// Makes the error that all tables together are too large.
pub fn too_large(context: Context<'_>, rules: &[NamedRule]) -> Diagnostic {
    let limit = context.limits.total_table_entries;
    let message = format!("all tables together have more entries than {limit}, the limit");
    let error = Diagnostic::error(Code::TooLargeTables, message)
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
