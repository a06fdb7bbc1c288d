//! Pairs added to the query of an owned reference, in place.

use super::BuildError;
use super::splice::{self, InPlace};
use crate::operations::pairs;
use crate::syntax::Whole;
use crate::syntax::layout::{self, Bounds};
use crate::syntax::types::references;
use core::ops::Range;

macro_rules! append_pairs {
    ($of:ident $view:ident $buf:ident $syntax:ty, $kind:ty,
        [$rfc:ident $at:literal $reference:literal $uri:literal]) => {
        impl $of::$buf {
            /// Adds a pair at the end of the query, in the format of HTML forms: RFC 1866 section
            /// 8.2.1. If there is no query, the pair becomes the query. Takes time proportional to
            /// the length of the pair and of the fragment.
            ///
            /// # Errors
            ///
            /// If the type has no query; the old text is kept. See [`BuildError`].
            ///
            /// ```
            #[doc = concat!("use uri::", $at, $reference, "Buf;")]
            ///
            #[doc = concat!("let mut reference = ", $reference, "Buf::parse(\"http://a/search#top\")?;")]
            /// reference.append_form_pair("q", "a b")?;
            /// reference.append_form_pair("page", "2")?;
            /// assert_eq!(reference, "http://a/search?q=a+b&page=2#top");
            /// # Ok::<(), Box<dyn core::error::Error>>(())
            /// ```
            #[inline]
            pub fn append_form_pair(&mut self, name: &str, value: &str) -> Result<(), BuildError> {
                InPlace::<$of::$view<'_>, _>::of(&mut self.text, &mut self.slots)
                    .append_form_pair(name, value)
            }
        }
    };
}
references!(append_pairs);

impl<R: Whole, const N: usize> InPlace<'_, R, N> {
    #[inline]
    pub(super) fn append_form_pair(&mut self, name: &str, value: &str) -> Result<(), BuildError> {
        let old = self.bounds();
        let separator = if old.has_query {
            pairs::separator_after(&self.text[old.path_end + "?".len()..old.query_end])
        } else {
            self.check_query()?;
            "?"
        };
        let length = self.text.len();
        self.text.push_str(separator);
        pairs::push_form_pair(self.text, name, value);
        let added = self.text.len() - length;
        // The fragment is copied to the end, after the new pair, and its old copy is removed.
        if old.query_end < length {
            self.text.extend_from_within(old.query_end..length);
            self.text.drain(old.query_end..length);
        }
        let query_end = old.query_end + added;
        let bounds = Bounds { has_query: true, query_end, ..old };
        if layout::is_too_long(self.text.len()) || !bounds.fit::<R, R::Syntax, N>() {
            return self.without_what_is_new(old.query_end..query_end);
        }
        bounds.set_tail::<R, R::Syntax, N>(self.text, self.slots);
        Ok(())
    }

    /// Restores the old text and returns the error in the new one.
    #[cold]
    fn without_what_is_new(&mut self, new: Range<usize>) -> Result<(), BuildError> {
        let parsed = splice::slots::<R, N>(self.text);
        match parsed {
            Ok(slots) => *self.slots = slots,
            Err(_) => drop(self.text.drain(new)),
        }
        parsed.map(drop).map_err(BuildError::from)
    }
}
