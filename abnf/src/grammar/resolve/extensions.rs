//! Rules of other grammars that a grammar extends: `=/` without `=`, as in `VCHAR =/
//! UTF8-non-ascii` (RFC 6532 section 3.1) for the core rule VCHAR and in `atext =/ …` for the rule
//! of RFC 5322.
//!
//! An extension also affects the rules of the other RFC that use the rule: `atom` of RFC 5322
//! has the new `atext`. It does not change the other RFC for third parties. The extended rule
//! therefore belongs to the grammar with the `=/`, which sees the rules of others as if they
//! used it: an import gets copies of the rules that lead to the extended one. The main grammar
//! needs no copies, since all rules are resolved for it.

use super::modules::OWN;
use super::references::{Names, missing_import};
use crate::diagnostic::{Code, Diagnostic};
use crate::grammar::uses::{reached, references};
use crate::grammar::{Expr, Leaf, Resolved, ResolvedRule, RuleId};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

/// The greatest number of expression nodes copied in one run.
const MAX_COPIED: usize = 1 << 20;

/// The extended rules of all grammars, in order.
#[derive(Default)]
pub(super) struct Extensions(Vec<Extension>);

struct Extension {
    rule: RuleId,
    /// The grammar with the `=/`.
    module: usize,
    /// The extended rule; `None` if it does not exist.
    base: Option<RuleId>,
}

impl Extensions {
    pub(super) fn add(&mut self, rule: RuleId, module: usize, base: Option<RuleId>) {
        self.0.push(Extension { rule, module, base });
    }

    /// Prepends the definition of each base to its extension, and redirects the rules of
    /// others that a grammar uses to its extensions.
    pub(super) fn extend(
        self,
        names: &Names<'_>,
        resolved: &mut Resolved,
        found: &mut Vec<Diagnostic>,
    ) {
        if self.0.is_empty() {
            return;
        }
        let mut budget = MAX_COPIED;
        let done = self.inline(names, resolved, &mut budget);
        let mut modules = names.modules_of_rules();
        for module in in_order_of_use(names) {
            let targets: BTreeMap<RuleId, RuleId> = done
                .iter()
                .filter(|it| it.module == module)
                .filter_map(|it| it.base.map(|base| (base, it.rule)))
                .collect();
            if module == OWN {
                let all = resolved.rules().map(|(id, _)| id).collect();
                redirect(resolved, &all, &targets);
            } else if !targets.is_empty() {
                copy(names, resolved, module, &mut modules, targets, &mut budget);
            }
        }
        if budget == 0 {
            let message = format!(
                "the rules that use a rule extended with `=/` take more than {MAX_COPIED} steps \
                 to copy, the limit"
            );
            let error = Diagnostic::error(Code::TooManyExtensions, message)
                .hint("extend fewer rules, or put the definitions into one file");
            found.push(error);
        }
    }

    /// Gives each extended rule the definition of its base, bases first. An extension without a
    /// base, or with itself as its base, is an error. Returns the valid extensions.
    fn inline(
        self,
        names: &Names<'_>,
        resolved: &mut Resolved,
        budget: &mut usize,
    ) -> Vec<Extension> {
        let bases: BTreeMap<RuleId, Option<RuleId>> =
            self.0.iter().map(|it| (it.rule, it.base)).collect();
        // A base is a rule of another grammar, so a longer chain is a cycle.
        let depth = |rule: RuleId| {
            let mut at = rule;
            for depth in 0..=names.modules.len() {
                match bases.get(&at) {
                    None => return Some(depth),
                    Some(&Some(base)) => at = base,
                    Some(None) => return None,
                }
            }
            None
        };
        let (mut sound, mut unsound) = (Vec::new(), Vec::new());
        for extension in self.0 {
            match depth(extension.rule) {
                Some(depth) => sound.push((depth, extension)),
                None => unsound.push(extension.rule),
            }
        }
        for rule in unsound {
            let rule = &mut resolved.rules[rule.index()];
            rule.expr = Expr::alt([Expr::Error, rule.expr.clone()]);
            rule.extends = None;
            let error = Arc::new(without_base(rule));
            rule.errors.push(Arc::clone(&error));
            resolved.report(&error);
        }
        sound.sort_by_key(|(depth, _)| *depth);
        for (_, Extension { rule, base, .. }) in &sound {
            let Some(base) = *base else { continue };
            let ResolvedRule { expr, text, errors, .. } = resolved[base].clone();
            spend(budget, &expr);
            let rule = &mut resolved.rules[rule.index()];
            if let Expr::Alt(items) = &mut rule.expr
                && items.first() == Some(&Expr::Rule(base))
            {
                let added = items.drain(1..).collect::<Vec<_>>();
                rule.expr = Expr::alt([expr].into_iter().chain(added));
            }
            rule.text = format!("{text}\n{}", rule.text);
            rule.errors.extend(errors);
        }
        sound.into_iter().map(|(_, extension)| extension).collect()
    }
}

