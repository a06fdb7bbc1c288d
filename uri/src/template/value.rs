//! The values of variables, RFC 6570 section 2.3.

#[cfg(feature = "alloc")]
use alloc::{collections::BTreeMap, string::String, vec::Vec};
use core::fmt;

/// The value of a variable, RFC 6570 section 2.3. It borrows its texts.
///
/// ```
/// use std::collections::BTreeMap;
/// use uri::template::Value;
///
/// // A text; a list; pairs.
/// let _ = [Value::from("a"), Value::from(&["a", "b"]), Value::from(&[("a", "1"), ("b", "2")])];
///
/// // With the feature `alloc`, the same of texts that are owned.
/// # #[cfg(feature = "alloc")] {
/// let (text, list) = (String::from("a"), vec![String::from("a")]);
/// let pairs = BTreeMap::from([(String::from("a"), String::from("1"))]);
/// let _ = [Value::from(&text), Value::from(&list), Value::from(&pairs)];
/// # }
/// ```
#[derive(Clone, Copy, Debug)]
pub enum Value<'a> {
    /// One text, perhaps empty.
    Text(&'a str),
    /// Texts in order. An empty list counts as undefined.
    List(TextList<'a>),
    /// Pairs of names and values in order. Without any pair, the value counts as undefined.
    Pairs(PairList<'a>),
}

/// Texts in order, borrowed from a slice. Made by `From`.
#[derive(Clone, Copy, Debug)]
pub struct TextList<'a>(Texts<'a>);

/// Pairs of texts in order, borrowed from a slice or a map. Made by `From`.
#[derive(Clone, Copy, Debug)]
pub struct PairList<'a>(Pairs<'a>);

#[derive(Clone, Copy, Debug)]
enum Texts<'a> {
    Borrowed(&'a [&'a str]),
    #[cfg(feature = "alloc")]
    Owned(&'a [String]),
}

#[derive(Clone, Copy, Debug)]
enum Pairs<'a> {
    Borrowed(&'a [(&'a str, &'a str)]),
    #[cfg(feature = "alloc")]
    Owned(&'a [(String, String)]),
    #[cfg(feature = "alloc")]
    Map(&'a BTreeMap<String, String>),
}

/// A source of the values of variables.
///
/// Implemented by closures that take a name, for example to query a map or a type of your own; and
/// by arrays, slices and, with `alloc`, vectors of names with values, which are searched from the
/// beginning. Names are compared byte by byte: case is significant, and an escape only equals the
/// same escape (RFC 6570 section 2.3).
///
/// ```
/// use std::collections::HashMap;
/// use uri::template::{Template, Value};
///
/// let values = HashMap::from([("a", "1"), ("b", "2")]);
/// let template = Template::parse("{?a,b,c}")?;
/// let expansion = template.expand(|name: &str| values.get(name).map(|&it| Value::from(it)))?;
/// assert_eq!(expansion.to_string(), "?a=1&b=2");
/// # Ok::<(), Box<dyn core::error::Error>>(())
/// ```
pub trait Variables<'v> {
    /// The value of the variable of this name; `None` if it is undefined.
    ///
    /// It is called more than once for a variable, and should return the same value each time.
    fn get(&self, name: &str) -> Option<Value<'v>>;
}

impl<'v, F: Fn(&str) -> Option<Value<'v>>> Variables<'v> for F {
    #[inline]
    fn get(&self, name: &str) -> Option<Value<'v>> {
        self(name)
    }
}

impl<'v, N: AsRef<str>> Variables<'v> for &[(N, Value<'v>)] {
    #[inline]
    fn get(&self, name: &str) -> Option<Value<'v>> {
        self.iter().find(|(other, _)| other.as_ref() == name).map(|&(_, value)| value)
    }
}

#[cfg(feature = "alloc")]
impl<'v, N: AsRef<str>> Variables<'v> for &alloc::vec::Vec<(N, Value<'v>)> {
    #[inline]
    fn get(&self, name: &str) -> Option<Value<'v>> {
        Variables::get(&self.as_slice(), name)
    }
}

impl<'v, N: AsRef<str>, const LENGTH: usize> Variables<'v> for [(N, Value<'v>); LENGTH] {
    #[inline]
    fn get(&self, name: &str) -> Option<Value<'v>> {
        Variables::get(&self.as_slice(), name)
    }
}

impl<'v, N: AsRef<str>, const LENGTH: usize> Variables<'v> for &[(N, Value<'v>); LENGTH] {
    #[inline]
    fn get(&self, name: &str) -> Option<Value<'v>> {
        Variables::get(&self.as_slice(), name)
    }
}

