//! Facts about numbers.

use emitted_values::{Address, Bits, Clock, Date, Hour, Huge, Least, Month, Plus, Ratio, Word, Year};

#[test]
fn numbers_are_those_of_the_standard_library() {
    for year in 0..=9999 {
        assert_eq!(Year::parse(&format!("{year:04}")).unwrap().value(), year);
    }
    for number in 0..=99 {
        assert_eq!(Least::parse(&format!("{number:02}")).unwrap().value(), number);
        assert_eq!(Least::parse(&format!("-{number:02}")).unwrap().value(), -number);
    }
    assert_eq!(Least::new("-128").value(), i8::MIN);
    assert_eq!(Least::new("-00").value(), 0);
    for text in ["0", "z", "Zz", "zzzzz", "1aB0"] {
        assert_eq!(Word::new(text).value(), u32::from_str_radix(text, 36).unwrap(), "{text}");
    }
    for text in ["0", "-7fffffffffffffffffffffffffffffff", "7FFFFFFFFFFFFFFFFFFFFFFFFFFFFFFF"] {
        assert_eq!(Huge::new(text).value(), i128::from_str_radix(text, 16).unwrap(), "{text}");
    }
    assert_eq!(Huge::new("-80000000000000000000000000000000").value(), i128::MIN);
    for byte in 0..=u8::MAX {
        assert_eq!(Bits::parse(&format!("{byte:08b}")).unwrap().value(), byte);
    }
    assert_eq!((Plus::new("+7").value(), Plus::new("9999").value()), (7, 9999));
}

#[test]
fn fractions_are_those_of_the_standard_library() {
    for text in ["0", "-0.", "1.5", "12.25e-3", "3E300", "9e999", "inf"] {
        let number: f64 = text.parse().unwrap();
        assert_eq!(Ratio::new(text).value().to_bits(), number.to_bits(), "{text}");
    }
}

#[test]
fn other_types_may_refuse_a_text() {
    let address = Address::new("127.0.0.1");
    assert_eq!(address.try_value(), Ok(core::net::Ipv4Addr::LOCALHOST));
    assert!(Address::new("127.0.0.256").try_value().is_err());
}

#[cfg(feature = "alloc")]
#[test]
fn other_types_are_written() {
    use core::net::Ipv4Addr;
    for octets in [[0; 4], [127, 0, 0, 1], [255; 4]] {
        let text = emitted_values::AddressBuf::from_value(&Ipv4Addr::from(octets)).unwrap();
        assert_eq!(text.try_value(), Ok(octets.into()));
    }
}

#[test]
fn constants_and_conversions_have_numbers() {
    const YEAR: u16 = Year::new("2024").value();
    assert_eq!((YEAR, u16::from(Year::new("0007"))), (2024, 7));
    let date = Date::new("2024-0400-31");
    assert_eq!((date.year().value(), date.day().value()), (2024, 31));
    // The type is the wider of the two.
    let month: u16 = date.kind().value();
    assert_eq!(month, 400);
    assert_eq!(Date::new("2024-04-30").kind().value(), 4);
    assert_eq!(u8::from(Month::new("11")), 11);
}

#[cfg(feature = "alloc")]
#[test]
fn parts_are_data() {
    use emitted_values::{Reading, ReadingBuf, values};
    use values::{Clock, Date, Item, Tag, Time};
    let reading = Reading::new("ab!:1.5,2359,#x;2024-0400-31@12:34").to_value();
    let kinds = [
        Item::Ratio(1.5),
        Item::Clock(Clock { hours: vec![23, 59] }),
        Item::Tag(Tag { label: "x" }),
    ];
    let expected = values::Reading {
        label: "ab",
        has_exclamation: true,
        items: kinds.into(),
        date: Some(Date { year: 2024, kind: 400, day: 31 }),
        time: Some(Time { hours: vec![12, 34] }),
    };
    assert_eq!(reading, expected);
    let least = values::Reading {
        label: "a",
        has_exclamation: false,
        items: vec![Item::Ratio(0.0)],
        date: None,
        time: None,
    };
    assert_eq!(ReadingBuf::parse("a:0".to_owned()).unwrap().to_value(), least);
}

#[cfg(feature = "alloc")]
#[test]
fn a_choice_is_its_alternative() {
    use emitted_values::{Setting, values};
    for (text, expected) in
        [("#A", values::Setting::Kind("#A")), ("10.0.0.1", values::Setting::Address("10.0.0.1"))]
    {
        let data = Setting::new(text).to_value();
        assert_eq!(data, expected);
        assert_eq!(data.to_text().unwrap().as_str(), text);
    }
}

#[cfg(feature = "alloc")]
#[test]
fn data_is_written() {
    use emitted_values::{ReadingBuf, values};
    use values::{Clock, Date, Item, Tag, Time};
    let kinds =
        [Item::Ratio(-0.5), Item::Clock(Clock { hours: vec![7, 0] }), Item::Tag(Tag { label: "x" })];
    let mut data = values::Reading {
        label: "ab",
        has_exclamation: true,
        items: kinds.into(),
        date: Some(Date { year: 24, kind: 12, day: 1 }),
        time: Some(Time { hours: vec![2, 34] }),
    };
    // Zeros are written only where the rule requires them.
    let text = data.to_text().unwrap();
    assert_eq!(text.as_str(), "ab!:-0.5,0700,#x;0024-12-01@02:34");
    assert_eq!(ReadingBuf::try_from(&data), Ok(text));
    // The other rule for months has 31 days; `0400` is one of its numbers.
    data.date = Some(Date { year: 24, kind: 400, day: 31 });
    data.has_exclamation = false;
    assert_eq!(data.to_text().unwrap().as_str(), "ab:-0.5,0700,#x;0024-0400-31@02:34");
    // A text that is too large for the type has this value too.
    data.items = vec![Item::Ratio(f64::NEG_INFINITY)];
    assert_eq!(data.to_text().unwrap().as_str(), "ab:-2e308;0024-0400-31@02:34");
}

