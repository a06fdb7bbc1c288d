//! `abnfc check`

use super::support::{GREETING, Room};

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
    assert!(run.out.contains("error[undefined-rule]"), "{}", run.out);
    assert!(run.out.contains("g.abnf:1:5"), "{}", run.out);
    assert!(run.out.contains("g.abnf:3:7"), "{}", run.out);
    assert!(run.err.starts_with("1 grammar checked: 2 errors"), "{}", run.err);
}

#[test]
fn warnings_count_where_they_are_denied() {
    let room = Room::with("a = \"x\" a\n");
    let run = room.run(&["check", "g.abnf"]);
    assert_eq!(run.status, 0);
    assert!(run.out.contains("warning["), "{}", run.out);
    let denied = room.run(&["check", "--deny-warnings", "g.abnf"]);
    denied.gives(1, &run.out);
}

#[test]
fn json_has_places() {
    let room = Room::with("\na = \"x\"\nc = \"\u{E9}\n");
    room.write("g.abnf", "\na =  bcd\n");
    let run = room.run(&["check", "--format", "json", "g.abnf"]);
    assert_eq!(run.status, 2);
    let findings = run.out.lines().map(|line| serde_json::from_str(line).unwrap());
    let mut findings = findings.filter(|it: &serde_json::Value| it["code"] == "undefined-rule");
    let finding = findings.next().expect("it is told");
    assert_eq!(finding["file"], "g.abnf");
    assert_eq!(finding["line"], 2);
    assert_eq!(finding["column"], 6);
    assert_eq!(finding["end"], serde_json::json!({ "line": 2, "column": 9 }));
    assert_eq!(finding["severity"], "error");
    let message = finding["message"].as_str().unwrap();
    assert!(message.contains("bcd") && !message.ends_with('.'), "{message}");
    let keys: Vec<_> = finding.as_object().unwrap().keys().collect();
    assert_eq!(keys.len(), 10, "{keys:?}");
}

#[test]
fn a_file_that_cannot_be_read_hides_no_other() {
    let room = Room::with("a = b\n");
    let run = room.run(&["check", "no.abnf", "g.abnf"]);
    assert_eq!(run.status, 2);
    assert!(run.out.contains("undefined-rule"), "{}", run.out);
    assert!(run.err.contains("cannot read `no.abnf`"), "{}", run.err);
    assert!(run.err.contains("2 grammars checked: "), "{}", run.err);
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
