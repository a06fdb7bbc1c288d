//! The programs of `docs/migration.md`, before and after: both versions give the same results,
//! except for the inputs that are listed with a reason.

// The modules are on the page, where everything that a program would use is public.
#[expect(unreachable_pub, reason = "as on the page")]
mod frontier_after;
#[expect(unreachable_pub, reason = "as on the page")]
mod frontier_before;
#[expect(unreachable_pub, reason = "as on the page")]
mod redirects_after;
#[expect(unreachable_pub, reason = "as on the page")]
mod redirects_before;
#[expect(unreachable_pub, reason = "as on the page")]
mod schemas_after;
#[expect(unreachable_pub, reason = "as on the page")]
mod schemas_before;

use http::HeaderMap;
use std::collections::BTreeSet;
use std::fmt::Debug;
use uri::rfc3986::Uri;
use url::Url;

/// A case, with the results before and after.
type Row = [String; 3];

/// Checks that the results differ exactly for the listed cases.
#[track_caller]
fn assert_differences(found: &[Row], listed: &[[&str; 3]]) {
    let differ: BTreeSet<[&str; 3]> = found
        .iter()
        .filter(|[_, before, after]| before != after)
        .map(|row| row.each_ref().map(String::as_str))
        .collect();
    let listed: BTreeSet<[&str; 3]> = listed.iter().copied().collect();
    let new: Vec<_> = differ.difference(&listed).collect();
    let gone: Vec<_> = listed.difference(&differ).collect();
    assert!(new.is_empty() && gone.is_empty(), "new: {new:#?}\nno longer: {gone:#?}");
    assert!(listed.len() < found.len(), "no result is the same");
}

fn shown(result: Result<impl ToString, impl Debug>) -> String {
    result.map_or_else(|_| "an error".to_owned(), |it| it.to_string())
}

#[test]
fn the_page_shows_the_programs() {
    let page = include_str!("../../../docs/migration.md");
    for source in [
        include_str!("ports/frontier_after.rs"),
        include_str!("ports/frontier_before.rs"),
        include_str!("ports/redirects_after.rs"),
        include_str!("ports/redirects_before.rs"),
        include_str!("ports/schemas_after.rs"),
        include_str!("ports/schemas_before.rs"),
    ] {
        let (title, code) = source.split_once("\n\n").expect("a title");
        assert!(page.contains(&format!("```rust\n{code}```\n")), "{title}");
    }
}

/// Identifiers, each with references from it.
const SCHEMAS: &[(Option<&str>, &[&str])] = &[
    (None, &["a.json", "#/definitions/a", "urn:example:a", "http://example.com/s.json#", "a b"]),
    (
        Some("http://example.com/schemas/root.json#/properties"),
        &[
            "",
            "#",
            "#foo",
            "#/definitions/a%20b",
            "other.json#/a~1b",
            "../x/./y.json",
            "?draft=7",
            "//other/c",
            "HTTP://EXAMPLE.com:80/",
            "%7Eroot/%2e%2E/a",
            "[",
        ],
    ),
    (Some("urn:example:root"), &["#a", "urn:other", "item", ""]),
    (Some("http://[2001:DB8:0:0::1]/a/.."), &["b", "#c"]),
];

#[test]
fn schemas() {
    let mut found = Vec::new();
    for &(base, references) in SCHEMAS {
        let before = base.map(|it| schemas_before::resolve(None, it).expect("an identifier"));
        let after = base.map(|it| schemas_after::resolve(None, it).expect("an identifier"));
        for reference in references {
            let before = schemas_before::resolve(before.as_ref(), reference);
            let after = schemas_after::resolve(after.as_ref(), reference);
            if let (Ok(before), Ok(after)) = (&before, &after) {
                if before.as_str() == after.as_str() {
                    assert_eq!(schemas_before::split(before), schemas_after::split(after));
                }
                for pointer in ["", "/a", "/a~1b/ä", "/a b%/\"x\"/#?"] {
                    let one = schemas_before::with_pointer(before.clone(), pointer);
                    let other = schemas_after::with_pointer(after.clone(), pointer);
                    let fragments = (schemas_before::split(&one), schemas_after::split(&other));
                    assert_eq!(fragments.0.1, pointer);
                    assert_eq!(fragments.1.1, pointer);
                }
            }
            let from = base.unwrap_or("the root");
            found.push([format!("{reference} from {from}"), shown(before), shown(after)]);
        }
    }
    assert_differences(&found, SCHEMA_DIFFERENCES);
}

