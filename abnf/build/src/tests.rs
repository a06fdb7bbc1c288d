//! Modules in a folder that stands for `OUT_DIR`.

use super::write_module;
use std::fs;

#[test]
fn a_grammar_becomes_a_module_that_watches_its_imports() {
    let room = tempfile::tempdir().unwrap();
    let path = room.path().join("my-time.abnf");
    let text =
        "; @import base = base.abnf\n; @import URI = rfc3986\ntime = hour \":\" URI-reference\n";
    fs::write(&path, text).unwrap();
    fs::write(room.path().join("base.abnf"), "hour = 2DIGIT\n").unwrap();
    let mut watched = Vec::new();
    let warnings = write_module(&path, room.path(), &mut watched).unwrap();
    assert_eq!(warnings.items, []);
    assert_eq!(watched, [path.clone(), room.path().join("base.abnf")]);
    let declaration = fs::read_to_string(room.path().join("my_time.rs")).unwrap();
    assert!(declaration.ends_with("\npub mod my_time;\n"), "{declaration}");
    assert!(room.path().join("my_time/mod.rs").is_file());

    // Files of an older grammar do not stay.
    fs::write(room.path().join("my_time/old.rs"), "").unwrap();
    write_module(&path, room.path(), &mut watched).unwrap();
    assert!(!room.path().join("my_time/old.rs").exists());
}

#[test]
fn a_spec_file_names_the_module() {
    let room = tempfile::tempdir().unwrap();
    let path = room.path().join("abnfc.toml");
    fs::write(&path, "grammar = \"a.abnf\"\nmodule = \"src/syntax\"\n").unwrap();
    fs::write(room.path().join("a.abnf"), "a = \"a\"\n").unwrap();
    let mut watched = Vec::new();
    write_module(&path, room.path(), &mut watched).unwrap();
    assert_eq!(watched, [room.path().join("a.abnf")]);
    assert!(room.path().join("syntax/mod.rs").is_file());
}

#[test]
fn errors_write_nothing() {
    let room = tempfile::tempdir().unwrap();
    let path = room.path().join("a.abnf");
    let error = write_module(&path, room.path(), &mut Vec::new()).unwrap_err();
    assert!(error.to_string().starts_with("cannot read `"), "{error}");
    fs::write(&path, "a = b\n").unwrap();
    let error = write_module(&path, room.path(), &mut Vec::new()).unwrap_err();
    assert!(error.to_string().contains("undefined-rule"), "{error}");
    let bad = room.path().join("1.abnf");
    fs::write(&bad, "a = \"a\"\n").unwrap();
    let error = write_module(&bad, room.path(), &mut Vec::new()).unwrap_err();
    assert!(error.to_string().contains("`1` cannot be the name"), "{error}");
    assert_eq!(fs::read_dir(room.path()).unwrap().count(), 2);
}
