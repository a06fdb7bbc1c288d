//! Parts of messages of well-known formats, by the bundled grammars. `abnf/tests/messages` takes apart
//! whole messages with generated crates.

use super::support::Room;
use std::env;
use std::path::{Path, PathBuf};

/// Returns the texts of parts, in the order of the parts and of the text.
#[track_caller]
fn texts<'t>(grammar: &str, rule: &str, parts: &str, text: &'t str) -> Vec<&'t str> {
    let escaped = text.replace('\\', "\\\\").replace("\r\n", "\\r\\n");
    let run = Room::new().run(&["match", "--escapes", "--parts", parts, grammar, rule, &escaped]);
    assert_eq!(run.status, 0, "{}{}", run.out, run.err);
    let ranges =
        run.out.trim().split(' ').filter_map(|part| part.split_once('=')?.1.split_once(".."));
    let offset = |number: &str| number.parse::<usize>().expect("an offset");
    ranges.map(|(begin, end)| &text[offset(begin)..offset(end)]).collect()
}

/// Asserts that a text is wrong at an offset, with this beginning of the message.
#[track_caller]
fn is_wrong(grammar: &str, rule: &str, text: &str, message: &str) {
    let run = Room::new().run(&["match", "--escapes", grammar, rule, text]);
    assert_eq!(run.status, 1, "{text}");
    assert!(run.out.starts_with(message), "{}", run.out);
}

#[test]
fn calendars_have_starts_and_recurrences() {
    let start = "DTSTART;TZID=Europe/Berlin:20260112T140000\r\n";
    assert_eq!(
        texts("icalendar", "dtstart", "tzidparam,date,time", start),
        ["TZID=Europe/Berlin", "20260112", "140000"]
    );
    let rule = "RRULE:FREQ=MONTHLY;BYDAY=2MO,-1FR;COUNT=12\r\n";
    assert_eq!(texts("icalendar", "rrule", "freq,weekdaynum", rule), ["MONTHLY", "2MO", "-1FR"]);
    let calendar = "BEGIN:VCALENDAR\r\nVERSION:2.0\r\nBEGIN:VEVENT\r\nUID:fair@example.com\r\n\
        SUMMARY;LANGUAGE=en:Fair\\, day 1\r\nEND:VEVENT\r\nEND:VCALENDAR\r\n";
    assert_eq!(
        texts("icalendar", "icalobject", "summary", calendar),
        ["SUMMARY;LANGUAGE=en:Fair\\, day 1\r\n"]
    );
    is_wrong(
        "icalendar",
        "dtstart",
        "DTSTART;TZID=Europe/Berlin:20260112 140000\\r\\n",
        "invalid dtstval at byte 35: ",
    );
}

#[test]
fn requests_have_hops_and_tags() {
    let via = "Via: SIP/2.0/TLS proxy.example.com:5061;branch=z9hG4bK4b, \
        SIP/2.0/UDP pc33.example.com;branch=z9hG4bKnas";
    assert_eq!(
        texts("sip", "Via", "transport,host,via-branch", via),
        [
            "TLS",
            "UDP",
            "proxy.example.com",
            "pc33.example.com",
            "branch=z9hG4bK4b",
            "branch=z9hG4bKnas"
        ]
    );
    let from = "From: \"A. Liddell\" <sip:alice@atlanta.example.com>;tag=1928301774";
    assert_eq!(
        texts("sip", "From", "display-name,user,tag-param", from),
        ["\"A. Liddell\"", "alice", "tag=1928301774"]
    );
    is_wrong("sip", "From", "From: Alice <sip:alice@a.example>;tag=", "invalid From at byte 38: ");
}

#[test]
fn mailboxes_and_addresses_are_named() {
    let command = "A142 SELECT \"Sent Items\"\r\n";
    assert_eq!(texts("imap", "command", "tag,mailbox", command), ["A142", "\"Sent Items\""]);
    let envelope = "(\"Wed, 14 Jan 2026 09:23:25 +0100\" \"Minutes\" \
        ((\"Terry\" NIL \"gray\" \"example.edu\")) NIL NIL ((NIL NIL \"imap\" \"example.edu\")) \
        NIL NIL NIL \"<B2@example.edu>\")";
    assert_eq!(
        texts("imap", "envelope", "env-subject,addr-mailbox", envelope),
        ["\"Minutes\"", "\"gray\"", "\"imap\""]
    );
    is_wrong("imap", "command", "A142 SELECT \"Sent Items\\r\\n", "invalid command at byte 23: ");
}

#[test]
fn modules_have_leaves_with_types() {
    let module = "module m { namespace \"urn:m\"; prefix m; container c { \
        leaf host-name { type string; } leaf uid { type sys:id; } } }";
    assert_eq!(
        texts("yang", "module-stmt", "identifier-arg,type=identifier-ref-arg", module),
        ["m", "c", "host-name", "uid", "string", "sys:id"]
    );
    is_wrong("yang", "leaf-stmt", "leaf a { type string }", "invalid leaf-stmt at byte 21: ");
}

/// The grammar of H.248.1 may not be part of this repository; the test needs a copy, such as that of
/// APG 6.3 (`ldthomas/apg-6.3`, `MEGACO/MEGACO.bnf`), named by `MEGACO_BNF` or beside the repository.
#[test]
#[ignore = "needs a grammar that is not part of this repository"]
fn gateways_have_contexts_and_streams() {
    let beside = "../../../shared/testdata/grammars/apg/MEGACO.bnf";
    let beside = || Path::new(env!("CARGO_MANIFEST_DIR")).join(beside);
    let grammar = env::var_os("MEGACO_BNF").map_or_else(beside, PathBuf::from);
    let grammar = grammar.to_str().expect("the path is UTF-8");
    let request = "MEGACO/1 [192.0.2.4]:55555\r\nTransaction = 10003 {\r\n Context = $ {\r\n  \
        Add = A4444,\r\n  Add = $ { Media { Stream = 1 {\r\n   \
        LocalControl { Mode = ReceiveOnly, nt/jit=40 ; in ms\r\n },\r\n   \
        Local {\r\nv=0\r\nc=IN IP4 $\r\nm=audio $ RTP/AVP 4\r\n}\r\n  } } }\r\n } }\r\n";
    let parts = "domainAddress,TransactionID,ContextID,TerminationID,StreamID,streamModes,pkgdName,parmValue";
    assert_eq!(
        texts(grammar, "megacoMessage", parts, request),
        ["[192.0.2.4]", "10003", "$", "A4444", "$", "1", "ReceiveOnly", "nt/jit", "=40"]
    );
    assert_eq!(
        texts(grammar, "megacoMessage", "octetString", request),
        ["v=0\r\nc=IN IP4 $\r\nm=audio $ RTP/AVP 4\r\n"]
    );
    let reply = "MEGACO/1 [192.0.2.9]:55555 Reply = 50009 { Context = 5000 { Subtract = A5555 { \
        Statistics { nt/os=45123, nt/dur=40 } }, Subtract = A5556 { Statistics { rtp/ps=1245 } } } }";
    assert_eq!(
        texts(grammar, "megacoMessage", "TerminationID,statisticsParameter", reply),
        ["A5555", "A5556", "nt/os=45123", "nt/dur=40", "rtp/ps=1245"]
    );
    let broken = reply.replace("50009", "x");
    is_wrong(grammar, "megacoMessage", &broken, "invalid megacoMessage at byte 35: ");
}
