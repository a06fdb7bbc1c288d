//! Findings about restrictions, with spans in the spec file.

use crate::budget::TooLarge;
use crate::bytes::escapes::quoted;
use crate::diagnostic::{Code, Diagnostic, Hint};
use crate::grammar::suggest::nearest_rule;
use crate::grammar::{Resolved, RuleId};
use crate::limits::{LimitName, Limits};
use crate::plan::exports::omissions::few;
use crate::spec::{Export, Restriction};

fn error(export: &Export, code: Code, why: &str) -> Diagnostic {
    Diagnostic::error(code, format!("cannot restrict `{}`: {why}", export.rule))
}

/// The error for a rule that contains itself.
pub(super) fn contains_itself(export: &Export) -> Diagnostic {
    let restrictions = export.restrictions.iter();
    let span = restrictions.map(|it| it.span).next().unwrap_or_default();
    error(export, Code::WrongRestriction, "it contains itself")
        .at_spec(span)
        .hint(format!("restrict a rule that uses it, such as `limited = {}`", export.rule))
}

/// The error for a rule that does not exist.
pub(super) fn unknown(
    grammar: &Resolved,
    export: &Export,
    restriction: &Restriction,
    name: &str,
) -> Diagnostic {
    let error = error(export, Code::WrongRestriction, &format!("there is no rule `{name}`"));
    let error = error.at_spec(restriction.span);
    match nearest_rule(grammar, name) {
        Some(near) => error.hint(format!("did you mean `{near}`?")),
        None => error,
    }
}

/// The error for a rule that is compared with itself or with a rule that uses it.
pub(super) fn circular_comparison(export: &Export, restriction: &Restriction) -> Diagnostic {
    let why = match restriction.condition.rule() {
        Some(other) if !other.eq_ignore_ascii_case(&export.rule) => format!("`{other}` uses it"),
        _ => "it is compared with itself".to_owned(),
    };
    error(export, Code::WrongRestriction, &why).at_spec(restriction.span)
}

/// The errors for several rules whose restrictions depend on each other.
pub(super) fn cyclic(exports: &[&Export]) -> Vec<Diagnostic> {
    let names: Vec<&str> = exports.iter().map(|export| &*export.rule).collect();
    let why = format!("the restrictions of {} depend on each other", few(&names, "rule"));
    let one = |export: &&Export| {
        let compared = export.restrictions.iter().find(|it| it.condition.rule().is_some());
        let span = compared.or(export.restrictions.first()).map(|it| it.span).unwrap_or_default();
        error(export, Code::WrongRestriction, &why).at_spec(span)
    };
    exports.iter().map(one).collect()
}

/// The error for a rule without an automaton: the restricted rule, or one that it is compared with.
pub(super) fn unusable(
    export: &Export,
    restriction: &Restriction,
    rule: RuleId,
    grammar: &Resolved,
    why: &Diagnostic,
) -> Diagnostic {
    let error = error(export, Code::WrongRestriction, &why.message).at_spec(restriction.span);
    let error = match grammar[rule].span {
        Some(span) => error.also(span, "defined here"),
        None => error,
    };
    let limits = why.hints.iter().filter(|hint| matches!(hint, Hint::RaiseLimit { .. }));
    limits.fold(error, |error, hint| error.hint(hint.clone()))
}

/// The error for a restriction whose automaton exceeds a limit.
pub(super) fn too_large(
    export: &Export,
    restriction: &Restriction,
    why: TooLarge,
    limits: &Limits,
) -> Diagnostic {
    let (code, limit, why) = match why {
        TooLarge::States => {
            let why = format!("its automaton needs more than {} states", limits.dfa_states);
            (Code::StateLimit, LimitName::DfaStates, why)
        }
        TooLarge::Work => {
            let why = format!("its automaton takes more than {} steps", limits.subset_work);
            (Code::WorkLimit, LimitName::SubsetWork, why)
        }
    };
    error(export, code, &format!("{why}, the limit"))
        .at_spec(restriction.span)
        .hint(Hint::raise(limit))
}

/// The error for a range of a rule with a text that is not a number.
pub(super) fn no_number(export: &Export, restriction: &Restriction, text: &[u8]) -> Diagnostic {
    let why = format!("the text {} matches, but is not a number", quoted(text));
    error(export, Code::WrongRestriction, &why)
        .at_spec(restriction.span)
        .hint("restrict a rule that consists of digits, with an optional sign")
}

/// The error for a restriction that no text of the rule meets, or no text that meets the earlier
/// restrictions.
pub(super) fn nothing_left(
    export: &Export,
    restriction: &Restriction,
    is_first: bool,
) -> Diagnostic {
    let what = if is_first { "this restriction" } else { "all of its restrictions" };
    let message = format!("no text of `{}` meets {what}", export.rule);
    Diagnostic::error(Code::WrongRestriction, message).at_spec(restriction.span)
}

/// The warning for a restriction that changes nothing.
pub(super) fn idle(export: &Export, restriction: &Restriction) -> Diagnostic {
    let message = format!("every text of `{}` meets this restriction", export.rule);
    Diagnostic::warning(Code::IdleRestriction, message)
        .at_spec(restriction.span)
        .hint("remove the restriction")
}
