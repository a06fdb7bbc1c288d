//! Why a rule has no tagged automaton: what its users are told, and what is kept of it.

use crate::automata::nfa::NfaError;
use crate::budget::TooLarge;
use crate::grammar::RuleId;

/// Why there is no tagged NFA.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum TnfaError {
    /// This part can occur more than once.
    Repeated(String),
    /// The rule recurs through this part.
    Recursive(String),
    /// Derivations of this rule, which embeds itself, are not those of an automaton.
    Embeds(RuleId),
    /// There is no NFA of this rule, which the root uses.
    Nfa(RuleId, NfaError),
    /// Building it passes a limit.
    TooLarge(TooLarge),
}

/// A rule without an NFA, and why. Its users have none for the same reason.
#[derive(Clone, Debug)]
pub(super) struct Refused {
    pub(super) rule: RuleId,
    pub(super) error: NfaError,
}

impl From<Refused> for TnfaError {
    fn from(refused: Refused) -> Self {
        Self::Nfa(refused.rule, refused.error)
    }
}
