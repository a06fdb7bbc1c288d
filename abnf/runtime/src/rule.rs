//! Rules: the automata that read the texts of a type.
// Long because many lines are conditions, and one trait needs the other.

use super::dfa::Mismatch;
#[cfg(feature = "nested")]
use super::dfa::OF_BYTES;
#[cfg(feature = "parts")]
use super::dfa::{DEAD, LONGEST};
use super::error::ParseError;
#[cfg(feature = "nested")]
use super::nested::MAX_DEPTH;
#[cfg(feature = "parts")]
use super::slot_scans::{self, Scan};
use super::table::Table;
#[cfg(feature = "parts")]
use super::tagged::{NONE, is_too_long};
use core::fmt;
use core::hash::Hash;
#[cfg(feature = "decoded")]
use core::ops::Range;

/// The types of a rule. No other crate can name this trait.
pub trait Forms {
    /// The type of the texts: `str`, or `[u8]` if texts can contain bytes that are not UTF-8.
    type Unit: ?Sized + Unit;

    /// The borrowed type.
    type View<'a>: View<'a> + Forms<Unit = Self::Unit>;

    /// The owned type.
    #[cfg(feature = "alloc")]
    type Buf: TryFrom<<Self::Unit as Unit>::Owned, Error: Into<ParseError>>;
}

/// A rule of the grammar, named by the type of its borrowed texts.
pub trait Rule: Forms {
    /// The automata of the rule.
    const TABLE: &'static Table;

    /// How the slots follow from the bytes of a text that matches; empty if they do not.
    #[cfg(feature = "parts")]
    const SCANS: &'static [Scan] = &[];

    /// Returns the error of a text that the fastest engine has rejected; if the text does match,
    /// fills its slots.
    #[cold]
    fn explain(text: &[u8], slots: &mut [u32]) -> Result<(), ParseError> {
        #[cfg(feature = "general")]
        #[cfg(feature = "alloc")]
        if let Some(general) = Self::TABLE.general {
            return general.check(text).map_err(|why| ParseError::of_general(Self::TABLE, why));
        }
        #[cfg(feature = "nested")]
        if Self::TABLE.nested.is_some() {
            return Self::TABLE.check(text);
        }
        #[cfg(feature = "parts")]
        let examined = match noted::<Self>(text, slots) {
            Some(mismatch) => Err(mismatch),
            None => Self::TABLE.dfa.examine(text),
        };
        #[cfg(not(feature = "parts"))]
        let examined = Self::TABLE.dfa.examine(text);
        let filled = Self::TABLE.fill(examined, text, slots);
        filled.map_err(|mismatch| ParseError::new(Self::TABLE, &mismatch))
    }

    /// Returns whether the whole text matches, by the fastest engine.
    #[inline]
    #[cfg(feature = "shift")]
    fn is_match(text: &[u8]) -> bool {
        match Self::TABLE.shift {
            None => Self::TABLE.is_match(text),
            Some(shift) => shift.is_match(text),
        }
    }

    /// Returns whether the whole text matches, by the fastest engine.
    #[inline]
    #[cfg(not(feature = "shift"))]
    fn is_match(text: &[u8]) -> bool {
        Self::TABLE.is_match(text)
    }

    /// As [`is_match`](Self::is_match), for text that may be known to be UTF-8.
    #[inline]
    fn is_match_unit(text: &Self::Unit) -> bool {
        #[cfg(feature = "nested")]
        if let Some(nested) = Self::TABLE.nested {
            return nested.is_match(Self::Unit::RUNS, text.bytes(), &mut [0; MAX_DEPTH]);
        }
        Self::is_match(text.bytes())
    }

    /// As [`locate`](Self::locate), for text that may be known to be UTF-8.
    #[inline]
    fn locate_unit(text: &Self::Unit, slots: &mut [u32]) -> bool {
        #[cfg(feature = "nested")]
        if Self::TABLE.nested.is_some() {
            // No parts are located in its texts.
            return Self::is_match_unit(text);
        }
        Self::locate(text.bytes(), slots)
    }

