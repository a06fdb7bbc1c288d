//! `file` URIs, RFC 8089.

use uri::file::{FileUriError, PathError};
use uri::rfc3986::{self, Uri, UriReference};
use uri::rfc8089::{DriveLetter, FileUri, Host, LaxFileUri};

#[test]
fn hosts_and_paths() {
    for (text, host, path, is_local) in [
        ("file:///etc/fstab", Some(""), "/etc/fstab", true),
        ("file:/etc/fstab", None, "/etc/fstab", true),
        ("FILE://LocalHost/", Some("LocalHost"), "/", true),
        ("file://host.example.com/Share/a%20b", Some("host.example.com"), "/Share/a%20b", false),
        ("file://[::1]/a//b", Some("[::1]"), "/a//b", false),
        ("file://local%68ost/a", Some("local%68ost"), "/a", false),
        ("file:///c:/path", Some(""), "/c:/path", true),
    ] {
        let uri = FileUri::parse(text).unwrap();
        assert_eq!(uri.host().map(Host::as_str), host, "{text}");
        assert_eq!((uri.path().as_str(), uri.is_local()), (path, is_local), "{text}");
        // The same parts as in RFC 3986, and back.
        let generic = Uri::from(uri);
        assert_eq!(generic.host().map(rfc3986::Host::as_str), host, "{text}");
        assert_eq!(generic.path().as_str(), path);
        assert_eq!(FileUri::try_from(generic), Ok(uri));
    }
    for text in
        ["file://host", "file:a", "file:///a?b", "file:///a#b", "file://h:80/a", "http:///a"]
    {
        assert!(FileUri::parse(text).is_err() && LaxFileUri::parse(text).is_err(), "{text}");
        assert!(FileUri::try_from(UriReference::new(text)).is_err());
    }
}

#[test]
fn paths_of_files() {
    let uri = FileUri::new("file:///c:/a%20b");
    assert_eq!(uri.to_windows_path().unwrap().to_string(), r"c:\a b");
    assert!(uri.to_unix_path().unwrap() == "/c:/a b");
    let uri = FileUri::new("file://[::1]/share/a");
    assert_eq!(uri.to_windows_path().unwrap_err(), FileUriError::Server);
    assert_eq!(uri.to_unix_path().unwrap_err(), FileUriError::Host);

    let mut buffer = [0; 64];
    let unwritten = FileUri::from_windows_path(r"\\server\share\a").unwrap();
    let uri = unwritten.write_in(&mut buffer).unwrap();
    assert_eq!((uri.as_str(), uri.is_local()), ("file://server/share/a", false));
    // Two slashes at the beginning are no path of the grammar.
    for path in ["//", "//a", "///a/b"] {
        assert_eq!(FileUri::from_unix_path(path).unwrap_err(), PathError::TwoSlashes, "{path}");
    }
    assert_eq!(FileUri::from_unix_path("/").unwrap().write_in(&mut buffer).unwrap(), "file:///");
}

/// Appendix E: a text, the host, the drive and the path.
#[test]
fn lax_forms() {
    for (text, host, drive, path, strict) in [
        ("file:c:/path/to/file", None, Some("c:"), "/path/to/file", "file:///c:/path/to/file"),
        ("file:/c:/path", None, Some("c:"), "/path", "file:///c:/path"),
        ("file:///C|/path", Some(""), Some("C|"), "/path", "file:///C:/path"),
        ("file:c|/", None, Some("c|"), "/", "file:///c:/"),
        ("file://h/c|/a", Some("h"), Some("c|"), "/a", "file://h/c:/a"),
        (
            "file:////host.example.com/path",
            Some("host.example.com"),
            None,
            "/path",
            "file://host.example.com/path",
        ),
        (
            "file://///host.example.com/path",
            Some("host.example.com"),
            None,
            "/path",
            "file://host.example.com/path",
        ),
        ("file:////%5b::1%5D/a", Some("%5b::1%5D"), None, "/a", "file://[::1]/a"),
        ("file:////%5Bv1.a%5D/a", Some("%5Bv1.a%5D"), None, "/a", "file://[v1.a]/a"),
        // A registered name, not an address.
        ("file://%5Bv1.a%5D/a", Some("%5Bv1.a%5D"), None, "/a", "file://%5Bv1.a%5D/a"),
        ("file:////%5Babc%5D/a", Some("%5Babc%5D"), None, "/a", "file://%5Babc%5D/a"),
        // Nothing after the fifth slash could be a host with a path.
        ("file://///path", Some(""), None, "/path", "file:///path"),
        ("file://///a:b/c", Some(""), None, "/a:b/c", "file:///a:b/c"),
        ("file://///a//b", Some(""), None, "/a//b", "file:///a//b"),
        // No drive, because two slashes do not begin a path.
        ("file:///c://a", Some(""), None, "/c://a", "file:///c://a"),
        ("file:////h/c:/a", Some("h"), None, "/c:/a", "file://h/c:/a"),
        ("file:/etc", None, None, "/etc", "file:///etc"),
    ] {
        let uri = LaxFileUri::parse(text).unwrap();
        let drive_letter = uri.drive_letter().map(DriveLetter::as_str);
        assert_eq!((uri.host(), drive_letter, uri.path().as_str()), (host, drive, path), "{text}");
        let mut buffer = [0; 64];
        let written = uri.to_file_uri().unwrap();
        assert_eq!(written.write_in(&mut buffer).unwrap(), strict, "{text}");
    }
    let uri = LaxFileUri::new("file://me@host/a");
    assert_eq!((uri.userinfo(), uri.host()), (Some("me"), Some("host")));
    assert!(uri.to_file_uri().is_none() && !uri.is_local());
}

/// All short texts: each lax one without a user has a strict form, and that of a strict one has the
/// same host and path.
#[test]
fn strict_forms_match_the_grammar() {
    let alphabet = ["/", "c", ":", "|", "@", "%5B::1%5D"];
    let (mut lax_texts, mut strict_texts) = (0, 0);
    for number in 0..6_usize.pow(7) {
        let (mut text, mut rest) = (String::from("file:"), number);
        while rest > 0 {
            text.push_str(alphabet[rest % 6]);
            rest /= 6;
        }
        let Ok(lax) = LaxFileUri::parse(&text) else {
            assert!(!FileUri::is_match(&text), "{text}");
            continue;
        };
        lax_texts += 1;
        let Some(written) = lax.to_file_uri() else { continue };
        let mut buffer = [0; 96];
        let strict =
            written.write_in(&mut buffer).unwrap_or_else(|error| panic!("{text}: {error}"));
        assert_eq!(strict.is_local(), lax.is_local(), "{text}");
        if let Ok(same) = FileUri::parse(&text) {
            strict_texts += 1;
            assert_eq!(strict.path(), same.path(), "{text}");
            assert_eq!(
                strict.host().map_or("", Host::as_str),
                same.host().map_or("", Host::as_str)
            );
        }
    }
    assert!(lax_texts > 1_000 && strict_texts > 500, "{lax_texts} {strict_texts}");
}
