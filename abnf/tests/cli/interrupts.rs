//! Ctrl-C at any time: what a command writes is there as a whole, or not at all.

use super::support::{GREETING, Room};
use std::fs;
use std::os::unix::process::ExitStatusExt;
use std::process::{Child, Command, Stdio};
use std::time::Duration;

const INTERRUPT: i32 = 2;

fn interrupt(child: &Child) {
    let id = child.id().to_string();
    let status = Command::new("kill").args(["-INT", &id]).stderr(Stdio::null()).status();
    status.unwrap();
}

/// Runs the program and interrupts it when it has begun to write. Returns whether the interrupt ended
/// it.
fn interrupted_while_it_writes(room: &Room, args: &[&str], folder: &str) -> bool {
    let mut child = room.command(args).stderr(Stdio::null()).spawn().unwrap();
    let has_begun = || {
        let mut there = fs::read_dir(room.path().join(folder)).unwrap().map(Result::unwrap);
        there.any(|it| it.file_name().to_string_lossy().starts_with(".abnfc-"))
    };
    while child.try_wait().unwrap().is_none() {
        if has_begun() {
            interrupt(&child);
            break;
        }
    }
    child.wait().unwrap().signal() == Some(INTERRUPT)
}

#[test]
fn a_crate_is_the_old_or_the_new_one() {
    let room = Room::with(GREETING);
    room.write("more.abnf", format!("{GREETING}more = 2name\n"));
    let (old, new) = (["build", "g.abnf", "-o", "out"], ["build", "more.abnf", "-o", "out"]);
    let build = |args: &[&str]| {
        room.run(args).gives(0, "");
        room.tree("out")
    };
    let trees = [build(&old), build(&new)];
    assert_ne!(trees[0], trees[1]);
    let mut ended = 0;
    for round in 0..12 {
        let args = [&old, &new][round % 2];
        if interrupted_while_it_writes(&room, args, "out") {
            ended += 1;
        }
        // It was too late, and not to be broken off.
        assert!(room.tree("out") == trees[round % 2], "round {round}");
    }
    assert_ne!(ended, 0, "no interrupt came in time");

    let mut child = room.command(&old).stderr(Stdio::null()).spawn().unwrap();
    std::thread::sleep(Duration::from_millis(1));
    interrupt(&child);
    child.wait().unwrap();
    assert!(trees.contains(&room.tree("out")), "nothing is half written");
}

#[test]
fn a_grammar_is_the_old_or_the_new_one() {
    let room = Room::new();
    for _ in 0..12 {
        room.write("g.abnf", GREETING);
        interrupted_while_it_writes(&room, &["fmt", "-i", "g.abnf"], "");
        assert_eq!(room.tree("").len(), 1, "nothing is beside it");
        assert!(room.read("g.abnf").starts_with("greeting = hello SP name\nhello    = "));
    }
}
