//! The error of text that does not match a rule.

use super::byte_set::ByteSet;
use super::dfa::{DEAD, Mismatch};
use super::expected::{Expected, Found};
#[cfg(feature = "general")]
#[cfg(feature = "alloc")]
use super::general::Refusal;
use super::rule::Table;
use core::fmt;
use core::hash::{Hash, Hasher};

/// Says where a text leaves the language of a rule, and what could stand there.
#[derive(Clone, Copy)]
pub struct ParseError {
    rule: &'static Table,
    offset: usize,
    state: u16,
    found: Option<u8>,
    /// What the general engine says; then the state says nothing.
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

    /// What the general engine says.
    #[cfg(feature = "general")]
    #[cfg(feature = "alloc")]
    pub(crate) const fn of_general(rule: &'static Table, refusal: Refusal) -> Self {
        let Refusal { offset, found, .. } = refusal;
        Self { rule, offset, state: rule.dfa.start, found, refusal: Some(refusal) }
    }

    /// The name of the rule, as the grammar spells it.
    #[must_use]
    pub const fn rule(&self) -> &'static str {
        self.rule.name
    }

    /// The part of the text that is wrong, by its name in the grammar: the innermost
    /// that some continuation goes on with, and that in all others has ended just before
    /// [`offset`](Self::offset). None if there is no such part.
    #[cfg(feature = "parts")]
    #[must_use]
    pub const fn part(&self) -> Option<&'static str> {
        match self.rule.tagged {
            Some(tagged) => tagged.certain(self.state),
            None => None,
        }
    }

    /// The parts that some continuation goes on with, or that may have ended just before
    /// [`offset`](Self::offset), by their names in the grammar.
    #[cfg(feature = "parts")]
    pub fn possible(&self) -> impl Iterator<Item = &'static str> + use<> {
        let state = self.state;
        self.rule.tagged.into_iter().flat_map(move |tagged| tagged.possible(state))
    }

    /// Whether nothing is wrong but the length: a text whose parts are located has at
    /// most 4294967294 bytes.
    #[cfg(feature = "parts")]
    #[must_use]
    pub const fn is_too_long(&self) -> bool {
        #[cfg(feature = "nested")]
        if self.rule.nested.is_some() {
            return false;
        }
        self.state == DEAD
    }

    /// Whether the text may match and is nested too deep: the byte at
    /// [`offset`](Self::offset) opens one bracket more than fit onto the stack.
    #[cfg(feature = "nested")]
    #[must_use]
    pub const fn is_too_deep(&self) -> bool {
        self.state == DEAD && self.rule.nested.is_some()
    }

    /// Whether nothing is known of the text but that it is too complex: rules that only the
    /// general engine matches read a text in at most 2^27 steps, and keep at most 2^23 calls
    /// of rules.
    #[cfg(feature = "general")]
    #[must_use]
    pub const fn is_too_complex(&self) -> bool {
        #[cfg(feature = "alloc")]
        if let Some(refusal) = self.refusal {
            return refusal.is_too_complex;
        }
        false
    }

    /// How many bytes stand before the first byte after which no continuation
    /// matches; the length of the text if it ends too early. Where a rule has characters beyond
    /// ASCII, this can be inside of one, so that `text[offset..]` would panic.
    #[must_use]
    pub const fn offset(&self) -> usize {
        self.offset
    }

    /// The byte at [`offset`](Self::offset); none if the text ends there.
    #[must_use]
    pub const fn found(&self) -> Option<u8> {
        self.found
    }

    /// The bytes that could stand at [`offset`](Self::offset): after each of them
    /// some continuation matches, after any other none does.
    #[must_use]
    pub const fn expected(&self) -> ByteSet {
        #[cfg(feature = "general")]
        #[cfg(feature = "alloc")]
        if let Some(refusal) = self.refusal {
            return refusal.expected;
        }
        self.rule.dfa.expected(self.state)
    }

    /// Whether the text before [`offset`](Self::offset) matches as it is.
    #[must_use]
    pub const fn end_expected(&self) -> bool {
        #[cfg(feature = "general")]
        #[cfg(feature = "alloc")]
        if let Some(refusal) = self.refusal {
            return refusal.end;
        }
        self.rule.dfa.accepts(self.state)
    }

    /// What a message calls the text that is wrong.
    pub(crate) const fn name(&self) -> &'static str {
        #[cfg(feature = "parts")]
        if let Some(part) = self.part() {
            return part;
        }
        self.rule()
    }

    /// Panics with the rule and the offset, also where constants are evaluated.
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

/// Text put together without allocation; a name that does not fit is cut off.
struct Message {
    bytes: [u8; Message::SIZE],
    length: usize,
}

impl Message {
    const SIZE: usize = 128;

    /// Leaves room for the words after the name and a number of 64 bits.
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
