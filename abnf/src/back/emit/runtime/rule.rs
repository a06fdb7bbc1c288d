//! Rules: the one place through which their matchers are reached.

use super::dfa::Dfa;
use super::error::ParseError;
use super::tagged::{NONE, Tagged, is_too_long};

/// A rule with its matcher; rules of equal languages share one.
pub(crate) struct Rule {
    /// Its name in the grammar.
    pub(crate) name: &'static str,
    /// Its language; if it has parts, by what locates them.
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
    pub(crate) fn is_match(&self, text: &[u8]) -> bool {
        self.dfa.resume(self.dfa.start, text, 0)
    }

    /// Where a text goes wrong, if it does.
    pub(crate) const fn check(&'static self, text: &[u8]) -> Result<(), ParseError> {
        match self.dfa.check(text) {
            Ok(()) => Ok(()),
            Err(mismatch) => Err(ParseError::new(self, &mismatch)),
        }
    }

    /// The slots of a text, else where it goes wrong.
    pub(crate) const fn locate<const N: usize>(
        &'static self,
        text: &[u8],
    ) -> Result<[u32; N], ParseError> {
        let located = match self.tagged {
            Some(tagged) => tagged.locate(text),
            None => match self.dfa.check(text) {
                Ok(()) => Ok([NONE; N]),
                Err(mismatch) => Err(mismatch),
            },
        };
        match located {
            Ok(slots) => Ok(slots),
            Err(mismatch) => Err(ParseError::new(self, &mismatch)),
        }
    }

    /// Finds the slots of a text, if it matches and is not too long.
    pub(crate) fn relocate(&self, text: &[u8], slots: &mut [u32]) -> bool {
        match self.tagged {
            Some(tagged) => {
                !is_too_long(text) && tagged.resume(tagged.dfa.start, text, 0, slots)
            }
            None => self.is_match(text),
        }
    }

    /// The slots of a text that matches and is not too long.
    pub(crate) const fn slots<const N: usize>(&'static self, text: &[u8]) -> [u32; N] {
        match self.locate(text) {
            Ok(slots) => slots,
            Err(_) => [NONE; N],
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
