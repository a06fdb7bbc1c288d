//! Mail addresses: our generated matchers with and without the obsolete syntax of RFC 5322,
//! the crate `email_address`, and the engines of a regular expression.

use crate::contestant::{Checks, Contestant};
use crate::corpora::{Corpus, Group};
use crate::generate::{made, one_of, some_mutated, word};
use crate::{engines, expression};
use conformance::strings::Random;
use email_address::EmailAddress;
use gallery::rfc5322::AddrSpec;
use gallery::rfc5322_plain as plain;
use std::fmt::Write as _;
use std::hint::black_box;

/// Ours, and the others.
pub(crate) fn contestants() -> Vec<Contestant> {
    let contestant = |name, checks, validate| Contestant {
        name,
        checks,
        validate: Some(validate),
        parse: None,
        parts: None,
        program: None,
    };
    let plain = Checks::Whole("RFC 5322 without comments and obsolete forms");
    let all = Checks::Whole("RFC 5322");
    let limited = Checks::Less("plain addresses, with limits on lengths; also beyond ASCII");
    let mut contestants = vec![
        contestant("generated (plain)", plain, |_, text| {
            usize::from(plain::AddrSpec::is_match(text))
        }),
        contestant("generated (all)", all, |_, text| usize::from(AddrSpec::is_match(text))),
        contestant("email_address", limited, |_, text| usize::from(EmailAddress::is_valid(text))),
    ];
    contestants[0].parse =
        Some(|_, text| usize::from(black_box(plain::AddrSpec::parse(text)).is_ok()));
    contestants[1].parse = Some(|_, text| usize::from(black_box(AddrSpec::parse(text)).is_ok()));
    contestants[2].parse =
        Some(|_, text| usize::from(black_box(text.parse::<EmailAddress>()).is_ok()));
    contestants.extend(expression::contestants::<{ engines::RFC5322 }>(plain));
    contestants
}

/// Typical addresses, some of them mutated.
pub(crate) fn corpora() -> Vec<Corpus> {
    vec![
        made("addresses", Group::Made, 40_000, 21, address),
        made(
            "addresses_mixed",
            Group::Made,
            40_000,
            22,
            some_mutated(address, b"@.", b"@.,;<>[]() a"),
        ),
    ]
}

fn address(random: &mut Random) -> String {
    let mut text = String::new();
    word(&mut text, random);
    for _ in 0..random.below(3) {
        text += one_of(random, &[".", ".", "-", "_", "+"]);
        word(&mut text, random);
    }
    text.push('@');
    if random.one_in(4) {
        text += one_of(random, &["mail.", "cs.", "students."]);
    }
    word(&mut text, random);
    if random.one_in(6) {
        let _ = write!(text, "-{}", random.below(100));
    }
    text + one_of(random, &[".com", ".org", ".net", ".de", ".co.uk", ".example"])
}
