//! Equivalence of names. RFC 8141 section 3.

use super::{AssignedName, Nid, Nss, Urn};
#[cfg(feature = "alloc")]
use super::{AssignedNameBuf, UrnBuf};
use crate::operations::output::{self, Each, Pieces};
use crate::operations::percent::character_of;
use crate::urn;
use core::cmp::Ordering;
use core::fmt;
use core::hash::{Hash, Hasher};

/// The normal form of a name, not written yet: equivalent names have equal normal forms. Made by
/// [`Urn::normalize`].
///
/// It can be compared, sorted and hashed without being written.
///
/// ```
/// use std::collections::HashSet;
/// use uri::urn::Urn;
///
/// let names = ["urn:example:%D0%B0", "URN:EXAMPLE:%d0%b0?+r", "urn:example:%D0%B1"];
/// let names: HashSet<_> = names.map(|text| Urn::new(text).normalize()).into_iter().collect();
/// assert_eq!(names.len(), 2);
/// ```
#[derive(Clone, Copy, Debug)]
pub struct NormalName<'a> {
    nid: Nid<'a>,
    nss: Nss<'a>,
}

impl<'a> NormalName<'a> {
    fn bytes(self) -> impl Iterator<Item = u8> + Clone + use<'a> {
        let nid = self.nid.as_str().bytes().map(|byte| byte.to_ascii_lowercase());
        let mut digits = 0;
        let nss = self.nss.as_str().bytes().map(move |byte| match (byte, digits) {
            (b'%', _) => {
                digits = 2;
                byte
            }
            (_, 0) => byte,
            _ => {
                digits -= 1;
                byte.to_ascii_uppercase()
            }
        });
        b"urn:".iter().copied().chain(nid).chain([b':']).chain(nss)
    }
}

impl Pieces for NormalName<'_> {
    #[inline]
    fn try_each(self, each: &mut Each<'_>) -> fmt::Result {
        self.bytes().try_for_each(|byte| each(character_of(byte)))
    }
}

output::unwritten! { [] NormalName<'_> => urn::AssignedName, AssignedNameBuf }

impl PartialEq for NormalName<'_> {
    #[inline]
    fn eq(&self, other: &Self) -> bool {
        self.bytes().eq(other.bytes())
    }
}

impl Eq for NormalName<'_> {}

impl PartialOrd for NormalName<'_> {
    #[inline]
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for NormalName<'_> {
    #[inline]
    fn cmp(&self, other: &Self) -> Ordering {
        self.bytes().cmp(other.bytes())
    }
}

impl Hash for NormalName<'_> {
    #[inline]
    fn hash<H: Hasher>(&self, state: &mut H) {
        output::hash(*self, state);
    }
}

macro_rules! equivalence {
    ($($view:ident $buf:ident)+) => {$(
        impl<'a> $view<'a> {
            /// Returns the normal form of the name, without components: `urn`, the namespace in
            /// lower case, and the string with the digits of its escapes in upper case. RFC 8141
            /// section 3.1.
            #[must_use]
            #[inline]
            pub fn normalize(self) -> NormalName<'a> {
                NormalName { nid: self.nid(), nss: self.nss() }
            }

            /// Returns whether both are names of the same resource by section 3 of RFC 8141, which
            /// ignores components. Takes time proportional to the length of the shorter text.
            ///
            /// ```
            /// use uri::urn::Urn;
            ///
            /// let urn = Urn::parse("urn:example:a123,z456")?;
            /// assert!(urn.is_equivalent(Urn::parse("URN:EXAMPLE:a123,z456?=xyz#789")?));
            /// // An escape is not the character that it stands for.
            /// assert!(!urn.is_equivalent(Urn::parse("urn:example:a123%2Cz456")?));
            /// # Ok::<(), uri::ParseError>(())
            /// ```
            #[must_use]
            #[inline]
            pub fn is_equivalent(self, other: $view<'_>) -> bool {
                self.normalize() == other.normalize()
            }
        }

        #[cfg(feature = "alloc")]
        crate::operations::delegate::delegate! {
            [$buf] {
                fn normalize() -> NormalName<'a>;
                fn is_equivalent(other: $view<'_>) -> bool;
            }
        }
    )+};
}
equivalence!(Urn UrnBuf AssignedName AssignedNameBuf);
