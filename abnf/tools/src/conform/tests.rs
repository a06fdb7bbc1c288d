//! Ten wrong parsers, each with one mistake: it is found, and its text is as short as possible.

use super::{Answer, Bounds, Disagreement, Kind, Report, Sources, conform, texts};
use crate::explain::subject;
use crate::sample::Subject;
use abnfc::automata::rules::automata;
use abnfc::automata::superset::superset;
use abnfc::limits::Limits;
use abnfc::spec::ReadOptions;
use std::convert::Infallible;

/// The number of texts within which each mistake is found.
const TEXTS: usize = 400;

fn run(grammar: &str, program: impl Fn(&[u8]) -> Answer) -> Report {
    let read = abnfc::read("g", grammar.as_bytes(), &[], &ReadOptions::default()).unwrap().resolved;
    let (rule, limits) = (read.find("a").unwrap(), Limits::default());
    let automata = automata(&read, &superset(&read, &limits), &[rule], &limits);
    let of_texts = Subject { grammar: &read, automata: &automata, rule, limits: &limits };
    let texts = texts(of_texts, Sources::default(), TEXTS, 1).unwrap();
    let subject = subject(&read, rule, &limits).unwrap();
    let bounds = Bounds { findings: 20, questions: 20_000 };
    let ask = |text: &[u8]| Ok::<_, Infallible>(program(text));
    conform(&subject, &texts, bounds, ask).unwrap()
}

/// Compares a parser with a grammar.
fn report(grammar: &str, parser: fn(&[u8]) -> bool) -> Report {
    let read = abnfc::read("g", grammar.as_bytes(), &[], &ReadOptions::default()).unwrap().resolved;
    let subject = subject(&read, read.find("a").unwrap(), &Limits::default()).unwrap();
    run(grammar, |text| answer(subject.check(text).is_ok(), parser(text)))
}

fn answer(expected: bool, found: bool) -> Answer {
    let kind = match (expected, found) {
        (false, true) => Kind::Accepts,
        (true, false) => Kind::Rejects,
        _ => return Answer::Agrees,
    };
    Answer::Differs(vec![Disagreement { kind, detail: String::new() }])
}

/// Checks that the mistake is found, and that no text over some bytes is shorter.
#[track_caller]
fn check(grammar: &str, kind: &Kind, bytes: &[u8], parser: fn(&[u8]) -> bool) -> Vec<u8> {
    let report = report(grammar, parser);
    let found = report.findings.iter().filter(|it| it.disagreement.kind == *kind);
    let found: Vec<&[u8]> = found.map(|it| it.text.as_slice()).collect();
    let shortest =
        found.iter().min_by_key(|text| text.len()).unwrap_or_else(|| panic!("{report:?}"));

    let read = abnfc::read("g", grammar.as_bytes(), &[], &ReadOptions::default()).unwrap().resolved;
    let subject = subject(&read, read.find("a").unwrap(), &Limits::default()).unwrap();
    let mut all: Vec<Vec<u8>> = vec![Vec::new()];
    for _ in 0..shortest.len() {
        for text in &all {
            let is_same = match kind {
                Kind::Accepts => parser(text) && subject.check(text).is_err(),
                _ => !parser(text) && subject.check(text).is_ok(),
            };
            assert!(!is_same, "{:?} is shorter than {found:?}", text.escape_ascii().to_string());
        }
        let longer = |text: &Vec<u8>| {
            bytes.iter().map(|&byte| [text, &[byte][..]].concat()).collect::<Vec<_>>()
        };
        all = all.iter().flat_map(longer).collect();
    }
    shortest.to_vec()
}

fn digits(text: &[u8]) -> bool {
    text.iter().all(u8::is_ascii_digit)
}

#[test]
fn a_repetition_that_is_too_long() {
    let found = check("a = 1*3DIGIT", &Kind::Accepts, b"09x", |text| {
        digits(text) && (1..=4).contains(&text.len())
    });
    assert_eq!(found.len(), 4);
}