/// RFC 3986 section 5.2.3 merges with each base; for fluent-uri, one without a slash is no base for
/// paths.
const SCHEMA_DIFFERENCES: &[[&str; 3]] = &[["item from urn:example:root", "an error", "urn:item"]];

const PAGE: &str = "https://www.example.com/docs/index.html?all#top";

const LINKS: &[&str] = &[
    "guide.html",
    "guide.html#install",
    "./guide.html",
    "../docs/guide.html",
    "GUIDE.html",
    "?all",
    "",
    "/",
    "//www.example.com",
    "HTTPS://WWW.Example.com:443/docs/../",
    "https://www.example.com:0443/",
    "https://www.example.com:8443/",
    "http://example.com",
    "http://sub.example.com/%7Euser",
    "http://sub.example.com/~user",
    "a b.html",
    " c.html ",
    "caf\u{e9}.html",
    "caf%C3%A9.html",
    "caf%c3%a9.html",
    "d|e",
    "it's?q='x'",
    "\\windows",
    "https:relative",
    "https:///www.example.com/slashes",
    "http://b\u{fc}cher.example.com/",
    "http://%65xample.com/",
    "http://notexample.com/",
    "http://example.com.evil/",
    "http://example.com@evil/",
    "http://127.0.0.1/",
    "http://[::1]/",
    "mailto:a@example.com",
    "javascript:alert(1)",
    "http://",
    "http://a:b:c/",
];

#[test]
fn frontiers() {
    let hosts = ["example.com", "xn--bcher-kva.example.com"];
    let mut before = frontier_before::Frontier::new(&hosts);
    let mut after = frontier_after::Frontier::new(&hosts);
    let (url, uri) = (Url::parse(PAGE).expect("a URL"), Uri::new(PAGE));
    let row = |&link: &&str| {
        let before = before.add(&url, link).unwrap_or("nothing").to_owned();
        let after = after.add(uri, link).unwrap_or("nothing").to_owned();
        [link.to_owned(), before, after]
    };
    let found: Vec<Row> = LINKS.iter().map(row).collect();
    assert_differences(&found, LINK_DIFFERENCES);
}

const LINK_DIFFERENCES: &[[&str; 3]] = &[
    // URL Standard section 4.4: a backslash is a slash. RFC 3986 section 2: not a character.
    ["\\windows", "https://www.example.com/windows", "https://www.example.com/docs/%5Cwindows"],
    // URL Standard section 1.3: `|` is not escaped in paths, `'` is in queries. RFC 3986 section 2:
    // the opposite.
    ["d|e", "https://www.example.com/docs/d|e", "https://www.example.com/docs/d%7Ce"],
    [
        "it's?q='x'",
        "https://www.example.com/docs/it's?q=%27x%27",
        "https://www.example.com/docs/it's?q='x'",
    ],
    // RFC 3986 section 6.2.2: escapes have equivalent forms, so these pages are known. The URL
    // Standard has no normal form of escapes.
    ["caf%c3%a9.html", "https://www.example.com/docs/caf%c3%a9.html", "nothing"],
    [
        "http://sub.example.com/%7Euser",
        "http://sub.example.com/%7Euser",
        "http://sub.example.com/~user",
    ],
    ["http://sub.example.com/~user", "http://sub.example.com/~user", "nothing"],
    // URL Standard section 3.3: punycode. RFC 3986 section 3.2.2: escapes of UTF-8.
    [
        "http://b\u{fc}cher.example.com/",
        "http://xn--bcher-kva.example.com/",
        "http://b%C3%BCcher.example.com/",
    ],
    // URL Standard section 4.4: any number of slashes, and with the scheme of the base none. RFC 3986
    // sections 3 and 5.2.2: no host.
    ["https:///www.example.com/slashes", "https://www.example.com/slashes", "nothing"],
    ["https:relative", "https://www.example.com/docs/relative", "nothing"],
];

