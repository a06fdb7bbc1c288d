//! Changes of one part, which return a new reference.

use super::Builder;
use crate::operations::splice::Splice;
use crate::operations::wording::{a_uri, by_rfc, section};
use crate::syntax::components::Components;
use crate::syntax::types::references;
use crate::syntax::{Kind, Part, Syntax};
use crate::{AbsoluteUri, IntoPart, IntoScheme, RegName, RelativeUri, UriReference};

macro_rules! changes {
    ($of:ident $view:ident $buf:ident $syntax:ty, $kind:ty,
        [$rfc:ident $at:literal $reference:literal $uri:literal]) => {
        /// Returns the reference with one part changed, or, with `None`, removed. The result is not
        /// written yet and can be changed further; [`Builder::build`] returns an error if the parts
        /// do not fit together.
        impl<'a> $of::$view<'a> {
            /// Returns the components, without reading the text again.
            #[must_use]
            #[inline]
            pub fn components(self) -> Components<'a, $syntax> {
                self.into()
            }

            /// Returns a builder with the parts of this reference, to change several of them. The
            #[doc = concat!("builder of ", a_uri!($rfc), " builds ", a_uri!($rfc), ".")]
            #[must_use]
            #[inline]
            pub fn to_builder(self) -> Builder<'a, $syntax, $kind> {
                Builder::from(self.components()).of_kind()
            }

            #[doc = concat!("With another scheme, ", section!($rfc, "3.1", "3.1"), ". With a scheme, the")]
            #[doc = concat!("result is ", a_uri!($rfc), "; with an `Option`, it is any reference.")]
            #[must_use]
            #[inline]
            pub fn with_scheme<T: IntoScheme<'a, $syntax>>(
                self,
                scheme: T,
            ) -> Builder<'a, $syntax, T::Kind> {
                Builder::from(self.components()).scheme(scheme.into_scheme()).of_kind()
            }

            #[doc = concat!("With another authority, ", section!($rfc, "3.2", "3.2"), ".")]
            #[must_use]
            #[inline]
            pub fn with_authority(
                self,
                authority: impl IntoPart<Option<$of::Authority<'a>>>,
            ) -> Builder<'a, $syntax, $kind> {
                self.to_builder().authority(authority)
            }

            #[doc = concat!("With other user information, ", section!($rfc, "3.2.2", "3.2.1"), ".")]
            #[must_use]
            #[inline]
            pub fn with_userinfo(
                self,
                userinfo: impl IntoPart<Option<$of::UserInfo<'a>>>,
            ) -> Builder<'a, $syntax, $kind> {
                self.to_builder().userinfo(userinfo)
            }

            #[doc = concat!("With another host, ", section!($rfc, "3.2.2", "3.2.2"), ".")]
            #[doc = by_rfc!($rfc, "It also replaces a registry name.", "")]
            #[must_use]
            #[inline]
            pub fn with_host(
                self,
                host: impl IntoPart<Option<$of::Host<'a>>>,
            ) -> Builder<'a, $syntax, $kind> {
                self.to_builder().host(host)
            }

            #[doc = concat!("With another port, ", section!($rfc, "3.2.2", "3.2.3"), ".")]
            #[must_use]
            #[inline]
            pub fn with_port(
                self,
                port: impl IntoPart<Option<$of::Port<'a>>>,
            ) -> Builder<'a, $syntax, $kind> {
                self.to_builder().port(port)
            }

            /// With the port of this number, in decimal; `None` removes the port.
            #[must_use]
            #[inline]
            pub fn with_port_number(
                self,
                port: impl Into<Option<u16>>,
            ) -> Builder<'a, $syntax, $kind> {
                self.to_builder().port_number(port)
            }

            #[doc = concat!("With another path, ", section!($rfc, "3.3", "3.3"), ".")]
            #[must_use]
            #[inline]
            pub fn with_path(
                self,
                path: impl IntoPart<<$syntax as Syntax>::Path<'a>>,
            ) -> Builder<'a, $syntax, $kind> {
                self.to_builder().path(path)
            }

            #[doc = concat!("With another query, ", section!($rfc, "3.4", "3.4"), ".")]
            #[must_use]
            #[inline]
            pub fn with_query(
                self,
                query: impl IntoPart<Option<$of::Query<'a>>>,
            ) -> Builder<'a, $syntax, $kind> {
                self.to_builder().query(query)
            }

            #[doc = concat!("With another fragment, ", section!($rfc, "4.1", "3.5"), ".")]
            #[must_use]
            #[inline]
            pub fn with_fragment(
                self,
                fragment: impl IntoPart<Option<$of::Fragment<'a>>>,
            ) -> Builder<'a, $syntax, $kind> {
                self.to_builder().fragment(fragment)
            }

            /// With one more segment at the end of the path. The segment replaces an empty last
            /// segment: adding `b` to `/a/` gives `/a/b`, as it does for `/a`.
            #[must_use]
            #[inline]
            pub fn with_pushed_segment(
                self,
                segment: impl IntoPart<$of::Segment<'a>>,
            ) -> Builder<'a, $syntax, $kind> {
                self.to_builder().push_segment(segment.into_part().text())
            }

            /// Without the last segment of the path. An absolute path keeps at least its `/`; the
            /// only segment of a relative path cannot be removed.
            #[must_use]
            #[inline]
            pub fn with_popped_segment(self) -> Builder<'a, $syntax, $kind> {
                self.to_builder().pop_segment()
            }

            /// With one more segment before the segment of this index, counted from 0; at the end
            /// if the index is the number of segments.
            #[must_use]
            #[inline]
            pub fn with_inserted_segment(
                self,
                index: usize,
                segment: impl IntoPart<$of::Segment<'a>>,
            ) -> Builder<'a, $syntax, $kind> {
                self.to_builder().splice(Splice::insert(index, segment.into_part().text()))
            }

            /// Without the segment of this index, counted from 0.
            #[must_use]
            #[inline]
            pub fn with_removed_segment(self, index: usize) -> Builder<'a, $syntax, $kind> {
                self.to_builder().splice(Splice::remove(index))
            }

            /// With the segment of this index, counted from 0, replaced.
            #[must_use]
            #[inline]
            pub fn with_segment(
                self,
                index: usize,
                segment: impl IntoPart<$of::Segment<'a>>,
            ) -> Builder<'a, $syntax, $kind> {
                self.to_builder().splice(Splice::replace(index, segment.into_part().text()))
            }
        }
    };
}
references!(changes);

