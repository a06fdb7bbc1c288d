//! Unix and Windows file paths and `file` URIs, on every platform.

use uri::file::{
    FileUriError, PathError, from_unix_path, from_windows_path, to_unix_path, to_windows_path,
};
use uri::{AbsoluteUri, WriteError};

#[test]
fn unix_paths() {
    let table: [(&[u8], &str, &str); 12] = [
        (b"/", "file:///", "the root"),
        (b"/a/b", "file:///a/b", "names"),
        (b"/a/", "file:///a/", "a directory"),
        (b"//a//b", "file:////a//b", "empty names"),
        (b"/./../.a", "file:///./../.a", "dots stay"),
        (b"/a b/50%", "file:///a%20b/50%25", "characters that URIs cannot contain"),
        (b"/%41", "file:///%2541", "a percent sign is data"),
        (b"/a?b#c;d", "file:///a%3Fb%23c%3Bd", "delimiters are data"),
        (b"/C:/a|b\\c", "file:///C:/a%7Cb%5Cc", "not a Windows path"),
        (b"/-_.!~*'():@&=+$,", "file:///-_.!~*'():@&=+$,", "characters that need no escape"),
        ("/ä".as_bytes(), "file:///%C3%A4", "UTF-8"),
        (b"/\xFF\x01\x7F[]", "file:///%FF%01%7F%5B%5D", "any octets"),
    ];
    for (path, uri, what) in table {
        let found = from_unix_path(path).unwrap();
        assert_eq!(found.to_string(), uri, "{what}");
        assert_eq!(found.text_len(), uri.len(), "{what}");
        assert!(AbsoluteUri::is_match(uri), "{what}");
        assert!(to_unix_path(uri).unwrap().eq(path.iter().copied()), "{what}");
    }
}

