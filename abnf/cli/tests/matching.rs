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
         invalid hello at byte 0: expected `H` or `h`, found the end\n    \n    ^\n\
         invalid greeting at byte 2: expected a space, found the end\n    hi\n      ^\n\
         invalid name at byte 3: expected a letter, found `5`\n    hi 5\n       ^\n\
         invalid name at byte 6: expected a letter or the end, found `!`\n    hi you!\n          ^\n",
    );
}

#[test]
fn json_has_ranges_and_the_end() {
    let room = Room::with(GREETING);
    room.run(&["match", "--format", "json", "g.abnf", "NAME", "x", "", "x1"]).gives(
        1,
        "{\"text\":\"x\",\"match\":true}\n\
         {\"text\":\"\",\"match\":false,\"offset\":0,\"part\":null,\"found\":null,\
         \"expected\":[[65,90],[97,122]],\"end\":false,\
         \"message\":\"invalid name at byte 0: expected a letter, found the end\"}\n\
         {\"text\":\"x1\",\"match\":false,\"offset\":1,\"part\":null,\"found\":49,\
         \"expected\":[[65,90],[97,122]],\"end\":true,\
         \"message\":\"invalid name at byte 1: expected a letter or the end, found `1`\"}\n",
    );
}

#[test]
fn lines_end_with_a_line_feed_alone() {
    let room = Room::with(GREETING);
    let args = ["match", "g.abnf", "name"];
    room.feed(&args, "a\nb").gives(0, "<stdin>:1: match\n<stdin>:2: match\n");
    room.feed(&args, "a\nb\n").gives(0, "<stdin>:1: match\n<stdin>:2: match\n");
    room.feed(&args, "").gives(0, "");
    let message = "<stdin>:1: invalid name at byte 0: expected a letter, found the end\n";
    room.feed(&args, "\n").gives(1, &format!("{message}    \n    ^\n"));
    // A carriage return belongs to the text.
    let message =
        "<stdin>:1: invalid name at byte 1: expected a letter or the end, found byte 0D\n";
    room.feed(&args, "a\r\n").gives(1, &format!("{message}    a\\r\n     ^\n"));
}

#[test]
fn trees_show_all_rules() {
    let room = Room::with(GREETING);
    room.write("g.abnf", "list = \"(\" *( list / word ) \")\"\nword = 1*ALPHA\n");
    room.run(&["match", "--tree", "g.abnf", "list", "(a(bc))", "("]).gives(
        1,
        "match\n    list 0..7 (a(bc))\n      word 1..2 a\n      list 2..6 (bc)\n        word 3..5 bc\n\
         invalid list at byte 1: expected a letter, `(` or `)`, found the end\n    (\n     ^\n",
    );
    room.run(&["match", "--tree", "--format", "json", "g.abnf", "word", "x"]).gives(
        0,
        "{\"text\":\"x\",\"match\":true,\
         \"tree\":[{\"rule\":\"word\",\"begin\":0,\"end\":1,\"depth\":0}]}\n",
    );
}

#[test]
fn deep_trees_have_short_lines() {
    let room = Room::with(GREETING);
    room.write("g.abnf", "list = \"(\" [ list ] \")\"\n");
    let text = format!("{}{}", "(".repeat(60), ")".repeat(60));
    let line = |depth: usize| {
        let piece = &text[depth..120 - depth];
        let shown =
            if piece.len() > 56 { format!("{}...", &piece[..56]) } else { piece.to_owned() };
        let number = if depth > 40 { format!("[{depth}] ") } else { String::new() };
        let indent = " ".repeat(4 + 2 * depth.min(40));
        format!("{indent}{number}list {depth}..{} {shown}\n", 120 - depth)
    };
    let expected = format!("match\n{}", (0..60).map(line).collect::<String>());
    room.run(&["match", "--tree", "g.abnf", "list", &text]).gives(0, &expected);
}

