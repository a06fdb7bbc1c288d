//! `abnfc list` and `abnfc show`, and the page about the bundled grammars.

use super::support::{GREETING, Room};
use abnfc::text::bundled::{self, Bundled};
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;

#[test]
fn words_restrict_the_list() {
    let room = Room::new();
    let run = room.run(&["list"]);
    assert_eq!((run.status, run.out.lines().count()), (0, bundled::ALL.len()));
    // RFCs are in the order of their numbers.
    assert!(run.out.starts_with("rfc959, ftp "), "{}", run.out);
    let run = room.run(&["list", "MAIL", "smtp"]);
    assert_eq!(run.out.lines().count(), 1, "{}", run.out);
    room.run(&["list", "no such thing"]).gives(1, "");
    let run = room.run(&["list", "--format", "json", "icalendar"]);
    let entry: Value = serde_json::from_str(&run.out).unwrap();
    assert_eq!((&entry["name"], &entry["aliases"][0]), (&"rfc5545".into(), &"icalendar".into()));
}

#[test]
fn a_grammar_is_described() {
    let room = Room::with(GREETING);
    let run = room.run(&["show", "csv"]);
    assert_eq!(run.status, 0);
    assert!(run.out.starts_with("RFC 4180: "), "{}", run.out);
    assert!(run.out.contains("\nCommon names: csv\n") && run.out.contains("\nRules ("));
    room.run(&["show", "g.abnf"]).gives(0, "Rules (3): greeting, hello, name\n");
}

#[test]
fn definitions_name_their_neighbours() {
    let room = Room::with("a = b / \"x\" b ; comment\nb = DIGIT\n");
    let run = room.run(&["show", "g.abnf", "B", "a"]);
    run.gives(0, "b = DIGIT\n; uses DIGIT\n; used by a\n\na = b / \"x\" b\n; uses b\n");
    let run = room.run(&["show", "--format", "json", "g.abnf", "a"]);
    let found: Value = serde_json::from_str(&run.out).unwrap();
    assert_eq!((&found["line"], &found["used_by"]), (&1.into(), &Value::Array(Vec::new())));
    room.run(&["show", "g.abnf", "c"]).fails(&["there is no rule `c`"]);
}

/// The number of lines of generated code that the crate of a grammar has of its own, to two digits, so
/// that small changes of generated code do not change the page.
fn generated_lines(room: &Room, name: &str) -> usize {
    assert_eq!(room.run(&["build", name, "--output", name]).status, 0, "{name}");
    let files = room.tree(&format!("{name}/src/generated"));
    let others = ["tests.rs", "overview.md"];
    let is_own =
        |path: &str| !path.contains("runtime/") && !others.iter().any(|it| path.ends_with(it));
    let own = files.iter().filter(|(path, _)| is_own(path));
    let lines = |bytes: &Vec<u8>| bytes.iter().filter(|&&byte| byte == b'\n').count();
    let all: usize = own.map(|(_, bytes)| lines(bytes)).sum();
    let unit = 10_usize.pow(all.ilog10().saturating_sub(1));
    (all + unit / 2) / unit * unit
}

/// The number of findings of each code in a grammar.
fn findings(room: &Room, name: &str) -> BTreeMap<String, usize> {
    let run = room.run(&["check", "--notes", "--format", "json", name]);
    let mut counts = BTreeMap::new();
    for line in run.out.lines() {
        let finding: Value = serde_json::from_str(line).unwrap();
        *counts.entry(finding["code"].as_str().unwrap().to_owned()).or_default() += 1;
    }
    counts
}

/// A table of the findings in all grammars.
fn table_of_findings(room: &Room, all: &[Bundled]) -> String {
    let rows: Vec<_> = all.iter().map(|it| (it.name, findings(room, it.name))).collect();
    let codes: BTreeSet<&String> = rows.iter().flat_map(|(_, counts)| counts.keys()).collect();
    let mut table = String::from(
        "\n## Findings\n\nThe number of findings of each kind that `abnfc check --notes NAME` prints. [The page about \
         lints](lints.md) explains\nthe kinds. Grammars without findings are left out.\n\n| name |",
    );
    for code in &codes {
        write!(table, " [`{code}`](lints.md#{code}) |").unwrap();
    }
    writeln!(table, "\n|---|{}", "--:|".repeat(codes.len())).unwrap();
    for (name, counts) in rows.iter().filter(|(_, counts)| !counts.is_empty()) {
        write!(table, "| `{name}` |").unwrap();
        for code in &codes {
            match counts.get(*code) {
                Some(count) => write!(table, " {count} |").unwrap(),
                None => table.push_str(" |"),
            }
        }
        table.push('\n');
    }
    table
}

/// The notes of each grammar, and facts that `abnfc rules` finds.
fn page() -> String {
    let room = Room::new();
    let list = room.run(&["list", "--format", "json"]).out;
    let named = |line: &str| {
        let entry: Value = serde_json::from_str(line).unwrap();
        *bundled::find(entry["name"].as_str().unwrap()).unwrap()
    };
    let all: Vec<Bundled> = list.lines().map(named).collect();
    let mut page = String::from(
        "# Bundled grammars\n\nGrammars that come with the compiler, by the names in the first column: as \
         `abnfc match icalendar date`\nor `; @import URI = rfc3986 (host)`. `abnfc show NAME` prints the notes below, and \
         the names of the rules.\nThe columns count the rules of a grammar, those that need a stack, those that need the \
         general engine, and those\nthat are ambiguous by themselves; and the lines of the generated code of a crate, \
         rounded, without\nthe run-time and tests.\n\n\
         | name | subject | rules | stack | general | ambiguous | lines |\n|---|---|--:|--:|--:|--:|--:|\n",
    );
    for it in &all {
        let run = room.run(&["rules", "--format", "json", it.name]);
        let rules: Vec<Value> =
            run.out.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
        let by = |engine: &str| rules.iter().filter(|rule| rule["engine"] == engine).count();
        let lost: Vec<_> =
            rules.iter().filter(|it| it["engine"].is_null()).map(|it| &it["rule"]).collect();
        assert!(lost.is_empty(), "{}: {lost:?}", it.name);
        let ambiguous = rules.iter().filter(|rule| rule["ambiguous"] == true).count();
        let names: Vec<&str> = std::iter::once(it.name).chain(it.aliases()).collect();
        writeln!(
            page,
            "| `{}` | {} | {} | {} | {} | {ambiguous} | {} |",
            names.join("`, `"),
            it.title(),
            rules.len(),
            by("stack"),
            by("general"),
            generated_lines(&room, it.name)
        )
        .unwrap();
    }
    page.push_str(&table_of_findings(&room, &all));
    page.push_str("\n## Notes\n");
    for it in all.iter().filter(|it| !it.notes().is_empty()) {
        write!(page, "\n### `{}`\n\n{}\n", it.name, it.notes()).unwrap();
    }
    page
}

/// `UPDATE_EXPECT=1 cargo test --package abnfc-cli -- page_about_grammars --ignored` updates the page.
#[test]
#[ignore = "takes a minute: compiles all bundled grammars"]
fn the_page_about_grammars_is_up_to_date() {
    expect_test::expect_file!["../../../docs/grammars.md"].assert_eq(&page());
}
