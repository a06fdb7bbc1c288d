//! The texts of each format, as they occur.

use conformance::strings::Random;

/// Session descriptions with an address, lines of media and attributes.
pub(crate) fn sessions() -> Vec<String> {
    let with_address = [
        "v=0",
        "o=rk 3850000100 3850000107 IN IP4 203.0.113.9",
        "s=Weekly review",
        "i=The agenda is in the calendar",
        "u=http://meet.example.org/review.html",
        "e=R. Kim <rk@meet.example.org>",
        "p=+49 30 901820",
        "c=IN IP4 203.0.113.9",
        "t=0 0",
        "m=audio 50000 RTP/AVP 0",
        "m=video 50002 RTP/AVP 97",
        "c=IN IP6 2001:db8::7",
        "a=rtpmap:97 H264/90000",
    ];
    let plain = [
        "v=0",
        "o=bo 2890000000 2890000000 IN IP4 sip.example.net",
        "s=-",
        "c=IN IP4 sip.example.net",
        "t=0 0",
        "m=audio 40000 RTP/AVP 0 8 97",
        "a=rtpmap:0 PCMU/8000",
        "a=rtpmap:8 PCMA/8000",
        "a=rtpmap:97 iLBC/8000",
        "m=video 40002 RTP/AVP 31",
        "a=rtpmap:31 H261/90000",
    ];
    [&with_address[..], &plain].map(|lines| lines.join("\r\n") + "\r\n").into()
}

/// Responses of an IMAP server.
pub(crate) fn responses() -> Vec<String> {
    let person = r#"(("Ada Lem" NIL "ada" "mail.example.org"))"#;
    let envelope = format!(
        r#"12 FETCH (FLAGS (\Seen) RFC822.SIZE 4286 ENVELOPE ("Mon, 30 Nov 2026 08:00:00 +0000" "Minutes" {person} {person} {person} {person} NIL NIL NIL "<a1@mail.example.org>"))"#
    );
    let all = [
        "CAPABILITY IMAP4rev1 IMAP4rev2 STARTTLS AUTH=GSSAPI",
        "172 EXISTS",
        r"12 FETCH (FLAGS (\Seen) RFC822.SIZE 44827)",
        r#"LIST (\Noselect) "/" archive"#,
        "OK [UIDVALIDITY 3857529045] UIDs valid",
        r#"12 FETCH (BODY[HEADER] "abc" UID 17)"#,
        &envelope,
    ];
    all.map(|it| format!("* {it}\r\n")).into()
}

/// Random UUIDs.
pub(crate) fn uuids() -> Vec<String> {
    let mut random = Random::new(9562);
    let mut hex = |count| -> String {
        (0..count).map(|_| char::from(*random.choose(b"0123456789abcdef"))).collect()
    };
    (0..100).map(|_| [8, 4, 4, 4, 12].map(&mut hex).join("-")).collect()
}

/// Pointers into schemas and descriptions of interfaces.
pub(crate) fn pointers() -> Vec<String> {
    let all = [
        "",
        "/items",
        "/items/0",
        "/a~1b",
        "/m~0n",
        "/definitions/positiveInteger/minimum",
        "/paths/~1users~1{id}/get/responses/200/content/application~1json/schema/properties/name",
    ];
    all.map(String::from).into()
}

/// Values of `Set-Cookie`.
pub(crate) fn cookies() -> Vec<String> {
    let all = [
        "SID=31d4d96e407aad42; Path=/; Secure; HttpOnly",
        "lang=en-US; Path=/; Domain=example.com",
        "a=b",
        "id=a3fWa; Max-Age=2592000; SameSite=Strict",
        "sessionId=38afes7a8; Path=/x; Expires=Wed, 21 Oct 2015 07:28:00 GMT",
    ];
    all.map(String::from).into()
}

/// Dates of HTTP.
pub(crate) fn dates() -> Vec<String> {
    let date = |index: u64| {
        let seconds = std::time::Duration::from_secs(index * (37 * 86_400 + 3671));
        httpdate::fmt_http_date(std::time::UNIX_EPOCH + seconds)
    };
    (0..100).map(date).collect()
}

/// Short JSON texts.
pub(crate) fn values() -> Vec<String> {
    let all = ["[]", "{}", "true", "-1.5e3", "\"a\\u00e9\"", "[1, 2, 3]", r#"{"a": [null, "b"]}"#];
    all.map(String::from).into()
}

/// Lists of records of about 2 KB.
pub(crate) fn records() -> Vec<String> {
    let record = |list: usize, index: usize| {
        format!(
            r#"{{"id": {}, "name": "user number {index}", "tags": ["a{list}", "beta", "c d e"], "ok": {}, "nested": {{"x": -{index}, "y": 0.5}}}}"#,
            list * index,
            index.is_multiple_of(2)
        )
    };
    let list = |list| {
        let records: Vec<String> = (0..20).map(|index| record(list, index)).collect();
        format!("[{}]", records.join(",\n  "))
    };
    (0..30).map(list).collect()
}
