//! All forms of one rule between the grammar and the generated code, and the
//! question whether they say what the reference says.

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
    /// With an interpreter for membership alone.
    pub nfa: Nfa,
    /// As the subset construction leaves it.
    pub unminimised: Dfa,
    /// Minimal and canonical.
    pub minimal: &'a Dfa,
}

impl<'a> Forms<'a> {
    /// The forms of a rule, or why it has none.
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

    /// Compares what each form says of a text with the verdict of the reference.
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
    /// A sentence that says so.
    pub fn pattern_agrees(&self, text: &[u8], expected: Verdict) -> Result<(), String> {
        let found = self.patterns.matches(self.rule, text);
        if found == expected.is_member {
            return Ok(());
        }
        Err(disagreement("the pattern", text, &found, &expected))
    }
}

/// What an automaton says about a text.
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
    format!("{form} says {found:?} of \"{}\", not {expected:?}", text.escape_ascii())
}
