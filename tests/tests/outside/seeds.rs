//! The five original documents with grammars of URIs, unchanged: an RFC's
//! appendix with a page's title, a listing with line numbers, a web page that lost
//! two slashes, a chapter of prose, and the appendix of RFC 1738.

use super::{compiled, read, shared};
use abnfc::Read;
use abnfc::automata::compare::{Comparison, Relation, compare};
use abnfc::diagnostic::{FileId, Severity};
use abnfc::grammar::{Resolved, RuleName};
use abnfc::spec::{Extract, Import};
use std::fs;
use std::path::PathBuf;

/// The rules of a document with their lines.
struct Seed {
    start: &'static str,
    rules: &'static str,
    /// Warnings about its own text, as `code line`.
    warnings: &'static [&'static str],
    /// The number of states of the minimal automata of all its rules together.
    states: usize,
}

/// The letters and their order are those of the file names: 000 to 004.
const SEEDS: [Seed; 5] = [
    Seed {
        start: "000_",
        rules: "URI-reference:5 absoluteURI:6 relativeURI:7 hier-part:9 opaque-part:10 \
            uric-no-slash:12 net-path:15 abs-path:16 rel-path:17 rel-segment:19 scheme:22 \
            authority:24 reg-name:26 server:29 userinfo:30 hostport:33 host:34 hostname:35 \
            domainlabel:36 toplabel:37 IPv4address:38 port:39 path:41 path-segments:42 \
            segment:43 param:44 pchar:45 query:48 fragment:50 uric:52 reserved:53 \
            unreserved:55 mark:56 escaped:59 hex:60 alphanum:63 alpha:64 lowalpha:66 \
            upalpha:69 digit:72",
        warnings: &[
            "redundant-alternative 61",
            "case-insensitive-letters 66",
            "case-insensitive-letters 69",
        ],
        states: 204,
    },
    Seed {
        start: "001_",
        rules: "DQUOTE:5 alpha:12 lowalpha:13 upalpha:14 digit:15 alphanum:16 urlc:18 \
            reserved:20 unreserved:22 mark:23 escaped:25 hex:26 control:28 space:29 delims:30 \
            unwise:31 absoluteURI:33 hier-part:34 net-path:35 abs-path:36 opaque-part:37 \
            urlc-no-slash:38 scheme:40 authority:42 reg-name:44 server:46 userinfo:47 \
            hostport:48 host:49 hostname:50 domainlabel:51 toplabel:52 IPv4address:53 port:54 \
            path:56 path-segments:57 segment:58 param:59 pchar:60 query:62 URI-reference:64 \
            fragment:66 relativeURI:68 rel-path:69 rel-segment:70",
        warnings: &[
            "case-insensitive-letters 13",
            "case-insensitive-letters 14",
            "redundant-alternative 26",
        ],
        states: 214,
    },
    Seed {
        start: "002_",
        rules: "URI-reference:10 absoluteURI:11 relativeURI:12 hier-part:14 opaque-part:15 \
            uric-no-slash:17 net-path:20 abs-path:21 rel-path:22 rel-segment:24 scheme:27 \
            authority:29 reg-name:31 server:34 userinfo:35 hostport:38 host:39 hostname:40 \
            domainlabel:41 toplabel:42 IPv4address:43 port:44 path:46 path-segments:47 \
            segment:48 param:49 pchar:50 query:53 fragment:55 uric:57 reserved:58 \
            unreserved:60 mark:61 escaped:64 hex:65 alphanum:68 alpha:69 lowalpha:71 \
            upalpha:74 digit:77",
        warnings: &[
            "empty-literal 20",
            "redundant-alternative 66",
            "case-insensitive-letters 71",
            "case-insensitive-letters 74",
        ],
        states: 190,
    },
    Seed {
        start: "003_",
        rules: "absoluteURI:25 hier-part:35 net-path:37 abs-path:39 opaque-part:45 \
            uric-no-slash:47 scheme:72 authority:89 reg-name:108 server:122 userinfo:128 \
            hostport:142 host:143 hostname:144 domainlabel:145 toplabel:146 IPv4address:147 \
            port:148 path:181 path-segments:183 segment:184 param:185 pchar:187 query:203",
        warnings: &[],
        states: 145,
    },
    Seed {
        start: "004_",
        rules: "genericurl:7 url:10 otherurl:16 scheme:19 schemepart:20 ip-schemepart:23 \
            login:24 hostport:25 host:26 hostname:27 domainlabel:28 toplabel:29 alphadigit:30 \
            hostnumber:31 port:32 user:33 password:34 urlpath:35 ftpurl:39 fpath:40 \
            fsegment:41 ftptype:42 fileurl:45 httpurl:48 hpath:49 hsegment:50 search:51 \
            gopherurl:54 gtype:56 selector:57 gopher--string:58 mailtourl:61 \
            encoded822addr:62 newsurl:65 grouppart:66 group:67 article:68 nntpurl:71 \
            telneturl:74 waisurl:77 waisdatabase:78 waisindex:79 waisdoc:80 database:81 \
            wtype:82 wpath:83 prosperourl:86 ppath:87 psegment:88 fieldspec:89 fieldname:90 \
            fieldvalue:91 lowalpha:94 hialpha:98 alpha:102 digit:103 safe:105 extra:106 \
            national:107 punctuation:108 reserved:111 hex:112 escape:114 unreserved:116 \
            uchar:117 xchar:118 digits:119",
        warnings: &[
            "redundant-alternative 42",
            "bare-slash 54",
            "case-insensitive-letters 94",
            "case-insensitive-letters 98",
            "redundant-alternative 113",
        ],
        states: 680,
    },
];

