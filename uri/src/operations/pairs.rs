//! Pairs of names and values in a query: `a=1&b=2`.
//!
//! RFC 3986 section 3.4 leaves the meaning of a query to the resource. This module follows the
//! convention of HTML forms, `application/x-www-form-urlencoded`, RFC 1866 section 8.2.1.
// Long because reading pairs and writing them are inverse to each other.

use crate::operations::output::{Each, Pieces, unwritten};
#[cfg(feature = "alloc")]
use crate::operations::percent::escape_of;
use crate::operations::percent::{Beyond, Decode, Plus};
use crate::syntax::types::parts;
use crate::syntax::{Rfc2396, Syntax};
use crate::{ALPHANUM, ByteSet};
use core::fmt;
use core::iter::FusedIterator;
use core::marker::PhantomData;

macro_rules! pairs_of {
    ($of:ident $view:ident $buf:ident $syntax:ty,
        [$rfc:ident $at:literal $reference:literal $uri:literal]) => {
        impl<'a> $of::$view<'a> {
            /// The pairs of a query such as `a=1&b=2`; a plus sign stands for itself.
            ///
            /// ```
            #[doc = concat!("use uri::", $at, "Query;")]
            ///
            /// let query = Query::parse("name=a+b&q=50%25&flag")?;
            /// let mut pairs = query.pairs();
            /// assert!(pairs.next().unwrap().value().unwrap() == "a+b");
            /// assert!(pairs.next().unwrap().value().unwrap() == "50%");
            /// assert!(pairs.next().unwrap().value().is_none());
            /// # Ok::<(), uri::ParseError>(())
            /// ```
            #[must_use]
            #[inline]
            pub const fn pairs(self) -> Pairs<'a, $syntax> {
                Pairs { rest: Some(self.as_str()), plus: Plus::Plus, syntax: PhantomData }
            }

            /// The pairs of a query from an HTML form; a plus sign stands for a space:
            /// `application/x-www-form-urlencoded`, RFC 1866 section 8.2.1.
            ///
            /// ```
            #[doc = concat!("use uri::", $at, "Query;")]
            ///
            /// let query = Query::parse("name=a+b&x=1&x=2")?;
            /// assert!(query.form_pairs().get("name").unwrap().value().unwrap() == "a b");
            /// let changed = query.form_pairs().with("x", "3 4").to_string();
            /// assert_eq!(changed, "name=a+b&x=3+4");
            /// # Ok::<(), uri::ParseError>(())
            /// ```
            #[must_use]
            #[inline]
            pub const fn form_pairs(self) -> Pairs<'a, $syntax> {
                Pairs { rest: Some(self.as_str()), plus: Plus::Space, syntax: PhantomData }
            }
        }

        #[cfg(feature = "alloc")]
        crate::operations::delegate::delegate! {
            [$of::$buf] {
                fn pairs() -> Pairs<'a, $syntax>;
                fn form_pairs() -> Pairs<'a, $syntax>;
            }
        }
    };
}
parts!(pairs_of: Query QueryBuf);

/// An iterator over the pairs of a query, from both ends. Made by
/// [`Query::pairs`](crate::Query::pairs) and [`Query::form_pairs`](crate::Query::form_pairs). There
/// is no pair between two adjacent `&`.
#[derive(Clone, Debug)]
pub struct Pairs<'a, S = Rfc2396> {
    rest: Option<&'a str>,
    plus: Plus,
    syntax: PhantomData<S>,
}

