//! `abnfc columns`

use super::support::{GREETING, Room};
use abnfc::back::packages::{DATAFUSION, PYO3, TOKIO};
use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

/// A folder with a grammar, and with what the command looks for among the adapters.
fn room(grammar: &str) -> Room {
    let room = Room::with(grammar);
    for name in ["datafusion", "layout", "pyo3"] {
        room.write(&format!("abnfc/columns/{name}/Cargo.toml"), "");
    }
    room
}

const NEW: [&str; 6] = ["columns", "g.abnf", "-o", "out/g", "--adapters", "abnfc/columns"];

#[test]
fn packages_are_complete() {
    let room = room(GREETING);
    let run = room.run(&NEW);
    run.gives(0, "");
    let paths = room.tree("out/g").into_iter().map(|file| file.0.replace("out/g/", ""));
    let paths: Vec<_> = paths.filter(|path| !path.starts_with("crate/src/generated/")).collect();
    let expected = [
        "README.md",
        "crate/Cargo.toml",
        "crate/LICENSE-APACHE",
        "crate/LICENSE-MIT",
        "crate/README.md",
        "crate/abnfc.toml",
        "crate/grammar/g.abnf",
        "crate/src/lib.rs",
        "datafusion/Cargo.toml",
        "datafusion/examples/query.rs",
        "datafusion/src/generated.rs",
        "datafusion/src/lib.rs",
        "python/Cargo.toml",
        "python/pyproject.toml",
        "python/python/g_columns/__init__.py",
        "python/python/g_columns/_rule.py",
        "python/python/g_columns/polars.py",
        "python/python/g_columns/sql.py",
        "python/src/generated.rs",
        "python/src/lib.rs",
    ];
    assert_eq!(paths, expected);
    assert!(room.path().join("out/g/crate/src/generated/columns.rs").exists());
    assert!(room.read("out/g/crate/Cargo.toml").contains("\ncolumns = []\n"));
    let manifest = room.read("out/g/datafusion/Cargo.toml");
    assert!(manifest.contains("path = \"../../../abnfc/columns/datafusion\""), "{manifest}");
    let list = room.read("out/g/datafusion/src/generated.rs");
    assert!(list.contains("(\"greeting\", rule!(g::columns::GREETING))"), "{list}");
    assert!(list.contains("/// - `greeting_hello(text)`"), "{list}");
}

#[test]
fn a_second_run_changes_nothing_and_needs_no_options() {
    let room = room(GREETING);
    room.run(&NEW).gives(0, "");
    let before = room.tree("out");
    room.run(&["columns", "-o", "out/g", "--check"]).gives(0, "");
    let run = room.run(&["columns", "-o", "out/g"]);
    run.gives(0, "");
    assert_eq!((run.err.as_str(), room.tree("out")), ("`out/g` is up to date\n", before.clone()));
    let run = room.run(&["columns", "g.abnf", "-o", "out/h", "--adapters", "abnfc/columns", "-q"]);
    run.gives(0, "");
    assert_eq!(run.err, "");
    let renamed = |path: &str| path.replace("out/h", "out/g");
    let again: Vec<_> =
        room.tree("out/h").into_iter().map(|(path, text)| (renamed(&path), text)).collect();
    assert_eq!(again, before, "the output depends on something else than the input");
}

#[test]
fn what_the_user_owns_is_kept_and_the_rest_is_renewed() {
    let room = room(GREETING);
    room.run(&NEW).gives(0, "");
    let kept =
        ["README.md", "datafusion/Cargo.toml", "datafusion/src/lib.rs", "python/pyproject.toml"];
    for file in kept {
        let text = room.read(&format!("out/g/{file}"));
        assert!(text.contains("This file is yours: `abnfc columns` wrote it once"), "{file}");
        room.write(&format!("out/g/{file}"), "mine");
    }
    room.write("out/g/crate/grammar/g.abnf", "parting = \"bye\" SP name\nname = 1*ALPHA\n");
    let check = room.run(&["columns", "-o", "out/g", "--check"]);
    assert_eq!(check.status, 1);
    for file in ["datafusion/src/generated.rs", "python/python/g_columns/__init__.py"] {
        assert!(check.out.contains(&format!("stale        {file}\n")), "{}", check.out);
    }
    room.run(&["columns", "-o", "out/g"]).gives(0, "");
    for file in kept {
        assert_eq!(room.read(&format!("out/g/{file}")), "mine");
    }
    for file in ["datafusion/src/generated.rs", "python/python/g_columns/__init__.py"] {
        let text = room.read(&format!("out/g/{file}"));
        assert!(text.contains("\"parting\"") && !text.contains("greeting"), "{text}");
    }
}

