//! Names to rules: a [`Grammar`] and its imports to one [`Resolved`] grammar.
//!
//! A name means the grammar's own rule, else an import's, else a core rule
//! (RFC 5234 appendix B.1), so that a grammar may redefine core rules. Each import
//! is a name space of its own: in it a name means its own rule, else another
//! import's, else a core rule; never a rule of the grammar that imports it. An
//! import limited to some rules offers only those to the others.
//!
//! A prose value that names a rule, `<rule>` or `<rule, see [X], Section 1>`, is
//! that rule: of import `X` if there is such an import, else found like any other
//! name. A rule never stands for itself, though, and what is to be seen elsewhere
//! is not a rule that leads back here: in `uri-host = <host, see [URI]>` and
//! `Host = uri-host`, the host that is meant is not `Host`.
//!
//! # Encodings
//!
//! RFC 5234 leaves open whether a value is an octet or a character (section 2.3).
//! Unless it is stated, values are octets where none exceeds FF in the grammar and
//! its imports, else Unicode scalar values in UTF-8. Below 80 the two agree.

mod encoding;
mod exceptions;
mod overlap;
mod prose;
mod references;

use crate::diagnostic::Diagnostic;
use crate::grammar::lower::optional_white_space;
use crate::grammar::{
    Encoding, Expr, Grammar, Leaf, Origin, Reference, Resolved, ResolvedRule, RuleId, RuleName,
    suggest,
};
use references::{Meaning, Module, Names};

/// A grammar that another may use.
#[derive(Clone, Debug)]
pub struct Imported {
    /// The name that `<rule, see [NAME]>` refers to.
    pub name: String,
    /// Its rules.
    pub grammar: Grammar,
    /// The rules that may be used; empty means all.
    pub rules: Vec<String>,
}

/// Finds the rule that each name means.
///
/// What has an error is reported and becomes [`Expr::Error`].
pub fn resolve(
    grammar: Grammar,
    imports: Vec<Imported>,
    encoding: Option<Encoding>,
    found: &mut Vec<Diagnostic>,
) -> Resolved {
    let grammars = grammars(grammar, imports, found);
    let encoding = encoding::encoding(&grammars, encoding, found);
    let names = Names::new(&grammars);
    let mut prose_names = prose::ProseNames::new(&names);
    let mut overlaps = overlap::Overlaps::default();
    let mut undefined = references::Undefined::default();
    let mut rules = Vec::new();
    for (module, Module { origin, grammar, .. }) in grammars.iter().enumerate() {
        for rule in &grammar.rules {
            let this = RuleId(u32::try_from(rules.len()).expect("rules are few"));
            let mut leaf = |leaf: Leaf<Reference>| match leaf {
                Leaf::Rule(reference) => match names.meaning(module, &reference.name, None) {
                    Meaning::Undefined if reference.is_implied => optional_white_space(),
                    Meaning::Undefined => {
                        undefined.add(module, &reference.name, reference.span, this);
                        Expr::Error
                    }
                    meaning => Expr::Rule(overlaps.choose(module, this, meaning, reference.span)),
                },
                Leaf::Prose(prose) => match prose_names.meaning(module, this, &prose) {
                    Meaning::Undefined => Expr::Prose(prose),
                    meaning => Expr::Rule(overlaps.choose(module, this, meaning, prose.span)),
                },
            };
            let expr = rule.expr.map(&mut leaf);
            let expr = if encoding.excludes(rule) { Expr::Error } else { expr };
            let errors = rule.errors.iter().cloned().chain(encoding.errors(rule)).collect();
            rules.push(ResolvedRule {
                name: rule.name.clone(),
                origin: origin.clone(),
                span: (*origin != Origin::Core).then_some(rule.span),
                expr,
                text: rule.text.clone(),
                is_broken: false,
                errors,
            });
        }
    }
    let mut resolved = Resolved { rules, encoding: encoding.encoding };
    undefined.report(&names, &mut resolved, found);
    exceptions::exceptions(&names, &mut resolved, found);
    prose::report(&names, &resolved, found);
    let refused = overlaps.report(&names, &resolved, found);
    overlap::refuse(&mut resolved, refused);
    for rule in &mut resolved.rules {
        rule.is_broken = rule.expr.has_error();
    }
    resolved
}

/// Own, imports, core: the order in which [`Resolved`] lists the rules.
fn grammars(grammar: Grammar, imports: Vec<Imported>, found: &mut Vec<Diagnostic>) -> Vec<Module> {
    let mut modules = vec![Module { origin: Origin::Own, grammar, offered: None }];
    for Imported { name, grammar, rules } in imports {
        if modules.iter().any(|module| module.is_import(&name)) {
            found.push(
                Diagnostic::error("duplicate-import", format!("two imports are named `{name}`"))
                    .hint("give each import a name of its own"),
            );
            continue;
        }
        for rule in &rules {
            let wanted = RuleName::new(rule.as_str());
            if !grammar.rules.iter().any(|rule| rule.name == wanted) {
                let defined = grammar.rules.iter().map(|rule| rule.name.as_str());
                let error = Diagnostic::error(
                    "undefined-import",
                    format!("the import `{name}` defines no rule `{rule}`"),
                );
                let error = match grammar.rules.first() {
                    Some(first) => error.at(first.span, "its first rule"),
                    None => error,
                };
                found.push(error.hint(match suggest::nearest(rule, defined, 1).pop() {
                    Some(near) => format!("did you mean `{near}`?"),
                    None => format!("take `{rule}` out of the list of rules"),
                }));
            }
        }
        let offered = (!rules.is_empty()).then(|| rules.into_iter().map(RuleName::new).collect());
        modules.push(Module { origin: Origin::Import(name), grammar, offered });
    }
    modules.push(Module {
        origin: Origin::Core,
        grammar: crate::grammar::core_rules::core_rules(),
        offered: None,
    });
    modules
}

#[cfg(test)]
mod tests;
