//! Resolves names: turns a [`Grammar`] and its imports into one [`Resolved`] grammar.
//!
//! A name refers to the grammar's own rule, else to an import's, else to a core rule (RFC 5234
//! appendix B.1), so that a grammar may redefine core rules. Each import is a namespace of its own:
//! a name in it refers to its own rule, else to one of an import that it may use, else to a core
//! rule; never to a rule of the importing grammar. If it does not list imports, those of the
//! grammar are used, after the core rules. An import limited to some rules offers only those.
//!
//! `=` makes a rule, `=/` without `=` extends one of another grammar: the rule that the
//! name refers to otherwise ([`extensions`]). Imports and core rules do not see a new rule
//! of a grammar; but from the grammar's point of view, they use the rules that it extends.
//!
//! A prose value that names a rule, `<rule>` or `<rule, see [X], Section 1>`, is
//! that rule: of import `X` if there is one, else looked up like any other
//! name. However, a prose value never refers to the rule that contains it, directly or
//! through others: in `uri-host = <host, see [URI]>` and
//! `Host = uri-host`, the prose does not refer to `Host`.
//!
//! A rule defined by prose alone is the rule of the same name of the import that the prose
//! refers to, else the core rule of that name, with a warning ([`descriptions`]).
//!
//! # Encodings
//!
//! RFC 5234 leaves open whether a value is an octet or a character (section 2.3).
//! Unless it is stated, values are octets if none exceeds FF in the grammar and
//! its imports, else Unicode scalar values in UTF-8. Below 80 the two agree. A rule with
//! values above 7F of an import that states another encoding than that of the run cannot be
//! used.

mod descriptions;
mod encoding;
mod exceptions;
mod extensions;
mod implied;
mod modules;
mod overlap;
mod prose;
mod references;

use crate::diagnostic::Diagnostic;
use crate::grammar::lower::WhiteSpace;
use crate::grammar::{
    Encoding, Expr, Grammar, Leaf, Origin, Reference, Resolved, ResolvedRule, RuleId,
};
use extensions::Extensions;
pub use modules::{Imported, Use};
use modules::{Module, modules};
pub use prose::{Named, UnresolvedProse, named};
use references::{Meaning, Names};
use std::collections::BTreeSet;
use std::sync::Arc;

/// Finds the rule that each name refers to. `uses` are the imports of the grammar itself.
///
/// Elements with errors become [`Expr::Error`]; the errors are in [`Resolved::errors`].
pub fn resolve(
    grammar: Grammar,
    uses: Vec<Use>,
    imports: Vec<Imported>,
    encoding: Option<Encoding>,
    found: &mut Vec<Diagnostic>,
) -> Resolved {
    let rules = imports.iter().flat_map(|it| &it.grammar.rules);
    let rules = grammar.rules.iter().chain(rules);
    let errors = distinct(rules.flat_map(|rule| rule.errors.iter().cloned()));
    let grammars = modules(grammar, uses, imports, found);
    let encoding = encoding::encoding(&grammars, encoding, found);
    let names = Names::new(&grammars);
    let mut prose_names = prose::ProseNames::new(&names);
    let mut overlaps = overlap::Overlaps::default();
    let mut undefined = references::Undefined::default();
    let mut extensions = Extensions::default();
    let mut rules = Vec::new();
    let count = grammars.iter().map(|module| module.grammar.rules.len()).sum::<usize>();
    let mark = RuleId(u32::try_from(count).expect("rules are few"));
    let mut has_marks = false;
    for (module, Module { origin, grammar, .. }) in grammars.iter().enumerate() {
        for rule in &grammar.rules {
            let this = RuleId(u32::try_from(rules.len()).expect("rules are few"));
            let mut leaf = |leaf: Leaf<Reference>| match leaf {
                Leaf::Rule(reference) if reference.default == Some(WhiteSpace::Implied) => {
                    has_marks = true;
                    Expr::Rule(mark)
                }
                Leaf::Rule(reference) => match names.referent(module, &reference) {
                    Meaning::Undefined => {
                        if let Some(default) = reference.default {
                            return default.expr();
                        }
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
            let expr = if encoding.excludes(module, rule) { Expr::Error } else { expr };
            let base = rule.is_increment.then(|| names.meaning(module, &rule.name, Some(this)));
            let base = match base {
                None | Some(Meaning::Undefined) => None,
                Some(meaning) => Some(overlaps.choose(module, this, meaning, rule.span)),
            };
            let expr = if rule.is_increment {
                extensions.add(this, module, base);
                Expr::alt([base.map_or(Expr::Error, Expr::Rule), expr])
            } else {
                expr
            };
            let errors = rule.errors.iter().cloned().chain(encoding.errors_of(rule)).collect();
            rules.push(ResolvedRule {
                name: rule.name.clone(),
                origin: origin.clone(),
                span: (*origin != Origin::Core).then_some(rule.span),
                expr,
                filter: None,
                text: rule.text.clone(),
                lists: rule.lists,
                extends: base,
                is_broken: false,
                errors,
            });
        }
    }
    if has_marks {
        rules.push(implied::mark());
    }
    let mut resolved = Resolved { rules, encoding: encoding.encoding, errors, prose: Vec::new() };
    encoding.errors().for_each(|error| resolved.report(error));
    undefined.report(&names, &mut resolved);
    encoding.report_mixed(&grammars, &mut resolved);
    exceptions::exceptions(&names, &mut resolved, found);
    if descriptions::descriptions(&names, &mut resolved, found) {
        exceptions::exceptions(&names, &mut resolved, found);
    }
    if has_marks {
        let modules = names.modules_of_rules();
        let lws = |rule: RuleId| names.white_space(modules[rule.index()], WhiteSpace::Linear);
        implied::implied(&mut resolved, mark, lws, found);
    }
    resolved.prose = prose::unresolved(&names, &resolved);
    let refused = overlaps.report(&names, &prose_names, &mut resolved, found);
    overlap::refuse(&mut resolved, refused);
    extensions.extend(&names, &mut resolved, found);
    for rule in &mut resolved.rules {
        rule.is_broken = rule.expr.has_error();
    }
    resolved
}

/// Returns errors that rules can share, each once.
fn distinct(errors: impl Iterator<Item = Arc<Diagnostic>>) -> Vec<Arc<Diagnostic>> {
    let mut seen = BTreeSet::new();
    errors.filter(|error| seen.insert(Arc::as_ptr(error))).collect()
}

#[cfg(test)]
mod tests;
