//! `abnfc match` over lines of files and standard input.

use super::support::{GREETING, Room};
use std::io::{Read, Write};
use std::process::Stdio;

/// More bytes than are read at once.
const LONG: usize = 1_100_000;

const URL: &str = "url = [scheme \":\"] path\nscheme = 1*ALPHA\npath = *(ALPHA / \"/\")\n";

/// Lines are answered as the same texts given as arguments.
#[test]
fn lines_are_texts() {
    let room = Room::with(URL);
    let texts = ["", "a:b/c", "b", "a:1", "a\r", ":", "\u{E4}", "a:b:c", "///", "x", "", "a:"];
    for options in [&[][..], &["--parts", "scheme,path"], &["--escapes"]] {
        let args = [&["match", "g.abnf", "url"], options].concat();
        for count in 1..=texts.len() {
            let expected = room.run(&[&args[..], &texts[..count]].concat());
            let lines = [&texts[..count], &[""]].concat().join("\n");
            let run = room.feed(&args, &lines);
            let plain = |line: &str| match line.strip_prefix("<stdin>:") {
                Some(line) => line.split_once(": ").expect("the place ends").1.to_owned(),
                None => line.to_owned(),
            };
            let answers: Vec<String> = run.out.lines().map(plain).collect();
            assert_eq!(answers, expected.out.lines().collect::<Vec<_>>());
            assert_eq!(run.status, expected.status);
        }
    }
}

#[test]
fn json_has_the_position() {
    let room = Room::with(GREETING);
    room.write("a.log", b"x\n\xFFz\n");
    let args = ["match", "g.abnf", "name", "--format", "json", "-f", "a.log"];
    let run = room.run(&args);
    let first = "{\"file\":\"a.log\",\"line\":1,\"text\":\"x\",\"match\":true}";
    assert_eq!(run.out.lines().next(), Some(first));
    let second = run.out.lines().nth(1).unwrap();
    assert!(
        second.starts_with("{\"file\":\"a.log\",\"line\":2,\"text\":\"\u{FFFD}z\","),
        "{second}"
    );
}

/// Also where the buffer of the reader ends.
#[test]
fn lines_are_cut_at_line_feeds_alone() {
    let room = Room::with(URL);
    let long = |byte: u8| vec![byte; LONG];
    let block = |size: usize| vec![b'a'; size];
    let inputs: [(Vec<u8>, usize); 9] = [
        (b"\n".to_vec(), 1),
        (b"a".to_vec(), 1),
        (b"a\n\n".to_vec(), 2),
        (b"a\r\nb\r\n".to_vec(), 2),
        ([&b"x\n"[..], &long(b'a'), b"\ny\n"].concat(), 3),
        ([&b"1"[..], &long(b'a')].concat(), 1),
        ([&block(1 << 16)[..], b"\nb"].concat(), 2),
        ([&block((1 << 16) - 1)[..], b"\nb"].concat(), 2),
        (vec![b'\n'; 300_000], 300_000),
    ];
    for (input, lines) in inputs {
        let run = room.feed(&["match", "g.abnf", "url"], &input);
        let answers = run.out.lines().filter(|line| line.starts_with("<stdin>:")).count();
        assert_eq!(answers, lines);
        let last = run.out.lines().rfind(|line| line.starts_with("<stdin>:")).unwrap();
        assert!(last.starts_with(&format!("<stdin>:{lines}: ")), "{last}");
    }
}

#[test]
fn a_long_line_has_one_answer() {
    let room = Room::with(URL);
    let line = [vec![b'a'; LONG], b":".to_vec(), vec![b'/'; LONG]].concat();
    let args = ["match", "g.abnf", "url", "--parts", "scheme,path"];
    room.feed(&args, [&line[..], b"\nb\n"].concat()).gives(
        0,
        "<stdin>:1: match scheme=0..1100000 path=1100001..2200001\n<stdin>:2: match path=0..1\n",
    );
}

#[test]
fn files_are_read_one_after_the_other() {
    let room = Room::with(GREETING);
    room.write("a", "x\ny");
    room.write("b", "1\n");
    room.write("empty", "");
    let bad = "invalid name at byte 0: expected a letter, found";
    let args = ["match", "g.abnf", "name", "-f", "a", "--file", "b"];
    room.run(&args).gives(1, &format!("a:1: match\na:2: match\nb:1: {bad} `1`\n    1\n    ^\n"));
    let args = ["match", "g.abnf", "name", "-f", "b", "-f", "-", "-f", "a", "-f", "empty"];
    room.feed(&args, "2\nz").gives(
        1,
        &format!(
            "b:1: {bad} `1`\n    1\n    ^\n\
             <stdin>:1: {bad} `2`\n    2\n    ^\n\
             <stdin>:2: match\na:1: match\na:2: match\n"
        ),
    );
    room.run(&["match", "g.abnf", "name", "-f", "empty"]).gives(0, "");
}

#[test]
fn a_file_that_cannot_be_read_is_an_error() {
    let room = Room::with(GREETING);
    room.write("a", "x\n");
    let run = room.run(&["match", "g.abnf", "name", "-f", "a", "-f", "none"]);
    // The output before the error is written.
    run.gives(2, "a:1: match\n");
    assert!(run.err.starts_with("error: cannot read `none`: "), "{}", run.err);
}

#[test]
fn texts_and_files_do_not_mix() {
    let room = Room::with(GREETING);
    room.write("a", "x\n");
    room.run(&["match", "g.abnf", "name", "x", "-f", "a"]).fails(&["cannot be used with"]);
    let args = ["match", "-", "name", "-f", "-"];
    room.feed(&args, GREETING).fails(&["standard input is used twice"]);
    let args = ["match", "g.abnf", "name", "-f", "-", "-f", "-"];
    let run = room.feed(&args, "x\n");
    run.gives(2, "<stdin>:1: match\n");
    assert!(run.err.contains("standard input is used twice"), "{}", run.err);
}

#[test]
fn a_bad_escape_is_named_by_file_and_line() {
    let room = Room::with(GREETING);
    room.write("ok", "abc\n");
    room.write("bad", "abc\n\na\\q\nabc\n");
    let run = room.run(&["match", "-q", "--escapes", "g.abnf", "name", "-f", "ok", "-f", "bad"]);
    run.gives(2, "");
    assert!(run.err.starts_with("error: bad:3: bad escape"), "{}", run.err);
}

/// The program does not block on input that it no longer needs.
#[test]
fn an_error_ends_the_program_while_input_is_open() {
    let room = Room::with(GREETING);
    let mut command = room.command(&["match", "--escapes", "g.abnf", "name"]);
    let mut child = command.stdin(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    let mut stdin = child.stdin.take().unwrap();
    stdin.write_all(b"\\q\n").unwrap();
    let mut err = String::new();
    child.stderr.take().unwrap().read_to_string(&mut err).unwrap();
    assert_eq!(child.wait().unwrap().code(), Some(2));
    assert!(err.starts_with("error: <stdin>:1: bad escape"), "{err}");
    drop(stdin);
}
