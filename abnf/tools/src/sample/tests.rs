//! Samples of small rules, against all texts of the rule up to some length.

use super::{Cover, Random, Sampler, Subject, cover, near_misses, shortest};
use crate::testing::texts;
use abnfc::automata::language::Language;
use abnfc::automata::rules::{Automata, automata};
use abnfc::automata::superset::superset;
use abnfc::diagnostic::Code;
use abnfc::grammar::{Resolved, RuleId};
use abnfc::limits::Limits;
use abnfc::plan::restrict::restrict;
use abnfc::spec::ReadOptions;
use abnfc::spec_file;
use std::collections::{BTreeMap, BTreeSet};
use std::ops::RangeInclusive;

/// The first rule of a grammar.
struct First {
    grammar: Resolved,
    automata: Automata,
    rule: RuleId,
    limits: Limits,
}

impl First {
    fn of(text: &str) -> Self {
        let read = abnfc::read("g", text.as_bytes(), &[], &ReadOptions::default());
        let grammar = read.unwrap_or_else(|errors| panic!("{errors}")).resolved;
        let (rule, _) = grammar.own_rules().next().unwrap();
        let limits = Limits::default();
        let automata = automata(&grammar, &superset(&grammar, &limits), &[rule], &limits);
        Self { grammar, automata, rule, limits }
    }

    fn subject(&self) -> Subject<'_> {
        let Self { grammar, automata, rule, limits } = self;
        Subject { grammar, automata, rule: *rule, limits }
    }

    fn language(&self) -> Language {
        self.automata.language(self.rule).unwrap()
    }

    fn sampler(&self, lengths: RangeInclusive<usize>) -> Sampler {
        Sampler::new(self.subject(), lengths).unwrap()
    }

    /// All texts over some bytes, by length.
    fn all(&self, alphabet: &[u8], length: usize) -> BTreeMap<usize, BTreeSet<Vec<u8>>> {
        let language = self.language();
        let mut all: BTreeMap<usize, BTreeSet<Vec<u8>>> = BTreeMap::new();
        for text in texts(alphabet, length).into_iter().filter(|it| language.check(it).is_ok()) {
            all.entry(text.len()).or_default().insert(text);
        }
        all
    }
}

/// Pearson's statistic for texts that should be equally likely, and the value that it exceeds
/// once in ten thousand times (after Wilson and Hilferty).
fn chi_square(times: &[u32]) -> (f64, f64) {
    let sum: f64 = times.iter().map(|&it| f64::from(it)).sum();
    let kinds = f64::from(u32::try_from(times.len()).unwrap());
    let expected = sum / kinds;
    let statistic = times.iter().map(|&it| (f64::from(it) - expected).powi(2) / expected).sum();
    let freedom = kinds - 1.0;
    let spread = 2.0 / (9.0 * freedom);
    (statistic, freedom * (1.0 - spread + 3.719 * spread.sqrt()).powi(3))
}

/// Every text of each length comes, and as often as any other of this length.
#[track_caller]
fn is_uniform(text: &str, alphabet: &[u8], length: usize) {
    let first = First::of(text);
    for (length, all) in first.all(alphabet, length) {
        let sampler = first.sampler(length..=length);
        for seed in 0..3 {
            let mut random = Random::new(seed);
            let mut times: BTreeMap<Vec<u8>, u32> = BTreeMap::new();
            for _ in 0..all.len() * 50 {
                *times.entry(sampler.text(&mut random).unwrap()).or_default() += 1;
            }
            assert!(times.keys().eq(&all), "{length} {seed}");
            if 1 < all.len() {
                let times: Vec<u32> = times.into_values().collect();
                let (statistic, limit) = chi_square(&times);
                assert!(statistic < limit, "{text} {length} {seed}: {statistic} {times:?}");
            }
        }
    }
}

#[test]
fn texts_of_one_length_are_equally_likely() {
    // Of 3 bytes `a` 1 text, `b` 8, `c` 2.
    is_uniform(
        "r = a / b / c\na = \"-\" *\"-\"\nb = *( %s\"x\" / %s\"y\" )\nc = 3( \"+\" ) / \"(\" ( \"+\" / \"-\" ) \")\"\n",
        b"-xy+()",
        5,
    );
    // However many derivations a text has.
    is_uniform("r = *( %s\"x\" / %s\"xx\" / %s\"xy\" / %s\"xxx\" )\n", b"xy", 7);
}