impl<'a, S: Syntax> Pairs<'a, S> {
    /// The first of the remaining pairs with this name, decoded.
    #[must_use]
    #[inline]
    pub fn get(&self, name: &str) -> Option<Pair<'a>> {
        self.clone().find(|pair| pair.name() == *name)
    }

    /// The remaining text with one more pair at the end. A pair with neither name nor value is
    /// written as `=`, because an empty text would not be a pair.
    #[must_use]
    #[inline]
    pub fn with_appended(
        &self,
        name: &'a str,
        value: impl Into<Option<&'a str>>,
    ) -> ChangedQuery<'a, S> {
        ChangedQuery { pairs: self.clone(), without: None, added: Some((name, value.into())) }
    }

    /// The remaining pairs except those with this name, and one pair with the name and this value
    /// at the end.
    #[must_use]
    #[inline]
    pub fn with(&self, name: &'a str, value: impl Into<Option<&'a str>>) -> ChangedQuery<'a, S> {
        let added = Some((name, value.into()));
        ChangedQuery { pairs: self.clone(), without: Some(name), added }
    }

    /// The remaining pairs except those with this name.
    #[must_use]
    #[inline]
    pub fn without(&self, name: &'a str) -> ChangedQuery<'a, S> {
        ChangedQuery { pairs: self.clone(), without: Some(name), added: None }
    }
}

impl<'a, S> Iterator for Pairs<'a, S> {
    type Item = Pair<'a>;

    #[inline]
    fn next(&mut self) -> Option<Pair<'a>> {
        while let Some(rest) = self.rest {
            let mut name_end = None;
            let end = rest.bytes().enumerate().find_map(|(at, byte)| {
                if byte == b'=' {
                    name_end.get_or_insert(at);
                }
                (byte == b'&').then_some(at)
            });
            let (text, rest) = match end {
                Some(end) => (&rest[..end], Some(&rest[end + 1..])),
                None => (rest, None),
            };
            self.rest = rest;
            if !text.is_empty() {
                return Some(Pair { text, name_end, plus: self.plus });
            }
        }
        None
    }

    /// Exact; takes time proportional to the length of the remaining text.
    #[inline]
    fn size_hint(&self) -> (usize, Option<usize>) {
        let rest = self.rest.unwrap_or_default();
        let count = rest.split('&').filter(|text| !text.is_empty()).count();
        (count, Some(count))
    }
}

impl<'a, S> DoubleEndedIterator for Pairs<'a, S> {
    #[inline]
    fn next_back(&mut self) -> Option<Pair<'a>> {
        while let Some(rest) = self.rest {
            let (rest, text) = match rest.rsplit_once('&') {
                Some((rest, text)) => (Some(rest), text),
                None => (None, rest),
            };
            self.rest = rest;
            if !text.is_empty() {
                return Some(Pair { text, name_end: text.find('='), plus: self.plus });
            }
        }
        None
    }
}

impl<S> ExactSizeIterator for Pairs<'_, S> {}

impl<S> FusedIterator for Pairs<'_, S> {}

/// A name with an optional value.
#[derive(Clone, Copy, Debug)]
pub struct Pair<'a> {
    text: &'a str,
    /// The offset of the first `=`.
    name_end: Option<usize>,
    plus: Plus,
}

impl<'a> Pair<'a> {
    /// The pair as it is written in the query.
    #[must_use]
    #[inline]
    pub const fn as_str(self) -> &'a str {
        self.text
    }

    /// The text before the first `=`, decoded; all of the pair if it has no `=`.
    #[must_use]
    #[inline]
    pub fn name(self) -> Decode<'a> {
        Decode::new(&self.text[..self.name_end.unwrap_or(self.text.len())], self.plus)
    }

    /// The text after the first `=`, decoded; `None` if the pair has no `=`.
    #[must_use]
    #[inline]
    pub fn value(self) -> Option<Decode<'a>> {
        Some(Decode::new(&self.text[self.name_end? + 1..], self.plus))
    }
}

/// A query with other pairs, not written yet. Made by the methods of [`Pairs`]. Unchanged pairs
/// keep their spelling.
#[derive(Clone, Debug)]
pub struct ChangedQuery<'a, S = Rfc2396> {
    pairs: Pairs<'a, S>,
    without: Option<&'a str>,
    added: Option<(&'a str, Option<&'a str>)>,
}

