//! The events of a calendar with their starts, summaries and recurrences, as a program lists them.

use icalendar::values::{
    Attendee, Contentline, Dtstart, Dtstval, Freq, Summary, Weekday, Weekdaynum,
};
use icalendar::{Icalobject, Rrule};

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
        Contentline::parse(line).is_ok_and(|it| it.name.eq_ignore_ascii_case(name))
    };
    lines.filter(is_named).collect()
}

#[test]
fn events_have_starts_and_summaries() -> Result<(), icalendar::ParseError> {
    Icalobject::parse(CALENDAR)?;
    let mut events = Vec::new();
    let mut start = String::new();
    for line in CALENDAR.split_inclusive(|byte| *byte == b'\n') {
        match Contentline::parse(line)?.name {
            "DTSTART" => {
                let (date, time) = match Dtstart::parse(line)?.start {
                    Dtstval::Date(date) => (date, String::new()),
                    Dtstval::DateTime(it) => {
                        let time = it.time;
                        (it.date, format!(" at {}:{:02}", time.time_hour, time.time_minute))
                    }
                };
                start = format!("{}-{:02}-{:02}{time}", date.year, date.month, date.day);
            }
            "SUMMARY" => {
                let text = Summary::parse(line)?.text;
                events.push(format!("{start}: {}", String::from_utf8_lossy(&text)));
            }
            _ => {}
        }
    }
    assert_eq!(events, ["2026-01-12 at 14:00: Board meeting, room 2", "2026-03-01: Fair"]);
    Ok(())
}

#[test]
fn parameters_and_recurrences_are_data() -> Result<(), Box<dyn std::error::Error>> {
    let start = Dtstart::parse(lines("dtstart")[0])?;
    assert_eq!(start.zones[0].paramtext, b"Europe/Berlin");

    let recurrence = Rrule::parse(lines("rrule")[0])?.recur();
    let parts = recurrence.to_value().recur_rule_parts;
    assert_eq!(parts[0].freq, Some(Freq::Monthly));
    let days = &parts[1].bywdaylist.as_ref().ok_or("no days")?.weekdaynums;
    let last_friday =
        Weekdaynum { plus: false, minus: true, ordwk: Some(1), weekday: Weekday::Fr };
    assert_eq!(days[1], last_friday);
    // A count is digits without a rule of their own.
    assert_eq!(recurrence.recur_rule_parts().nth(2).ok_or("no count")?.as_str(), "COUNT=12");

    let chair = Attendee::parse(lines("attendee")[0])?;
    assert_eq!(&*chair.names[0].param_value, "Jo Müller".as_bytes());
    Ok(())
}

/// Any property, without knowledge of its name.
#[test]
fn lines_change_and_no_line_becomes_two() -> Result<(), Box<dyn std::error::Error>> {
    let mut organizer = Contentline::parse(lines("organizer")[0])?;
    let parameter = &mut organizer.params[0];
    assert_eq!((parameter.param_name, &*parameter.param_values[0]), ("CN", &b"Doe, Jane"[..]));
    parameter.param_values[0] = b"Roe".into();
    assert_eq!(organizer.to_text()?.as_bytes(), b"ORGANIZER;CN=Roe:mailto:jane@example.com\r\n");
    organizer.params[0].param_values[0] = b"Roe; R.".into();
    let text = organizer.to_text()?;
    assert_eq!(text.as_bytes(), b"ORGANIZER;CN=\"Roe; R.\":mailto:jane@example.com\r\n");
    organizer.value = b"mailto:jane@example.com\r\nATTENDEE:mailto:eve@example.com";
    assert_eq!(organizer.to_text().unwrap_err().field(), "value");
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

    let error = icalendar::Dtstart::parse(b"DTSTART;TZID=Europe/Berlin:20260112 140000\r\n").unwrap_err();
    assert_eq!((error.offset(), error.part()), (35, Some("start")));
    let error = Rrule::parse(b"RRULE:FREQ=MONTHLY;BYDAY=2MOO\r\n").unwrap_err();
    assert_eq!((error.offset(), error.part()), (28, Some("recur")));
}