#[test]
fn a_text_that_is_too_complex_for_a_tree_does_not_end_the_run() {
    let room = Room::with(GREETING);
    room.write("g.abnf", "s = *3000x *y\nx = \"aa\"\ny = \"aaaa\"\n");
    let lines = format!("{}\naa\n", "aa".repeat(2000));
    room.feed(&["match", "--tree", "g.abnf", "s"], &lines).gives(
        1,
        "<stdin>:1: match\n    the text or the grammar is too large for a tree\n\
         <stdin>:2: match\n    s 0..2 aa\n      x 0..2 aa\n",
    );
    let args = ["match", "--tree", "--format", "json", "g.abnf", "s"];
    let text = lines.lines().next().unwrap_or_default();
    let expected = format!("{{\"text\":\"{text}\",\"match\":true,\"tree\":null}}\n");
    room.run(&[&args[..], &[text]].concat()).gives(1, &expected);
}

#[test]
fn parts_are_shown_by_offsets() {
    let room = Room::with(GREETING);
    room.write("g.abnf", "url = [scheme \":\"] path\nscheme = 1*ALPHA\npath = *(ALPHA / \"/\")\n");
    let args = ["match", "g.abnf", "url", "--parts", "scheme,tail=path"];
    room.feed(&args, "a:b/c\nb\na:1\n").gives(
        1,
        "<stdin>:1: match scheme=0..1 tail=2..5\n\
         <stdin>:2: match tail=0..1\n\
         <stdin>:3: invalid path at byte 2: expected a letter, `/` or the end, found `1`\n    a:1\n      ^\n",
    );
    let args = ["match", "g.abnf", "url", "--format", "json", "--parts", "scheme,path", "b"];
    room.run(&args)
        .gives(0, "{\"text\":\"b\",\"match\":true,\"parts\":{\"path\":[0,1],\"scheme\":null}}\n");
}

#[test]
fn parts_that_repeat_have_all_their_ranges() {
    let room = Room::with("list = item *(\",\" item) [end]\nitem = 1*ALPHA\nend = \";\"\n");
    let args = ["match", "g.abnf", "list", "--parts", "item,end"];
    room.run(&[&args[..], &["a,bc;", "a"]].concat())
        .gives(0, "match item=0..1 item=2..4 end=4..5\nmatch item=0..1\n");
    room.run(&[&args[..], &["--format", "json", "a"]].concat())
        .gives(0, "{\"text\":\"a\",\"match\":true,\"parts\":{\"end\":null,\"item\":[[0,1]]}}\n");
    let run = room.run(&["match", "g.abnf", "list", "--parts", "itm", "a,b"]);
    run.fails(&["there is no rule `itm`"]);
    let run = room.run(&["match", "g.abnf", "item", "--parts", "list", "a"]);
    run.fails(&["no text of `item` has a part `list`"]);
}

/// Occurrences inside of another occurrence of the part are not shown, and the whole text is no
/// part of itself.
#[test]
fn nested_rules_have_parts() {
    let room = Room::with(
        "list = \"(\" *( list / word / \"-\" ) \")\"\nword = 1*ALPHA\nnote = list \";\" tail\n\
         tail = *DIGIT\n",
    );
    room.run(&["match", "g.abnf", "list", "--parts", "list,word", "(a(b(c))-(d))"])
        .gives(0, "match list=2..8 list=9..12 word=1..2 word=3..4 word=5..6 word=10..11\n");
    let args = ["match", "g.abnf", "note", "--parts", "list,any=list/word,tail,DIGIT"];
    room.run(&[&args[..], &["((a));12", "();"]].concat()).gives(
        0,
        "match list=0..5 any=0..5 tail=6..8 DIGIT=6..7 DIGIT=7..8\nmatch list=0..2 any=0..2 tail=3..3\n",
    );
    room.run(&[&args[..], &["--format", "json", "();"]].concat()).gives(
        0,
        "{\"text\":\"();\",\"match\":true,\
         \"parts\":{\"DIGIT\":[],\"any\":[0,2],\"list\":[0,2],\"tail\":[3,3]}}\n",
    );
    room.write("g.abnf", "s = *3000x *y\nx = \"aa\"\ny = \"aaaa\"\n");
    let args = ["match", "g.abnf", "s", "--parts", "x"];
    let complex = "aa".repeat(2000);
    room.run(&[&args[..], &[&complex, "aa"]].concat())
        .gives(1, "match\n    the text or the grammar is too large for a tree\nmatch x=0..2\n");
    room.run(&[&args[..], &["--format", "json", &complex]].concat())
        .gives(1, &format!("{{\"text\":\"{complex}\",\"match\":true,\"parts\":null}}\n"));
    room.run(&[&args[..], &["--quiet", &complex]].concat()).gives(1, "");
}

