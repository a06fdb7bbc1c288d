//! The Web Platform Tests' table for the URL Standard, as far as its texts are references of RFC
//! 3986: the crate `url`, to which `uri` converts, gives the result of the table or an error; and
//! the reasons why a URL differs from the normal form are those of `conformance::uri_urls`.

use super::{Comparison, Differences, read_json};
use conformance::uri_urls::{UrlDeviation, compare_join, compare_url};
use std::collections::BTreeMap;
use uri::interop::ToUrlError;
use uri::rfc3986::Uri;
use url::Url;

#[test]
#[ignore = "needs ../shared"]
fn urls_of_the_web_platform_tests() {
    let Some(cases) = read_json("wpt", "urltestdata.json") else { return };
    let mut urls = Comparison::default();
    let (mut converted, mut refused, mut joined) = (0, 0, 0);
    let mut reasons = BTreeMap::<UrlDeviation, usize>::new();
    for case in cases.as_array().expect("cases") {
        let Some(input) = case["input"].as_str() else { continue };
        let href = case["href"].as_str();
        if let Some(base) = case["base"].as_str() {
            let found = compare_join(base, input).unwrap_or_else(|why| panic!("{why}"));
            joined += usize::from(found.is_some());
            for reason in found.into_iter().flatten() {
                *reasons.entry(reason).or_default() += 1;
            }
        }
        let Ok(view) = Uri::parse(input) else { continue };
        for reason in compare_url(input).unwrap_or_else(|why| panic!("{why}")) {
            *reasons.entry(reason).or_default() += 1;
        }
        // A base changes the meaning of some texts with a scheme.
        if case["base"].is_string() {
            continue;
        }
        let (found, is_converted) = match Url::try_from(view) {
            Ok(url) => (Some(url), true),
            Err(ToUrlError::Different(url)) => (Some(url), false),
            Err(_) => (None, false),
        };
        urls.add(input, found.as_ref().map(Url::as_str), href);
        converted += usize::from(is_converted);
        refused += usize::from(!is_converted);
    }
    println!("{converted} converted, {refused} refused, {joined} joined, {reasons:?}");
    assert!(converted > 160 && joined > 160, "{converted} converted, {joined} joined");
    urls.assert(336, URLS);
}

/// URLs that `url` reads differently from the table.
const URLS: &[Differences<'_>] = &[
    (
        "URL Standard section 4.4, path state: empty segments are segments; `url` removes those at the \
         beginning of a path of `file`",
        &[
            ("file:.//p", "file:///p"),
            ("file:/.//p", "file:///p"),
            ("file:////foo", "file:///foo"),
            ("file://localhost////foo", "file:///foo"),
            ("file://localhost//a//../..//", "file:///"),
            ("file://localhost//a//../..//foo", "file:///foo"),
            ("file://spider///", "file://spider/"),
        ],
    ),
    (
        "URL Standard section 4.4, path state: a drive letter does not remove the host; in `url` it does",
        &[
            ("file://1.2.3.4/C:/", "file:///C:/"),
            ("file://[1::8]/C:/", "file:///C:/"),
            ("file://example.net/C:/", "file:///C:/"),
        ],
    ),
    (
        "URL Standard section 3.3, domain to ASCII: labels of ASCII are not validated; the table is \
         newer than `url` 2.5.8, which validates them",
        &[
            ("file://xn--/p", "refused"),
            ("http://10.0.0.XN--pokxncvks", "refused"),
            ("http://10.0.0.xN--pokxncvks", "refused"),
            ("http://10.0.0.xn--pokxncvks", "refused"),
            ("http://a.b.c.XN--pokxncvks", "refused"),
            ("http://a.b.c.Xn--pokxncvks", "refused"),
            ("http://a.b.c.xn--pokxncvks", "refused"),
            ("https://xn--/", "refused"),
        ],
    ),
];
