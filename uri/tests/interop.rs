//! Conversions to and from the types of other crates.

#[cfg(feature = "http")]
mod http;
#[cfg(feature = "url")]
mod url;

/// Returns references with every combination of parts: absent, empty, plain and unusual ones.
#[cfg(any(feature = "http", feature = "url"))]
fn texts() -> impl Iterator<Item = String> {
    const SCHEMES: &[&str] = &["", "http:", "HTTP:", "https:", "file:", "s+1:", "Ftp:"];
    const AUTHORITIES: &[&str] = &[
        "",
        "//",
        "//a",
        "//A.b:80",
        "//a:",
        "//a:0443",
        "//a:99999",
        "//u:p@a",
        "//@a",
        "//u@",
        "//u:@a",
        "//%61",
        "//a%2Fb",
        "//1.2.3.4",
        "//1",
        "//010.0.0.1",
        "//[::1]",
        "//[::1]:21",
        "//a_b",
        "//a;b",
        "//;=@a",
        "//c:",
        "//localhost",
        "//xn--a",
        "//-._~!$&'()*+,",
        "//a::b",
    ];
    const PATHS: &[&str] = &[
        "",
        "/",
        "/a",
        "a",
        "a/b",
        "*",
        "/.",
        "/..",
        "/a/../b",
        "/%2e/%2E./b",
        "/.//a",
        "//a",
        "/a//",
        "/c:/..",
        "/%41%c3",
        "/-._~!$&'()*+,;=:@",
        "a:b",
        "./a:b",
        "%2e",
        "/*",
    ];
    const QUERIES: &[&str] = &["", "?", "?a=b", "?'", "?/?:@%41", "?a+b"];
    const FRAGMENTS: &[&str] = &["", "#", "#a/?'%7e"];
    let fragments = || FRAGMENTS.iter();
    let behind =
        move || QUERIES.iter().flat_map(move |query| fragments().map(move |it| [query, it]));
    SCHEMES.iter().flat_map(move |scheme| {
        AUTHORITIES.iter().flat_map(move |authority| {
            PATHS.iter().flat_map(move |path| {
                behind().map(move |[query, fragment]| {
                    [*scheme, authority, path, query, fragment].concat()
                })
            })
        })
    })
}
