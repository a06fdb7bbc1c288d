//! Targets of requests, compared with the crate that most HTTP clients use, and with RFC 9112.

use uri::rfc3986::{Authority, Uri, UriReference};

/// The target, if there is one, and the path and query.
fn origin(text: &str) -> (Option<String>, &str) {
    let uri = UriReference::new(text);
    (uri.origin_form().map(|it| it.to_string()), uri.path_and_query())
}

#[test]
fn origin_forms_are_absolute_paths_with_a_query() {
    for (text, target, slice) in [
        ("http://www.example.org/where?q=now", "/where?q=now", "/where?q=now"),
        ("http://h", "/", ""),
        ("http://h?q#f", "/?q", "?q"),
        ("http://h?", "/?", "?"),
        ("http://h//b#c", "//b", "//b"),
        ("http://u:p@[::1]:80/a?b?c", "/a?b?c", "/a?b?c"),
        ("/a?b#c", "/a?b", "/a?b"),
        ("s:/a", "/a", "/a"),
        ("//h", "/", ""),
    ] {
        assert_eq!(origin(text), (Some(target.to_owned()), slice), "{text}");
    }
    for (text, slice) in [("", ""), ("a/b?c", "a/b?c"), ("?q", "?q"), ("s:", ""), ("s:a?b#", "a?b")]
    {
        assert_eq!(origin(text), (None, slice), "{text}");
    }
    let mut buffer = [0; 4];
    let target = Uri::new("http://h?q").origin_form().unwrap();
    assert_eq!(target.write_in(&mut buffer), Ok("/?q"));
    assert_eq!(target.text_len(), 3);
    assert!(target.write_in(&mut buffer[..2]).is_err());
    assert_eq!(format!("{target:?}"), "RequestTarget(/?q)");
}

#[test]
fn absolute_forms_have_neither_user_information_nor_a_fragment() {
    for (text, target) in [
        (
            "http://www.example.org/pub/WWW/TheProject.html",
            "http://www.example.org/pub/WWW/TheProject.html",
        ),
        ("http://h", "http://h"),
        ("http://u:p@h:8080?q#f", "http://h:8080?q"),
        ("http://@h/", "http://h/"),
        ("http://h:/@b", "http://h:/@b"),
        ("s:a@b#c", "s:a@b"),
        ("s://u@/", "s:///"),
    ] {
        let target = (Some(target.to_owned()), true);
        let form = UriReference::new(text).absolute_form().map(|it| it.to_string());
        let is_absolute = form.as_deref().is_some_and(uri::rfc3986::AbsoluteUri::is_match);
        assert_eq!((form, is_absolute), target, "{text}");
    }
    assert!(UriReference::new("//h/").absolute_form().is_none());
    // A registry name of RFC 2396 has no user information, but this is what it looks like.
    let name = uri::UriReference::new("http://a@b@c_d:x/y");
    assert_eq!(name.absolute_form().unwrap().to_string(), "http://c_d:x/y");
}

#[test]
fn authority_forms_have_a_port() {
    for (text, target) in [
        ("http://www.example.com:80/", Some("www.example.com:80")),
        ("https://h/a", Some("h:443")),
        ("https://u:p@[::1]", Some("[::1]:443")),
        ("https://u:p@[::1]:1", Some("[::1]:1")),
        ("http://h:", Some("h:80")),
        ("http://u@h:080", Some("h:080")),
        ("//h:1", Some("h:1")),
        ("//h", None),
        ("x://h", None),
        ("http://h:65535", Some("h:65535")),
        ("http://h:65536", None),
        ("http://:80", None),
        ("http:a", None),
    ] {
        let form = UriReference::new(text).authority_form().map(|it| it.to_string());
        assert_eq!(form.as_deref(), target, "{text}");
    }
    assert!(uri::UriReference::new("http://a_b:80/").authority_form().is_none());
    assert_eq!(Authority::new("u:p@h:").without_userinfo(), "h:");
    assert_eq!(Authority::new("h").without_userinfo(), "h");
    assert_eq!(uri::Authority::new("a@b@c_d").without_userinfo(), "c_d");
}

/// `http` divides absolute URIs in the same way, and refuses some.
#[cfg(feature = "http")]
#[test]
fn targets_are_those_of_the_crate_http() {
    let mut compared = 0;
    for authority in ["h", "h:80", "u@h:1", "[::1]", "[::1]:8080", "u:p@h"] {
        for path in ["", "/", "//", "/a/..//b", "/%41;p"] {
            for rest in ["", "?", "?q?/", "?q=1&r"] {
                let text = format!("http://{authority}{path}{rest}");
                let (ours, theirs) = (Uri::new(&text), text.parse::<http::Uri>().unwrap());
                let expected = theirs.path_and_query().unwrap();
                assert_eq!(ours.origin_form().unwrap().to_string(), expected.to_string(), "{text}");
                let authority = theirs.authority().unwrap();
                let port = theirs.port_u16().unwrap_or(80);
                let expected = format!("{}:{port}", authority.host());
                assert_eq!(ours.authority_form().unwrap().to_string(), expected, "{text}");
                compared += 1;
            }
        }
    }
    assert_eq!(compared, 6 * 5 * 4);
}

/// Everything after the first colon of the user information, and nothing else.
#[test]
fn passwords_are_masked() {
    for (text, masked) in [
        ("ftp://joe:secret@h:21/a:b@c", "ftp://joe:***@h:21/a:b@c"),
        ("//:s:e%40t@h", "//:***@h"),
        ("//joe@h:1", "//joe@h:1"),
        ("//joe:@h", "//joe:@h"),
        ("//h:1/u:p@h", "//h:1/u:p@h"),
        ("mailto:u:p@h", "mailto:u:p@h"),
        ("//u:p@[::1]?u:p@h#u:p@h", "//u:***@[::1]?u:p@h#u:p@h"),
        ("", ""),
    ] {
        let value = UriReference::new(text).mask_password();
        assert!(value == masked, "{text}");
        assert_eq!(format!("{value}|{value:?}"), format!("{masked}|MaskedPassword({masked})"));
        assert!(UriReference::is_match(masked));
    }
    // Registry names of RFC 2396.
    let masked = |text| uri::UriReference::new(text).mask_password().to_string();
    assert_eq!(masked("//u:p@my_host/"), "//u:***@my_host/");
    assert_eq!(masked("//u:p@q@my_host:x/"), "//u:***@my_host:x/");
    let iri = uri::rfc3987::IriReference::new("//ü:ä@ö/");
    assert_eq!(iri.mask_password().to_string(), "//ü:***@ö/");
}
