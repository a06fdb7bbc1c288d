//! Rules defined by prose alone although another grammar defines them: `DIGIT = <0-9 as per
//! [RFC5234]>` and `dot-atom = <unquoted word as per [RFC5322]>` in RFC 7208, the character
//! classes in RFC 822 and RFC 2616.
//!
//! Prose that names a rule is handled by [`prose`](super::prose). Here, the name of the defined
//! rule decides: the prose refers to the rule of this name in the import that it mentions,
//! else to the core rule. A warning reports this guess.

use super::exceptions::is_exception;
use super::modules::OWN;
use super::prose::document;
use super::references::Names;
use crate::diagnostic::{Code, Diagnostic, report};
use crate::grammar::{Expr, Origin, Prose, Resolved, RuleId, RuleName};

/// Replaces descriptions by the rules that they describe. Returns whether there were any.
pub(super) fn descriptions(
    names: &Names<'_>,
    resolved: &mut Resolved,
    found: &mut Vec<Diagnostic>,
) -> bool {
    let modules = names.modules_of_rules();
    let described: Vec<(RuleId, RuleId)> = resolved
        .rules()
        .filter_map(|(id, rule)| match &rule.expr {
            // A set with exceptions is too exact for another reading.
            Expr::Prose(prose) if !is_exception(prose) => {
                let meant = meant(names, modules[id.index()], &rule.name, prose)?;
                Some((id, meant))
            }
            _ => None,
        })
        .collect();
    for &(id, meant) in &described {
        if modules[id.index()] == OWN {
            report(found, guessed(resolved, id, meant));
        }
        resolved.rules[id.index()].expr = Expr::Rule(meant);
    }
    !described.is_empty()
}

/// Returns the rule that the description of the rule `name` refers to.
fn meant(names: &Names<'_>, module: usize, name: &RuleName, prose: &Prose) -> Option<RuleId> {
    document(&prose.text)
        .and_then(|document| names.import(module, document))
        .and_then(|link| names.offered(link, name))
        .or_else(|| names.core(name))
}

fn guessed(resolved: &Resolved, id: RuleId, meant: RuleId) -> Diagnostic {
    let name = &resolved[id].name;
    let whose = match &resolved[meant].origin {
        Origin::Import(import) => format!("the rule of the import `{import}`"),
        Origin::Core | Origin::Own | Origin::Group => {
            format!("the core rule `{}`", resolved[meant].text)
        }
    };
    let message = format!("`{name}` is described by prose only, and read as {whose}");
    let warning = Diagnostic::warning(Code::ProseAsRule, message)
        .hint(format!("remove the definition of `{name}`, or write what it means in ABNF"));
    match resolved[id].span {
        Some(span) => warning.at(span, ""),
        None => warning,
    }
}
