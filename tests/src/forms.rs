//! All forms of one rule between the grammar and the generated code, and their comparison
//! with the reference.

use crate::reference::Verdict;
use abnfc::automata::determinise::determinise;
use abnfc::automata::dfa::Dfa;
use abnfc::automata::nfa::Nfa;
use abnfc::automata::pattern::Patterns;
use abnfc::automata::rules::Automata;
use abnfc::budget::Budget;
use abnfc::diagnostic::Diagnostic;
use abnfc::grammar::RuleId;
use abnfc::limits::Limits;

/// The pattern and the automata of one rule.
#[derive(Clone, Debug)]
pub struct Forms<'a> {
    rule: RuleId,
    patterns: &'a Patterns,
    /// The pattern, whose interpreter only decides membership.
    pub nfa: Nfa,
    /// The result of the subset construction.
    pub unminimised: Dfa,
    /// Minimal and canonical.
    pub minimal: &'a Dfa,
}

impl<'a> Forms<'a> {
    /// Returns the forms of a rule, or the reason why it has none.
    pub fn of(
        automata: &'a Automata,
        rule: RuleId,
        limits: &Limits,
    ) -> Result<Self, &'a Diagnostic> {
        let minimal = automata.dfa(rule)?;
        let nfa = automata.nfa(rule)?;
        let unminimised = determinise(&nfa, &mut Budget::of_rule(limits))
            .expect("it was within the limits before");
        Ok(Self { rule, patterns: automata.patterns(), nfa, unminimised, minimal })
    }

    /// Compares the verdict of each form on a text with that of the reference.
    ///
    /// # Errors
    ///
    /// A sentence that names the first form that differs.
    pub fn agree(&self, text: &[u8], expected: Verdict) -> Result<(), String> {
        if self.nfa.matches(text) != expected.is_member {
            return Err(disagreement("the NFA", text, &!expected.is_member, &expected));
        }
        for (form, dfa) in [("the DFA", &self.unminimised), ("the minimal DFA", self.minimal)] {
            let found = judge(dfa, text);
            if found != expected {
                return Err(disagreement(form, text, &found, &expected));
            }
        }
        Ok(())
    }

    /// The same for the pattern, whose interpreter is too slow for every text.
    ///
    /// # Errors
    ///
    /// A sentence about the difference.
    pub fn pattern_agrees(&self, text: &[u8], expected: Verdict) -> Result<(), String> {
        let found = self.patterns.matches(self.rule, text);
        if found == expected.is_member {
            return Ok(());
        }
        Err(disagreement("the pattern", text, &found, &expected))
    }
}

/// The verdict of an automaton on a text.
pub fn judge(dfa: &Dfa, text: &[u8]) -> Verdict {
    let checked = dfa.check(text);
    Verdict {
        is_member: checked.is_ok(),
        offset: checked.err().map_or(text.len(), |mismatch| mismatch.offset),
        longest_prefix: dfa.longest_prefix(text),
    }
}

/// One sentence about a form that differs from the reference.
pub fn disagreement(
    form: &str,
    text: &[u8],
    found: &impl std::fmt::Debug,
    expected: &Verdict,
) -> String {
    format!("{form} returns {found:?} for \"{}\", not {expected:?}", text.escape_ascii())
}
