//! The media type of data. RFC 2397 sections 2 and 3.

#[cfg(feature = "alloc")]
use super::DataUrlBuf;
use super::{
    Attribute, DataUrl, DataUrlParametersIter, MediaType, Parameter, Subtype, Type, Unquoted, Value,
};
use crate::generated::runtime::View;
use crate::operations::output;
use core::fmt;

/// The media type of data, with its defaults. Made by [`DataUrl::mime`].
///
/// `Display` writes it without escapes, as in `Content-Type` of MIME: `text/plain;charset=US-ASCII`.
/// A hostile URL can have escapes that stand for line breaks; these are written as they are.
#[derive(Clone, Debug)]
pub struct Mime<'a> {
    main_type: Type<'a>,
    subtype: Subtype<'a>,
    parameters: DataUrlParametersIter<'a>,
    charset: Option<Value<'static>>,
}

/// The end of the text before the comma, if the data is base64. RFC 2397 section 3.
pub(super) const MARK: &str = ";base64";

impl<'a> DataUrl<'a> {
    /// Returns the media type as it is written, without its defaults; may be empty. RFC 2397 section
    /// 3.
    ///
    /// ```
    /// use uri::data::DataUrl;
    ///
    /// assert_eq!(DataUrl::new("data:;x=y;base64,").media_type(), ";x=y");
    /// ```
    #[must_use]
    #[inline]
    pub fn media_type(self) -> MediaType<'a> {
        MediaType::of_part(self.split_head().0)
    }

    /// Divides the text before the comma into the media type and `;base64`.
    pub(super) fn split_head(self) -> (&'a str, Option<&'a str>) {
        let end = self.as_str().len() - self.data().as_str().len() - ",".len();
        let head = self.as_str().get("data:".len()..end).unwrap_or_default();
        let at = head.len().checked_sub(MARK.len());
        let (media_type, mark) = at.and_then(|at| head.split_at_checked(at)).unwrap_or((head, ""));
        if mark.eq_ignore_ascii_case(MARK) { (media_type, Some(mark)) } else { (head, None) }
    }

    /// Returns the media type of the data: `text/plain;charset=US-ASCII` if the URL has none, and
    /// `text/plain` with parameters if it has only these. RFC 2397 sections 2 and 3.
    ///
    /// ```
    /// use uri::data::DataUrl;
    ///
    /// let mime = |text| DataUrl::new(text).mime().to_string();
    /// assert_eq!(mime("data:,x"), "text/plain;charset=US-ASCII");
    /// assert_eq!(mime("data:;base64,"), "text/plain;charset=US-ASCII");
    /// assert_eq!(mime("data:;charset=utf-8,x"), "text/plain;charset=utf-8");
    /// assert_eq!(mime("data:image/svg%2Bxml,x"), "image/svg+xml");
    /// ```
    #[must_use]
    #[inline]
    pub fn mime(self) -> Mime<'a> {
        let parameters = self.parameters();
        let is_default = self.main_type().is_none() && parameters.clone().next().is_none();
        Mime {
            main_type: self.main_type().unwrap_or(Type::known("text", [])),
            subtype: self.subtype().unwrap_or(Subtype::known("plain", [])),
            parameters,
            charset: is_default.then_some(Value::known("US-ASCII", [])),
        }
    }
}

#[cfg(feature = "alloc")]
crate::operations::delegate::delegate! {
    [DataUrlBuf] {
        fn media_type() -> MediaType<'a>;
        fn mime() -> Mime<'a>;
    }
}

impl<'a> Mime<'a> {
    /// Returns the type, such as `text`.
    #[must_use]
    #[inline]
    pub const fn main_type(&self) -> Type<'a> {
        self.main_type
    }

    /// Returns the subtype, such as `plain`.
    #[must_use]
    #[inline]
    pub const fn subtype(&self) -> Subtype<'a> {
        self.subtype
    }

    /// Returns whether these are the type and the subtype, ignoring case. RFC 2045 section 5.1.
    ///
    /// ```
    /// use uri::data::DataUrl;
    ///
    /// assert!(DataUrl::new("data:,x").mime().is("Text", "Plain"));
    /// ```
    #[must_use]
    #[inline]
    pub fn is(&self, main_type: &str, subtype: &str) -> bool {
        is_name(self.main_type.decode(), main_type) && is_name(self.subtype.decode(), subtype)
    }

    /// Returns the value of the first parameter with this name, which ignores case; `None` if there
    /// is no such parameter.
    #[must_use]
    #[inline]
    pub fn parameter(&self, name: &str) -> Option<Unquoted<'a>> {
        let mut parameters = self.parameters.clone();
        let written = parameters.find(|it| is_name(it.attribute().decode(), name));
        let default = self.charset.filter(|_| name.eq_ignore_ascii_case("charset"));
        written.map(Parameter::value).or(default).map(Value::unquote)
    }
}

/// Compares names, ignoring case.
fn is_name(decoded: impl Iterator<Item = u8>, name: &str) -> bool {
    let lower = |octet: u8| octet.to_ascii_lowercase();
    decoded.map(lower).eq(name.bytes().map(lower))
}

impl fmt::Display for Mime<'_> {
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        output::pad(f, |target| {
            write!(target, "{}/{}", self.main_type.decode(), self.subtype.decode())?;
            let default = self.charset.map(|value| (Attribute::known("charset", []), value));
            let written = self.parameters.clone().map(|it| (it.attribute(), it.value()));
            for (attribute, value) in written.chain(default) {
                write!(target, ";{}={}", attribute.decode(), value.decode())?;
            }
            Ok(())
        })
    }
}
