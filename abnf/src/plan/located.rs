//! What finds the parts of a rule: the result of [`super::locate`], as plain data.

use super::part_requests::PartRequest;
use super::told::Lacking;
use crate::automata::events::Transducer;
use crate::automata::tagged::tdfa::Tdfa;

/// The parts of a rule with the automata that find them.
#[derive(Clone, Debug, Default)]
pub struct LocatedParts {
    /// Finds the parts that occur once at most; none if there are none.
    pub tdfa: Option<Tdfa>,
    /// What these parts are for, in the order of the automaton.
    pub once: Vec<OncePart>,
    /// The parts that are told while a text is read: those that may occur more than once, and
    /// literals inside of the definition.
    pub repeated: Vec<(PartRequest, Transducer)>,
    /// The parts that have no automaton.
    pub lacking: Vec<Lacking>,
    /// The rules of the definition whose texts are characters or white space: no parts.
    pub trifles: Vec<String>,
}

/// A part that occurs once at most.
#[derive(Clone, Debug)]
pub struct OncePart {
    /// The part.
    pub request: PartRequest,
    /// The index of the part that it is located through, if the automaton does not locate it.
    pub via: Option<usize>,
}

impl LocatedParts {
    /// All parts that are left.
    pub fn requests(&self) -> impl Iterator<Item = &PartRequest> {
        let once = self.once.iter().map(|part| &part.request);
        once.chain(self.repeated.iter().map(|(request, _)| request))
    }
}