fn file(seed: &Seed) -> PathBuf {
    let mut files = fs::read_dir(shared("seeds")).expect("a folder");
    let found = files.find_map(|entry| {
        let entry = entry.expect("readable");
        entry.file_name().to_string_lossy().starts_with(seed.start).then(|| entry.path())
    });
    found.unwrap_or_else(|| panic!("there is no seed {}", seed.start))
}

/// Reads a document as it is; the fourth has half a grammar and needs the rest.
fn extracted(seed: &Seed) -> Read {
    let bytes = fs::read(file(seed)).expect("readable");
    let mut imports = Vec::new();
    if seed.start == "003_" {
        let bytes = fs::read(file(&SEEDS[0])).expect("readable");
        let (name, file) = ("RFC2396".to_owned(), "appendix".to_owned());
        imports.push(Import { name, file, bytes, ..Import::default() });
    }
    read(seed.start, &bytes, Extract::Yes, &imports)
}

/// The findings about the document's own text, as `code line`.
fn found_in(read: &Read, severity: Severity) -> Vec<String> {
    let items = read.diagnostics.items.iter().filter(|item| item.severity == severity);
    let spans =
        items.map(|item| (item.code.as_str(), item.primary.as_ref().expect("it has a span").span));
    spans
        .filter(|(_, span)| span.file == FileId(0))
        .map(|(code, span)| format!("{code} {}", read.diagnostics.files.line_column(span).0))
        .collect()
}

fn of_repository(file: &str) -> Resolved {
    let bytes = fs::read(format!("../uri-gen/grammars/{file}")).expect("in the repository");
    let read = read(file, &bytes, Extract::No, &[]);
    assert!(!read.diagnostics.has_errors(), "{}", read.diagnostics);
    read.resolved
}

#[test]
#[ignore = "needs ../shared"]
fn every_rule_is_read_at_its_line() {
    for seed in &SEEDS {
        let read = extracted(seed);
        let files = &read.diagnostics.files;
        let found: Vec<String> = read
            .resolved
            .own_rules()
            .map(|(_, rule)| {
                let line = files.line_column(rule.span.expect("it is in the file")).0;
                format!("{}:{line}", rule.name)
            })
            .collect();
        let expected: Vec<&str> = seed.rules.split_whitespace().collect();
        assert_eq!(found, expected, "{}", seed.start);
        assert_eq!(found_in(&read, Severity::Error), [""; 0], "{}", seed.start);
        assert_eq!(found_in(&read, Severity::Warning), seed.warnings, "{}", seed.start);
    }
}

#[test]
#[ignore = "needs ../shared"]
fn half_a_grammar_reports_the_missing_rules() {
    let file = file(&SEEDS[3]);
    let read = read("003", &fs::read(file).expect("readable"), Extract::Yes, &[]);
    assert_eq!(read.resolved.own_rules().count(), 24);
    // `uric`, `unreserved`, `escaped` and `alphanum`; `alpha` and `digit` are core rules.
    let expected =
        ["undefined-rule 45", "undefined-rule 47", "undefined-rule 47", "undefined-rule 145"];
    assert_eq!(found_in(&read, Severity::Error), expected);
    assert_eq!(found_in(&read, Severity::Warning), [""; 0]);
}

#[test]
#[ignore = "needs ../shared"]
fn every_rule_compiles() {
    for seed in &SEEDS {
        let read = extracted(seed);
        let automata = compiled(&read.resolved);
        let mut states = 0;
        for (rule, definition) in read.resolved.own_rules() {
            let dfa = automata.dfa(rule).unwrap_or_else(|why| panic!("{}: {why:?}", seed.start));
            assert!(!dfa.is_empty(), "{}: {}", seed.start, definition.name);
            states += dfa.state_count();
        }
        assert_eq!(states, seed.states, "{}", seed.start);
    }
}

/// Measured elsewhere, by another program.
#[test]
fn uri_reference_has_twelve_states() {
    for grammar in [of_repository("uri.abnf"), of_repository("rfc2396.bnf")] {
        let automata = compiled(&grammar);
        let dfa = automata.dfa(grammar.find("URI-reference").expect("there")).expect("regular");
        assert_eq!((dfa.state_count(), dfa.classes().count()), (12, 11), "{dfa}");
    }
}

