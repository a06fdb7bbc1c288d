//! Writes normal forms to a [`Target`], and locates their parts.

use super::respell::Lowered;
use super::{Changes, Form, Normalization};
use crate::operations::output::{Pieces, Target};
use crate::operations::scan;
use crate::syntax::Syntax;
use crate::syntax::components::Components;
use crate::syntax::layout::{Lengths, Located};
use core::fmt;

impl<S: Syntax> Form<'_, S> {
    #[inline]
    pub(super) fn write_form(&self, target: &mut impl Target) -> fmt::Result {
        if self.changes == Changes::NONE {
            target.push(self.components.text)
        } else {
            self.write_changed(target)
        }
    }

    fn write_changed(&self, target: &mut impl Target) -> fmt::Result {
        let text = self.components.text;
        let mut rest = self.write_front(target)?;
        if self.changes.has(Changes::OF_PATH) {
            let path = self.components.path_start();
            target.push(&text[rest..path])?;
            rest = path;
        }
        if self.changes.has(Changes::ROOT) {
            target.push("/")?;
        } else if self.changes.has(Changes::DOTS) {
            self.write_without_dots(target)?;
            rest = self.components.path_end();
        }
        match &text[rest..] {
            "" => Ok(()),
            rest if !self.changes.has(Changes::ESCAPES) => target.push(rest),
            rest if S::BEYOND_IN_QUERY == Self::BEYOND => self.spelling().write(rest, target),
            _ => {
                let [path_end, query_end] =
                    [self.components.path_end(), self.components.query_end()];
                self.spelling().write(&text[rest..path_end], target)?;
                self.query_spelling().write(&text[path_end..query_end], target)?;
                self.spelling().write(&text[query_end..], target)
            }
        }
    }

    /// Writes the scheme and the authority, without its port if that stays as it is. Returns the
    /// offset of what follows in the text.
    #[inline]
    fn write_front(&self, target: &mut impl Target) -> Result<usize, fmt::Error> {
        let text = self.components.text;
        let start = target.written().len();
        let mut end = self.components.scheme_end();
        if let Some(authority) = self.components.authority {
            end = self.write_authority(end + "//".len(), &authority, target)?;
        } else {
            target.push(&text[..end])?;
        }
        if self.changes.has(Changes::CASE) && self.steps.contains(Normalization::SCHEME_CASE) {
            target.lower_case(start..start + self.components.scheme_end());
        }
        Ok(end)
    }

    /// Writes the text up to the end of the authority, which begins at an offset, or of its host if
    /// the port stays as it is. Returns the offset of what follows.
    #[inline]
    fn write_authority(
        &self,
        begin: usize,
        authority: &Located<'_>,
        target: &mut impl Target,
    ) -> Result<usize, fmt::Error> {
        let text = self.components.text;
        let path = begin + authority.text.len();
        if authority.is_reg_name {
            if self.changes.has(Changes::AUTHORITY) {
                target.push(&text[..begin])?;
                self.authority().try_each(&mut |piece| target.push(piece))?;
            } else {
                target.push(&text[..path])?;
            }
            return Ok(path);
        }
        let host = begin + authority.host_start::<S>();
        let host_end = host + authority.host::<S>().len();
        let lowers = self.steps.contains(Normalization::HOST_CASE);
        if !self.changes.has(Changes::AUTHORITY) {
            let start = target.written().len();
            let end = if self.changes.has(Changes::OF_PORT) { host_end } else { path };
            target.push(&text[..end])?;
            if lowers && self.changes.has(Changes::CASE) {
                target.lower_case(start + host..start + host_end);
            }
        } else if let Some(address) = self.ipv6_text(&text[host..host_end]) {
            self.spelling().write(&text[..host], target)?;
            target.push(address.as_str())?;
        } else if lowers {
            let lowered = Lowered { from: host, has_upper: self.changes.has(Changes::CASE) };
            self.spelling().write_lowered(&text[..host_end], lowered, target)?;
        } else {
            self.spelling().write(&text[..host_end], target)?;
        }
        if self.changes.has(Changes::OF_PORT) {
            let port = authority.port::<S>().and_then(|port| self.port(port));
            if let Some(port) = port {
                target.push(":")?;
                target.push(port)?;
            }
            return Ok(path);
        }
        Ok(if self.changes.has(Changes::AUTHORITY) { host_end } else { path })
    }

    /// Returns the lengths of the parts of the normal form, whose text is this one. `None` if the
    /// parts of the host are unknown.
    #[inline]
    pub(super) fn lengths_in(&self, text: &str) -> Option<Lengths> {
        if self.changes.has(Changes::OF_LENGTHS) {
            self.lengths_of_changed(text)
        } else {
            Some(self.components.lengths())
        }
    }

    /// As [`lengths_in`](Self::lengths_in), if parts other than the path may have other lengths. The
    /// delimiters in the text show where these end.
    fn lengths_of_changed(&self, text: &str) -> Option<Lengths> {
        let Components { scheme, authority, .. } = self.components;
        let begin = self.components.scheme_end();
        let Some(authority) = authority else {
            let [query, fragment] = self.tail_in(&text[begin..]);
            return Some(Lengths::of(scheme, query, fragment));
        };
        let rest = &text[begin + "//".len()..];
        let respells = self.changes.has(Changes::AUTHORITY);
        if authority.is_reg_name || !self.changes.has(Changes::OF_PORT) && !respells {
            // No step changes the length of a registry name.
            let [query, fragment] = self.tail_in(&rest[authority.text.len()..]);
            let lengths = Lengths::of(scheme, query, fragment);
            return Some(lengths.with_authority(Some(&authority)));
        }
        let before = match authority.host_start::<S>() {
            0 => 0,
            before if !respells => before,
            _ => scan::first(rest.as_bytes(), b'@')? + "@".len(),
        };
        if !self.changes.has(Changes::OF_PORT) {
            let host = self.host_end(&rest[before..], authority.port::<S>().is_some());
            let authority = authority.respelled::<S>(rest, before, host)?;
            let [query, fragment] = self.tail_in(&rest[authority.text.len()..]);
            return Some(Lengths::of(scheme, query, fragment).with_authority(Some(&authority)));
        }
        let mut server = authority.server::<S>();
        server.port = server.port.and_then(|port| self.port(port));
        let after = &rest[before..];
        if respells {
            server.userinfo = before.checked_sub("@".len()).map(|end| &rest[..end]);
            let host_end = self.host_end(after, server.port.is_some());
            server.host = server.host.respelled(&after[..host_end])?;
        }
        let after_host = &after[server.host.text.len()..];
        let port = server.port.map_or(0, |port| ":".len() + port.len());
        let [query, fragment] = self.tail_in(&after_host[port..]);
        Some(Lengths::of(scheme, query, fragment).with_server::<S>(&server))
    }

    /// Returns the length of the host of the normal form at the front of the text.
    #[inline]
    fn host_end(&self, text: &str, has_port: bool) -> usize {
        let Components { path, query, fragment, .. } = self.components;
        let delimiter = if text.starts_with('[') {
            return split(text, b']').map_or(text.len(), |(address, _)| address.len() + "]".len());
        } else if has_port {
            b':'
        } else if !path.is_empty() || self.changes.has(Changes::ROOT) {
            b'/'
        } else if query.is_some() {
            b'?'
        } else if fragment.is_some() {
            b'#'
        } else {
            return text.len();
        };
        scan::first(text.as_bytes(), delimiter).unwrap_or(text.len())
    }

    /// The query and the fragment of the normal form, at the end of a text that begins with its path.
    #[inline]
    fn tail_in<'t>(&self, text: &'t str) -> [Option<&'t str>; 2] {
        let Components { query, fragment, .. } = self.components;
        let (rest, fragment) = match fragment.and_then(|_| split(text, b'#')) {
            Some((rest, fragment)) => (rest, Some(fragment)),
            None => (text, None),
        };
        [query.and_then(|_| Some(split(rest, b'?')?.1)), fragment]
    }
}

/// Splits a text at the first occurrence of a delimiter.
#[inline]
fn split(text: &str, delimiter: u8) -> Option<(&str, &str)> {
    let (before, after) = text.split_at(scan::first(text.as_bytes(), delimiter)?);
    Some((before, &after[1..]))
}
