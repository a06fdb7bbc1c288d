//! Round trips of random file paths through URIs.

use super::generators::{config, rows};
use proptest::prelude::*;
use uri::AbsoluteUri;
use uri::file::{from_unix_path, from_windows_path, to_unix_path, to_windows_path};

/// The pieces of a name, and separators at the end.
const NAMES: &[&str] = &[
    "a",
    "B",
    ".",
    "..",
    "%",
    "%2F",
    "%41",
    ";",
    ":",
    "?",
    "#",
    "|",
    " ",
    "ä",
    "\u{1F600}",
    "@",
    "[",
    "\"",
    "\u{1}",
    "~",
    "C:",
    "$",
    "\\",
    "/",
];

/// Texts to read as the URI of a path.
const URIS: &[&str] = &[
    "a",
    "C:",
    "C|",
    "/",
    "//",
    ".",
    "%2E",
    "%3F",
    "%5C",
    "%2f",
    "%00",
    "%C3%A4",
    "%FF",
    ";",
    "@",
    ":8",
    "localhost",
    "?",
    "#",
    "%7C",
    "$",
];

fn windows() -> impl Strategy<Value = String> {
    let names = || rows(NAMES, 12);
    let name = || rows(&NAMES[..NAMES.len() - 2], 3);
    let drive = ("[A-Za-z]", names()).prop_map(|(letter, names)| format!("{letter}:\\{names}"));
    let share = (name(), name(), names())
        .prop_map(|(server, share, names)| format!("\\\\{server}\\{share}\\{names}"));
    let prefix = prop_oneof![Just(""), Just(r"\\?\"), Just(r"\\?\UNC\"), Just(r"\")];
    let other = (prefix, names()).prop_map(|(prefix, names)| format!("{prefix}{names}"));
    prop_oneof![3 => drive, 3 => share, 1 => other]
}

proptest! {
    #![proptest_config(config())]

    #[test]
    fn a_path_of_unix_comes_back(octets in prop::collection::vec(1_u8.., 0..40)) {
        let path = [b"/".as_slice(), &octets].concat();
        let uri = from_unix_path(&path).unwrap().to_buf();
        prop_assert!(to_unix_path(uri.as_str()).unwrap().eq(path));
    }

    #[test]
    fn a_path_of_windows_comes_back(path in windows()) {
        let Ok(uri) = from_windows_path(&path) else { return Ok(()) };
        let uri = uri.to_buf();
        let back = to_windows_path(uri.as_str()).unwrap().to_string();
        let plain = match path.strip_prefix(r"\\?\") {
            Some(rest) => rest.strip_prefix(r"UNC\").map_or(rest.to_owned(), |it| format!(r"\\{it}")),
            None => path.replace('/', "\\"),
        };
        prop_assert_eq!(back, plain);
    }

    /// Every path that can be read is written, and read back as the same.
    #[test]
    fn a_path_that_is_read_has_a_uri(
        start in prop_oneof![Just("file:///C:/"), Just("file:///c|"), Just("file://"), Just("file:/")],
        rest in rows(URIS, 8),
    ) {
        let text = format!("{start}{rest}");
        if let Ok(path) = to_windows_path(&text) {
            let path = path.to_string();
            let uri = from_windows_path(&path).unwrap().to_string();
            prop_assert!(AbsoluteUri::is_match(&uri));
            prop_assert_eq!(to_windows_path(&uri).unwrap().to_string(), path);
        }
        if let Ok(path) = to_unix_path(&text) {
            let path: Vec<u8> = path.collect();
            let uri = from_unix_path(&path).unwrap().to_string();
            prop_assert!(to_unix_path(&uri).unwrap().eq(path));
        }
    }
}
