//! What a name means in one of the grammars of a run.

use crate::diagnostic::{Diagnostic, Hint, Span, report};
use crate::grammar::suggest::nearest;
use crate::grammar::{Grammar, Origin, Resolved, Rule, RuleId, RuleName};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

/// The number of the grammar itself among the modules.
pub(super) const OWN: usize = 0;

/// One of the grammars of a run.
pub(super) struct Module {
    pub(super) origin: Origin,
    pub(super) grammar: Grammar,
    /// The rules that other modules may use; none means all.
    pub(super) offered: Option<BTreeSet<RuleName>>,
}

impl Module {
    /// Whether it is the import of this name, in any case of letters.
    pub(super) fn is_import(&self, name: &str) -> bool {
        matches!(&self.origin, Origin::Import(import) if import.eq_ignore_ascii_case(name))
    }

    fn is_any_import(&self) -> bool {
        matches!(self.origin, Origin::Import(_))
    }

    fn offers(&self, name: &RuleName) -> bool {
        self.offered.as_ref().is_none_or(|offered| offered.contains(name))
    }
}

/// What a name means.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Meaning {
    /// Nothing.
    Undefined,
    /// A rule that nothing else competes with.
    Rule(RuleId),
    /// The first of several; the others are in further imports or in the core.
    First(RuleId, Vec<RuleId>),
}

/// The names of all modules.
pub(super) struct Names<'a> {
    pub(super) modules: &'a [Module],
    /// For each module, its rules.
    rules: Vec<BTreeMap<&'a RuleName, RuleId>>,
}

impl<'a> Names<'a> {
    /// Rules are numbered through the modules in order.
    pub(super) fn new(modules: &'a [Module]) -> Self {
        let mut next = 0;
        let mut number = || {
            next += 1;
            RuleId(next - 1)
        };
        let rules = modules
            .iter()
            .map(|module| module.grammar.rules.iter().map(|rule| (&rule.name, number())).collect())
            .collect();
        Self { modules, rules }
    }

    /// For each rule, the module that it is in.
    pub(super) fn modules_of_rules(&self) -> Vec<usize> {
        let counts = self.modules.iter().map(|module| module.grammar.rules.len());
        counts.enumerate().flat_map(|(at, count)| std::iter::repeat_n(at, count)).collect()
    }

    /// What `name` means in a module. A definition that would mean `except` is
    /// passed over.
    pub(super) fn meaning(
        &self,
        module: usize,
        name: &RuleName,
        except: Option<RuleId>,
    ) -> Meaning {
        if let Some(id) = self.rule(module, name).filter(|&id| Some(id) != except) {
            return Meaning::Rule(id);
        }
        let imported = self.imports(module).filter_map(|import| self.offered(import, name));
        let core = self.rule(self.modules.len() - 1, name).filter(|&id| Some(id) != except);
        let mut all: Vec<_> = imported.chain(core).collect();
        match all.len() {
            0 => Meaning::Undefined,
            1 => Meaning::Rule(all[0]),
            _ => Meaning::First(all.remove(0), all),
        }
    }

    /// The rule of this name that a module offers to others.
    pub(super) fn offered(&self, module: usize, name: &RuleName) -> Option<RuleId> {
        self.modules[module].offers(name).then(|| self.rule(module, name)).flatten()
    }

    /// The module that is the import of this name.
    pub(super) fn import(&self, name: &str) -> Option<usize> {
        self.modules.iter().position(|module| module.is_import(name))
    }

    /// The imports that a module sees.
    pub(super) fn imports(&self, module: usize) -> impl Iterator<Item = usize> + '_ {
        (0..self.modules.len())
            .filter(move |&other| other != module && self.modules[other].is_any_import())
    }

    /// The definition of a rule, if it is one of this module.
    pub(super) fn definition(&self, module: usize, id: RuleId) -> Option<&'a Rule> {
        let first: usize = self.modules[..module].iter().map(|m| m.grammar.rules.len()).sum();
        self.modules[module].grammar.rules.get(id.index().checked_sub(first)?)
    }

    fn rule(&self, module: usize, name: &RuleName) -> Option<RuleId> {
        self.rules[module].get(name).copied()
    }

    /// All names that mean something in a module.
    fn visible(&self, module: usize) -> impl Iterator<Item = &'a str> + '_ {
        let core = self.modules.len() - 1;
        [module]
            .into_iter()
            .chain(self.imports(module))
            .chain([core])
            .flat_map(move |other| {
                self.rules[other]
                    .keys()
                    .filter(move |name| other == module || self.modules[other].offers(name))
            })
            .map(|name| name.as_str())
    }
}

/// Names that mean nothing, with all their uses.
#[derive(Default)]
pub(super) struct Undefined(BTreeMap<(usize, RuleName), Vec<(Span, RuleId)>>);

impl Undefined {
    /// A use of a name in the definition of a rule.
    pub(super) fn add(&mut self, module: usize, name: &RuleName, span: Span, user: RuleId) {
        self.0.entry((module, name.clone())).or_default().push((span, user));
    }

    /// One error for each name, which the rules that use the name get as well.
    pub(super) fn report(
        self,
        names: &Names<'_>,
        resolved: &mut Resolved,
        found: &mut Vec<Diagnostic>,
    ) {
        // Comparing every undefined name with every defined one would take long, and
        // nobody reads so many errors.
        const MAX_COMPARED: usize = 1 << 17;
        const MAX_REPORTED: usize = 2_000;
        let defined: usize = names.rules.iter().map(BTreeMap::len).sum();
        for (i, ((module, name), uses)) in self.0.into_iter().enumerate().take(MAX_REPORTED) {
            let error =
                Diagnostic::error("undefined-rule", format!("rule `{name}` is not defined"))
                    .in_rule()
                    .at(uses[0].0, "");
            let error = match uses.get(1) {
                Some(&(second, _)) => error.also(second, "and here"),
                None => error,
            };
            let near = if i.saturating_mul(defined) < MAX_COMPARED {
                nearest(name.as_str(), names.visible(module), 1).pop()
            } else {
                None
            };
            let hints = undefined_hints(names, module, &name, near);
            let error = hints.into_iter().fold(error, Diagnostic::hint);
            report(found, error.clone());
            let error = Arc::new(error);
            for user in uses.into_iter().map(|(_, user)| user).collect::<BTreeSet<_>>() {
                resolved.rules[user.index()].errors.push(Arc::clone(&error));
            }
        }
    }
}

fn undefined_hints(
    names: &Names<'_>,
    module: usize,
    name: &RuleName,
    near: Option<&str>,
) -> Vec<Hint> {
    let hidden = names.imports(module).find(|&import| names.rule(import, name).is_some());
    if let Some(Origin::Import(import)) = hidden.map(|import| &names.modules[import].origin) {
        let text = format!(
            "the import `{import}` defines it, but is limited to other rules: add `{name}` to them"
        );
        return vec![text.into()];
    }
    let import = Hint::Import { rule: name.to_string(), name: None };
    match near {
        Some(near) => vec![format!("did you mean `{near}`?").into(), import],
        None => vec!["define it".into(), import],
    }
}