macro_rules! with_reg_name {
    ($($view:ident)+) => {$(
        impl<'a> $view<'a> {
            /// With this registry name as the authority, RFC 2396 section 3.2.1.
            #[must_use]
            #[inline]
            pub fn with_reg_name(self, name: RegName<'a>) -> Builder<'a> {
                Builder::from(self.components()).reg_name(name)
            }
        }
    )+};
}
with_reg_name!(UriReference AbsoluteUri RelativeUri);

impl<'a, S: Syntax, K: Kind<S>> Builder<'a, S, K> {
    /// With one more segment at the end of the path; it replaces an empty last segment.
    #[inline]
    pub(super) fn push_segment(self, segment: &'a str) -> Self {
        let (last, index) = self.last_segment();
        self.splice(match last {
            Some("") => Splice::replace(index, segment),
            Some(_) => Splice::insert(index + 1, segment),
            None => Splice::insert(0, segment),
        })
    }

    #[inline]
    pub(super) fn pop_segment(self) -> Self {
        let (_, index) = self.last_segment();
        self.splice(Splice::remove(index))
    }

    /// The last segment and its index.
    #[inline]
    fn last_segment(&self) -> (Option<&'a str>, usize) {
        let segments = self.path.segments().enumerate();
        segments.last().map_or((None, 0), |(index, segment)| (Some(segment), index))
    }
}
