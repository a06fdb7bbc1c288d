//! Data of generated code beside that of the libraries that people use for the same formats, on
//! random texts.

use cookie::Cookie;
use fastrand::Rng;
use gallery::rfc6265::{AttributeKind, SetCookie};
use gallery::rfc9110::ContentType;
use gallery::semver::Version;
use jiff::Timestamp;
use mime::Mime;

const TEXTS: usize = 1_000_000;

/// A text of pieces, each with one of its alternatives.
fn text(rng: &mut Rng, pieces: &[&[&str]]) -> String {
    pieces.iter().map(|piece| piece[rng.usize(..piece.len())]).collect()
}

/// The data of RFC 3339 is a point in time, computed as Richards' algorithm for Julian days has it.
#[test]
fn dates_are_those_of_jiff() {
    use abnf_rfc3339::values::{DateTime, TimeOffset};
    let seconds = |data: &DateTime<'_>| {
        let (year, month) = (i64::from(data.full_date.year), i64::from(data.full_date.month));
        let (year, month) = if month > 2 { (year, month - 3) } else { (year - 1, month + 9) };
        let days = 365 * year + year.div_euclid(4) - year.div_euclid(100) + year.div_euclid(400);
        let day = days + (153 * month + 2) / 5 + i64::from(data.full_date.day) - 719_469;
        let time = &data.partial_time;
        let [hour, minute, second] = [time.hour, time.minute, time.second.min(59)].map(i64::from);
        let minutes = match &data.time_offset {
            TimeOffset::Z => 0,
            TimeOffset::NumericOffset(it) => {
                let minutes = 60 * i64::from(it.hour) + i64::from(it.minute);
                if it.sign == '-' { -minutes } else { minutes }
            }
        };
        86_400 * day + 3_600 * hour + 60 * (minute - minutes) + second
    };
    let (mut rng, mut matching) = (Rng::with_seed(3339), 0);
    for _ in 0..TEXTS {
        let [year, month, day] = [rng.u16(..10_000), rng.u16(1..=12), rng.u16(1..=31)];
        let [hour, minute, second] = [rng.u8(..24), rng.u8(..60), rng.u8(..=60)];
        let fraction = match rng.u8(..3) {
            0 => String::new(),
            _ => format!(".{:0width$}", rng.u32(..1_000), width = rng.usize(3..=9)),
        };
        let offset = match rng.u8(..3) {
            0 => text(&mut rng, &[&["Z", "z"]]),
            _ => {
                format!("{}{:02}:{:02}", text(&mut rng, &[&["+", "-"]]), rng.u8(..24), rng.u8(..60))
            }
        };
        let t = text(&mut rng, &[&["T", "t"]]);
        let text = format!(
            "{year:04}-{month:02}-{day:02}{t}{hour:02}:{minute:02}:{second:02}{fraction}{offset}"
        );
        let ours = abnf_rfc3339::DateTime::parse(text.as_str());
        let theirs: Result<Timestamp, _> = text.parse();
        assert_eq!(ours.is_ok(), theirs.is_ok(), "{text}");
        let (Ok(ours), Ok(theirs)) = (ours, theirs) else { continue };
        let data = ours.to_value();
        let digits = data.partial_time.fraction.map_or("", |it| &it[1..]);
        let nanoseconds: i128 = format!("{digits:0<9}").parse().unwrap();
        let expected = i128::from(seconds(&data)) * 1_000_000_000 + nanoseconds;
        assert_eq!(expected, theirs.as_nanosecond(), "{text}");
        assert!(data.to_text().unwrap().as_str().eq_ignore_ascii_case(&text), "{text}");
        matching += 1;
    }
    assert!(matching > TEXTS / 2, "{matching}");
}

#[test]
fn versions_are_those_of_semver() {
    let number: &[&str] =
        &["0", "1", "10", "01", "18446744073709551615", "18446744073709551616", ""];
    let word: &[&str] = &["", "a", "0", "-", "00", "1a", "a.b", "0.1", "01", ".", "x-y.7", "é"];
    let (mut rng, mut matching) = (Rng::with_seed(2), 0);
    for _ in 0..TEXTS {
        let text = text(
            &mut rng,
            &[
                number,
                &[".", ".", ".", ""],
                number,
                &["."],
                number,
                &["", "-"],
                word,
                &["", "+"],
                word,
            ],
        );
        let ours = Version::parse(text.as_str());
        let theirs = semver::Version::parse(&text);
        assert_eq!(ours.is_ok(), theirs.is_ok(), "{text}");
        let (Ok(ours), Ok(theirs)) = (ours, theirs) else { continue };
        let data = ours.to_value();
        assert_eq!(
            (data.major, data.minor, data.patch),
            (theirs.major, theirs.minor, theirs.patch)
        );
        let words = data.pre_release.map(|it| it.identifiers.join(".")).unwrap_or_default();
        assert_eq!(words, theirs.pre.as_str(), "{text}");
        assert_eq!(
            data.build.map(|it| it.words.join(".")).unwrap_or_default(),
            theirs.build.as_str()
        );
        matching += 1;
    }
    assert!(matching > TEXTS / 100, "{matching}");
}

