//! `abnfc conform`. The programs are scripts of the shell.
#![cfg(unix)]

mod processes;

use super::support::{Room, Run};

const NUMBER: &str = "\
number = 1*3DIGIT
; @accept number 7
word = 1*ALPHA / number \"!\" [ word ]
";

/// Answers line by line. `$text` is a text, without its NULs.
fn lines(body: &str) -> String {
    format!("while IFS= read -r text; do {body}; done")
}

/// Compares the grammar with a script.
fn run(options: &[&str], script: &str) -> Run {
    let mut arguments = vec!["conform", "g.abnf", "number", "--protocol", "lines"];
    arguments.extend(options);
    arguments.extend(["--", "sh", "-c", script]);
    Room::with(NUMBER).run(&arguments)
}

/// Compares a rule of the grammar with another definition of it, as a program.
fn run_other(room: &Room, rule: &str, other: &str, options: &[&str]) -> Run {
    room.write("other.abnf", other);
    let mut arguments = vec!["conform", "g.abnf", rule, "--protocol", "lines"];
    arguments.extend(options);
    arguments.extend([
        "--",
        env!("CARGO_BIN_EXE_abnfc"),
        "match",
        "--format",
        "json",
        "other.abnf",
        rule,
    ]);
    room.run(&arguments)
}

#[test]
fn a_right_program_has_no_finding() {
    let run = run_other(&Room::with(NUMBER), "number", NUMBER, &[]);
    run.gives(0, "");
    assert!(run.err.contains(" agree, 0 disagree\n"), "{}", run.err);
}

#[test]
fn the_text_of_a_finding_is_short_and_explained() {
    let run = run_other(&Room::with(NUMBER), "number", "number = 1*4DIGIT\n", &[]);
    assert_eq!(run.status, 1, "{run:?}");
    let lines: Vec<&str> = run.out.lines().collect();
    assert_eq!(
        lines[..2],
        [
            "accepts: `0000`",
            "    invalid number at byte 3: expected the end, found `0`; the program accepts it"
        ]
    );
    assert_eq!(lines.len(), 3, "{}", run.out);
    assert!(run.err.contains("; 1 finding, 1 new; "), "{}", run.err);
}

#[test]
fn what_only_rejected_texts_use_is_suspected() {
    let run = run_other(&Room::with(NUMBER), "word", "word = 1*ALPHA\n", &[]);
    assert_eq!(run.status, 1, "{run:?}");
    assert!(run.out.contains("rejects: `0!`"), "{}", run.out);
    let suspect = "no text on which both agree uses `number \"!\" [ word ]` of `word` (g.abnf:3)";
    assert!(run.out.contains(suspect), "{}", run.out);
}

#[test]
fn a_process_for_each_text_answers_by_its_status() {
    let room = Room::with(NUMBER);
    let common = ["conform", "g.abnf", "number", "--count", "400"];
    let script = "case \"$1\" in [0-9]|[0-9][0-9]|[0-9][0-9][0-9]) exit 0;; *) exit 1;; esac";
    let run = room.run(&[&common[..], &["--", "sh", "-c", script, "sh", "{}"]].concat());
    // An argument cannot contain a NUL, so the program receives no text with one.
    assert!(!run.out.contains("`0\\n`") && !run.out.contains("0000"), "{run:?}");
    // The line feed at the end of standard input is lost in `$(...)`.
    let script = script.replace("$1", "$(cat)");
    let run = room.run(&[&common[..], &["--", "sh", "-c", &script]].concat());
    assert!(run.out.contains(r"accepts: `0\n`"), "{run:?}");
}

#[test]
fn known_findings_do_not_count() {
    let room = Room::with(NUMBER);
    let other = "number = 1*2DIGIT\n";
    let run = run_other(&room, "number", other, &["--baseline", "known", "--write-baseline"]);
    assert_eq!(run.status, 0, "{run:?}");
    assert_eq!(room.read("known"), "{\"kind\":\"rejects\",\"text\":\"000\"}\n");
    let run = run_other(&room, "number", other, &["--baseline", "known"]);
    assert_eq!(run.status, 0, "{run:?}");
    assert!(run.out.starts_with("known, rejects: `000`\n"), "{}", run.out);
    room.write("known", "{\"kind\":\"rejects\"}\n");
    let run = run_other(&room, "number", other, &["--baseline", "known"]);
    assert_eq!(run.status, 2);
    assert!(run.err.contains("known:1: missing field `text`"), "{}", run.err);
    room.write("known", "{\"kind\":\"reject\",\"text\":\"000\"}\n");
    let run = run_other(&room, "number", other, &["--baseline", "known"]);
    assert_eq!(run.status, 2);
    assert!(run.err.contains("known:1: no finding has the kind `reject`"), "{}", run.err);
    run_other(&room, "number", other, &["--baseline", "missing"])
        .fails(&["there is no file `missing`; --write-baseline creates it"]);
}

