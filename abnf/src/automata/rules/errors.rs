//! Diagnostics for rules without an automaton.

use super::Failure;
use crate::automata::nested::Excess;
use crate::automata::nfa::NfaError;
use crate::automata::shape::{self, MAX_SHOWN};
use crate::budget::TooLarge;
use crate::diagnostic::{Code, Diagnostic, Hint};
use crate::grammar::uses::{reached, references};
use crate::grammar::{Expr, Prose, Resolved, RuleId};
use crate::limits::{LimitName, Limits, MAX_SHARES, MAX_TABLE_STATES};

pub(super) fn too_many_rules(count: usize, limits: &Limits) -> Diagnostic {
    let message = format!("automata for {count} rules are needed; the limit is {}", limits.rules);
    Diagnostic::error(Code::TooManyRules, message)
        .hint("request fewer rules, or divide the grammar")
}

pub(super) fn too_much_work(limits: &Limits) -> Diagnostic {
    let limit = limits.total_subset_work;
    let message = format!("determinising all rules takes more than {limit} steps, the limit");
    Diagnostic::error(Code::TotalWorkLimit, message)
        .hint(Hint::raise(LimitName::TotalSubsetWork))
        .hint("request fewer rules, or divide the grammar")
}

pub(super) fn explain(grammar: &Resolved, rule: RuleId, failure: &Failure) -> Diagnostic {
    let name = &grammar[rule].name;
    match failure {
        Failure::Nested(cycle, members) => {
            let names = shape::cycle_text(grammar, cycle);
            let message = if members.contains(&rule) {
                format!("rule `{name}` is nested: {names}")
            } else {
                format!("rule `{name}` uses a nested rule: {names}")
            };
            let mut diagnostic =
                at_rule(grammar, rule, Diagnostic::error(Code::NestedRule, message));
            for &member in cycle.iter().take(MAX_SHOWN).filter(|&&member| member != rule) {
                if let Some(span) = grammar[member].span {
                    diagnostic = diagnostic.also(span, "on the cycle");
                }
            }
            diagnostic.hint(
                "left- or right-linear recursion is always regular: make the recursive reference the \
                 last (or always the first) element of every alternative on the cycle",
            )
        }
        // The finding is about the rule in which the error begins. Users repeat it, so that
        // equal findings can be reported once.
        Failure::Used(why) => why.clone(),
        Failure::Nfa(error) => nfa_error(grammar, rule, error),
        Failure::Unknown => unreachable!("only the search for ambiguity fails with `Unknown`"),
    }
}

/// Returns the finding about a rule whose NFA cannot be built.
pub fn nfa_error(grammar: &Resolved, rule: RuleId, error: &NfaError) -> Diagnostic {
    let name = &grammar[rule].name;
    match error {
        NfaError::TooLarge(limit) => limit_error(
            grammar,
            rule,
            Code::NfaLimit,
            LimitName::NfaStates,
            &format!("rule `{name}` needs more than {limit} NFA states, the limit"),
        ),
        NfaError::Error => {
            let message = format!("rule `{name}` needs a definition that has an error");
            at_rule(grammar, rule, Diagnostic::error(Code::NeedsError, message))
                .hint("fix the definition")
        }
        NfaError::Prose(text) => {
            let message = format!("rule `{name}` needs the prose `<{text}>`, which names no rule");
            let diagnostic = Diagnostic::error(Code::ProseValue, message);
            let Some(prose) = prose(grammar, rule) else {
                return at_rule(grammar, rule, diagnostic);
            };
            let own = grammar.prose.iter().find(|it| it.prose.span == prose.span);
            let hints = own.map(|it| it.hints.clone());
            let hints = hints.unwrap_or_else(|| {
                vec!["define it as a rule, or import the grammar that does".into()]
            });
            Diagnostic { hints, ..diagnostic.at(prose.span, "a description, not a grammar") }
        }
    }
}

pub(crate) fn too_large(
    grammar: &Resolved,
    rule: RuleId,
    why: TooLarge,
    limits: &Limits,
) -> Diagnostic {
    let name = &grammar[rule].name;
    let message = match why {
        TooLarge::States => {
            format!("rule `{name}` needs more than {} DFA states, the limit", limits.dfa_states)
        }
        TooLarge::Work => format!(
            "determinising rule `{name}` takes more than {} steps, the limit",
            limits.subset_work
        ),
    };
    let (code, limit) = limit_of(why);
    limit_error(grammar, rule, code, limit, &message)
}

