//! Behaviour that all commands share: usage, files, colours, other output.

use super::support::{GREETING, Room};
use std::process::Stdio;

#[test]
fn bad_usage_is_exit_status_2() {
    let room = Room::with(GREETING);
    room.run(&[]).gives(2, "");
    room.run(&["frobnicate"]).fails(&["unrecognized subcommand 'frobnicate'"]);
    room.run(&["chek", "g.abnf"]).fails(&["'check'"]);
    room.run(&["check"]).fails(&["<GRAMMAR>"]);
    room.run(&["check", "--format", "xml", "g.abnf"]).fails(&["[possible values: text, json]"]);
    room.run(&["check", "--import", "x", "g.abnf"]).fails(&["expected NAME=FILE"]);
    room.run(&["diff", "--map", "x", "g.abnf", "g.abnf"])
        .fails(&["expected two names separated by `=`"]);
}

#[test]
fn help_and_version_are_data() {
    let room = Room::new();
    for (args, usage) in [
        (&["--help"][..], "Usage: abnfc "),
        (&["-h"], "Usage: abnfc "),
        (&["match", "--help"], "Usage: abnfc match "),
        (&["diff", "-h"], "Usage: abnfc diff "),
    ] {
        let run = room.run(args);
        assert_eq!((run.status, run.err.as_str()), (0, ""), "{args:?}");
        assert!(run.out.contains(usage), "{args:?}");
    }
    room.run(&["--version"]).gives(0, concat!("abnfc ", env!("CARGO_PKG_VERSION"), "\n"));
}

#[test]
fn errors_of_files_name_the_file() {
    let room = Room::with(GREETING);
    std::fs::create_dir(room.path().join("folder")).unwrap();
    for args in [
        &["check", "no.abnf"][..],
        &["rules", "no.abnf"],
        &["match", "no.abnf", "x"],
        &["build", "no.abnf", "-o", "out"],
        &["extract", "no.abnf"],
        &["diff", "g.abnf", "no.abnf"],
        &["dump", "no.abnf", "--stage", "min"],
        &["rules", "--import", "x=no.abnf", "g.abnf"],
    ] {
        room.run(args).fails(&["error: cannot read `no.abnf`: "]);
    }
    for command in ["check", "rules", "extract"] {
        room.run(&[command, "folder"]).fails(&["error: cannot read `folder`: "]);
    }
}

#[test]
fn a_file_that_is_too_large_is_not_read_to_its_end() {
    let room = Room::with(&"; comment\n".repeat(2 << 20));
    for args in [&["check", "g.abnf"][..], &["rules", "g.abnf"], &["extract", "g.abnf"]] {
        let run = room.run(args);
        assert_eq!(run.status, 2);
        let message = "error[file-too-large]: `g.abnf` has more than 16777216 bytes";
        assert!(run.out.contains(message) || run.err.contains(message), "{}", run.err);
    }
}

#[test]
fn a_dash_is_standard_input() {
    let room = Room::with(GREETING);
    for args in [
        &["check", "-"][..],
        &["rules", "-"],
        &["match", "-", "name", "x"],
        &["extract", "-"],
        &["diff", "-", "g.abnf"],
        &["diff", "g.abnf", "-"],
        &["dump", "-", "--stage", "source"],
        &["check", "--import", "x=-", "g.abnf"],
    ] {
        let run = room.feed(args, GREETING);
        assert_eq!(run.status, 0, "{args:?}: {}", run.err);
    }
    room.feed(&["diff", "-", "-"], GREETING).fails(&["standard input is used twice"]);
}

#[test]
fn a_bad_grammar_fails_every_command() {
    let room = Room::with("a = b\n");
    room.write("good.abnf", "a = \"x\"\n");
    for args in [
        &["match", "g.abnf", "a", "x"][..],
        &["build", "g.abnf", "-o", "out"],
        &["dump", "g.abnf", "--stage", "code"],
        &["diff", "g.abnf", "good.abnf"],
        &["diff", "good.abnf", "g.abnf"],
    ] {
        room.run(args).fails(&["error[undefined-rule]", "g.abnf:1:5"]);
    }
}

#[test]
fn colours_are_for_terminals_unless_asked_for() {
    let room = Room::with("a = b\n");
    let escape = '\x1B';
    assert!(!room.run(&["check", "g.abnf"]).out.contains(escape));
    assert!(room.run(&["check", "--color", "always", "g.abnf"]).out.contains(escape));
    assert!(room.run(&["--color=always", "check", "g.abnf"]).out.contains(escape));
    assert!(!room.run(&["--color=never", "check", "g.abnf"]).out.contains(escape));
    assert!(room.run(&["match", "--color", "always", "g.abnf", "a"]).err.contains(escape));
    assert!(!room.run(&["match", "g.abnf", "a"]).err.contains(escape));

    let forced = |name: &str| {
        let mut command = room.command(&["check", "g.abnf"]);
        command.env("CLICOLOR_FORCE", "1").env(name, "1");
        String::from_utf8(command.output().unwrap().stdout).unwrap()
    };
    assert!(forced("CLICOLOR_FORCE").contains(escape));
    assert!(!forced("NO_COLOR").contains(escape));
}

