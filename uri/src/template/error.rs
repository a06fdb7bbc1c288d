//! The errors of expansion, RFC 6570 section 3.

use core::fmt;

/// The reason why a template cannot be expanded with the given values, and its offset in the
/// template. RFC 6570 section 3.
///
/// ```
/// use uri::template::{ExpandErrorKind, Template, Value};
///
/// let list = ["a", "b"];
/// let error = Template::parse("/{x:3}")?.expand([("x", Value::from(&list))]).unwrap_err();
/// assert_eq!(error.kind(), ExpandErrorKind::PrefixOfMany);
/// assert_eq!(error.offset(), 2);
/// # Ok::<(), uri::ParseError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct ExpandError {
    kind: ExpandErrorKind,
    offset: usize,
}

impl ExpandError {
    #[inline]
    pub(super) const fn new(kind: ExpandErrorKind, offset: usize) -> Self {
        Self { kind, offset }
    }

    /// Returns the kind of error.
    #[must_use]
    #[inline]
    pub const fn kind(self) -> ExpandErrorKind {
        self.kind
    }

    /// Returns the offset of the operator or of the variable's name in the template, in bytes.
    #[must_use]
    #[inline]
    pub const fn offset(self) -> usize {
        self.offset
    }
}

/// The kinds of errors in an expression.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum ExpandErrorKind {
    /// The operator is reserved for extensions: `=`, `,`, `!`, `@` or `|`. Section 2.2.
    ReservedOperator,
    /// The variable has the modifier `:n`, and its value is a list or pairs. Section 2.4.1.
    PrefixOfMany,
}

impl fmt::Display for ExpandError {
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let what = match self.kind {
            ExpandErrorKind::ReservedOperator => "the operator is reserved for extensions",
            ExpandErrorKind::PrefixOfMany => "a list or pairs cannot be cut to a length",
        };
        write!(f, "{what}, at byte {}", self.offset)
    }
}

impl core::error::Error for ExpandError {}
