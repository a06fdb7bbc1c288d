//! `abnfc test`

use super::support::Room;

const TIME: &str = "\
time = hour \":\" minute [ zone ]
; @accept time 23:59
; @part hour 23
; @reject time 24:00
hour = %x30-31 DIGIT / \"2\" %x30-33
minute = %x30-35 DIGIT
zone = \"Z\"
";

#[test]
fn examples_that_pass_leave_what_is_not_reached() {
    let room = Room::with(TIME);
    let run = room.run(&["test", "g.abnf"]);
    run.gives(
        0,
        "g.abnf:1: not reached: time: zone\n\
         g.abnf:5: not reached: hour: ( \"0\" / \"1\" ) DIGIT\n\
         g.abnf:7: not reached: zone\n",
    );
    assert_eq!(run.err, "2 examples: 2 pass, 0 fail; 4 of 7 rules and alternatives are reached\n");
    assert_eq!(room.run(&["test", "--complete", "g.abnf"]).status, 1);
    room.write("more", "# the rest\naccept time 00:00z\n");
    let run = room.run(&["test", "--complete", "--examples", "more", "g.abnf"]);
    run.gives(0, "");
    assert_eq!(run.err, "3 examples: 3 pass, 0 fail; 7 of 7 rules and alternatives are reached\n");
}

const WRONG: &str = "\
accept time 23:60
reject time 23:59
accept time 11:11
part minute 12
no-part hour
accept tome 11:11
";

#[test]
fn examples_that_fail_say_why() {
    let room = Room::with(TIME);
    room.write("wrong", WRONG);
    let run = room.run(&["test", "--examples", "wrong", "g.abnf"]);
    assert_eq!(run.status, 1);
    let fails: Vec<&str> = run.out.lines().filter(|line| line.contains(": fail: ")).collect();
    assert_eq!(
        fails,
        [
            "wrong:1: fail: `23:60` does not match time: invalid minute at byte 3: \
             expected `0` to `5`, found `6`",
            "wrong:2: fail: `23:59` matches time, but must be rejected",
            "wrong:3: fail: in `11:11`, minute is `11`, not `12`",
            "wrong:6: fail: there is no rule `tome`",
        ]
    );
    assert!(run.err.starts_with("6 examples: 2 pass, 4 fail; "), "{}", run.err);
}

#[test]
fn json_has_an_object_for_each() {
    let room = Room::with("a = \"x\" / 2\"y\"\n; @accept a x\n; @reject a X\n");
    room.run(&["test", "--format", "json", "g.abnf"]).gives(
        1,
        "{\"file\":\"g.abnf\",\"line\":2,\"rule\":\"a\",\"expected\":\"accept\",\"text\":\"x\",\
         \"pass\":true,\"message\":null,\"alternative\":null}\n\
         {\"file\":\"g.abnf\",\"line\":3,\"rule\":\"a\",\"expected\":\"reject\",\"text\":\"X\",\
         \"pass\":false,\"message\":\"`X` matches a, but must be rejected\",\"alternative\":null}\n\
         {\"file\":\"g.abnf\",\"line\":1,\"rule\":\"a\",\"expected\":null,\"text\":null,\
         \"pass\":null,\"message\":\"not reached\",\"alternative\":\"2\\\"y\\\"\"}\n",
    );
}

#[test]
fn junit_has_a_case_for_each() {
    let room = Room::with("a = \"<\"\n; @accept a <\n; @accept a &\x20\n; @accept a \\x00\n");
    room.run(&["test", "--format", "junit", "g.abnf"]).gives(
        1,
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n\
         <testsuites>\n  \
         <testsuite name=\"g.abnf\" tests=\"3\" failures=\"2\">\n    \
         <testcase classname=\"a\" name=\"accept &lt;\" file=\"g.abnf\" line=\"2\"/>\n    \
         <testcase classname=\"a\" name=\"accept &amp;\" file=\"g.abnf\" line=\"3\">\n      \
         <failure message=\"`&amp;` does not match a: invalid a at byte 0: expected `&lt;`, found `&amp;`\"/>\n    \
         </testcase>\n    \
         <testcase classname=\"a\" name=\"accept \\x00\" file=\"g.abnf\" line=\"4\">\n      \
         <failure message=\"`\\x00` does not match a: invalid a at byte 0: expected `&lt;`, found byte 00\"/>\n    \
         </testcase>\n  \
         </testsuite>\n\
         </testsuites>\n",
    );
}

#[test]
fn bad_usage_is_reported() {
    let room = Room::with("a = \"x\"\n; @part a x\n");
    room.run(&["test", "g.abnf"]).fails(&["g.abnf:2: a part belongs to the text"]);
    room.write("g.abnf", "a = \"x\"\n");
    room.write("e", "accept\n");
    room.run(&["test", "--examples", "e", "g.abnf"]).fails(&["e:1: the name of a rule is missing"]);
    room.run(&["test", "--examples", "none", "g.abnf"]).fails(&["none"]);
    let run = room.run(&["test", "g.abnf"]);
    assert_eq!((run.status, run.err.starts_with("0 examples: ")), (1, true), "{}", run.err);
    room.write("g.abnf", "a = b\n; @accept a x\n");
    room.run(&["test", "g.abnf"]).fails(&["error[undefined-rule]"]);
}
