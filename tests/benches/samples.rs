//! Random texts of formats that several benchmarks read.

use conformance::strings::Random;
use std::fmt::Write as _;

/// A time by RFC 3339, as in logs and documents.
pub(crate) fn time(random: &mut Random) -> String {
    let (year, month, day) = (1970 + random.below(80), 1 + random.below(12), 1 + random.below(28));
    let (hour, minute, second) = (random.below(24), random.below(60), random.below(60));
    // No more than nine digits.
    let digits = [0, 0, 0, 1, 3, 3, 6, 9][random.below(8)];
    let fraction: String = (0..digits).map(|_| char::from(*random.choose(b"0123456789"))).collect();
    let point = if digits == 0 { "" } else { "." };
    let offset = if random.one_in(2) {
        "Z".to_owned()
    } else {
        let sign = random.choose(&['+', '-']);
        format!("{sign}{:02}:{:02}", random.below(15), 15 * random.below(4))
    };
    format!(
        "{year:04}-{month:02}-{day:02}T{hour:02}:{minute:02}:{second:02}{point}{fraction}{offset}"
    )
}

/// A version by Semantic Versioning, as in packages.
pub(crate) fn version(random: &mut Random) -> String {
    let [major, minor, patch] = [4, 40, 20].map(|bound| random.below(bound));
    let mut text = format!("{major}.{minor}.{patch}");
    if random.one_in(4) {
        text += one_of(random, &["-alpha", "-beta", "-rc", "-dev", "-SNAPSHOT", "-0"]);
        if random.one_in(2) {
            let _ = write!(text, ".{}", random.below(12));
        }
    }
    if random.one_in(8) {
        text += one_of(random, &["+build", "+20261122", "+sha.5114f85", "+g1a2b3c4"]);
    }
    text
}

/// One of some texts.
pub(crate) fn one_of<'a>(random: &mut Random, texts: &[&'a str]) -> &'a str {
    texts[random.below(texts.len())]
}
