//! Converts dates and times of the Internet (RFC 3339) to UTC. The library `jiff` knows the calendar.
//! With `--package abnf-rfc3339 --features alloc`, `cargo run --example dates` reads its arguments.

use abnf_rfc3339::values::{DateTime, FullDate, TimeOffset};
use jiff::{SignedDuration, civil};
use std::error::Error;

fn main() -> Result<(), Box<dyn Error>> {
    for text in std::env::args().skip(1) {
        println!("{}", in_utc(&text)?);
    }
    Ok(())
}

/// Returns the same time in UTC. An offset has no seconds, so a leap second stays one.
fn in_utc(text: &str) -> Result<String, Box<dyn Error>> {
    let mut data = DateTime::parse(text)?;
    if let TimeOffset::NumericOffset(offset) = data.time_offset {
        let minutes = 60 * i64::from(offset.hour) + i64::from(offset.minute);
        let ahead = SignedDuration::from_mins(if offset.sign == '-' { -minutes } else { minutes });
        let (date, time) = (data.full_date, &mut data.partial_time);
        let fields = [date.month, date.day, time.hour, time.minute].map(u8::cast_signed);
        let [month, day, hour, minute] = fields;
        let local = civil::DateTime::new(date.year.try_into()?, month, day, hour, minute, 0, 0)?;
        let utc = local.checked_sub(ahead)?;
        let [month, day] = [utc.month(), utc.day()].map(i8::unsigned_abs);
        data.full_date = FullDate { year: utc.year().try_into()?, month, day };
        [time.hour, time.minute] = [utc.hour(), utc.minute()].map(i8::unsigned_abs);
        data.time_offset = TimeOffset::Z;
    }
    Ok(data.to_text()?.as_str().to_owned())
}

#[test]
fn times_are_in_utc() {
    let converted = |text| in_utc(text).unwrap();
    assert_eq!(converted("2024-03-01T00:30:00.5+01:30"), "2024-02-29T23:00:00.5Z");
    assert_eq!(converted("1998-12-31t15:59:60-08:00"), "1998-12-31T23:59:60Z");
    assert!(in_utc("0000-01-01T00:00:00+00:01").is_err(), "the year before 0 has no text");
}
