//! One part changed, in place.

use super::check::{self, Around};
use super::{BuildError, Builder, Naming, Path};
use crate::components::Components;
use crate::layout::{Assembled, Lengths, Located};
use crate::number::PortPart;
use crate::output::{self, Pieces as _};
use crate::splice::Splice;
use crate::syntax::{Part, Syntax, Whole};
use crate::{AbsoluteUriBuf, ParseError, RegName, RelativeUriBuf, Text, UriReferenceBuf};
use alloc::string::String;
use core::ops::Range;

/// Puts two pieces of text into the place of another. The parts of what is built have been checked,
/// and are those of the new text; if that is none of this rule, or too long, everything stays.
#[inline]
fn replace<R: Whole, const N: usize>(
    whole: &mut Text<String, R, N>,
    range: Range<usize>,
    [before, new]: [&str; 2],
    lengths: Lengths,
) -> Result<(), BuildError> {
    let length = whole.text.len() - range.len() + before.len() + new.len();
    if lengths.fit::<R, R::Syntax, N>(length) {
        put(&mut whole.text, range, before, new);
        whole.slots = lengths.slots::<R, R::Syntax, N>(&whole.text);
    } else {
        let mut text = whole.text.clone();
        put(&mut text, range, before, new);
        *whole = Text::<String, R, N>::parse(text).map_err(ParseError::from)?;
    }
    Ok(())
}

