//! Stores sequences of tags, each once, as the sequence without its last tag and that tag. A path through
//! an NFA therefore extends its sequence in constant time.

use crate::automata::id::id;
use crate::budget::{Budget, TooLarge};
use std::collections::BTreeMap;

/// The cost in steps of each stored element, so that the step budget bounds memory.
pub(super) const KEPT: usize = 4;

/// Tags in the order of the path.
pub(crate) type TagString = Vec<u16>;

id! {
    /// The number of a sequence that is used.
    pub(crate) struct TagStringId;
}

id! {
    /// A sequence of tags in [`TagStrings`].
    pub(super) struct PrefixId;
}

/// Sequences of tags.
pub(super) struct TagStrings {
    /// The last tag of each sequence, and the rest. The first sequence is empty.
    prefixes: Vec<Option<(PrefixId, u16)>>,
    longer: BTreeMap<(PrefixId, u16), PrefixId>,
    /// The number of each sequence among those that are used.
    number_of: Vec<Option<TagStringId>>,
    pub(super) used: Vec<TagString>,
}

impl Default for TagStrings {
    fn default() -> Self {
        let (longer, used) = (BTreeMap::new(), Vec::new());
        Self { prefixes: vec![None], longer, number_of: vec![None], used }
    }
}

impl TagStrings {
    pub(super) const EMPTY: PrefixId = PrefixId(0);

    /// Returns the sequence with one more tag.
    pub(super) fn push(&mut self, prefix: PrefixId, tag: u16) -> PrefixId {
        let next = PrefixId::new(self.prefixes.len());
        let id = *self.longer.entry((prefix, tag)).or_insert(next);
        if id == next {
            self.prefixes.push(Some((prefix, tag)));
            self.number_of.push(None);
        }
        id
    }

    /// Returns the number of a sequence that is used.
    pub(super) fn used(
        &mut self,
        id: PrefixId,
        budget: &mut Budget,
    ) -> Result<TagStringId, TooLarge> {
        if let Some(number) = self.number_of[id.index()] {
            return Ok(number);
        }
        let mut tags = Vec::new();
        let mut rest = id;
        while let Some((prefix, tag)) = self.prefixes[rest.index()] {
            budget.spend(KEPT)?;
            tags.push(tag);
            rest = prefix;
        }
        tags.reverse();
        let number = TagStringId::new(self.used.len());
        self.number_of[id.index()] = Some(number);
        self.used.push(tags);
        Ok(number)
    }
}
