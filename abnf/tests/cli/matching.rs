//! `abnfc match`

use super::support::{GREETING, Room};
use std::io::{BufRead, BufReader, Read, Write};
use std::process::Stdio;

#[test]
fn arguments_are_texts() {
    let room = Room::with(GREETING);
    room.run(&["match", "g.abnf", "greeting", "hello World", "HI you"]).gives(0, "match\nmatch\n");
    room.run(&["match", "g.abnf", "greeting", "hi you", "", "hi", "hi 5", "hi you!"]).gives(
        1,
        "match\n\
         no match at byte 0: expected `H` or `h`\n\
         no match at byte 2: expected a space\n\
         no match at byte 3: expected a letter\n\
         no match at byte 6: expected a letter or the end\n",
    );
}

#[test]
fn json_tells_ranges_and_the_end() {
    let room = Room::with(GREETING);
    room.run(&["match", "--format", "json", "g.abnf", "NAME", "x", "", "x1"]).gives(
        1,
        "{\"match\":true}\n\
         {\"match\":false,\"offset\":0,\"expected\":[[65,90],[97,122]],\"end\":false}\n\
         {\"match\":false,\"offset\":1,\"expected\":[[65,90],[97,122]],\"end\":true}\n",
    );
}

#[test]
fn lines_end_with_a_line_feed_alone() {
    let room = Room::with(GREETING);
    let args = ["match", "g.abnf", "name"];
    room.feed(&args, "a\nb").gives(0, "match\nmatch\n");
    room.feed(&args, "a\nb\n").gives(0, "match\nmatch\n");
    room.feed(&args, "").gives(0, "");
    room.feed(&args, "\n").gives(1, "no match at byte 0: expected a letter\n");
    // A carriage return belongs to the text.
    room.feed(&args, "a\r\n").gives(1, "no match at byte 1: expected a letter or the end\n");
}

#[test]
fn parts_are_told_by_offsets() {
    let room = Room::with(GREETING);
    room.write("g.abnf", "url = [scheme \":\"] path\nscheme = 1*ALPHA\npath = *(ALPHA / \"/\")\n");
    let args = ["match", "g.abnf", "url", "--parts", "scheme,tail=path"];
    room.feed(&args, "a:b/c\nb\na:1\n").gives(
        1,
        "match scheme=0..1 tail=2..5\n\
         match tail=0..1\n\
         no match at byte 2: expected a letter, `/` or the end\n",
    );
    let args = ["match", "g.abnf", "url", "--format", "json", "--parts", "scheme,path", "b"];
    room.run(&args).gives(0, "{\"match\":true,\"parts\":{\"path\":[0,1],\"scheme\":null}}\n");
}

#[test]
fn a_part_that_repeats_is_refused() {
    let room = Room::with("list = item *(\",\" item)\nitem = 1*ALPHA\n");
    let run = room.run(&["match", "g.abnf", "list", "--parts", "item", "a,b"]);
    run.fails(&["part `item` can occur more than once in a text of `list`"]);
    let run = room.run(&["match", "g.abnf", "list", "--parts", "itm", "a,b"]);
    run.fails(&["there is no rule `itm`"]);
}

#[test]
fn lines_are_bytes() {
    let room = Room::with("a = 1*%x00-09 / %xFF\nu = %xE4 / %x20AC\n");
    let args = ["match", "--encoding", "octets", "g.abnf", "a"];
    room.write("g.abnf", "a = *%x00-09 %xFF\n");
    room.feed(&args, b"\x00\xFF\n\xFF\xFF\n")
        .gives(1, "match\nno match at byte 1: expected the end\n");
}

#[test]
fn a_text_in_utf8_is_matched_by_code_points() {
    let room = Room::with("euro = %x20AC\n");
    room.feed(&["match", "g.abnf", "euro"], "\u{20AC}\n\u{20AB}\n")
        .gives(1, "match\nno match at byte 2: expected `\\xAC`\n");
}

