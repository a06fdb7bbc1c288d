//! The suite for ABNF tools, run against this program.

use super::support::Room;
use serde_json::Value;
use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::fs;
use std::path::Path;

/// A case of a file.
struct Case(Value);

impl Case {
    fn text(&self, key: &str) -> &str {
        self.0[key].as_str().unwrap_or_else(|| panic!("{key} of {}", self.0))
    }

    fn list(&self, key: &str) -> &[Value] {
        self.0[key].as_array().map_or(&[], Vec::as_slice)
    }
}

fn cases() -> Vec<Case> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../suite/cases");
    let mut cases = Vec::new();
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let file: Value = serde_json::from_str(&fs::read_to_string(&path).unwrap()).unwrap();
        let family = file["family"].as_str().unwrap();
        assert_eq!(path.file_stem().unwrap().to_str(), Some(family));
        assert!(file["about"].is_string());
        for case in file["cases"].as_array().unwrap() {
            let case = Case(case.clone());
            assert!(case.text("name").starts_with(&format!("{family}/")));
            cases.push(case);
        }
    }
    cases
}

/// The bytes of a text.
fn bytes(text: &Value) -> Vec<u8> {
    if let Some(text) = text.as_str() {
        return text.as_bytes().to_vec();
    }
    let hex = text["hex"].as_str().unwrap();
    let byte = |at| u8::from_str_radix(&hex[at..at + 2], 16).unwrap();
    (0..hex.len()).step_by(2).map(byte).collect()
}

#[test]
fn cases_are_well_formed() {
    let known = [
        "name", "clause", "trap", "needs", "grammar", "rule", "refuse", "accept", "reject", "parts",
    ];
    let mut names = BTreeSet::new();
    for case in cases() {
        let name = case.text("name");
        assert!(names.insert(name.to_owned()), "{name} occurs twice");
        assert!(case.text("clause").starts_with("RFC ") && !case.text("trap").is_empty());
        assert!(case.0.as_object().unwrap().keys().all(|key| known.contains(&&**key)), "{name}");
        let texts: Vec<_> = case.list("accept").iter().chain(case.list("reject")).collect();
        assert_eq!(texts.is_empty(), case.0["refuse"] == true, "{name}");
        let different: BTreeSet<_> = texts.iter().map(|text| bytes(text)).collect();
        assert_eq!(different.len(), texts.len(), "{name}");
        for parts in case.list("parts") {
            assert!(case.list("accept").contains(&parts["text"]), "{name}");
        }
    }
    assert!(150 < names.len());
}

/// Empty lines and missing spaces are tolerated where they have one meaning.
#[test]
fn this_program_passes() {
    let room = Room::new();
    let (mut failed, mut tolerated) = (String::new(), Vec::new());
    for case in cases() {
        let is_tolerant = case.list("needs").iter().any(|need| need == "strict-layout");
        match judge(&room, &case) {
            Err(_) if is_tolerant => tolerated.push(case.text("name").to_owned()),
            Err(why) => writeln!(failed, "{}: {why}", case.text("name")).unwrap(),
            Ok(()) => (),
        }
    }
    assert_eq!(failed, "");
    assert_eq!(tolerated, ["layout/empty-line", "layout/no-space-between-elements"]);
}

