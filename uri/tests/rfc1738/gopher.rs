//! Requests to Gopher, RFC 1738 section 3.4.

use super::sent;
use uri::rfc1738::GopherUrl;

#[test]
fn requests() {
    for (text, item, line) in [
        ("gopher://h", b'1', ""),
        ("gopher://h/", b'1', ""),
        ("gopher://h/0", b'0', ""),
        // A selector that begins with a copy of the type, section 3.4.1.
        ("gopher://h/00/a/b", b'0', "0/a/b"),
        ("gopher://h/1?a:b@c;d=e", b'1', "?a:b@c;d=e"),
        ("gopher://h/%49x", b'I', "x"),
        ("gopher://h/7a%09", b'7', "a\t"),
        ("gopher://h/7a%2509b%09c%20d+e", b'7', "a%09b\tc d+e"),
        // Sections 3.4.4 to 3.4.8: the search is there, and may be empty.
        ("gopher://h/1a%09%09+", b'1', "a\t\t+"),
        ("gopher://h/1a%09%09!+ABSTRACT%20+SMELL", b'1', "a\t\t!+ABSTRACT +SMELL"),
        (
            "gopher://h/1a%09%09+application/postscript%20Es_ES",
            b'1',
            "a\t\t+application/postscript Es_ES",
        ),
        ("gopher://h/7a%09b%09$", b'7', "a\tb\t$"),
        ("gopher://h/0%00%FF", b'0', "\0\u{FF}"),
    ] {
        let url = GopherUrl::parse(text).unwrap();
        assert_eq!(url.item_type(), item, "{text}");
        assert_eq!(sent(&url.request().unwrap()), format!("{line}\r\n"), "{text}");
        assert!(url.form_request().unwrap().is_none(), "{text}");
    }
}

#[test]
fn nothing_can_end_a_field() {
    for (text, octet) in [
        ("gopher://h/0a%0D%0Ab", b'\r'),
        ("gopher://h/0%0a", b'\n'),
        ("gopher://h/7a%09b%0D", b'\r'),
        ("gopher://h/7a%09b%09c%0A", b'\n'),
        ("gopher://h/7a%09b%09c%09d", b'\t'),
        // A search has no slash, so all of it is the selector, which has no tab.
        ("gopher://h/7a%09b/c", b'\t'),
    ] {
        let error = GopherUrl::parse(text).unwrap().request().unwrap_err();
        assert_eq!(error.octet(), octet, "{text}");
    }
}

/// RFC 1738 section 3.4.9.
#[test]
fn forms() {
    const BEGIN: &str = "+%091%0D%0A+-1%0D%0A";
    const END: &str = ".%0D%0A";
    for (plus, values) in [
        (format!("{BEGIN}{END}"), Some("")),
        (format!("{BEGIN}yes%0D%0Ano%0D%0A{END}"), Some("yes\r\nno\r\n")),
        (format!("{BEGIN}..%0D%0A{END}"), Some("..\r\n")),
        (format!("{BEGIN}%2E%0d%0a"), Some("")),
        // It ends too early or too late, or does not begin.
        (format!("{BEGIN}{END}DATA%0D%0A{END}"), None),
        (format!("{BEGIN}yes{END}"), None),
        (format!("{BEGIN}yes%0D%0A"), None),
        (format!("yes%0D%0A{END}"), None),
        (BEGIN.to_owned(), None),
        ("+".to_owned(), None),
    ] {
        let text = format!("gopher://h/1q%09%09{plus}");
        let url = GopherUrl::parse(&text).unwrap();
        let form = url.form_request().unwrap().map(|line| sent(&line));
        let expected = values.map(|values| format!("q\t+\t1\r\n+-1\r\n{values}.\r\n"));
        assert_eq!(form, expected, "{text}");
        assert_eq!(url.request().is_err(), plus != "+", "{text}");

        // With a search, it is not a form of section 3.4.9.
        let text = format!("gopher://h/1q%09s%09{plus}");
        assert!(GopherUrl::parse(&text).unwrap().form_request().unwrap().is_none(), "{text}");
    }
    let text = format!("gopher://h/1q%0A%09%09{BEGIN}{END}");
    assert_eq!(GopherUrl::parse(&text).unwrap().form_request().unwrap_err().octet(), b'\n');
}
