//! Percent-encoding in the parts of URLs: what a part stands for, and data as a part. RFC 1738
//! section 2.2.
//!
//! The rules of decoding and encoding are those of RFC 2396, in `percent`; here is said only
//! which parts can hold escapes, and which characters stay as they are.

use super::{
    Article, Database, Encoded822Addr, Escape, FSegment, FieldName, FieldValue, GType,
    GopherPlusString, HSegment, PPath, PSegment, Password, Search, Selector, Uchar, User, WPath,
    WType, Xchar,
};
use crate::percent::{Plus, sealed};
use crate::{ByteSet, Decode, Encode, EscapedPart, ParseError, Rule, Text};

/// What stands for itself, unescaped, whatever the scheme: the characters that are unreserved
/// in RFC 1738 and in RFC 2396. The first has no `~`, the second reserves `$`, `+` and `,`.
pub(super) const PLAIN: ByteSet = crate::UNRESERVED.without(ByteSet::EMPTY.with(b'~'));

/// The characters of ASCII that texts of a rule can consist of. No rule of these parts
/// has characters that can only stand in some places.
const fn characters_of<R: Rule<Unit = str>>() -> ByteSet {
    let mut set = ByteSet::EMPTY;
    let mut byte = 0;
    while byte < 0x80 {
        if Text::<&str, R, 0>::check_bytes(&[byte]).is_ok() {
            set = set.with(byte);
        }
        byte += 1;
    }
    set
}

macro_rules! decode {
    ($($part:ident)+) => {$(
        impl<'a> $part<'a> {
            /// The octets that the text stands for, RFC 1738 section 2.2. Decode once: the
            /// result is data, and a `%` in it is a percent sign.
            #[must_use]
            #[inline]
            pub const fn decode(self) -> Decode<'a> {
                Decode::new(self.as_str(), Plus::Plus)
            }
        }
    )+};
}

macro_rules! encode {
    ($($part:ident $buf:ident)+) => {$(
        impl $part<'static> {
            /// Data as this part: everything is escaped but letters, digits and
            /// `-_.!*'()`, which stand for themselves in RFC 1738 (section 2.2) and in RFC 2396. A
            /// `%` becomes `%25`.
            #[inline]
            pub fn encode<T: AsRef<[u8]> + ?Sized>(data: &T) -> Encode<'_, Self> {
                Encode::keeping(data.as_ref(), PLAIN)
            }

            /// Text as this part: characters that the part cannot hold are escaped, RFC 1738
            /// section 2.2. Reserved characters that the part can hold stay and keep their
            /// meaning; a `%` becomes `%25`.
            #[inline]
            pub fn quote<T: AsRef<[u8]> + ?Sized>(text: &T) -> Encode<'_, Self> {
                const CHARACTERS: ByteSet = characters_of::<super::rules::$part>();
                Encode::keeping(text.as_ref(), CHARACTERS)
            }
        }

        impl EscapedPart for $part<'static> {
            type View<'b> = $part<'b>;
            #[cfg(feature = "alloc")]
            type Buf = super::$buf;
        }

        impl sealed::Sealed for $part<'static> {
            #[inline]
            fn view(text: &str) -> Result<$part<'_>, ParseError> {
                $part::parse(text)
            }
        }
    )+};
}

decode! {
    User Password FSegment HSegment Search GType Selector GopherPlusString Encoded822Addr Article
    Database WType WPath PPath PSegment FieldName FieldValue Escape Uchar Xchar
}
encode! {
    User UserBuf
    Password PasswordBuf
    FSegment FSegmentBuf
    HSegment HSegmentBuf
    Search SearchBuf
    GType GTypeBuf
    Selector SelectorBuf
    GopherPlusString GopherPlusStringBuf
    Encoded822Addr Encoded822AddrBuf
    Database DatabaseBuf
    WType WTypeBuf
    WPath WPathBuf
    PPath PPathBuf
    PSegment PSegmentBuf
    FieldName FieldNameBuf
    FieldValue FieldValueBuf
}
