//! The kind of the text that a builder or a normal form yields: whether it has a scheme. Operations
//! that keep the scheme of a URI yield a URI again.

use super::layout::Assembled;
use super::{Part, Syntax, sealed};
use core::fmt::{Debug, Display};

/// The kind of the result of a [`Builder`](crate::Builder): a reference, or a URI, which has a scheme.
pub trait Kind<S: Syntax>: sealed::Sealed + Copy + Debug {
    /// The argument of the builder's method `scheme`: an `Option` if the scheme can be removed.
    type Scheme<'a>: Into<Option<S::Scheme<'a>>>;

    /// The kind after `scheme` has been called.
    type Then: Kind<S>;

    /// The kind of an empty builder for texts of this kind.
    type Empty: Kind<S>;
}

/// A kind whose texts can be written.
#[diagnostic::on_unimplemented(
    message = "this builder has no scheme yet",
    note = "call `scheme` of the builder before `build`"
)]
pub trait Complete<S: Syntax>: Kind<S> {
    /// The view of a text of this kind.
    type View<'a>: Part<'a> + Assembled<&'a str, S> + AsRef<str> + Display;

    /// The text as a value that owns it.
    #[cfg(feature = "alloc")]
    type Buf: Assembled<alloc::string::String, S> + AsRef<str> + Display;
}

/// A reference, with a scheme or without.
#[derive(Clone, Copy, Debug)]
pub enum AnyReference {}

/// A URI: a reference with a scheme. In RFC 2396, which has no rule for URIs with a fragment, its
/// type is that of any reference.
#[derive(Clone, Copy, Debug)]
pub enum WithScheme {}

/// A URI that has no scheme yet, and cannot be built without one.
#[derive(Clone, Copy, Debug)]
pub enum BeforeScheme {}

impl sealed::Sealed for AnyReference {}
impl sealed::Sealed for WithScheme {}
impl sealed::Sealed for BeforeScheme {}

impl<S: Syntax> Kind<S> for AnyReference {
    type Scheme<'a> = Option<S::Scheme<'a>>;
    type Then = Self;
    type Empty = Self;
}

impl<S: Syntax> Kind<S> for WithScheme {
    type Scheme<'a> = S::Scheme<'a>;
    type Then = Self;
    type Empty = BeforeScheme;
}

impl<S: Syntax> Kind<S> for BeforeScheme {
    type Scheme<'a> = S::Scheme<'a>;
    type Then = WithScheme;
    type Empty = Self;
}

impl<S: Syntax> Complete<S> for AnyReference {
    type View<'a> = S::Reference<'a>;
    #[cfg(feature = "alloc")]
    type Buf = S::ReferenceBuf;
}

impl<S: Syntax> Complete<S> for WithScheme {
    type View<'a> = S::Target<'a>;
    #[cfg(feature = "alloc")]
    type Buf = S::TargetBuf;
}