    /// Fills the slots of a text, by the fastest engine; returns `false` if the text does not match
    /// or is too long.
    #[inline]
    #[cfg(feature = "parts")]
    fn locate(text: &[u8], slots: &mut [u32]) -> bool {
        match Self::TABLE.tagged {
            None => Self::is_match(text),
            Some(_) if is_too_long(text) => false,
            // There are no slots to fill.
            Some(_) if slots.is_empty() => Self::is_match(text),
            Some(_) if !Self::SCANS.is_empty() => {
                slot_scans::fill(Self::SCANS, text, slots);
                Self::is_match(text)
            }
            Some(tagged) => tagged.fill(tagged.dfa.start, u16::MAX, text, 0, slots),
        }
    }

    /// Returns whether the whole text matches: no rule has slots to fill.
    #[inline]
    #[cfg(not(feature = "parts"))]
    fn locate(text: &[u8], _: &mut [u32]) -> bool {
        Self::is_match(text)
    }
}

/// A borrowed text of a rule.
pub trait View<'a>:
    Rule + TryFrom<&'a Self::Unit, Error = ParseError> + Copy + Eq + Hash + fmt::Debug
{
    /// Makes a view of a text that matches, before its parts are located.
    fn unlocated(text: &'a Self::Unit) -> Self;

    /// The text, and the offsets that determine its parts.
    fn contents(&mut self) -> (&'a Self::Unit, &mut [u32]);

    /// Makes a view of a text that matches and is not too long, and locates its parts.
    #[inline]
    fn of_part(text: &'a Self::Unit) -> Self {
        #[cfg(feature = "parts")]
        if let Some(tagged) = Self::TABLE.tagged {
            let mut view = Self::unlocated(text);
            let (start, settled) = (tagged.dfa.start, tagged.dfa.settled);
            match Self::SCANS {
                // The parts follow from the length alone.
                _ if view.contents().1.is_empty() => {}
                [] => _ = tagged.fill(start, settled, text.bytes(), 0, view.contents().1),
                scans => slot_scans::fill(scans, text.bytes(), view.contents().1),
            }
            return view;
        }
        Self::unlocated(text)
    }
}

/// Implements [`Rule`]. Arguments: the borrowed type, the name in the grammar, and the table, perhaps
/// with the width and the number of its entries, so that texts are matched without its lists; or with
/// a faster automaton, and then perhaps the scans of its parts.
macro_rules! rule {
    (
        $view:ident, $name:literal, $kind:ident($automaton:path)
        $(matched by $width:ident $entries:literal)?
        $(, $shift:path)? $(; $($scans:tt)+)?
    ) => {
        impl runtime::Rule for super::$view<'_> {
            const TABLE: &'static runtime::table::Table =
                &runtime::table::Table::$kind($name, &$automaton)$(.with_shift(&$shift))?;
            $(runtime::slot_scans::scans! { $($scans)+ })?
            $(runtime::rule::matched! { $width $entries $automaton })?
        }
    };
}

pub(crate) use rule;

/// The method that matches by a table without lists. Edges with lists are branches, which the
/// processor mispredicts in short texts.
#[cfg(feature = "targets")]
macro_rules! matched {
    (narrow $entries:literal $automaton:path) => {
        fn is_match(text: &[u8]) -> bool {
            static TARGETS: [u8; $entries] = $automaton.dfa.narrow_targets();
            static DFA: runtime::dfa::Dfa = $automaton.dfa.with_narrow_targets(&TARGETS);
            DFA.is_match(text)
        }
    };
    (wide $entries:literal $automaton:path) => {
        fn is_match(text: &[u8]) -> bool {
            static TARGETS: [u16; $entries] = $automaton.dfa.wide_targets();
            static DFA: runtime::dfa::Dfa = $automaton.dfa.with_wide_targets(&TARGETS);
            DFA.is_match(text)
        }
    };
}

#[cfg(feature = "targets")]
pub(crate) use matched;

/// The unsized types of texts: `str` and `[u8]`.
pub trait Unit: fmt::Debug + Ord + Hash + 'static {
    /// The owned form of the type.
    #[cfg(feature = "alloc")]
    type Owned;

    /// The runs that can be skipped in it.
    #[cfg(feature = "nested")]
    const RUNS: u16;

    /// The bytes of the text.
    fn bytes(&self) -> &[u8];

    /// Returns the bytes as a text; `None` if they are not UTF-8 and the text must be.
    fn of_bytes(bytes: &[u8]) -> Option<&Self>;

    /// Returns a part of the text, unless it begins or ends within a character.
    #[cfg(feature = "decoded")]
    fn get(&self, range: Range<usize>) -> Option<&Self>;

    /// Returns the text if it is UTF-8.
    #[cfg(any(feature = "decoded", feature = "readers"))]
    fn text(&self) -> Option<&str>;

    /// Returns a line as a text; `text` returns it if it is UTF-8.
    #[cfg(any(feature = "lines", feature = "node_data", feature = "readers"))]
    fn of_line<'a>(line: &'a [u8], text: impl FnOnce() -> Option<&'a str>) -> Option<&'a Self>;

    /// Writes the text; unprintable bytes are escaped.
    fn show(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result;

    /// Writes the text as a literal of Rust, `"…"` or `b"…"`.
    fn quote(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result;

    /// Serializes as text, or as bytes.
    #[cfg(feature = "serde")]
    fn serialize_unit<S: serde_core::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error>;
}

#[allow(dead_code, reason = "a grammar may have parts everywhere or nowhere")]
impl Table {
    /// Returns whether the whole text matches.
    pub(crate) fn is_match(&self, text: &[u8]) -> bool {
        #[cfg(feature = "general")]
        #[cfg(feature = "alloc")]
        if let Some(general) = self.general {
            return general.check(text).is_ok();
        }
        #[cfg(feature = "nested")]
        if let Some(nested) = self.nested {
            return nested.is_match(OF_BYTES, text, &mut [0; MAX_DEPTH]);
        }
        self.dfa.is_match(text)
    }

    /// Checks a text; the error is located.
    pub(crate) const fn check(&'static self, text: &[u8]) -> Result<(), ParseError> {
        match self.mismatch(text) {
            Ok(()) => Ok(()),
            Err(mismatch) => Err(ParseError::new(self, &mismatch)),
        }
    }

    const fn mismatch(&self, text: &[u8]) -> Result<(), Mismatch> {
        #[cfg(feature = "nested")]
        if let Some(nested) = self.nested {
            return nested.check(text, &mut [0; MAX_DEPTH]);
        }
        self.dfa.check(text)
    }

    /// As [`check`](Self::check), with a stack for texts of nested rules.
    #[cfg(feature = "nested")]
    pub(crate) fn check_nested(
        &'static self,
        text: &[u8],
        stack: &mut [u16],
    ) -> Result<(), ParseError> {
        let checked = match self.nested {
            Some(nested) => nested.check(text, stack),
            None => self.dfa.check(text),
        };
        checked.map_err(|mismatch| ParseError::new(self, &mismatch))
    }

    /// Fills the slots of a text that has been examined, if it matches and is not too long.
    #[cfg(feature = "parts")]
    fn fill(
        &self,
        examined: Result<(), Mismatch>,
        text: &[u8],
        slots: &mut [u32],
    ) -> Result<(), Mismatch> {
        let Some(tagged) = self.tagged else { return examined };
        match examined {
            Err(it) if it.offset < LONGEST || !is_too_long(text) => Err(it),
            Ok(()) if !is_too_long(text) => {
                if !slots.is_empty() {
                    tagged.fill(tagged.dfa.start, u16::MAX, text, 0, slots);
                }
                Ok(())
            }
            Ok(()) | Err(_) => Err(Mismatch { offset: LONGEST, state: DEAD, found: None }),
        }
    }

    /// No rule has slots to fill.
    #[cfg(not(feature = "parts"))]
    #[allow(clippy::unused_self, reason = "as with parts")]
    fn fill(
        &self,
        examined: Result<(), Mismatch>,
        _: &[u8],
        _: &mut [u32],
    ) -> Result<(), Mismatch> {
        examined
    }

    /// Fills the slots of a text, in constants.
    #[cfg(feature = "parts")]
    pub(crate) const fn locate(
        &'static self,
        text: &[u8],
        slots: &mut [u32],
    ) -> Result<(), ParseError> {
        let located: Result<(), Mismatch> = match self.tagged {
            Some(tagged) => tagged.locate(text, slots),
            None => self.mismatch(text),
        };
        match located {
            Ok(()) => Ok(()),
            Err(mismatch) => Err(ParseError::new(self, &mismatch)),
        }
    }

    /// No rule has slots to fill.
    #[cfg(not(feature = "parts"))]
    pub(crate) const fn locate(
        &'static self,
        text: &[u8],
        _: &mut [u32],
    ) -> Result<(), ParseError> {
        self.check(text)
    }

    /// Returns the length of the longest prefix that matches, if there is one and it is not too
    /// long.
    pub(crate) const fn longest_prefix(&self, text: &[u8]) -> Option<usize> {
        #[cfg(feature = "nested")]
        if let Some(nested) = self.nested {
            return nested.longest_prefix(text, &mut [0; MAX_DEPTH]);
        }
        #[cfg(feature = "parts")]
        if self.tagged.is_some() && is_too_long(text) {
            return match self.dfa.longest_prefix(text) {
                Some(length) if length <= LONGEST => Some(length),
                _ => None,
            };
        }
        self.dfa.longest_prefix(text)
    }
}

/// Returns where a text stops matching, if [`Rule::locate`] has rejected the text and
/// has noted that in the slots, as [`Tagged::fill`](super::tagged::Tagged::fill) does.
#[cfg(feature = "parts")]
fn noted<R: Rule + ?Sized>(text: &[u8], slots: &[u32]) -> Option<Mismatch> {
    let [offset, state, ..] = *slots else { return None };
    if R::TABLE.tagged.is_none() || !R::SCANS.is_empty() || is_too_long(text) {
        return None;
    }
    let (offset, state) = (offset as usize, u16::try_from(state).ok()?);
    let examined = || R::TABLE.dfa.examine(text);
    let is_same = |it: Mismatch| (it.offset, it.state) == (offset, state);
    debug_assert!(examined().is_err_and(is_same), "the slots are those of another text");
    Some(Mismatch { offset, state, found: text.get(offset).copied() })
}

/// The slots before anything has been located.
#[cfg(feature = "parts")]
pub(crate) const fn unset<const N: usize>() -> [u32; N] {
    [NONE; N]
}

/// The slots before anything has been located.
#[cfg(not(feature = "parts"))]
pub(crate) const fn unset<const N: usize>() -> [u32; N] {
    [0; N]
}

/// Makes a view of a part whose slots are not read.
#[inline]
pub(crate) fn unlocated<'a, V: View<'a>>(text: &'a V::Unit) -> V {
    V::unlocated(text)
}

/// Returns the slots of a text that does not keep them.
#[cfg(feature = "parts")]
pub(crate) fn slots<R: Rule, const N: usize>(text: &[u8]) -> [u32; N] {
    let mut slots = [NONE; N];
    if let Some(tagged) = R::TABLE.tagged {
        tagged.fill(tagged.dfa.start, tagged.dfa.settled, text, 0, &mut slots);
    }
    slots
}

/// Checks that the whole text matches, with a stack.
#[cfg(feature = "nested")]
pub(crate) fn parse_with_stack<'a, V: View<'a>>(
    text: &'a V::Unit,
    stack: &mut [u16],
) -> Result<V, ParseError> {
    V::TABLE.check_nested(text.bytes(), stack)?;
    Ok(V::unlocated(text))
}
