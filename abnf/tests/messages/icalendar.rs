//! The events of a calendar with their starts, summaries and recurrences, as a program lists and changes
//! them.

use icalendar::values::{
    self, Attendee, AttparamItem, ComponentItem, Contentline, Dtstval, EventpropItem, Freq,
    Weekday, Weekdaynum,
};
use icalendar::{Dtstart, Icalobject, Rrule};

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
    let is_named =
        |line: &&[u8]| Contentline::parse(line).is_ok_and(|it| it.name.eq_ignore_ascii_case(name));
    lines.filter(is_named).collect()
}

/// Returns the day and the time, if there is one.
fn shown(start: &Dtstval) -> String {
    let day = |it: &values::Date| format!("{}-{:02}-{:02}", it.year, it.month, it.day);
    match start {
        Dtstval::Date(date) => day(date),
        Dtstval::DateTime(it) => {
            let time = it.time;
            format!("{} {}:{:02}", day(&it.date), time.time_hour, time.time_minute)
        }
    }
}

#[test]
fn events_have_starts_and_summaries() -> Result<(), Box<dyn std::error::Error>> {
    let calendar = values::Icalobject::parse(CALENDAR)?;
    let mut events = Vec::new();
    for component in &calendar.icalbody.component.items {
        let ComponentItem::Eventc(event) = component else { continue };
        let (mut start, mut summary) = (None, None);
        for property in &event.eventprop.items {
            match property {
                EventpropItem::Dtstart(it) => start = Some(shown(&it.dtstval)),
                EventpropItem::Summary(it) => summary = Some(String::from_utf8_lossy(&it.text)),
                _ => {}
            }
        }
        events.push((start.unwrap_or_default(), summary.unwrap_or_default()));
    }
    let expected = [("2026-01-12 14:00", "Board meeting, room 2"), ("2026-03-01", "Fair")];
    assert!(events.iter().map(|(start, it)| (&start[..], &it[..])).eq(expected), "{events:?}");
    Ok(())
}

#[test]
fn calendars_are_written() -> Result<(), Box<dyn std::error::Error>> {
    let mut calendar = values::Icalobject::parse(CALENDAR)?;
    let ComponentItem::Eventc(event) = &mut calendar.icalbody.component.items[1] else {
        return Err("no event".into());
    };
    for property in &mut event.eventprop.items {
        match property {
            EventpropItem::Dtstart(values::Dtstart { dtstval: Dtstval::Date(date), .. }) => {
                date.day = 8;
            }
            EventpropItem::Summary(it) => it.text = b"Fair; with music\nand\tcake".into(),
            _ => {}
        }
    }
    let written = calendar.to_text()?;
    let expected = String::from_utf8_lossy(CALENDAR)
        .replace("20260301", "20260308")
        .replace("SUMMARY:Fair", "SUMMARY:Fair\\; with music\\Nand\tcake");
    assert_eq!(String::from_utf8_lossy(written.as_bytes()), expected);

    // No property ends its event: a line break is an escape, and a carriage return is refused.
    let ComponentItem::Eventc(event) = &mut calendar.icalbody.component.items[1] else {
        return Err("no event".into());
    };
    let EventpropItem::Summary(summary) = &mut event.eventprop.items[3] else {
        return Err("no summary".into());
    };
    summary.text = b"Fair\r\nEND:VEVENT".into();
    let error = calendar.to_text().unwrap_err();
    assert_eq!(error.field(), "icalbody.component.items[1].eventprop.items[3].text");
    Ok(())
}

#[test]
fn parameters_and_recurrences_are_data() -> Result<(), Box<dyn std::error::Error>> {
    let start = Dtstart::parse(lines("dtstart")[0])?;
    let zone = start.dtstparam().tzidparams().next().ok_or("no zone")?;
    assert_eq!(zone.paramtext().as_bytes(), b"Europe/Berlin");

    let recurrence = Rrule::parse(lines("rrule")[0])?.recur();
    let parts: Vec<_> = recurrence.recur_rule_parts().collect();
    assert_eq!(parts[0].freq().map(|it| it.to_value()), Some(Freq::Monthly));
    let days = parts[1].bywdaylist().ok_or("no days")?.to_value().weekdaynums;
    let last_friday = Weekdaynum { plus: false, minus: true, ordwk: Some(1), weekday: Weekday::Fr };
    assert_eq!(days[1], last_friday);
    // A count is digits without a rule of their own.
    assert_eq!(parts[2].as_str(), "COUNT=12");

    let chair = Attendee::parse(lines("attendee")[0])?;
    let name = chair.attparam.items.iter().find_map(|it| match it {
        AttparamItem::Cnparam(name) => Some(&*name.param_value),
        _ => None,
    });
    assert_eq!(name, Some("Jo Müller".as_bytes()));
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

    let error = Dtstart::parse(b"DTSTART;TZID=Europe/Berlin:20260112 140000\r\n").unwrap_err();
    assert_eq!((error.offset(), error.part()), (35, Some("dtstval")));
    let error = Rrule::parse(b"RRULE:FREQ=MONTHLY;BYDAY=2MOO\r\n").unwrap_err();
    assert_eq!((error.offset(), error.part()), (28, Some("recur")));
}