#[test]
fn lengths_are_equally_likely_and_bounded() {
    let first = First::of("a = 2DIGIT / 5DIGIT / 9DIGIT\n");
    let sampler = first.sampler(0..=8);
    assert_eq!(sampler.lengths(), [2, 5]);
    let mut random = Random::new(7);
    let mut times = [0; 6];
    for _ in 0..1000 {
        times[sampler.text(&mut random).unwrap().len()] += 1;
    }
    assert!(450 < times[2] && 450 < times[5], "{times:?}");
    assert_eq!(first.sampler(6..=8).text(&mut random), None);
    assert_eq!(First::of("a = a \"x\"\n").sampler(0..=9).lengths(), [0; 0]);
}

#[test]
fn numbers_of_texts_are_exact_far_beyond_a_word() {
    // The last byte decides between 256^99 and 256^100 texts.
    let first = First::of("a = 99%x00-FF / 99%x00-FF \"!\" %x00-FF / 100%x00-FF %x00-FF\n");
    let sampler = first.sampler(101..=101);
    let mut random = Random::new(1);
    assert_eq!(sampler.text(&mut random).unwrap().len(), 101);
    let error = Sampler::new(first.subject(), 0..=100_000).unwrap_err();
    assert_eq!(error.code, Code::SampleLimit);
}

/// The texts are the same on every machine and in every version.
#[test]
fn a_seed_gives_the_same_texts() {
    let mut random = Random::new(1_234_567);
    let numbers: Vec<u64> = (0..3).map(|_| random.next_u64()).collect();
    // Of the authors' program.
    assert_eq!(
        numbers,
        [6_457_827_717_110_365_317, 3_203_168_211_198_807_973, 9_817_491_932_198_370_423]
    );
    let first = First::of("a = *( DIGIT / %s\"a\" )\n");
    let sampler = first.sampler(4..=8);
    let mut random = Random::new(0);
    let texts: Vec<_> = (0..3).map(|_| sampler.text(&mut random).unwrap()).collect();
    let texts: Vec<_> = texts.iter().map(|text| std::str::from_utf8(text).unwrap()).collect();
    assert_eq!(texts, ["a3957a90", "531988", "a6416"]);
}

/// All texts that the rule has, of the lengths that it has, come.
#[track_caller]
fn walks_everywhere(text: &str, alphabet: &[u8], length: usize) {
    let first = First::of(text);
    assert!(first.language().dfa().is_none(), "{text}");
    let all = first.all(alphabet, length);
    let sampler = first.sampler(0..=length);
    assert!(sampler.lengths().iter().eq(all.keys()), "{text}: {:?}", sampler.lengths());
    let mut random = Random::new(1);
    let mut left: BTreeSet<_> = all.values().flatten().cloned().collect();
    let known = left.clone();
    for _ in 0..200 * known.len() {
        let text = sampler.text(&mut random).unwrap();
        assert!(known.contains(&text));
        left.remove(&text);
    }
    assert_eq!(left, BTreeSet::new(), "{text}");
}

#[test]
fn walks_reach_all_texts_of_nested_rules() {
    walks_everywhere("a = \"(\" *( a / \"-\" ) \")\"\n", b"(-)", 8);
    walks_everywhere("a = %s\"x\" a %s\"x\" / %s\"y\" a %s\"y\" / \"\"\n", b"xy", 8);
    // Ambiguous, with left recursion.
    walks_everywhere("a = a \"+\" a / \"(\" a \")\" / \"1\"\n", b"+()1", 7);
    // Around without a byte.
    walks_everywhere("a = a / b / \"\"\nb = %s\"x\" a %s\"y\" / a b / *a\n", b"xy", 6);
}

#[test]
fn walks_end_however_often_they_can_go_round() {
    let first = First::of("a = a a a a / b\nb = \"(\" a \")\" / \"\"\n");
    let sampler = first.sampler(0..=40);
    let mut random = Random::new(1);
    for _ in 0..20 {
        let text = sampler.text(&mut random).unwrap();
        assert!(first.language().check(&text).is_ok());
    }
}

#[test]
fn rules_too_large_for_an_automaton_have_texts() {
    let first = First::of("a = 0*1000000000\"x\" \"y\"\n");
    let sampler = first.sampler(3..=3);
    let text = sampler.text(&mut Random::new(0)).unwrap();
    assert!(text.eq_ignore_ascii_case(b"xxy"));
}

fn covered(text: &str) -> (Vec<String>, usize, usize) {
    let first = First::of(text);
    let Cover { texts, points, left_out, .. } = cover(&first.grammar, first.rule).unwrap();
    for text in &texts {
        assert!(first.language().check(text).is_ok(), "{text:?}");
    }
    let texts = texts.into_iter().map(|it| String::from_utf8(it).unwrap()).collect();
    (texts, points, left_out)
}