/// As [`too_large`], for a rule of the general engine, whose cost includes all rules that it calls.
pub(super) fn nested_too_large(
    grammar: &Resolved,
    rule: RuleId,
    why: Excess,
    limits: &Limits,
) -> Diagnostic {
    let name = &grammar[rule].name;
    let too_large = match why {
        // One cause, whichever rule exceeds the limit.
        Excess::Tables => {
            let message = format!(
                "the table of the general engine would have more than {MAX_TABLE_STATES} states, or \
                 all tables together more than {} entries, the limit",
                limits.total_table_entries
            );
            return Diagnostic::error(Code::TooLargeTables, message)
                .hint(Hint::raise(LimitName::TotalTableEntries))
                .hint("export fewer rules");
        }
        Excess::Rule(why) => why,
    };
    let message = match too_large {
        TooLarge::States => format!(
            "nested rule `{name}`, with the rules that it uses, needs more than {} states, {} times the \
             limit",
            limits.called_states(),
            MAX_SHARES
        ),
        TooLarge::Work => format!(
            "determinising nested rule `{name}`, with the rules that it uses, takes more than {} \
             steps, the limit",
            limits.subset_work
        ),
    };
    let (code, limit) = limit_of(too_large);
    at_rule(grammar, rule, Diagnostic::error(code, message)).hint(Hint::raise(limit))
}

fn limit_of(why: TooLarge) -> (Code, LimitName) {
    match why {
        TooLarge::States => (Code::StateLimit, LimitName::DfaStates),
        TooLarge::Work => (Code::WorkLimit, LimitName::SubsetWork),
    }
}

fn limit_error(
    grammar: &Resolved,
    rule: RuleId,
    code: Code,
    limit: LimitName,
    message: &str,
) -> Diagnostic {
    let error = at_rule(grammar, rule, Diagnostic::error(code, message)).hint(Hint::raise(limit));
    match greatest_count(grammar, rule) {
        (count, of) if count >= MIN_COUNT => error.hint(format!(
            "lower the counts of repetitions; the greatest is {count}, in `{}`",
            grammar[of].name
        )),
        _ => error,
    }
}

/// The least count of a repetition that can make an automaton large.
const MIN_COUNT: u32 = 10;

/// Returns the greatest count of a repetition that the rule reaches, and the rule that has it; 0 if there
/// are none.
fn greatest_count(grammar: &Resolved, rule: RuleId) -> (u32, RuleId) {
    fn greatest(expr: &Expr<RuleId>) -> u32 {
        match expr {
            Expr::Concat(items) | Expr::Alt(items) => items.iter().map(greatest).max().unwrap_or(0),
            Expr::Repeat { min, max, body } => greatest(body).max(max.unwrap_or(*min)),
            Expr::Empty | Expr::Set(_) | Expr::Rule(_) | Expr::Prose(_) | Expr::Error => 0,
        }
    }
    let rules = reached(&[rule], |rule| references(&grammar[rule].expr));
    let counts = rules.into_iter().map(|rule| (greatest(&grammar[rule].expr), rule));
    counts.max_by_key(|it| it.0).unwrap_or((0, rule))
}

/// Sets the span of a diagnostic to the definition of the rule.
pub(crate) fn at_rule(grammar: &Resolved, rule: RuleId, diagnostic: Diagnostic) -> Diagnostic {
    match grammar[rule].span {
        Some(span) => diagnostic.at(span, ""),
        None => diagnostic,
    }
}

/// Returns the first prose that the rule reaches.
pub(super) fn prose(grammar: &Resolved, rule: RuleId) -> Option<&Prose> {
    fn find(expr: &Expr<RuleId>) -> Option<&Prose> {
        match expr {
            Expr::Prose(prose) => Some(prose),
            Expr::Concat(items) | Expr::Alt(items) => items.iter().find_map(find),
            Expr::Repeat { body, .. } => find(body),
            Expr::Empty | Expr::Set(_) | Expr::Rule(_) | Expr::Error => None,
        }
    }
    reached(&[rule], |rule| references(&grammar[rule].expr))
        .into_iter()
        .find_map(|rule| find(&grammar[rule].expr))
}
