//! `abnfc match --values` and `abnfc write`

use super::support::Room;

const CLOCK: &str = "time = hour \":\" minute [ zone ]\nhour = 2DIGIT\nminute = 2DIGIT\n\
                     zone = \"Z\"\nbroken = missing\n";

#[test]
fn texts_become_data_and_data_becomes_texts() {
    let room = Room::with(CLOCK);
    let json =
        "{\"hour\":9,\"minute\":5,\"zone\":\"z\"}\n{\"hour\":23,\"minute\":0,\"zone\":null}\n";
    room.feed(&["match", "--values", "g.abnf", "time"], "09:05z\n23:00\n").gives(0, json);
    room.feed(&["write", "g.abnf", "TIME"], json).gives(0, "09:05z\n23:00\n");
    room.run(&["write", "g.abnf", "hour", "7"]).gives(0, "07\n");
}

/// Standard output has nothing but data.
#[test]
fn failures_are_messages() {
    let room = Room::with(CLOCK);
    let run = room.run(&["match", "--values", "g.abnf", "hour", "1x", "12"]);
    run.gives(1, "12\n");
    let run = room.run(&["write", "g.abnf", "time", "{\"hour\":100,\"minute\":5}"]);
    run.gives(1, "");
    room.run(&["match", "--values", "g.abnf", "broken", "x"]).fails(&["missing"]);
    room.run(&["write", "g.abnf", "broken", "1"]).fails(&["missing"]);
}

#[test]
fn the_grammar_can_be_standard_input() {
    let room = Room::new();
    room.feed(&["match", "--values", "-", "hour", "12"], CLOCK).gives(0, "12\n");
    room.feed(&["write", "-", "hour", "12"], CLOCK).gives(0, "12\n");
}
