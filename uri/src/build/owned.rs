//! One part changed, in place.

use super::{BuildError, Builder};
use crate::output;
use crate::{
    AbsoluteUriBuf, Authority, Fragment, Host, ParseError, Port, Query, RegName, RelativeUriBuf,
    Scheme, Segment, UriPath, UriReferenceBuf, UserInfo,
};
use alloc::string::String;

/// What a builder has built; allocates once.
#[inline]
fn built<B>(builder: Builder<'_>) -> Result<B, BuildError>
where
    B: TryFrom<String, Error: Into<ParseError>>,
{
    let built = B::try_from(output::to_string(builder.build()?));
    built.map_err(|error| BuildError::Invalid(error.into()))
}

/// Methods that change a value in place, by the methods of its view that give it changed.
macro_rules! set {
    ($buf:ident: $($(#[$doc:meta])* $set:ident($($part:ident: $type:ty),*) $with:ident)+) => {
        /// One part changed, or, with `None`, removed. The new text is allocated; after an
        /// error, the old text is kept. See [`BuildError`] for the errors.
        impl $buf {
            $(
                $(#[$doc])*
                #[inline]
                pub fn $set(&mut self, $($part: $type),*) -> Result<(), BuildError> {
                    *self = built(self.as_view().$with($($part),*))?;
                    Ok(())
                }
            )+
        }
    };
}

/// What can be changed of every whole reference.
macro_rules! set_all {
    ($($buf:ident)+) => {$(
        set! { $buf:
            /// Sets the authority, RFC 2396 section 3.2.
            set_authority(authority: Option<Authority<'_>>) with_authority
            /// Sets the authority to a registry name, RFC 2396 section 3.2.1.
            set_reg_name(name: RegName<'_>) with_reg_name
            /// Sets the user information, RFC 2396 section 3.2.2.
            set_userinfo(userinfo: Option<UserInfo<'_>>) with_userinfo
            /// Sets the host, RFC 2396 section 3.2.2.
            set_host(host: Option<Host<'_>>) with_host
            /// Sets the port, RFC 2396 section 3.2.2.
            set_port(port: Option<Port<'_>>) with_port
            /// Sets the path, RFC 2396 section 3.3.
            set_path(path: Option<UriPath<'_>>) with_path
            /// Sets the query, RFC 2396 section 3.4.
            set_query(query: Option<Query<'_>>) with_query
            /// Adds a segment at the end of the path; it replaces an empty last segment.
            push_segment(segment: Segment<'_>) with_pushed_segment
            /// Removes the last segment of the path; an absolute path keeps its `/`.
            pop_segment() with_popped_segment
            /// Adds a segment before the one of this index, counted from 0.
            insert_segment(index: usize, segment: Segment<'_>) with_inserted_segment
            /// Removes the segment of this index, counted from 0.
            remove_segment(index: usize) with_removed_segment
            /// Sets the segment of this index, counted from 0.
            set_segment(index: usize, segment: Segment<'_>) with_segment
        }
    )+};
}

set_all!(UriReferenceBuf AbsoluteUriBuf RelativeUriBuf);

set! { UriReferenceBuf:
    /// Sets the scheme, RFC 2396 section 3.1.
    set_scheme(scheme: Option<Scheme<'_>>) with_scheme
    /// Sets the fragment, RFC 2396 section 4.1.
    set_fragment(fragment: Option<Fragment<'_>>) with_fragment
}

set! { AbsoluteUriBuf:
    /// Sets the scheme, RFC 2396 section 3.1.
    set_scheme(scheme: Scheme<'_>) with_scheme
}
