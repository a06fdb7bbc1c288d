//! Repairs links that are not references: `a b.html`, `ä.html`, `50%`.
//!
//! No RFC specifies this. A reference is left as it is. Any other text is changed as little as is
//! needed to make it a reference, and each [`Change`] is listed. If that is impossible, the text is
//! an error.
//!
//! ```
//! use uri::Reference;
//! use uri::lenient::ChangeKind;
//!
//! let repaired = Reference::repair(" /caf\u{E9}/a b.html?50%\n");
//! assert_eq!(repaired.to_string(), "/caf%C3%A9/a%20b.html?50%25");
//!
//! let changes = repaired.changes().map(|change| (change.offset(), change.text(), change.kind()));
//! assert!(changes.eq([
//!     (0, " ", ChangeKind::Removed),
//!     (5, "\u{E9}", ChangeKind::Escaped),
//!     (9, " ", ChangeKind::Escaped),
//!     (19, "%", ChangeKind::Escaped),
//!     (20, "\n", ChangeKind::Removed),
//! ]));
//!
//! // A reference after all, or not.
//! let mut buffer = [0; 64];
//! assert_eq!(repaired.write_in(&mut buffer)?.query().unwrap().as_str(), "50%25");
//! assert!(Reference::repair("http://a:b]/").write_in(&mut buffer).is_err());
//! # Ok::<(), uri::WriteError>(())
//! ```
//!
//! # Changes
//!
//! | in the text | result |
//! |---|---|
//! | spaces and control characters at both ends | removed |
//! | tabs and line ends inside | removed, as browsers do |
//! | a character that the path, the query or the fragment cannot hold | escaped, as UTF-8 |
//! | a `%` there without two hexadecimal digits | `%25` |
//! | a second `#` | `%23` |
//! | a colon in the first segment, where it would end an invalid scheme | `%3A` |
//! | a character beyond ASCII in the authority | escaped, as UTF-8: RFC 3986 section 3.2.2 |
//!
//! Nothing else is changed in a scheme or an authority, since that could change the host. A
//! backslash is data, `%5C`, and not a separator as in browsers: `\\host\a` is a path. The
//! delimiters between components are those of the RFCs, and are never escaped.

use crate::output::{Each, Pieces};
use crate::percent::{self, EscapedPart};
#[cfg(feature = "rfc3986")]
use crate::syntax::Rfc3986;
use crate::syntax::layout::{Measured, whole};
use crate::syntax::{AppendixC, Rfc2396, Syntax};
use crate::{AbsPath, ByteSet, Reference, UriReference};
use core::fmt;
use core::marker::PhantomData;

/// A text with the changes that may make it a reference, not written yet. Made by `repair` of the
/// type, such as [`Reference::repair`]. See the [module](self).
///
/// Writing it checks whether it is a reference. All operations take time proportional to the length
/// of the text.
#[derive(Clone, Copy)]
pub struct Repaired<'a, S = AppendixC> {
    text: &'a str,
    syntax: PhantomData<S>,
}

whole!(Repaired may become Reference, ReferenceBuf);

impl<'a, S: Syntax> Repaired<'a, S> {
    /// Returns the changes, in order.
    #[must_use]
    #[inline]
    pub fn changes(&self) -> Changes<'a> {
        Changes(Steps::new(self.text))
    }

    /// Returns whether nothing is changed. The text may still not be a reference.
    #[must_use]
    #[inline]
    pub fn is_unchanged(&self) -> bool {
        self.changes().next().is_none()
    }
}

/// The text is parsed when it is written, because no lengths are known.
impl<S: Syntax> Measured for Repaired<'_, S> {}

impl<S: Syntax> fmt::Debug for Repaired<'_, S> {
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Repaired({self})")
    }
}

/// Consecutive characters that are changed in the same way.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Change<'a> {
    kind: ChangeKind,
    offset: usize,
    text: &'a str,
}

