//! Automata of the same rules, some of them with other definitions of the same texts. They need not be made
//! again.

use super::Automata;
use crate::automata::nested::{Nested, Obstacle};
use crate::automata::pattern::Patterns;
use crate::automata::shape::{Shape, Shapes};
use crate::grammar::RuleId;
use std::collections::BTreeSet;

impl Automata {
    /// Returns the rules whose automata are the same with other patterns: those whose patterns are the
    /// same, and whose used rules are among them.
    pub(super) fn unchanged(&self, shapes: &Shapes, patterns: &Patterns) -> BTreeSet<RuleId> {
        let mut unchanged = BTreeSet::new();
        if self.compiled.values().all(Result::is_err) {
            // Perhaps all rules together exceed a limit that each of them keeps.
            return unchanged;
        }
        for component in shapes.components() {
            let is_unchanged = |rule: &RuleId| {
                let used = shapes.uses(*rule).iter();
                self.patterns[*rule] == patterns[*rule]
                    && used.clone().all(|it| component.contains(it) || unchanged.contains(it))
            };
            let is_regular = matches!(shapes.of(component[0]), Shape::Regular(_));
            if is_regular && component.iter().all(is_unchanged) {
                unchanged.extend(component.iter().copied());
            }
        }
        // Rules that are sets of bytes have no automata.
        unchanged.retain(|rule| self.has(*rule));
        unchanged
    }

    /// Copies the automata of a component that is unchanged. Returns the number of steps, which is 0.
    pub(super) fn copy(&mut self, known: &Self, component: &[RuleId]) -> usize {
        for rule in component {
            self.compiled.insert(*rule, known.compiled[rule].clone());
            self.prose.extend(known.prose.get(rule).map(|&prose| (*rule, prose)));
        }
        0
    }

    /// Returns the automata of nested rules, if the automaton with a stack is that of the nested rules among
    /// `rules`, which are all but those that are `branching`, and its obstacles are about rules that are
    /// `needed`.
    pub(super) fn with_stack(
        &self,
        rules: &BTreeSet<RuleId>,
        branching: &BTreeSet<RuleId>,
        needed: &BTreeSet<RuleId>,
    ) -> Option<&Nested> {
        let Nested { pushdown, obstacles, .. } = &self.nested;
        let in_pass = pushdown.starts().map(|(rule, _)| rule);
        let made: BTreeSet<RuleId> = in_pass.chain(obstacles.keys().copied()).collect();
        let is_needed = |why: &Obstacle| match why {
            Obstacle::Embeds(rule) | Obstacle::FrameTooLarge(rule) => needed.contains(rule),
            Obstacle::Ambiguous { .. } | Obstacle::TooLarge(_) => true,
        };
        let is_same = rules.difference(branching).eq(&made) && obstacles.values().all(is_needed);
        is_same.then_some(&self.nested)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::automata::pattern::pattern;
    use crate::automata::rules::automata_of_patterns;
    use crate::automata::shape::shape;
    use crate::limits::Limits;
    use crate::spec::ReadOptions;
    use std::sync::Arc;

    /// Makes the automata of `r`, defined as given, and of the rules that it uses.
    fn made(definition: &str, known: Option<&Automata>) -> Automata {
        let text = format!(
            "r = {definition}\nlist = \"(\" *( list / word ) \")\"\nword = 1*digit\n\
             digit = %x30-39\npair = digit digit\neven = *pair\nnext = \"a\" [ next ] \"a\"\n",
        );
        let read = crate::read("test.abnf", text.as_bytes(), &[], &ReadOptions::default());
        let grammar = read.expect("it reads").resolved;
        let (shapes, roots) = (shape(&grammar), [0, 1, 2, 6].map(RuleId));
        let patterns = Arc::new(pattern(&grammar, &shapes));
        automata_of_patterns(&grammar, &shapes, patterns, &roots, &Limits::default(), known)
    }

    #[test]
    fn another_definition_of_the_same_texts_is_compiled_alone() {
        let known = made("*( digit digit ) / word", None);
        let (again, anew) = (made("*pair / word", Some(&known)), made("*pair / word", None));
        for rule in [0, 1, 2, 6].map(RuleId) {
            assert_eq!(again.language(rule).is_ok(), anew.language(rule).is_ok());
            assert_eq!(again.dfa(rule).ok(), anew.dfa(rule).ok());
        }
        let (word, next) = (RuleId(2), RuleId(6));
        assert!(std::ptr::eq(again.dfa(word).unwrap(), known.dfa(word).unwrap()));
        assert!(Arc::ptr_eq(&again.nested().pushdown, &known.nested().pushdown));
        assert_eq!(again.nested().pushdown.to_string(), anew.nested().pushdown.to_string());
        assert_eq!(again.nested().obstacles, anew.nested().obstacles);
        assert!(again.nested().obstacles.contains_key(&next));
    }

    #[test]
    fn an_automaton_with_other_rules_is_made_again() {
        let known = made("word", None);
        let again = made("list", Some(&known));
        assert!(again.nested().pushdown.start(RuleId(0)).is_some());
        assert!(!Arc::ptr_eq(&again.nested().pushdown, &known.nested().pushdown));
    }
}