#[test]
fn notes_of_known_findings_stay() {
    let room = Room::with(NUMBER);
    let other = "number = 1*2DIGIT\n";
    let noted = "{\"kind\":\"rejects\",\"text\":\"000\",\"note\":\"only two\"}\n";
    let gone = "{\"kind\":\"accepts\",\"text\":\"x\"}\n";
    room.write("known", [gone, noted].concat());
    let run = run_other(&room, "number", other, &["--baseline", "known"]);
    assert_eq!(run.status, 0, "{run:?}");
    assert!(run.out.contains("known, rejects: `000`\n") && run.out.contains("    only two\n"));
    assert!(run.err.contains("1 known finding not found again"), "{}", run.err);
    assert!(run.out.ends_with("known, but not found again, accepts: `x`\n"), "{}", run.out);
    run_other(&room, "number", other, &["--baseline", "known", "--write-baseline"]);
    assert_eq!(room.read("known"), noted);
}

#[test]
fn known_findings_that_are_not_found_again_are_named() {
    let room = Room::with(NUMBER);
    let other = "number = 1*2DIGIT\n";
    let gone = "{\"kind\":\"accepts\",\"text\":\"x\",\"note\":\"<old>\"}\n";
    room.write("known", [gone, "{\"kind\":\"rejects\",\"text\":\"000\"}\n"].concat());
    let run_with = |options: &[&str]| {
        run_other(&room, "number", other, &[&["--baseline", "known"], options].concat())
    };
    let lines = "known, but not found again, accepts: `x`\n    <old>\n";
    for (options, status) in [(&[][..], 0), (&["--strict"], 1)] {
        let run = run_with(options);
        assert!(run.status == status && run.out.ends_with(lines), "{run:?}");
        assert!(run.err.contains("1 finding, 0 new; "), "{}", run.err);
        let json = run_with(&[options, &["--format", "json"]].concat());
        let last: serde_json::Value =
            serde_json::from_str(json.out.lines().last().unwrap()).unwrap();
        assert_eq!(
            (&last["text"], &last["texts"], &last["note"]),
            (&"x".into(), &0.into(), &"<old>".into())
        );
        let junit = run_with(&[options, &["--format", "junit"]].concat()).out;
        let failure = "<failure message=\"known, but not found again: &lt;old&gt;\"/>";
        assert_eq!(junit.contains(failure), status == 1, "{junit}");
        assert!(
            junit.contains(&format!("tests=\"2\" failures=\"{status}\" skipped=\"1\"")),
            "{junit}"
        );
        let sarif = run_with(&[options, &["--format", "sarif"]].concat()).out;
        assert_eq!(sarif.contains("absent"), status == 1, "{sarif}");
    }
    run_with(&["--strict", "--write-baseline"]).fails(&["cannot be used with"]);
    assert_eq!(run_with(&["--write-baseline"]).status, 0);
    assert_eq!(run_with(&["--strict"]).status, 0);
}

/// Parts and values that a run does not compare are not gone.
#[test]
fn known_findings_of_what_is_not_compared_stay() {
    let room = Room::with(NUMBER);
    let other = "number = 1*2DIGIT\n";
    let known = [
        "{\"kind\":\"part DIGIT\",\"text\":\"7\",\"note\":\"odd\"}\n",
        "{\"kind\":\"rejects\",\"text\":\"000\"}\n",
        "{\"kind\":\"value\",\"text\":\"7\"}\n",
    ];
    room.write("known", known.concat());
    let strict = run_other(&room, "number", other, &["--baseline", "known", "--strict"]);
    assert_eq!(strict.status, 0, "{strict:?}");
    run_other(&room, "number", other, &["--baseline", "known", "--write-baseline"]);
    assert_eq!(room.read("known"), known.concat());
    // The value is compared, and differs for each text.
    run_other(&room, "number", other, &["--values", "--baseline", "known", "--write-baseline"]);
    assert_eq!(room.read("known"), known.concat().replace("\"7\"}", "\"0\"}"));
}

