//! Rules: the one place through which their matchers are reached.

use super::dfa::Dfa;
use super::error::ParseError;
use super::tagged::{Context, NONE, Tagged};

/// A rule with its matcher; rules of equal languages share one.
pub(crate) struct Rule {
    /// Its name in the grammar.
    pub(crate) name: &'static str,
    /// Its language.
    pub(crate) dfa: &'static Dfa,
    /// What locates its parts; none if it has none.
    pub(crate) tagged: Option<&'static Tagged>,
}

/// Bytes above which a text is read by what skips many at once.
const LONG: usize = 96;

/// Whether to skip runs of bytes pays.
#[allow(dead_code, reason = "depends on the automata of a grammar")]
#[cfg(not(all(feature = "simd", target_arch = "x86_64")))]
pub(crate) const fn is_long(text: &[u8]) -> bool {
    LONG < text.len()
}

/// Whether to skip runs of bytes pays; with vectors of the machine it always does.
#[allow(dead_code, reason = "depends on the automata of a grammar")]
#[cfg(all(feature = "simd", target_arch = "x86_64"))]
pub(crate) fn is_long(text: &[u8]) -> bool {
    super::simd::Avx2::detect().is_some() || LONG < text.len()
}

#[allow(dead_code, reason = "rules over text and rules over bytes need different ones")]
impl Rule {
    /// Whether the whole text matches.
    pub(crate) const fn is_match(&self, text: &[u8]) -> bool {
        self.dfa.check(text).is_ok()
    }

    /// Where a text goes wrong, if it does.
    pub(crate) const fn check(&'static self, text: &[u8]) -> Result<(), ParseError> {
        match self.walked().check(text) {
            Ok(()) => Ok(()),
            Err(mismatch) => Err(ParseError::new(self, &mismatch)),
        }
    }

    /// The slots of a text, else where it goes wrong.
    pub(crate) const fn locate<const REGISTERS: usize, const SLOTS: usize>(
        &'static self,
        text: &[u8],
    ) -> Result<[u32; SLOTS], ParseError> {
        let located = match self.tagged {
            Some(tagged) => tagged.locate::<REGISTERS, SLOTS>(text),
            None => match self.dfa.check(text) {
                Ok(()) => Ok([NONE; SLOTS]),
                Err(mismatch) => Err(mismatch),
            },
        };
        match located {
            Ok(slots) => Ok(slots),
            Err(mismatch) => Err(ParseError::new(self, &mismatch)),
        }
    }

    /// Finds the slots of a text; false if it is too long, or has slots and does not match.
    pub(crate) const fn relocate<const REGISTERS: usize, const SLOTS: usize>(
        &'static self,
        text: &[u8],
        at: &mut [u32; SLOTS],
    ) -> bool {
        if self.tagged.is_none() {
            return true;
        }
        match self.locate::<REGISTERS, SLOTS>(text) {
            Ok(slots) => {
                *at = slots;
                true
            }
            Err(_) => false,
        }
    }

    /// The slots of a text that matches and is not too long.
    pub(crate) const fn slots<const REGISTERS: usize, const SLOTS: usize>(
        &'static self,
        text: &[u8],
    ) -> [u32; SLOTS] {
        let mut slots = [NONE; SLOTS];
        self.relocate::<REGISTERS, SLOTS>(text, &mut slots);
        slots
    }

    /// The automaton whose states errors name.
    pub(crate) const fn walked(&self) -> &'static Dfa {
        match self.tagged {
            Some(tagged) => &tagged.dfa,
            None => self.dfa,
        }
    }

    /// What is known about the parts in a state; nothing if there are none.
    pub(crate) const fn context(&self, state: u16) -> Option<&'static Context> {
        match self.tagged {
            Some(tagged) => Some(tagged.context(state)),
            None => None,
        }
    }

    /// The longest prefix that matches.
    pub(crate) const fn longest_prefix<'a>(&self, text: &'a [u8]) -> Option<&'a [u8]> {
        match self.dfa.longest_prefix(text) {
            Some(length) => Some(text.split_at(length).0),
            None => None,
        }
    }

    /// The longest prefix that matches, for rules over text.
    ///
    /// Their languages hold nothing but well-formed UTF-8, so that a prefix in the
    /// language ends where a character ends, and the conversion always succeeds.
    pub(crate) const fn longest_text_prefix<'a>(&self, text: &'a str) -> Option<&'a str> {
        match self.longest_prefix(text.as_bytes()) {
            Some(prefix) => match core::str::from_utf8(prefix) {
                Ok(prefix) => Some(prefix),
                Err(_) => None,
            },
            None => None,
        }
    }
}
