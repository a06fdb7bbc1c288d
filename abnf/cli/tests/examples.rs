//! The folders below `examples` that `abnfc build` completes, as `examples/README.md` describes;
//! and the requirements of a registry for a crate.

use super::support::Room;
use std::fs;
use std::path::Path;
use std::process::Command;

/// Returns a copy of an example.
fn example(name: &str) -> Room {
    let room = Room::new();
    copy(&Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples").join(name), room.path());
    room
}

fn copy(from: &Path, to: &Path) {
    fs::create_dir_all(to).unwrap();
    for entry in fs::read_dir(from).unwrap() {
        let entry = entry.unwrap();
        let to = to.join(entry.file_name());
        if entry.path().is_dir() {
            copy(&entry.path(), &to);
        } else {
            fs::copy(entry.path(), to).unwrap();
        }
    }
}

/// Runs cargo in a folder, and returns its output.
#[track_caller]
fn cargo(folder: &Path, args: &[&str]) -> String {
    // Use the versions that are present, so that nothing is downloaded.
    let lock = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../Cargo.lock");
    fs::copy(lock, folder.join("Cargo.lock")).unwrap();
    let target = Path::new(env!("CARGO_TARGET_TMPDIR")).join("examples");
    let mut command = Command::new(env!("CARGO"));
    command.args(args).arg("--offline").current_dir(folder).env("CARGO_TARGET_DIR", target);
    let output = command.output().unwrap();
    let printed =
        [output.stdout, output.stderr].map(|it| String::from_utf8_lossy(&it).into_owned());
    assert!(output.status.success(), "cargo {args:?}: {}", printed.concat());
    printed.concat()
}

#[test]
fn a_module_of_a_crate() {
    let room = example("module");
    room.run(&["build"]).gives(0, "");
    room.run(&["build", "--check"]).gives(0, "");
    cargo(room.path(), &["test", "--quiet"]);
    let run = cargo(room.path(), &["run", "--quiet", "--", "12:30", "12:60"]);
    assert!(run.contains("12:30: minute 30 of hour 12\n"), "{run}");
    assert!(
        run.contains("12:60: invalid minute at byte 3: expected `0` to `5`, found `6`"),
        "{run}"
    );
}

#[test]
fn a_crate_of_a_workspace() {
    let room = example("workspace");
    let run = room.run(&["build", "clock.abnf", "-o", "clock"]);
    run.gives(0, "");
    assert!(!run.err.contains("members"), "it is a member: {}", run.err);
    room.run(&["build", "--check", "-o", "clock"]).gives(0, "");
    cargo(room.path(), &["test", "--quiet", "--workspace"]);
}

/// The files of the user do not depend on the rules, so a crate still works after a build with
/// other rules; and the crate can be published without changes.
#[test]
fn a_crate_with_other_rules_and_its_package() {
    let room = Room::with("hour = 2DIGIT\n");
    room.run(&["build", "g.abnf", "-o", "clock"]).gives(0, "");
    room.write("g.abnf", "minutes = 1*DIGIT\nlapse = minutes \"m\"\n");
    room.run(&["build", "g.abnf", "-o", "clock"]).gives(0, "");
    let clock = room.path().join("clock");
    cargo(&clock, &["test", "--quiet"]);
    cargo(&clock, &["package", "--allow-dirty"]);
    let list = cargo(&clock, &["package", "--allow-dirty", "--list"]);
    for file in ["abnfc.toml", "grammar/g.abnf", "src/generated/mod.rs"] {
        assert!(list.lines().any(|line| line == file), "{file}: {list}");
    }
}
