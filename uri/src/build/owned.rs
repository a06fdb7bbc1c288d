//! One part changed, in place.

use super::{BuildError, Builder, Naming, Path, check};
use crate::components::Components;
use crate::output;
use crate::splice::Splice;
use crate::syntax::{Part, Syntax, Whole};
use crate::{AbsoluteUriBuf, ParseError, RegName, RelativeUriBuf, Rule, Text, UriReferenceBuf};
use alloc::string::String;
use core::ops::Range;

/// Puts a text into the place of another: what stands before it, and the text. The parts have been
/// checked, so that the whole is a reference; if it is none of this rule, or too long, everything
/// stays.
#[inline]
fn replace<R: Rule<Unit = str>, const N: usize>(
    whole: &mut Text<String, R, N>,
    range: Range<usize>,
    new: Option<(&str, &str)>,
) -> Result<(), BuildError> {
    let (before, new) = new.unwrap_or_default();
    let old = String::from(&whole.text[range.clone()]);
    let start = range.start;
    put(&mut whole.text, range, before, new);
    match Text::<&str, R, N>::parse(&whole.text) {
        Ok(located) => whole.slots = located.slots,
        Err(error) => {
            put(&mut whole.text, start..start + before.len() + new.len(), "", &old);
            return Err(BuildError::Invalid(error));
        }
    }
    Ok(())
}

#[inline]
fn put(text: &mut String, range: Range<usize>, before: &str, new: &str) {
    if range.end == text.len() {
        text.truncate(range.start);
        text.push_str(before);
        text.push_str(new);
    } else {
        let start = range.start;
        text.replace_range(range, new);
        text.insert_str(start, before);
    }
}

