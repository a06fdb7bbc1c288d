//! `abnfc fmt`

use super::support::{GREETING, Room};
use std::fs;

const NEAT: &str = "greeting = hello SP name\nhello    = \"hello\" / \"hi\"\nname     = 1*ALPHA\n";

#[test]
fn the_layout_is_printed() {
    let room = Room::with(GREETING);
    let run = room.run(&["fmt", "g.abnf"]);
    run.gives(0, NEAT);
    assert_eq!(run.err, "");
    room.feed(&["fmt", "-"], GREETING).gives(0, NEAT);
    assert_eq!(room.read("g.abnf"), GREETING);
}

#[test]
fn check_names_the_files_that_would_change() {
    let room = Room::with(GREETING);
    room.write("neat.abnf", NEAT);
    let run = room.run(&["fmt", "--check", "neat.abnf", "g.abnf"]);
    run.gives(1, "g.abnf\n");
    assert_eq!(run.err, "2 grammars laid out: 1 would change\n");
    room.run(&["fmt", "--check", "neat.abnf"]).gives(0, "");
    assert_eq!(room.read("g.abnf"), GREETING);
}

#[test]
fn files_change_in_place() {
    let room = Room::with(GREETING);
    room.write("neat.abnf", NEAT);
    let before = fs::metadata(room.path().join("neat.abnf")).unwrap().modified().unwrap();
    let run = room.run(&["fmt", "-i", "g.abnf", "neat.abnf"]);
    run.gives(0, "");
    assert_eq!(run.err, "2 grammars laid out: 1 changed\n");
    assert_eq!(room.read("g.abnf"), NEAT);
    assert_eq!(fs::metadata(room.path().join("neat.abnf")).unwrap().modified().unwrap(), before);
    let names: Vec<_> = room.tree("").into_iter().map(|(name, _)| name).collect();
    assert_eq!(names, ["g.abnf", "neat.abnf"], "nothing is left beside them");
}

#[test]
fn an_error_in_one_grammar_changes_none() {
    let room = Room::with(GREETING);
    room.write("bad.abnf", "a = ( b\n");
    room.run(&["fmt", "-i", "g.abnf", "bad.abnf"])
        .fails(&["error[unclosed-group]", "bad.abnf:1:5"]);
    assert_eq!(room.read("g.abnf"), GREETING);
}

#[cfg(unix)]
#[test]
fn links_and_permissions_stay() {
    use std::os::unix::fs::{PermissionsExt, symlink};
    let room = Room::new();
    room.write("deep/real.abnf", GREETING);
    let real = room.path().join("deep/real.abnf");
    fs::set_permissions(&real, fs::Permissions::from_mode(0o640)).unwrap();
    symlink("deep/real.abnf", room.path().join("g.abnf")).unwrap();
    room.run(&["fmt", "--in-place", "g.abnf"]).gives(0, "");
    assert!(fs::symlink_metadata(room.path().join("g.abnf")).unwrap().is_symlink());
    assert_eq!(fs::read_to_string(&real).unwrap(), NEAT);
    assert_eq!(fs::metadata(&real).unwrap().permissions().mode() & 0o777, 0o640);
}

#[test]
fn json_says_what_changes() {
    let room = Room::with(GREETING);
    let run = room.run(&["fmt", "--format", "json", "g.abnf"]);
    let answer: serde_json::Value = serde_json::from_str(&run.out).unwrap();
    assert_eq!(answer, serde_json::json!({ "file": "g.abnf", "changed": true, "text": NEAT }));
    let run = room.run(&["fmt", "--check", "--format", "json", "g.abnf"]);
    assert_eq!(
        (run.status, &*run.out),
        (1, "{\"file\":\"g.abnf\",\"changed\":true,\"text\":null}\n")
    );
}

#[test]
fn bnf_and_documents_become_abnf() {
    let room = Room::with("a_b = c | d\n");
    room.run(&["fmt", "g.abnf"]).gives(0, "a-b = c / d\n");
    room.run(&["fmt", "--dialect", "abnf", "g.abnf"]).fails(&["error[bad-rulename]"]);
    room.write("doc.txt", "3. Syntax\n\n   A greeting:\n\n      a = b\n      bc = d\n\nThe end.\n");
    room.run(&["fmt", "doc.txt"]).fails(&["error[outside-rule]", "--extract"]);
    room.run(&["fmt", "--extract", "doc.txt"]).gives(0, "a  = b\nbc = d\n");
}

#[test]
fn bad_usage_is_reported() {
    let room = Room::with(GREETING);
    room.run(&["fmt"]).fails(&["<GRAMMAR>..."]);
    room.run(&["fmt", "g.abnf", "g.abnf"])
        .fails(&["several grammars need `--in-place` or `--check`"]);
    room.run(&["fmt", "-i", "--check", "g.abnf"]).fails(&["cannot be used with"]);
    room.run(&["fmt", "-i", "--extract", "g.abnf"]).fails(&["cannot be used with"]);
    room.run(&["fmt", "-i", "rfc3986"]).fails(&["`rfc3986` is not a file"]);
    room.run(&["fmt", "-i", "-"]).fails(&["`<stdin>` is not a file"]);
    room.run(&["fmt", "no.abnf"]).fails(&["cannot read `no.abnf`"]);
    room.write("deep.abnf", format!("a = {}b{}", "( ".repeat(200), " )".repeat(200)));
    room.run(&["fmt", "deep.abnf"]).fails(&["error[nesting-too-deep]", "--limit nesting=N"]);
    assert_eq!(room.run(&["fmt", "--limit", "nesting=200", "deep.abnf"]).status, 0);
}
