//! Messages about faulty grammars, verbatim.
//!
//! A case is a grammar `bad/<name>.abnf`, or one that this file makes because version control would
//! change its bytes. `bad/<name>.txt` contains the whole message; it is empty if nothing is wrong.
//! Grammars named `abnf-*` are read in that dialect, and those named `document-*` as documents.
//! Those named `compile-*` can be read, but not compiled as a whole; the limits are smaller than
//! usual. Those named `spec-*` have a spec file `bad/<name>.toml`. `UPDATE_EXPECT=1` rewrites the
//! messages.

use abnfc::limits::Limits;
use abnfc::spec::{Dialect, Extract, ReadOptions, Spec};
use expect_test::expect_file;
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/bad")
}

/// Grammars that are too large for a file, or that do not consist of plain lines.
fn made() -> BTreeMap<&'static str, Vec<u8>> {
    let mut random = fastrand::Rng::with_seed(1);
    let junk: Vec<u8> = (0..4096).map(|_| random.u8(..)).collect();
    let nested = format!("a = {}\"b\"{}\n", "(".repeat(10_000), ")".repeat(10_000));
    BTreeMap::from([
        ("binary-junk", junk),
        ("byte-order-mark", b"\xEF\xBB\xBFa = %x5A-41\n".to_vec()),
        ("carriage-returns", b"a = b\r\rc = %x5A-41\r".to_vec()),
        ("crlf", b"a = \"b\"\r\n\r\nc = ( a\r\n\t/ %x5A-41 )\r\n".to_vec()),
        ("empty", Vec::new()),
        ("latin-1", b"; caf\xE9\na = \"b\"\n".to_vec()),
        ("nested-10000", nested.into_bytes()),
        ("no-final-newline", b"a = \"b\"\nc = %x5A-41".to_vec()),
        ("only-line-ends", b"\r\n\r\n".to_vec()),
        ("too-large", b"a = \"b\"\n".repeat(50_000_000 / 8)),
        ("unclosed-10000", format!("a = {}\n", "[".repeat(10_000)).into_bytes()),
        ("utf-16", b"\xFF\xFEa\0 \0=\0 \0b\0".to_vec()),
    ])
}

fn messages(name: &str, bytes: &[u8]) -> String {
    let file = format!("{name}.abnf");
    let extract = if name.starts_with("document-") { Extract::Yes } else { Extract::No };
    let dialect = if name.starts_with("abnf-") { Dialect::Abnf } else { Dialect::Auto };
    let options = ReadOptions { extract, dialect, ..ReadOptions::default() };
    if name.starts_with("compile-") {
        let limits = Limits { dfa_states: 100, nfa_states: 1000, ..Limits::default() };
        let read = ReadOptions { limits, ..options };
        let spec = Spec { read, strict: true, ..Spec::default() };
        return match abnfc::compile(&file, bytes, &spec) {
            Ok(output) => output.warnings.to_string(),
            Err(diagnostics) => diagnostics.to_string(),
        };
    }
    if name.starts_with("spec-") {
        return compiled_by_spec(name, bytes);
    }
    match abnfc::read(&file, bytes, &[], &options) {
        Ok(read) => read.diagnostics.to_string(),
        Err(diagnostics) => diagnostics.to_string(),
    }
}

fn compiled_by_spec(name: &str, bytes: &[u8]) -> String {
    let file = format!("{name}.toml");
    let spec = fs::read(folder().join(&file)).unwrap();
    let found = abnfc::spec_file::read(&file, &spec).and_then(|file| {
        let grammar = &file.grammars[0];
        abnfc::compile(&grammar.file, bytes, &file.spec(grammar, Vec::new(), "example"))
    });
    found.map_or_else(|errors| errors.to_string(), |output| output.warnings.to_string())
}

#[test]
fn every_message_is_as_expected() {
    let mut cases: BTreeMap<String, Vec<u8>> =
        made().into_iter().map(|(name, bytes)| (name.to_owned(), bytes)).collect();
    let mut expected = BTreeSet::new();
    for entry in fs::read_dir(folder()).unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_stem().unwrap().to_str().unwrap().to_owned();
        match path.extension().and_then(|it| it.to_str()) {
            Some("abnf") => {
                let earlier = cases.insert(name.clone(), fs::read(&path).unwrap());
                assert!(earlier.is_none(), "{name} is a file and made here");
            }
            Some("txt") => assert!(expected.insert(name)),
            Some("toml") => assert!(name.starts_with("spec-"), "{name}"),
            _ => panic!("{} is neither grammar nor message", path.display()),
        }
    }
    if std::env::var_os("UPDATE_EXPECT").is_none() {
        let cases: BTreeSet<_> = cases.keys().cloned().collect();
        assert_eq!(cases, expected, "each grammar has a message, and each message a grammar");
    }
    for (name, bytes) in cases {
        expect_file![folder().join(format!("{name}.txt"))].assert_eq(&messages(&name, &bytes));
    }
}

/// Every prefix of every grammar, with its last byte changed, is read or refused.
#[test]
fn damaged_grammars_do_not_panic() {
    for entry in fs::read_dir(folder()).unwrap() {
        let path = entry.unwrap().path();
        if path.extension().is_some_and(|it| it == "abnf") {
            let bytes = fs::read(&path).unwrap();
            for end in (1..=bytes.len().min(300)).step_by(3) {
                for last in *b"\"<(=%/\r\x0C\x80" {
                    let mut bytes = bytes[..end].to_vec();
                    bytes[end - 1] = last;
                    for name in ["document-x", "x"] {
                        messages(name, &bytes);
                    }
                }
            }
        }
    }
}
