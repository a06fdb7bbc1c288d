//! Times by RFC 3339. Libraries must read the same fields. In our data, the fraction is its digits.

use super::Operation;
use super::samples::time;
use super::texts;
use abnf_rfc3339::DateTime;
use abnf_rfc3339::values::{DateTime as Data, TimeOffset};
use chrono::{DateTime as Chrono, Datelike as _, FixedOffset, Timelike as _};
use jiff::fmt::temporal::{DateTimeParser, Pieces};
use time::OffsetDateTime;
use time::format_description::well_known::Rfc3339;

pub(crate) fn operations(count: usize) -> Vec<Operation<'static>> {
    vec![read(count), write(count)]
}

/// Reading is timed up to these bytes: year, month to second, nanosecond, minutes from UTC.
fn bytes(year: i32, month_to_second: [u8; 5], nanosecond: u32, offset: i32) -> [u8; 17] {
    let mut bytes = [0; 17];
    bytes[..4].copy_from_slice(&year.to_le_bytes());
    bytes[4..9].copy_from_slice(&month_to_second);
    bytes[9..13].copy_from_slice(&nanosecond.to_le_bytes());
    bytes[13..].copy_from_slice(&offset.to_le_bytes());
    bytes
}

fn read(count: usize) -> Operation<'static> {
    let [ours, by_jiff, by_time, by_chrono] = [(); 4].map(|()| texts(count, 3339, time));
    Operation::new("read dates", count)
        .ours("generated", move |take| {
            ours.iter().for_each(|it| take(&of_data(&Data::parse(it).unwrap())));
        })
        .same("jiff", move |take| {
            let parser = DateTimeParser::new();
            by_jiff.iter().for_each(|it| take(&of_jiff(&parser.parse_pieces(it).unwrap())));
        })
        .same("time", move |take| {
            let parsed = |it: &String| OffsetDateTime::parse(it, &Rfc3339).unwrap();
            by_time.iter().for_each(|it| take(&of_time(parsed(it))));
        })
        .same("chrono", move |take| {
            let parsed = |it: &String| Chrono::parse_from_rfc3339(it).unwrap();
            by_chrono.iter().for_each(|it| take(&of_chrono(parsed(it))));
        })
}

fn of_data(data: &Data<'_>) -> [u8; 17] {
    let (date, time) = (&data.full_date, &data.partial_time);
    let fraction = time.fraction.map_or(&b""[..], |it| &it.as_bytes()[1..]);
    let digits = fraction.iter().chain(std::iter::repeat(&b'0')).take(9);
    let nanosecond = digits.fold(0, |sum, digit| 10 * sum + u32::from(digit - b'0'));
    let offset = match &data.time_offset {
        TimeOffset::Z => 0,
        TimeOffset::NumericOffset(it) => {
            let minutes = 60 * i32::from(it.hour) + i32::from(it.minute);
            if it.sign == '-' { -minutes } else { minutes }
        }
    };
    let rest = [date.month, date.day, time.hour, time.minute, time.second];
    bytes(date.year.into(), rest, nanosecond, offset)
}

fn of_jiff(pieces: &Pieces<'_>) -> [u8; 17] {
    let (date, time) = (pieces.date(), pieces.time().unwrap());
    let rest = [date.month(), date.day(), time.hour(), time.minute(), time.second()];
    let offset = pieces.to_numeric_offset().unwrap().seconds() / 60;
    let nanosecond = u32::try_from(time.subsec_nanosecond()).unwrap();
    bytes(date.year().into(), rest.map(i8::cast_unsigned), nanosecond, offset)
}

fn of_time(it: OffsetDateTime) -> [u8; 17] {
    let rest = [it.month().into(), it.day(), it.hour(), it.minute(), it.second()];
    bytes(it.year(), rest, it.nanosecond(), i32::from(it.offset().whole_minutes()))
}

fn of_chrono(it: Chrono<FixedOffset>) -> [u8; 17] {
    let rest = [it.month(), it.day(), it.hour(), it.minute(), it.second()];
    let rest = rest.map(|it| u8::try_from(it).unwrap());
    bytes(it.year(), rest, it.nanosecond(), it.offset().local_minus_utc() / 60)
}

