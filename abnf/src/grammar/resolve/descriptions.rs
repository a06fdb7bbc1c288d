//! Rules that words alone define though another grammar has them: `DIGIT = <0-9 as per
//! [RFC5234]>` and `dot-atom = <unquoted word as per [RFC5322]>` in RFC 7208, the character
//! classes in RFC 822 and RFC 2616.
//!
//! Words that say which rule they mean are read by [`prose`](super::prose). Here the name of the
//! rule that they define tells: it is the rule of this name in the import that the words refer
//! to, else the core rule. A warning says so, since the words may mean something else.

use super::exceptions::is_exception;
use super::modules::OWN;
use super::prose::document;
use super::references::Names;
use crate::diagnostic::{Diagnostic, report};
use crate::grammar::{Expr, Origin, Prose, Resolved, RuleId, RuleName};

/// Replaces descriptions by the rules that they describe; says whether there were any.
pub(super) fn descriptions(
    names: &Names<'_>,
    resolved: &mut Resolved,
    found: &mut Vec<Diagnostic>,
) -> bool {
    let modules = names.modules_of_rules();
    let described: Vec<(RuleId, RuleId)> = resolved
        .rules()
        .filter_map(|(id, rule)| match &rule.expr {
            // What a set is taken from is said too exactly for another reading.
            Expr::Prose(prose) if !is_exception(prose) => {
                let meant = meant(names, modules[id.index()], &rule.name, prose)?;
                Some((id, meant))
            }
            _ => None,
        })
        .collect();
    for &(id, meant) in &described {
        if modules[id.index()] == OWN {
            report(found, told(resolved, id, meant));
        }
        resolved.rules[id.index()].expr = Expr::Rule(meant);
    }
    !described.is_empty()
}

/// The rule that the description of a rule of this name means.
fn meant(names: &Names<'_>, module: usize, name: &RuleName, prose: &Prose) -> Option<RuleId> {
    document(&prose.text)
        .and_then(|document| names.import(module, document))
        .and_then(|link| names.offered(link, name))
        .or_else(|| names.core(name))
}

fn told(resolved: &Resolved, id: RuleId, meant: RuleId) -> Diagnostic {
    let name = &resolved[id].name;
    let whose = match &resolved[meant].origin {
        Origin::Import(import) => format!("the rule of the import `{import}`"),
        Origin::Core | Origin::Own | Origin::Group => {
            format!("the core rule `{}`", resolved[meant].text)
        }
    };
    let message = format!("`{name}` is described in words only, and read as {whose}");
    let warning = Diagnostic::warning("prose-as-rule", message)
        .hint(format!("remove the definition of `{name}`, or write what it means in ABNF"));
    match resolved[id].span {
        Some(span) => warning.at(span, ""),
        None => warning,
    }
}
