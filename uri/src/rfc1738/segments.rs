//! Builds paths from the data of their segments. RFC 1738 sections 3.2.2 and 3.3.

use super::parts::PLAIN;
use super::{FtpPath, HttpPath, UrlText};
use crate::operations::output::{self, Each, Pieces};
use crate::operations::percent;
use core::fmt;
use core::marker::PhantomData;

/// A path of the type `U` whose segments stand for given data, not written yet. Made by
/// `encode_segments` of the path's type.
pub struct EncodeSegments<'a, T, U> {
    segments: &'a [T],
    path: PhantomData<fn() -> U>,
}

output::unwritten! {
    [T: AsRef<[u8]>, U: UrlText] EncodeSegments<'_, T, U> => U::View, Buf
}

impl<T, U> Clone for EncodeSegments<'_, T, U> {
    #[inline]
    fn clone(&self) -> Self {
        *self
    }
}

impl<T, U> Copy for EncodeSegments<'_, T, U> {}

impl<T: AsRef<[u8]>, U: UrlText> fmt::Debug for EncodeSegments<'_, T, U> {
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "EncodeSegments({self})")
    }
}

impl<T: AsRef<[u8]>, U> Pieces for EncodeSegments<'_, T, U> {
    #[inline]
    fn try_each(self, each: &mut Each<'_>) -> fmt::Result {
        for (i, segment) in self.segments.iter().enumerate() {
            if i != 0 {
                each("/")?;
            }
            percent::write(segment.as_ref(), PLAIN, "%20", each)?;
        }
        Ok(())
    }
}

macro_rules! encode_segments {
    ($($path:ident)+) => {$(
        impl $path<'static> {
            /// Returns the path whose segments stand for this data, with slashes between them. In
            /// each segment, everything but letters, digits and `-_.!*'()` is escaped; a slash
            /// becomes `%2F`.
            #[inline]
            pub const fn encode_segments<T: AsRef<[u8]>>(
                segments: &[T],
            ) -> EncodeSegments<'_, T, Self> {
                EncodeSegments { segments, path: PhantomData }
            }
        }
    )+};
}
encode_segments!(FtpPath HttpPath);
