//! The parts of texts: where those lie that were asked for, and in which a text fails.

use super::super::options;
use super::places::{Locator, Places};
use abnfc::Read;
use abnfc::automata::dfa::{Dfa, StateId};
use abnfc::automata::rules::automata;
use abnfc::automata::shape::Shapes;
use abnfc::automata::tagged::parts::{Part, occurrences};
use abnfc::automata::tagged::tdfa::Tdfa;
use abnfc::automata::tagged::{Tagging, tagged};
use abnfc::diagnostic::Diagnostic;
use abnfc::grammar::uses::references;
use abnfc::grammar::{Origin, RuleId};
use abnfc::limits::Limits;
use abnfc::plan::nesting::Nesting;
use anyhow::bail;
use std::collections::{BTreeSet, VecDeque};
use std::sync::OnceLock;

/// No more parts than this are looked for to name the wrong one.
const MAX_NAMED: usize = 32;

/// The names of parts are worth no more work than this.
const MAX_WORK: usize = 1 << 21;

/// What is known about the parts of a rule.
pub(super) struct Parts {
    read: Read,
    shapes: Shapes,
    rule: RuleId,
    limits: Limits,
    /// What locates those that were asked for.
    asked: Option<Locator>,
    /// Knows which part a text is in; made for the first text that fails, none if the rule
    /// has no parts or is too large.
    named: OnceLock<Option<Tdfa>>,
}

impl Parts {
    /// Parts of a rule, as arguments `RULE` or `NAME=RULE/RULE`.
    pub(super) fn new(
        read: Read,
        shapes: Shapes,
        rule: RuleId,
        arguments: &[String],
        limits: Limits,
    ) -> anyhow::Result<Self> {
        let mut parts: Vec<Part> = Vec::new();
        for argument in arguments {
            let part = options::part(&read.resolved, argument)?;
            if parts.iter().any(|other| other.name == part.name) {
                bail!("two parts are called `{}`", part.name);
            }
            parts.push(part);
        }
        let nesting = Nesting::new(&read.resolved, &shapes);
        if let Some(part) = parts.iter().find(|part| !nesting.occurs(rule, &part.rules)) {
            let (name, owner) = (&part.name, &read.resolved[rule].name);
            let message = format!("no text of `{owner}` has a part `{name}`");
            let error = Diagnostic::error("absent-part", message)
                .hint("name rules that the definition uses, directly or through other rules");
            return Err(options::failed(&read, &error).into());
        }
        let asked = if parts.is_empty() {
            None
        } else {
            let found = Locator::new(&read.resolved, &shapes, rule, parts, &limits);
            Some(found.map_err(|error| options::failed(&read, &error))?)
        };
        Ok(Self { read, shapes, rule, limits, asked, named: OnceLock::new() })
    }

    /// The places of the parts that were asked for in a text that matches.
    pub(super) fn places(&self, text: &[u8]) -> Option<Places> {
        self.asked.as_ref()?.places(text)
    }

    /// The innermost part that every text that begins like this must be in at the end of
    /// these bytes.
    pub(super) fn part(&self, begin: &[u8]) -> Option<String> {
        self.part_at(self.after(Some(Tdfa::START), begin))
    }

    /// The state behind more bytes of a text; none if parts are not looked for.
    pub(super) fn after(&self, state: Option<StateId>, bytes: &[u8]) -> Option<StateId> {
        let tdfa = self.named.get_or_init(|| self.named()).as_ref()?;
        let next = |state, &byte| Some(tdfa.next(state, byte)?.target);
        bytes.iter().try_fold(state?, next)
    }

    /// The part that a text is in whose walk has come to this state.
    pub(super) fn part_at(&self, state: Option<StateId>) -> Option<String> {
        let tdfa = self.named.get()?.as_ref()?;
        let part = tdfa.context(state?).certain?;
        Some(tdfa.parts()[part].name.clone())
    }

    /// Whether parts were asked for.
    pub(super) fn are_asked(&self) -> bool {
        self.asked.is_some()
    }

    fn named(&self) -> Option<Tdfa> {
        let grammar = &self.read.resolved;
        let parts = self.candidates();
        let limits = Limits { subset_work: self.limits.subset_work.min(MAX_WORK), ..self.limits };
        let tagging = Tagging::new(grammar, &self.shapes, &limits);
        let locate = |parts: &[Part]| tagged(&tagging, self.rule, parts).ok();
        let direct = references(&grammar[self.rule].expr);
        let is_direct = |part: &Part| part.rules.is_subset(&direct.iter().copied().collect());
        locate(&parts).or_else(|| {
            let direct: Vec<Part> = parts.into_iter().filter(is_direct).collect();
            locate(&direct)
        })
    }

    /// Rules that occur at most once in a text, outer ones first, but for characters.
    fn candidates(&self) -> Vec<Part> {
        let grammar = &self.read.resolved;
        let mut found = Vec::new();
        let mut known = BTreeSet::from([self.rule]);
        let mut queue = VecDeque::from([self.rule]);
        while let Some(rule) = queue.pop_front().filter(|_| found.len() < MAX_NAMED) {
            for used in references(&grammar[rule].expr) {
                if grammar[used].origin == Origin::Core || !known.insert(used) {
                    continue;
                }
                let name = grammar[used].name.as_str().to_owned();
                let part = Part { name, rules: BTreeSet::from([used]) };
                if occurrences(grammar, &self.shapes, self.rule, &part).max == 1 {
                    queue.push_back(used);
                    found.push(part);
                }
            }
        }
        let rules: Vec<RuleId> = found.iter().flat_map(|part| part.rules.clone()).collect();
        let automata = automata(grammar, &self.shapes, &rules, &self.limits);
        let is_longer = |rule: &RuleId| automata.dfa(*rule).is_ok_and(has_two_bytes);
        found.retain(|part| part.rules.iter().any(is_longer));
        found.truncate(MAX_NAMED);
        found
    }
}

/// Whether some text of the language has more than one byte.
fn has_two_bytes(dfa: &Dfa) -> bool {
    dfa.successors(Dfa::START).any(|state| dfa.successors(state).next().is_some())
}
