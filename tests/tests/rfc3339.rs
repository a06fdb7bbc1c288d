//! `date-time` of RFC 3339: the generated matcher agrees with a hand-written check and with
//! the RFC.

use conformance::rfc3339::is_date_time;
use conformance::rfc3339::rules::DateTime;
use conformance::strings::{Random, mutate};

#[track_caller]
fn compare(text: &str) -> bool {
    let found = DateTime::is_match(text);
    assert_eq!(found, is_date_time(text), "{text:?}");
    found
}

/// The examples of section 5.8, and similar texts.
#[test]
fn examples_of_the_rfc() {
    for text in [
        "1985-04-12T23:20:50.52Z",
        "1996-12-19T16:39:57-08:00",
        "1990-12-31T23:59:60Z",
        "1990-12-31T15:59:60-08:00",
        "1937-01-01T12:00:27.87+00:20",
        // Section 5.6: T and Z may be lower case; section 4.3: -00:00.
        "1985-04-12t23:20:50z",
        "1985-04-12T23:20:50-00:00",
    ] {
        assert!(compare(text), "{text}");
    }
    for text in [
        "1985-04-12 23:20:50Z",
        "1985-04-12T23:20:50",
        "1985-04-12T23:20:50.Z",
        "1985-04-12T24:00:00Z",
        "1985-04-12T23:60:00Z",
        "1985-04-12T23:20:61Z",
        "1985-04-12T23:20:50+24:00",
        "1985-04-12T23:20:50+0800",
        "85-04-12T23:20:50Z",
        "1900-02-29T00:00:00Z",
    ] {
        assert!(!compare(text), "{text}");
    }
}

/// All dates, including impossible ones. Ten thousand years have 25 times 146097 days, the days of
/// 400 years.
#[test]
fn all_dates() {
    let mut text = *b"0000-00-00T00:00:00Z";
    let mut count = 0;
    let digit = |number: usize| b'0' + u8::try_from(number % 10).expect("a digit");
    for year in 0..10_000 {
        for (i, unit) in [1000, 100, 10, 1].into_iter().enumerate() {
            text[i] = digit(year / unit);
        }
        for month in 0..20 {
            (text[5], text[6]) = (digit(month / 10), digit(month));
            for day in 0..40 {
                (text[8], text[9]) = (digit(day / 10), digit(day));
                count += usize::from(compare(std::str::from_utf8(&text).expect("ASCII")));
            }
        }
    }
    assert_eq!(count, 25 * 146_097);
}

/// Every byte of a text replaced by every other one of ASCII, removed or doubled.
#[test]
fn one_change_everywhere() {
    let mut accepted = 0;
    for text in ["2024-02-29T23:59:60Z", "1999-12-31T19:05:09.250-11:30", "2000-11-30t00:00:00.1z"]
    {
        assert!(compare(text));
        for at in 0..text.len() {
            for byte in 0..128 {
                let mut changed = text.as_bytes().to_vec();
                changed[at] = byte;
                accepted += usize::from(compare(std::str::from_utf8(&changed).expect("ASCII")));
                changed.insert(at, byte);
                compare(std::str::from_utf8(&changed).expect("ASCII"));
            }
            compare(&(text[..at].to_owned() + &text[at + 1..]));
            compare(&text[..at]);
        }
    }
    assert!(accepted > 200, "{accepted}");
}

#[test]
fn random_changes() {
    let alphabet = b"0123456789-:.+TtZz ";
    let mut random = Random::new(11);
    let mut accepted = 0;
    for text in ["2023-09-30T08:15:00.123456789Z", "0000-02-29T00:00:00+14:00"] {
        for _ in 0..200_000 {
            let changed = mutate(text.as_bytes(), b"2100-02-28", alphabet, &mut random);
            let Ok(changed) = std::str::from_utf8(&changed) else { continue };
            accepted += usize::from(compare(changed));
        }
    }
    assert!(accepted > 20_000, "{accepted}");
}
