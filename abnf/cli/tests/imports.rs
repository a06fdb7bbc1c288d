//! Imports, by option and by a comment in the grammar.

use super::support::Room;
use expect_test::expect;

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

/// Both paths of a diamond lead to one file.
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
fn the_command_line_replaces_a_comment() {
    let room = Room::with("; @import B = no.abnf\na = <b, see [B]>\n");
    room.write("b.abnf", "b = \"y\"\n");
    room.run(&["match", "--import", "b=b.abnf", "g.abnf", "a", "y"]).gives(0, "match\n");
}

#[test]
fn a_comment_cannot_request_standard_input() {
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
    expect![[r"
        warning[unresolved-prose]: `<b, see [B]>` is described by prose only, so rules that need it cannot be compiled
         --> g.abnf:1:5
          |
        1 | a = <b, see [B]>
          |     ^^^^^^^^^^^^
          |
          = help: the import `B` offers no rule `b`

        error[undefined-import]: the import `B` defines no rule `bb`
         --> b.abnf:1:1
          |
        1 | b = c
          | ^ its first rule
          |
          = help: remove `bb` from the list of rules
    "]].assert_eq(&run.out);
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

/// Reading something other than a file could block, or never end.
#[test]
fn an_import_is_a_regular_file() {
    let room = Room::with("; @import B = folder\na = \"x\"\n");
    room.write("folder/b.abnf", "b = \"y\"\n");
    room.run(&["rules", "g.abnf"])
        .fails(&["error[missing-import]: cannot read `folder`: it is not a regular file"]);
}

/// The text of an RFC with a rule in it.
const DOCUMENT: &str =
    "3. Hosts\n\n   A host is a name.\n\n      host = 1*ALPHA\n\n   Nothing else.\n";

#[test]
fn an_import_may_be_a_document() {
    let room = Room::with("a = \"@\" <host, see [RFC1]>\n");
    room.write("rfc1.txt", DOCUMENT);
    let import = ["match", "--import-extracted", "RFC1=rfc1.txt:host", "g.abnf", "a", "@b"];
    room.run(&import).gives(0, "match\n");
    room.run(&["match", "--import", "RFC1=rfc1.txt", "g.abnf", "a", "@b"])
        .fails(&["rfc1.txt:1:1", "`--import-extracted`"]);
    room.write("h.abnf", "; @import-extracted RFC1 = rfc1.txt (host)\na = <host, see [RFC1]>\n");
    room.run(&["match", "h.abnf", "a", "b"]).gives(0, "match\n");
    room.write(
        "g.toml",
        "grammar = \"g.abnf\"\n[imports]\nRFC1 = { file = \"rfc1.txt\", extract = true }\n",
    );
    assert_eq!(room.run(&["build", "--spec", "g.toml", "-o", "made", "--quiet"]).status, 0);
    assert!(room.read("made/abnfc.toml").contains("extract = true"));
    room.run(&["build", "--check", "-o", "made"]).gives(0, "");
}

#[test]
fn bundled_grammars_are_there_by_name() {
    let room = Room::with("a = \"@\" <host, see [URI]>\n");
    let import = ["match", "--import", "URI=rfc3986:host", "g.abnf", "a"];
    room.run(&[&import[..], &["@example.org"]].concat()).gives(0, "match\n");
    room.write("h.abnf", "; @import URI = RFC3986 (host)\na = <host, see [URI]>\n");
    room.run(&["match", "h.abnf", "a", "[::1]"]).gives(0, "match\n");
    room.run(&["match", "rfc9110", "Content-Location", "/a?b"]).gives(0, "match\n");
    room.run(&["match", "rfc1", "a", "b"]).fails(&["no bundled grammar"]);
    // A file of that name comes first.
    room.write("rfc3986", "host = \"localhost\"\n");
    room.run(&[&import[..], &["@localhost"]].concat()).gives(0, "match\n");
    assert_eq!(room.run(&[&import[..], &["@example.org"]].concat()).status, 1);
    room.run(&["match", "rfc3986", "host", "localhost"]).gives(0, "match\n");
    // A folder is no grammar, such as that of the crate.
    room.write("uuid/README.md", "");
    let uuid = "00000000-0000-0000-0000-000000000000";
    room.run(&["match", "uuid", "uuid", uuid]).gives(0, "match\n");
}

/// RFC 6265 has the dates of RFC 2616, whose strings ignore case; RFC 9110 has the same dates with
/// strings that do not.
#[test]
fn dates_of_cookies_ignore_case() {
    let room = Room::new();
    let date = "sun, 06 nov 1994 08:49:37 gmt";
    room.run(&["match", "rfc6265", "sane-cookie-date", date]).gives(0, "match\n");
    assert_eq!(room.run(&["match", "rfc9110", "IMF-fixdate", date]).status, 1);
}

/// Two imports may each call something `URI`.
#[test]
fn imports_of_bundled_grammars_are_private() {
    let grammar = "; @import HTTP = rfc9110 (Location, token)\n; @import URI = u.abnf\n\
                   a = <token, see [HTTP]> <uri, see [URI]> / port\nb = Location\nport = \"p\"\n";
    let room = Room::with(grammar);
    room.write("u.abnf", "uri = \"=\" DIGIT\n");
    room.run(&["match", "g.abnf", "a", "x=1"]).gives(0, "match\n");
    room.run(&["match", "g.abnf", "b", "http://[::1]/#"]).gives(0, "match\n");
    room.run(&["check", "--deny-warnings", "g.abnf"]).gives(0, "");
    room.write("g.abnf", "; @import HTTP = rfc9110\na = segment-nz\n");
    room.run(&["match", "g.abnf", "a", "x"])
        .fails(&["undefined-rule", "perhaps the bundled `rfc3986`"]);
}

#[test]
fn a_crate_names_the_bundled_grammars_that_it_needs() {
    let room = Room::with("; @import URI = rfc3986 (host)\na = <host, see [URI]>\n");
    assert_eq!(room.run(&["build", "g.abnf", "-o", "made", "--quiet"]).status, 0);
    let spec = room.read("made/abnfc.toml");
    assert!(spec.contains("URI = { file = \"rfc3986\", rules = [\"host\"] }"), "{spec}");
    room.run(&["build", "--check", "-o", "made"]).gives(0, "");
    assert_eq!(room.run(&["build", "rfc3339", "-o", "times", "--quiet"]).status, 0);
    assert!(room.read("times/grammar/rfc3339").contains("date-time"));
    room.run(&["build", "--check", "-o", "times"]).gives(0, "");
}

#[test]
fn increments_reach_the_rules_of_imports() {
    let room = Room::with("; @import-extracted D = d.txt\nVCHAR =/ %xC3 %x80-BF\na = word\n");
    room.write("d.txt", "   word = 1*VCHAR\n");
    room.run(&["match", "g.abnf", "a", "d\u{e9}j\u{e0}"]).gives(0, "match\n");
    room.run(&["match", "rfc6532", "text", "\u{e9}"]).gives(0, "match\n");
}

#[test]
fn hints_of_a_build_from_a_spec_file_name_its_keys() {
    let room = Room::with("a = tchar\nb = %x80\n");
    room.write("g.toml", "grammar = \"g.abnf\"\nexport = [\"a\"]\n");
    let run = room.run(&["build", "--spec", "g.toml", "-o", "made"]);
    expect![[r#"
        warning[unstated-encoding]: values from %x80 to %xFF are read as octets, because no value is above %xFF
         --> g.abnf:2:5
          |
        2 | b = %x80
          |     ^^^^
          |
          = help: state the encoding in the spec file: `encoding = "octets"`, or `"utf8"` if the values are characters; a line `; @encoding octets` in the grammar says the same

        error[undefined-rule]: cannot export `a`: rule `tchar` is not defined
         --> g.abnf:1:5
          |
        1 | a = tchar
          |     ^^^^^
          |
          = help: define it
          = help: import the grammar that defines `tchar`, perhaps the bundled `rfc9110`, with `NAME = "rfc9110"` in the table `imports` of the spec file or a line `; @import NAME = rfc9110 (tchar)`
    "#]].assert_eq(&run.err);
}
