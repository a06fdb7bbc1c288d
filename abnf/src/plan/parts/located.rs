//! The automata that locate the parts of rules: the result of [`super::locate`], as plain data.

use super::part_requests::{PartRequest, fields};
use crate::automata::events::Transducer;
use crate::automata::tagged::tdfa::Tdfa;
use crate::plan::accessors::Lacking;

/// The parts of a rule, with the automata that locate them.
#[derive(Clone, Debug, Default)]
pub struct LocatedParts {
    /// Locates the parts that occur at most once. `None` if there are none.
    pub tdfa: Option<Tdfa>,
    /// The same for rules whose automata were [joined](super::join).
    pub joint: Option<usize>,
    /// The parts that occur at most once, in the order of the automaton.
    pub once: Vec<OncePart>,
    /// The parts that are located by reading the text: those that may occur more than once, and
    /// groups of literals.
    pub repeated: Vec<(PartRequest, Transducer)>,
    /// The parts without an automaton.
    pub lacking: Vec<Lacking>,
    /// The rules of the definition whose texts are characters or white space, which are not parts.
    pub without_accessors: Vec<String>,
}

/// A part that occurs at most once.
#[derive(Clone, Debug)]
pub struct OncePart {
    /// The part.
    pub request: PartRequest,
    /// The index of the part through which it is located, if the automaton does not locate it.
    pub via: Option<usize>,
}

impl LocatedParts {
    /// Iterates over the parts that have automata.
    pub fn requests(&self) -> impl Iterator<Item = &PartRequest> + Clone {
        let once = self.once.iter().map(|part| &part.request);
        once.chain(self.repeated.iter().map(|(request, _)| request))
    }

    /// Iterates over the parts that are [fields] of data, in the order of [`requests`](Self::requests).
    pub fn fields(&self) -> impl Iterator<Item = &PartRequest> {
        fields(self.requests())
    }
}
