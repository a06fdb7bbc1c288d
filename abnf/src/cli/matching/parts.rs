//! The parts of texts: where those lie that were asked for, and in which a text fails.

use super::super::options;
use super::places::{Locator, Places};
use abnfc::Read;
use abnfc::automata::dfa::StateId;
use abnfc::automata::shape::Shapes;
use abnfc::automata::tagged::parts::Part;
use abnfc::automata::tagged::tdfa::Tdfa;
use abnfc::diagnostic::Diagnostic;
use abnfc::grammar::RuleId;
use abnfc::limits::Limits;
use abnfc::plan::nesting::Nesting;
use abnfc::tools::named_parts::{named_parts, part_at};
use anyhow::bail;
use std::sync::OnceLock;

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
        let named = || named_parts(&self.read.resolved, &self.shapes, self.rule, &self.limits);
        let tdfa = self.named.get_or_init(named).as_ref()?;
        let next = |state, &byte| Some(tdfa.next(state, byte)?.target);
        bytes.iter().try_fold(state?, next)
    }

    /// The part that a text is in whose walk has come to this state.
    pub(super) fn part_at(&self, state: Option<StateId>) -> Option<String> {
        part_at(self.named.get()?.as_ref()?, state?)
    }

    /// Whether parts were asked for.
    pub(super) fn are_asked(&self) -> bool {
        self.asked.is_some()
    }
}
