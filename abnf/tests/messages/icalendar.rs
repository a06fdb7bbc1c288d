//! The events of a calendar with their starts, summaries and recurrences, as a program lists them.

use icalendar::{
    Attendee, Contentline, Dtstart, DtstvalKind, FreqKind, Icalobject, Rrule, Summary, WeekdayKind,
};

const CALENDAR: &[u8] = b"BEGIN:VCALENDAR\r\n\
    VERSION:2.0\r\n\
    PRODID:-//Example Corp.//Planner 3//EN\r\n\
    BEGIN:VEVENT\r\n\
    UID:board-2026@example.com\r\n\
    DTSTAMP:20260105T091500Z\r\n\
    DTSTART;TZID=Europe/Berlin:20260112T140000\r\n\
    DURATION:PT1H30M\r\n\
    RRULE:FREQ=MONTHLY;BYDAY=2MO,-1FR;COUNT=12\r\n\
    SUMMARY;LANGUAGE=en:Board meeting\\, room 2\r\n\
    ORGANIZER;CN=\"Doe, Jane\":mailto:jane@example.com\r\n\
    ATTENDEE;ROLE=CHAIR;PARTSTAT=ACCEPTED;CN=Jo M\xC3\xBCller:mailto:jo@example.com\r\n\
    END:VEVENT\r\n\
    BEGIN:VEVENT\r\n\
    UID:fair-2026@example.com\r\n\
    DTSTAMP:20260105T091501Z\r\n\
    DTSTART;VALUE=DATE:20260301\r\n\
    SUMMARY:Fair\r\n\
    END:VEVENT\r\n\
    END:VCALENDAR\r\n";

/// Returns the lines with this name.
fn lines(name: &str) -> Vec<&'static [u8]> {
    let lines = CALENDAR.split_inclusive(|byte| *byte == b'\n');
    let is_named = |line: &&[u8]| {
        Contentline::parse(line).is_ok_and(|it| it.name().as_str().eq_ignore_ascii_case(name))
    };
    lines.filter(is_named).collect()
}

#[test]
fn events_have_starts_and_summaries() -> Result<(), icalendar::ParseError> {
    Icalobject::parse(CALENDAR)?;
    let mut events = Vec::new();
    let mut start = String::new();
    for line in CALENDAR.split_inclusive(|byte| *byte == b'\n') {
        match Contentline::parse(line)?.name().as_str() {
            "DTSTART" => {
                start = match Dtstart::parse(line)?.dtstval().kind() {
                    DtstvalKind::Date(date) => date.as_str().to_owned(),
                    DtstvalKind::DateTime(it) => {
                        format!("{} at {}", it.date().as_str(), it.time().as_str())
                    }
                }
            }
            "SUMMARY" => {
                let text = Summary::parse(line)?.text();
                events.push(format!("{start}: {}", String::from_utf8_lossy(text.as_bytes())));
            }
            _ => {}
        }
    }
    assert_eq!(events, ["20260112 at 140000: Board meeting\\, room 2", "20260301: Fair"]);
    Ok(())
}

#[test]
fn parameters_and_recurrences_are_parts() -> Result<(), Box<dyn std::error::Error>> {
    let start = Dtstart::parse(lines("dtstart")[0])?;
    let zone = start.dtstparam().tzidparams().next().ok_or("no zone")?;
    assert_eq!(zone.paramtext().as_bytes(), b"Europe/Berlin");

    let recurrence = Rrule::parse(lines("rrule")[0])?.recur();
    let parts: Vec<_> = recurrence.recur_rule_parts().collect();
    assert_eq!(parts[0].freq().map(|it| it.kind()), Some(FreqKind::Monthly));
    let days: Vec<_> = parts[1].bywdaylist().ok_or("no days")?.weekdaynums().collect();
    assert_eq!(days[1].as_str(), "-1FR");
    assert_eq!(days[1].weekday().kind(), WeekdayKind::Fr);
    assert_eq!(parts[2].as_str(), "COUNT=12");

    let chair = Attendee::parse(lines("attendee")[0])?;
    let name = chair.attparam().cnparams().next().ok_or("no name")?;
    assert_eq!(name.param_value().as_bytes(), "Jo Müller".as_bytes());
    assert_eq!(chair.cal_address().as_str(), "mailto:jo@example.com");
    // Any property, without knowledge of its name.
    let organizer = Contentline::parse(lines("organizer")[0])?;
    let parameter = organizer.params().next().ok_or("no parameter")?;
    assert_eq!(parameter.param_name().as_str(), "CN");
    assert_eq!(
        parameter.param_values().next().map(|it| it.as_bytes()),
        Some(&b"\"Doe, Jane\""[..])
    );
    assert_eq!(organizer.value().as_bytes(), b"mailto:jane@example.com");
    Ok(())
}

#[test]
fn errors_have_places_and_parts() {
    // A line without a colon.
    let mut wrong = CALENDAR.to_vec();
    let colon = wrong.windows(12).position(|it| it == b"SUMMARY:Fair").unwrap() + 7;
    wrong[colon] = b' ';
    let error = Icalobject::parse(&wrong).unwrap_err();
    assert_eq!((error.offset(), error.found()), (colon, Some(b' ')));
    assert!(error.expected().contains(b':') && error.expected().contains(b';'));

    let error = Dtstart::parse(b"DTSTART;TZID=Europe/Berlin:20260112 140000\r\n").unwrap_err();
    assert_eq!((error.offset(), error.part()), (35, Some("dtstval")));
    let error = Rrule::parse(b"RRULE:FREQ=MONTHLY;BYDAY=2MOO\r\n").unwrap_err();
    assert_eq!((error.offset(), error.part()), (28, Some("recur")));
}