#[test]
fn wrong_requests_write_nothing() {
    let room = room(GREETING);
    room.write("other/file", "");
    room.write("bad.abnf", "a = b\n");
    room.write("set.abnf", "a = \"b\" / \"c\"\n");
    let before = room.tree("");
    let adapters = "--adapters=abnfc/columns";
    let cases: [(&[&str], &[&str]); 10] = [
        (&["none.abnf", "-o", "new", adapters], &["none.abnf"]),
        (&["-o", "new", adapters], &["there is no `new/crate/abnfc.toml`; name a grammar"]),
        (&["bad.abnf", "-o", "new", adapters], &["`b`"]),
        (
            &["g.abnf", "-o", "new", "--rule", "grating", adapters],
            &["no rule `grating`", "greeting"],
        ),
        (&["g.abnf", "-o", "other", adapters], &["`other` is not empty", "nothing was written"]),
        (&["g.abnf", "-o", "g.abnf", adapters], &["`g.abnf` is not a folder"]),
        (
            &["g.abnf", "-o", "new", "--name", "abnf_layout", adapters],
            &["`abnf_layout` is the name of another package; choose a name with --name"],
        ),
        (&["g.abnf", "-o", "new"], &["name the folder of the adapters with --adapters"]),
        (
            &["g.abnf", "-o", "new", "--adapters", "abnfc"],
            &["there is no `abnfc/datafusion/Cargo.toml`"],
        ),
        (&["set.abnf", "-o", "new", adapters], &["of one byte: `a`", "no rule has functions"]),
    ];
    for (args, parts) in cases {
        room.run(&[&["columns"], args].concat()).fails(parts);
        assert_eq!(room.tree(""), before, "{args:?}");
        assert!(!room.path().join("new").exists(), "{args:?}");
    }
    // The folder is required.
    room.run(&["columns", "g.abnf"]).fails(&["--output <DIR>"]);
}

#[test]
fn files_of_others_are_not_replaced() {
    let room = room(GREETING);
    room.run(&NEW).gives(0, "");
    for file in ["python/python/g_columns/sql.py", "datafusion/src/generated.rs"] {
        let text = room.read(&format!("out/g/{file}"));
        room.write(&format!("out/g/{file}"), "mine\n");
        room.write("out/g/crate/grammar/g.abnf", "parting = \"bye\" SP name\nname = 1*ALPHA\n");
        let before = room.tree("out");
        let run = room.run(&["columns", "-o", "out/g"]);
        run.fails(&["` was not generated; nothing was written", file]);
        assert_eq!(room.tree("out"), before);
        room.write(&format!("out/g/{file}"), text);
    }
}

#[test]
fn a_crate_is_completed() {
    let room = room(GREETING);
    room.run(&["build", "g.abnf", "-o", "out/g/crate"]).gives(0, "");
    // The crate offers no feature `columns`.
    let add = ["columns", "-o", "out/g", "--adapters", "abnfc/columns"];
    room.run(&add).fails(&["add it to `features` in `out/g/crate/abnfc.toml`"]);
    room.run(&["build", "g.abnf", "-o", "out/g/crate", "--feature", "columns"]).gives(0, "");
    let run = room.run(&add);
    run.gives(0, "");
    assert!(run.err.contains("Cargo.toml has no feature `columns`"), "{}", run.err);
    assert!(room.path().join("out/g/python/Cargo.toml").exists());
}

#[test]
fn rules_without_functions_are_named() {
    let grammar = "list = \"(\" *( list / atom ) \")\"\natom = 1*letter\nletter = ALPHA\n\
                   a = b \"-\" b-error\na-b = atom\nb = atom\nb-error = atom \".\"\n";
    let room = room(grammar);
    let run = room.run(&NEW);
    run.gives(0, "");
    let message = "no functions for 1 rule of one byte: `letter`\n";
    assert!(run.err.contains(message), "{}", run.err);
    let message = "no functions for `a-b`: `a_b_error` is a function of `a`";
    assert!(run.err.contains(message), "{}", run.err);
    let list = room.read("out/g/datafusion/src/generated.rs");
    assert!(list.contains("\"list\"") && !list.contains("\"a_b\""), "{list}");
}

