//! `abnfc match` over lines of files and standard input, by one thread and by several.

use super::support::{GREETING, Room};
use std::io::{Read, Write};
use std::process::Stdio;

/// More bytes than a block has.
const LONG: usize = 1_100_000;

const URL: &str = "url = [scheme \":\"] path\nscheme = 1*ALPHA\npath = *(ALPHA / \"/\")\n";

/// Lines are answered as the same texts given as arguments.
#[test]
fn lines_are_texts() {
    let room = Room::with(URL);
    let texts = ["", "a:b/c", "b", "a:1", "a\r", ":", "\u{E4}", "a:b:c", "///", "x", "", "a:"];
    for options in [&[][..], &["--parts", "scheme,path"], &["--escapes"]] {
        for format in ["text", "json"] {
            let args = [&["match", "--format", format, "g.abnf", "url"], options].concat();
            // Any number of them, because several are read at once.
            for count in 1..=texts.len() {
                let expected = room.run(&[&args[..], &texts[..count]].concat());
                let lines = [&texts[..count], &[""]].concat().join("\n");
                for threads in ["1", "2"] {
                    let args = [&args[..], &["--threads", threads]].concat();
                    room.feed(&args, &lines).gives(expected.status, &expected.out);
                }
            }
        }
    }
}

/// Inputs that blocks, lines and characters cut in awkward places.
fn awkward() -> Vec<Vec<u8>> {
    let short = b"a:b/c\nb\na:1\n\n\r\n\xFF\n\xC3\xA4\nabc\\x41\n".to_vec();
    let many = short.repeat(20_000);
    let long = |byte: u8| vec![byte; LONG];
    vec![
        Vec::new(),
        b"\n".to_vec(),
        b"a".to_vec(),
        b"a\n\n".to_vec(),
        b"a\r\nb\r\n".to_vec(),
        b"\xFF\xFE".to_vec(),
        short,
        [&many[..], b"no line feed"].concat(),
        [&b"x\n"[..], &long(b'a'), b"\ny\n"].concat(),
        [&b"x\n"[..], &long(b'a'), b"1\n1\n"].concat(),
        [&b"1"[..], &long(b'a')].concat(),
        [&long(b'a')[..], b":", &long(b'/'), b"\n", &many, &long(b'b'), b"\n\n", &long(b'1')]
            .concat(),
        // Exactly a block, and beside it.
        [&vec![b'a'; 1 << 20][..], b"\nb"].concat(),
        [&vec![b'a'; (1 << 20) - 1][..], b"\nb"].concat(),
        vec![b'a'; 1 << 20],
        vec![b'a'; 1 << 21],
        vec![b'\n'; 300_000],
    ]
}

#[test]
fn several_threads_answer_as_one() {
    let room = Room::with(URL);
    for (i, input) in awkward().iter().enumerate() {
        room.write("input", input);
        let modes: &[&[&str]] = &[
            &[],
            &["--format", "json"],
            &["--parts", "scheme,path", "--format", "json"],
            &["--escapes"],
            &["-q"],
        ];
        for mode in modes {
            let args = [&["match", "g.abnf", "url"], *mode].concat();
            let alone = room.run(&[&args[..], &["--threads", "1", "--file", "input"]].concat());
            assert_ne!(alone.status, 2, "{}", alone.err);
            if !mode.contains(&"-q") {
                let feeds = input.iter().filter(|&&byte| byte == b'\n').count();
                let lines = feeds + usize::from(!input.is_empty() && !input.ends_with(b"\n"));
                assert_eq!(alone.out.lines().count(), lines, "input {i}");
            }
            for threads in ["2", "7"] {
                let args = [&args[..], &["--threads", threads]].concat();
                let together = room.run(&[&args[..], &["--file", "input"]].concat());
                assert!(together.out == alone.out, "input {i} {mode:?} {threads}");
                assert_eq!(together.status, alone.status, "input {i} {mode:?} {threads}");
            }
            let fed = room.feed(&[&args[..], &["--threads", "2"]].concat(), input);
            assert!(fed.out == alone.out && fed.status == alone.status, "input {i} {mode:?}");
        }
    }
}

#[test]
fn a_long_line_has_one_answer() {
    let room = Room::with(URL);
    let line = [vec![b'a'; LONG], b":".to_vec(), vec![b'/'; LONG]].concat();
    for threads in ["1", "2"] {
        let args = ["match", "--threads", threads, "g.abnf", "url", "--parts", "scheme,path"];
        room.feed(&args, [&line[..], b"\nb\n"].concat())
            .gives(0, "match scheme=0..1100000 path=1100001..2200001\nmatch path=0..1\n");
        room.feed(&args, [&line[..], b"1\nb"].concat()).gives(
            1,
            "no match at byte 2200001: expected a letter, `/` or the end\nmatch path=0..1\n",
        );
    }
}