fn write(count: usize) -> Operation<'static> {
    let [own, plain, hand, by_jiff, by_time, by_chrono] =
        [(); 6].map(|()| texts(count, 3339, time));
    // The data borrows the texts.
    let [own, plain, hand] = [own, plain, hand].map(|texts| &*texts.leak());
    let data = |texts: &'static [String]| -> Vec<Data<'static>> {
        texts.iter().map(|it| DateTime::parse(it).unwrap().to_value()).collect()
    };
    let (own, plain, hand) = (data(own), data(plain), data(hand));
    let by_jiff: Vec<_> =
        by_jiff.iter().map(|it| Pieces::parse(it).unwrap().into_owned()).collect();
    let by_time: Vec<_> =
        by_time.iter().map(|it| OffsetDateTime::parse(it, &Rfc3339).unwrap()).collect();
    let by_chrono: Vec<_> =
        by_chrono.iter().map(|it| Chrono::parse_from_rfc3339(it).unwrap()).collect();
    Operation::new("write dates", count)
        .ours("generated", move |take| {
            own.iter().for_each(|it| take(it.to_text().unwrap().as_str().as_bytes()));
        })
        .same("by hand", move |take| {
            hand.iter().for_each(|it| take(written(it).unwrap().as_bytes()));
        })
        .same("format!", move |take| {
            plain.iter().for_each(|it| take(formatted(it).as_bytes()));
        })
        .other("jiff", move |take| {
            by_jiff.iter().for_each(|it| take(it.to_string().as_bytes()));
        })
        .other("time", move |take| {
            by_time.iter().for_each(|it| take(it.format(&Rfc3339).unwrap().as_bytes()));
        })
        .other("chrono", move |take| {
            by_chrono.iter().for_each(|it| take(it.to_rfc3339().as_bytes()));
        })
}

/// Writes the same text, if the numbers are those of a date and the fraction has digits.
fn written(data: &Data<'_>) -> Option<String> {
    let (date, time) = (&data.full_date, &data.partial_time);
    let is_leap = date.year % 4 == 0 && (date.year % 100 != 0 || date.year % 400 == 0);
    let days = match date.month {
        1 | 3 | 5 | 7 | 8 | 10 | 12 => 31,
        4 | 6 | 9 | 11 => 30,
        2 => 28 + u8::from(is_leap),
        _ => return None,
    };
    let two = |text: &mut String, number: u8| {
        text.push(char::from(b'0' + number / 10));
        text.push(char::from(b'0' + number % 10));
    };
    let mut text = String::with_capacity(35);
    let is_date = date.year <= 9999 && 1 <= date.day && date.day <= days;
    (is_date && time.hour < 24 && time.minute < 60 && time.second <= 60).then_some(())?;
    two(&mut text, u8::try_from(date.year / 100).ok()?);
    two(&mut text, u8::try_from(date.year % 100).ok()?);
    for (separator, number) in [
        ('-', date.month),
        ('-', date.day),
        ('T', time.hour),
        (':', time.minute),
        (':', time.second),
    ] {
        text.push(separator);
        two(&mut text, number);
    }
    if let Some(fraction) = time.fraction {
        let digits = fraction.strip_prefix('.').filter(|it| !it.is_empty())?;
        digits.bytes().all(|byte| byte.is_ascii_digit()).then_some(())?;
        text.push_str(fraction);
    }
    match &data.time_offset {
        TimeOffset::Z => text.push('Z'),
        TimeOffset::NumericOffset(it) => {
            (matches!(it.sign, '+' | '-') && it.hour < 24 && it.minute < 60).then_some(())?;
            text.push(it.sign);
            two(&mut text, it.hour);
            text.push(':');
            two(&mut text, it.minute);
        }
    }
    Some(text)
}

fn formatted(data: &Data<'_>) -> String {
    let (date, time) = (&data.full_date, &data.partial_time);
    let (year, month, day) = (date.year, date.month, date.day);
    let (hour, minute, second) = (time.hour, time.minute, time.second);
    let fraction = time.fraction.unwrap_or("");
    match &data.time_offset {
        TimeOffset::Z => {
            format!("{year:04}-{month:02}-{day:02}T{hour:02}:{minute:02}:{second:02}{fraction}Z")
        }
        TimeOffset::NumericOffset(it) => format!(
            "{year:04}-{month:02}-{day:02}T{hour:02}:{minute:02}:{second:02}{fraction}\
             {}{:02}:{:02}",
            it.sign, it.hour, it.minute
        ),
    }
}