/// Addresses with values of `Location`.
const REDIRECTS: &[(&str, &[&str])] = &[
    (
        "https://example.com/a/b?c#d",
        &[
            "/login",
            "login?next=%2Fa",
            "?page=2",
            "#e",
            "",
            "../x",
            "https://example.com:443/a",
            "https://EXAMPLE.com/a",
            "https://example.com:8443/a",
            "https://example.com:99999/a",
            "https://other.example.com/a",
            "//other/a",
            "http://example.com/a",
            "ftp://example.com/a",
            "mailto:a@example.com",
            "https:///nohost",
            "https:b",
            "https://user:secret@example.com/",
            "a b",
            "caf\u{e9}",
            "https://127.1/",
            "https://[::1]/",
        ],
    ),
    ("http://example.com", &["https://example.com/", "http://example.com:80", "//example.com/x"]),
    ("http://[::1]:8080/", &["http://[0:0::1]:8080/y", "http://[::1]/y"]),
];

#[test]
fn redirects() {
    let header = || {
        let fields = [("authorization", "Basic YTpi"), ("cookie", "c=d"), ("accept", "*/*")];
        let fields = fields.map(|(name, value)| {
            (http::HeaderName::from_static(name), http::HeaderValue::from_static(value))
        });
        fields.into_iter().collect::<HeaderMap>()
    };
    let result = |next: Result<String, String>, header: &HeaderMap| match next {
        Ok(address) => format!("{address} with {} header fields", header.len()),
        Err(why) => why,
    };
    let mut found = Vec::new();
    for &(from, locations) in REDIRECTS {
        let (url, uri) = (Url::parse(from).expect("a URL"), Uri::new(from));
        for location in locations {
            let (mut one, mut other) = (header(), header());
            let before = redirects_before::next(&url, location, 9, &mut one);
            let after = redirects_after::next(uri, location, 9, &mut other);
            let before = before.map(String::from).map_err(|why| format!("{why:?}"));
            let after =
                after.map(uri::rfc3986::UriBuf::into_string).map_err(|why| format!("{why:?}"));
            let case = format!("{location} from {from}");
            found.push([case, result(before, &one), result(after, &other)]);
        }
        let before = redirects_before::next(&url, "/", 10, &mut header());
        assert_eq!(before, Err(redirects_before::Stop::TooMany));
        let after = redirects_after::next(uri, "/", 10, &mut header());
        assert_eq!(after, Err(redirects_after::Stop::TooMany));
    }
    assert_differences(&found, REDIRECT_DIFFERENCES);
}

const REDIRECT_DIFFERENCES: &[[&str; 3]] = &[
    // RFC 9110 section 10.2.2: the value is a URI-reference, which has no spaces and only ASCII.
    [
        "a b from https://example.com/a/b?c#d",
        "https://example.com/a/a%20b#d with 3 header fields",
        "Invalid",
    ],
    [
        "caf\u{e9} from https://example.com/a/b?c#d",
        "https://example.com/a/caf%C3%A9#d with 3 header fields",
        "Invalid",
    ],
    // URL Standard section 4.4: any number of slashes, and with the scheme of the base none. RFC 3986
    // sections 3 and 5.2.2: no host, which RFC 9110 section 4.2.1 does not allow.
    [
        "https:///nohost from https://example.com/a/b?c#d",
        "https://nohost/#d with 1 header fields",
        "Invalid",
    ],
    [
        "https:b from https://example.com/a/b?c#d",
        "https://example.com/a/b#d with 3 header fields",
        "Invalid",
    ],
    // URL Standard section 3.5: an IPv4 address. RFC 3986 section 3.2.2: a name.
    [
        "https://127.1/ from https://example.com/a/b?c#d",
        "https://127.0.0.1/#d with 1 header fields",
        "https://127.1/#d with 1 header fields",
    ],
];
