//! Kinds of namespaces. RFC 8141 section 5.

use super::Nid;
#[cfg(feature = "alloc")]
use super::NidBuf;

/// The kind of a namespace, by its identifier alone. Made by [`Nid::kind`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum NidKind {
    /// An identifier that can be registered, as `isbn`. Whether it has been is in the registry of
    /// IANA. RFC 8141 section 5.1.
    Formal,
    /// `urn-` and a number without leading zeros, which IANA has assigned. RFC 8141 section 5.2.
    Informal,
    /// An identifier that begins with `x-`, as in RFC 3406. RFC 8141 section 5.1 keeps these from
    /// being registered.
    Experimental,
    /// An identifier that cannot be registered: two characters, two letters and a hyphen, or `urn-`
    /// without a number. RFC 8141 section 5.1.
    Reserved,
}

impl Nid<'_> {
    /// Returns the kind of the namespace. Ignores case.
    ///
    /// ```
    /// use uri::urn::{Nid, NidKind};
    ///
    /// assert_eq!(Nid::new("uuid").kind(), NidKind::Formal);
    /// assert_eq!(Nid::new("URN-7").kind(), NidKind::Informal);
    /// assert_eq!(Nid::new("x-test").kind(), NidKind::Experimental);
    /// assert_eq!(Nid::new("xn--abc").kind(), NidKind::Reserved);
    /// ```
    #[must_use]
    #[inline]
    pub fn kind(self) -> NidKind {
        let [first, second, third, rest @ ..] = self.as_bytes() else { return NidKind::Reserved };
        let is_urn =
            [first, second, third].iter().zip(b"urn").all(|(a, b)| a.eq_ignore_ascii_case(b));
        match (first, second, third) {
            (b'x' | b'X', b'-', _) => NidKind::Experimental,
            (a, b, b'-') if a.is_ascii_alphabetic() && b.is_ascii_alphabetic() => NidKind::Reserved,
            _ => match rest {
                [b'-', b'1'..=b'9', digits @ ..]
                    if is_urn && digits.iter().all(u8::is_ascii_digit) =>
                {
                    NidKind::Informal
                }
                [b'-', ..] if is_urn => NidKind::Reserved,
                _ => NidKind::Formal,
            },
        }
    }
}

#[cfg(feature = "alloc")]
crate::operations::delegate::delegate! {
    [NidBuf] {
        fn kind() -> NidKind;
    }
}
