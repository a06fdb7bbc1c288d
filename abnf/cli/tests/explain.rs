//! `abnfc explain`

use super::support::{GREETING, Room};

#[test]
fn a_text_that_matches_is_a_tree() {
    let room = Room::with(GREETING);
    room.run(&["explain", "g.abnf", "Greeting", "hello you"]).gives(
        0,
        "greeting  hello you\n\
         ├─ hello  hello\n\
         └─ name   you\n",
    );
}

#[test]
fn a_text_that_fails_has_a_position_a_reason_and_neighbours() {
    let room = Room::with(GREETING);
    room.run(&["explain", "g.abnf", "greeting", "hallo you"]).gives(
        1,
        "invalid hello at byte 1: expected `E`, `I`, `e` or `i`, found `a`\n    \
             hallo you\n     \
             ^\n\
         nearest text, 1 byte away:\n    \
             hello you\n",
    );
    let empty = Room::with("a = *\"b\"\n").run(&["explain", "g.abnf", "a", "c"]);
    assert!(empty.out.ends_with("1 byte away:\n    b\n    (the empty text)\n"), "{}", empty.out);
}

#[test]
fn a_text_can_be_a_file_of_several_lines() {
    let room = Room::with("a = 1*( 1*ALPHA LF )\n");
    room.write("text", "b\nc\n");
    let run = room.run(&["explain", "--file", "text", "g.abnf", "a"]);
    run.gives(0, "a  b\\nc\\n\n");
    room.feed(&["explain", "g.abnf", "a"], "b\nc\n").gives(0, &run.out);
    room.run(&["explain", "--escapes", "g.abnf", "a", r"b\nc\n"]).gives(0, &run.out);
}

#[test]
fn json_has_the_same() {
    let room = Room::with(GREETING);
    room.run(&["explain", "--format", "json", "g.abnf", "hello", "hi"]).gives(
        0,
        "{\"text\":\"hi\",\"match\":true,\
         \"tree\":[{\"rule\":\"hello\",\"begin\":0,\"end\":2,\"depth\":0}],\
         \"message\":\"match\"}\n",
    );
    room.run(&["explain", "--format", "json", "g.abnf", "hello", "hx"]).gives(
        1,
        "{\"text\":\"hx\",\"match\":false,\"tree\":null,\"offset\":1,\"part\":null,\"found\":120,\
         \"expected\":[[69,69],[73,73],[101,101],[105,105]],\"end\":false,\"edits\":1,\
         \"nearest\":[\"hi\"],\
         \"message\":\"invalid hello at byte 1: expected `E`, `I`, `e` or `i`, found `x`\"}\n",
    );
}

#[test]
fn a_page_shows_the_text_as_text() {
    let room = Room::with("a = b \"<script>\"\nb = \"<\" \"&\"\n");
    let run = room.run(&["explain", "--format", "html", "g.abnf", "a", "<&<script>"]);
    assert_eq!(run.status, 0, "{}", run.err);
    assert!(run.out.starts_with("<!DOCTYPE html>\n"), "{}", run.out);
    assert!(run.out.contains("title=\"b\">&lt;&amp;</span>&lt;script&gt;</span>"), "{}", run.out);
    assert!(!run.out.contains("<script>"), "{}", run.out);
    let run = room.run(&["explain", "--format", "html", "g.abnf", "a", "<&"]);
    assert_eq!(run.status, 1);
    assert!(run.out.contains("&lt;&amp;<mark>&nbsp;</mark></pre>"), "{}", run.out);
    assert!(run.out.contains("<h2>The nearest text, 8 bytes away</h2>"), "{}", run.out);
}

/// Rules deeper than a page is wide are numbered instead of indented.
#[test]
fn a_deep_tree_stays_narrow() {
    let room = Room::with("list = \"(\" *list \")\"\n");
    let text = "(".repeat(300) + &")".repeat(300);
    let run = room.run(&["explain", "g.abnf", "list", &text]);
    assert_eq!(run.out.lines().count(), 300);
    assert!(run.out.lines().all(|line| line.chars().count() < 250));
    assert!(run.out.lines().last().unwrap().contains("[299] list"), "{}", run.out);
}

#[test]
fn bad_usage_is_reported() {
    let room = Room::with(GREETING);
    room.run(&["explain", "g.abnf", "hallo", "x"]).fails(&["no rule `hallo`", "`hello`?"]);
    room.run(&["explain", "--escapes", "g.abnf", "hello", r"\q"]).fails(&["bad escape"]);
    room.run(&["explain", "--file", "none", "g.abnf", "hello"]).fails(&["none"]);
    room.run(&["explain", "--file", "x", "g.abnf", "hello", "hi"]).fails(&["cannot be used with"]);
}