#[test]
fn windows_paths() {
    // The last column is what the URI becomes.
    let table = [
        (r"C:\", "file:///C:/", r"C:\"),
        (r"c:\a b\ä.txt", "file:///c:/a%20b/%C3%A4.txt", r"c:\a b\ä.txt"),
        (r"C:/a\b/", "file:///C:/a/b/", r"C:\a\b\"),
        (r"C:\\a\..\.", "file:///C://a/../.", r"C:\\a\..\."),
        (r"C:\50%#1;2", "file:///C:/50%25%231%3B2", r"C:\50%#1;2"),
        (r"C:\a:b", "file:///C:/a:b", r"C:\a:b"),
        (r"\\server\share", "file://server/share", r"\\server\share"),
        (r"\\server\share\", "file://server/share/", r"\\server\share\"),
        (r"\\Server.local/c$/a", "file://Server.local/c$/a", r"\\Server.local\c$\a"),
        (r"//server\share\a b", "file://server/share/a%20b", r"\\server\share\a b"),
        (r"\\ä_1 @:2\b c", "file://%C3%A4_1%20%40%3A2/b%20c", r"\\ä_1 @:2\b c"),
        (r"\\?\C:\a\b c", "file:///C:/a/b%20c", r"C:\a\b c"),
        (r"\\?\UNC\server\share\a", "file://server/share/a", r"\\server\share\a"),
        (r"\\?\unc\server\share", "file://server/share", r"\\server\share"),
    ];
    for (path, uri, back) in table {
        let found = from_windows_path(path).unwrap();
        assert_eq!(found.to_string(), uri, "{path}");
        assert!(AbsoluteUri::is_match(uri), "{path}");
        let read = to_windows_path(uri).unwrap();
        assert_eq!(read.to_string(), back, "{path}");
        assert_eq!(read.text_len(), back.len(), "{path}");
        // The path that came back has the same URI.
        assert_eq!(from_windows_path(back).unwrap().to_string(), uri, "{path}");
    }
}

#[test]
fn paths_without_a_uri() {
    use PathError::{Device, Localhost, NoShare, NotAbsolute, Nul, VerbatimName};
    for (path, error) in [
        ("", NotAbsolute),
        ("a/b", NotAbsolute),
        ("C:\\a", NotAbsolute),
        ("/a\0b", Nul { offset: 2 }),
    ] {
        assert_eq!(from_unix_path(path).unwrap_err(), error, "{path:?}");
    }
    let table = [
        ("", NotAbsolute),
        ("a", NotAbsolute),
        (r"\a", NotAbsolute),
        (r"\??\C:\a", NotAbsolute),
        ("/", NotAbsolute),
        ("C:", NotAbsolute),
        ("C:a", NotAbsolute),
        (r"ä:\a", NotAbsolute),
        (r"1:\a", NotAbsolute),
        (r"C|\a", NotAbsolute),
        (r"CC:\a", NotAbsolute),
        (r"\\?\C:", NotAbsolute),
        (r"\\?\C:a", NotAbsolute),
        (r"\\.\pipe\a", Device),
        (r"\\.", Device),
        (r"\\..\share\a", Device),
        (r"//./C:/a", Device),
        (r"//?/C:/a", Device),
        (r"\\?/C:\a", Device),
        (r"\\?\Volume{1}\a", Device),
        (r"\\?\", Device),
        (r"\\?\ä", Device),
        (r"\\?\UNC", Device),
        (r"\\?\UNC\?\a", Device),
        (r"\\", NoShare),
        (r"\\\share", NoShare),
        (r"\\server", NoShare),
        (r"\\server\", NoShare),
        (r"\\server\\a", NoShare),
        (r"\\server\C:\a", NoShare),
        (r"\\server\..\share", NoShare),
        (r"\\server\.", NoShare),
        (r"\\localhost\c|\a", NoShare),
        (r"\\localhost\share", Localhost),
        (r"//LocalHost/share", Localhost),
        (r"\\?\UNC\localhost\share\a", Localhost),
        (r"\\?\UNC\server", NoShare),
        ("C:\\a\0", Nul { offset: 4 }),
        (r"\\?\C:\a\..\b", VerbatimName { offset: 9 }),
        (r"\\?\C:\a/b", VerbatimName { offset: 7 }),
        (r"\\?\C:\a.", VerbatimName { offset: 7 }),
        (r"\\?\UNC\server\a \b", VerbatimName { offset: 15 }),
    ];
    for (path, error) in table {
        assert_eq!(from_windows_path(path).unwrap_err(), error, "{path:?}");
    }
}

#[test]
fn spellings_of_uris() {
    let unix = [
        ("FILE:/a", "/a"),
        ("file://LocalHost/a", "/a"),
        ("file://local%68ost/a", "/a"),
        ("file:///%61%2E%2e/..", "/a../.."),
        ("file:////server/share", "//server/share"),
        ("file:///a;b=c", "/a;b=c"),
        ("file:///a%5Cb", "/a\\b"),
        ("file:///%252F", "/%2F"),
    ];
    for (uri, path) in unix {
        assert_eq!(to_unix_path(uri).unwrap().to_string(), path, "{uri}");
    }
    let windows = [
        ("FILE:/c:/a", r"c:\a"),
        ("file:///c:", r"c:\"),
        ("file:///C%3a/a", r"C:\a"),
        ("file:///C%7C/a", r"C:\a"),
        ("file:///C|/a%20b/", r"C:\a b\"),
        ("file:/C|", r"C:\"),
        ("file://LOCALHOST/C|/a", r"C:\a"),
        ("file://localhost/C:", r"C:\"),
        ("file:///C:/a%2e%2E/%2e%2e", r"C:\a..\.."),
        ("file://server/share%24/a;b", r"\\server\share$\a;b"),
        ("file://s%C3%A4/b", r"\\sä\b"),
    ];
    for (uri, path) in windows {
        assert_eq!(to_windows_path(uri).unwrap().to_string(), path, "{uri}");
    }
}

#[test]
fn uris_without_a_path() {
    use FileUriError::{
        Fragment, Host, InvalidUtf8, NoDrive, NoPath, NoShare, NotFile, Nul, Query, Separator,
        Server,
    };
    let both = [
        ("/a", NotFile),
        ("http://a/C:/b", NotFile),
        ("file:a", NoPath),
        ("file://", NoPath),
        ("file://localhost", NoPath),
        ("file:///C:/a?", Query),
        ("file:///C:/a?b#c", Query),
        ("file:///C:/a#", Fragment),
        ("file:///C:/a%2Fb", Separator { offset: 12 }),
        ("file:///C:/b%00", Nul { offset: 12 }),
    ];
    for (uri, error) in both {
        assert_eq!(to_unix_path(uri).unwrap_err(), error, "{uri}");
        assert_eq!(to_windows_path(uri).unwrap_err(), error, "{uri}");
    }
    for uri in ["file://server/a", "file://localhost:80/a", "file://me@localhost/a", "file://./a"] {
        assert_eq!(to_unix_path(uri).unwrap_err(), Host, "{uri}");
    }
    let windows = [
        ("file:///", NoDrive),
        ("file:///a", NoDrive),
        ("file://localhost/a/b", NoDrive),
        ("file://local%48ost/C:a", NoDrive),
        ("file:////server/share", NoDrive),
        ("file:///CC:/a", NoDrive),
        ("file:///C:a/b", NoDrive),
        ("file://server/", NoShare),
        ("file://server//share", NoShare),
        ("file://server/C:/a", NoShare),
        ("file://server/C|/a", NoShare),
        ("file://server/C%3A", NoShare),
        ("file://server/../share", NoShare),
        ("file://server/.", NoShare),
        ("file://server/.%2E/share", NoShare),
        ("file://./pipe/a", Server),
        ("file://%2E/pipe/a", Server),
        ("file://%3F/C:/a", Server),
        ("file://../a/b", Server),
        ("file://me@server/share", Server),
        ("file://server:80/share", Server),
        ("file://a%5Cb/share", Separator { offset: 8 }),
        ("file://server/a%2fb", Separator { offset: 15 }),
        ("file:///C:/%5C", Separator { offset: 11 }),
        ("file:///C|/%5C", Separator { offset: 11 }),
        ("file:///C:/a%C3/%A4", InvalidUtf8 { offset: 12 }),
        ("file:///C:/%ED%A0%80", InvalidUtf8 { offset: 11 }),
        ("file://%FF/a", InvalidUtf8 { offset: 7 }),
    ];
    for (uri, error) in windows {
        assert_eq!(to_windows_path(uri).unwrap_err(), error, "{uri}");
    }
    let invalid = [
        ("file:///a b", 9),
        ("file:", 5),
        ("file:///C|/a b", 9),
        ("file:///C|a", 9),
        ("file:///CC|/a", 10),
        ("file:///1|/a", 9),
        ("file:///%43|/a", 11),
        ("file:///a/C|/b", 11),
        ("http:///C|/a", 9),
        ("|", 0),
        ("/|", 1),
        ("file:///ä|", 8),
    ];
    for (uri, offset) in invalid {
        let Err(FileUriError::Invalid(error)) = to_windows_path(uri) else { panic!("{uri}") };
        assert_eq!(error.offset(), offset, "{uri}");
    }
    assert!(matches!(to_unix_path("file:///C|/a"), Err(FileUriError::Invalid(_))));
}

#[test]
fn paths_in_buffers() {
    let mut buffer = [0; 16];
    let uri = from_unix_path("/a b").unwrap();
    assert_eq!(uri.write_in(&mut buffer).unwrap(), AbsoluteUri::new("file:///a%20b"));
    let small = WriteError::BufferTooSmall { needed: 13 };
    assert_eq!(uri.write_in(&mut buffer[..12]), Err(small));
    let path = to_windows_path("file:///C:/%C3%A4").unwrap();
    assert_eq!(path.write_in(&mut buffer), Ok(r"C:\ä"));
    let small = WriteError::BufferTooSmall { needed: 5 };
    assert_eq!(path.write_in(&mut buffer[..4]), Err(small));
}

#[cfg(all(feature = "std", unix))]
#[test]
fn paths_of_the_platform() {
    use std::ffi::OsStr;
    use std::os::unix::ffi::OsStrExt as _;
    use std::path::Path;
    let path = Path::new(OsStr::from_bytes(b"/a/\xFF b"));
    let uri = uri::file::from_path(path).unwrap().to_buf();
    assert_eq!(uri.as_str(), "file:///a/%FF%20b");
    assert_eq!(uri::file::to_path_buf(uri.as_str()).unwrap(), path);
    assert_eq!(uri::file::from_path(Path::new("a")).unwrap_err(), PathError::NotAbsolute);
}

#[cfg(all(feature = "std", windows))]
#[test]
fn paths_of_the_platform() {
    use std::ffi::OsString;
    use std::os::windows::ffi::OsStringExt as _;
    use std::path::Path;
    let path = Path::new(r"C:\ä b");
    let uri = uri::file::from_path(path).unwrap().to_buf();
    assert_eq!(uri.as_str(), "file:///C:/%C3%A4%20b");
    assert_eq!(uri::file::to_path_buf(uri.as_str()).unwrap(), path);
    assert_eq!(uri::file::from_path(Path::new(r"\a")).unwrap_err(), PathError::NotAbsolute);
    // Half of a character of UTF-16.
    let half = OsString::from_wide(&[0x43, 0x3A, 0x5C, 0xD800]);
    assert_eq!(uri::file::from_path(Path::new(&half)).unwrap_err(), PathError::NotUnicode);
}

/// The grammars differ, but not in the URIs of paths.
#[cfg(all(feature = "alloc", feature = "rfc3986", feature = "rfc3987"))]
#[test]
fn every_grammar_has_the_same_paths() {
    use uri::UriReference;
    use uri::rfc3986::{Uri, UriBuf, UriReference as Later};
    use uri::rfc3987::IriReference;

    let same = [
        "file:///C:/a%20b",
        "file:/c%7C",
        "file://local%68ost/C:/a",
        "file://localhost/a",
        "file://server/share/a;b",
        "file://server/C:",
        "file://me@server/share",
        "file:///C:/a%2Fb",
        "file:///C:/%FF%00",
        "file://s%C3%A4/b",
        "file:a",
        "file:///C:/a?",
        "/a",
        "http://a/C:/b",
    ];
    for text in same {
        let [old, new] = [
            UriReference::new(text).to_windows_path().map(|path| path.to_string()),
            Later::new(text).to_windows_path().map(|path| path.to_string()),
        ];
        assert_eq!(old, new, "{text}");
        assert_eq!(old, to_windows_path(text).map(|path| path.to_string()), "{text}");
        let iri = IriReference::new(text).to_buf().to_unix_path().map(Vec::from_iter);
        assert_eq!(iri, to_unix_path(text).map(Vec::from_iter), "{text}");
    }
    for (text, error) in [
        ("file://[::1]/share/a", FileUriError::Server),
        ("file://[v1.a]/share/a", FileUriError::Server),
        ("file:", FileUriError::NoPath),
        ("file://h", FileUriError::NoPath),
    ] {
        assert_eq!(Later::new(text).to_windows_path().unwrap_err(), error, "{text}");
    }
    assert_eq!(Later::new("file://[::1]/a").to_unix_path().unwrap_err(), FileUriError::Host);

    // Characters beyond ASCII need no escape.
    let iri = IriReference::new("file://sé/ä/ö");
    assert_eq!(iri.to_windows_path().unwrap().to_string(), r"\\sé\ä\ö");
    assert!(IriReference::new("file:///ä").to_unix_path().unwrap() == "/ä");

    let made: UriBuf = Uri::from_windows_path(r"\\server\a b").unwrap().to_buf();
    assert_eq!(made, "file://server/a%20b");
    let mut buffer = [0; 32];
    let made: Uri<'_> = Uri::from_unix_path("/;ä").unwrap().write_in(&mut buffer).unwrap();
    assert_eq!(made, "file:///%3B%C3%A4");
    #[cfg(all(feature = "std", unix))]
    {
        let path = std::path::Path::new("/;ä");
        assert_eq!(made.to_path_buf().unwrap(), path);
        assert_eq!(made.to_buf().to_path_buf().unwrap(), path);
        assert_eq!(Uri::from_path(path).unwrap().to_string(), made.as_str());
    }
}