#[test]
fn every_shell_has_completions() {
    let room = Room::new();
    for shell in ["bash", "elvish", "fish", "powershell", "zsh"] {
        let run = room.run(&["completions", shell]);
        assert_eq!((run.status, run.err.as_str()), (0, ""), "{shell}");
        assert!(run.out.contains("max-states"), "{shell}");
    }
    room.run(&["completions", "csh"]).fails(&["csh"]);
}

#[test]
fn every_command_has_a_manual_page() {
    let room = Room::new();
    let page = room.run(&["man"]);
    assert_eq!(page.status, 0);
    assert!(page.out.contains(".TH abnfc 1"), "{}", page.out);
    for command in
        ["check", "rules", "match", "build", "extract", "fmt", "sample", "diff", "diagram", "dump"]
    {
        assert!(page.out.contains(command), "{command}");
        let page = room.run(&["man", command]);
        assert!(page.out.contains(&format!(".TH abnfc-{command} 1")), "{command}");
        assert!(page.out.contains("Example"), "{command}");
    }
    room.run(&["man", "frobnicate"]).fails(&["there is no command `frobnicate`"]);
}

/// As in `abnfc ... | true`.
#[test]
fn a_closed_pipe_is_not_an_error() {
    let room = Room::with(GREETING);
    for args in [&["man"][..], &["completions", "bash"], &["dump", "g.abnf", "--stage", "source"]] {
        let mut command = room.command(args);
        let mut child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
        drop(child.stdout.take());
        let output = child.wait_with_output().unwrap();
        assert_eq!(String::from_utf8(output.stderr).unwrap(), "", "{args:?}");
        assert_eq!(output.status.code(), Some(0), "{args:?}");
    }
}

#[test]
fn imports_come_from_the_command_line() {
    let room = Room::with("a = \"x\" <b, see [other]>\n");
    room.write("other.abnf", "b = \"y\"\n");
    room.run(&["match", "--import", "other=other.abnf", "g.abnf", "a", "xy"]).gives(0, "match\n");
    room.run(&["match", "g.abnf", "a", "xy"]).fails(&["error["]);
}

#[test]
fn the_encoding_can_be_stated() {
    let room = Room::with("a = %xE4\n");
    let text = "\u{E4}\n";
    room.feed(&["match", "--encoding", "utf8", "g.abnf", "a"], text).gives(0, "<stdin>:1: match\n");
    room.feed(&["match", "--encoding", "octets", "g.abnf", "a"], b"\xE4\n")
        .gives(0, "<stdin>:1: match\n");
    room.feed(&["match", "--encoding", "octets", "g.abnf", "a"], text).gives(
        1,
        "<stdin>:1: invalid a at byte 0: expected byte E4, found byte C3\n    \\xC3\\xA4\n    ^\n",
    );
}

#[test]
fn the_dialect_can_be_stated() {
    let room = Room::with("a_b = \"x\" | \"y\"\n");
    room.run(&["match", "--dialect", "bnf", "g.abnf", "a_b", "y"]).gives(0, "match\n");
    room.run(&["match", "--dialect", "abnf", "g.abnf", "a_b", "y"]).fails(&["error["]);
}

#[test]
fn limits_have_names_and_ceilings() {
    let room = Room::with("a = ((\"x\"))\n");
    room.run(&["match", "--limit", "nesting=1", "g.abnf", "a", "x"])
        .fails(&["error[nesting-too-deep]", "`--limit nesting=N`"]);
    assert_eq!(room.run(&["rules", "--limit", "nesting=2", "g.abnf"]).status, 0);
    room.run(&["rules", "--limit", "nesting=100000", "g.abnf"]).fails(&["nesting is at most"]);
    room.run(&["rules", "--limit", "x=1", "g.abnf"]).fails(&["the limits are source-bytes"]);
    room.run(&["rules", "--max-states", "18446744073709551615", "g.abnf"])
        .fails(&["dfa-states is at most 1000000"]);
}

#[test]
fn lists_of_http_are_asked_for() {
    let room = Room::with("accept = 1#token\ntoken = 1*ALPHA\n");
    room.run(&["match", "g.abnf", "accept", "a"]).fails(&[
        "error[list-extension]",
        "`--dialect http`",
        "`--dialect http-lenient`",
    ]);
    for (dialect, text, status) in [
        ("http", "a,b , c", 0),
        ("http", "a,,b", 1),
        ("http", "", 1),
        ("http-lenient", "a, ,b,", 0),
        ("http-lenient", ",", 1),
    ] {
        let run = room.run(&["match", "--dialect", dialect, "g.abnf", "accept", text]);
        assert_eq!(run.status, status, "{dialect} {text:?}: {}{}", run.out, run.err);
    }
    // Its own OWS counts.
    room.write("g.abnf", "list = #\"x\"\nOWS = *\"_\"\n");
    room.run(&["match", "--dialect", "http", "g.abnf", "list", "x_,x"]).gives(0, "match\n");
}
