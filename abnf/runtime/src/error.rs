//! The error of text that does not match a rule.

use super::byte_set::ByteSet;
#[cfg(feature = "parts")]
use super::dfa::DEAD;
use super::dfa::Mismatch;
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
}

impl ParseError {
    pub(crate) const fn new(rule: &'static Table, mismatch: &Mismatch) -> Self {
        Self { rule, offset: mismatch.offset, state: mismatch.state, found: mismatch.found }
    }

    /// The name of the rule, as the grammar spells it.
    #[must_use]
    pub const fn rule(&self) -> &'static str {
        self.rule.name
    }

    /// The part of the text that is wrong, by its name in the grammar: the innermost
    /// that every continuation has to go on with, or that has ended just before
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
    #[must_use]
    pub fn possible(&self) -> impl Iterator<Item = &'static str> + use<> {
        let state = self.state;
        self.rule.tagged.into_iter().flat_map(move |tagged| tagged.possible(state))
    }

    /// Whether nothing is wrong but the length: a text whose parts are located has at
    /// most 4294967294 bytes.
    #[cfg(feature = "parts")]
    #[must_use]
    pub const fn is_too_long(&self) -> bool {
        self.state == DEAD
    }

    /// How many bytes stand before the first byte after which no continuation
    /// matches; the length of the text if it ends too early.
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
        self.rule.dfa.expected(self.state)
    }

    /// Whether the text before [`offset`](Self::offset) matches as it is.
    #[must_use]
    pub const fn end_expected(&self) -> bool {
        self.rule.dfa.accepts(self.state)
    }

    /// What a message calls the text that is wrong.
    const fn name(&self) -> &'static str {
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
        let mut items = Items { set: self.expected(), end: self.end_expected() };
        let Some(first) = items.next() else {
            return f.write_str("no text matches this rule");
        };
        write!(f, "expected {first}")?;
        let mut next = items.next();
        while let Some(item) = next {
            next = items.next();
            let separator = if next.is_some() { ", " } else { " or " };
            write!(f, "{separator}{item}")?;
        }
        match self.found() {
            Some(byte) => write!(f, ", found {}", Item::Range(byte, byte)),
            None => write!(f, ", found {}", Item::End),
        }
    }
}

/// What is left to say about a set of bytes, and whether the end belongs to it.
struct Items {
    set: ByteSet,
    end: bool,
}

/// One item of the list of what was expected.
enum Item {
    AnyByte,
    Letter,
    Digit,
    HexDigit,
    NonAscii,
    Range(u8, u8),
    End,
}

impl Items {
    const ALL: ByteSet = ByteSet::EMPTY.with_range(0, 0xFF);
    const LETTERS: ByteSet = ByteSet::EMPTY.with_range(b'A', b'Z').with_range(b'a', b'z');
    const DIGITS: ByteSet = ByteSet::EMPTY.with_range(b'0', b'9');
    const HEX_DIGITS: ByteSet = Self::DIGITS.with_range(b'A', b'F').with_range(b'a', b'f');
    const ASCII: ByteSet = ByteSet::EMPTY.with_range(0, 0x7F);
    /// The bytes with which characters beyond ASCII begin.
    const LEADING: ByteSet = ByteSet::EMPTY.with_range(0xC2, 0xF4);

    /// Takes the bytes away if they are all there.
    fn take(&mut self, bytes: ByteSet) -> bool {
        let all = bytes.without(self.set).is_empty();
        if all {
            self.set = self.set.without(bytes);
        }
        all
    }
}

impl Iterator for Items {
    type Item = Item;

    fn next(&mut self) -> Option<Item> {
        if self.take(Self::ALL) {
            return Some(Item::AnyByte);
        }
        if self.take(Self::LETTERS) {
            return Some(Item::Letter);
        }
        if self.take(Self::HEX_DIGITS) {
            return Some(Item::HexDigit);
        }
        if self.take(Self::DIGITS) {
            return Some(Item::Digit);
        }
        if self.set.without(Self::ASCII) == Self::LEADING && self.take(Self::LEADING) {
            return Some(Item::NonAscii);
        }
        let Some(low) = self.set.iter().next() else {
            return core::mem::take(&mut self.end).then_some(Item::End);
        };
        let mut high = low;
        // A run ends where bytes begin that can be quoted, or cease to.
        while high < u8::MAX
            && self.set.contains(high + 1)
            && Item::is_quotable(high) == Item::is_quotable(high + 1)
        {
            high += 1;
        }
        if high == low + 1 {
            high = low;
        }
        self.take(ByteSet::EMPTY.with_range(low, high));
        Some(Item::Range(low, high))
    }
}

impl Item {
    const fn is_quotable(byte: u8) -> bool {
        byte.is_ascii_graphic() && byte != b'`'
    }
}

impl fmt::Display for Item {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Item::AnyByte => f.write_str("any byte"),
            Item::Letter => f.write_str("a letter"),
            Item::Digit => f.write_str("a digit"),
            Item::HexDigit => f.write_str("a hexadecimal digit"),
            Item::NonAscii => f.write_str("a character beyond ASCII"),
            Item::End => f.write_str("the end"),
            Item::Range(b' ', b' ') => f.write_str("a space"),
            Item::Range(b'`', b'`') => f.write_str("a backtick"),
            Item::Range(low, high) if low == high && Self::is_quotable(low) => {
                write!(f, "`{}`", char::from(low))
            }
            Item::Range(low, high) if low == high => write!(f, "byte {low:02X}"),
            Item::Range(low, high) if Self::is_quotable(low) => {
                write!(f, "`{}` to `{}`", char::from(low), char::from(high))
            }
            Item::Range(low, high) => write!(f, "a byte from {low:02X} to {high:02X}"),
        }
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