#[test]
fn known_findings_of_other_kinds_stay() {
    let room = Room::with(NUMBER);
    let other = "number = 1*2DIGIT\n";
    let gone = "{\"kind\":\"accepts\",\"text\":\"x\"}\n";
    let of_other_kinds = [
        "{\"kind\":\"hangs\",\"text\":\"7\",\"note\":\"slow\"}\n",
        "{\"kind\":\"part val\",\"text\":\"7\"}\n",
    ];
    let found = "{\"kind\":\"rejects\",\"text\":\"000\"}\n";
    room.write("known", [&[gone][..], &of_other_kinds].concat().concat());
    let options = ["--kinds", "accepts,rejects", "--baseline", "known", "--write-baseline"];
    let run = run_other(&room, "number", other, &options[..4]);
    assert!(run.err.contains("; 1 known finding not found again"), "{}", run.err);
    assert_eq!(run_other(&room, "number", other, &options).status, 0);
    assert_eq!(room.read("known"), [&of_other_kinds[..], &[found]].concat().concat());
}

#[test]
fn a_program_may_be_unable_to_take_a_text() {
    let script = lines("case \"$text\" in ?|??) echo true;; ???) echo null;; *) echo false;; esac");
    let run = run(&["--kinds", "rejects"], &script);
    assert!(run.status == 0 && run.err.contains(" ignored"), "{run:?}");
}

#[test]
fn kinds_choose_findings() {
    let room = Room::with(NUMBER);
    // Rejects three digits, and accepts letters.
    let other = "number = 1*2(DIGIT / ALPHA)\n";
    let both = run_other(&room, "number", other, &[]);
    assert!(both.out.contains("rejects: `000`") && both.out.contains("accepts: `"), "{both:?}");
    let run = run_other(&room, "number", other, &["--kinds", "rejects,fault"]);
    assert!(run.out.starts_with("rejects: `000`") && !run.out.contains("accepts"), "{run:?}");
    assert!(run.err.contains(" ignored\n"), "{}", run.err);
    assert_eq!(run_other(&room, "number", other, &["--kinds", "fault"]).status, 0);
    run_other(&room, "number", other, &["--kinds", "part"])
        .fails(&["--kinds has `part`, but --parts is missing"]);
    run_other(&room, "number", other, &["--kinds", "rejects,value"])
        .fails(&["--kinds has `value`, but --values is missing"]);
}

#[test]
fn a_second_answer_is_of_its_text() {
    let script = lines("case \"$text\" in 7) printf 'true\\ntrue\\n';; *) echo true;; esac");
    let run = run(&["--kinds", "fault", "--count", "60"], &script);
    assert_eq!(run.status, 1, "{run:?}");
    assert!(run.out.starts_with("floods: `7`\n"), "{run:?}");
    assert!(run.out.contains("it writes too much: more than one line for one text"), "{run:?}");
    assert!(run.err.contains("; 1 finding, 1 new; "), "{}", run.err);
}

#[test]
fn all_formats_have_the_finding() {
    let room = Room::with(NUMBER);
    let run_as =
        |format| run_other(&room, "number", "number = 1*2DIGIT\n", &["--format", format]).out;
    let json: serde_json::Value = serde_json::from_str(&run_as("json")).unwrap();
    assert_eq!(
        (&json["kind"], &json["text"], &json["shortest"]),
        (&"rejects".into(), &"000".into(), &true.into())
    );
    assert!(run_as("junit").contains("<testcase classname=\"number\" name=\"rejects 000\">"));
    let sarif: serde_json::Value = serde_json::from_str(&run_as("sarif")).unwrap();
    let result = &sarif["runs"][0]["results"][0];
    assert_eq!((&result["ruleId"], &result["level"]), (&"rejects".into(), &"error".into()));
    assert!(result.get("suppressions").is_none(), "{sarif}");
}

#[test]
fn all_formats_have_the_note() {
    let room = Room::with(NUMBER);
    room.write(
        "known",
        "{\"kind\":\"rejects\",\"text\":\"000\",\"note\":\"a \\\"<&\\\" \u{FFFE}b\"}\n",
    );
    let run_as = |format| {
        let options = ["--baseline", "known", "--format", format];
        let run = run_other(&room, "number", "number = 1*2DIGIT\n", &options);
        assert_eq!(run.status, 0, "{run:?}");
        run.out
    };
    assert!(run_as("text").contains("\n    a \"<&\" \u{FFFE}b\n"));
    let json: serde_json::Value = serde_json::from_str(&run_as("json")).unwrap();
    assert_eq!(json["note"], "a \"<&\" \u{FFFE}b");
    let junit = run_as("junit");
    assert!(junit.contains("failures=\"0\" skipped=\"1\""), "{junit}");
    // XML does not have all characters.
    let skipped = "<skipped message=\"known: a &quot;&lt;&amp;&quot; \u{FFFD}b\"/>";
    assert!(junit.contains(skipped), "{junit}");
    let sarif: serde_json::Value = serde_json::from_str(&run_as("sarif")).unwrap();
    let suppression = &sarif["runs"][0]["results"][0]["suppressions"][0];
    assert_eq!(
        *suppression,
        serde_json::json!({ "kind": "external", "justification": "a \"<&\" \u{FFFE}b" })
    );
}