#[test]
fn files_are_read_one_after_the_other() {
    let room = Room::with(GREETING);
    room.write("a", "x\ny");
    room.write("b", "1\n");
    room.write("empty", "");
    let args = ["match", "g.abnf", "name", "-f", "a", "--file", "b"];
    room.run(&args).gives(1, "match\nmatch\nno match at byte 0: expected a letter\n");
    let args = ["match", "g.abnf", "name", "-f", "b", "-f", "-", "-f", "a", "-f", "empty"];
    room.feed(&args, "2\nz").gives(
        1,
        "no match at byte 0: expected a letter\n\
         no match at byte 0: expected a letter\n\
         match\nmatch\nmatch\n",
    );
    room.run(&["match", "g.abnf", "name", "-f", "empty"]).gives(0, "");
    // More files than there are buffers.
    let files = ["-f", "a", "-f", "empty"].repeat(50);
    let args = [&["match", "g.abnf", "name", "--threads", "2"], &files[..]].concat();
    room.run(&args).gives(0, &"match\n".repeat(100));
}

#[test]
fn a_file_that_cannot_be_read_is_an_error() {
    let room = Room::with(GREETING);
    room.write("a", "x\n");
    for threads in ["1", "2"] {
        let args = ["match", "--threads", threads, "g.abnf", "name", "-f", "a", "-f", "none"];
        let run = room.run(&args);
        // What was found before still counts.
        run.gives(2, "match\n");
        assert!(run.err.starts_with("error: cannot read `none`: "), "{}", run.err);
    }
}

#[test]
fn texts_and_files_do_not_mix() {
    let room = Room::with(GREETING);
    room.write("a", "x\n");
    room.run(&["match", "g.abnf", "name", "x", "-f", "a"]).fails(&["cannot be used with"]);
    room.run(&["match", "g.abnf", "name", "--threads", "0"]).fails(&["--threads"]);
    let args = ["match", "-", "name", "-f", "-"];
    room.feed(&args, GREETING).fails(&["standard input is asked for twice"]);
    let args = ["match", "g.abnf", "name", "-f", "-", "-f", "-"];
    let run = room.feed(&args, "x\n");
    run.gives(2, "match\n");
    assert!(run.err.contains("standard input is asked for twice"), "{}", run.err);
}

#[test]
fn a_bad_escape_is_named_by_file_and_line() {
    let room = Room::with(GREETING);
    let lines = 200_000;
    room.write("ok", "abc\n");
    room.write("bad", ["abc\n".repeat(lines).as_str(), "a\\q\n", &"abc\n".repeat(lines)].concat());
    let long = ["abc\n", &"x".repeat(LONG), "\\q", &"x".repeat(LONG), "\nabc\n"].concat();
    room.write("long", long);
    for threads in ["1", "2"] {
        let args = ["match", "--escapes", "--threads", threads, "g.abnf", "name", "-f", "ok", "-f"];
        let run = room.run(&[&args[..], &["bad"]].concat());
        assert_eq!(run.status, 2);
        assert!(run.out == "match\n".repeat(lines + 1));
        assert!(run.err.starts_with("error: line 200001 of `bad`: bad escape"), "{}", run.err);
        let run = room.run(&[&args[..], &["long"]].concat());
        run.gives(2, "match\nmatch\n");
        assert!(run.err.starts_with("error: line 2 of `long`: bad escape"), "{}", run.err);
    }
}

/// Nobody waits for input that is not needed any more.
#[test]
fn an_error_ends_the_program_while_input_is_open() {
    let room = Room::with(GREETING);
    for threads in ["1", "2"] {
        let args = ["match", "--escapes", "--threads", threads, "g.abnf", "name"];
        let mut command = room.command(&args);
        let mut child = command.stdin(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
        let mut stdin = child.stdin.take().unwrap();
        stdin.write_all(b"\\q\n").unwrap();
        let mut err = String::new();
        child.stderr.take().unwrap().read_to_string(&mut err).unwrap();
        assert_eq!(child.wait().unwrap().code(), Some(2));
        assert!(err.starts_with("error: line 1: bad escape"), "{err}");
        drop(stdin);
    }
}

/// Answers can be far longer than what they answer.
#[cfg(target_os = "linux")]
#[test]
fn answers_are_never_held_whole() {
    let room = Room::with(GREETING);
    let mut command = room.command(&["match", "--threads", "4", "g.abnf", "name"]);
    let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
    let (mut stdin, mut stdout) = (child.stdin.take().unwrap(), child.stdout.take().unwrap());
    let lines = 2 << 20;
    let asker = std::thread::spawn(move || {
        let _ = stdin.write_all(&vec![b'\n'; lines]);
    });
    let answer = b"no match at byte 0: expected a letter\n";
    let mut all = vec![0; answer.len() * lines / 2];
    stdout.read_exact(&mut all).unwrap();
    assert!(all.chunks(answer.len()).all(|chunk| chunk == answer));
    // Half has been taken; of the rest, what is bounded has been made.
    let status = std::fs::read_to_string(format!("/proc/{}/status", child.id())).unwrap();
    let peak = status.lines().find_map(|line| line.strip_prefix("VmHWM:")).unwrap();
    let kilobytes: u64 = peak.trim().trim_end_matches(" kB").parse().unwrap();
    drop(stdout);
    asker.join().unwrap();
    assert_eq!(child.wait().unwrap().code(), Some(0));
    assert!(kilobytes < 40 << 10, "{kilobytes} kB");
}
