//! The definitions whose parts are decided, with the facts about them that the decision needs.
//!
//! Parts in texts and parts in trees differ in the following points only:
//!
//! | | in texts | in trees | reason |
//! |---|---|---|---|
//! | a part consists of | exported regular rules | the rules that trees show | accessors return their types |
//! | occurrences count through | rules by which the definition recurs | rules that trees do not show | these rules have no part or node of their own |
//! | short texts that repeat | count as characters up to the length of an escape | count as characters if they are single | an iterator over a text takes an automaton; a tree has the nodes anyway |
//! | rules whose texts are always the same, apart from white space | are parts if they are optional or longer than a character | are parts if they are optional | grammars of nested rules name their brackets, separators and keywords, together with white space |
//! | the alternatives of a choice | are longer than a character | may be characters | trees show significant characters only |
//! | a definition that is a choice | has `kind` and an accessor for each alternative | has `kind` | the node of a choice has one node inside |
//! | a listed part occurs | at any depth | directly inside of the rule | the accessors of a node find the nodes directly inside |
//! | the name of an accessor differs from | the methods of texts | the methods of nodes | |

use super::counts::Counter;
use super::shown::ShownRules;
use crate::automata::dfa::Dfa;
use crate::automata::shape::Shapes;
use crate::grammar::{Expr, Resolved, RuleId};
use crate::plan::accessors::{Count, LocatedIn};
use crate::plan::context::Context;
use crate::plan::exports::named::NamedRule;
use crate::plan::names::{accessor, accessor_of_node};
use crate::plan::outline::{Hints, InTrees};
use std::collections::{BTreeMap, BTreeSet};

/// The length of a text that counts as a character.
const CHARACTER: usize = 1;

/// The length of a repeated text that counts as a character: a character in UTF-8, or its escape.
const REPEATED_CHARACTER: usize = 4;

/// The exported rules, with their automata. `None` for rules that are not regular.
pub(super) struct Exported<'a> {
    languages: BTreeMap<RuleId, Option<&'a Dfa>>,
}

impl<'a> Exported<'a> {
    pub(super) fn new(rules: &'a [NamedRule]) -> Self {
        Self { languages: rules.iter().map(|it| (it.id(), it.language.dfa())).collect() }
    }

    pub(super) fn contains(&self, rule: RuleId) -> bool {
        self.languages.contains_key(&rule)
    }

    /// Returns whether the rule is exported and has an automaton.
    pub(super) fn is_regular(&self, rule: RuleId) -> bool {
        self.languages.get(&rule).is_some_and(Option::is_some)
    }

    /// Returns whether the rule has a text of more than `length` bytes. Rules without an automaton,
    /// and groups in trees, have long texts.
    fn is_longer_than(&self, rule: RuleId, length: usize) -> bool {
        let Some(Some(dfa)) = self.languages.get(&rule) else { return true };
        // An accepting state is reachable from every state: note [trimmed automata].
        let mut states = BTreeSet::from([Dfa::START]);
        for _ in 0..=length {
            states = states.iter().flat_map(|&state| dfa.successors(state)).collect();
        }
        !states.is_empty()
    }
}

/// The definitions of a grammar.
pub(super) struct Definitions<'a> {
    pub(super) located_in: LocatedIn,
    pub(super) grammar: &'a Resolved,
    pub(super) shapes: &'a Shapes,
    pub(super) hints: &'a Hints,
    pub(super) exported: &'a Exported<'a>,
    /// The rules that default parts can consist of, and literals.
    candidates: BTreeSet<RuleId>,
}

impl<'a> Definitions<'a> {
    /// Returns the definitions of regular rules.
    pub(super) fn of_texts(
        context: Context<'a>,
        hints: &'a Hints,
        exported: &'a Exported<'a>,
    ) -> Self {
        let Context { grammar, shapes, .. } = context;
        let regular = exported.languages.keys().filter(|&&rule| exported.is_regular(rule));
        let candidates = regular.chain(hints.literals.keys()).copied().collect();
        Self { located_in: LocatedIn::Text, grammar, shapes, hints, exported, candidates }
    }

