//! What others would write: a library or a regular expression for each row, and a builder of arrow-rs.

use arrow_array::builder::{BooleanBuilder, StringViewBuilder};
use arrow_array::cast::AsArray;
use arrow_array::{Array, ArrayRef, BooleanArray};
use arrow_schema::DataType;
use fluent_uri::UriRef;
use fluent_uri::component::Scheme;
use fluent_uri::pct_enc::EStr;
use regex::Regex;
use std::sync::Arc;
use url::Url;

/// The regular expression of RFC 3986, appendix B, which takes every text apart.
pub const APPENDIX_B: &str = r"^(([^:/?#]+):)?(//([^/?#]*))?([^?#]*)(\?([^#]*))?(#(.*))?";

/// The host of a text with an authority, as it is often written.
pub const HOST: &str = r"^(?:[^:/?#]+:)?//(?:[^/?#@]*@)?(\[[^\]/?#]*\]|[^/?#:]*)";

/// Calls a function for each row, which may be null.
///
/// # Panics
///
/// Panics if the array is neither `Utf8` nor `Utf8View`.
pub fn each<'a>(array: &'a dyn Array, mut row: impl FnMut(Option<&'a str>)) {
    match array.data_type() {
        DataType::Utf8 => array.as_string::<i32>().iter().for_each(&mut row),
        _ => array.as_string_view().iter().for_each(&mut row),
    }
}

/// Asks each row.
pub fn matches(array: &dyn Array, is_match: impl Fn(&str) -> bool) -> BooleanArray {
    let mut made = BooleanBuilder::with_capacity(array.len());
    each(array, |text| made.append_option(text.map(&is_match)));
    made.finish()
}

/// Takes a part of each row.
pub fn texts(array: &dyn Array, part: impl Fn(&str) -> Option<&str>) -> ArrayRef {
    let mut made = StringViewBuilder::with_capacity(array.len());
    each(array, |text| made.append_option(text.and_then(&part)));
    Arc::new(made.finish())
}

/// The hosts of fluent-uri.
pub fn fluent_host(text: &str) -> Option<&str> {
    Some(UriRef::parse(text).ok()?.authority()?.host())
}

/// The hosts of url, which changes them and so cannot lend them.
pub fn url_hosts(array: &dyn Array) -> ArrayRef {
    let mut made = StringViewBuilder::with_capacity(array.len());
    each(array, |text| match text.and_then(|text| Url::parse(text).ok()) {
        Some(url) => made.append_option(url.host_str()),
        None => made.append_null(),
    });
    Arc::new(made.finish())
}

/// The parts of each row by fluent-uri: one array for each.
pub fn fluent_parts(array: &dyn Array) -> Vec<ArrayRef> {
    let mut made: [_; 8] = std::array::from_fn(|_| StringViewBuilder::with_capacity(array.len()));
    each(array, |text| {
        let uri = text.and_then(|text| UriRef::parse(text).ok());
        let authority = uri.and_then(|uri| uri.authority());
        let parts = [
            uri.and_then(|uri| uri.scheme()).map(Scheme::as_str),
            authority.map(|it| it.as_str()),
            authority.and_then(|it| it.userinfo()).map(EStr::as_str),
            authority.map(|it| it.host()),
            authority.and_then(|it| it.port()).map(EStr::as_str),
            uri.map(|uri| uri.path().as_str()),
            uri.and_then(|uri| uri.query()).map(EStr::as_str),
            uri.and_then(|uri| uri.fragment()).map(EStr::as_str),
        ];
        for (made, part) in made.iter_mut().zip(parts) {
            made.append_option(part);
        }
    });
    made.into_iter().map(|mut made| Arc::new(made.finish()) as ArrayRef).collect()
}

/// Some groups of a regular expression of each row: one array for each.
pub fn groups(array: &dyn Array, regex: &Regex, groups: &[usize]) -> Vec<ArrayRef> {
    let mut places = regex.capture_locations();
    let mut made: Vec<_> =
        groups.iter().map(|_| StringViewBuilder::with_capacity(array.len())).collect();
    each(array, |text| {
        let found = text.and_then(|text| regex.captures_read(&mut places, text));
        for (made, &group) in made.iter_mut().zip(groups) {
            let place = found.and_then(|_| places.get(group));
            made.append_option(place.and_then(|(begin, end)| text?.get(begin..end)));
        }
    });
    made.into_iter().map(|mut made| Arc::new(made.finish()) as ArrayRef).collect()
}
