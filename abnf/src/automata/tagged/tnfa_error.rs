//! The reasons why a rule has no tagged automaton, for messages and for users of the rule.

use crate::automata::nfa::NfaError;
use crate::budget::TooLarge;
use crate::grammar::RuleId;

/// The reason why a rule has no tagged NFA.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum TnfaError {
    /// This part can occur more than once.
    Repeated(String),
    /// The rule recurs through this part.
    Recursive(String),
    /// This rule embeds itself, so paths of its automaton are not derivations.
    Embeds(RuleId),
    /// This rule, which the root uses, has no NFA.
    Nfa(RuleId, NfaError),
    /// A limit is exceeded.
    TooLarge(TooLarge),
}

/// A rule without an NFA, and the reason, which is also that of its users.
#[derive(Clone, Debug)]
pub(crate) struct Refused {
    pub(crate) rule: RuleId,
    pub(crate) error: NfaError,
}

impl From<Refused> for TnfaError {
    fn from(refused: Refused) -> Self {
        Self::Nfa(refused.rule, refused.error)
    }
}
