//! The changes that the steps make to a text.

use super::{Form, Normalization, authority};
use crate::generated::runtime::View as _;
use crate::operations::{dots, scan, schemes};
use crate::syntax::components::Components;
use crate::syntax::layout::Located;
use crate::syntax::{Part as _, Syntax};

/// A set of changes that the steps may make to a text. Most texts are in their normal form.
///
/// A number, because fields that are written one by one are slow to copy together.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Changes(u8);

impl Changes {
    pub(super) const NONE: Self = Self(0);
    /// Letters of the scheme or the authority.
    pub(super) const CASE: Self = Self(1);
    pub(super) const ESCAPES: Self = Self(1 << 1);
    /// The address in brackets that is the host.
    pub(super) const ADDRESS: Self = Self(1 << 2);
    /// The port, which is omitted.
    pub(super) const PORT: Self = Self(1 << 3);
    /// The zeros in front of the number of the port.
    pub(super) const ZEROS: Self = Self(1 << 4);
    /// The empty path, which means `/`.
    pub(super) const ROOT: Self = Self(1 << 5);
    pub(super) const DOTS: Self = Self(1 << 6);
    /// The authority, by one of the other changes, and not only its port and the case of letters.
    pub(super) const AUTHORITY: Self = Self(1 << 7);

    /// The changes that escapes affect.
    pub(super) const OF_ESCAPES: Self = Self(Self::CASE.0 | Self::ESCAPES.0);
    /// The changes of the path that affect more than its escapes.
    pub(super) const OF_PATH: Self = Self(Self::ROOT.0 | Self::DOTS.0);
    /// The changes after which the port may have another length.
    pub(super) const OF_PORT: Self = Self(Self::PORT.0 | Self::ZEROS.0);
    /// The changes after which parts other than the path may have other lengths.
    pub(super) const OF_LENGTHS: Self = Self(Self::ESCAPES.0 | Self::ADDRESS.0 | Self::OF_PORT.0);

    /// The same with this change, if it is one.
    #[inline]
    pub(super) fn with_if(self, is_change: bool, change: Self) -> Self {
        Self(self.0 | if is_change { change.0 } else { 0 })
    }

    /// The same without this change.
    #[inline]
    pub(super) fn without(self, change: Self) -> Self {
        Self(self.0 & !change.0)
    }

    /// Returns whether more than the port and the case of letters may change in an authority.
    #[inline]
    fn respell(self, authority: &Located<'_>, has_escape: bool) -> bool {
        // Lower case is for letters, not for the digits of escapes.
        let has_escapes = || has_escape && scan::first(authority.text.as_bytes(), b'%').is_some();
        self.has(Self::ADDRESS)
            || self.has(Self::CASE) && authority.is_reg_name
            || self.has(Self::OF_ESCAPES) && has_escapes()
    }

    /// Returns whether a change is in both sets.
    #[inline]
    pub(super) fn has(self, changes: Self) -> bool {
        self.0 & changes.0 != 0
    }
}

impl<'a, S: Syntax> Form<'a, S> {
    /// Returns the changes that the steps may make. The port is compared with the default ports of
    /// [`Scheme::default_port`](crate::Scheme::default_port).
    #[inline]
    pub(super) fn changes(&self) -> Changes {
        let default_port = |scheme: S::Scheme<'a>| schemes::default_port(scheme.text());
        let Components { text, authority, path, .. } = self.components;
        let front = &text[..self.components.path_start()];
        let has_upper = scan::any(front, |byte| byte.is_ascii_uppercase());
        let has_escape = scan::any(text, |byte| byte == b'%');
        let changes = Changes::NONE
            .with_if(has_upper, Changes::CASE)
            // All characters that other parts can contain, queries can contain.
            .with_if(has_escape && self.query_spelling().changes_escapes(text), Changes::ESCAPES)
            .with_if(authority.is_some_and(|it| self.changes_address(&it)), Changes::ADDRESS)
            .with_if(self.omits_port(default_port), Changes::PORT)
            .with_if(self.omits_zeros(), Changes::ZEROS)
            .with_if(path.is_empty() && self.is_root(), Changes::ROOT)
            .with_if(self.has_dots(has_escape), Changes::DOTS);
        let changes_authority = authority.is_some_and(|it| changes.respell(&it, has_escape));
        changes.with_if(changes_authority, Changes::AUTHORITY)
    }

    /// Returns whether a step omits the port.
    #[inline]
    pub(super) fn omits_port(&self, default_port: fn(S::Scheme<'a>) -> Option<u16>) -> bool {
        let Some(port) = self.components.authority.and_then(|it| it.port::<S>()) else {
            return false;
        };
        if port.is_empty() {
            return self.steps.contains(Normalization::EMPTY_PORT);
        }
        // The port has only digits, so parsing fails only if it is too large.
        self.steps.contains(Normalization::DEFAULT_PORT)
            && port.parse().is_ok_and(|port: u16| {
                let scheme = self.components.scheme.map(S::Scheme::of_part);
                scheme.and_then(default_port) == Some(port)
            })
    }

    /// Returns whether a step omits zeros of the port.
    #[inline]
    fn omits_zeros(&self) -> bool {
        let port = self.components.authority.and_then(|it| it.port::<S>());
        self.steps.contains(Normalization::PORT_ZEROS)
            && port.is_some_and(|port| 0 < authority::zeros(port))
    }

    /// Returns whether the path has dot segments that a step removes.
    #[inline]
    fn has_dots(&self, has_escape: bool) -> bool {
        let unescapes = has_escape && self.steps.contains(Normalization::UNRESERVED);
        let are_in = if unescapes { dots::are_in_unescaped } else { dots::are_in };
        self.steps.contains(Normalization::DOT_SEGMENTS)
            && !self.components.is_opaque()
            && are_in(self.components.path)
    }
}