/// The kind of a change.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum ChangeKind {
    /// The characters are removed.
    Removed,
    /// The octets of the characters' UTF-8 are escaped.
    Escaped,
}

impl<'a> Change<'a> {
    /// Returns the kind of the change.
    #[must_use]
    #[inline]
    pub const fn kind(self) -> ChangeKind {
        self.kind
    }

    /// Returns the offset of the characters in the original text, in bytes.
    #[must_use]
    #[inline]
    pub const fn offset(self) -> usize {
        self.offset
    }

    /// The characters.
    #[must_use]
    #[inline]
    pub const fn text(self) -> &'a str {
        self.text
    }
}

/// The changes of a text, in order. Made by [`Repaired::changes`].
#[derive(Clone, Debug)]
pub struct Changes<'a>(Steps<'a>);

impl<'a> Iterator for Changes<'a> {
    type Item = Change<'a>;

    #[inline]
    fn next(&mut self) -> Option<Self::Item> {
        self.0.by_ref().find_map(|step| match step.action {
            Action::Keep => None,
            Action::Remove => Some(step.change(ChangeKind::Removed)),
            Action::Escape => Some(step.change(ChangeKind::Escaped)),
        })
    }
}

impl core::iter::FusedIterator for Changes<'_> {}

macro_rules! repair {
    ($($(#[$attribute:meta])* $view:ty => $syntax:ident)+) => {$(
        $(#[$attribute])*
        impl $view {
            /// Makes a reference of a text that people may have written, with as few changes as
            /// possible; see the module [`lenient`](crate::lenient).
            #[must_use]
            #[inline]
            pub const fn repair(text: &str) -> Repaired<'_, $syntax> {
                Repaired { text, syntax: PhantomData }
            }
        }
    )+};
}
repair! {
    Reference<'static> => AppendixC
    UriReference<'static> => Rfc2396
    #[cfg(feature = "rfc3986")]
    crate::rfc3986::UriReference<'static> => Rfc3986
}

impl<S: Syntax> Pieces for Repaired<'_, S> {
    #[inline]
    fn try_each(self, each: &mut Each<'_>) -> fmt::Result {
        Steps::new(self.text).try_for_each(|step| match step.action {
            Action::Keep => each(step.text),
            Action::Remove => Ok(()),
            Action::Escape => percent::write(step.text.as_bytes(), ByteSet::EMPTY, "%20", each),
        })
    }
}

/// Consecutive characters with the same action.
#[derive(Clone, Copy)]
struct Step<'a> {
    action: Action,
    offset: usize,
    text: &'a str,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Action {
    Keep,
    Remove,
    Escape,
}

impl<'a> Step<'a> {
    #[inline]
    fn change(self, kind: ChangeKind) -> Change<'a> {
        Change { kind, offset: self.offset, text: self.text }
    }
}

/// An iterator over the changes of a text, in order.
#[derive(Clone, Debug)]
struct Steps<'a> {
    text: &'a str,
    offset: usize,
    /// Where the spaces and control characters at the beginning end.
    start: usize,
    /// Where the spaces and control characters at the end begin.
    end: usize,
    place: Place,
}

/// The position of a character in a reference.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Place {
    Scheme,
    /// Before a path or two slashes.
    Start,
    /// The same without a scheme: in a path without a leading slash, a colon would end a scheme.
    RelativeStart,
    /// After the first slash.
    Slash,
    Authority,
    FirstSegment,
    Path,
    Query,
    Fragment,
}

/// The characters that queries and fragments can contain.
const QUERY: ByteSet = <crate::Query<'_> as EscapedPart>::CHARACTERS;

impl<'a> Steps<'a> {
    #[inline]
    fn new(text: &'a str) -> Self {
        let trimmed = text.trim_start_matches(is_space);
        let start = text.len() - trimmed.len();
        let place = if has_scheme(trimmed) { Place::Scheme } else { Place::RelativeStart };
        Self { text, offset: 0, start, end: text.trim_end_matches(is_space).len(), place }
    }

