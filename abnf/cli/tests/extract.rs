//! `abnfc extract`

use super::support::Room;

const DOCUMENT: &str = "\
3. Syntax

   A greeting says hello to somebody who is there.

      greeting = hello SP name
      hello    = \"hello\" /
                 \"hi\"

   A name has letters.

      name     = 1*ALPHA

Somebody                  Informational                    [Page 1]
";

#[test]
fn rules_are_found_and_lose_their_indentation() {
    let room = Room::new();
    room.write("doc.txt", DOCUMENT);
    let run = room.run(&["extract", "doc.txt"]);
    run.gives(
        0,
        "greeting = hello SP name\n\
         hello    = \"hello\" /\n           \"hi\"\n\
         name     = 1*ALPHA\n",
    );
    assert!(run.err.ends_with("3 rules found\n"), "{}", run.err);
}

#[test]
fn what_is_extracted_is_a_grammar() {
    let room = Room::new();
    let grammar = room.feed(&["extract", "-"], DOCUMENT).out;
    room.feed(&["check", "-"], &grammar).gives(0, "");
    room.feed(&["diff", "-", "doc.txt", "--extract"], &grammar).fails(&["doc.txt"]);
    room.write("doc.txt", DOCUMENT);
    let run = room.feed(&["diff", "-", "doc.txt", "--extract"], &grammar);
    assert_eq!((run.status, run.err.as_str()), (0, "3 equal\n"));
}

#[test]
fn line_numbers_can_be_kept() {
    let room = Room::new();
    room.write("doc.txt", DOCUMENT);
    let run = room.run(&["extract", "--keep-lines", "doc.txt"]);
    let lines: Vec<&str> = run.out.lines().collect();
    assert_eq!(lines.len(), DOCUMENT.lines().count());
    assert_eq!(lines[10], "name     = 1*ALPHA");
    let json = room.run(&["extract", "--format", "json", "doc.txt"]);
    let last = json.out.lines().last().unwrap();
    assert_eq!(last, "{\"line\":11,\"text\":\"name     = 1*ALPHA\"}");
}

#[test]
fn the_notation_stays() {
    let room = Room::new();
    let document = "   Some words first.\n\n      net_path = \"//\" | \"/\"\n";
    let run = room.feed(&["extract", "-"], document);
    run.gives(0, "net_path = \"//\" | \"/\"\n");
    assert!(run.err.ends_with("1 rule found\n"), "{}", run.err);
}

#[test]
fn no_rule_is_a_finding() {
    let room = Room::new();
    let run = room.feed(&["extract", "-"], "Only words here.\n\nAnd more of them.\n");
    assert_ne!(run.status, 0);
    assert_eq!(run.out, "");
    assert!(run.err.ends_with("0 rules found\n"), "{}", run.err);
}