#[test]
fn modules_and_types_name_the_functions() {
    let room = room(GREETING);
    room.write("h.abnf", "class = hello\nhello = 1*ALPHA \"!\"\n");
    let spec = "[modules.one]\ngrammar = \"g.abnf\"\n[modules.one.rules.greeting]\ntype = \"SayHello\"\n\
                [modules.two]\ngrammar = \"h.abnf\"\nfeature = \"two\"\n";
    room.write("spec.toml", spec);
    let args = [
        "columns",
        "--spec",
        "spec.toml",
        "-o",
        "out",
        "--adapters",
        "abnfc/columns",
        "--name",
        "My",
    ];
    let run = room.run(&args);
    assert_eq!(run.status, 0, "{}", run.err);
    let list = room.read("out/python/src/generated.rs");
    for entry in [
        "(\"one_say_hello\", rule!(My::one::columns::GREETING))",
        "(\"two_class\", rule!(My::two::columns::CLASS))",
    ] {
        assert!(list.contains(entry), "{list}");
    }
    let manifest = room.read("out/python/Cargo.toml");
    assert!(manifest.contains("features = [\"alloc\", \"columns\", \"two\"]"), "{manifest}");
    assert!(room.path().join("out/python/python/my_columns/__init__.py").exists());
    // A word that Python reserves.
    let run = room.run(&["columns", "h.abnf", "-o", "h", "--adapters", "abnfc/columns"]);
    run.gives(0, "");
    let module = room.read("h/python/python/h_columns/__init__.py");
    assert!(module.contains("\nclass_ = Rule(_RULES[\"class\"])\n"), "{module}");
}

/// The repository's own packages: files that are the same for all grammars, the example, and versions.
#[test]
fn the_repository_has_the_same_files() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let columns = root.join("columns");
    let room = Room::new();
    let spec = columns.join("syslog/crate/abnfc.toml");
    let new = room.path().join("new");
    let [spec, new, adapters] = [&spec, &new, &columns].map(|path| path.to_str().unwrap());
    let run = room.run(&["columns", "--spec", spec, "-o", new, "--adapters", adapters]);
    assert_eq!(run.status, 0, "{}", run.err);

    // What belongs to the user is as it was written, except for the path of the adapters.
    let files: BTreeMap<_, _> = room.tree("new").into_iter().collect();
    let read = |path: &str| fs::read_to_string(columns.join("syslog").join(path)).unwrap();
    for (path, text) in files {
        let path = path.strip_prefix("new/").unwrap();
        let text = String::from_utf8(text).unwrap();
        let is_of_grammar = path == "crate/abnfc.toml" || path.starts_with("crate/LICENSE");
        if !is_of_grammar && !path.starts_with("crate/src/generated/") {
            let line = |line: &str| {
                let is_path = line.starts_with("abnf-") && line.contains("path = ");
                let end = line.rsplit('/').next().unwrap_or_default();
                if is_path { end.to_owned() } else { line.to_owned() }
            };
            let lines = |text: &str| text.lines().map(line).collect::<Vec<_>>();
            assert_eq!(lines(&read(path)), lines(&text), "{path}");
        }
    }
    for name in ["_rule.py", "sql.py", "polars.py"] {
        let ours =
            fs::read_to_string(columns.join("python/python/abnf_columns").join(name)).unwrap();
        let emitted = room.read(&format!("new/python/python/abnf_syslog_columns/{name}"));
        assert_eq!(emitted.split_once('\n').unwrap().1, ours, "{name}");
    }

    let manifest = fs::read_to_string(columns.join("Cargo.toml")).unwrap();
    for (name, version) in [("datafusion", DATAFUSION), ("pyo3", PYO3)] {
        let dependency = format!("\n{name} = {{ version = \"{version}\"");
        assert!(manifest.contains(&dependency), "{name} is not {version}");
    }
    assert!(manifest.contains(&format!("\ntokio = \"{TOKIO}\"")));
}