/// Compares the rules of two grammars by name; returns those that differ and those that the right
/// one lacks. The rule `urlc` of one is `uric` in the other.
fn differences(left: &Resolved, right: &Resolved) -> (Vec<(String, Comparison)>, Vec<String>) {
    let (left_automata, right_automata) = (compiled(left), compiled(right));
    let (mut differing, mut missing) = (Vec::new(), Vec::new());
    for (rule, definition) in left.own_rules() {
        let name = definition.name.as_str();
        let own = |name: &str| {
            let name = RuleName::new(name);
            right.own_rules().find(|(_, rule)| rule.name == name).map(|(id, _)| id)
        };
        let other = own(name).or_else(|| own(&name.replace("urlc", "uric")));
        let Some(other) = other else {
            missing.push(name.to_owned());
            continue;
        };
        let left = left_automata.dfa(rule).expect("regular");
        let right = right_automata.dfa(other).expect("regular");
        let comparison = compare(left, right, usize::MAX).expect("there is no limit");
        if comparison.relation() != Relation::Equal {
            differing.push((name.to_owned(), comparison));
        }
    }
    (differing, missing)
}

#[test]
fn both_notations_of_rfc_2396_are_equal() {
    let (differing, missing) =
        differences(&of_repository("uri.abnf"), &of_repository("rfc2396.bnf"));
    assert!(differing.is_empty(), "{differing:?}");
    // Appendix A lists the excluded characters of section 2.4.3 nowhere.
    assert_eq!(missing, ["DQUOTE", "control", "space", "delims", "unwise"]);
}

#[test]
#[ignore = "needs ../shared"]
fn the_documents_have_the_rules_of_the_repository() {
    let documents = [("000_", "rfc2396.bnf"), ("001_", "uri.abnf"), ("004_", "rfc1738.bnf")];
    for (start, file) in documents {
        let seed = SEEDS.iter().find(|seed| seed.start == start).expect("listed");
        let read = extracted(seed);
        let (differing, missing) = differences(&of_repository(file), &read.resolved);
        let names: Vec<&str> = differing.iter().map(|entry| entry.0.as_str()).collect();
        // The repaired slip: in the document, `|` became `/`.
        let expected: &[&str] = if start == "001_" { &["unwise"] } else { &[] };
        assert_eq!(names, expected, "{start}");
        assert!(missing.is_empty(), "{start}: {missing:?}");
    }
}

/// `net_path = "" authority …`: exactly the rules that use it have other languages.
#[test]
#[ignore = "needs ../shared"]
fn the_lost_slashes_are_found() {
    let read = extracted(&SEEDS[2]);
    let (differing, missing) = differences(&of_repository("rfc2396.bnf"), &read.resolved);
    assert!(missing.is_empty(), "{missing:?}");
    let witness = |text: &Option<Vec<u8>>| {
        text.as_ref().map(|text| String::from_utf8(text.clone()).expect("ASCII"))
    };
    let found: Vec<_> = differing
        .iter()
        .map(|(name, found)| (&**name, witness(&found.only_left), witness(&found.only_right)))
        .collect();
    // The authority can be empty, so a text with the slashes is still a path.
    let expected = [
        ("URI-reference", None, Some(":")),
        ("absoluteURI", None, Some("a:")),
        ("relativeURI", None, Some("")),
        ("hier-part", None, Some("")),
        ("net-path", None, Some("")),
    ];
    let expected = expected.map(|(name, left, right): (_, Option<&str>, Option<&str>)| {
        (name, left.map(str::to_owned), right.map(str::to_owned))
    });
    assert_eq!(found, expected);
}

/// RFC 2396 states its rules in the text and again in appendix A; the excluded characters of
/// section 2.4.3 are stated once.
#[test]
#[ignore = "needs ../shared"]
fn the_rfc_says_the_same_thing_twice() {
    let text = fs::read_to_string(shared("testdata/uri/rfc2396.txt")).expect("readable");
    let appendix = text.find("A. Collected BNF for URI\n").expect("the appendix has this title");
    let (body, appendix) = text.split_at(appendix);
    let [body, appendix] = [body, appendix].map(|half| {
        let read = read("rfc2396", half.as_bytes(), Extract::Yes, &[]);
        assert_eq!(found_in(&read, Severity::Error), [""; 0]);
        read.resolved
    });
    let (differing, missing) = differences(&body, &appendix);
    assert!(differing.is_empty(), "{differing:?}");
    // The last one is of the pseudocode of section 5.2.
    assert_eq!(missing, ["control", "space", "delims", "unwise", "result"]);
    assert_eq!([body.own_rules().count(), appendix.own_rules().count()], [45, 40]);
}
