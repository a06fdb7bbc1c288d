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

#[allow(dead_code, reason = "rules over text and rules over bytes need different ones")]
impl Rule {
    /// Whether the whole text matches.
    pub(crate) const fn is_match(&self, text: &[u8]) -> bool {
        self.dfa.check(text).is_ok()
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

    /// The slots of a text that matches; none if it is too long.
    pub(crate) const fn relocate<const REGISTERS: usize, const SLOTS: usize>(
        &'static self,
        text: &[u8],
    ) -> Option<[u32; SLOTS]> {
        if self.tagged.is_none() {
            return Some([NONE; SLOTS]);
        }
        match self.locate::<REGISTERS, SLOTS>(text) {
            Ok(slots) => Some(slots),
            Err(_) => None,
        }
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
