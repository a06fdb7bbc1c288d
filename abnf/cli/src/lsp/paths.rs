//! Paths as URIs of the scheme `file` (RFC 8089), and back.

use lsp_types::Uri;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::str::FromStr;

/// Returns the path that a URI names. `None` if its scheme or host is another one, or it is not a path on
/// this system.
pub(super) fn path(uri: &Uri) -> Option<PathBuf> {
    let text = uri.as_str();
    let scheme = text.get(..5).filter(|scheme| scheme.eq_ignore_ascii_case("file:"))?;
    let rest = &text[scheme.len()..];
    let rest = match rest.strip_prefix("//") {
        Some(rest) => rest.strip_prefix("localhost").unwrap_or(rest),
        None => rest,
    };
    let decoded = decoded(rest.split(['?', '#']).next()?)?;
    if !decoded.starts_with('/') || decoded.contains('\0') {
        return None;
    }
    // `/C:/a` is the path `C:/a` on Windows.
    let is_drive = cfg!(windows) && decoded.get(2..3) == Some(":");
    Some(PathBuf::from(if is_drive { &decoded[1..] } else { &decoded }))
}

/// Returns the URI of a path. `None` if the path is not absolute or not Unicode.
pub(super) fn uri(path: &Path) -> Option<Uri> {
    let text = path.to_str().filter(|_| path.is_absolute())?;
    let text = if cfg!(windows) { text.replace('\\', "/") } else { text.to_owned() };
    let mut uri = String::from(if text.starts_with('/') { "file://" } else { "file:///" });
    for byte in text.bytes() {
        if byte.is_ascii_alphanumeric() || b"-._~/:".contains(&byte) {
            uri.push(char::from(byte));
        } else {
            write!(uri, "%{byte:02X}").expect("writing to a string cannot fail");
        }
    }
    Uri::from_str(&uri).ok()
}

/// Decodes percent-encoding. `None` if the result is not UTF-8.
fn decoded(text: &str) -> Option<String> {
    let bytes = text.as_bytes();
    let mut decoded = Vec::with_capacity(bytes.len());
    let mut at = 0;
    while let Some(&byte) = bytes.get(at) {
        let digits = text.get(at + 1..at + 3).filter(|_| byte == b'%');
        if let Some(byte) = digits.and_then(|digits| u8::from_str_radix(digits, 16).ok()) {
            decoded.push(byte);
            at += 3;
        } else {
            decoded.push(byte);
            at += 1;
        }
    }
    String::from_utf8(decoded).ok()
}

#[cfg(all(test, unix))]
mod tests {
    use super::{path, uri};
    use lsp_types::Uri;
    use std::path::{Path, PathBuf};
    use std::str::FromStr;

    #[test]
    fn paths_and_back() {
        for it in ["/a/b.abnf", "/ä b/%41#?;.abnf", "/"] {
            assert_eq!(path(&uri(Path::new(it)).unwrap()), Some(PathBuf::from(it)), "{it}");
        }
        assert_eq!(uri(Path::new("a")), None);
    }

    #[test]
    fn other_forms() {
        let read = |text: &str| path(&Uri::from_str(text).unwrap());
        let expected = Some(PathBuf::from("/a b"));
        for same in ["file:///a%20b", "file:/a%20b", "FILE:///a%20b", "file://localhost/a%20b"] {
            assert_eq!(read(same), expected, "{same}");
        }
        for none in ["untitled:a", "http://x/a", "file://host/a", "file:a", "file:///%FF", "x"] {
            assert_eq!(read(none), None, "{none}");
        }
    }
}
