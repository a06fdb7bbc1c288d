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
            if offset.sign().value() == '-' { minutes } else { -minutes }
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
    assert!(matches!(time.time_offset, values::TimeOffset::Z));
}

#[cfg(feature = "alloc")]
#[test]
fn data_is_written() {
    let mut time = DateTime::new("2024-02-29t23:59:60.25-01:30").to_value();
    assert_eq!(time.to_text().unwrap().as_str(), "2024-02-29T23:59:60.25-01:30");
    time.time_offset = values::TimeOffset::Z;
    time.full_date.year = 400;
    assert_eq!(time.to_text().unwrap().as_str(), "0400-02-29T23:59:60.25Z");
    // 2023 was not a leap year.
    time.full_date.year = 2023;
    assert_eq!(time.to_text().unwrap_err().field(), "full_date.day");
}

#[cfg(feature = "alloc")]
#[test]
fn the_dates_of_four_centuries_are_written() {
    for year in 1700..2100 {
        for (month, day) in (1..=12).flat_map(|month| (1..=31).map(move |day| (month, day))) {
            let text = format!("{year}-{month:02}-{day:02}");
            let written = values::FullDate { year, month, day }.to_text().ok();
            let expected = FullDate::is_match(&text).then_some(text.as_str());
            assert_eq!(written.as_ref().map(|it| it.as_str()), expected);
        }
    }
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
fn errors_are_at_the_first_byte_that_no_date_has() {
    let offset = |text| DateTime::parse(text).unwrap_err().offset();
    assert_eq!(offset("2023-02-29T00:00:00Z"), 9);
    assert_eq!(offset("2023-13-01T00:00:00Z"), 6);
    assert_eq!(offset("2023-01-01T24:00:00Z"), 12);
    assert_eq!(offset("2023-01-01T23:59:61Z"), 18);
    assert_eq!(offset("2023-01-01 00:00:00Z"), 10);
    // The grammar requires an offset.
    assert_eq!(offset("2023-01-01T00:00:00"), 19);
}
