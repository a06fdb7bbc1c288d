//! The table of a rule: its name and its automata.

use super::dfa::Dfa;
#[cfg(feature = "general")]
#[cfg(feature = "alloc")]
use super::general::General;
#[cfg(feature = "nested")]
use super::nested::Nested;
#[cfg(feature = "shift")]
use super::shift::Shift;
#[cfg(feature = "parts")]
use super::tagged::Tagged;

/// The automata of a rule; rules of equal languages share them.
pub struct Table {
    /// The name of the rule in the grammar.
    pub(crate) name: &'static str,
    /// The automaton of the rule; if the rule has parts, the states of `tagged`.
    pub(crate) dfa: &'static Dfa,
    /// The automaton that locates the parts; `None` if the rule has none.
    #[cfg(feature = "parts")]
    pub(crate) tagged: Option<&'static Tagged>,
    /// The engine that matches faster; `None` if there is none.
    #[cfg(feature = "shift")]
    pub(crate) shift: Option<&'static Shift>,
    /// The automaton with a stack that `dfa` is part of; `None` if the rule is regular.
    #[cfg(feature = "nested")]
    pub(crate) nested: Option<&'static Nested>,
    /// The tables of the general engine, which include `dfa`; `None` if another engine matches.
    #[cfg(feature = "general")]
    #[cfg(feature = "alloc")]
    pub(crate) general: Option<&'static General>,
}

#[allow(dead_code, reason = "a grammar may have parts everywhere or nowhere")]
impl Table {
    /// The table of a rule without parts.
    pub(crate) const fn of_dfa(name: &'static str, dfa: &'static Dfa) -> Self {
        Self {
            name,
            dfa,
            #[cfg(feature = "parts")]
            tagged: None,
            #[cfg(feature = "shift")]
            shift: None,
            #[cfg(feature = "nested")]
            nested: None,
            #[cfg(feature = "general")]
            #[cfg(feature = "alloc")]
            general: None,
        }
    }

    /// The table of a nested rule that needs the general engine.
    #[cfg(feature = "general")]
    #[cfg(feature = "alloc")]
    pub(crate) const fn of_general(name: &'static str, general: &'static General) -> Self {
        Self { general: Some(general), ..Self::of_dfa(name, &general.dfa) }
    }

    /// Fails to compile for a rule that needs the general engine, which constants cannot run.
    #[cfg(feature = "general")]
    #[cfg(feature = "alloc")]
    pub(crate) const fn assert_const(&self) {
        assert!(self.general.is_none(), "texts of this rule can only be parsed");
    }

    /// The table of a nested rule.
    #[cfg(feature = "nested")]
    pub(crate) const fn of_nested(name: &'static str, nested: &'static Nested) -> Self {
        Self { nested: Some(nested), ..Self::of_dfa(name, &nested.dfa) }
    }

    /// The table of a rule with parts.
    #[cfg(feature = "parts")]
    pub(crate) const fn of_tagged(name: &'static str, tagged: &'static Tagged) -> Self {
        Self { tagged: Some(tagged), ..Self::of_dfa(name, &tagged.dfa) }
    }

    /// Returns the table with an automaton that matches faster.
    #[cfg(feature = "shift")]
    pub(crate) const fn with_shift(self, shift: &'static Shift) -> Self {
        Self { shift: Some(shift), ..self }
    }
}
