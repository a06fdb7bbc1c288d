//! The parts of URLs that contain escaped data, RFC 1738 section 2.2, and the other properties of parts.
//! The operations on them are those of all grammars.

use super::Article;
use crate::operations::number::ports;
use crate::operations::percent::{Plus, escaped};
use crate::operations::schemes::schemes;
use crate::{ByteSet, Decode, EscapedPart};

/// The characters that are never escaped, whatever the scheme: those that are unreserved both in
/// RFC 1738, which lacks `~`, and in RFC 2396, which reserves `$`, `+` and `,`.
pub(super) const PLAIN: ByteSet = crate::UNRESERVED.without(ByteSet::EMPTY.with(b'~'));

const _: () = {
    use crate::rfc1738 as of;

    escaped! { of [rfc1738 "rfc1738::"], PLAIN;
        User UserBuf Password PasswordBuf FtpSegment FtpSegmentBuf HttpSegment HttpSegmentBuf
        Search SearchBuf Selector SelectorBuf GopherPlusString GopherPlusStringBuf
        EncodedAddress EncodedAddressBuf Database DatabaseBuf WaisType WaisTypeBuf
        WaisPath WaisPathBuf ProsperoPath ProsperoPathBuf ProsperoSegment ProsperoSegmentBuf
        FieldName FieldNameBuf FieldValue FieldValueBuf
        // One character or escape.
        GopherType GopherTypeBuf {
            const CHARACTERS: ByteSet = <of::Selector<'_> as EscapedPart>::CHARACTERS;
        }
        Xchar XcharBuf {
            const CHARACTERS: ByteSet = <of::Selector<'_> as EscapedPart>::CHARACTERS;
        }
        Uchar UcharBuf {
            const CHARACTERS: ByteSet = <of::WaisPath<'_> as EscapedPart>::CHARACTERS;
        }
        Escape EscapeBuf {
            const CHARACTERS: ByteSet = ByteSet::EMPTY;
        }
    }
    schemes! { of Scheme SchemeBuf crate::syntax::Rfc2396, [rfc1738 "rfc1738::" "" ""] }
    ports! { of Port PortBuf crate::syntax::Rfc2396, [rfc1738 "rfc1738::" "" ""] }
};

impl<'a> Article<'a> {
    /// The octets that the text stands for, RFC 1738 section 2.2: a message id without its angle
    /// brackets. There is no `encode`, because the `@` and the host are never escaped.
    #[must_use]
    #[inline]
    pub const fn decode(self) -> Decode<'a> {
        Decode::new(self.as_str(), Plus::Plus)
    }
}
