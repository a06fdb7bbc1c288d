//! Tagged automata: where the parts of a text lie, found in one forward pass.
//!
//! A part is a named set of rules; two tags note where a text of it begins and ends.
//! The stages are those of [`crate::automata`], with tags:
//!
//! ```text
//! Patterns --tnfa--> Nfa --reduce--> Nfa --determinise--> Tdfa --registers--> Tdfa
//! ```
//!
//! Among all derivations of the whole text the preferred one counts: the earlier
//! alternative, the longer repetition, the present option, at the leftmost point
//! where two differ.

pub mod determinise;
pub mod parts;
pub mod reduce;
pub mod registers;
pub mod tdfa;
pub mod tnfa;

use crate::automata::{limit_error, place};
use crate::diagnostic::Diagnostic;
use crate::grammar::{Resolved, RuleId};
use crate::limits::Limits;
use crate::shape::{Recursion, Shape, Shapes, reached, references};
use parts::Part;
use tdfa::Tdfa;
use tnfa::TnfaError;

/// The tagged automaton of a rule.
///
/// # Errors
///
/// If the rule is nested or needs prose, if a part can occur more than once in one of
/// its texts, if it is ambiguous and uses left recursion, or if a limit is passed.
pub fn tagged(
    grammar: &Resolved,
    shapes: &Shapes,
    rule: RuleId,
    parts: &[Part],
    limits: &Limits,
) -> Result<Tdfa, Diagnostic> {
    let name = &grammar[rule].name;
    if let Shape::Nested { .. } = shapes.of(rule) {
        let message = format!("rule `{name}` is nested; its parts cannot be located");
        return Err(place(grammar, rule, Diagnostic::error("nested-rule", message)));
    }
    if parts.len() > parts::MAX_PARTS {
        let message = format!("{} parts; the limit is {}", parts.len(), parts::MAX_PARTS);
        return Err(Diagnostic::error("too-many-parts", message));
    }
    let nfa = tnfa::tnfa(grammar, shapes, rule, parts, limits)
        .map_err(|error| explain(grammar, rule, error))?;
    // The branches of a left-recursive rule are taken from the innermost derivation to
    // the outermost, so that their order says nothing about preference.
    let left = reached(&[rule], |rule| references(&grammar[rule].expr))
        .into_iter()
        .find(|&used| *shapes.of(used) == Shape::Regular(Recursion::Left));
    if let Some(left) = left {
        let mut steps = limits.ambiguity_steps;
        if crate::ambiguity::ambiguous(&nfa, &mut steps) != Some(false) {
            let left = &grammar[left].name;
            let message =
                format!("`{name}` is ambiguous, and `{left}` recurs on the left in its texts");
            return Err(place(
                grammar,
                rule,
                Diagnostic::error("ambiguous-left-recursion", message),
            )
            .hint("write the recursion as a repetition"));
        }
    }
    let mut work = limits.subset_work;
    let tdfa = determinise::determinise(&reduce::reduce(&nfa), parts.len(), limits, &mut work)
        .map_err(|why| crate::automata::too_large(grammar, rule, why, limits))?;
    Ok(registers::registers(&tdfa))
}

fn explain(grammar: &Resolved, rule: RuleId, error: TnfaError) -> Diagnostic {
    let name = &grammar[rule].name;
    match error {
        TnfaError::Repeated(part) => {
            let message = format!("part `{part}` can occur more than once in a text of `{name}`");
            place(grammar, rule, Diagnostic::error("repeated-part", message))
                .hint("ask for parts that occur at most once, and take those apart in turn")
        }
        TnfaError::TooLarge(limit) => limit_error(
            grammar,
            rule,
            "nfa-limit",
            &format!("rule `{name}` needs more than {limit} NFA states, the limit"),
        ),
        TnfaError::Prose(text) => {
            let message = format!("rule `{name}` needs the prose `<{text}>`, which names no rule");
            place(grammar, rule, Diagnostic::error("prose-value", message))
        }
    }
}