    /// Returns the definitions of rules with parts in trees, and of their groups.
    pub(super) fn of_trees(
        in_trees: &'a InTrees,
        exported: &'a Exported<'a>,
        shown: &ShownRules,
    ) -> Self {
        let InTrees { grammar, shapes, hints, .. } = in_trees;
        let candidates = shown.all().collect();
        Self { located_in: LocatedIn::Tree, grammar, shapes, hints, exported, candidates }
    }

    /// Returns the counter for the definition of a regular rule: the rules through which it recurs
    /// continue the definition.
    pub(super) fn counter(&self, rule: RuleId) -> Counter {
        let own = self.shapes.component(rule).iter().copied();
        Counter::new(self.grammar, self.shapes, own.collect())
    }

    /// Returns the counter for all definitions in trees: the rules that trees do not show continue
    /// the definitions that use them.
    pub(super) fn counter_of_shown(&self) -> Counter {
        let rules = self.grammar.rules().map(|(rule, _)| rule);
        let hidden = rules.filter(|rule| !self.candidates.contains(rule));
        Counter::new(self.grammar, self.shapes, hidden.collect())
    }

    /// Returns whether a default part can consist of this rule, among others.
    pub(super) fn is_candidate(&self, rule: RuleId) -> bool {
        self.candidates.contains(&rule)
    }

    /// Returns whether this rule can be an alternative of a choice with an accessor. Characters of
    /// texts cannot.
    pub(super) fn is_alternative(&self, rule: RuleId) -> bool {
        let is_text = || match self.located_in {
            LocatedIn::Text => self.exported.is_longer_than(rule, CHARACTER),
            LocatedIn::Tree => true,
        };
        self.is_candidate(rule) && (self.hints.literals.contains_key(&rule) || is_text())
    }

    /// Returns whether the occurrences of a rule in the definition of `owner` carry information, so
    /// that they are a part of their own. Literals are parts in groups.
    pub(super) fn is_significant(&self, owner: RuleId, rule: RuleId, count: Count) -> bool {
        let Hints { literals, blank, delimiters, characters, .. } = self.hints;
        let is_blank = blank.contains(&rule) && !blank.contains(&owner);
        if literals.contains_key(&rule) || is_blank || !self.is_candidate(rule) {
            return false;
        }
        let is_listed = characters.get(&owner).is_some_and(|it| it.contains(&rule));
        let insignificant = match (is_listed, count, self.located_in) {
            (true, Count::Many, LocatedIn::Text) => CHARACTER,
            (true, ..) => 0,
            (false, Count::Many, LocatedIn::Text) => REPEATED_CHARACTER,
            (false, ..) => CHARACTER,
        };
        let is_mark = match self.located_in {
            LocatedIn::Text => delimiters.contains(&rule),
            LocatedIn::Tree => self.is_mark(rule),
        };
        // The presence of an optional mark is information enough.
        let is_fixed = is_mark && count != Count::Optional;
        self.exported.is_longer_than(rule, insignificant) && !is_fixed
    }

    /// Returns whether all texts of a rule are equal, except for white space.
    fn is_mark(&self, rule: RuleId) -> bool {
        let is_fixed = |item: &Expr<RuleId>| match item {
            Expr::Rule(rule) => self.hints.blank.contains(rule),
            Expr::Set(values) => matches!(values.ranges(), [(low, high)] if low == high),
            _ => false,
        };
        match &self.grammar[rule].expr {
            Expr::Concat(items) => items.iter().all(is_fixed),
            whole => is_fixed(whole),
        }
    }

    /// Returns the name of the method for a part of this name.
    pub(super) fn accessor(&self, part: &str) -> String {
        match self.located_in {
            LocatedIn::Text => accessor(part),
            LocatedIn::Tree => accessor_of_node(part),
        }
    }
}
