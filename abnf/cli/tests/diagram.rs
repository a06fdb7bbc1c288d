//! `abnfc diagram`, and diagrams in the documentation of generated code.

use super::support::{GREETING, Room, Run};
use std::fs;

#[test]
fn one_rule_goes_to_standard_output() {
    let room = Room::with(GREETING);
    let run = room.run(&["diagram", "g.abnf", "GREETING"]);
    assert_eq!((run.status, &*run.err), (0, ""));
    assert!(run.out.starts_with("<svg ") && run.out.ends_with("</svg>\n"), "{}", run.out);
    // There is no other file to lead to.
    assert!(run.out.contains(">hello</text>") && !run.out.contains("href"), "{}", run.out);
    // Errors in rules that this rule does not use are irrelevant.
    let room = Room::with("a = \"x\"\nb = c\n");
    assert_eq!(room.run(&["diagram", "g.abnf", "a"]).status, 0);
    assert!(room.feed(&["diagram", "-", "a"], "a = \"z\"\n").out.contains("&quot;z&quot;"));
}

/// The range of a number is that of the rule, not of its type, and a spec file determines data.
#[test]
fn the_data_of_a_rule_is_below_its_diagram() {
    let grammar = "hour = ( \"0\" / \"1\" ) DIGIT / \"2\" %x30-33\nword = 1*ALPHA\n\
         range = hour [ \"-\" hour ] *( \",\" word )\n";
    let room = Room::with(grammar);
    let caption = |run: Run| {
        let begin = "class=\"data\">";
        let lines = run.out.split(begin).skip(1).map(|it| it.split('<').next().unwrap().to_owned());
        lines.collect::<Vec<_>>().join(" ")
    };
    assert_eq!(caption(room.run(&["diagram", "g.abnf", "HOUR"])), "hour: u8, 0 to 23");
    assert_eq!(caption(room.run(&["diagram", "g.abnf", "word"])), "");
    assert_eq!(
        caption(room.run(&["diagram", "g.abnf", "range"])),
        "range: { hours: [u8], words: [text] }"
    );
    room.write("g.toml", "grammar = \"g.abnf\"\n[rules.hour]\nvalue = \"i64\"\nrange = [3, 5]\n");
    assert_eq!(caption(room.run(&["diagram", "g.toml", "hour"])), "hour: i64, 3 to 5");
    room.run(&["diagram", "g.abnf", "-o", "out"]).gives(0, "");
    assert!(room.read("out/hour.svg").contains(">hour: u8, 0 to 23</text>"));
    // Core rules have no data, and a broken rule leaves the others theirs.
    assert!(!room.read("out/DIGIT.svg").contains("class=\"data\""));
    room.write("g.abnf", format!("{grammar}broken = nothing\n"));
    assert_eq!(caption(room.run(&["diagram", "g.abnf", "hour"])), "hour: u8, 0 to 23");
}

#[test]
fn a_folder_gets_a_file_for_each_rule() {
    let room = Room::with(GREETING);
    let run = room.run(&["diagram", "g.abnf", "-o", "new/out"]);
    run.gives(0, "");
    assert_eq!(run.err, "5 rules drawn in `new/out`\n");
    let names: Vec<String> = room.tree("new").into_iter().map(|(name, _)| name).collect();
    let expected = ["ALPHA", "SP", "greeting", "hello", "name"];
    assert_eq!(names, expected.map(|name| format!("new/out/{name}.svg")));
    assert!(room.read("new/out/greeting.svg").contains("href=\"hello.svg\""));

    // Other files stay, and so does what is there if a rule cannot be drawn.
    room.write("new/out/mine.txt", "mine");
    room.write("new/out/name.svg", "old");
    room.run(&["diagram", "g.abnf", "name", "-o", "new/out"]).gives(0, "");
    assert!(!room.read("new/out/name.svg").contains("href"));
    assert_eq!(room.read("new/out/mine.txt"), "mine");
    let before = room.tree("new");
    room.write("g.abnf", format!("name = %x31\nlarge = \"xx\"{}\n", " / \"xx\"".repeat(5_000)));
    room.run(&["diagram", "g.abnf", "-o", "new/out"]).fails(&[
        "error[diagram-limit]",
        "g.abnf:2:1",
        "`large` would have more than 4096 boxes or 100 levels",
    ]);
    room.write("g.abnf", "name = nothing\n");
    room.run(&["diagram", "g.abnf", "-o", "new/out"]).fails(&["error[undefined-rule]"]);
    assert_eq!(room.tree("new"), before);

    fs::create_dir(room.path().join("new/out/a.svg")).unwrap();
    room.write("g.abnf", "name = %x31\na = %x32\n");
    room.run(&["diagram", "g.abnf", "-o", "new/out"]).fails(&["a.svg` is not a regular file"]);
    assert_eq!(room.tree("new"), before);
}

