//! The grammars of a run, and the imports that each may use, as [`Module`]s, in the order in which
//! [`Resolved`](crate::grammar::Resolved) lists the rules.

use crate::diagnostic::{Code, Diagnostic};
use crate::grammar::{Grammar, Origin, RuleName, suggest};
use std::collections::BTreeSet;

/// The index of the main grammar among the modules.
pub(super) const OWN: usize = 0;

/// A grammar that others may use.
#[derive(Clone, Debug)]
pub struct Imported {
    /// Its name in messages.
    pub name: String,
    /// Its rules.
    pub grammar: Grammar,
    /// The imports that its text may use; `None` lets it use those of the grammar.
    pub uses: Option<Vec<Use>>,
}

/// An import as the text of a grammar sees it.
#[derive(Clone, Debug)]
pub struct Use {
    /// The name that `<rule, see [NAME]>` refers to.
    pub name: String,
    /// The index of the imported grammar.
    pub import: usize,
    /// The rules that may be used; empty means all.
    pub rules: Vec<String>,
}

/// One of the grammars of a run.
pub(super) struct Module {
    pub(super) origin: Origin,
    pub(super) grammar: Grammar,
    pub(super) links: Vec<Link>,
    /// Whether the links are inherited from the main grammar, because the import lists none
    /// itself. Core rules then take precedence over rules of other imports.
    pub(super) is_guest: bool,
}

/// The rules of another module that a module may use.
#[derive(Clone, Debug)]
pub(super) struct Link {
    /// The name of the import.
    pub(super) name: String,
    /// The other module.
    pub(super) module: usize,
    /// The rules that may be used; `None` means all.
    offered: Option<BTreeSet<RuleName>>,
}

impl Link {
    pub(super) fn offers(&self, name: &RuleName) -> bool {
        self.offered.as_ref().is_none_or(|offered| offered.contains(name))
    }
}

/// Returns the modules in the order own, imports, core.
pub(super) fn modules(
    grammar: Grammar,
    uses: Vec<Use>,
    imports: Vec<Imported>,
    found: &mut Vec<Diagnostic>,
) -> Vec<Module> {
    let own = links(uses, &imports, found);
    let mut modules =
        vec![Module { origin: Origin::Own, grammar, links: own.clone(), is_guest: false }];
    let all: Vec<Vec<Link>> = imports
        .iter()
        .enumerate()
        .map(|(at, import)| match &import.uses {
            Some(uses) => links(uses.clone(), &imports, found),
            None => own.iter().filter(|link| link.module != at + 1).cloned().collect(),
        })
        .collect();
    for (Imported { name, grammar, uses }, links) in imports.into_iter().zip(all) {
        let is_guest = uses.is_none();
        modules.push(Module { origin: Origin::Import(name), grammar, links, is_guest });
    }
    modules.push(Module {
        origin: Origin::Core,
        grammar: crate::grammar::core_rules::core_rules(),
        links: Vec::new(),
        is_guest: false,
    });
    modules
}

/// Returns the imports of one grammar. Two of the same name, and rules that an import lacks, are
/// errors.
fn links(uses: Vec<Use>, imports: &[Imported], found: &mut Vec<Diagnostic>) -> Vec<Link> {
    let mut links: Vec<Link> = Vec::new();
    for Use { name, import, rules } in uses {
        if links.iter().any(|link| link.name.eq_ignore_ascii_case(&name)) {
            found.push(
                Diagnostic::error(Code::DuplicateImport, format!("two imports are named `{name}`"))
                    .hint("give each import a name of its own"),
            );
            continue;
        }
        let grammar = &imports[import].grammar;
        found.extend(rules.iter().filter_map(|rule| missing(&name, grammar, rule)));
        let offered = (!rules.is_empty()).then(|| rules.into_iter().map(RuleName::new).collect());
        links.push(Link { name, module: import + 1, offered });
    }
    links
}

/// Reports a requested rule that the import does not define.
fn missing(import: &str, grammar: &Grammar, rule: &str) -> Option<Diagnostic> {
    let wanted = RuleName::new(rule);
    if grammar.rules.iter().any(|rule| rule.name == wanted) {
        return None;
    }
    let error = Diagnostic::error(
        Code::UndefinedImport,
        format!("the import `{import}` defines no rule `{rule}`"),
    );
    let error = match grammar.rules.first() {
        Some(first) => error.at(first.span, "its first rule"),
        None => error,
    };
    let defined = grammar.rules.iter().map(|rule| rule.name.as_str());
    Some(error.hint(match suggest::nearest(rule, defined, 1).pop() {
        Some(near) => format!("did you mean `{near}`?"),
        None => format!("remove `{rule}` from the list of rules"),
    }))
}
