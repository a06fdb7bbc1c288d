//! Imports, by option and by a comment in the grammar.

use super::support::Room;

#[test]
fn a_comment_names_a_file_beside_the_grammar() {
    let room = Room::new();
    room.write("sub/a.abnf", "; @import B = b.abnf\na = \"x\" <b, see [B]>\n");
    room.write("sub/b.abnf", "b = \"y\"\n");
    room.run(&["match", "sub/a.abnf", "a", "xy"]).gives(0, "match\n");
}

#[test]
fn imports_may_import() {
    let room = Room::with("; @import B = b/b.abnf\na = \"x\" <b, see [B]>\n");
    room.write("b/b.abnf", "; @import C = c.abnf\nb = \"y\" <c, see [C]>\n");
    room.write("b/c.abnf", "c = \"z\"\n");
    room.run(&["match", "g.abnf", "a", "xyz"]).gives(0, "match\n");
}

#[test]
fn a_missing_file_is_an_error_at_the_comment() {
    let room = Room::with("a = \"x\"\n  ; @import B = no.abnf\n");
    room.run(&["rules", "g.abnf"])
        .fails(&["error[missing-import]: cannot read `no.abnf`", "g.abnf:2:5"]);
}

#[test]
fn a_cycle_is_an_error_at_the_comment_that_closes_it() {
    let room = Room::with("; @import B = b.abnf\na = \"x\"\n");
    room.write("b.abnf", "b = \"y\"\n; @import A = ./g.abnf\n");
    room.run(&["rules", "g.abnf"]).fails(&["error[import-cycle]", "b.abnf:2:3"]);
    room.write("b.abnf", "; @import B = b.abnf\nb = \"y\"\n");
    room.run(&["rules", "b.abnf"]).fails(&["error[import-cycle]: `b.abnf` imports itself"]);
}

/// Both ways of a diamond lead to the one file.
#[test]
fn a_file_may_be_imported_twice_under_one_name() {
    let room =
        Room::with("; @import B = b.abnf\n; @import C = c.abnf\na = <b, see [B]> <c, see [C]>\n");
    room.write("b.abnf", "; @import D = d.abnf\nb = <d, see [D]>\n");
    room.write("c.abnf", "; @import D = d.abnf\nc = <d, see [D]>\n");
    room.write("d.abnf", "d = \"x\"\n");
    room.run(&["match", "g.abnf", "a", "xx"]).gives(0, "match\n");
    room.write("c.abnf", "; @import d = other.abnf\nc = <d, see [D]>\n");
    room.write("other.abnf", "d = \"y\"\n");
    room.run(&["match", "g.abnf", "a", "xx"])
        .fails(&["error[duplicate-import]: `d` is already the import of `d.abnf`", "c.abnf:1:3"]);
}

#[test]
fn the_command_line_takes_the_place_of_a_comment() {
    let room = Room::with("; @import B = no.abnf\na = <b, see [B]>\n");
    room.write("b.abnf", "b = \"y\"\n");
    room.run(&["match", "--import", "b=b.abnf", "g.abnf", "a", "y"]).gives(0, "match\n");
}

#[test]
fn a_comment_cannot_ask_for_standard_input() {
    let room = Room::with("; @import B = -\na = \"x\"\n");
    room.feed(&["match", "g.abnf", "a"], "x\n")
        .fails(&["error[missing-import]: cannot read `./-`"]);
}

#[test]
fn a_chain_of_files_has_a_limit() {
    let room = Room::new();
    for i in 0..70 {
        let text = format!("; @import N{i} = {}.abnf\nr{i} = \"x\"\n", i + 1);
        room.write(&format!("{i}.abnf"), text);
    }
    room.write("70.abnf", "end = \"x\"\n");
    room.run(&["rules", "0.abnf"]).fails(&["error[import-depth]", "64 deep"]);
    room.run(&["match", "20.abnf", "end", "x"]).gives(0, "match\n");
}

#[test]
fn the_command_line_can_limit_an_import_to_rules() {
    let room = Room::with("a = <b, see [B]>\nc = \"own\"\n");
    room.write("b.abnf", "b = c\nc = \"y\"\n");
    let limited = ["match", "--import", "B=b.abnf:b", "g.abnf"];
    room.run(&[&limited[..], &["a", "y"]].concat()).gives(0, "match\n");
    room.run(&["check", "--deny-warnings", "--import", "B=b.abnf:b", "g.abnf"]).gives(0, "");
    let run = room.run(&["check", "--import", "B=b.abnf:bb", "g.abnf"]);
    assert!(run.out.contains("error[undefined-import]"), "{}", run.out);
    assert!(run.out.contains("b.abnf:1:1"), "{}", run.out);
}

#[test]
fn imports_are_limited_in_number_and_size() {
    let room = Room::with("; @import B = b.abnf\n; @import C = b.abnf\na = \"x\"\n");
    room.write("b.abnf", "b = \"y\"\n");
    room.run(&["rules", "--limit", "imports=1", "g.abnf"]).fails(&[
        "error[too-many-imports]",
        "g.abnf:2:3",
        "`--limit imports=N`",
    ]);
    room.run(&["rules", "--limit", "total-source-bytes=60", "g.abnf"])
        .fails(&["error[imports-too-large]", "g.abnf:2:3"]);
    let run = room.run(&["rules", "--limit", "total-source-bytes=50", "g.abnf"]);
    assert_eq!(run.err.matches("error").count(), 1, "{}", run.err);
    let too_large = room.run(&["rules", "--limit", "source-bytes=5", "--import", "B=b.abnf", "-"]);
    assert!(!too_large.err.contains("error[missing-import]: error"), "{}", too_large.err);
}

/// What is no file could be waited for, or never end.
#[test]
fn an_import_is_a_regular_file() {
    let room = Room::with("; @import B = folder\na = \"x\"\n");
    room.write("folder/b.abnf", "b = \"y\"\n");
    room.run(&["rules", "g.abnf"])
        .fails(&["error[missing-import]: cannot read `folder`: it is not a regular file"]);
}
