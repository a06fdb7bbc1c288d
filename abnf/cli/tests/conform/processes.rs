//! Programs that hang, end or flood their output, and processes that they leave behind.

use super::{NUMBER, lines, run};
use crate::support::Room;
use std::process::{Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

/// The commands of all processes, one on each line.
fn processes() -> String {
    let listed = Command::new("ps").args(["-eo", "args"]).output().unwrap();
    String::from_utf8_lossy(&listed.stdout).into_owned()
}

#[test]
fn a_program_that_hangs_on_a_text_is_killed_with_its_processes() {
    let script =
        lines("case \"$text\" in *7*) sleep 61.0625;; ?|??|???) echo true;; *) echo false;; esac");
    let run = run(&["--timeout", "0.2", "--count", "40", "--questions", "30"], &script);
    assert_eq!(run.status, 1, "{run:?}");
    assert!(run.out.contains("hangs: `7`"), "{}", run.out);
    assert!(run.out.contains("of the program: no answer in time"), "{}", run.out);
    assert!(!processes().contains("sleep 61.0625"));
}

/// As above, with a process for each text, whose output is read.
#[test]
fn bad_processes_are_findings_and_leave_nothing_behind() {
    // Few long lines are read in time on a busy machine, too.
    let script = "case \"$(cat)\" in *7*) sleep 61.03125;; *9*) yes abnfc-$(printf %01000d 0);; \
                  *';'*) echo oh >&2; kill -9 $$;; *) exit 1;; esac";
    let room = Room::with(NUMBER);
    let options =
        ["--values", "--kinds", "fault", "--timeout", "0.5", "--count", "50", "--questions", "20"];
    let run = room.run(
        &[&["conform", "g.abnf", "number"], &options[..], &["--", "sh", "-c", script]].concat(),
    );
    assert_eq!(run.status, 1, "{run:?}");
    assert!(
        run.out.contains("hangs: `7`") && run.out.contains("of the program: no answer in time"),
        "{run:?}"
    );
    assert!(
        run.out.contains("floods: `9`")
            && run.out.contains("it writes too much: more than 1048576 bytes"),
        "{run:?}"
    );
    assert!(
        run.out.contains("dies: `;`") && run.out.contains("signal: 9 (SIGKILL): oh"),
        "{run:?}"
    );
    let processes = processes();
    assert!(
        !processes.contains("sleep 61.03125") && !processes.contains("yes abnfc-000"),
        "{processes}"
    );
}

#[test]
fn a_program_that_dies_is_started_again() {
    let script = lines(
        "case \"$text\" in 0) echo oh >&2; exit 3;; ?|??|???) echo true;; *) echo false;; esac",
    );
    let run = run(&["--count", "60"], &script);
    assert!(run.out.contains("dies: `0`"), "{run:?}");
    assert!(run.out.contains("it ended without an answer: exit status: 3: oh"), "{run:?}");
}

#[test]
fn programs_that_never_answer_are_errors() {
    for (script, message) in [
        ("exit 1", "it ended without an answer: exit status: 1"),
        ("echo why >&2; kill -9 $$", "it ended without an answer: signal: 9 (SIGKILL): why"),
        ("cat", "` is neither true nor false nor an object with `match`"),
        ("sleep 60", "no answer in time; does it write its output at once"),
        ("yes", "it"),
        ("tr '\\n' x </dev/zero", "it writes too much: a line that does not end"),
    ] {
        let run = run(&["--timeout", "0.5"], script);
        assert_eq!((run.status, run.out.as_str()), (2, ""), "{script}: {run:?}");
        let start = "error: the program answers none of the first 3 texts: ";
        assert!(run.err.starts_with(start) && run.err.contains(message), "{script}: {}", run.err);
    }
    let room = Room::with(NUMBER);
    let run = room.run(&["conform", "g.abnf", "number", "--", "./missing"]);
    assert_eq!(run.status, 2);
    assert!(run.err.starts_with("error: cannot start `./missing`: "), "{}", run.err);
    let run = room.run(&["conform", "g.abnf", "number"]);
    assert!(run.status == 2 && run.err.contains("<COMMAND>"), "{}", run.err);
}

#[track_caller]
fn wait_until(is_true: impl Fn() -> bool) {
    let begun = Instant::now();
    while !is_true() {
        assert!(begun.elapsed() < Duration::from_secs(30), "it takes too long");
        thread::sleep(Duration::from_millis(20));
    }
}

/// The program ignores the signals itself, and has a process of its own.
#[test]
fn an_interrupted_run_leaves_no_process_behind() {
    let script = "trap '' INT TERM; echo $$ >started; sleep 61.015625; echo true";
    for (protocol, signal) in [("lines", "INT"), ("status", "INT"), ("json", "TERM")] {
        let room = Room::with(NUMBER);
        let arguments = ["conform", "g.abnf", "number", "--timeout", "60", "--protocol", protocol];
        let mut command = room.command(&[&arguments[..], &["--", "sh", "-c", script]].concat());
        let mut running = command.stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
        let is_running = || processes().contains("sleep 61.015625");
        wait_until(|| room.path().join("started").exists() && is_running());
        let id = running.id().to_string();
        assert!(Command::new("kill").args(["-s", signal, &id]).status().unwrap().success());
        assert_eq!(running.wait().unwrap().code(), Some(130), "{protocol}, {signal}");
        // What was killed may take a moment to end.
        wait_until(|| !is_running());
    }
}