#[test]
fn parts_and_values_count() {
    let room = Room::with("pair = key \"=\" [ val ]\nkey = 1*ALPHA\nval = 1*DIGIT\n");
    // Reports an absent value as empty.
    let answer = r#"printf '{"match": true, "parts": {"key": "%s", "val": "%s"}}\n' "${text%%=*}" "${text#*=}""#;
    let script = lines(&format!(
        "if printf '%s' \"$text\" | grep -qE '^[A-Za-z]+=[0-9]*$'; then {answer}; else echo false; fi"
    ));
    let common = ["conform", "g.abnf", "pair", "--protocol", "lines", "--count", "80"];
    let program = ["--", "sh", "-c", &script];
    let run = room.run(&[&common[..], &["--parts", "key,val"], &program].concat());
    let message = "the text matches pair; of val: it is absent, and the program reports ``";
    assert!(run.out.contains("part val: `a=`") && run.out.contains(message), "{run:?}");
    // Names of rules in other cases name the same parts, also in the file of known findings.
    room.write("known", "{\"kind\":\"part Val\",\"text\":\"a=\"}\n");
    let options = ["--parts", "KEY,VAL", "--baseline", "known", "--strict"];
    let run = room.run(&[&common[..], &options, &program].concat());
    assert!(run.out.contains("known, part VAL: `a=`\n"), "{run:?}");
    assert!(!run.out.contains("not found again") && !run.out.contains("part KEY"), "{run:?}");
    // A part that differs in every text does not hide the other.
    let script = script.replace("%%=*", "#?");
    let run = room.run(&[&common[..], &["--parts", "key,val", "--", "sh", "-c", &script]].concat());
    let key =
        "part key: `a=`\n    the text matches pair; of key: it is `a`, and the program reports `=`";
    assert!(run.out.contains(key) && run.out.contains("part val: `a=`"), "{run:?}");
    let run = room.run(&[&common[..], &["--values"], &program].concat());
    assert!(
        run.out.contains("value: `a=`") && run.out.contains("the program reports none"),
        "{run:?}"
    );
}

#[test]
fn the_time_of_a_run_is_bounded() {
    let run = run(&["--time", "6"], &lines("sleep 2; echo false"));
    assert!(run.err.contains("; the time of --time was over before "), "{}", run.err);
    // The time for making the texts counts.
    let run = self::run(&["--time", "0.001"], &lines("echo false"));
    let message =
        "error: the time of --time was over when the texts were made; --count bounds them";
    assert!(run.status == 2 && run.err.contains(message), "{run:?}");
}

/// The programs of `docs/conform`, of the languages that are installed: whether a text is an IPv4 address.
#[test]
fn programs_in_four_languages_agree_with_the_rfc() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/conform/");
    let room = Room::new();
    let address = room.path().join("address").display().to_string();
    let has = |program: &str, argument: &str| {
        let run = std::process::Command::new(program).arg(argument).output();
        run.is_ok_and(|run| run.status.success())
    };
    let ask = |protocol: &str, command: &[&str]| {
        let options = ["conform", "--protocol", protocol, "rfc3986", "IPv4address", "--"];
        let run = room.run(&[&options[..], command].concat());
        assert_eq!((run.status, run.out.as_str()), (0, ""), "{command:?}: {run:?}");
    };
    if has("python3", "--version") {
        ask("json", &["python3", &format!("{folder}address.py")]);
    }
    if has("node", "--version") {
        ask("json", &["node", &format!("{folder}address.js")]);
    }
    if has("go", "version") {
        ask("lines", &["go", "run", &format!("{folder}address.go")]);
    }
    if has("cc", "--version") {
        let built = std::process::Command::new("cc")
            .args(["-o", &address, &format!("{folder}address.c")])
            .status();
        assert!(built.unwrap().success());
        ask("lines", &[&address]);
    }
}
