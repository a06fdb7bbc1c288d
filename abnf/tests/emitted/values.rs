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

#[test]
fn constants_and_conversions_have_numbers() {
    const YEAR: u16 = Year::new("2024").value();
    assert_eq!((YEAR, u16::from(Year::new("0007"))), (2024, 7));
    let date = Date::new("2024-0400-31");
    assert_eq!((date.year().value(), date.day().value()), (2024, 31));
    // The wider type of two.
    let month: u16 = date.kind().value();
    assert_eq!(month, 400);
    assert_eq!(Date::new("2024-04-30").kind().value(), 4);
    assert_eq!(u8::from(Month::new("11")), 11);
}

#[cfg(feature = "alloc")]
#[test]
fn parts_are_data() {
    use emitted_values::{Reading, ReadingBuf, values};
    use values::{Clock, Date, Item, ItemKind, Tag, Time};
    let reading = Reading::new("ab!:1.5,2359,#x;2024-0400-31@12:34").to_value();
    let kinds = [
        ItemKind::Ratio(1.5),
        ItemKind::Clock(Clock { hours: vec![23, 59] }),
        ItemKind::Tag(Tag { label: "x" }),
    ];
    let expected = values::Reading {
        label: "ab",
        has_exclamation: true,
        items: kinds.map(|kind| Item { kind }).into(),
        date: Some(Date { year: 2024, kind: 400, day: 31 }),
        time: Some(Time { hours: vec![12, 34] }),
    };
    assert_eq!(reading, expected);
    let least = values::Reading {
        label: "a",
        has_exclamation: false,
        items: vec![Item { kind: ItemKind::Ratio(0.0) }],
        date: None,
        time: None,
    };
    assert_eq!(ReadingBuf::parse("a:0".to_owned()).unwrap().to_value(), least);
}

#[test]
fn digits_with_parts_are_no_number() {
    let clock = Clock::new("2359");
    let hours: Vec<u8> = clock.hours().map(Hour::value).collect();
    assert_eq!(hours, [23, 59]);
}
