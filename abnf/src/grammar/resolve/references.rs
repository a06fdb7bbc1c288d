//! Looks up names in the grammars of a run.

use super::modules::{Link, Module};
use crate::diagnostic::{Code, Diagnostic, Hint, Span};
use crate::grammar::lower::WhiteSpace;
use crate::grammar::suggest::nearest;
use crate::grammar::{Expr, Reference, Resolved, Rule, RuleId, RuleName};
use crate::text::bundled;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

/// The meaning of a name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Meaning {
    /// No rule.
    Undefined,
    /// The only rule of this name.
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
    /// Rules are numbered across the modules, in order.
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

    /// Returns the module of each rule.
    pub(super) fn modules_of_rules(&self) -> Vec<usize> {
        let counts = self.modules.iter().map(|module| module.grammar.rules.len());
        counts.enumerate().flat_map(|(at, count)| std::iter::repeat_n(at, count)).collect()
    }

    /// Returns the meaning of `name` in a module, skipping the rule `except`.
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

    /// Returns the meaning of a reference, apart from its default.
    pub(super) fn referent(&self, module: usize, reference: &Reference) -> Meaning {
        let Some(default) = reference.default else {
            return self.meaning(module, &reference.name, None);
        };
        self.white_space_rule(module, default)
    }

    /// Returns the meaning of implied white space in a module.
    pub(super) fn white_space(&self, module: usize, kind: WhiteSpace) -> Expr<RuleId> {
        match self.white_space_rule(module, kind) {
            Meaning::Rule(id) | Meaning::First(id, _) => Expr::Rule(id),
            Meaning::Undefined => kind.expr(),
        }
    }

    fn white_space_rule(&self, module: usize, kind: WhiteSpace) -> Meaning {
        let mut meanings = kind.names().map(|name| self.meaning(module, &name, None));
        meanings.find(|it| *it != Meaning::Undefined).unwrap_or(Meaning::Undefined)
    }

    /// Returns the core rule of this name.
    pub(super) fn core(&self, name: &RuleName) -> Option<RuleId> {
        self.rule(self.modules.len() - 1, name)
    }

    /// Returns the rule of this name that an import offers.
    pub(super) fn offered(&self, link: &Link, name: &RuleName) -> Option<RuleId> {
        link.offers(name).then(|| self.rule(link.module, name)).flatten()
    }

    /// Returns the import of this name, ignoring case, that a module may use.
    pub(super) fn import(&self, module: usize, name: &str) -> Option<&'a Link> {
        self.links(module).find(|link| link.name.eq_ignore_ascii_case(name))
    }

    /// Iterates over the imports that a module may use.
    pub(super) fn links(&self, module: usize) -> impl Iterator<Item = &'a Link> + '_ {
        self.modules[module].links.iter()
    }

    /// Returns the definition of a rule, if it belongs to this module.
    pub(super) fn definition(&self, module: usize, id: RuleId) -> Option<&'a Rule> {
        let first: usize = self.modules[..module].iter().map(|m| m.grammar.rules.len()).sum();
        self.modules[module].grammar.rules.get(id.index().checked_sub(first)?)
    }

    fn rule(&self, module: usize, name: &RuleName) -> Option<RuleId> {
        self.rules[module].get(name).copied()
    }

    /// Returns all names that have a meaning in a module.
    fn visible(&self, module: usize) -> impl Iterator<Item = &'a str> + '_ {
        let core = self.modules.len() - 1;
        let own = self.rules[module].keys();
        let imported = self
            .links(module)
            .flat_map(|link| self.rules[link.module].keys().filter(|name| link.offers(name)));
        own.chain(imported).chain(self.rules[core].keys()).map(|name| name.as_str())
    }
}

/// Undefined names, with all their uses.
#[derive(Default)]
pub(super) struct Undefined(BTreeMap<(usize, RuleName), Vec<(Span, RuleId)>>);

impl Undefined {
    /// Adds a use of a name in the definition of a rule.
    pub(super) fn add(&mut self, module: usize, name: &RuleName, span: Span, user: RuleId) {
        self.0.entry((module, name.clone())).or_default().push((span, user));
    }

    /// Reports one error for each name, and adds it to the rules that use the name.
    pub(super) fn report(self, names: &Names<'_>, resolved: &mut Resolved) {
        // Comparing all undefined names with all defined ones would take too long.
        const MAX_COMPARED: usize = 1 << 17;
        const MAX_REPORTED: usize = 2_000;
        let defined: usize = names.rules.iter().map(BTreeMap::len).sum();
        for (i, ((module, name), uses)) in self.0.into_iter().enumerate().take(MAX_REPORTED) {
            let error =
                Diagnostic::error(Code::UndefinedRule, format!("rule `{name}` is not defined"))
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
            let error = Arc::new(error);
            resolved.report(&error);
            for user in uses.into_iter().map(|(_, user)| user).collect::<BTreeSet<_>>() {
                resolved.rules[user.index()].errors.push(Arc::clone(&error));
            }
        }
    }
}

/// Returns the hint that another grammar may define a rule.
pub(super) fn missing_import(rule: &RuleName, document: Option<&str>) -> Hint {
    Hint::Import {
        rule: rule.to_string(),
        name: document.map(str::to_owned),
        bundled: bundled::lacking(rule.as_str(), document).iter().map(|it| it.name).collect(),
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
        // With a similar name at hand, no bundled grammar is suggested.
        Some(near) => {
            let import = Hint::Import { rule: name.to_string(), name: None, bundled: Vec::new() };
            let spans = uses.iter().map(|&(span, _)| span);
            vec![Hint::change(format!("did you mean `{near}`?"), near, spans), import]
        }
        None => vec!["define it".into(), missing_import(name, None)],
    }
}