#[test]
fn few_texts_cover_a_rule() {
    assert_eq!(covered("a = 1*2DIGIT [ %s\"ab\" ]\n").0, ["0ab", "90"]);
    assert_eq!(
        covered("a = %s\"(\" *( a / %s\"xy\" / b ) %s\")\"\nb = *%s\"b\"\n").0,
        ["(()xybbb)"]
    );
}

#[test]
fn what_takes_too_long_a_text_is_left_out() {
    let (texts, points, left_out) = covered("a = 1*9999%s\"x\"\n");
    assert_eq!((texts, points, left_out), (vec!["x".to_owned()], 2, 1));
}

/// Covers the first rule of a grammar with restrictions. Returns the texts, and the numbers of points that
/// they have and that are excluded.
fn covered_with(text: &str, tables: &str) -> (Vec<String>, usize, usize) {
    let grammar = restricted(text, tables);
    let (rule, limits) = (RuleId::from_index(0), Limits::default());
    let automata = automata(&grammar, &superset(&grammar, &limits), &[rule], &limits);
    let language = automata.language(rule).unwrap();
    let Cover { texts, points, excluded, .. } = cover(&grammar, rule).unwrap();
    for text in &texts {
        assert!(language.check(text).is_ok(), "{text:?}");
    }
    let texts = texts.into_iter().map(|it| String::from_utf8(it).unwrap()).collect();
    (texts, points, excluded)
}

/// Reads a grammar with restrictions.
pub(super) fn restricted(text: &str, tables: &str) -> Resolved {
    let read = abnfc::read("g", text.as_bytes(), &[], &ReadOptions::default()).unwrap();
    let file = format!("grammar = \"g\"\n{tables}");
    let file = spec_file::read("abnfc.toml", file.as_bytes()).unwrap_or_else(|it| panic!("{it}"));
    let spec = file.spec(&file.grammars[0], Vec::new(), "");
    restrict(&read.resolved, &spec).unwrap().grammar.into_owned()
}

/// A text of the definition alone would be `999`, which has all points but a bound.
#[test]
fn texts_of_restricted_rules_meet_the_restrictions() {
    let covered = covered_with("a = 1*3DIGIT\n", "[rules.a]\nrange = [0, 191]\n");
    assert_eq!(covered, (vec!["0".to_owned(), "190".to_owned()], 4, 0));
    let rules = "a = 1*( b \",\" )\nb = 1*3DIGIT / [ \"-\" ] 5DIGIT\n";
    let (texts, _, excluded) = covered_with(rules, "[rules.b]\nmax-bytes = 2\n");
    // Three digits, and everything in the last alternative.
    assert_eq!((texts, excluded), (vec!["0,0,".to_owned(), "9,".to_owned()], 6));
    // Many texts of one letter are excluded, but the points have others.
    let rules = "a = 1*ALPHA [ \"-\" ]\nb = ALPHA\n";
    let (texts, points, excluded) = covered_with(rules, "[rules.a]\nexcept = [\"b\"]\n");
    assert_eq!((texts.concat().contains('-'), points, excluded), (true, 9, 0), "{texts:?}");
    // All texts have seven letters, and no digit.
    let rules = "a = *( ALPHA / DIGIT ) [ \".\" ]\nb = 7ALPHA\n";
    let (texts, _, excluded) = covered_with(rules, "[rules.a]\nand = \"b\"\n");
    assert!(texts.iter().all(|it| it.len() == 7), "{texts:?}");
    assert_eq!(excluded, 6, "{texts:?}");
}

/// Each of two uses of a restricted rule has its own state, also inside of another one.
#[test]
fn restricted_rules_can_be_inside_of_others() {
    let rules = "a = b *( \";\" a ) \"(\" b b \")\"\nb = *c\nc = \"x\" / \"y\" / \"zz\"\n";
    let tables = "[rules.b]\nmin-bytes = 2\n[rules.c]\nmax-bytes = 1\n";
    let (texts, _, excluded) = covered_with(rules, tables);
    assert_eq!(texts, ["xx;xx(xxxx);xx(xxxx)(xxxx)", "Xx(xxxx)", "Yx(xxxx)", "yx(xxxx)"]);
    // A `b` without `c`, the last alternative, and the letters `z`.
    assert_eq!(excluded, 6);
}

