//! Repairs links that are not references: `a b.html`, `ä.html`, `50%`.
//!
//! No RFC specifies this. A reference is left as it is. Any other text is changed as little as is
//! needed to make it a reference, and each [`Change`] is listed. If that is impossible, the text is
//! an error.
//!
//! ```
//! use uri::lenient::ChangeKind;
//! use uri::rfc3986::UriReference;
//!
//! let repaired = UriReference::repair(" /caf\u{E9}/a b.html?50%\n");
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
//! assert_eq!(repaired.write_in(&mut buffer)?.query().unwrap(), "50%25");
//! assert!(UriReference::repair("http://a:b]/").write_in(&mut buffer).is_err());
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
//!
//! `IriReference::repair` of `rfc3987` does the same for IRIs, and leaves the characters beyond
//! ASCII that the part can contain as they are. To look up a host such as `bücher.de`, repair the
//! text as an IRI and convert it by `to_uri_with_ascii_host` (feature `idna`):
//!
//! ```
//! # #[cfg(feature = "idna")] {
//! use uri::rfc3987::IriReference;
//!
//! let mut buffer = [0; 64];
//! let iri = IriReference::repair("http://b\u{FC}cher.de/a b").write_in(&mut buffer)?;
//! assert_eq!(iri, "http://b\u{FC}cher.de/a%20b");
//! assert_eq!(iri.to_uri_with_ascii_host().unwrap(), "http://xn--bcher-kva.de/a%20b");
//! # }
//! # Ok::<(), uri::WriteError>(())
//! ```
//!
//! # Texts that stay as they are
//!
//! A program that must keep texts even if they are no references, and still resolve them, can use
//! `resolve`, with the feature `rfc3986` or `rfc3987`. The result is a text, since no type contains it:
//!
//! ```
//! # #[cfg(feature = "rfc3986")] {
//! use uri::lenient;
//! use uri::rfc3986::Uri;
//!
//! let target = lenient::resolve("http://a/b c/d", "../{e}?f#g h").unwrap();
//! assert_eq!(target, "http://a/{e}?f#g h");
//! assert!(Uri::parse(&target.to_string()).is_err());
//! # }
//! ```

mod actions;
#[cfg(any(feature = "rfc3986", feature = "rfc3987"))]
mod unchecked;

#[cfg(any(feature = "rfc3986", feature = "rfc3987"))]
pub use unchecked::{ResolvedText, resolve};

use crate::operations::output::{Each, Pieces};
use crate::operations::percent;
#[cfg(feature = "rfc3986")]
use crate::syntax::Rfc3986;
#[cfg(feature = "rfc3987")]
use crate::syntax::Rfc3987;
use crate::syntax::layout::{Measured, whole};
use crate::syntax::{AppendixC, Rfc2396, Syntax};
use crate::{ByteSet, Reference, UriReference};
use actions::{Action, Steps};
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
        Changes(Steps::new::<S>(self.text))
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
    #[cfg(feature = "rfc3987")]
    crate::rfc3987::IriReference<'static> => Rfc3987
}

impl<S: Syntax> Pieces for Repaired<'_, S> {
    #[inline]
    fn try_each(self, each: &mut Each<'_>) -> fmt::Result {
        Steps::new::<S>(self.text).try_for_each(|step| match step.action {
            Action::Keep => each(step.text),
            Action::Remove => Ok(()),
            Action::Escape => percent::write(step.text.as_bytes(), ByteSet::EMPTY, "%20", each),
        })
    }
}
