//! Descriptions of sets: `<any CHAR except CTLs or ";">`, which RFC 822, RFC 3501, RFC
//! 6265 and others use because ABNF has no operator for the difference of sets, and those with
//! numbers ([`value_words`]).
//!
//! They are read only if they are unambiguous: every word between the keywords is a
//! rule of single values, and every quoted text is one character without case. A warning
//! shows the resulting set.
//!
//! The older RFCs add linear white space to such a set, as in `<any OCTET except CTLs, but including
//! LWS>`, and except further values from the result. White space remains then, unless CR and LF are
//! excepted: only its space and tab remain.

mod phrase;
mod value_words;

use super::references::{Meaning, Names};
use crate::diagnostic::{Code, Diagnostic, report};
use crate::grammar::lower::WhiteSpace;
use crate::grammar::{Expr, Leaf, Prose, Resolved, RuleId, RuleName, ValueSet, facts};
use phrase::{EXCEPT, Phrase, Term};
use std::collections::BTreeMap;

/// The greatest length of a chain of exceptions that use exceptions.
const MAX_ROUNDS: usize = 8;

/// Replaces the descriptions of sets.
pub(super) fn exceptions(names: &Names<'_>, resolved: &mut Resolved, found: &mut Vec<Diagnostic>) {
    let modules: Vec<usize> = names.modules_of_rules();
    for _ in 0..MAX_ROUNDS {
        let mut sets = None;
        let mut read: BTreeMap<RuleId, Vec<(Prose, Expr<RuleId>)>> = BTreeMap::new();
        for (id, rule) in resolved.rules() {
            rule.expr.walk(&mut |expr| {
                let Expr::Prose(prose) = expr else { return };
                let meaning = match value_words::values(&prose.text) {
                    Some(set) => Some(Expr::Set(set)),
                    None => phrase::parse(&prose.text).and_then(|phrase| {
                        let sets = sets.get_or_insert_with(|| facts::value_sets(resolved));
                        let module = modules[id.index()];
                        Lookup { names, module, resolved, sets }.meaning(&phrase)
                    }),
                };
                if let Some(meaning) = meaning {
                    read.entry(id).or_default().push((prose.clone(), meaning));
                }
            });
        }
        if read.is_empty() {
            return;
        }
        for (id, sets) in read {
            if resolved[id].origin == crate::grammar::Origin::Own {
                for (prose, meaning) in &sets {
                    report(found, described(resolved, prose, meaning));
                }
            }
            let rule = &mut resolved.rules[id.index()];
            rule.expr = rule.expr.map(&mut |leaf| match leaf {
                Leaf::Rule(used) => Expr::Rule(used),
                Leaf::Prose(prose) => match sets.iter().find(|(read, _)| *read == prose) {
                    Some((_, meaning)) => meaning.clone(),
                    None => Expr::Prose(prose),
                },
            });
        }
    }
}

/// Returns whether a description excepts something from a set, in a form that is read here or not.
pub(super) fn is_exception(prose: &Prose) -> bool {
    prose.text.split_whitespace().any(|word| EXCEPT.contains(&word.to_lowercase().as_str()))
}

fn described(resolved: &Resolved, prose: &Prose, meaning: &Expr<RuleId>) -> Diagnostic {
    let meaning = resolved.show(meaning);
    Diagnostic::warning(Code::ProseAsSet, format!("`{prose}` is read as `{meaning}`"))
        .at(prose.span, "")
        .hint("write the set in ABNF")
}

/// The rules that the words of a description can name.
struct Lookup<'a> {
    names: &'a Names<'a>,
    module: usize,
    resolved: &'a Resolved,
    sets: &'a [Option<ValueSet>],
}

impl Lookup<'_> {
    /// Returns the meaning of a phrase; `None` if it is not clear.
    fn meaning(&self, phrase: &Phrase) -> Option<Expr<RuleId>> {
        let (base, white_space) = self.base(&phrase.base)?;
        let mut taken = Vec::new();
        for term in &phrase.less {
            match term {
                Term::Value(value) => taken.push((*value, *value)),
                Term::Rule(name) => taken.extend_from_slice(self.set(name)?.ranges()),
            }
        }
        let taken = ValueSet::new(taken);
        let mut left = base.minus(&taken);
        let mut all = Vec::new();
        if let Some(rule) = white_space {
            let blanks = [(0x09, 0x09), (0x20, 0x20)];
            match [0x09, 0x0A, 0x0D, 0x20].map(|value| contains(&taken, value)) {
                [false, false, false, false] => all.push(Expr::Rule(rule)),
                [false, true, true, false] => left = left.union(&ValueSet::new(blanks)),
                _ => return None,
            }
        }
        all.insert(0, Expr::set(left)?);
        for name in &phrase.more {
            let Meaning::Rule(rule) = self.names.meaning(self.module, name, None) else {
                return None;
            };
            all.push(Expr::Rule(rule));
        }
        Some(Expr::alt(all))
    }

    /// Returns the values of the rule from which a phrase excepts others, and the rule of linear
    /// white space if it has that too.
    fn base(&self, name: &RuleName) -> Option<(ValueSet, Option<RuleId>)> {
        if let Some(set) = self.set(name) {
            return Some((set, None));
        }
        let Meaning::Rule(rule) = self.names.meaning(self.module, name, None) else { return None };
        let is_white = |name: &RuleName| WhiteSpace::Linear.names().any(|it| it == *name);
        match &self.resolved[rule].expr {
            Expr::Alt(items) => match &items[..] {
                [Expr::Set(set), Expr::Rule(white)] if is_white(&self.resolved[*white].name) => {
                    Some((set.clone(), Some(*white)))
                }
                _ => None,
            },
            _ => None,
        }
    }

    /// Returns the values of the rule with a name, or of the one whose plural it is.
    fn set(&self, name: &RuleName) -> Option<ValueSet> {
        match self.names.meaning(self.module, name, None) {
            Meaning::Rule(id) => self.sets[id.index()].clone(),
            Meaning::First(..) => None,
            // RFC 822 defines it, and its successors use it.
            Meaning::Undefined if name.folded() == "space" => Some(ValueSet::single(0x20)),
            Meaning::Undefined => {
                // `CTLs` are values of `CTL`.
                let singular = RuleName::new(name.as_str().strip_suffix(['s', 'S'])?);
                match self.names.meaning(self.module, &singular, None) {
                    Meaning::Rule(id) => self.sets[id.index()].clone(),
                    Meaning::Undefined | Meaning::First(..) => None,
                }
            }
        }
    }
}

fn contains(set: &ValueSet, value: u32) -> bool {
    set.ranges().iter().any(|&(low, high)| low <= value && value <= high)
}
