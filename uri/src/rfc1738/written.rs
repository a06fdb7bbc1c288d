//! Types as which texts are read that have been written.

use crate::syntax::{Part, sealed};
use crate::{Rule, Text};
use core::fmt::Debug;

/// A text that a result becomes when it is written: a URL, a path or a URI.
pub trait UrlText: sealed::Sealed + Copy + Debug {
    /// The view.
    type View<'b>: Part<'b>;
    /// The view's owned counterpart.
    #[cfg(feature = "alloc")]
    type Buf: TryFrom<alloc::string::String, Error: Into<crate::ParseError>>;
}

impl<R: Rule<Unit = str>, const N: usize> UrlText for Text<&'static str, R, N> {
    type View<'b> = Text<&'b str, R, N>;
    #[cfg(feature = "alloc")]
    type Buf = Text<alloc::string::String, R, N>;
}