/// What a builder has built; allocates once.
#[inline]
fn built<B, S: Syntax>(builder: Builder<'_, S>) -> Result<B, BuildError>
where
    B: TryFrom<String, Error: Into<ParseError>>,
{
    let built = B::try_from(output::to_string(builder.build()?));
    built.map_err(|error| BuildError::Invalid(error.into()))
}

/// One part changed, or, with `None`, removed. After an error, the old text is kept; see
/// [`BuildError`] for the errors. Path, query and fragment change in place, as does the text that
/// [`push_segment`](Self::push_segment) adds to; other changes allocate the new text.
impl<R: Whole, const N: usize> Text<String, R, N>
where
    for<'v> Text<&'v str, R, N>: Into<Components<'v, R::Syntax>>,
{
    /// Sets the scheme, RFC 2396 section 3.1, RFC 3986 section 3.1.
    #[inline]
    pub fn set_scheme<'p>(
        &mut self,
        scheme: impl Into<Option<<R::Syntax as Syntax>::Scheme<'p>>>,
    ) -> Result<(), BuildError> {
        let scheme = scheme.into().map(Part::text);
        let builder = self.to_builder();
        *self = built(Builder { scheme, ..builder })?;
        Ok(())
    }

    /// Sets the authority, RFC 2396 section 3.2, RFC 3986 section 3.2.
    #[inline]
    pub fn set_authority<'p>(
        &mut self,
        authority: impl Into<Option<<R::Syntax as Syntax>::Authority<'p>>>,
    ) -> Result<(), BuildError> {
        let new = authority.into().map(Naming::of::<R::Syntax>);
        let builder = self.to_builder();
        *self = built(Builder { authority: new.unwrap_or(Naming::Absent), ..builder })?;
        Ok(())
    }

    /// Sets the user information, RFC 2396 section 3.2.2, RFC 3986 section 3.2.1.
    #[inline]
    pub fn set_userinfo<'p>(
        &mut self,
        userinfo: impl Into<Option<<R::Syntax as Syntax>::UserInfo<'p>>>,
    ) -> Result<(), BuildError> {
        let userinfo = userinfo.into().map(Part::text);
        let builder = self.to_builder();
        *self = built(Builder { authority: builder.authority.with_userinfo(userinfo), ..builder })?;
        Ok(())
    }

    /// Sets the host, RFC 2396 section 3.2.2, RFC 3986 section 3.2.2.
    #[inline]
    pub fn set_host<'p>(
        &mut self,
        host: impl Into<Option<<R::Syntax as Syntax>::Host<'p>>>,
    ) -> Result<(), BuildError> {
        let host = host.into().map(Part::text);
        let builder = self.to_builder();
        *self = built(Builder { authority: builder.authority.with_host(host), ..builder })?;
        Ok(())
    }

    /// Sets the port, RFC 2396 section 3.2.2, RFC 3986 section 3.2.3.
    #[inline]
    pub fn set_port<'p>(
        &mut self,
        port: impl Into<Option<<R::Syntax as Syntax>::Port<'p>>>,
    ) -> Result<(), BuildError> {
        let port = port.into().map(Part::text);
        let builder = self.to_builder();
        *self = built(Builder { authority: builder.authority.with_port(port), ..builder })?;
        Ok(())
    }

    /// Sets the path, RFC 2396 section 3.3, RFC 3986 section 3.3.
    #[inline]
    pub fn set_path<'p>(
        &mut self,
        path: impl Into<<R::Syntax as Syntax>::Path<'p>>,
    ) -> Result<(), BuildError> {
        let (whole, is_opaque) = R::Syntax::path_text(path.into());
        let components = self.components();
        let path = Path { whole, is_opaque, splice: None };
        let builder = Builder { path, ..Builder::from(components) };
        check::check(&builder)?;
        let range = components.path_start()..components.path_end();
        replace(self, range, Some(("", whole)))
    }

    /// Sets the query, RFC 2396 section 3.4, RFC 3986 section 3.4.
    #[inline]
    pub fn set_query<'p>(
        &mut self,
        query: impl Into<Option<<R::Syntax as Syntax>::Query<'p>>>,
    ) -> Result<(), BuildError> {
        let query = query.into().map(Part::text);
        let components = self.components();
        let builder = Builder { query, ..Builder::from(components) };
        check::check(&builder)?;
        let range = components.path_end()..components.query_end();
        replace(self, range, query.map(|query| ("?", query)))
    }

    /// Sets the fragment, RFC 2396 section 4.1, RFC 3986 section 3.5.
    #[inline]
    pub fn set_fragment<'p>(
        &mut self,
        fragment: impl Into<Option<<R::Syntax as Syntax>::Fragment<'p>>>,
    ) -> Result<(), BuildError> {
        let fragment = fragment.into().map(Part::text);
        let components = self.components();
        let builder = Builder { fragment, ..Builder::from(components) };
        check::check(&builder)?;
        let range = components.query_end()..components.text.len();
        replace(self, range, fragment.map(|fragment| ("#", fragment)))
    }

    /// Adds a segment at the end of the path; it replaces an empty last segment.
    #[inline]
    pub fn push_segment(
        &mut self,
        segment: <R::Syntax as Syntax>::Segment<'_>,
    ) -> Result<(), BuildError> {
        let components = self.components();
        let (path, segment) = (components.path, segment.text());
        let builder = Builder::from(components).push_segment(segment);
        // The empty path gets a slash or none, as the authority wants it.
        if path.is_empty() {
            *self = built(builder)?;
            return Ok(());
        }
        check::check(&builder)?;
        let before = if path.ends_with('/') { "" } else { "/" };
        let end = components.path_end();
        replace(self, end..end, Some((before, segment)))
    }

    /// Removes the last segment of the path; an absolute path keeps its `/`.
    #[inline]
    pub fn pop_segment(&mut self) -> Result<(), BuildError> {
        let builder = self.to_builder();
        *self = built(builder.pop_segment())?;
        Ok(())
    }

    /// Adds a segment before the one of this index, counted from 0.
    #[inline]
    pub fn insert_segment(
        &mut self,
        index: usize,
        segment: <R::Syntax as Syntax>::Segment<'_>,
    ) -> Result<(), BuildError> {
        let builder = self.to_builder();
        *self = built(builder.splice(Splice::insert(index, segment.text())))?;
        Ok(())
    }

    /// Removes the segment of this index, counted from 0.
    #[inline]
    pub fn remove_segment(&mut self, index: usize) -> Result<(), BuildError> {
        let builder = self.to_builder();
        *self = built(builder.splice(Splice::remove(index)))?;
        Ok(())
    }

    /// Sets the segment of this index, counted from 0.
    #[inline]
    pub fn set_segment(
        &mut self,
        index: usize,
        segment: <R::Syntax as Syntax>::Segment<'_>,
    ) -> Result<(), BuildError> {
        let builder = self.to_builder();
        *self = built(builder.splice(Splice::replace(index, segment.text())))?;
        Ok(())
    }
}

macro_rules! set_reg_name {
    ($($buf:ident)+) => {$(
        impl $buf {
            /// Sets the authority to a registry name, RFC 2396 section 3.2.1.
            ///
            /// # Errors
            ///
            /// If it would be read as a server; the old text is kept then.
            #[inline]
            pub fn set_reg_name(&mut self, name: RegName<'_>) -> Result<(), BuildError> {
                *self = built(self.to_builder().reg_name(name))?;
                Ok(())
            }
        }
    )+};
}
set_reg_name!(UriReferenceBuf AbsoluteUriBuf RelativeUriBuf);