/// The lengths of components that have this path.
#[inline]
fn lengths_around<S: Syntax>(
    path: Path<'_>,
    components: &Components<'_, S>,
) -> Result<Lengths, BuildError> {
    let Components { scheme, authority, query, .. } = components;
    let [scheme, query] = [scheme, query].map(Option::is_some);
    let authority = authority.is_some();
    check::check_path::<S>(path, Around { scheme, authority, query })?;
    Ok(components.lengths())
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
fn built<B: Assembled<String, S>, S: Syntax>(builder: Builder<'_, S>) -> Result<B, BuildError> {
    let built = builder.build()?;
    Ok(B::assembled(output::to_string(built), built.lengths())?)
}

/// One part changed, or, with `None`, removed. After an error, the old text is kept; see
/// [`BuildError`] for the errors. Parts change in place, as does the text that
/// [`push_segment`](Self::push_segment) adds to; other changes of segments allocate the new text.
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
        let old = self.components();
        let range = 0..old.scheme_end();
        let lengths = lengths_around(Path::of(&old), &Components { scheme, ..old })?;
        replace(self, range, scheme.map_or(["", ""], |scheme| [scheme, ":"]), lengths)
    }

    /// Sets the authority, RFC 2396 section 3.2, RFC 3986 section 3.2.
    #[inline]
    pub fn set_authority<'p>(
        &mut self,
        authority: impl Into<Option<<R::Syntax as Syntax>::Authority<'p>>>,
    ) -> Result<(), BuildError> {
        let authority = authority.into().map(Located::of::<R::Syntax>);
        let old = self.components();
        let range = old.scheme_end()..old.path_start();
        let lengths = lengths_around(Path::of(&old), &Components { authority, ..old })?;
        let new = authority.map_or(["", ""], |authority| ["//", authority.text]);
        replace(self, range, new, lengths)
    }

    /// Sets the user information, RFC 2396 section 3.2.2, RFC 3986 section 3.2.1.
    #[allow(clippy::redundant_closure_for_method_calls, reason = "a method has one lifetime")]
    #[inline]
    pub fn set_userinfo<'p>(
        &mut self,
        userinfo: impl Into<Option<<R::Syntax as Syntax>::UserInfo<'p>>>,
    ) -> Result<(), BuildError> {
        let userinfo = userinfo.into().map(Part::text);
        self.set_naming(|naming, part| naming.with_userinfo(part), userinfo)
    }

    /// Sets the host, RFC 2396 section 3.2.2, RFC 3986 section 3.2.2.
    #[allow(clippy::redundant_closure_for_method_calls, reason = "a method has one lifetime")]
    #[inline]
    pub fn set_host<'p>(
        &mut self,
        host: impl Into<Option<<R::Syntax as Syntax>::Host<'p>>>,
    ) -> Result<(), BuildError> {
        let host = host.into().map(Part::text);
        self.set_naming(|naming, part| naming.with_host(part), host)
    }

    /// Sets the port, RFC 2396 section 3.2.2, RFC 3986 section 3.2.3.
    #[allow(clippy::redundant_closure_for_method_calls, reason = "a method has one lifetime")]
    #[inline]
    pub fn set_port<'p>(
        &mut self,
        port: impl Into<Option<<R::Syntax as Syntax>::Port<'p>>>,
    ) -> Result<(), BuildError> {
        let port = port.into().map(Part::text);
        self.set_naming(|naming, part| naming.with_port(part.map(PortPart::Text)), port)
    }

    /// Sets the port to this number, in decimal; `None` removes the port.
    ///
    /// ```
    /// use uri::UriReferenceBuf;
    ///
    /// let mut reference = UriReferenceBuf::parse("http://example.com/a")?;
    /// reference.set_port_number(8080)?;
    /// assert_eq!(reference, "http://example.com:8080/a");
    /// # Ok::<(), Box<dyn core::error::Error>>(())
    /// ```
    #[inline]
    pub fn set_port_number(&mut self, port: impl Into<Option<u16>>) -> Result<(), BuildError> {
        let port = port.into().map(PortPart::Number);
        let mut buffer = [0; 5];
        let port = port.as_ref().map(|port| port.text(&mut buffer));
        self.set_naming(|naming, part| naming.with_port(part.map(PortPart::Text)), port)
    }

    /// Changes the authority; the new one, which is short, is written elsewhere first.
    #[inline]
    fn set_naming(
        &mut self,
        with: for<'v> fn(Naming<'v>, Option<&'v str>) -> Naming<'v>,
        part: Option<&str>,
    ) -> Result<(), BuildError> {
        let old = self.components();
        let builder = Builder::from(old);
        let builder = Builder { authority: with(builder.authority, part), ..builder };
        let Some(lengths) = builder.build()?.lengths() else {
            // It is a registry name, of which nothing is to be removed.
            return Ok(());
        };
        let range = old.scheme_end()..old.path_start();
        let before = if builder.authority.is_present() { "//" } else { "" };
        let new = output::to_string(builder.authority);
        replace(self, range, [before, &new], lengths)
    }

    /// Sets the path, RFC 2396 section 3.3, RFC 3986 section 3.3.
    #[inline]
    pub fn set_path<'p>(
        &mut self,
        path: impl Into<<R::Syntax as Syntax>::Path<'p>>,
    ) -> Result<(), BuildError> {
        let (whole, is_opaque) = R::Syntax::path_text(path.into());
        let old = self.components();
        let path = Path { whole, is_opaque, splice: None };
        let lengths = lengths_around(path, &old)?;
        let range = old.path_start()..old.path_end();
        replace(self, range, ["", whole], lengths)
    }

    /// Sets the query, RFC 2396 section 3.4, RFC 3986 section 3.4.
    #[inline]
    pub fn set_query<'p>(
        &mut self,
        query: impl Into<Option<<R::Syntax as Syntax>::Query<'p>>>,
    ) -> Result<(), BuildError> {
        let query = query.into().map(Part::text);
        let old = self.components();
        let range = old.path_end()..old.query_end();
        let lengths = lengths_around(Path::of(&old), &Components { query, ..old })?;
        replace(self, range, query.map_or(["", ""], |query| ["?", query]), lengths)
    }

    /// Sets the fragment, RFC 2396 section 4.1, RFC 3986 section 3.5.
    #[inline]
    pub fn set_fragment<'p>(
        &mut self,
        fragment: impl Into<Option<<R::Syntax as Syntax>::Fragment<'p>>>,
    ) -> Result<(), BuildError> {
        let fragment = fragment.into().map(Part::text);
        let old = self.components();
        let range = old.query_end()..old.text.len();
        let lengths = Components { fragment, ..old }.lengths();
        replace(self, range, fragment.map_or(["", ""], |fragment| ["#", fragment]), lengths)
    }

    /// Adds a segment at the end of the path; it replaces an empty last segment.
    #[inline]
    pub fn push_segment(
        &mut self,
        segment: <R::Syntax as Syntax>::Segment<'_>,
    ) -> Result<(), BuildError> {
        let old = self.components();
        let segment = segment.text();
        // The empty path gets a slash or none, as the authority wants it.
        if old.path.is_empty() {
            *self = built(Builder::from(old).push_segment(segment))?;
            return Ok(());
        }
        let path = Builder::from(old).push_segment(segment).path;
        let lengths = lengths_around(path, &old)?;
        let before = if old.path.ends_with('/') { "" } else { "/" };
        let end = old.path_end();
        replace(self, end..end, [before, segment], lengths)
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