/// Returns the modules that the grammar uses, each after the modules that it uses itself, since it
/// sees their extensions; the grammar comes last. Imports that use each other are in any order.
fn in_order_of_use(names: &Names<'_>) -> Vec<usize> {
    let mut order = Vec::new();
    let mut seen = BTreeSet::from([OWN]);
    let mut open = vec![(OWN, names.links(OWN))];
    while let Some((module, links)) = open.last_mut() {
        match links.next() {
            Some(link) if seen.insert(link.module) => {
                open.push((link.module, names.links(link.module)));
            }
            Some(_) => (),
            None => {
                order.push(*module);
                open.pop();
            }
        }
    }
    order
}

fn without_base(rule: &ResolvedRule) -> Diagnostic {
    let name = &rule.name;
    let message = format!("`{name} =/` adds to a rule that is not defined");
    let error = Diagnostic::error(Code::IncrementalBeforeDefinition, message)
        .in_rule()
        .hint(format!("write `{name} =` in the first definition"))
        .hint(missing_import(name, None));
    match rule.span {
        Some(span) => error.at(span, format!("no `{name} =` before this or in an import")),
        None => error,
    }
}

/// Gives a module copies of the rules of others that lead to a base.
fn copy(
    names: &Names<'_>,
    resolved: &mut Resolved,
    module: usize,
    modules: &mut Vec<usize>,
    mut targets: BTreeMap<RuleId, RuleId>,
    budget: &mut usize,
) {
    let ids = |resolved: &Resolved| resolved.rules().map(|(id, _)| id).collect::<Vec<_>>();
    let mut own: BTreeSet<RuleId> =
        ids(resolved).into_iter().filter(|id| modules[id.index()] == module).collect();
    let roots: Vec<RuleId> = own.iter().copied().collect();
    let used = reached(&roots, |rule| references(&resolved[rule].expr));
    let foreign: BTreeSet<RuleId> = used.difference(&own).copied().collect();
    let mut users: BTreeMap<RuleId, Vec<RuleId>> = BTreeMap::new();
    for &id in &foreign {
        for used in references(&resolved[id].expr) {
            users.entry(used).or_default().push(id);
        }
    }
    let bases: Vec<RuleId> = targets.keys().copied().collect();
    let leading = reached(&bases, |rule| users.get(&rule).cloned().unwrap_or_default());
    let mut copied: Vec<RuleId> = leading
        .into_iter()
        .filter(|id| foreign.contains(id) && !targets.contains_key(id))
        .collect();
    for &id in &copied {
        spend(budget, &resolved[id].expr);
    }
    if *budget == 0 {
        // Reported by the caller.
        copied.clear();
    }
    let next = resolved.rules.len();
    for (at, &id) in copied.iter().enumerate() {
        let new = RuleId(u32::try_from(next + at).expect("rules are few"));
        targets.insert(id, new);
        own.insert(new);
        modules.push(module);
        let origin = names.modules[module].origin.clone();
        resolved.rules.push(ResolvedRule { origin, ..resolved[id].clone() });
    }
    redirect(resolved, &own, &targets);
}

/// Replaces the references of `rules` by their targets.
fn redirect(resolved: &mut Resolved, rules: &BTreeSet<RuleId>, targets: &BTreeMap<RuleId, RuleId>) {
    for &id in rules {
        let rule = &mut resolved.rules[id.index()];
        if references(&rule.expr).iter().all(|used| !targets.contains_key(used)) {
            continue;
        }
        rule.expr = rule.expr.map(&mut |leaf| match leaf {
            Leaf::Rule(used) => Expr::Rule(targets.get(&used).copied().unwrap_or(used)),
            Leaf::Prose(prose) => Expr::Prose(prose),
        });
    }
}

/// Takes the size of an expression from the budget.
fn spend(budget: &mut usize, expr: &Expr<RuleId>) {
    let mut nodes = 0_usize;
    expr.walk(&mut |_| nodes += 1);
    *budget = budget.saturating_sub(nodes);
}