#[test]
fn a_missing_alternative() {
    let grammar = "a = %s\"get\" / %s\"put\" / %s\"post\"";
    let found = check(grammar, &Kind::Rejects, b"gepostu", |text| text == b"get" || text == b"put");
    assert_eq!(found, b"post");
    let report = report(grammar, |text| text == b"get" || text == b"put");
    let elements: Vec<_> = report.findings[0].elements.iter().map(|it| &it.alternative).collect();
    assert_eq!(elements, [&Some("%s\"post\"".to_owned())]);
}

#[test]
fn a_literal_whose_case_matters() {
    let found = check("a = \"ab\"", &Kind::Rejects, b"aAbB", |text| text == b"ab");
    assert!(found.eq_ignore_ascii_case(b"ab"));
}

#[test]
fn the_first_match() {
    let found = check("a = (%s\"a\" / %s\"ab\") *%s\"c\"", &Kind::Rejects, b"abc", |text| {
        text.strip_prefix(b"a").is_some_and(|rest| rest.iter().all(|&byte| byte == b'c'))
    });
    assert_eq!(found, b"ab");
}

#[test]
fn a_leading_zero() {
    let found = check("a = \"0\" / %x31-39 *DIGIT", &Kind::Accepts, b"019", |text| {
        digits(text) && !text.is_empty()
    });
    assert_eq!(found, b"00");
}

#[test]
fn an_escape_of_anything() {
    let grammar = "a = DQUOTE *(%x20-21 / %x23-5B / %x5D-7E / \"\\\" (DQUOTE / \"\\\")) DQUOTE";
    let found = check(grammar, &Kind::Accepts, b"\"\\an ", |text| {
        let Some(inner) = text.strip_prefix(b"\"").and_then(|it| it.strip_suffix(b"\"")) else {
            return false;
        };
        let mut rest = inner.iter();
        while let Some(&byte) = rest.next() {
            let is_wrong = byte == b'"' || !(0x20..=0x7E).contains(&byte);
            if is_wrong || byte == b'\\' && rest.next().is_none_or(|it| !(0x20..=0x7E).contains(it))
            {
                return false;
            }
        }
        true
    });
    assert_eq!(found.len(), 4);
}

#[test]
fn a_range_that_is_too_wide() {
    let found = check("a = 2HEXDIG", &Kind::Accepts, b"0AFGag", |text| {
        text.len() == 2 && text.iter().all(|it| it.is_ascii_hexdigit() || *it == b'G')
    });
    assert!(found.contains(&b'G') && found.len() == 2);
}

/// A port that the grammar does not bound: the first number beyond the bound is found, which shows the bound.
#[test]
fn a_number_that_is_too_great_for_its_type() {
    let number = |text: &[u8]| str::from_utf8(text).unwrap_or_default().parse::<u16>().is_ok();
    let report = run("a = 1*12DIGIT", |text| {
        let expected = digits(text) && (1..=12).contains(&text.len());
        answer(expected, expected && number(text))
    });
    let found: Vec<_> = report.findings.iter().map(|it| it.text.as_slice()).collect();
    assert_eq!(found, [b"65536"], "{report:?}");
}

/// The number before 100 is none of the rule, so 100 is not beyond a bound, and hides no other mistake.
#[test]
fn a_number_without_a_bound_hides_nothing() {
    let report = run("a = %x31-39 (%x30 / %x35-39) 1*2(%x30 / %x35-39)", |text| {
        let is_in = |byte: &u8| matches!(byte, b'0' | b'5'..=b'9');
        let first = |last: u8| text.first().is_some_and(|it| (b'1'..=last).contains(it));
        let expected = first(b'9') && text[1..].iter().all(is_in) && matches!(text.len(), 3 | 4);
        let is_first = first(b'4') && text.windows(2).any(|it| it == b"00");
        let is_second = text.len() == 3 && text[1] != b'0' && text[2] == b'0' && !first(b'4');
        answer(expected, expected && !is_first && !is_second)
    });
    let found: Vec<_> = report.findings.iter().map(|it| it.text.as_slice()).collect();
    assert!(found.contains(&&b"100"[..]) && 1 < found.len(), "{report:?}");
}

