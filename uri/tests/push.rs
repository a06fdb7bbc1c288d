//! Texts that arrive in pieces: the same verdicts and errors as for the whole.

use uri::{Authority, HostName, Matcher, ParseError, Reference, UriReference, rfc1738};

const TEXTS: &[&str] = &[
    "",
    "?y",
    "#f",
    "s:",
    "s:#f",
    "//",
    "/%C3%A4;p=1//x?a=b#",
    "/%C3%ä",
    "/%4",
    "/a|b",
    "../a b",
    "a-b.c.",
    "a-.b",
    "1.2.3.4",
    "me@a.b:80",
    "a.b:80x",
    "http://me:pw@a.b.c:80/p;q=1/r?s=t#u",
    "http://a.b:80",
    "http://a.b:8a/",
    "http://a_b:80/",
    "http://a b/",
    "http://[::1]/",
    "ftp://u:p@h.x/a/b;type=i",
    "ftp://u:p@h.x/a/b;type=x",
    "mailto:a@b.c",
    "news:a@b",
    "http:",
    "1ttp://a/",
];

/// The verdict of a matcher on these pieces in sequence.
fn pushed(mut matcher: Matcher, pieces: &[&[u8]]) -> Result<(), ParseError> {
    for piece in pieces {
        matcher.push(piece)?;
    }
    matcher.finish()
}

/// An error, its message, its part and the possible parts.
type Report = (ParseError, String, Option<&'static str>, Vec<&'static str>);

/// All that an error reports; equality of errors compares less.
fn report(result: Result<(), ParseError>) -> Result<(), Report> {
    result.map_err(|error| (error, error.to_string(), error.part(), error.possible().collect()))
}

macro_rules! check {
    ($($rule:ty),*) => {
        $(for text in TEXTS {
            let whole = report(<$rule>::parse(text).map(|_| ()));
            let text = text.as_bytes();
            for cut in 0..=text.len() {
                let (first, second) = text.split_at(cut);
                let pushed = report(pushed(<$rule>::matcher(), &[first, second]));
                assert_eq!(pushed, whole, "{text:?} cut at {cut}");
            }
            let bytes: Vec<&[u8]> = text.chunks(1).collect();
            assert_eq!(report(pushed(<$rule>::matcher(), &bytes)), whole, "{text:?}");
        })*
    };
}

#[test]
fn texts_cut_in_two() {
    check!(UriReference, Reference, Authority, HostName);
    check!(rfc1738::Url, rfc1738::HttpUrl, rfc1738::FtpUrl, rfc1738::HostPort);
}

#[test]
fn errors_stay() {
    let mut matcher = UriReference::matcher();
    assert_eq!(matcher.push(b"http://a"), Ok(()));
    let error = matcher.push(b"/b c").unwrap_err();
    assert_eq!((error.offset(), error.found(), error.part()), (10, Some(b' '), Some("path")));
    assert_eq!((matcher.push(b"d"), matcher.push(b"")), (Err(error), Err(error)));
    assert_eq!((matcher.finish(), matcher.offset(), matcher.is_match()), (Err(error), 10, false));
}

#[test]
fn finishing_does_not_change_the_matcher() {
    let mut matcher = rfc1738::HttpUrl::matcher();
    matcher.push(b"http:").unwrap();
    let error = matcher.finish().unwrap_err();
    assert_eq!((error.offset(), error.found(), error.end_expected()), (5, None, false));
    matcher.push(b"//a").unwrap();
    assert_eq!((matcher.finish(), matcher.is_match()), (Ok(()), true));
    // A copy is independent.
    let mut copy = matcher;
    copy.push(b":8").unwrap();
    assert!(copy.push(b"x").is_err() && matcher.push(b".b").is_ok());
    assert_eq!((copy.offset(), matcher.offset()), (10, 10));
}
