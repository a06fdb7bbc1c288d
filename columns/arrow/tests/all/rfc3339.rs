//! Rules of the crate for RFC 3339, compared with its accessors and its data: numbers and characters.
#![allow(clippy::redundant_closure_for_method_calls, reason = "each part has a type of its own")]

use crate::check::{Parts, call, check_all};
use crate::layouts::Row;
use crate::random::Random;
use abnf_arrow::Function;
use abnf_layout::{Columns, rule};
use abnf_rfc3339::{FullDate, NumericOffset, PartialTime, values};
use arrow_array::cast::AsArray;
use arrow_array::types::{UInt8Type, UInt16Type};
use arrow_array::{Array, BinaryArray, StructArray};

static DATE: Columns = rule!(abnf_rfc3339::columns::FULL_DATE);
static TIME: Columns = rule!(abnf_rfc3339::columns::PARTIAL_TIME);
static OFFSET: Columns = rule!(abnf_rfc3339::columns::TIME_NUMOFFSET);

fn owned<const P: usize>(parts: [Option<&str>; P]) -> Vec<Row> {
    parts.map(|part| part.map(|it| it.as_bytes().to_vec())).to_vec()
}

fn date(text: &[u8]) -> Parts {
    let date = FullDate::parse(str::from_utf8(text).ok()?).ok()?;
    Some(owned([date.year().as_str(), date.month().as_str(), date.day().as_str()].map(Some)))
}

fn time(text: &[u8]) -> Parts {
    let time = PartialTime::parse(str::from_utf8(text).ok()?).ok()?;
    let [hour, minute, second] =
        [time.hour().as_str(), time.minute().as_str(), time.second().as_str()];
    Some(owned([Some(hour), Some(minute), Some(second), time.fraction().map(|it| it.as_str())]))
}

fn offset(text: &[u8]) -> Parts {
    let offset = NumericOffset::parse(str::from_utf8(text).ok()?).ok()?;
    Some(owned(
        [offset.sign().as_str(), offset.hour().as_str(), offset.minute().as_str()].map(Some),
    ))
}

/// Random dates, times and offsets, some of them not valid, and nulls.
fn rows(seed: u64, text: fn(&mut Random) -> String) -> Vec<Row> {
    let mut random = Random(seed);
    let mut row = || match random.below(9) {
        0 => None,
        1 => Some(text(&mut random).replace(['1', ':'], "é").into_bytes()),
        _ => Some(text(&mut random).into_bytes()),
    };
    (0..250).map(|_| row()).collect()
}

fn random_date(random: &mut Random) -> String {
    let (year, month, day) = (random.below(10_000), random.below(13), random.below(32));
    format!("{year:04}-{month:02}-{day:02}")
}

fn random_time(random: &mut Random) -> String {
    let (hour, minute, second) = (random.below(25), random.below(61), random.below(62));
    let fraction = random.one(&["", "", ".", ".5", ".123456789", ".000000000000000000"]);
    format!("{hour:02}:{minute:02}:{second:02}{fraction}")
}

fn random_offset(random: &mut Random) -> String {
    let (hour, minute) = (random.below(25), random.below(61));
    format!("{}{hour:02}:{minute:02}", random.one(&["+", "-"]))
}

#[test]
fn parts_are_those_of_the_accessors() {
    for seed in 1..3 {
        check_all(&DATE, &rows(seed, random_date), date, seed);
        check_all(&TIME, &rows(seed, random_time), time, seed);
        check_all(&OFFSET, &rows(seed, random_offset), offset, seed);
    }
}

/// Calls `check` for each row with its text, the values and the number of the row.
fn each_row(columns: &Columns, rows: &[Row], check: impl Fn(&str, Option<(&StructArray, usize)>)) {
    let array: BinaryArray = rows.iter().map(Option::as_deref).collect();
    let made = call(Function::Values, columns, &array);
    for (row, text) in rows.iter().enumerate() {
        if let Some(text) = text {
            let fields = made.is_valid(row).then(|| (made.as_struct(), row));
            check(str::from_utf8(text).unwrap(), fields);
        }
    }
}

#[test]
fn values_are_those_of_data() {
    each_row(&DATE, &rows(3, random_date), |text, row| {
        let made = row.map(|(fields, row)| values::FullDate {
            year: fields.column(0).as_primitive::<UInt16Type>().value(row),
            month: fields.column(1).as_primitive::<UInt8Type>().value(row),
            day: fields.column(2).as_primitive::<UInt8Type>().value(row),
        });
        assert_eq!(made, values::FullDate::parse(text).ok(), "{text}");
    });
    each_row(&OFFSET, &rows(4, random_offset), |text, row| {
        let made = row.map(|(fields, row)| values::NumericOffset {
            sign: fields.column(0).as_string_view().value(row).chars().next().unwrap(),
            hour: fields.column(1).as_primitive::<UInt8Type>().value(row),
            minute: fields.column(2).as_primitive::<UInt8Type>().value(row),
        });
        assert_eq!(made, values::NumericOffset::parse(text).ok(), "{text}");
    });
}