/// All shorter texts are tried before numbers are, so the program has already been asked for 99.
#[test]
fn a_bound_explains_numbers_of_other_shapes() {
    let report = run(r#"a = 1*3DIGIT / "9x" / "8y" / "7z" / "1w" / "2v" / "0u""#, |text| {
        let number = str::from_utf8(text).ok().and_then(|text| text.parse::<u32>().ok());
        let is_word = [b"9x", b"8y", b"7z", b"1w", b"2v", b"0u"].iter().any(|it| **it == *text);
        let expected = is_word || text.len() <= 3 && number.is_some();
        answer(expected, is_word || expected && number < Some(100))
    });
    assert_eq!(report.findings.len(), 1, "{report:?}");
    assert_eq!((report.findings[0].text.as_slice(), report.unexplained), (&b"100"[..], 0));
}

#[test]
fn a_line_feed_at_the_end() {
    let found = check("a = 1*ALPHA", &Kind::Accepts, b"aZ\n", |text| {
        let text = text.strip_suffix(b"\n").unwrap_or(text);
        !text.is_empty() && text.iter().all(u8::is_ascii_alphabetic)
    });
    assert_eq!(found, b"a\n");
}

#[test]
fn an_empty_element() {
    let found = check("a = 1*DIGIT *(\",\" 1*DIGIT)", &Kind::Accepts, b"0,", |text| {
        text.first().is_some_and(u8::is_ascii_digit)
            && text.iter().all(|it| it.is_ascii_digit() || *it == b',')
    });
    assert_eq!(found, b"0,");
}

#[test]
fn the_end_at_nul() {
    let found = check("a = 1*ALPHA", &Kind::Accepts, b"a\0 ", |text| {
        let text = text.split(|&byte| byte == 0).next().unwrap_or_default();
        !text.is_empty() && text.iter().all(u8::is_ascii_alphabetic)
    });
    assert_eq!(found, b"a\0");
}

#[test]
fn no_disagreement_has_no_finding() {
    let report = report("a = 1*3DIGIT", |text| digits(text) && (1..=3).contains(&text.len()));
    assert!(
        report.findings.is_empty() && report.disagreed == 0 && 100 < report.agreed,
        "{report:?}"
    );
}

#[test]
fn two_causes_are_two_findings() {
    let report = report("a = 1*3DIGIT / 2ALPHA", |text| match text {
        [first, ..] if first.is_ascii_digit() => digits(text),
        [first, second] => first.is_ascii_lowercase() && second.is_ascii_alphabetic(),
        _ => false,
    });
    let kinds: Vec<_> =
        report.findings.iter().map(|it| (&it.disagreement.kind, it.text.len())).collect();
    assert_eq!(kinds, [(&Kind::Accepts, 4), (&Kind::Rejects, 2)]);
}

/// The program bounds a number, and also wants two digits after a dot. The grammar has no element for either
/// mistake, so both have the same cause.
#[test]
fn a_second_mistake_is_not_hidden() {
    let report = report("a = 1*5DIGIT [ \".\" 1*5DIGIT ]", |text| {
        let text = str::from_utf8(text).unwrap_or_default();
        let (whole, rest) = text.split_once('.').unwrap_or((text, "00"));
        let is_number = |text: &str| digits(text.as_bytes()) && (1..=5).contains(&text.len());
        is_number(whole) && is_number(rest) && !whole.starts_with("99") && 2 <= rest.len()
    });
    let found: Vec<_> = report.findings.iter().map(|it| &it.text[..]).collect();
    assert_eq!(found, [&b"99"[..], b"0.0"]);
    let texts: usize = report.findings.iter().map(|it| it.texts).sum();
    assert_eq!(texts + report.unexplained, report.disagreed);
}