#[test]
fn a_page_shows_all_rules_or_some_and_what_they_use() {
    let room = Room::with(GREETING);
    let run = room.run(&["diagram", "g.abnf", "--html"]);
    assert_eq!(run.status, 0, "{}", run.err);
    for part in ["<title>g.abnf</title>", "<section id=\"greeting\"", "<section id=\"ALPHA\""] {
        assert!(run.out.contains(part), "{part}");
    }
    room.run(&["diagram", "g.abnf", "--html", "-o", "page.html"]).gives(0, "");
    assert_eq!(room.read("page.html"), run.out);
    room.run(&["diagram", "g.abnf", "name", "--html", "-o", "page.html"]).gives(0, "");
    let page = room.read("page.html");
    assert!(page.contains("<section id=\"ALPHA\"") && !page.contains("<section id=\"hello\""));
    let seeded = |seed: &str| room.run(&["diagram", "g.abnf", "--html", "--seed", seed]).out;
    assert!(seeded("1") == seeded("1") && seeded("1") != seeded("2"));

    room.write("g.abnf", "a = \"x\" / \"x\" \"y\" / \"x\" [ \"y\" ]\n");
    let notes = |args: &[&str]| {
        room.run(&[&["diagram", "g.abnf", "--html"], args].concat()).out.contains("ambiguous-rule")
    };
    assert!(notes(&["--notes"]) && !notes(&[]));

    // Nothing is written if there is an error.
    room.write("g.abnf", "a = b\n");
    room.run(&["diagram", "g.abnf", "--html", "-o", "page.html"]).fails(&["error[undefined-rule]"]);
    assert_eq!(room.read("page.html"), page);
    room.write("g.abnf", GREETING);
    room.run(&["diagram", "g.abnf", "--html", "-o", "."]).fails(&["is not a regular file"]);
    fs::create_dir(room.path().join("folder")).unwrap();
    room.run(&["diagram", "g.abnf", "--html", "-o", "folder"]).fails(&["is not a regular file"]);
}

#[test]
fn imports_are_drawn_where_they_are_used() {
    let room = Room::with("; @import TIME = time.abnf\na = <hour, see [TIME]> DIGIT\n");
    room.write("time.abnf", "hour = 2DIGIT\nother = \"o\"\n");
    let page = room.run(&["diagram", "g.abnf", "--html"]);
    assert!(page.out.contains("imported from TIME, regular, 3 states"), "{}", page.out);
    assert!(!page.out.contains("id=\"other\""));
    let lists = Room::with("a = 1#x\nx = \"x\"\n");
    let list = lists.run(&["diagram", "--dialect", "http", "g.abnf", "a"]);
    assert!(list.out.contains("OWS"), "{}", list.err);
}

#[test]
fn bad_usage_is_reported() {
    let room = Room::with(GREETING);
    room.run(&["diagram"]).fails(&["<GRAMMAR>"]);
    for rules in [&[][..], &["hello", "name"]] {
        room.run(&[&["diagram", "g.abnf"], rules].concat()).fails(&[
            "name one rule",
            "`--output`",
            "`--html`",
        ]);
    }
    room.run(&["diagram", "g.abnf", "helo"]).fails(&["no rule `helo`", "did you mean `hello`?"]);
    room.run(&["diagram", "g.abnf", "name", "--seed", "1"]).fails(&["--html"]);
    room.run(&["diagram", "no.abnf", "a"]).fails(&["cannot read `no.abnf`"]);
    let deep = format!("a = {}\"b\"{}\n", "(".repeat(5_000), ")".repeat(5_000));
    room.write("g.abnf", deep);
    room.run(&["diagram", "g.abnf", "a"]).fails(&["error[nesting-too-deep]"]);
}

#[test]
fn generated_documentation_has_diagrams_if_the_spec_says_so() {
    let room = Room::with(GREETING);
    room.write("abnfc.toml", "grammar = \"g.abnf\"\ndiagrams = true\n");
    room.run(&["build", "--spec", "abnfc.toml", "-o", "out"]).gives(0, "");
    let files = |folder: &str, part: &str| -> Vec<String> {
        let files = room.tree(folder).into_iter().filter(|(name, _)| name.contains(part));
        files.map(|(_, bytes)| String::from_utf8(bytes).unwrap()).collect()
    };
    let figures = files("out", "generated/figures/");
    assert_eq!(figures.len(), 3);
    // Each on one line, since an empty one would end it.
    assert!(figures.iter().all(|text| {
        let line = text.trim_end();
        line.starts_with("<div style=\"overflow-x:auto\"><svg ")
            && line.ends_with("</svg></div>")
            && !line.contains('\n')
    }));
    let included = files("out", "generated/types.rs").concat();
    assert_eq!(included.matches("include_str!(\"figures/").count(), 3, "{included}");
    assert!(room.read("out/abnfc.toml").contains("\ndiagrams = true\n"));
    room.run(&["build", "g.abnf", "-o", "plain"]).gives(0, "");
    assert!(files("plain", "").iter().all(|text| !text.contains("<svg")));
}