unwritten!([S: Syntax] ChangedQuery<'_, S> => S::Query, QueryBuf);

impl<S: Syntax> Pieces for ChangedQuery<'_, S> {
    #[inline]
    fn try_each(self, each: &mut Each<'_>) -> fmt::Result {
        let Self { pairs, without, added } = self;
        let plus = pairs.plus;
        let mut separator = "";
        match without {
            None => {
                let rest = pairs.rest.unwrap_or_default();
                each(rest)?;
                separator = separator_after(rest);
            }
            Some(name) => {
                for pair in pairs.filter(|pair| pair.name() != *name) {
                    each(separator)?;
                    each(pair.as_str())?;
                    separator = "&";
                }
            }
        }
        if let Some((name, value)) = added {
            each(separator)?;
            match plus {
                Plus::Plus => {
                    write_pair(name, value, (S::UNRESERVED, S::BEYOND_IN_QUERY), "%20", each)?;
                }
                Plus::Space => write_pair(name, value, FORM, "+", each)?,
            }
        }
        Ok(())
    }
}

macro_rules! form_queries {
    ($of:ident $view:ident $buf:ident $syntax:ty,
        [$rfc:ident $at:literal $reference:literal $uri:literal]) => {
        impl $of::$view<'static> {
            /// A query made of pairs in the format of HTML forms, RFC 1866 section 8.2.1, exactly
            /// as browsers write it: a space becomes a plus sign; letters, digits and `*`, `-`,
            /// `.`, `_` stay; everything else is escaped. The pairs can be those of a slice, a map
            /// or any iterator that can be cloned.
            ///
            /// ```
            /// use std::collections::BTreeMap;
            #[doc = concat!("use uri::", $at, "Query;")]
            ///
            /// let query = Query::from_form_pairs([("q", "a&b c"), ("ä", "1")]);
            /// assert_eq!(query.to_string(), "q=a%26b+c&%C3%A4=1");
            ///
            /// let map = BTreeMap::from([("page", 2.to_string())]);
            /// assert_eq!(Query::from_form_pairs(&map).to_string(), "page=2");
            /// ```
            #[must_use]
            #[inline]
            pub fn from_form_pairs<I>(pairs: I) -> FormQuery<I::IntoIter, $syntax>
            where
                I: IntoIterator<Item: FormPair, IntoIter: Clone>,
            {
                FormQuery { pairs: pairs.into_iter(), syntax: PhantomData }
            }
        }
    };
}
parts!(form_queries: Query QueryBuf);

/// A query made of pairs, not written yet. Made by
/// [`Query::from_form_pairs`](crate::Query::from_form_pairs).
#[derive(Clone, Copy, Debug)]
pub struct FormQuery<I, S = Rfc2396> {
    pairs: I,
    syntax: PhantomData<S>,
}

unwritten! {
    [I: Iterator<Item: FormPair> + Clone, S: Syntax]
    FormQuery<I, S> => S::Query, QueryBuf
}

impl<I: Iterator<Item: FormPair>, S> Pieces for FormQuery<I, S> {
    #[inline]
    fn try_each(self, each: &mut Each<'_>) -> fmt::Result {
        let mut separator = "";
        for pair in self.pairs {
            each(separator)?;
            write_pair(pair.name(), Some(pair.value()), FORM, "+", each)?;
            separator = "&";
        }
        Ok(())
    }

    /// Room for a few pairs.
    #[cfg(feature = "alloc")]
    #[inline]
    fn capacity(&self) -> Option<usize> {
        Some(64)
    }
}

/// A name and a value: two texts of any type, or a reference to them.
pub trait FormPair {
    /// The name.
    fn name(&self) -> &str;
    /// The value.
    fn value(&self) -> &str;
}

impl<K: AsRef<str>, V: AsRef<str>> FormPair for (K, V) {
    #[inline]
    fn name(&self) -> &str {
        self.0.as_ref()
    }

