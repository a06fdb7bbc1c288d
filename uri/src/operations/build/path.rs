//! The path of a builder.

use super::Path;
use crate::IntoPart;
use crate::operations::output::{Each, Pieces, Separated};
use crate::operations::segments::SegmentTexts;
use crate::syntax::Syntax;
use crate::syntax::components::Components;
use core::fmt;

/// The kind of a path, determined by its start.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Form {
    Empty,
    Absolute,
    Opaque,
    Relative,
}

impl<'a> Path<'a> {
    #[inline]
    pub(super) fn of<S: Syntax>(components: &Components<'a, S>) -> Self {
        Self { whole: components.path, is_opaque: components.is_opaque(), splice: None }
    }

    /// Returns the kind of the path. An empty path that gets its first segment is absolute after an
    /// authority.
    #[inline]
    pub(super) fn form(self, has_authority: bool) -> Form {
        match self.whole {
            _ if self.is_opaque => Form::Opaque,
            "" if self.splice.is_none() => Form::Empty,
            "" if has_authority => Form::Absolute,
            path if path.starts_with('/') => Form::Absolute,
            _ => Form::Relative,
        }
    }

    /// The segments after the change.
    #[inline]
    pub(super) fn segments(self) -> impl Iterator<Item = &'a str> + Clone {
        let segments = SegmentTexts::new(if self.is_opaque { "" } else { self.whole });
        let whole = self.splice.is_none().then(|| segments.clone());
        let spliced = self.splice.map(|splice| splice.apply(segments));
        whole.into_iter().flatten().chain(spliced.into_iter().flatten())
    }

    /// Returns whether a path with a leading slash begins with two slashes.
    #[inline]
    pub(super) fn starts_with_two_slashes(self) -> bool {
        if self.splice.is_none() {
            return self.whole.starts_with("//");
        }
        let mut segments = self.segments();
        segments.next() == Some("") && segments.next().is_some()
    }

    /// Returns the path as it is written after an authority, or without one.
    #[inline]
    pub(super) fn after(self, has_authority: bool) -> impl Pieces {
        let before = if self.form(has_authority) == Form::Absolute { "/" } else { "" };
        Written { path: self, before }
    }
}

/// A path and the text before its first segment.
struct Written<'a> {
    path: Path<'a>,
    before: &'static str,
}

impl Pieces for Written<'_> {
    #[inline]
    fn try_each(self, each: &mut Each<'_>) -> fmt::Result {
        let Self { path, before } = self;
        if path.splice.is_none() {
            return each(path.whole);
        }
        let texts = path.segments();
        if texts.clone().next().is_none() {
            // An absolute path without its only segment is `/`.
            return each(before);
        }
        Separated { before, separator: "/", texts }.try_each(each)
    }
}

/// Lets paths of each kind be passed where any path of the grammar `of` is expected.
macro_rules! kinds_of_paths {
    (<$a:lifetime> $path:ty: $($kind:ident $buf:ident)+) => {$(
        impl<$a> IntoPart<$path> for of::$kind<$a> {
            #[inline]
            fn into_part(self) -> $path {
                of::Path::$kind(self).into_part()
            }
        }

        #[cfg(feature = "alloc")]
        impl<$a> IntoPart<$path> for &$a of::$buf {
            #[inline]
            fn into_part(self) -> $path {
                self.as_view().into_part()
            }
        }
    )+};
}
const _: () = {
    use crate as of;

    kinds_of_paths! {
        <'a> Option<of::Path<'a>>: AbsPath AbsPathBuf OpaquePart OpaquePartBuf RelPath RelPathBuf
    }
};
macro_rules! later_kinds_of_paths {
    ($($feature:literal $module:ident)+) => {$(
        #[cfg(feature = $feature)]
        const _: () = {
            use crate::$module as of;

            kinds_of_paths! {
                <'a> of::Path<'a>: PathAbempty PathAbemptyBuf PathAbsolute PathAbsoluteBuf
                    PathNoscheme PathNoschemeBuf PathRootless PathRootlessBuf PathEmpty PathEmptyBuf
            }
        };
    )+};
}
later_kinds_of_paths! { "rfc3986" rfc3986 "rfc3987" rfc3987 }
