//! The bodies of the fuzz targets for URIs over random texts, and the reasons for
//! differences between libraries: each causes a difference on its own.

use super::verdicts::for_each_text;
use conformance::fuzz_bodies::{uri_escapes, uri_successors};
use conformance::strings::Random;
use conformance::uri_deviations::Deviation;
use conformance::uri_normal_forms::{FORM_DEVIATIONS, compare_normal_forms};
use conformance::uri_targets::{TARGET_DEVIATIONS, compare_targets};
use conformance::uri_urls::{URL_DEVIATIONS, compare_join, compare_url};

/// Texts that have a special meaning for some operation.
const PIECES: &[&str] = &[
    "a",
    "B",
    "..",
    ".",
    "/",
    "/",
    "/../",
    "//",
    ":",
    "?",
    "#",
    "@",
    ";",
    "=",
    "&",
    "+",
    "%2e",
    "%2E.",
    "%61",
    "%C3%a4",
    "%c3",
    "%2F",
    "%21",
    "%EE%80%80",
    "%",
    "é",
    "\u{E000}",
    "\u{200E}",
    "http:",
    "HTTP://",
    "Host",
    ":80",
    "my_host",
    "1.2.3.4",
    "[::0:1]",
    "[v1.A:b]",
    "s:",
    "S://",
    "!",
    "~",
    " ",
];

fn random_text(random: &mut Random) -> String {
    (0..random.below(12)).map(|_| *random.choose(PIECES)).collect()
}

/// The deviations that were the only reason of a difference.
struct Alone<D>(Vec<D>);

impl<D> Default for Alone<D> {
    fn default() -> Self {
        Self(Vec::new())
    }
}

impl<D: Deviation> Alone<D> {
    #[track_caller]
    fn add(&mut self, reasons: Result<Vec<D>, String>) {
        let reasons = reasons.unwrap_or_else(|why| panic!("{why}"));
        if let [reason] = reasons[..]
            && !self.0.contains(&reason)
        {
            self.0.push(reason);
        }
    }

    #[track_caller]
    fn assert_complete(&self, all: &[D]) {
        for reason in all {
            let clause = reason.clause();
            assert!(self.0.contains(reason), "never {reason:?} alone: {clause}");
        }
    }
}

#[test]
fn targets_of_all_short_references() {
    let bases = [
        "s:",
        "s:a",
        "s:a//b",
        "s:a/../b",
        "s:..",
        "s:.//b",
        "s:/",
        "s:/a/b",
        "s:/a/..",
        "s:/..",
        "s:/a//",
        "s:/%2e./.",
        "s://h",
        "s://h/a/b?q",
    ];
    let mut alone = Alone::default();
    for_each_text(&["a", "/", ".", "..", "?", "#", "s:", "%2E"], 4, |reference| {
        bases.iter().for_each(|base| alone.add(compare_targets(base, reference)));
    });
    alone.assert_complete(TARGET_DEVIATIONS);
}

#[test]
fn normal_forms_of_all_short_texts() {
    let mut alone = Alone::default();
    let pieces =
        ["a", "/", ".", "..", "?", ":80", "%2e", "%C3%84", "%EE%80%80", "%21", "B", "é", "[1::0]"];
    for front in ["", "http://", "S:", "S://", "//H"] {
        for_each_text(&pieces, 3, |text| {
            alone.add(compare_normal_forms(&format!("{front}{text}")));
        });
    }
    alone.assert_complete(FORM_DEVIATIONS);
}

#[test]
fn urls_of_all_short_texts() {
    let mut alone = Alone::default();
    let pieces =
        ["a", "1", "/", "..", "%2e", "@", ":", ";", "?'", ":80", "[::ffff:1.2.3.4]", "[v1.a]"];
    for front in ["http:", "ftp:/", "HTTP://", "s:", "s://", "s:/b/"] {
        for_each_text(&pieces, 3, |text| alone.add(compare_url(&format!("{front}{text}"))));
    }
    alone.add(compare_url("http://a:99999/"));
    for base in ["http://h/a/b?c", "s:o", "s:/a/b", "s://h", "s://h/a/"] {
        for_each_text(&["a", "/", "..", "%2E", "?", "#", "http:", "s:"], 4, |reference| {
            let found = compare_join(base, reference).transpose();
            found.into_iter().for_each(|reasons| alone.add(reasons));
        });
    }
    alone.assert_complete(URL_DEVIATIONS);
}

#[test]
fn random_texts() {
    let (mut targets, mut forms, mut urls) = <(Alone<_>, Alone<_>, Alone<_>)>::default();
    let mut random = Random::new(31);
    for _ in 0..20_000 {
        let text = random_text(&mut random);
        uri_successors(text.as_bytes());
        uri_escapes(text.as_bytes());
        forms.add(compare_normal_forms(&text));
        let base = random_text(&mut random);
        targets.add(compare_targets(&format!("s:{base}"), &text));
        for scheme in ["http", "s"] {
            urls.add(compare_url(&format!("{scheme}://{text}")));
            let found = compare_join(&format!("{scheme}://h/{base}"), &text).transpose();
            found.into_iter().for_each(|reasons| urls.add(reasons));
        }
    }
}

/// Paths with more segments than are processed at once; most segments are removed.
#[test]
fn long_paths() {
    let mut random = Random::new(37);
    for _ in 0..500 {
        let mut path = |segments: usize| -> String {
            let pieces = ["a/", "a/", "b/", "/", "../", "../", "./", "%2e/", "%2E./"];
            (0..random.below(segments)).map(|_| *random.choose(&pieces)).collect()
        };
        let (base, reference) = (path(300), path(300));
        for front in ["s:/", "s://h/", "s:"] {
            let base = format!("{front}{base}");
            compare_targets(&base, &reference).unwrap_or_else(|why| panic!("{why}"));
            compare_normal_forms(&base).unwrap_or_else(|why| panic!("{why}"));
        }
    }
}
