//! Finds rules whose texts a parsing expression grammar would not all accept, and a shortest refused text.
//!
//! In a parsing expression grammar, a rule commits to the first alternative that matches, takes options
//! and repeats as often as possible, and never backtracks (Ford, "Parsing expression grammars", 2004).
//! It accepts only texts of the rule. The rule must read the whole text, and the rules that it uses
//! are read in the same way.
//!
//! [`mod@expression`] makes a graph of the rule. If the graph is finite, the result is exact:
//! [`mod@forward`] builds an automaton of the accepted texts and compares it with that of the rule, or
//! [`mod@backward`] searches for the text. Otherwise [`mod@enumerate`] tests short texts.
//! [`mod@decision`] finds the decision that makes the parser refuse the text.

mod backward;
mod decision;
mod enumerate;
mod expression;
mod forward;
mod whole_graph;

use super::Subject;
use super::languages::{Extent, Languages};
use super::shown;
use abnfc::automata::compare::compare;
use abnfc::automata::rules::Automata;
use abnfc::bytes::escapes::quoted;
use abnfc::diagnostic::{Code, Diagnostic, Span};
use abnfc::grammar::RuleId;
use backward::backward;
use decision::{Decision, decision};
pub(super) use enumerate::TOTAL_TEXTS;
use expression::{Commitment, Program, Stop};
use forward::forward;
use std::collections::BTreeSet;
use whole_graph::Points;

/// The result of the search in a rule.
pub(super) enum Verdict {
    /// All texts are accepted.
    Same,
    /// All texts of at most this number of bytes are accepted; longer texts were not tested.
    UpTo(usize),
    /// Unknown: there is prose or an error, or a limit is exceeded.
    Unknown,
    /// A refused text.
    Differs(Difference),
}

/// A wrong final decision of a parser: the rule, the position in it, and the element that was chosen.
pub(super) type Culprit = (RuleId, Option<Span>, Commitment);

/// A shortest text of a rule that a parsing expression grammar refuses.
pub(super) struct Difference {
    text: Vec<u8>,
    decision: Decision,
}

/// The result of a search.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Outcome {
    /// There is no text that differs.
    None,
    /// No text of at most this number of bytes differs.
    NoneUpTo(usize),
    /// A shortest text that differs.
    Refused(Vec<u8>),
}

/// Decides whether a parsing expression grammar accepts all texts of a rule. `nested` are the automata of
/// nested rules. A comparison visits at most `pairs` pairs of states, and `budget` is the remainder
/// of [`TOTAL_TEXTS`] for nested rules.
pub(super) fn first_match<'a>(
    languages: &Languages<'_>,
    nested: impl Fn() -> &'a Automata,
    subject: &Subject<'_>,
    rule: RuleId,
    pairs: usize,
    budget: &mut usize,
) -> Verdict {
    let outcome = Program::new(languages, subject.elements, rule).and_then(|mut program| {
        let outcome = match Points::of(&mut program) {
            Ok(points) => {
                by_automata(languages, &points, rule, pairs).unwrap_or_else(|| backward(&points))
            }
            Err(Stop::Infinite) => enumerate::enumerate(&mut program, nested(), rule, budget)?,
            Err(stop) => return Err(stop),
        };
        Ok(match outcome {
            Outcome::None => Verdict::Same,
            Outcome::NoneUpTo(bytes) => Verdict::UpTo(bytes),
            Outcome::Refused(text) => {
                let decision = decision(&mut program, &text)?;
                Verdict::Differs(Difference { text, decision })
            }
        })
    });
    outcome.unwrap_or(Verdict::Unknown)
}

/// Returns a shortest text of a rule that a parsing expression grammar refuses and that has a derivation
/// without the rules `others`. `None` if no text was found.
pub(super) fn first_match_without(
    languages: &Languages<'_>,
    subject: &Subject<'_>,
    rule: RuleId,
    others: &BTreeSet<RuleId>,
    pairs: usize,
) -> Option<Difference> {
    let texts = languages.rule_without(rule, others).filter(|it| it.extent == Extent::All)?;
    let mut program = Program::new(languages, subject.elements, rule).ok()?;
    let accepted = forward(&Points::of(&mut program).ok()?).ok()?;
    let text = compare(&texts.dfa, &accepted, pairs).ok()?.only_left?;
    let decision = decision(&mut program, &text).ok()?;
    Some(Difference { text, decision })
}

/// Compares the texts of the rule with those that the parser accepts. `None` if a limit is exceeded.
fn by_automata(
    languages: &Languages<'_>,
    points: &Points,
    rule: RuleId,
    pairs: usize,
) -> Option<Outcome> {
    let texts = languages.rule(rule).filter(|it| it.extent == Extent::All)?;
    let accepted = forward(points).ok()?;
    let compared = compare(&texts.dfa, &accepted, pairs).ok()?;
    Some(compared.only_left.map_or(Outcome::None, Outcome::Refused))
}

impl Difference {
    /// Returns the decision that makes the parser refuse a text.
    pub(super) fn culprit(&self) -> Culprit {
        (self.decision.rule, self.decision.span, self.decision.taken)
    }

    /// Returns the finding about a rule.
    pub(super) fn finding(&self, subject: &Subject<'_>, rule: RuleId) -> Diagnostic {
        let grammar = subject.grammar;
        let name = &grammar[rule].name;
        let Decision { span, taken, piece: (begin, end), .. } = &self.decision;
        let mut note = Diagnostic::note(
            Code::FirstMatchDiffers,
            format!(
                "a parser that takes the first match refuses {} as `{name}`",
                shown(&self.text)
            ),
        );
        let piece = quoted(&self.text[*begin..*end]);
        let label = match taken {
            Commitment::Alternative => {
                format!("it takes this for {piece} at byte {begin}, and never tries the others")
            }
            Commitment::Repetition => {
                format!("it takes this for {piece} at byte {begin}, although it must stop earlier")
            }
        };
        let own = grammar[rule].span;
        note = match (*span, own) {
            (Some(span), _) if self.decision.rule == rule => note.at(span, label),
            (Some(span), Some(own)) => note.at(own, "").also(span, label),
            (None, Some(own)) => note.at(own, "").remark(label),
            (Some(span), None) => note.at(span, label),
            (None, None) => note.remark(label),
        };
        let hint = match taken {
            Commitment::Alternative => {
                "for such parsers, put longer or more specific alternatives first"
            }
            Commitment::Repetition => {
                "for such parsers, the text after the repetition must not begin like the repeated element"
            }
        };
        note.hint(hint).witness(self.text.clone())
    }
}
