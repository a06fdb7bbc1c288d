//! What a name means in one of the grammars of a run.

use super::modules::{Link, Module};
use crate::diagnostic::{Diagnostic, Hint, Span, report};
use crate::grammar::suggest::nearest;
use crate::grammar::{Resolved, Rule, RuleId, RuleName};
use crate::text::bundled;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

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
        let core = self.core(name).filter(|&id| Some(id) != except);
        if let Some(core) = core.filter(|_| self.modules[module].is_guest) {
            return Meaning::Rule(core);
        }
        let imported = self.links(module).filter_map(|link| self.offered(link, name));
        let mut all: Vec<RuleId> = Vec::new();
        for id in imported.chain(core) {
            // Two imports may be the same grammar.
            if !all.contains(&id) {
                all.push(id);
            }
        }
        match all.len() {
            0 => Meaning::Undefined,
            1 => Meaning::Rule(all[0]),
            _ => Meaning::First(all.remove(0), all),
        }
    }

    /// The core rule of this name.
    pub(super) fn core(&self, name: &RuleName) -> Option<RuleId> {
        self.rule(self.modules.len() - 1, name)
    }

    /// The rule of this name that an import offers.
    pub(super) fn offered(&self, link: &Link, name: &RuleName) -> Option<RuleId> {
        link.offers(name).then(|| self.rule(link.module, name)).flatten()
    }

    /// The import of this name, in any case of letters, that a module may use.
    pub(super) fn import(&self, module: usize, name: &str) -> Option<&'a Link> {
        self.links(module).find(|link| link.name.eq_ignore_ascii_case(name))
    }

    /// The imports that a module may use.
    pub(super) fn links(&self, module: usize) -> impl Iterator<Item = &'a Link> + '_ {
        self.modules[module].links.iter()
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
        let own = self.rules[module].keys();
        let imported = self
            .links(module)
            .flat_map(|link| self.rules[link.module].keys().filter(|name| link.offers(name)));
        own.chain(imported).chain(self.rules[core].keys()).map(|name| name.as_str())
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
            let hints = undefined_hints(names, module, &name, near, &uses);
            let error = hints.into_iter().fold(error, Diagnostic::hint);
            report(found, error.clone());
            let error = Arc::new(error);
            for user in uses.into_iter().map(|(_, user)| user).collect::<BTreeSet<_>>() {
                resolved.rules[user.index()].errors.push(Arc::clone(&error));
            }
        }
    }
}

/// The hint that another grammar may define a rule, which is called so here.
pub(super) fn missing_import(rule: &RuleName, document: Option<&str>) -> Hint {
    Hint::Import {
        rule: rule.to_string(),
        name: document.map(str::to_owned),
        bundled: bundled::lacking(rule.as_str(), document).map(|bundled| bundled.name),
    }
}

fn undefined_hints(
    names: &Names<'_>,
    module: usize,
    name: &RuleName,
    near: Option<&str>,
    uses: &[(Span, RuleId)],
) -> Vec<Hint> {
    let hidden = names.links(module).find(|link| names.rule(link.module, name).is_some());
    if let Some(Link { name: import, .. }) = hidden {
        let text = format!(
            "the import `{import}` defines it, but is limited to other rules: add `{name}` to them"
        );
        return vec![text.into()];
    }
    match near {
        // With a likely word at hand, no guess at a grammar.
        Some(near) => {
            let import = Hint::Import { rule: name.to_string(), name: None, bundled: None };
            let spans = uses.iter().map(|&(span, _)| span);
            vec![Hint::change(format!("did you mean `{near}`?"), near, spans), import]
        }
        None => vec!["define it".into(), missing_import(name, None)],
    }
}
