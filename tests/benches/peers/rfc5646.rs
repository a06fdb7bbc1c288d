//! Language tags by RFC 5646: our generated matcher, a lexer, and the engines of a regular expression; to
//! find the parts, our view, two libraries, and the groups of that expression. `language-tags` normalises
//! the case.

use crate::contestant::{Checks, Contestant};
use crate::corpora::{Corpus, Group};
use crate::generate::{made, one_of, some_mutated};
use crate::tokens::token;
use crate::{engines, expression};
use conformance::strings::Random;
use gallery::rfc5646::LanguageTag;
use std::hint::black_box;

token! {
    /// `Language-Tag`, with groups for the parts that ours locates.
    "(?i-u:\
    (?P<language>[a-z]{2,3}(?:-(?P<extlang>[a-z]{3}(?:-[a-z]{3}){0,2}))?|[a-z]{4,8})\
    (?:-(?P<script>[a-z]{4}))?(?:-(?P<region>[a-z]{2}|[0-9]{3}))?\
    (?:-(?:[a-z0-9]{5,8}|[0-9][a-z0-9]{3}))*(?:-[a-wyz0-9](?:-[a-z0-9]{2,8})+)*\
    (?:-x(?:-[a-z0-9]{1,8})+)?\
    |x(?:-[a-z0-9]{1,8})+\
    |en-GB-oed|i-ami|i-bnn|i-default|i-enochian|i-hak|i-klingon|i-lux|i-mingo|i-navajo|i-pwn|i-tao\
    |i-tay|i-tsu|sgn-BE-FR|sgn-BE-NL|sgn-CH-DE\
    |art-lojban|cel-gaulish|no-bok|no-nyn|zh-guoyu|zh-hakka|zh-min|zh-min-nan|zh-xiang)"
}

/// Ours, and the others.
pub(crate) fn contestants() -> Vec<Contestant> {
    let checks = Checks::Whole("RFC 5646");
    let ours = Contestant {
        validate: Some(|_, text| usize::from(LanguageTag::is_match(text))),
        parse: Some(|_, text| usize::from(black_box(LanguageTag::parse(text)).is_ok())),
        ..Contestant::new("generated", checks)
    };
    let other = Checks::Whole("RFC 5646, in another reading of it");
    let language_tags = Contestant {
        parse: Some(|_, text| {
            usize::from(black_box(language_tags::LanguageTag::parse(text)).is_ok())
        }),
        ..Contestant::new("language-tags", other)
    };
    let oxilangtag = Contestant {
        parse: Some(|_, text| usize::from(black_box(oxilangtag::LanguageTag::parse(text)).is_ok())),
        ..Contestant::new("oxilangtag", other)
    };
    let mut all = vec![ours, language_tags, oxilangtag, logos(checks)];
    all.extend(expression::contestants_with_groups::<{ engines::RFC5646 }>(checks));
    all
}

/// Tags as in documents, some of them mutated.
pub(crate) fn corpora() -> Vec<Corpus> {
    vec![
        made("tags", Group::Made, 40_000, 31, tag),
        made("tags_mixed", Group::Made, 40_000, 32, some_mutated(tag, b"-", b"abc019-_x ")),
    ]
}

fn tag(random: &mut Random) -> String {
    let mut text = one_of(random, &["en", "de", "fr", "zh", "sr", "es", "haw", "yue"]).to_owned();
    if random.one_in(4) {
        text += one_of(random, &["-Latn", "-Cyrl", "-Hant", "-Hans", "-Arab"]);
    }
    if !random.one_in(3) {
        text += one_of(random, &["-US", "-GB", "-DE", "-CH", "-TW", "-419", "-001"]);
    }
    if random.one_in(8) {
        text += one_of(random, &["-1996", "-rozaj", "-valencia", "-fonipa"]);
    }
    if random.one_in(8) {
        text += one_of(random, &["-u-co-phonebk", "-u-ca-buddhist-nu-latn", "-t-it-m0-und"]);
    }
    if random.one_in(20) {
        text += "-x-private";
    }
    text
}