#[cfg(feature = "alloc")]
#[test]
fn data_without_a_text_is_refused() {
    use emitted_values::values;
    use values::{Clock, Date, Item, Tag};
    let error = |label, kind, date| {
        let items = vec![Item::Clock(Clock { hours: vec![1, 2] }), kind];
        let data = values::Reading { label, has_exclamation: false, items, date, time: None };
        data.to_text().unwrap_err()
    };
    let tag = |label| Item::Tag(Tag { label });
    let date = Some(Date { year: 2024, kind: 4, day: 40 });
    assert_eq!(error("a", tag("x"), date).field(), "date.day");
    assert_eq!(error("a", tag("x,#y"), None).field(), "items[1].label");
    let injected = error("a:1;2024-04-30@", tag("x"), None);
    assert_eq!(
        injected.to_string(),
        "no text of `reading` has this value of `label`"
    );
    // No text separates the hours, so there must be two digits.
    let clock = |hours| error("a", Item::Clock(Clock { hours }), None);
    assert_eq!(clock(vec![1]).field(), "items[1].hours");
    assert_eq!(clock(vec![1, 2, 3]).field(), "items[1].hours");
}

#[cfg(feature = "alloc")]
#[test]
fn fractions_are_written() {
    use emitted_values::Reading;
    for text in ["a:NaN,#x,NaN", "a:inf", "a:-0,0.5,1e300,1e-300", "a:0.00000015,100000"] {
        assert_eq!(Reading::new(text).to_value().to_text().unwrap().as_str(), text);
    }
    // `-inf` is no text of the rule.
    let below = Reading::new("a:-9e999").to_value().to_text().unwrap();
    assert_eq!(below.as_str(), "a:-2e308");
    let mut data = Reading::new("a:nan,#x").to_value();
    data.label = "a:nan,#b";
    assert_eq!(data.to_text().unwrap_err().field(), "label");
}

#[cfg(feature = "alloc")]
#[test]
fn numbers_have_the_notation_of_the_rule() {
    use emitted_values::{Measure, values};
    for text in ["001.500:0a", "100.000:aB1", "000.001:00:+1.0E+000", "000.000:1B:-1.5E-012"] {
        assert_eq!(Measure::new(text).to_value().to_text().unwrap().as_str(), text);
    }
    let data = values::Measure { padded: 12.5, mixed: 0xBA, power: Some(-1e99) };
    assert_eq!(data.to_text().unwrap().as_str(), "012.500:Ba:-1.0E+099");
    let error = |padded, mixed, power| values::Measure { padded, mixed, power }.to_text().unwrap_err();
    assert_eq!(error(0.0625, 0, None).field(), "padded");
    assert_eq!(error(0.0, 0xC, None).field(), "mixed");
    assert_eq!(error(0.0, 0, Some(f64::NAN)).field(), "power");
}

#[test]
fn digits_with_parts_are_no_number() {
    let clock = Clock::new("2359");
    let hours: Vec<u8> = clock.hours().map(Hour::value).collect();
    assert_eq!(hours, [23, 59]);
}

/// The values in columns are those of the accessors.
#[cfg(feature = "columns")]
#[test]
fn columns_have_numbers() {
    use emitted_values::columns::{self, Columns};
    let bits_of = |columns: &Columns, text: &str| {
        let count = columns.parts.len() * Columns::BLOCK;
        let (mut spans, mut bits) = (vec![[0; 2]; count], vec![0; count]);
        let texts = [&b""[..], text.as_bytes()];
        assert_eq!((columns.values)(&texts, &mut spans, &mut bits), 2, "{text}");
        let parts = columns.parts.iter().zip(bits.chunks(Columns::BLOCK));
        parts.map(|(part, bits)| (part.name, part.value, bits[1])).collect::<Vec<_>>()
    };
    let date = bits_of(&columns::DATE, "2024-0400-31");
    for part in [("year", "u16", 2024), ("kind", "u16", 400), ("month", "u8", 0), ("day", "u8", 31)] {
        assert!(date.contains(&part), "{date:?}");
    }
    let [whole, fraction, power] = [1.5_f32.to_bits().into(), 0xA0, 0];
    assert_eq!(
        bits_of(&columns::MEASURE, "001.500:a0"),
        [("padded", "f32", whole), ("mixed", "u16", fraction), ("power", "f64", power)]
    );
    let last = bits_of(&columns::MEASURE, "001.500:a0:-2.E+001")[2];
    assert_eq!(last, ("power", "f64", (-20.0_f64).to_bits()));
    assert_eq!((columns::CODE.parts.len(), columns::CODE.rule), (0, "code"));
    let mut message = String::new();
    assert_eq!((columns::DATE.error)(b"2024-13-01", &mut message), Some(6));
    assert_eq!(message, Date::parse("2024-13-01").unwrap_err().to_string());
    assert_eq!((columns::DATE.error)(b"2024-12-01", &mut message), None);
    assert!(columns::all().iter().all(|it| it.is_text));
}
