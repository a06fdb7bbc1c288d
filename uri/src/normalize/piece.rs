//! Pieces of normal forms.

/// A piece of the text of a normal form.
#[derive(Clone)]
pub(super) enum Piece<'a> {
    /// Text of the reference, or a constant.
    Text(&'a str),
    /// A character that is escaped in the reference.
    Character { octets: [u8; 4], length: usize },
}

impl From<char> for Piece<'_> {
    #[inline]
    fn from(character: char) -> Self {
        let mut octets = [0; 4];
        let length = character.encode_utf8(&mut octets).len();
        Self::Character { octets, length }
    }
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
