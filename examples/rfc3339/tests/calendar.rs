//! Times as numbers, and the rules of the calendar.

use abnf_rfc3339::{DateTime, FullDate, ParseError, TimeOffsetKind, values};

/// Returns the seconds since the beginning of the day in UTC; negative for a time on the previous
/// day.
fn seconds(text: &str) -> Result<i64, ParseError> {
    let time = DateTime::parse(text)?;
    let clock = time.partial_time();
    let [hour, minute, second] =
        [clock.hour().value(), clock.minute().value(), clock.second().value()].map(i64::from);
    let behind = match time.time_offset().kind() {
        TimeOffsetKind::NumericOffset(offset) => {
            let minutes =
                60 * i64::from(offset.hour().value()) + i64::from(offset.minute().value());
            if offset.as_str().starts_with('-') { minutes } else { -minutes }
        }
        _ => 0,
    };
    Ok(60 * (60 * hour + minute + behind) + second)
}

#[test]
fn times_are_data() {
    let time = DateTime::new("2024-02-29T23:59:60.25Z").to_value();
    let expected = values::DateTime {
        full_date: values::FullDate { year: 2024, month: 2, day: 29 },
        partial_time: values::PartialTime {
            hour: 23,
            minute: 59,
            second: 60,
            fraction: Some(".25"),
        },
        time_offset: time.time_offset,
    };
    assert_eq!(time, expected);
    assert!(matches!(time.time_offset.kind, values::TimeOffsetKind::Z));
}

#[test]
fn offsets_count() {
    assert_eq!(seconds("2024-01-01T00:00:01Z"), Ok(1));
    assert_eq!(seconds("2024-01-01t01:30:00+01:00"), Ok(1800));
    assert_eq!(seconds("2024-01-01T00:00:00.999-00:30"), Ok(1800));
    assert_eq!(seconds("2024-01-01T00:00:00+00:01"), Ok(-60));
}

#[test]
fn months_have_their_days() {
    let days = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];
    for (month, days) in (1..).zip(days) {
        for day in 0..40 {
            let date = format!("2023-{month:02}-{day:02}");
            assert_eq!(FullDate::is_match(&date), (1..=days).contains(&day), "{date}");
        }
    }
    for year in 0..10_000 {
        let is_leap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
        assert_eq!(FullDate::is_match(&format!("{year:04}-02-29")), is_leap, "{year}");
    }
}

#[test]
fn errors_are_where_no_date_goes_on() {
    let offset = |text| DateTime::parse(text).unwrap_err().offset();
    assert_eq!(offset("2023-02-29T00:00:00Z"), 9);
    assert_eq!(offset("2023-13-01T00:00:00Z"), 6);
    assert_eq!(offset("2023-01-01T24:00:00Z"), 12);
    assert_eq!(offset("2023-01-01T23:59:61Z"), 18);
    assert_eq!(offset("2023-01-01 00:00:00Z"), 10);
    // The grammar requires an offset.
    assert_eq!(offset("2023-01-01T00:00:00"), 19);
}
