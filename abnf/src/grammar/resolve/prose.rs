//! Prose values that name a rule.

use super::names::{Meaning, Names};
use crate::diagnostic::{Diagnostic, FileId, Hint, Severity};
use crate::grammar::{Expr, Prose, Reference, RuleId, RuleName};
use std::collections::BTreeSet;

/// Rules looked at in all searches for circles of one run, at most.
const MOST_STEPS: usize = 1 << 20;

/// Finds the rules that prose values name.
pub(super) struct ProseNames<'a> {
    names: &'a Names<'a>,
    /// Places where an error has been reported: what stands there is no prose.
    errors: BTreeSet<(FileId, u32)>,
    steps: usize,
}

impl<'a> ProseNames<'a> {
    pub(super) fn new(names: &'a Names<'a>, found: &[Diagnostic]) -> Self {
        let errors = found
            .iter()
            .filter(|item| item.severity == Severity::Error)
            .filter_map(|item| item.primary.as_ref())
            .map(|label| (label.span.file, label.span.start))
            .collect();
        Self { names, errors, steps: MOST_STEPS }
    }

    /// The rule that a prose value names, in a module, inside the rule `this`.
    pub(super) fn meaning(&mut self, module: usize, this: RuleId, prose: &Prose) -> Meaning {
        let Some(Named { rule, place }) = named(&prose.text) else { return Meaning::Undefined };
        let Some(place) = place else { return self.names.meaning(module, &rule, Some(this)) };
        if let Some(import) = self.names.import(place).filter(|&import| import != module)
            && let Some(id) = self.names.offered(import, &rule)
        {
            return Meaning::Rule(id);
        }
        match self.names.meaning(module, &rule, Some(this)) {
            Meaning::Rule(own) if self.comes_back(module, own, this) => Meaning::Undefined,
            meaning => meaning,
        }
    }

    /// Whether the definition of `from` leads to `this`, both in one module. The
    /// search counts as successful when there is no more time for it.
    fn comes_back(&mut self, module: usize, from: RuleId, this: RuleId) -> bool {
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

    /// A warning about a prose value that names no rule; none where it stands for
    /// something that has been reported as wrong.
    pub(super) fn unresolved(&self, prose: &Prose) -> Option<Diagnostic> {
        let span = prose.span;
        let mut errors =
            self.errors.range((span.file, span.start)..(span.file, span.end.max(span.start)));
        errors.next().is_none().then(|| unresolved(self.names, prose))
    }
}

fn unresolved(names: &Names<'_>, prose: &Prose) -> Diagnostic {
    let warning = Diagnostic::warning(
        "unresolved-prose",
        format!("`{prose}` is described in words only, so rules that need it cannot be compiled"),
    )
    .at(prose.span, "");
    match named(&prose.text) {
        Some(Named { rule, place: Some(place) }) if names.import(place).is_some() => {
            warning.hint(format!("the import `{place}` offers no rule `{rule}`"))
        }
        Some(Named { rule, place }) => warning
            .hint(format!("define `{rule}`"))
            .hint(Hint::Import { rule: rule.to_string(), name: place.map(str::to_owned) }),
        None => warning.hint("define it as a rule"),
    }
}

/// What `<rule, see [place], …>` names.
struct Named<'a> {
    rule: RuleName,
    place: Option<&'a str>,
}

fn named(text: &str) -> Option<Named<'_>> {
    let (rule, rest) = match text.split_once(',') {
        Some((rule, rest)) => (rule, rest.trim_start()),
        None => (text, ""),
    };
    let rule = rule.trim();
    let mut bytes = rule.bytes();
    let is_rulename = bytes.next().is_some_and(|b| b.is_ascii_alphabetic())
        && bytes.all(|b| b.is_ascii_alphanumeric() || b == b'-');
    // Behind the comma stands where the rule is, not what it looks like.
    let word = rest.split(' ').next().unwrap_or("").to_ascii_lowercase();
    let is_place = rest.is_empty()
        || rest.starts_with('[')
        || ["see", "defined", "specified", "as", "from", "in", "per"].contains(&word.as_str());
    if !is_rulename || !is_place {
        return None;
    }
    let place = rest.split_once('[').and_then(|(_, rest)| rest.split_once(']'));
    Some(Named { rule: RuleName::new(rule), place: place.map(|(place, _)| place) })
}

#[cfg(test)]
mod tests {
    use super::named;

    fn parts(text: &str) -> Option<(String, Option<&str>)> {
        named(text).map(|named| (named.rule.to_string(), named.place))
    }

    #[test]
    fn forms_that_name_a_rule() {
        let rule = |name: &str, place| Some((name.to_owned(), place));
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