impl Value<'_> {
    /// Returns whether the value counts as undefined: RFC 6570 section 2.3.
    #[inline]
    pub(super) fn is_undefined(self) -> bool {
        match self {
            Self::Text(_) => false,
            Self::List(list) => list.is_empty(),
            Self::Pairs(pairs) => pairs.is_empty(),
        }
    }

    /// Returns whether the value is a non-empty list or non-empty pairs.
    #[inline]
    pub(super) fn is_many(self) -> bool {
        !matches!(self, Self::Text(_)) && !self.is_undefined()
    }
}

impl TextList<'_> {
    /// Returns whether there is no text.
    #[must_use]
    #[inline]
    pub fn is_empty(self) -> bool {
        match self.0 {
            Texts::Borrowed(texts) => texts.is_empty(),
            #[cfg(feature = "alloc")]
            Texts::Owned(texts) => texts.is_empty(),
        }
    }

    /// Hands over each text, until an error.
    #[inline]
    pub(super) fn try_each(self, mut each: impl FnMut(&str) -> fmt::Result) -> fmt::Result {
        match self.0 {
            Texts::Borrowed(texts) => texts.iter().try_for_each(|text| each(text)),
            #[cfg(feature = "alloc")]
            Texts::Owned(texts) => texts.iter().try_for_each(|text| each(text)),
        }
    }
}

impl PairList<'_> {
    /// Returns whether there is no pair.
    #[must_use]
    #[inline]
    pub fn is_empty(self) -> bool {
        match self.0 {
            Pairs::Borrowed(pairs) => pairs.is_empty(),
            #[cfg(feature = "alloc")]
            Pairs::Owned(pairs) => pairs.is_empty(),
            #[cfg(feature = "alloc")]
            Pairs::Map(pairs) => pairs.is_empty(),
        }
    }

    /// Hands over each name with its value, until an error.
    #[inline]
    pub(super) fn try_each(self, mut each: impl FnMut(&str, &str) -> fmt::Result) -> fmt::Result {
        match self.0 {
            Pairs::Borrowed(pairs) => pairs.iter().try_for_each(|(name, value)| each(name, value)),
            #[cfg(feature = "alloc")]
            Pairs::Owned(pairs) => pairs.iter().try_for_each(|(name, value)| each(name, value)),
            #[cfg(feature = "alloc")]
            Pairs::Map(pairs) => pairs.iter().try_for_each(|(name, value)| each(name, value)),
        }
    }
}

impl<'a> From<&'a str> for Value<'a> {
    #[inline]
    fn from(text: &'a str) -> Self {
        Self::Text(text)
    }
}

#[cfg(feature = "alloc")]
impl<'a> From<&'a String> for Value<'a> {
    #[inline]
    fn from(text: &'a String) -> Self {
        Self::Text(text)
    }
}

/// Conversions to a list or to pairs, and to values that contain them.
macro_rules! from {
    ($($(#[$attribute:meta])* [$($generics:tt)*] $from:ty => $list:ident($variant:path))+) => {$(
        $(#[$attribute])*
        impl<'a, $($generics)*> From<&'a $from> for $list<'a> {
            #[inline]
            fn from(items: &'a $from) -> Self {
                Self($variant(items))
            }
        }

        $(#[$attribute])*
        impl<'a, $($generics)*> From<&'a $from> for Value<'a> {
            #[inline]
            fn from(items: &'a $from) -> Self {
                $list::from(items).into()
            }
        }
    )+};
}
from! {
    [] [&'a str] => TextList(Texts::Borrowed)
    [const LENGTH: usize] [&'a str; LENGTH] => TextList(Texts::Borrowed)
    #[cfg(feature = "alloc")] [] [String] => TextList(Texts::Owned)
    #[cfg(feature = "alloc")] [] Vec<String> => TextList(Texts::Owned)
    #[cfg(feature = "alloc")] [] Vec<&'a str> => TextList(Texts::Borrowed)
    [] [(&'a str, &'a str)] => PairList(Pairs::Borrowed)
    [const LENGTH: usize] [(&'a str, &'a str); LENGTH] => PairList(Pairs::Borrowed)
    #[cfg(feature = "alloc")] [] [(String, String)] => PairList(Pairs::Owned)
    #[cfg(feature = "alloc")] [] Vec<(String, String)> => PairList(Pairs::Owned)
    #[cfg(feature = "alloc")] [] Vec<(&'a str, &'a str)> => PairList(Pairs::Borrowed)
    #[cfg(feature = "alloc")] [] BTreeMap<String, String> => PairList(Pairs::Map)
}

impl<'a> From<TextList<'a>> for Value<'a> {
    #[inline]
    fn from(list: TextList<'a>) -> Self {
        Self::List(list)
    }
}

impl<'a> From<PairList<'a>> for Value<'a> {
    #[inline]
    fn from(pairs: PairList<'a>) -> Self {
        Self::Pairs(pairs)
    }
}
