//! The error of text that does not match a rule.

use super::byte_set::ByteSet;
use super::dfa::{DEAD, Mismatch};
use super::expected::{Expected, Found};
#[cfg(feature = "general")]
#[cfg(feature = "alloc")]
use super::general::Refusal;
use super::table::Table;
use core::fmt;
use core::hash::{Hash, Hasher};

/// Says at which byte a text stops matching a rule, and which bytes were expected there.
#[derive(Clone, Copy)]
pub struct ParseError {
    rule: &'static Table,
    offset: usize,
    state: u16,
    found: Option<u8>,
    /// The refusal of the general engine, if that engine made the error; the state has no meaning
    /// then.
    #[cfg(feature = "general")]
    #[cfg(feature = "alloc")]
    refusal: Option<Refusal>,
}

impl ParseError {
    pub(crate) const fn new(rule: &'static Table, mismatch: &Mismatch) -> Self {
        let Mismatch { offset, state, found } = *mismatch;
        Self {
            rule,
            offset,
            state,
            found,
            #[cfg(feature = "general")]
            #[cfg(feature = "alloc")]
            refusal: None,
        }
    }

    /// Makes an error from a refusal of the general engine.
    #[cfg(feature = "general")]
    #[cfg(feature = "alloc")]
    pub(crate) const fn of_general(rule: &'static Table, refusal: Refusal) -> Self {
        let Refusal { offset, found, .. } = refusal;
        Self { rule, offset, state: rule.dfa.start, found, refusal: Some(refusal) }
    }

    /// Returns the name of the rule, as the grammar spells it.
    #[must_use]
    pub const fn rule(&self) -> &'static str {
        self.rule.name
    }

    /// Returns the name of the part of the text that is wrong, as the grammar spells it: the
    /// innermost one, at any depth, that some matching continuation extends, and that has ended just
    /// before [`offset`](Self::offset) in all others. Returns `None` if there is no such part.
    ///
    /// Parts are rules with types. A part that occurs more than once in texts of the rule, and what is
    /// inside of it, is not named, except by the error of its own type. If the parts of parts are too
    /// many, only direct ones are named; if parts of two rules continue in the same way, the part
    /// around both is.
    #[cfg(feature = "parts")]
    #[must_use]
    pub const fn part(&self) -> Option<&'static str> {
        match self.rule.tagged {
            Some(tagged) => tagged.name(tagged.innermost, self.state),
            None => None,
        }
    }

    /// As [`part`](Self::part), but names only parts for which the type has an accessor.
    #[cfg(feature = "parts")]
    #[must_use]
    pub const fn direct_part(&self) -> Option<&'static str> {
        match self.rule.tagged {
            Some(tagged) => tagged.name(tagged.certain, self.state),
            None => None,
        }
    }

    /// Returns the names of the parts that some matching continuation extends, or that may have
    /// ended just before [`offset`](Self::offset), as the grammar spells them.
    #[cfg(feature = "parts")]
    pub fn possible(&self) -> impl Iterator<Item = &'static str> + use<> {
        let state = self.state;
        self.rule.tagged.into_iter().flat_map(move |tagged| tagged.possible(state))
    }

    /// Returns whether the text is too long and otherwise correct as far as it was read: a text
    /// whose parts are located has at most 4294967294 bytes.
    #[cfg(feature = "parts")]
    #[must_use]
    pub const fn is_too_long(&self) -> bool {
        #[cfg(feature = "nested")]
        if self.rule.nested.is_some() {
            return false;
        }
        self.state == DEAD
    }

    /// Returns whether the text is nested too deeply: it may match, but the byte at
    /// [`offset`](Self::offset) opens a bracket for which the stack has no room.
    #[cfg(feature = "nested")]
    #[must_use]
    pub const fn is_too_deep(&self) -> bool {
        self.state == DEAD && self.rule.nested.is_some()
    }

    /// Returns whether the text is too complex to be decided: the general engine reads a text in at
    /// most 2^27 steps and keeps at most 2^23 calls of rules and links between them.
    #[cfg(feature = "general")]
    #[must_use]
    pub const fn is_too_complex(&self) -> bool {
        #[cfg(feature = "alloc")]
        if let Some(refusal) = self.refusal {
            return refusal.is_too_complex;
        }
        false
    }

    /// Returns the offset of the first byte after which no continuation matches, or the length of
    /// the text if it ends too early. In texts with characters beyond ASCII it can be inside of
    /// one, so that `text[offset..]` would panic.
    #[must_use]
    pub const fn offset(&self) -> usize {
        self.offset
    }

    /// Returns the byte at [`offset`](Self::offset), or `None` if the text ends there.
    #[must_use]
    pub const fn found(&self) -> Option<u8> {
        self.found
    }

    /// Returns the bytes that were possible at [`offset`](Self::offset): exactly those after which
    /// some continuation matches.
    #[must_use]
    pub const fn expected(&self) -> ByteSet {
        #[cfg(feature = "general")]
        #[cfg(feature = "alloc")]
        if let Some(refusal) = self.refusal {
            return refusal.expected;
        }
        self.rule.dfa.expected(self.state)
    }

    /// Returns whether the text before [`offset`](Self::offset) matches as it is.
    #[must_use]
    pub const fn end_expected(&self) -> bool {
        #[cfg(feature = "general")]
        #[cfg(feature = "alloc")]
        if let Some(refusal) = self.refusal {
            return refusal.end;
        }
        self.rule.dfa.accepts(self.state)
    }

    /// Returns the name with which messages refer to the wrong text.
    pub(crate) const fn name(&self) -> &'static str {
        #[cfg(feature = "parts")]
        if let Some(part) = self.part() {
            return part;
        }
        self.rule()
    }

    /// Panics with the rule and the offset, also in constant evaluation.
    #[track_caller]
    pub(crate) const fn panic(&self) -> ! {
        let mut message = Message { bytes: [0; Message::SIZE], length: 0 };
        message.push(b"invalid ", Message::NAME_END);
        message.push(self.name().as_bytes(), Message::NAME_END);
        message.push(b" at byte ", Message::SIZE);
        message.push_number(self.offset);
        match core::str::from_utf8(message.bytes.split_at(message.length).0) {
            Ok(message) => panic!("{}", message),
            Err(_) => panic!("invalid text"),
        }
    }
}

