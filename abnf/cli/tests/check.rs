//! `abnfc check`

use super::support::{GREETING, Room};
use abnfc::diagnostic::Code;
use abnfc_tools::lint::catalogue::{ALL, find, page};
use expect_test::expect;
use std::collections::BTreeSet;

#[test]
fn nothing_to_report_is_exit_status_0() {
    let room = Room::with(GREETING);
    let run = room.run(&["check", "g.abnf"]);
    run.gives(0, "");
    assert_eq!(run.err, "1 grammar checked: 0 errors, 0 warnings\n");
}

#[test]
fn errors_are_exit_status_2() {
    let room = Room::with("a = b\nc = \"x\"\nd = c e\n");
    let run = room.run(&["check", "g.abnf"]);
    assert_eq!(run.status, 2);
    expect![[r"
        error[undefined-rule]: `a` is left out: rule `b` is not defined
         --> g.abnf:1:5
          |
        1 | a = b
          |     ^
          |
          = help: define it
          = help: import the grammar that defines `b`, with `--import NAME=FILE` or a line `; @import NAME = FILE (b)`

        error[undefined-rule]: `d` is left out: rule `e` is not defined
         --> g.abnf:3:7
          |
        3 | d = c e
          |       ^
          |
          = help: define it
          = help: import the grammar that defines `e`, with `--import NAME=FILE` or a line `; @import NAME = FILE (e)`
    "]].assert_eq(&run.out);
    expect![[r"
        1 grammar checked: 2 errors, 0 warnings
    "]]
    .assert_eq(&run.err);
}

#[test]
fn denied_warnings_set_the_exit_status() {
    let room = Room::with("a = \"x\" a\n");
    let run = room.run(&["check", "g.abnf"]);
    assert_eq!(run.status, 0);
    expect![[r#"
        warning[rule-without-end]: `a` matches nothing: it needs `a` again
         --> g.abnf:1:1
          |
        1 | a = "x" a
          | ^
          |
          = help: add an alternative that does not use `a`
    "#]]
    .assert_eq(&run.out);
    let denied = room.run(&["check", "--deny-warnings", "g.abnf"]);
    denied.gives(1, &run.out);
}

#[test]
fn json_has_positions() {
    let room = Room::with("\na = \"x\"\nc = \"\u{E9}\n");
    room.write("g.abnf", "\na =  bcd\n");
    let run = room.run(&["check", "--format", "json", "g.abnf"]);
    assert_eq!(run.status, 2);
    let findings = run.out.lines().map(|line| serde_json::from_str(line).unwrap());
    let mut findings = findings.filter(|it: &serde_json::Value| it["code"] == "undefined-rule");
    let finding = findings.next().expect("it is reported");
    assert_eq!(finding["file"], "g.abnf");
    assert_eq!(finding["line"], 2);
    assert_eq!(finding["column"], 6);
    assert_eq!(finding["end"], serde_json::json!({ "line": 2, "column": 9 }));
    assert_eq!(finding["severity"], "error");
    expect!["`a` is left out: rule `bcd` is not defined"]
        .assert_eq(finding["message"].as_str().unwrap());
    let keys: Vec<_> = finding.as_object().unwrap().keys().collect();
    assert_eq!(keys.len(), 10, "{keys:?}");
}

#[test]
fn a_file_that_cannot_be_read_does_not_hide_others() {
    let room = Room::with("a = b\n");
    let run = room.run(&["check", "no.abnf", "g.abnf"]);
    assert_eq!(run.status, 2);
    expect![[r"
        error[undefined-rule]: `a` is left out: rule `b` is not defined
         --> g.abnf:1:5
          |
        1 | a = b
          |     ^
          |
          = help: define it
          = help: import the grammar that defines `b`, with `--import NAME=FILE` or a line `; @import NAME = FILE (b)`
    "]].assert_eq(&run.out);
    // The rest of that line is the system's.
    assert!(run.err.starts_with("error: cannot read `no.abnf`: "), "{}", run.err);
    assert!(run.err.ends_with("\n2 grammars checked: 2 errors, 0 warnings\n"), "{}", run.err);
}

#[test]
fn a_finding_about_a_file_that_is_no_text_names_it() {
    let room = Room::new();
    room.write("g.abnf", b"a = \"\xFF\"\n");
    let run = room.run(&["check", "--format", "json", "g.abnf"]);
    assert_eq!(run.status, 2);
    let finding: serde_json::Value = serde_json::from_str(&run.out).unwrap();
    assert_eq!(finding["file"], "g.abnf");
}

/// Each entry has a grammar with the finding and a similar one without it, unless no grammar alone has
/// the finding.
#[test]
fn fixtures_of_the_catalogue_show_what_they_say() {
    for lint in ALL.into_iter().filter(|lint| !lint.example.is_empty()) {
        for (grammar, is_told) in [(lint.example, true), (lint.counterexample, false)] {
            let room = Room::with(grammar);
            let mut args = vec!["check", "--notes", "--format", "json", "g.abnf"];
            args.extend(lint.options.split_whitespace());
            let run = room.run(&args);
            let items = run.out.lines().map(|line| serde_json::from_str(line).unwrap());
            let codes: Vec<serde_json::Value> =
                items.map(|item: serde_json::Value| item["code"].clone()).collect();
            assert_eq!(
                codes.contains(&lint.code.as_str().into()),
                is_told,
                "{grammar}\n{}",
                run.out
            );
            // A code without an entry could not be allowed.
            let is_known = |code: &serde_json::Value| find(code.as_str().unwrap()).is_some();
            assert!(codes.iter().all(is_known), "{}", run.out);
        }
    }
}

#[test]
fn every_code_has_one_entry_and_can_be_explained() {
    let of_entries: BTreeSet<Code> = ALL.iter().map(|lint| lint.code).collect();
    assert!(of_entries.iter().eq(Code::ALL));
    let room = Room::new();
    for lint in ALL {
        assert!(lint.explanation.len() > 20, "{}", lint.code);
        let run = room.run(&["check", "--explain", lint.code.as_str()]);
        run.gives(0, &lint.explained());
        assert!(run.out.contains(lint.code.summary()), "{}", run.out);
    }
}

#[test]
fn the_page_about_lints_is_made_of_the_catalogue() {
    expect_test::expect_file!["../../../docs/lints.md"].assert_eq(&page());
}

#[test]
fn codes_are_listed_and_explained() {
    let room = Room::new();
    let run = room.run(&["check", "--list"]);
    assert_eq!((run.status, run.out.lines().count()), (0, ALL.len()));
    assert!(run.out.lines().any(|it| it.starts_with("ambiguous-rule ") && it.contains(" note ")));
    let json = room.run(&["check", "--list", "--format", "json"]);
    let first: serde_json::Value = serde_json::from_str(json.out.lines().next().unwrap()).unwrap();
    assert_eq!(first["code"], ALL[0].code.as_str());
    let run = room.run(&["check", "--explain", "empty-literal"]);
    run.gives(0, &find("empty-literal").unwrap().explained());
    room.run(&["check", "--explain", "emty-literal"]).fails(&["did you mean `empty-literal`?"]);
    room.run(&["check", "--allow", "undefined-rule", "g.abnf"]).fails(&["only warnings and notes"]);
    room.run(&["check", "--allow", "x", "g.abnf"]).fails(&["`abnfc check --list` lists them"]);
    room.run(&["check", "--list", "g.abnf"]).fails(&["cannot be used with"]);
}

#[test]
fn notes_are_shown_if_they_are_asked_for_or_denied() {
    let room = Room::with("a = *\"x\" *\"x\"\nb = a\n");
    room.run(&["check", "g.abnf"]).gives(0, "");
    let run = room.run(&["check", "--notes", "--format", "json", "g.abnf"]);
    assert_eq!(run.status, 0);
    assert!(run.err.ends_with("0 warnings, 2 notes\n"), "{}", run.err);
    let first: serde_json::Value = serde_json::from_str(run.out.lines().next().unwrap()).unwrap();
    assert_eq!((&first["severity"], &first["witness"]), (&"note".into(), &"x".into()));
    assert_eq!(first["notes"].as_array().unwrap().len(), 2);
    let denied = room.run(&["check", "--deny", "ambiguous-rule", "g.abnf"]);
    assert_eq!(denied.status, 1);
    assert!(denied.out.starts_with("warning[ambiguous-rule]"), "{}", denied.out);
    room.run(&["check", "--notes", "--allow", "ambiguous-rule", "--deny", "case-drift", "g.abnf"])
        .gives(0, &room.run(&["check", "--notes", "--allow", "ambiguous-rule", "g.abnf"]).out);
    let root = room.run(&["check", "--root", "a", "--deny-warnings", "g.abnf"]);
    assert_eq!(root.status, 1);
    expect![[r"
        warning[unused-rule]: no root needs `b`
         --> g.abnf:2:1
          |
        2 | b = a
          | ^
          |
          = help: delete it, or name it among the roots
    "]]
    .assert_eq(&root.out);
    assert_eq!(room.run(&["check", "--root", "c", "g.abnf"]).status, 2);
}