#[test]
fn escapes_are_decoded_on_request() {
    let room = Room::with("line = *(%x00-5B / %x5D-FF) CRLF\n");
    let args = ["match", "--encoding", "octets", "--escapes", "g.abnf", "line"];
    room.feed(&args, "a\\x20b\\r\\n\n\\xff\\x00\\t\\r\\n\n").gives(0, "match\nmatch\n");
    // Offsets count decoded bytes.
    room.feed(&args, "\\x41\\x42\\\\\n")
        .gives(1, "no match at byte 2: expected `\\x00` to `[` or `]` to `\\xFF`\n");
    room.run(&["match", "--escapes", "g.abnf", "CRLF", "\\r\\n"]).gives(0, "match\n");
    room.run(&["match", "g.abnf", "CRLF", "\\r\\n"])
        .gives(1, "no match at byte 0: expected `\\r`\n");
}

#[test]
fn a_bad_escape_is_an_error_that_names_the_line() {
    let room = Room::with(GREETING);
    let args = ["match", "--escapes", "g.abnf", "name"];
    for bad in ["a\\q", "a\\", "a\\x4", "1\\xgg"] {
        let run = room.feed(&args, format!("a\nb\n{bad}\nc\n"));
        run.gives(2, "match\nmatch\n");
        assert!(run.err.starts_with("error: line 3: bad escape"), "{}", run.err);
    }
    // An escape does not go on in the next line.
    let run = room.feed(&args, "a\\\nn\n");
    assert!(run.err.starts_with("error: line 1: bad escape"), "{}", run.err);
    room.run(&["match", "--escapes", "g.abnf", "name", "\\"])
        .fails(&["error: input 1: bad escape"]);
}

#[test]
fn quiet_leaves_the_exit_status() {
    let room = Room::with(GREETING);
    room.run(&["match", "-q", "g.abnf", "name", "x", "1"]).gives(1, "");
    room.run(&["match", "-q", "g.abnf", "name", "x"]).gives(0, "");
    room.feed(&["match", "--quiet", "g.abnf", "name"], "1\n").gives(1, "");
}

#[test]
fn an_unknown_rule_has_a_hint() {
    let room = Room::with(GREETING);
    room.run(&["match", "g.abnf", "greting", "x"])
        .fails(&["there is no rule `greting`", "did you mean `greeting`?"]);
    let run = room.run(&["match", "g.abnf", "zzzzzzz", "x"]);
    run.fails(&["there is no rule `zzzzzzz`"]);
    assert!(!run.err.contains("did you mean"), "{}", run.err);
}

#[test]
fn a_name_of_bnf_finds_its_rule() {
    let room = Room::with("net_path = \"//\" | \"/\"\n");
    room.run(&["match", "g.abnf", "net_path", "//"]).gives(0, "match\n");
    room.run(&["match", "g.abnf", "net-path", "//"]).gives(0, "match\n");
}

#[test]
fn a_nested_rule_is_refused_with_its_cycle() {
    let room = Room::with("a = \"(\" [b] \")\"\nb = a\n");
    room.run(&["match", "g.abnf", "a", "()"]).fails(&["nested", "a -> b -> a"]);
}

#[test]
fn a_state_limit_is_an_error() {
    let room = Room::with("a = 1*50(\"a\" / \"b\") \"a\" 8(\"a\" / \"b\")\n");
    room.run(&["match", "--max-states", "20", "g.abnf", "a", "ab"])
        .fails(&["state-limit", "more than 20 DFA states"]);
}

#[test]
fn a_rule_without_texts_expects_nothing() {
    let room = Room::with("a = \"x\" a\n");
    room.run(&["match", "g.abnf", "a", "x"])
        .gives(1, "no match at byte 0: expected nothing, no text is in this language\n");
}

#[test]
fn a_grammar_from_standard_input_leaves_no_lines() {
    let room = Room::new();
    room.feed(&["match", "-", "name", "x"], GREETING).gives(0, "match\n");
    room.feed(&["match", "-", "name"], GREETING).fails(&["standard input is asked for twice"]);
}

#[test]
fn a_single_line_of_many_bytes_is_one_text() {
    let room = Room::with(GREETING);
    let mut line = vec![b'x'; 16 << 20];
    line.push(b'1');
    room.feed(&["match", "g.abnf", "name"], line)
        .gives(1, "no match at byte 16777216: expected a letter or the end\n");
}