    #[inline]
    fn value(&self) -> &str {
        self.1.as_ref()
    }
}

impl<K: AsRef<str>, V: AsRef<str>> FormPair for &(K, V) {
    #[inline]
    fn name(&self) -> &str {
        self.0.as_ref()
    }

    #[inline]
    fn value(&self) -> &str {
        self.1.as_ref()
    }
}

/// The characters that HTML forms do not escape, except the space: the complement of the
/// `application/x-www-form-urlencoded` percent-encode set of the URL Standard.
const FORM: (ByteSet, Beyond) =
    (ALPHANUM.with(b'*').with(b'-').with(b'.').with(b'_'), Beyond::Nothing);

/// Writes a pair as part of a query; these characters of ASCII and beyond stay unescaped.
#[inline]
fn write_pair(
    name: &str,
    value: Option<&str>,
    (kept, beyond): (ByteSet, Beyond),
    space: &'static str,
    each: &mut Each<'_>,
) -> fmt::Result {
    beyond.write(name.as_bytes(), kept, space, each)?;
    match value {
        Some(value) => {
            each("=")?;
            beyond.write(value.as_bytes(), kept, space, each)
        }
        None if name.is_empty() => each("="),
        None => Ok(()),
    }
}

/// The separator between this text and another pair.
#[inline]
pub(crate) fn separator_after(query: &str) -> &'static str {
    if query.is_empty() || query.ends_with('&') { "" } else { "&" }
}

/// Appends a pair to a text in the format of HTML forms, which any query can contain.
#[cfg(feature = "alloc")]
#[inline]
pub(crate) fn push_form_pair(text: &mut alloc::string::String, name: &str, value: &str) {
    text.reserve(name.len() + "=".len() + value.len());
    push_form_data(text, name);
    text.push('=');
    push_form_data(text, value);
}

/// As [`write`](crate::operations::percent::write), without handing over each piece.
#[cfg(feature = "alloc")]
#[inline]
fn push_form_data(text: &mut alloc::string::String, data: &str) {
    let mut start = 0;
    for (at, byte) in data.bytes().enumerate() {
        if FORM.0.contains(byte) {
            continue;
        }
        if start < at {
            text.push_str(&data[start..at]);
        }
        text.push_str(if byte == b' ' { "+" } else { escape_of(byte) });
        start = at + 1;
    }
    if start < data.len() {
        text.push_str(&data[start..]);
    }
}

#[cfg(feature = "alloc")]
macro_rules! changed_pairs {
    ($of:ident $view:ident $buf:ident $syntax:ty, $names:tt) => {
        /// Changes pairs in place. The only error is a query of more than 4 GiB; the old text is
        /// then kept.
        impl $of::$buf {
            /// Removes the pairs with this name, and adds one at the end in the format of HTML
            /// forms. Allocates the new text.
            #[inline]
            pub fn set_form_pair(
                &mut self,
                name: &str,
                value: &str,
            ) -> Result<(), crate::ParseError> {
                *self = self.as_view().form_pairs().with(name, value).try_to_buf()?;
                Ok(())
            }

            /// Removes the pairs with this name, read in the format of HTML forms. Allocates the
            /// new text.
            #[inline]
            pub fn remove_form_pairs(&mut self, name: &str) -> Result<(), crate::ParseError> {
                *self = self.as_view().form_pairs().without(name).try_to_buf()?;
                Ok(())
            }

            /// Adds a pair at the end in the format of HTML forms. Takes time proportional to the
            /// length of the pair. Never fails.
            #[inline]
            pub fn append_form_pair(
                &mut self,
                name: &str,
                value: &str,
            ) -> Result<(), crate::ParseError> {
                self.text.push_str(separator_after(&self.text));
                push_form_pair(&mut self.text, name, value);
                Ok(())
            }
        }
    };
}
#[cfg(feature = "alloc")]
parts!(changed_pairs: Query QueryBuf);