fn judge(room: &Room, case: &Case) -> Result<(), String> {
    let lines = case.list("grammar").iter().map(|line| line.as_str().unwrap());
    let grammar: String = lines.flat_map(|line| [line, "\r\n"]).collect();
    room.write("g.abnf", grammar);
    if case.0["refuse"] == true {
        let run = room.run(&["check", "--dialect", "abnf", "g.abnf"]);
        return if run.status == 2 { Ok(()) } else { Err("the grammar is accepted".to_owned()) };
    }
    let texts = case.list("accept").iter().map(|text| (text, true));
    let texts: Vec<_> = texts.chain(case.list("reject").iter().map(|text| (text, false))).collect();
    let mut escaped = String::new();
    for (text, _) in &texts {
        bytes(text).iter().for_each(|byte| write!(escaped, "\\x{byte:02x}").unwrap());
        escaped.push('\n');
    }
    let parts: BTreeSet<&str> = case
        .list("parts")
        .iter()
        .flat_map(|it| it["parts"].as_object().unwrap().keys().map(String::as_str))
        .collect();
    let parts: Vec<_> = parts.into_iter().collect();
    let parts = parts.join(",");
    let mut arguments = vec!["match", "--dialect", "abnf", "--escapes", "--format", "json"];
    if !parts.is_empty() {
        arguments.extend(["--parts", &parts]);
    }
    arguments.extend(["g.abnf", case.text("rule")]);
    let run = room.feed(&arguments, &escaped);
    if 1 < run.status {
        return Err(run.err);
    }
    let answers: Vec<Value> =
        run.out.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(answers.len(), texts.len());
    for ((text, verdict), answer) in texts.iter().zip(&answers) {
        if answer["match"] != *verdict {
            return Err(format!("{text}: {}", answer["match"]));
        }
        let expected = case.list("parts").iter().find(|it| it["text"] == **text);
        for (name, part) in expected.iter().flat_map(|it| it["parts"].as_object().unwrap()) {
            let found = answer["parts"][name].as_array().map(|range| {
                let at = |it: &Value| usize::try_from(it.as_u64().unwrap()).unwrap();
                text.as_str().unwrap()[at(&range[0])..at(&range[1])].to_owned()
            });
            if found.as_deref() != part.as_str() {
                return Err(format!("{name} of {text}: {found:?}"));
            }
        }
    }
    Ok(())
}

/// A tool that answers nothing, dies, or is missing is a result, and the runner of the suite ends.
#[test]
#[cfg(unix)]
fn the_runner_survives_bad_tools() {
    if std::process::Command::new("python3").arg("--version").output().is_err() {
        return;
    }
    let runner = Path::new(env!("CARGO_MANIFEST_DIR")).join("../suite/run.py");
    let run = |tool: &[&str]| {
        let mut command = std::process::Command::new("python3");
        command.arg("-B").arg(&runner).args(["--timeout", "0.2", "prose", "--"]).args(tool);
        let output = command.output().unwrap();
        let text = |bytes| String::from_utf8(bytes).unwrap();
        (output.status.code(), text(output.stdout), text(output.stderr))
    };
    let (status, out, err) = run(&["sh", "-c", "sleep 9"]);
    assert!(status == Some(1) && out.contains("hangs"), "{out}{err}");
    let (status, out, err) = run(&["sh", "-c", "exit 3"]);
    assert!(status == Some(1) && out.contains("dies"), "{out}{err}");
    let (status, out, err) = run(&["sh", "-c", "while read -r x; do echo maybe; done"]);
    assert!(status == Some(1) && out.contains("unclear answer"), "{out}{err}");
    let (status, out, err) = run(&["sh", "-c", "while read -r x; do echo true; done"]);
    assert!(status == Some(1) && out.contains("accepts \"y\""), "{out}{err}");
    let refuses = "while read -r x; do echo '{\"refused\": \"no\"}'; done";
    let (_, out, err) = run(&["sh", "-c", refuses]);
    assert!(out.contains("refuses the grammar: no") && !out.contains("prose/open"), "{out}{err}");
    // An empty reason is one.
    let refuses = "while read -r x; do echo '{\"refused\": \"\"}'; done";
    let (_, out, err) = run(&["sh", "-c", refuses]);
    assert!(out.contains("refuses the grammar: ") && !out.contains("prose/open"), "{out}{err}");
    let no_parts = "while read -r x; do echo '{\"match\": true, \"parts\": null}'; done";
    let (status, out, err) = run(&["sh", "-c", no_parts]);
    assert!(status == Some(1) && out.contains("unclear answer"), "{out}{err}");
    // A file that is none, and one that is no program.
    for tool in ["./there-is-none", env!("CARGO_MANIFEST_DIR")] {
        let (status, _, err) = run(&[tool]);
        assert!(status == Some(1) && err.contains("cannot be started"), "{err}");
        assert_eq!(err.lines().count(), 1, "{err}");
    }
}
