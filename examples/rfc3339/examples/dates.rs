//! Converts dates and times of the Internet (RFC 3339) to UTC. The library `jiff` knows the calendar.
//!
//! ```console
//! $ cargo run --package abnf-rfc3339 --features alloc --example dates 2024-03-01T00:30:00.5+01:30
//! 2024-02-29T23:00:00.5Z
//! ```

use abnf_rfc3339::{DateTime, values};
use jiff::{Timestamp, civil, tz::Offset};
use std::error::Error;

fn main() -> Result<(), Box<dyn Error>> {
    for text in std::env::args().skip(1) {
        println!("{}", in_utc(&text)?);
    }
    Ok(())
}

fn in_utc(text: &str) -> Result<String, Box<dyn Error>> {
    let mut data = DateTime::parse(text)?.to_value();
    let time = Offset::UTC.to_datetime(timestamp(&data)?);
    let [month, day] = [time.month(), time.day()].map(i8::unsigned_abs);
    data.full_date = values::FullDate { year: time.year().try_into()?, month, day };
    data.partial_time.hour = time.hour().unsigned_abs();
    data.partial_time.minute = time.minute().unsigned_abs();
    data.time_offset = values::TimeOffset::Z;
    Ok(data.to_text()?.as_str().to_owned())
}

/// Returns the beginning of the second, or of the one before a leap second.
fn timestamp(data: &values::DateTime<'_>) -> Result<Timestamp, Box<dyn Error>> {
    let values::FullDate { year, month, day } = data.full_date;
    let values::PartialTime { hour, minute, second, .. } = data.partial_time;
    let [month, day, hour, minute, second] =
        [month, day, hour, minute, second.min(59)].map(u8::cast_signed);
    let offset = match &data.time_offset {
        values::TimeOffset::Z => 0,
        values::TimeOffset::NumericOffset(it) => {
            let minutes = 60 * i32::from(it.hour) + i32::from(it.minute);
            if it.sign == '-' { -minutes } else { minutes }
        }
    };
    let time = civil::DateTime::new(year.try_into()?, month, day, hour, minute, second, 0)?;
    Ok(Offset::from_seconds(60 * offset)?.to_timestamp(time)?)
}

#[test]
fn times_are_in_utc() {
    let converted = |text| in_utc(text).unwrap();
    assert_eq!(converted("2024-03-01T00:30:00.5+01:30"), "2024-02-29T23:00:00.5Z");
    assert_eq!(converted("1998-12-31t15:59:60-08:00"), "1998-12-31T23:59:60Z");
    assert!(in_utc("0000-01-01T00:00:00+00:01").is_err(), "the year before 0 has no text");
}
