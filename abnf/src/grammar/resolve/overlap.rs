//! Reports names that refer to one rule and could refer to another, unless the rules are
//! equivalent.

use super::modules::OWN;
use super::prose::ProseNames;
use super::references::{Meaning, Names};
use crate::diagnostic::{Code, Diagnostic, Span, report};
use crate::grammar::structure::StructuralEquality;
use crate::grammar::{Expr, Leaf, Origin, Resolved, RuleId};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

/// The choices to be checked when all rules are resolved.
#[derive(Default)]
pub(super) struct Overlaps {
    /// For each pair of the chosen rule and an alternative, the uses.
    choices: BTreeMap<(RuleId, RuleId), Uses>,
}

/// The uses for which a choice was made.
struct Uses {
    /// The module of the first use.
    module: usize,
    /// The first use.
    span: Span,
    /// All rules with a use.
    users: BTreeSet<RuleId>,
}

/// Erroneous uses, as user and used rule, with the reported errors.
pub(super) type Refused = BTreeMap<(RuleId, RuleId), Arc<Diagnostic>>;

impl Overlaps {
    /// Returns the rule of a meaning, and records the choice.
    pub(super) fn choose(
        &mut self,
        module: usize,
        user: RuleId,
        meaning: Meaning,
        span: Span,
    ) -> RuleId {
        match meaning {
            Meaning::Rule(id) => id,
            Meaning::First(id, others) => {
                for other in others {
                    let first = || Uses { module, span, users: BTreeSet::new() };
                    self.choices.entry((id, other)).or_insert_with(first).users.insert(user);
                }
                id
            }
            Meaning::Undefined => unreachable!("an undefined name has been reported"),
        }
    }

    /// Reports errors for names that two imports define differently, and warnings for
    /// rules that hide others. Returns the erroneous uses.
    pub(super) fn report(
        self,
        names: &Names<'_>,
        prose_names: &ProseNames<'_>,
        resolved: &mut Resolved,
        found: &mut Vec<Diagnostic>,
    ) -> Refused {
        let (refused, errors) = self.find(names, prose_names, resolved, found);
        errors.iter().for_each(|error| resolved.report(error));
        refused
    }

    fn find(
        self,
        names: &Names<'_>,
        prose_names: &ProseNames<'_>,
        resolved: &Resolved,
        found: &mut Vec<Diagnostic>,
    ) -> (Refused, Vec<Arc<Diagnostic>>) {
        let (mut refused, mut errors) = (Refused::new(), Vec::new());
        let hidden = hidden_by_own(names, resolved);
        if self.choices.is_empty() && hidden.is_empty() {
            return (refused, errors);
        }
        let mut equality = StructuralEquality::new(resolved);
        for ((taken, other), Uses { module, span, users }) in self.choices {
            // Warnings about an import concern its maintainers.
            if module != OWN && resolved[other].origin == Origin::Core {
                continue;
            }
            if !equality.equal(taken, other) {
                let finding = choice(resolved, taken, other, span);
                if resolved[other].origin == Origin::Core {
                    report(found, finding);
                } else {
                    let error = Arc::new(finding);
                    refused
                        .extend(users.into_iter().map(|user| ((user, taken), Arc::clone(&error))));
                    errors.push(error);
                }
            }
        }
        for (own, other) in hidden {
            // `Host` and `<host, see [URI]>`: the author distinguishes the two.
            if !prose_names.is_qualified(other) && !equality.equal(own, other) {
                report(found, hides(resolved, own, other));
            }
        }
        (refused, errors)
    }
}

/// Turns uses of rules into errors.
pub(super) fn refuse(resolved: &mut Resolved, refused: Refused) {
    let users: BTreeSet<RuleId> = refused.keys().map(|&(user, _)| user).collect();
    for user in users {
        let rule = &mut resolved.rules[user.index()];
        rule.expr = rule.expr.map(&mut |leaf| match leaf {
            Leaf::Rule(used) if refused.contains_key(&(user, used)) => Expr::Error,
            Leaf::Rule(used) => Expr::Rule(used),
            Leaf::Prose(prose) => Expr::Prose(prose),
        });
    }
    for ((user, _), error) in refused {
        resolved.rules[user.index()].errors.push(error);
    }
}

/// Returns the own rules with the imported rules of the same name.
fn hidden_by_own(names: &Names<'_>, resolved: &Resolved) -> Vec<(RuleId, RuleId)> {
    let others = |name| names.links(OWN).filter_map(move |link| names.offered(link, name));
    resolved
        .own_rules()
        .flat_map(|(own, rule)| others(&rule.name).map(move |other| (own, other)))
        // Extended rules are compared when the rule is chosen.
        .filter(|&(own, _)| resolved[own].extends.is_none())
        .collect()
}

fn whose(resolved: &Resolved, id: RuleId) -> String {
    match &resolved[id].origin {
        Origin::Own | Origin::Group => "the grammar itself".to_owned(),
        Origin::Import(name) => format!("the import `{name}`"),
        Origin::Core => "the core rules".to_owned(),
    }
}

fn choice(resolved: &Resolved, taken: RuleId, other: RuleId, span: Span) -> Diagnostic {
    let name = &resolved[taken].name;
    let [by, also_by] = [taken, other].map(|id| whose(resolved, id));
    let diagnostic = if resolved[other].origin == Origin::Core {
        Diagnostic::warning(
            Code::ShadowedCoreRule,
            format!("`{name}` is the rule of {by}, which differs from the core rule"),
        )
        .hint("define the rule that you mean, or limit the import to the rules that you need")
    } else {
        Diagnostic::error(
            Code::AmbiguousImport,
            format!("`{name}` is defined in {by} and, differently, in {also_by}"),
        )
        .in_rule()
        .hint("limit one of the imports to the rules that you need")
    };
    label(resolved, diagnostic.at(span, "used here"), [taken, other])
}

fn hides(resolved: &Resolved, own: RuleId, other: RuleId) -> Diagnostic {
    let name = &resolved[own].name;
    let by = whose(resolved, other);
    let warning = Diagnostic::warning(
        Code::ShadowedImport,
        format!("`{name}` is defined here and, differently, in {by}"),
    )
    .hint("rename one of the two, or limit the import to the rules that you need")
    .hint(format!("write `{name} =/ …` to add to the rule of the import"));
    let warning = match resolved[own].span {
        Some(span) => warning
            .at(span, "this grammar uses this definition; rules of the import keep using theirs"),
        None => warning,
    };
    label(resolved, warning, [other])
}

fn label<const N: usize>(
    resolved: &Resolved,
    diagnostic: Diagnostic,
    rules: [RuleId; N],
) -> Diagnostic {
    rules.into_iter().fold(diagnostic, |diagnostic, id| match resolved[id].span {
        Some(span) => diagnostic.also(span, format!("in {}", whose(resolved, id))),
        None => diagnostic,
    })
}