/// Where both accept a text. The library keeps the backslashes of quoted text, and compares values of
/// `charset` regardless of case.
#[test]
fn media_types_are_those_of_mime() {
    let token: &[&str] = &["text", "html", "x", "a+b", "*", "vnd.a-b", "A", ""];
    let value: &[&str] = &[
        "utf-8",
        "\"utf-8\"",
        "\"a b\"",
        "\"\"",
        "\"a\\\"b\"",
        "\"a;b\"",
        "x",
        "\"\\\\\"",
        "a b",
        "",
    ];
    let name: &[&str] = &["charset", "a", "Q", "x-y", ""];
    let (mut rng, mut both) = (Rng::with_seed(9110), 0);
    for _ in 0..TEXTS {
        let mut text = text(&mut rng, &[token, &["/"], token]);
        for _ in 0..rng.u8(..3) {
            text += &self::text(&mut rng, &[&[";", "; ", " ; "], name, &["="], value]);
        }
        let (Ok(ours), Ok(theirs)) = (ContentType::parse(text.as_bytes()), text.parse::<Mime>())
        else {
            continue;
        };
        let data = ours.to_value();
        assert!(data.main_type.eq_ignore_ascii_case(theirs.type_().as_str()), "{text}");
        let full = theirs.suffix().map_or(theirs.subtype().to_string(), |suffix| {
            format!("{}+{suffix}", theirs.subtype())
        });
        assert!(data.subtype.eq_ignore_ascii_case(&full), "{text}");
        let ours = data.parameters.iter().map(|it| {
            (it.name.to_ascii_lowercase(), String::from_utf8_lossy(&it.value).to_ascii_lowercase())
        });
        let theirs = theirs.params().map(|(name, value)| {
            let value = value.as_str().replace("\\\"", "\"").replace("\\\\", "\\");
            (name.as_str().to_ascii_lowercase(), value.to_ascii_lowercase())
        });
        assert!(ours.eq(theirs), "{text}");
        both += 1;
    }
    assert!(both > TEXTS / 10, "{both}");
}

/// What the grammar accepts. The library accepts more, takes the last of several equal attributes,
/// and removes the dot before a domain, which the grammar does not have.
#[test]
fn cookies_are_those_of_cookie() {
    let pair: &[&str] = &["a=b", "SID=31d4=", "a=", "x=\"y\"", "a=b c", "=b"];
    let attribute: &[&str] = &[
        "; Path=/",
        "; path=/a b",
        "; Domain=example.com",
        "; Max-Age=3600",
        "; max-age=1",
        "; Secure",
        "; HTTPONLY",
        "; Expires=Wed, 09 Jun 2021 10:18:14 GMT",
        "; SameSite=Lax",
        "; Max-Age=0",
        "",
    ];
    let (mut rng, mut matching) = (Rng::with_seed(6265), 0);
    for _ in 0..TEXTS {
        let text = text(&mut rng, &[pair, attribute, attribute, attribute]);
        let Ok(ours) = SetCookie::parse(text.as_str()) else { continue };
        let theirs = Cookie::parse(&text).unwrap();
        assert_eq!(
            (ours.pair().name().as_str(), ours.pair().value().as_str()),
            theirs.name_value()
        );
        let [mut path, mut domain] = [None, None];
        let (mut age, mut expires, mut flags) = (None, None, [false; 2]);
        for attribute in ours.attributes() {
            match attribute.kind() {
                AttributeKind::Path(it) => path = Some(it.value().as_str()),
                AttributeKind::Domain(it) => domain = Some(it.name().as_str()),
                AttributeKind::MaxAge(it) => age = Some(it.seconds().value()),
                AttributeKind::Secure(_) => flags[0] = true,
                AttributeKind::HttpOnly(_) => flags[1] = true,
                AttributeKind::Expires(it) => expires = Some(it.date().day().value()),
                AttributeKind::Extension(_) => (),
            }
        }
        // An extension can be `Max-Age=0`, because the grammar wants a number above 0.
        if !text.contains("Age=0") {
            let seconds = theirs.max_age().map(|it| it.whole_seconds().unsigned_abs());
            assert_eq!(age, seconds, "{text}");
        }
        assert_eq!((path, domain), (theirs.path(), theirs.domain()), "{text}");
        let theirs_flags = [theirs.secure(), theirs.http_only()].map(|it| it == Some(true));
        assert_eq!(flags, theirs_flags, "{text}");
        assert_eq!(
            expires,
            theirs.expires_datetime().map(cookie::time::OffsetDateTime::day),
            "{text}"
        );
        matching += 1;
    }
    assert!(matching > TEXTS / 10, "{matching}");
}