/// Also where the derivations of a text are many.
#[test]
fn covering_is_bounded() {
    let texts = |text: &str| {
        let read = abnfc::read("g", text.as_bytes(), &[], &ReadOptions::default()).unwrap();
        cover(&read.resolved, RuleId::from_index(0))
            .map(|cover| cover.texts)
            .map_err(|error| error.code.as_str())
    };
    let doubling = (0..60).map(|i| format!("a{i} = a{j} a{j}\n", j = i + 1));
    let text = doubling.collect::<String>() + "a60 = [ %s\"x\" ]\n";
    assert_eq!(texts(&text), Ok(vec![b"x".to_vec()]));
    let text = "a = 1000000000*( 1000000000*( *%s\"x\" ) )\n";
    assert_eq!(texts(text), Ok(vec![b"xxx".to_vec()]));
    let many: Vec<_> = (0..70_000).map(|i| format!(" / %d{}", 0x10000 + i * 2)).collect();
    assert_eq!(texts(&format!("a = \"x\"{}\n", many.concat())), Err("sample-limit"));
}

#[test]
fn values_have_the_bytes_of_their_encoding() {
    assert_eq!(covered("a = %xE9-1F600\n").0, ["\u{E9}", "\u{D7FF}", "\u{E000}", "\u{1F600}"]);
    assert_eq!(shortest(&First::of("a = 3%x100-10FFFF\n").grammar, RuleId::from_index(0)), Some(6));
}

#[track_caller]
fn misses(text: &str, count: usize) -> Vec<Vec<u8>> {
    let first = First::of(text);
    let language = first.language();
    let misses = near_misses(first.subject(), 0..=usize::MAX, count).unwrap();
    for miss in &misses {
        assert!(language.check(miss).is_err(), "{miss:?}");
        assert!(edits(miss).iter().any(|it| language.check(it).is_ok()), "{miss:?}");
    }
    assert!(misses.is_sorted_by_key(Vec::len));
    misses
}

/// All texts one edit away.
fn edits(text: &[u8]) -> Vec<Vec<u8>> {
    let mut edits = Vec::new();
    for at in 0..=text.len() {
        let (before, after) = text.split_at(at);
        let rest = after.get(1..).unwrap_or_default();
        edits.push([before, rest].concat());
        for byte in 0..=255 {
            edits.push([before, &[byte], after].concat());
            edits.push([before, &[byte], rest].concat());
        }
    }
    edits
}

#[test]
fn near_misses_are_one_edit_away() {
    let clock = misses("a = ( \"0\" / \"1\" ) DIGIT / \"2\" %x30-33\n", 9);
    let clock: Vec<_> = clock.iter().map(|it| String::from_utf8_lossy(it)).collect();
    assert_eq!(clock, ["0", "2", "a0", "30", "40", "0a", "2a", "24", "00a"]);
    misses("a = \"(\" *( a / \"-\" ) \")\"\n", 50);
    misses("a = %s\"x\" a %s\"x\" / %s\"y\"\n", 50);
    // Beyond what is complete.
    let long = misses("a = 20\"-\" ( \"(\" a \")\" / \"x\" )\n", 50);
    assert_eq!((long[0].len(), long.len()), (20, 50));
    for miss in misses("a = 1*%x80-10FFFF [ \"!\" ]\n", 50) {
        std::str::from_utf8(&miss).unwrap();
    }
    assert_eq!(misses("a = *%x00-FF\n", 50), [[0; 0]; 0]);
    assert_eq!(misses("a = a \"x\"\n", 50), [[0; 0]; 0]);
}

/// Checks that all texts of the least length are present, up to bytes of the same classes.
#[track_caller]
fn shortest_misses(text: &str, alphabet: &[u8], length: usize) {
    let first = First::of(text);
    let language = first.language();
    assert!(language.dfa().is_none(), "{text}");
    let is_near = |it: &Vec<u8>| {
        language.check(it).is_err() && edits(it).iter().any(|it| language.check(it).is_ok())
    };
    let mut near: Vec<_> = texts(alphabet, length).into_iter().filter(is_near).collect();
    near.sort_by_key(|it| (it.len(), it.clone()));
    let mut found = misses(text, near.len());
    found.sort_by_key(|it| (it.len(), it.clone()));
    assert_eq!(found, near, "{text}");
}

#[test]
fn the_shortest_near_misses_of_nested_rules_come_first() {
    // `a` represents all other bytes.
    shortest_misses("a = \"(\" *a \")\"\n", b"()a", 4);
    assert_eq!(misses("a = \"(\" *a \")\"\n", 2), [b"(", b")"]);
    // Of one length, those that read best.
    let dashes = misses("a = \"-\" a %x00 / %x00 / \"x\"\n", 4);
    assert_eq!(dashes, [&b""[..], b"a", b"-", b"ax"]);
    // The empty text is one of the rule.
    shortest_misses("b = \"z\" a \"q\" / \"\"\na = \"x\" a / \"y\" b\n", b"xyzqa", 2);
    // The general engine.
    shortest_misses("a = %s\"x\" a %s\"x\" / %s\"y\" a %s\"y\" / %s\"z\"\n", b"xyza", 3);
}