#[test]
fn many_lines_are_many_answers() {
    let room = Room::with(GREETING);
    let run = room.feed(&["match", "g.abnf", "name"], "abc\n123\n".repeat(100_000));
    assert_eq!(run.status, 1);
    let pair = "match\nno match at byte 0: expected a letter\n";
    assert!(run.out == pair.repeat(100_000));
}

/// Input is not read to its end before the first answer.
#[test]
fn each_line_is_answered_before_the_next_is_read() {
    let room = Room::with(GREETING);
    let mut command = room.command(&["match", "g.abnf", "name"]);
    let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
    let mut questions = child.stdin.take().unwrap();
    let mut answers = BufReader::new(child.stdout.take().unwrap());
    for (question, expected) in
        [("a\n", "match\n"), ("1\n", "no match at byte 0: expected a letter\n")]
    {
        questions.write_all(question.as_bytes()).unwrap();
        let mut answer = String::new();
        answers.read_line(&mut answer).unwrap();
        assert_eq!(answer, expected);
    }
    drop(questions);
    assert_eq!(child.wait().unwrap().code(), Some(1));
}

/// As in `abnfc match ... | head -1`.
#[test]
fn a_reader_that_leaves_is_no_error() {
    let room = Room::with(GREETING);
    let mut command = room.command(&["match", "g.abnf", "name"]);
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().unwrap();
    let mut questions = child.stdin.take().unwrap();
    let mut answers = child.stdout.take().unwrap();
    let asker = std::thread::spawn(move || {
        // Fails when the program has ended.
        let _ = questions.write_all("abc\n".repeat(1 << 20).as_bytes());
    });
    answers.read_exact(&mut [0; 6]).unwrap();
    drop(answers);
    let output = child.wait_with_output().unwrap();
    asker.join().unwrap();
    assert_eq!(String::from_utf8(output.stderr).unwrap(), "");
    assert_eq!(output.status.code(), Some(0));
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_is_an_error() {
    let room = Room::with(GREETING);
    let full = std::fs::OpenOptions::new().write(true).open("/dev/full").unwrap();
    for args in [&["match", "g.abnf", "name", "x"][..], &["--help"]] {
        let full = full.try_clone().unwrap();
        let output = room.command(args).stdout(full).output().unwrap();
        assert_eq!(output.status.code(), Some(2));
        let err = String::from_utf8(output.stderr).unwrap();
        assert!(err.starts_with("error: cannot write to standard output: "), "{err}");
    }
}

#[cfg(unix)]
#[test]
fn an_unreadable_standard_input_is_an_error() {
    let room = Room::with(GREETING);
    let folder = std::fs::File::open(room.path()).unwrap();
    let output = room.command(&["match", "g.abnf", "name"]).stdin(folder).output().unwrap();
    assert_eq!(output.status.code(), Some(2));
    let err = String::from_utf8(output.stderr).unwrap();
    assert!(err.starts_with("error: cannot read standard input: "), "{err}");
}

/// The program must do with far less memory than its input has bytes.
#[cfg(target_os = "linux")]
#[test]
fn standard_input_is_never_held_whole() {
    let room = Room::with(GREETING);
    let mut command = room.command(&["match", "g.abnf", "name"]);
    let mut child = command.stdin(Stdio::piped()).stdout(Stdio::null()).spawn().unwrap();
    let mut stdin = child.stdin.take().unwrap();
    let block = vec![b'x'; 1 << 20];
    for _ in 0..100 {
        stdin.write_all(&block).unwrap();
    }
    // The last byte is written, so that all but a pipe's buffer has been read.
    let status = std::fs::read_to_string(format!("/proc/{}/status", child.id())).unwrap();
    let peak = status.lines().find_map(|line| line.strip_prefix("VmHWM:")).unwrap();
    let kilobytes: u64 = peak.trim().trim_end_matches(" kB").parse().unwrap();
    drop(stdin);
    assert_eq!(child.wait().unwrap().code(), Some(0));
    assert!(kilobytes < 40 << 10, "{kilobytes} kB");
}
