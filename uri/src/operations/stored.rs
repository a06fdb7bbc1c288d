//! Texts in owners other than `String`.

use crate::OwnedParseError;
use crate::generated::runtime::{Forms, View as _};
use crate::syntax::Part;
use alloc::borrow::Cow;
use alloc::boxed::Box;
use alloc::rc::Rc;
use alloc::string::String;
use alloc::sync::Arc;
use core::borrow::Borrow;
use core::cmp::Ordering;
use core::fmt;
use core::hash::{Hash, Hasher};

/// A text of the type `V` in an owner `T`, such as `Arc<str>`, `Box<str>` or a string type of your
/// own. The text is parsed once, when it is stored; [`as_view`](Self::as_view) returns the view,
/// with all accessors and operations, in constant time.
///
/// For `String`, use the owned type of `V`, which can also be changed in place.
///
/// ```
/// # #[cfg(feature = "rfc3986")] {
/// use std::sync::Arc;
/// use uri::Stored;
/// use uri::rfc3986::Uri;
///
/// type SharedUri = Stored<Uri<'static>, Arc<str>>;
///
/// let uri = SharedUri::parse("http://example.com/a".into())?;
/// let shared = uri.clone();
/// assert_eq!(shared.as_view().host().unwrap(), "example.com");
/// assert!(Arc::ptr_eq(uri.owner(), shared.owner()));
/// # }
/// # Ok::<(), uri::OwnedParseError<std::sync::Arc<str>>>(())
/// ```
pub struct Stored<V: Forms<Unit = str>, T> {
    text: T,
    /// The view of another text, with the slots of `text`.
    slots: V::View<'static>,
}

/// An owner of a text for [`Stored`]. Its `as_ref` returns the same text at each call.
///
/// Implement this trait for string types of your own. If `as_ref` returns other texts, methods of
/// views may panic or return wrong parts; this crate has no unsafe code that depends on it.
///
/// ```
/// use uri::rfc3986::UriReference;
/// use uri::{StableText, Stored};
///
/// struct Interned(&'static str);
///
/// impl AsRef<str> for Interned {
///     fn as_ref(&self) -> &str {
///         self.0
///     }
/// }
///
/// impl StableText for Interned {}
///
/// let stored = Stored::<UriReference<'static>, _>::parse(Interned("a?b")).ok().unwrap();
/// assert_eq!(stored.as_view().query().unwrap(), "b");
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` is no owner of a text",
    note = "implement `StableText` for your string type, if its `as_ref` always returns the same text"
)]
pub trait StableText: AsRef<str> {}

impl StableText for &str {}
impl StableText for String {}
impl StableText for Box<str> {}
impl StableText for Rc<str> {}
impl StableText for Arc<str> {}
impl StableText for Cow<'_, str> {}

impl<V: Forms<Unit = str>, T: StableText> Stored<V, T> {
    /// Checks that the whole text matches, and stores it without copying it.
    ///
    /// # Errors
    ///
    /// As `parse` of the type `V`, with the text.
    #[inline]
    pub fn parse(text: T) -> Result<Self, OwnedParseError<T>> {
        match V::View::try_from(text.as_ref()) {
            Ok(mut view) => {
                let slots = Part::of_slots("", view.contents().1);
                Ok(Self { text, slots })
            }
            Err(error) => Err(OwnedParseError::new(error, text)),
        }
    }

    /// Returns the view of the text, in constant time.
    #[must_use]
    #[inline]
    pub fn as_view(&self) -> V::View<'_> {
        let mut slots = self.slots;
        Part::of_slots(self.text.as_ref(), slots.contents().1)
    }

    /// The text.
    #[must_use]
    #[inline]
    pub fn as_str(&self) -> &str {
        self.text.as_ref()
    }
}

impl<V: Forms<Unit = str>, T> Stored<V, T> {
    /// Returns the owner of the text.
    #[must_use]
    #[inline]
    pub const fn owner(&self) -> &T {
        &self.text
    }

    /// Returns the owner without the offsets of the text's parts.
    #[must_use]
    #[inline]
    pub fn into_owner(self) -> T {
        self.text
    }
}

impl<V: Forms<Unit = str>, T: Clone> Clone for Stored<V, T> {
    #[inline]
    fn clone(&self) -> Self {
        Self { text: self.text.clone(), slots: self.slots }
    }
}

impl<V: Forms<Unit = str>, T: Copy> Copy for Stored<V, T> {}

impl<V: Forms<Unit = str>, T: StableText> fmt::Debug for Stored<V, T> {
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Stored").field(&self.as_view()).finish()
    }
}

impl<V: Forms<Unit = str>, T: StableText> fmt::Display for Stored<V, T> {
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.as_str())
    }
}

impl<V: Forms<Unit = str>, T: StableText> AsRef<str> for Stored<V, T> {
    #[inline]
    fn as_ref(&self) -> &str {
        self.as_str()
    }
}

impl<V: Forms<Unit = str>, T: StableText> Borrow<str> for Stored<V, T> {
    #[inline]
    fn borrow(&self) -> &str {
        self.as_str()
    }
}

/// Compares the texts.
impl<V: Forms<Unit = str>, T: StableText, O: AsRef<str> + ?Sized> PartialEq<O> for Stored<V, T> {
    #[inline]
    fn eq(&self, other: &O) -> bool {
        self.as_str() == other.as_ref()
    }
}

impl<V: Forms<Unit = str>, T: StableText> Eq for Stored<V, T> {}

/// Compares the texts.
impl<V: Forms<Unit = str>, T: StableText, O: AsRef<str> + ?Sized> PartialOrd<O> for Stored<V, T> {
    #[inline]
    fn partial_cmp(&self, other: &O) -> Option<Ordering> {
        Some(self.as_str().cmp(other.as_ref()))
    }
}

impl<V: Forms<Unit = str>, T: StableText> Ord for Stored<V, T> {
    #[inline]
    fn cmp(&self, other: &Self) -> Ordering {
        self.as_str().cmp(other.as_str())
    }
}

impl<V: Forms<Unit = str>, T: StableText> Hash for Stored<V, T> {
    #[inline]
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.as_str().hash(state);
    }
}
