//! The action for each character of a text that is repaired.

use super::{Change, ChangeKind};
use crate::operations::percent::{Beyond, EscapedPart};
use crate::syntax::Syntax;
use crate::{AbsPath, ByteSet};

/// Consecutive characters with the same action.
#[derive(Clone, Copy)]
pub(super) struct Step<'a> {
    pub(super) action: Action,
    offset: usize,
    pub(super) text: &'a str,
}

#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Action {
    Keep,
    Remove,
    Escape,
}

impl<'a> Step<'a> {
    #[inline]
    pub(super) fn change(self, kind: ChangeKind) -> Change<'a> {
        Change { kind, offset: self.offset, text: self.text }
    }
}

/// An iterator over the changes of a text, in order.
#[derive(Clone, Debug)]
pub(super) struct Steps<'a> {
    text: &'a str,
    offset: usize,
    /// Where the spaces and control characters at the beginning end.
    start: usize,
    /// Where the spaces and control characters at the end begin.
    end: usize,
    place: Place,
    /// The characters beyond ASCII that a query can contain. If there are any, the other parts can
    /// contain them too, except the private ones.
    in_query: Beyond,
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
    pub(super) fn new<S: Syntax>(text: &'a str) -> Self {
        let trimmed = text.trim_start_matches(is_space);
        let start = text.len() - trimmed.len();
        let place = if has_scheme(trimmed) { Place::Scheme } else { Place::RelativeStart };
        let end = text.trim_end_matches(is_space).len();
        Self { text, offset: 0, start, end, place, in_query: S::BEYOND_IN_QUERY }
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
            let (action, place) = act(self.place, character, &rest[length..]);
            let is_kept = self.is_kept_beyond_ascii(place, character);
            (if is_kept { Action::Keep } else { action }, place)
        };
        Some((action, length, place))
    }

    /// Returns whether a part contains this character beyond ASCII without an escape.
    #[inline]
    fn is_kept_beyond_ascii(&self, place: Place, character: char) -> bool {
        match place {
            Place::Query => self.in_query.allows(character),
            _ => self.in_query != Beyond::Nothing && Beyond::Characters.allows(character),
        }
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