/// An answer that comes too late counts for the text before.
#[test]
fn late_answers_are_of_the_text_before() {
    let read = abnfc::read("g", b"a = 1*4ALPHA", &[], &ReadOptions::default()).unwrap().resolved;
    let subject = subject(&read, read.find("a").unwrap(), &Limits::default()).unwrap();
    let late = Disagreement { kind: Kind::Floods, detail: String::new() };
    let mut is_late = false;
    let ask = |text: &[u8]| {
        let was_late = std::mem::replace(&mut is_late, text == b"ab");
        Ok::<_, Infallible>(if was_late { Answer::Late(late.clone()) } else { Answer::Agrees })
    };
    let texts = ["a", "ab", "abc", "abcd"].map(|text| text.as_bytes().to_vec());
    let bounds = Bounds { findings: 9, questions: 0 };
    let report = conform(&subject, &texts, bounds, ask).unwrap();
    assert_eq!((report.agreed, report.disagreed, report.findings.len()), (3, 1, 1));
    assert_eq!((report.findings[0].found.as_slice(), report.findings[0].first), (&b"ab"[..], 2));
}

/// The program has a wrong `x` for every text, and a wrong `y` for some: neither hides the other.
#[test]
fn parts_that_differ_do_not_hide_each_other() {
    let report = run("a = 1*DIGIT [ \":\" 1*DIGIT ]", |text| {
        let part = |name: &str| Disagreement {
            kind: Kind::Part(name.to_owned()),
            detail: format!("of {name}"),
        };
        let Ok(text) = str::from_utf8(text) else { return Answer::Agrees };
        let (x, y) = text.split_once(':').map_or((text, None), |(x, y)| (x, Some(y)));
        let is_number = |text: &str| digits(text.as_bytes()) && !text.is_empty();
        if !is_number(x) || !y.is_none_or(is_number) {
            return Answer::Agrees;
        }
        let is_wrong = y.is_some_and(|y| y.starts_with('0'));
        Answer::Differs([part("x")].into_iter().chain(is_wrong.then(|| part("y"))).collect())
    });
    let found = report
        .findings
        .iter()
        .map(|it| (&it.disagreement.kind, &it.text[..], &*it.disagreement.detail));
    let [x, y] = ["x", "y"].map(|name| Kind::Part(name.to_owned()));
    assert_eq!(found.collect::<Vec<_>>(), [(&x, &b"0"[..], "of x"), (&y, b"0:0", "of y")]);
    // Texts count once, and all of those with the other part in order are read correctly as far as `y` is concerned.
    assert!(report.findings[1].texts < report.findings[0].texts);
    assert_eq!(
        (report.findings[0].texts, report.findings[1].elements.len()),
        (report.disagreed, 0)
    );
}

#[test]
fn ignored_disagreements_are_counted() {
    let report = run("a = 1*DIGIT", |_| Answer::Ignored);
    assert!(0 < report.ignored && report.findings.is_empty() && report.agreed == 0, "{report:?}");
}

#[test]
fn nested_rules_are_shrunk() {
    // Brackets of two levels at most.
    let report = report("a = [ \"[\" a \"]\" ]", |text| {
        let depth = text.iter().take_while(|&&byte| byte == b'[').count();
        depth <= 2 && text.len() == 2 * depth && text[depth..].iter().all(|&byte| byte == b']')
    });
    let found: Vec<_> =
        report.findings.iter().map(|it| (it.text.as_slice(), it.is_shortest)).collect();
    assert_eq!(found, [(&b"[[[]]]"[..], true)]);
}

#[test]
fn without_time_nothing_is_claimed() {
    let report = run("a = 1*DIGIT", |_| Answer::Unasked);
    assert_eq!(report, Report::default());
}

#[test]
fn the_number_of_findings_is_bounded() {
    let read = abnfc::read("g", b"a = 1*4ALPHA", &[], &ReadOptions::default()).unwrap().resolved;
    let subject = subject(&read, read.find("a").unwrap(), &Limits::default()).unwrap();
    let ask = |_: &[u8]| Ok::<_, Infallible>(answer(false, true));
    let bounds = Bounds { findings: 1, questions: 0 };
    let texts = ["", "1", "a1"].map(|text| text.as_bytes().to_vec());
    let report = conform(&subject, &texts, bounds, ask).unwrap();
    assert_eq!((report.findings.len(), report.left_out), (1, 1));
    assert!(!report.findings[0].is_shortest || report.findings[0].text.is_empty());
}
