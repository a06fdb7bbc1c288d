//! The continuations that would have matched, in words.

use super::byte_set::ByteSet;
use core::fmt;

/// The bytes that were possible at an offset, as in "expected a letter or the end".
pub(crate) struct Expected {
    pub(crate) set: ByteSet,
    /// Whether the text could also have ended there.
    pub(crate) end: bool,
}

impl fmt::Display for Expected {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut items = Items { set: self.set, end: self.end };
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
        Ok(())
    }
}

/// Shows the set in words, as messages do, because most sets have many bytes.
impl fmt::Debug for ByteSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("ByteSet(")?;
        for (index, item) in (Items { set: *self, end: false }).enumerate() {
            write!(f, "{}{item}", if index == 0 { "" } else { ", " })?;
        }
        f.write_str(")")
    }
}

/// The byte that was found at an offset; `None` is the end of the text.
pub(crate) struct Found(pub(crate) Option<u8>);

impl fmt::Display for Found {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.map_or(Item::End, |byte| Item::Range(byte, byte)).fmt(f)
    }
}

/// An iterator over the items of a message: the bytes that no item has named yet, and the end.
struct Items {
    set: ByteSet,
    end: bool,
}

/// One item of the list of expected bytes.
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

    /// Removes these bytes from the set and returns `true` if it has all of them.
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
        // All bytes of a range are quotable, or none is.
        while high < u8::MAX
            && self.set.contains(high + 1)
            && Item::is_quotable(high) == Item::is_quotable(high + 1)
        {
            high += 1;
        }
        if high - low == 1 {
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
