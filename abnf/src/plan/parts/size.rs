//! Limits the size of all tables together, so that a Rust compiler can read them.
//!
//! If the tables exceed [`Limits::total_table_entries`](crate::limits::Limits::total_table_entries),
//! the rules that are located last have no parts. It is an error only if matchers alone exceed the limit.

use super::located::LocatedParts;
use crate::automata::dfa::Dfa;
use crate::automata::language::Language;
use crate::automata::nested::Pushdown;
use crate::automata::rules::at_rule;
use crate::diagnostic::{Code, Diagnostic, Hint};
use crate::grammar::RuleId;
use crate::limits::{LimitName, Limits};
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
        self.entries = self.with(language, parts);
        match language {
            _ if parts.tdfa.is_some() => (),
            Language::Regular(dfa) => _ = self.matchers.insert(dfa),
            Language::Nested(..) => self.has_nested = true,
            Language::General(..) => self.has_general = true,
        }
    }

    /// Returns the number of entries of all tables, with those of a rule.
    pub fn with(&self, language: &Language, parts: &LocatedParts) -> usize {
        let matcher = match (&parts.tdfa, language) {
            (Some(tdfa), _) => table_entries(&tdfa.dense),
            (None, Language::Regular(dfa)) if !self.matchers.contains(&**dfa) => table_entries(dfa),
            (None, Language::Nested(automaton, _)) if !self.has_nested => nested_entries(automaton),
            (None, Language::General(network, _)) if !self.has_general => network.table_entries(),
            (None, _) => 0,
        };
        let repeated = parts.repeated.iter().map(|(_, it)| table_entries(&it.dense));
        repeated.fold(self.entries.saturating_add(matcher), usize::saturating_add)
    }

    /// Returns the number of entries of all tables.
    pub fn entries(&self) -> usize {
        self.entries
    }
}

/// Returns the number of entries of the matcher of each rule, and 0 where an earlier rule has the same.
/// A locator is no smaller than the minimal automaton of its rule.
pub fn matchers<'a>(languages: impl Iterator<Item = &'a Language>) -> Vec<usize> {
    let mut total = Total::default();
    let none = LocatedParts::default();
    let entries = languages.map(|language| {
        let before = total.entries();
        total.add(language, &none);
        total.entries() - before
    });
    entries.collect()
}

/// Returns the number of entries of the table of nested rules. `usize::MAX` if tables cannot
/// number the states.
fn nested_entries(automaton: &Pushdown) -> usize {
    if MAX_STATES < automaton.state_count() + automaton.move_count() {
        return usize::MAX;
    }
    automaton.state_count().saturating_mul(automaton.classes().count())
}

/// Makes the error that all tables together are too large with those of the parts of a rule.
pub fn too_large_with(context: Context<'_>, rule: RuleId) -> Diagnostic {
    at_rule(context.grammar, rule, error(context.limits))
}

fn error(limits: &Limits) -> Diagnostic {
    let limit = limits.total_table_entries;
    let message = format!("all tables together have more entries than {limit}, the limit");
    Diagnostic::error(Code::TooLargeTables, message).hint(Hint::raise(LimitName::TotalTableEntries))
}

/// Makes the error that the matchers of all rules together are too large.
pub fn too_large(context: Context<'_>, rules: &[NamedRule]) -> Diagnostic {
    let error = error(context.limits);
    let entries = |rule: &&NamedRule| match &rule.language {
        Language::Regular(dfa) => table_entries(dfa),
        Language::Nested(automaton, _) => nested_entries(automaton),
        Language::General(network, _) => network.table_entries(),
    };
    match rules.iter().max_by_key(entries) {
        None => error,
        Some(largest) => {
            let name = &context.grammar[largest.id()].name;
            error.hint(format!("export fewer rules; the largest matcher belongs to `{name}`"))
        }
    }
}