#[test]
fn lines_are_bytes() {
    let room = Room::with("a = 1*%x00-09 / %xFF\nu = %xE4 / %x20AC\n");
    let args = ["match", "--encoding", "octets", "g.abnf", "a"];
    room.write("g.abnf", "a = *%x00-09 %xFF\n");
    room.feed(&args, b"\x00\xFF\n\xFF\xFF\n")
        .gives(
            1,
            "<stdin>:1: match\n\
             <stdin>:2: invalid a at byte 1: expected the end, found byte FF\n    \\xFF\\xFF\n        ^\n",
        );
}

#[test]
fn a_text_in_utf8_is_matched_by_code_points() {
    let room = Room::with("euro = %x20AC\n");
    room.feed(&["match", "g.abnf", "euro"], "\u{20AC}\n\u{20AB}\n").gives(
        1,
        "<stdin>:1: match\n<stdin>:2: invalid euro at byte 2: expected byte AC, found byte AB\n    \
             \\xE2\\x82\\xAB\n            ^\n",
    );
}

#[test]
fn escapes_are_decoded_on_request() {
    let room = Room::with("line = *(%x00-5B / %x5D-FF) CRLF\n");
    let args = ["match", "--encoding", "octets", "--escapes", "g.abnf", "line"];
    room.feed(&args, "a\\x20b\\r\\n\n\\xff\\x00\\t\\r\\n\n")
        .gives(0, "<stdin>:1: match\n<stdin>:2: match\n");
    // Offsets count decoded bytes.
    room.feed(&args, "\\x41\\x42\\\\\n").gives(
        1,
        "<stdin>:1: invalid line at byte 2: expected a letter, a digit, a byte from 00 to 20, \
         `!` to `/`, `:` to `@`, `[`, `]` to `_`, a backtick, `{` to `~` or a byte from 7F to FF, \
         found `\\`\n    AB\\\\\n      ^\n",
    );
    room.run(&["match", "--escapes", "g.abnf", "CRLF", "\\r\\n"]).gives(0, "match\n");
    room.run(&["match", "g.abnf", "CRLF", "\\r\\n"])
        .gives(1, "invalid CRLF at byte 0: expected byte 0D, found `\\`\n    \\\\r\\\\n\n    ^\n");
}

