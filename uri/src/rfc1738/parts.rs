//! Which parts of URLs hold escaped data, RFC 1738 section 2.2, and what else parts are. The
//! operations on them are those of all grammars.

use super::{Article, rules};
use crate::percent::Plus;
use crate::syntax::{PortRule, SchemeRule, sealed};
use crate::{ByteSet, Decode, EscapedPart};

/// What stands for itself, unescaped, whatever the scheme: the characters that are unreserved
/// in RFC 1738 and in RFC 2396. The first has no `~`, the second reserves `$`, `+` and `,`.
pub(super) const PLAIN: ByteSet = crate::UNRESERVED.without(ByteSet::EMPTY.with(b'~'));

macro_rules! escaped {
    ($($rule:ident)+) => {$(
        impl sealed::Sealed for rules::$rule {}

        impl EscapedPart for rules::$rule {
            const UNRESERVED: ByteSet = PLAIN;
        }
    )+};
    // One character or escape.
    (one: $($rule:ident of $characters:expr;)+) => {$(
        impl sealed::Sealed for rules::$rule {}

        impl EscapedPart for rules::$rule {
            const UNRESERVED: ByteSet = PLAIN;
            const CHARACTERS: ByteSet = $characters;
        }
    )+};
}
escaped! {
    User Password FtpSegment HttpSegment Search Selector GopherPlusString EncodedAddress Database WaisType
    WaisPath ProsperoPath ProsperoSegment FieldName FieldValue
}
escaped! { one:
    GopherType of <rules::Selector as EscapedPart>::CHARACTERS;
    Xchar of <rules::Selector as EscapedPart>::CHARACTERS;
    Uchar of <rules::WaisPath as EscapedPart>::CHARACTERS;
    Escape of ByteSet::EMPTY;
}

impl sealed::Sealed for rules::Scheme {}
impl SchemeRule for rules::Scheme {}

impl sealed::Sealed for rules::Port {}
impl PortRule for rules::Port {}

impl<'a> Article<'a> {
    /// The octets that the text stands for, RFC 1738 section 2.2: a message id without its angle
    /// brackets. Its `@` and its host are never escaped, so that there is no `encode`.
    #[must_use]
    #[inline]
    pub const fn decode(self) -> Decode<'a> {
        Decode::new(self.as_str(), Plus::Plus)
    }
}