impl PartialEq for ParseError {
    fn eq(&self, other: &Self) -> bool {
        self.rule.name == other.rule.name
            && self.offset == other.offset
            && self.state == other.state
            && self.found == other.found
            && self.expected() == other.expected()
    }
}

impl Eq for ParseError {}

impl Hash for ParseError {
    fn hash<H: Hasher>(&self, hasher: &mut H) {
        (self.rule.name, self.offset, self.state, self.found).hash(hasher);
    }
}

impl core::error::Error for ParseError {}

impl fmt::Debug for ParseError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut error = f.debug_struct("ParseError");
        error.field("rule", &self.rule());
        #[cfg(feature = "parts")]
        error.field("part", &self.part());
        error
            .field("offset", &self.offset())
            .field("found", &self.found())
            .field("expected", &self.expected())
            .field("end_expected", &self.end_expected())
            .finish()
    }
}

impl fmt::Display for ParseError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "invalid {} at byte {}: ", self.name(), self.offset())?;
        #[cfg(feature = "parts")]
        if self.is_too_long() {
            return f.write_str("the text is too long");
        }
        #[cfg(feature = "nested")]
        if self.is_too_deep() {
            return f.write_str("the text is nested too deep");
        }
        #[cfg(feature = "general")]
        if self.is_too_complex() {
            return f.write_str("the text is too complex");
        }
        let expected = Expected { set: self.expected(), end: self.end_expected() };
        write!(f, "{expected}")?;
        if expected.set.is_empty() && !expected.end {
            return Ok(());
        }
        write!(f, ", found {}", Found(self.found()))
    }
}

/// A message that is written without allocation. A name that does not fit is truncated.
struct Message {
    bytes: [u8; Message::SIZE],
    length: usize,
}

impl Message {
    const SIZE: usize = 128;

    /// The end of the name: room is left for the words after it and a number of 64 bits.
    const NAME_END: usize = Self::SIZE - 9 - 20;

    const fn push(&mut self, text: &[u8], end: usize) {
        let mut i = 0;
        while i < text.len() && self.length < end {
            self.bytes[self.length] = text[i];
            self.length += 1;
            i += 1;
        }
    }

    const fn push_number(&mut self, number: usize) {
        let mut unit = 1;
        while 10 <= number / unit {
            unit *= 10;
        }
        while 0 < unit && self.length < Self::SIZE {
            self.bytes[self.length] = b"0123456789"[number / unit % 10];
            self.length += 1;
            unit /= 10;
        }
    }
}