    /// Returns the action for the next character, its length in bytes, and the position after it.
    #[inline]
    fn look(&self) -> Option<(Action, usize, Place)> {
        let rest = &self.text[self.offset..];
        let character = rest.chars().next()?;
        let length = character.len_utf8();
        let is_around = self.offset < self.start || self.end <= self.offset;
        let (action, place) = if is_around || is_removed(character) {
            (Action::Remove, self.place)
        } else {
            act(self.place, character, &rest[length..])
        };
        Some((action, length, place))
    }
}

impl<'a> Iterator for Steps<'a> {
    type Item = Step<'a>;

    #[inline]
    fn next(&mut self) -> Option<Step<'a>> {
        let offset = self.offset;
        let (action, ..) = self.look()?;
        while let Some((next, length, place)) = self.look() {
            if next != action {
                break;
            }
            self.offset += length;
            self.place = place;
        }
        Some(Step { action, offset, text: &self.text[offset..self.offset] })
    }
}

/// Returns the action for a character at a position, which the rest of the text follows, and the
/// next position.
#[inline]
fn act(place: Place, character: char, rest: &str) -> (Action, Place) {
    match (place, character) {
        (Place::Scheme, ':') => (Action::Keep, Place::Start),
        (Place::Scheme, _) => (Action::Keep, place),
        (Place::Start | Place::RelativeStart, '/') => (Action::Keep, Place::Slash),
        (Place::Slash, '/') => (Action::Keep, Place::Authority),
        (Place::FirstSegment | Place::RelativeStart, ':') => (Action::Escape, Place::FirstSegment),
        (Place::Authority | Place::FirstSegment, '/') => (Action::Keep, Place::Path),
        (Place::Fragment, _) => (of_data(character, QUERY, rest), place),
        (_, '#') => (Action::Keep, Place::Fragment),
        (Place::Query, _) => (of_data(character, QUERY, rest), place),
        (_, '?') => (Action::Keep, Place::Query),
        // The grammar reports errors in an authority.
        (Place::Authority, _) if character.is_ascii() => (Action::Keep, place),
        (Place::Authority, _) => (Action::Escape, place),
        (Place::RelativeStart | Place::FirstSegment, _) => {
            (of_data(character, AbsPath::CHARACTERS, rest), Place::FirstSegment)
        }
        (Place::Start | Place::Slash | Place::Path, _) => {
            (of_data(character, AbsPath::CHARACTERS, rest), Place::Path)
        }
    }
}

/// Returns the action for a character in a part that can contain the characters `held`.
#[inline]
fn of_data(character: char, held: ByteSet, rest: &str) -> Action {
    let is_kept = match u8::try_from(character) {
        Ok(b'%') => {
            let mut digits = rest.chars().filter(|&character| !is_removed(character)).take(2);
            digits.clone().count() == 2 && digits.all(|digit| digit.is_ascii_hexdigit())
        }
        Ok(byte) => held.contains(byte),
        Err(_) => false,
    };
    if is_kept { Action::Keep } else { Action::Escape }
}

/// Returns whether a text begins with a scheme and its colon, RFC 2396 and RFC 3986 section 3.1.
#[inline]
fn has_scheme(text: &str) -> bool {
    let mut characters = text.chars().filter(|&character| !is_removed(character));
    characters.next().is_some_and(|first| first.is_ascii_alphabetic())
        && characters
            .find(|&it| !it.is_ascii_alphanumeric() && !matches!(it, '+' | '-' | '.'))
            .is_some_and(|end| end == ':')
}

/// Returns whether a character is removed inside a text.
#[inline]
fn is_removed(character: char) -> bool {
    matches!(character, '\t' | '\n' | '\r')
}

/// Returns whether a character is removed at both ends of a text.
#[inline]
fn is_space(character: char) -> bool {
    character <= ' '
}
