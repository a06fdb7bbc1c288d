//! One part changed.

use super::Builder;
use crate::segments::SegmentTexts;
use crate::splice::Splice;
use crate::{
    AbsoluteUri, Authority, Fragment, Host, Port, Query, RegName, RelativeUri, Scheme, Segment,
    UriPath, UriReference, UserInfo,
};

macro_rules! change {
    ($($view:ident)+) => {$(
        /// The same with one part changed, or, with `None`, without the part. The result is not
        /// written yet, and can be changed further; [`Builder::build`] returns an error if the
        /// parts do not fit together.
        impl<'a> $view<'a> {
            /// With another scheme, RFC 2396 section 3.1.
            #[must_use]
            #[inline]
            pub fn with_scheme(self, scheme: impl Into<Option<Scheme<'a>>>) -> Builder<'a> {
                Builder::from(self).scheme(scheme)
            }

            /// With another authority, RFC 2396 section 3.2.
            #[must_use]
            #[inline]
            pub fn with_authority(self, authority: impl Into<Option<Authority<'a>>>) -> Builder<'a> {
                Builder::from(self).authority(authority)
            }

            /// With this registry name as the authority, RFC 2396 section 3.2.1.
            #[must_use]
            #[inline]
            pub fn with_reg_name(self, name: RegName<'a>) -> Builder<'a> {
                Builder::from(self).reg_name(name)
            }

            /// With other user information, RFC 2396 section 3.2.2.
            #[must_use]
            #[inline]
            pub fn with_userinfo(self, userinfo: impl Into<Option<UserInfo<'a>>>) -> Builder<'a> {
                Builder::from(self).userinfo(userinfo)
            }

            /// With another host, RFC 2396 section 3.2.2, which also replaces a registry name.
            #[must_use]
            #[inline]
            pub fn with_host(self, host: impl Into<Option<Host<'a>>>) -> Builder<'a> {
                Builder::from(self).host(host)
            }

            /// With another port, RFC 2396 section 3.2.2.
            #[must_use]
            #[inline]
            pub fn with_port(self, port: impl Into<Option<Port<'a>>>) -> Builder<'a> {
                Builder::from(self).port(port)
            }

            /// With another path, RFC 2396 section 3.3.
            #[must_use]
            #[inline]
            pub fn with_path(self, path: impl Into<Option<UriPath<'a>>>) -> Builder<'a> {
                Builder::from(self).path(path)
            }

            /// With another query, RFC 2396 section 3.4.
            #[must_use]
            #[inline]
            pub fn with_query(self, query: impl Into<Option<Query<'a>>>) -> Builder<'a> {
                Builder::from(self).query(query)
            }

            /// With another fragment, RFC 2396 section 4.1.
            #[must_use]
            #[inline]
            pub fn with_fragment(self, fragment: impl Into<Option<Fragment<'a>>>) -> Builder<'a> {
                Builder::from(self).fragment(fragment)
            }

            /// With one more segment at the end of the path. The segment replaces an empty last
            /// segment: `b` added to `/a/` gives `/a/b`, as it does for `/a`.
            #[must_use]
            #[inline]
            pub fn with_pushed_segment(self, segment: Segment<'a>) -> Builder<'a> {
                let (last, index) = last_segment(self.path());
                match last {
                    Some("") => Builder::from(self).splice(Splice::replace(index, segment)),
                    Some(_) => Builder::from(self).splice(Splice::insert(index + 1, segment)),
                    None => Builder::from(self).splice(Splice::insert(0, segment)),
                }
            }

            /// Without the last segment of the path. Of an absolute path, `/` is left at least.
            #[must_use]
            #[inline]
            pub fn with_popped_segment(self) -> Builder<'a> {
                let (_, index) = last_segment(self.path());
                Builder::from(self).splice(Splice::remove(index))
            }

            /// With one more segment before the one of this index, counted from 0; at the end
            /// if it is the number of segments.
            #[must_use]
            #[inline]
            pub fn with_inserted_segment(self, index: usize, segment: Segment<'a>) -> Builder<'a> {
                Builder::from(self).splice(Splice::insert(index, segment))
            }

            /// Without the segment of this index, counted from 0.
            #[must_use]
            #[inline]
            pub fn with_removed_segment(self, index: usize) -> Builder<'a> {
                Builder::from(self).splice(Splice::remove(index))
            }

            /// With another segment in the place of the one of this index, counted from 0.
            #[must_use]
            #[inline]
            pub fn with_segment(self, index: usize, segment: Segment<'a>) -> Builder<'a> {
                Builder::from(self).splice(Splice::replace(index, segment))
            }
        }
    )+};
}
change!(UriReference AbsoluteUri RelativeUri);

/// The last segment and its index.
#[inline]
fn last_segment(path: Option<UriPath<'_>>) -> (Option<&str>, usize) {
    let segments = SegmentTexts::new(path).enumerate();
    segments.last().map_or((None, 0), |(index, segment)| (Some(segment), index))
}
