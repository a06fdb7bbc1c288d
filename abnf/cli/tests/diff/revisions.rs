//! `abnfc diff --git`

use crate::support::Room;
use std::process::Command;

/// Runs `git` in a folder, without the settings of the machine. Returns its output.
fn git(room: &Room, arguments: &[&str]) -> String {
    let made = Command::new("git")
        .args([
            "-c",
            "user.name=A",
            "-c",
            "user.email=a@example.org",
            "-c",
            "init.defaultBranch=main",
        ])
        .args(arguments)
        .current_dir(room.path())
        .env("GIT_CONFIG_NOSYSTEM", "1")
        .env("GIT_CONFIG_GLOBAL", "/dev/null")
        .output()
        .expect("git is installed");
    assert!(made.status.success(), "{arguments:?}: {}", String::from_utf8_lossy(&made.stderr));
    String::from_utf8(made.stdout).expect("it is text")
}

fn commit(room: &Room) {
    git(room, &["add", "--all"]);
    git(room, &["commit", "--quiet", "--message", "change"]);
}

/// A repository with two commits: `g/main.abnf` imports `common.abnf`, which changes.
fn repository() -> Room {
    let room = Room::new();
    git(&room, &["init", "--quiet"]);
    room.write("g/main.abnf", "; @import C = ../common.abnf\nr = x DIGIT\n");
    room.write("common.abnf", "x = \"a\"\n");
    commit(&room);
    room.write("common.abnf", "x = \"a\" / \"b\"\n");
    room.write("g/main.abnf", "; @import C = ../common.abnf\nr = x 1*2DIGIT\n");
    commit(&room);
    room
}

#[test]
fn revisions_are_compared_with_their_imports() {
    let room = repository();
    let run = room.run(&["diff", "--git", "HEAD~1..HEAD", "--count", "3", "g/main.abnf"]);
    assert!(run.out.contains("only in B: \"b0\"\n"), "{}", run.out);
    assert!(run.out.contains("only in B: \"a00\"\n"), "{}", run.out);
    assert_eq!((run.status, &*run.err), (1, "1 subset\n"));
    // A revision that is left out is HEAD; three dots begin at the common commit.
    let same = &run.out;
    for revisions in ["HEAD~1..", "HEAD~1...HEAD", "HEAD~1"] {
        let run = room.run(&["diff", "--git", revisions, "--count", "3", "g/main.abnf"]);
        assert_eq!(&run.out, same, "{revisions}");
    }
    // From another folder, and by an absolute path.
    let path = room.path().join("g/main.abnf");
    let path = path.to_str().expect("it is text");
    room.run(&["diff", "--git", "HEAD..HEAD", path]).gives(0, "equal         r\n");
    // The file of the working tree, which is not committed.
    room.write("g/main.abnf", "r = \"b0\"\n");
    let run = room.run(&["diff", "--git", "HEAD", "g/main.abnf"]);
    assert!(run.out.contains("only in A: \"a0\"\n"), "{}", run.out);
    // Imports of options come from the revision, too.
    room.write("common.abnf", "x = \"c\"\n");
    room.write("lone.abnf", "r = <x, see [C]>\n");
    git(&room, &["add", "lone.abnf"]);
    git(&room, &["commit", "--quiet", "--message", "add", "lone.abnf"]);
    let run = room.run(&["diff", "--git", "HEAD", "--import", "C=common.abnf", "lone.abnf"]);
    assert!(run.out.contains("only in A: \"a\"\n"), "{}", run.out);
    assert!(run.out.contains("only in B: \"c\"\n"), "{}", run.out);
}

#[test]
fn a_file_can_have_another_name_in_the_second_revision() {
    let room = repository();
    git(&room, &["mv", "g/main.abnf", "g/new.abnf"]);
    commit(&room);
    room.run(&["diff", "--git", "HEAD~1..HEAD", "g/main.abnf", "g/new.abnf"])
        .gives(0, "equal         r\n");
    room.run(&["diff", "--git", "HEAD~1..HEAD", "g/main.abnf"])
        .fails(&["revision `HEAD` has no file `g/main.abnf`"]);
    // The folder is gone in the working tree.
    git(&room, &["rm", "-r", "--quiet", "g"]);
    room.run(&["diff", "--git", "HEAD~2..HEAD~1", "--parts", "x", "g/main.abnf"])
        .gives(0, "equal         x in r\n");
}

#[test]
fn errors_name_the_revision() {
    let room = repository();
    let fails = |arguments: &[&str], parts: &[&str]| {
        room.run(&[&["diff", "--git"][..], arguments].concat()).fails(parts);
    };
    fails(&["nope..HEAD", "g/main.abnf"], &["the repository has no revision `nope`"]);
    room.run(&["diff", "--git=--all", "g/main.abnf"]).fails(&["no revision `--all`"]);
    fails(&["", "g/main.abnf"], &["needs a revision"]);
    fails(&["HEAD", "nope.abnf"], &["nope.abnf"]);
    fails(&["HEAD..HEAD", "g"], &["revision `HEAD` has no file `g`"]);
    fails(&["HEAD..HEAD", "rfc3986"], &["revision `HEAD` has no file `rfc3986`"]);
    fails(&["HEAD..HEAD", "abnfc.toml"], &["spec file, which `--git` cannot read"]);
    fails(&["HEAD..HEAD", "-"], &["standard input"]);
    fails(&["HEAD..HEAD", "../g.abnf"], &["not a git repository"]);
    room.write("bad.abnf", "; @import C = nope.abnf\nr = x\n");
    room.write("wrong.abnf", "r = \"a\n");
    commit(&room);
    fails(
        &["HEAD..HEAD", "bad.abnf"],
        &["revision `HEAD` has no file `nope.abnf`", "HEAD:bad.abnf"],
    );
    fails(&["HEAD..HEAD", "wrong.abnf"], &["HEAD:wrong.abnf"]);
    fails(&["HEAD..HEAD", "--limit", "source-bytes=3", "wrong.abnf"], &["more than 3 bytes"]);

    let outside = Room::with("r = \"a\"\n");
    outside.run(&["diff", "--git", "HEAD", "g.abnf"]).fails(&["git: not a git repository"]);
    let mut without = room.command(&["diff", "--git", "HEAD", "g/main.abnf"]);
    let made = without.env("PATH", "").output().expect("the program runs");
    let message = String::from_utf8_lossy(&made.stderr);
    assert!(message.contains("cannot run `git`, which `--git` needs"), "{message}");
    assert_eq!(made.status.code(), Some(2));
}

/// A link in the tree is not a grammar.
#[cfg(unix)]
#[test]
fn links_are_not_followed() {
    let room = repository();
    std::os::unix::fs::symlink("common.abnf", room.path().join("link.abnf")).expect("a link");
    commit(&room);
    room.run(&["diff", "--git", "HEAD..HEAD", "link.abnf"]).fails(&["is a symbolic link"]);
    std::os::unix::fs::symlink(".", room.path().join("folder")).expect("a link");
    commit(&room);
    // The working tree has the link no longer.
    std::fs::remove_file(room.path().join("folder")).expect("it is a file");
    room.run(&["diff", "--git", "HEAD..HEAD", "folder/common.abnf"])
        .fails(&["`HEAD:folder/common.abnf` is reached through the symbolic link `folder`"]);
}