#[test]
fn a_bad_escape_is_an_error_that_names_the_line() {
    let room = Room::with(GREETING);
    let args = ["match", "--escapes", "g.abnf", "name"];
    for bad in ["a\\q", "a\\", "a\\x4", "1\\xgg"] {
        let run = room.feed(&args, format!("a\nb\n{bad}\nc\n"));
        run.gives(2, "<stdin>:1: match\n<stdin>:2: match\n");
        assert!(run.err.starts_with("error: <stdin>:3: bad escape"), "{}", run.err);
    }
    // An escape does not continue in the next line.
    let run = room.feed(&args, "a\\\nn\n");
    assert!(run.err.starts_with("error: <stdin>:1: bad escape"), "{}", run.err);
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
fn nested_rules_match_and_fail_as_others_do() {
    let room = Room::with("a = \"(\" [b] \")\"\nb = a\np = \"x\" p \"x\" / \"y\"\n");
    room.run(&["match", "g.abnf", "a", "(())"]).gives(0, "match\n");
    room.run(&["match", "g.abnf", "b", "(()"])
        .gives(1, "invalid b at byte 3: expected `)`, found the end\n    (()\n       ^\n");
    room.run(&["match", "g.abnf", "p", "xxyxx"]).gives(0, "match\n");
    room.run(&["match", "g.abnf", "p", "xyxx"])
        .gives(1, "invalid p at byte 3: expected the end, found `x`\n    xyxx\n       ^\n");
}

#[test]
fn a_state_limit_is_an_error() {
    // The limit of the general engine is eight times the limit of automata.
    let room = Room::with(&format!("a = \"{}\"\n", "a".repeat(90)));
    room.run(&["match", "--max-states", "10", "g.abnf", "a", "ab"])
        .fails(&["state-limit", "more than 10 DFA states"]);
}

#[test]
fn a_rule_without_texts_expects_nothing() {
    let room = Room::with("a = \"x\" a\n");
    room.run(&["match", "g.abnf", "a", "x"])
        .gives(1, "invalid a at byte 0: no text matches this rule, found `x`\n    x\n    ^\n");
}

#[test]
fn a_grammar_from_standard_input_leaves_no_lines() {
    let room = Room::new();
    room.feed(&["match", "-", "name", "x"], GREETING).gives(0, "match\n");
    room.feed(&["match", "-", "name"], GREETING).fails(&["standard input is used twice"]);
}

#[test]
fn a_single_line_of_many_bytes_is_one_text() {
    let room = Room::with(GREETING);
    let mut line = vec![b'x'; 16 << 20];
    line.push(b'1');
    let run = room.feed(&["match", "g.abnf", "name"], line);
    let lines: Vec<&str> = run.out.lines().collect();
    let message = "invalid name at byte 16777216: expected a letter or the end, found `1`";
    assert_eq!(lines[0], format!("<stdin>:1: {message}"));
    // Only the end is shown.
    assert_eq!(lines[1].trim_start(), format!("...{}1", "x".repeat(56)));
    assert_eq!(lines[1].find('1'), lines[2].find('^'));
}

#[test]
fn a_line_of_more_than_64_mib_is_an_error() {
    let room = Room::with(GREETING);
    let mut lines = b"x\n".to_vec();
    lines.resize((64 << 20) + 2, b'x');
    lines.extend(b"\ny\n");
    let run = room.feed(&["match", "g.abnf", "name"], &lines);
    run.gives(0, "<stdin>:1: match\n<stdin>:2: match\n<stdin>:3: match\n");
    lines.insert(2, b'x');
    let run = room.feed(&["match", "g.abnf", "name"], &lines);
    run.gives(2, "<stdin>:1: match\n");
    let message = "error: <stdin>:2: the line is longer than 67108864 bytes, the limit\n";
    assert_eq!(run.err, message);
}

#[test]
fn many_lines_are_many_answers() {
    let room = Room::with(GREETING);
    let run = room.feed(&["match", "g.abnf", "name"], "abc\n123\n".repeat(100_000));
    assert_eq!(run.status, 1);
    let lines: Vec<&str> = run.out.lines().collect();
    assert_eq!(lines.len(), 400_000);
    let last = "<stdin>:200000: invalid name at byte 0: expected a letter, found `1`";
    assert_eq!(lines[399_996..], ["<stdin>:199999: match", last, "    123", "    ^"]);
}

/// The part is the innermost that is certain: after `h:` in a host with a port it is the
/// port, in a whole URL it is not, because `h:` could begin a scheme.
#[test]
fn the_wrong_part_is_named() {
    let grammar = "url = [ scheme \":\" ] *path\nscheme = 1*ALPHA\npath = \"/\" segment\n\
        segment = *ALPHA\nhostport = host [ \":\" port ]\nhost = 1*ALPHA\nport = 1*DIGIT\n";
    let room = Room::with(grammar);
    let first = |rule: &str, text: &str| {
        let run = room.run(&["match", "g.abnf", rule, text]);
        run.out.split(": ").next().unwrap().to_owned()
    };
    assert_eq!(first("hostport", "h:8x"), "invalid port at byte 3");
    assert_eq!(first("hostport", ":8"), "invalid host at byte 0");
    // A path can occur again, so none is located.
    assert_eq!(first("url", "a:/b1"), "invalid url at byte 4");
}

#[test]
fn names_of_parts_are_words_and_differ() {
    let room = Room::with(GREETING);
    let fails = |parts: &str, message: &str| {
        room.run(&["match", "g.abnf", "greeting", "--parts", parts, "hi x"]).fails(&[message]);
    };
    fails("=name", "part `=name` has no name");
    fails("x=", "part `x=` lacks a rule");
    fails("name,", "a name in the list of parts is empty");
    fails("a b=name", "`a b` cannot be the name of a part");
    fails("name,name", "two parts are called `name`");
    // Names of rules ignore case.
    fails("name,NAME", "two parts are called `NAME`");
    fails("k=name,k=hello", "two parts are called `k`");
}

#[test]
fn answers_have_colours_on_request() {
    let room = Room::with(GREETING);
    let args = ["match", "--color", "always", "g.abnf", "name", "x", "1"];
    let run = room.run(&args);
    assert!(run.out.contains("\u{1B}[1m\u{1B}[32mmatch"), "{:?}", run.out);
    assert!(run.out.contains("\u{1B}[1m\u{1B}[31minvalid"), "{:?}", run.out);
}

/// Input is not read to its end before the first answer.
#[test]
fn each_line_is_answered_before_the_next_is_read() {
    let room = Room::with(GREETING);
    let mut command = room.command(&["match", "g.abnf", "name"]);
    let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
    let mut questions = child.stdin.take().unwrap();
    let mut answers = BufReader::new(child.stdout.take().unwrap());
    for (question, expected) in [("a\n", "<stdin>:1: match\n"), ("b\n", "<stdin>:2: match\n")] {
        questions.write_all(question.as_bytes()).unwrap();
        let mut answer = String::new();
        answers.read_line(&mut answer).unwrap();
        assert_eq!(answer, expected);
    }
    drop(questions);
    assert_eq!(child.wait().unwrap().code(), Some(0));
}

/// As in `abnfc match ... | head -1`.
#[test]
fn a_closed_pipe_is_not_an_error() {
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

/// The program must need far less memory than the size of its input.
#[cfg(target_os = "linux")]
#[test]
fn standard_input_is_never_held_whole() {
    let room = Room::with(GREETING);
    let mut command = room.command(&["match", "g.abnf", "name"]);
    let mut child = command.stdin(Stdio::piped()).stdout(Stdio::null()).spawn().unwrap();
    let mut stdin = child.stdin.take().unwrap();
    let mut block = vec![b'x'; 1 << 20];
    block[1 << 19] = b'\n';
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

#[test]
fn errors_in_rules_that_are_not_needed_are_not_reported() {
    let room = Room::with("a = b \"x\"\nb = \"(\" nope\nc = %x2-1\nd = \"x\"\n");
    let run = room.run(&["match", "g.abnf", "d", "x"]);
    assert_eq!((&*run.out, &*run.err), ("match\n", ""));
    let run = room.run(&["match", "g.abnf", "a", "x"]);
    run.fails(&["error[undefined-rule]: rule `nope` is not defined"]);
    assert!(!run.err.contains("reversed-range"), "{}", run.err);
    let run = room.run(&["build", "g.abnf", "--rule", "d", "-o", "out"]);
    assert_eq!((run.status, run.err.contains("nope")), (0, false), "{}", run.err);
    let run = room.run(&["build", "g.abnf", "--rule", "a", "-o", "out"]);
    run.fails(&["error[undefined-rule]: cannot export `a`: rule `nope` is not defined"]);
    assert_eq!(run.err.matches("error").count(), 1, "{}", run.err);
}
