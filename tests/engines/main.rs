//! Compares the engines of generated code on random texts that begin or end at unreadable memory.
//!
//! Each text is read by the tables, by shifts, by the engines that the compiler chooses, and by code, with
//! vectors if the feature `simd` is on. Verdict, error and parts must be those of the tables; the verdict and
//! the offset of the error must also be those of the automaton of the compiler. Nested JSON is compared with a
//! hand-written recogniser, and with a matcher that reads one byte at a time.
//!
//! `cargo run --release --package conformance --features engines --bin engines -- 10000000` reads that many
//! texts of each grammar; after the number, names select grammars. The pages need Unix.

mod json;
mod outcome;
#[allow(dead_code, reason = "other tests use the rest")]
#[path = "../../abnf/runtime/tests/scan/page.rs"]
mod page;
mod texts;

use outcome::{Judge, Outcome};
use page::Page;
use texts::{Reference, Texts};

/// The generated modules.
#[allow(
    clippy::all,
    clippy::pedantic,
    dead_code,
    missing_docs,
    rustdoc::all,
    unexpected_cfgs,
    unreachable_pub,
    unused_imports,
    reason = "generated, and checked where it is a crate"
)]
mod generated {
    include!(concat!(env!("OUT_DIR"), "/engines.rs"));
}

/// The judges of the engines, that of the tables first.
type Judges = [(&'static str, Judge); 4];

/// Lists the judges of a module. Parts in the second brackets may be absent.
macro_rules! judges {
    ($module:ident, $unit:ident, $certain:tt, $optional:tt) => {
        [
            ("table", outcome::judge!(by_table, $module, $unit, $certain, $optional)),
            ("shift", outcome::judge!(by_shift, $module, $unit, $certain, $optional)),
            ("default", outcome::judge!(by_default, $module, $unit, $certain, $optional)),
            ("code", outcome::judge!(by_code, $module, $unit, $certain, $optional)),
        ]
    };
}

/// The name of a module, its grammar, its rule, and its judges.
const SUBJECTS: [(&str, &str, &str, Judges); 10] = [
    (
        "uris",
        "rfc3986",
        "URI-reference",
        judges!(uris, text, [], [scheme userinfo host port query fragment]),
    ),
    (
        "iris",
        "rfc3987",
        "IRI-reference",
        judges!(iris, text, [], [scheme userinfo host port query fragment]),
    ),
    ("tags", "rfc5646", "Language-Tag", judges!(tags, text, [], [language script region])),
    (
        "times",
        "rfc3339",
        "date-time",
        judges!(times, text, [full_date time_offset], [time_secfrac]),
    ),
    (
        "media_types",
        "rfc9110",
        "Content-Type",
        judges!(media_types, octets, [main_type subtype], []),
    ),
    (
        "cookies",
        "rfc6265",
        "set-cookie-string",
        judges!(cookies, text, [cookie_name cookie_value], []),
    ),
    ("urns", "rfc8141", "namestring", judges!(urns, text, [nid nss], [f_component])),
    ("pointers", "rfc6901", "json-pointer", judges!(pointers, text, [], [])),
    (
        "versions",
        "semver",
        "version",
        judges!(versions, text, [major minor patch], [pre_release build]),
    ),
    ("addresses", "plain", "addr-spec", judges!(addresses, text, [local_part domain], [])),
];

fn main() {
    let mut arguments = std::env::args().skip(1);
    let count = arguments.next().map_or(10_000, |it| it.parse().expect("a number of texts"));
    let names: Vec<String> = arguments.collect();
    let is_wanted = |name: &str| names.is_empty() || names.iter().any(|it| it == name);
    let features = if cfg!(feature = "simd") { "with vectors" } else { "without vectors" };
    for (name, grammar, rule, judges) in SUBJECTS.iter().filter(|it| is_wanted(it.0)) {
        let (members, longest) = compare(&Reference::new(grammar, rule), judges, count);
        println!(
            "{name}: {count} texts, {members} of `{rule}`, at most {longest} bytes, {features}: no difference"
        );
    }
    if is_wanted("json") {
        let (members, longest) = json::compare(count);
        println!(
            "json: {count} texts, {members} of `JSON-text`, at most {longest} bytes, {features}: no difference"
        );
    }
}

/// Reads texts by all engines. Returns how many of them matched, and the length of the longest.
fn compare(reference: &Reference, judges: &Judges, count: usize) -> (usize, usize) {
    let (mut page, mut texts) = (Page::new(), Texts::new(reference));
    let (mut members, mut longest) = (0, 0);
    for _ in 0..count {
        let text = texts.draw();
        let expected = reference.error(text);
        members += usize::from(expected.is_none());
        longest = longest.max(text.len());
        let mut by_table: Option<Outcome> = None;
        for is_last in [true, false] {
            let placed = page.holding(text, is_last);
            for (engine, judge) in judges {
                let outcome = judge(placed);
                let of_table = by_table.get_or_insert(outcome);
                let is_same = outcome.error.map(|it| it.0) == expected && outcome == *of_table;
                assert!(
                    is_same,
                    "{engine}: {outcome:?}, tables: {of_table:?}, automaton: {expected:?}, {}",
                    text.escape_ascii()
                );
            }
        }
    }
    (members, longest)
}
