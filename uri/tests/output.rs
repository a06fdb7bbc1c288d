//! The display of unwritten results, and the contents of errors.

use core::error::Error;
use core::fmt::Display;
use uri::file::{to_unix_path, to_windows_path};
use uri::{AbsoluteUri, Normalization, ParseError, Reference, Segment, UriReference, WriteError};

/// Compares the display of a result with that of a text in one piece.
#[track_caller]
fn check(result: &dyn Display, text: &str) {
    assert_eq!(format!("{result}"), text);
    assert_eq!(format!("{result:>40}|"), format!("{text:>40}|"));
    assert_eq!(format!("{result:*^41}|"), format!("{text:*^41}|"));
    assert_eq!(format!("{result:ö<9}|"), format!("{text:ö<9}|"));
    assert_eq!(format!("{result:4}|"), format!("{text:4}|"));
    assert_eq!(format!("{result:.0}|"), "|");
    assert_eq!(format!("{result:#>9.4}|"), format!("{text:#>9.4}|"));
    assert_eq!(format!("{result:.99}|"), format!("{text:.99}|"));
}

#[test]
fn results_are_padded_as_text_is() {
    let base = AbsoluteUri::new("http://a/b/c");
    check(&base.resolve(Reference::new("./../../g?x")).unwrap(), "http://a/../g?x");
    check(&UriReference::new("HTTP://A/%7e").normalize(Normalization::ALL), "http://a/~");
    check(&Segment::encode("a/ö"), "a%2F%C3%B6");
    check(&Segment::new("%C3%B6%20a%FF").decode(), "ö a\u{FFFD}");
    check(&Segment::new("plain").decode(), "plain");
    check(&to_unix_path("file:///%C3%B6/b").unwrap(), "/ö/b");
    check(&to_windows_path("file:///C:/%C3%B6").unwrap(), r"C:\ö");
    check(&UriReference::new("//a").with_port_number(80).build().unwrap(), "//a:80");
}

#[test]
fn errors_have_their_causes() {
    fn cause<T: core::fmt::Debug, E: Error>(result: Result<T, E>) -> String {
        let error = result.unwrap_err();
        let source = error.source().expect("a cause");
        assert!(source.is::<ParseError>(), "{source}");
        source.to_string()
    }
    let in_path = "expected a hexadecimal digit, found the end";
    assert!(cause(to_unix_path("file:/%4")).ends_with(in_path));
    assert!(cause(Reference::repair("//[").write_in(&mut [0; 9])).starts_with("invalid"));
    assert!(WriteError::BufferTooSmall { needed: 1 }.source().is_none());
    #[cfg(feature = "alloc")]
    assert!(cause(uri::UriReferenceBuf::parse("%4")).ends_with(in_path));

    let error = Segment::new("a%FF").decode().write_str_in(&mut [0; 9]).unwrap_err();
    assert!(error.source().unwrap().is::<uri::InvalidUtf8>());
}

#[test]
fn errors_are_short_where_they_are_unwrapped() {
    let error = UriReference::parse("/a b").unwrap_err();
    assert_eq!(
        format!("{error:?}"),
        "ParseError { rule: \"URI-reference\", part: Some(\"path\"), offset: 2, found: Some(32), \
         expected: ByteSet(a letter, a digit, `!`, `#` to `/`, `:`, `;`, `=`, `?`, `@`, `_`, `~`), \
         end_expected: true }"
    );
}

/// A precision cuts before an escape rather than inside it, and nothing follows the cut.
#[test]
fn precisions_do_not_cut_escapes() {
    let segment = Segment::encode("a/b€");
    let whole = "a%2Fb%E2%82%AC";
    assert_eq!(segment.to_string(), whole);
    for (precision, expected) in [
        (0, ""),
        (1, "a"),
        (2, "a"),
        (3, "a"),
        (4, "a%2F"),
        (5, "a%2Fb"),
        (7, "a%2Fb"),
        (8, "a%2Fb%E2"),
        (13, "a%2Fb%E2%82"),
        (14, whole),
        (15, whole),
    ] {
        assert_eq!(format!("{segment:.precision$}"), expected, "{precision}");
        assert_eq!(format!("{segment:>20.precision$}"), format!("{expected:>20}"));
        let reference = UriReference::new("/a%2fb%e2%82%ac");
        let normal = reference.normalize(Normalization::ALL);
        assert_eq!(format!("{normal:.*}", precision + 1), format!("/{expected}"));
    }
}
