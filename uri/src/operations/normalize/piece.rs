//! Pieces of normal forms.

/// A piece of the text of a normal form.
#[derive(Clone)]
pub(super) enum Piece<'a> {
    /// Text of the reference, or a constant.
    Text(&'a str),
    /// A character that is escaped in the reference.
    Character { octets: [u8; 4], length: usize },
}

impl AsRef<str> for Piece<'_> {
    #[inline]
    fn as_ref(&self) -> &str {
        match self {
            Self::Text(text) => text,
            Self::Character { octets, length } => {
                core::str::from_utf8(&octets[..*length]).expect("one character")
            }
        }
    }
}
