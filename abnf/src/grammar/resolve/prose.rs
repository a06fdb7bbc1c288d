//! Prose values: those that name a rule, and the others. Rules that need one of the others cannot
//! be compiled.

use super::modules::OWN;
use super::references::{Meaning, Names, missing_import};
use crate::diagnostic::{Code, Diagnostic, Hint};
use crate::grammar::{Expr, Prose, Reference, Resolved, RuleId, RuleName};
use crate::text::tokens::is_rulename;
use std::collections::BTreeSet;

/// The greatest number of rules visited in all searches for cycles of one run.
const MAX_STEPS: usize = 1 << 20;

/// Finds the rules that prose values name.
pub(super) struct ProseNames<'a> {
    names: &'a Names<'a>,
    /// The imported rules that prose values name together with the import.
    named: BTreeSet<RuleId>,
    steps: usize,
}

impl<'a> ProseNames<'a> {
    pub(super) fn new(names: &'a Names<'a>) -> Self {
        Self { names, named: BTreeSet::new(), steps: MAX_STEPS }
    }

    /// Returns whether a prose value names this rule together with its import.
    pub(super) fn is_qualified(&self, rule: RuleId) -> bool {
        self.named.contains(&rule)
    }

    /// Returns the rule that a prose value in the rule `this` of a module names.
    pub(super) fn meaning(&mut self, module: usize, this: RuleId, prose: &Prose) -> Meaning {
        let Some(Named { rule, document }) = named(&prose.text) else { return Meaning::Undefined };
        let Some(document) = document else { return self.names.meaning(module, &rule, Some(this)) };
        if let Some(link) = self.names.import(module, document)
            && let Some(id) = self.names.offered(link, &rule)
        {
            self.named.insert(id);
            return Meaning::Rule(id);
        }
        match self.names.meaning(module, &rule, Some(this)) {
            Meaning::Rule(own) if self.leads_to(module, own, this) => Meaning::Undefined,
            meaning => meaning,
        }
    }

    /// Returns whether the definition of `from` leads to `this`, both in one module. Returns
    /// `true` if the search exceeds its limit.
    fn leads_to(&mut self, module: usize, from: RuleId, this: RuleId) -> bool {
        let mut seen = BTreeSet::from([from]);
        let mut open = vec![from];
        while let Some(id) = open.pop() {
            if id == this {
                return true;
            }
            let Some(rule) = self.names.definition(module, id) else { continue };
            rule.expr.walk(&mut |expr| {
                self.steps = self.steps.saturating_sub(1);
                if let Expr::Rule(Reference { name, .. }) = expr
                    && let Meaning::Rule(used) = self.names.meaning(module, name, None)
                    && seen.insert(used)
                {
                    open.push(used);
                }
            });
            if self.steps == 0 {
                return true;
            }
        }
        false
    }
}

/// The greatest number of prose values that are reported for a grammar.
const MAX_UNRESOLVED: usize = 2_000;

/// A prose value that names no rule.
///
/// The reader does not report it: the compiler knows which rules are left out for this reason.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnresolvedProse {
    /// The value.
    pub prose: Prose,
    /// Ways to replace it.
    pub hints: Vec<Hint>,
}

impl UnresolvedProse {
    /// Returns the warning about a prose value that is the reason for no other finding.
    pub fn finding(&self) -> Diagnostic {
        let Self { prose, hints } = self;
        let message = format!(
            "`{prose}` is described by prose only, so rules that need it cannot be compiled"
        );
        let warning = Diagnostic::warning(Code::UnresolvedProse, message).at(prose.span, "");
        Diagnostic { hints: hints.clone(), ..warning }
    }
}

/// Returns the remaining prose values, except those of imports, which concern their maintainers.
pub(super) fn unresolved(names: &Names<'_>, resolved: &Resolved) -> Vec<UnresolvedProse> {
    let mut all = Vec::new();
    for (_, rule) in resolved.own_rules() {
        // Another import may define a rule of this name.
        let whole = matches!(rule.expr, Expr::Prose(_)).then_some(&rule.name);
        rule.expr.walk(&mut |expr| {
            if let Expr::Prose(prose) = expr
                && all.len() < MAX_UNRESOLVED
            {
                let hints = hints(names, prose, whole);
                all.push(UnresolvedProse { prose: prose.clone(), hints });
            }
        });
    }
    all
}

fn hints(names: &Names<'_>, prose: &Prose, whole: Option<&RuleName>) -> Vec<Hint> {
    match named(&prose.text) {
        Some(Named { rule, document: Some(document) }) if names.import(OWN, document).is_some() => {
            vec![format!("the import `{document}` offers no rule `{rule}`").into()]
        }
        Some(Named { rule, document }) => {
            vec![format!("define `{rule}`").into(), missing_import(&rule, document)]
        }
        None => {
            let import = whole.zip(document(&prose.text));
            let import = import.map(|(rule, document)| missing_import(rule, Some(document)));
            std::iter::once("define it as a rule".into()).chain(import).collect()
        }
    }
}

/// The rule that `<rule, see [document], …>` names.
#[derive(Clone, Debug)]
pub struct Named<'a> {
    /// The name of the rule.
    pub rule: RuleName,
    /// The document that defines the rule, if the value names one.
    pub document: Option<&'a str>,
}

/// Returns the name in a prose value, if it has the form of one that names a rule.
pub fn named(text: &str) -> Option<Named<'_>> {
    let (rule, rest) = match text.split_once(',') {
        Some((rule, rest)) => (rule, rest.trim_start()),
        None => (text, ""),
    };
    let rule = rule.trim();
    // The text after the comma gives the location of the rule, not its form.
    let word = rest.split(' ').next().unwrap_or("").to_ascii_lowercase();
    let is_reference = rest.is_empty()
        || rest.starts_with('[')
        || ["see", "defined", "specified", "as", "from", "in", "per"].contains(&word.as_str());
    if !is_rulename(rule) || !is_reference {
        return None;
    }
    Some(Named { rule: RuleName::new(rule), document: document(rest) })
}

/// Returns the document that a description refers to in brackets.
pub(super) fn document(text: &str) -> Option<&str> {
    let (_, rest) = text.split_once('[')?;
    rest.split_once(']').map(|(document, _)| document)
}

#[cfg(test)]
mod tests {
    use super::named;

    fn parts(text: &str) -> Option<(String, Option<&str>)> {
        named(text).map(|named| (named.rule.to_string(), named.document))
    }

    #[test]
    fn forms_that_name_a_rule() {
        let rule = |name: &str, document| Some((name.to_owned(), document));
        assert_eq!(parts("pchar"), rule("pchar", None));
        assert_eq!(parts("host, see [RFC3986], Section 3.2.2"), rule("host", Some("RFC3986")));
        assert_eq!(parts("host, defined in [URI]"), rule("host", Some("URI")));
        assert_eq!(parts("host, Section 3"), None);
        assert_eq!(parts("host, see Section 3"), rule("host", None));
    }

    #[test]
    fn descriptions_name_none() {
        assert_eq!(parts("any CHAR except \"/\""), None);
        assert_eq!(parts("a, b or c"), None);
        assert_eq!(parts("1a"), None);
        assert_eq!(parts(""), None);
    }
}
