//! The documents that people have: every rule of each is found, at its line.
//!
//! They are not part of this repository. Where the folder `../shared` is missing,
//! the tests say so and pass.

use abnfc::diagnostic::{Diagnostic, Severity};
use abnfc::spec::{Dialect, Extract, ReadOptions};
use abnfc::{Read, read_leniently};
use std::io::Write as _;
use std::path::{Path, PathBuf};

/// The folder beside the repository, if it is there.
fn shared(folder: &str) -> Option<PathBuf> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../shared").join(folder);
    if !path.is_dir() {
        // Past the test harness, which hides what a test prints as long as it passes.
        let _ = writeln!(std::io::stderr(), "skipped: no folder ../shared/{folder}");
        return None;
    }
    Some(path)
}

fn document(name: &str) -> Option<Read> {
    let bytes = std::fs::read(shared("seeds")?.join(name)).expect("the document is there");
    let options = ReadOptions { extract: Extract::Yes, ..ReadOptions::default() };
    Some(read_leniently(name, &bytes, &[], &options).expect("it is a text"))
}

/// Compares the rules with `name line, name line, …`, names as the document has
/// them.
fn assert_rules(read: &Read, expected: &str) {
    let found: Vec<String> = read
        .resolved
        .own_rules()
        .map(|(_, rule)| {
            let (line, _) =
                read.diagnostics.files.line_column(rule.span.expect("own rules have one"));
            format!("{} {line}", rule.name)
        })
        .collect();
    let expected: Vec<String> =
        expected.split(',').map(|rule| rule.trim().replace(['_', '+'], "-")).collect();
    assert_eq!(found, expected);
}

/// Errors and warnings as `code line`.
fn assert_found(read: &Read, severity: Severity, expected: &[&str]) {
    let brief = |item: &Diagnostic| {
        let place = item.primary.as_ref().expect("it has a place").span;
        format!("{} {}", item.code, read.diagnostics.files.line_column(place).0)
    };
    let items = read.diagnostics.items.iter().filter(|item| item.severity == severity);
    assert_eq!(items.map(brief).collect::<Vec<_>>(), expected);
}

#[test]
fn bnf_of_rfc_2396_in_a_page() {
    let Some(read) = document("000_956f7345ba4229fb.txt") else { return };
    assert_rules(
        &read,
        "URI-reference 5, absoluteURI 6, relativeURI 7, hier_part 9, opaque_part 10, \
         uric_no_slash 12, net_path 15, abs_path 16, rel_path 17, rel_segment 19, scheme 22, \
         authority 24, reg_name 26, server 29, userinfo 30, hostport 33, host 34, hostname 35, \
         domainlabel 36, toplabel 37, IPv4address 38, port 39, path 41, path_segments 42, \
         segment 43, param 44, pchar 45, query 48, fragment 50, uric 52, reserved 53, \
         unreserved 55, mark 56, escaped 59, hex 60, alphanum 63, alpha 64, lowalpha 66, \
         upalpha 69, digit 72",
    );
    assert_found(&read, Severity::Error, &[]);
    assert_found(
        &read,
        Severity::Warning,
        &["redundant-alternative 61", "case-insensitive-letters 66", "case-insensitive-letters 69"],
    );
}

#[test]
fn abnf_with_listing_numbers() {
    let Some(read) = document("001_6c1c8192fef75048.txt") else { return };
    assert_rules(
        &read,
        "DQUOTE 5, alpha 12, lowalpha 13, upalpha 14, digit 15, alphanum 16, urlc 18, reserved 20, \
         unreserved 22, mark 23, escaped 25, hex 26, control 28, space 29, delims 30, unwise 31, \
         absoluteURI 33, hier-part 34, net-path 35, abs-path 36, opaque-part 37, urlc-no-slash 38, \
         scheme 40, authority 42, reg-name 44, server 46, userinfo 47, hostport 48, host 49, \
         hostname 50, domainlabel 51, toplabel 52, IPv4address 53, port 54, path 56, \
         path-segments 57, segment 58, param 59, pchar 60, query 62, URI-reference 64, \
         fragment 66, relativeURI 68, rel-path 69, rel-segment 70",
    );
    assert_found(&read, Severity::Error, &[]);
    assert_found(
        &read,
        Severity::Warning,
        &["case-insensitive-letters 13", "case-insensitive-letters 14", "redundant-alternative 26"],
    );
}

#[test]
fn a_copy_that_lost_two_slashes() {
    let Some(read) = document("002_07bda57a760a2840.txt") else { return };
    assert_rules(
        &read,
        "URI-reference 10, absoluteURI 11, relativeURI 12, hier_part 14, opaque_part 15, \
         uric_no_slash 17, net_path 20, abs_path 21, rel_path 22, rel_segment 24, scheme 27, \
         authority 29, reg_name 31, server 34, userinfo 35, hostport 38, host 39, hostname 40, \
         domainlabel 41, toplabel 42, IPv4address 43, port 44, path 46, path_segments 47, \
         segment 48, param 49, pchar 50, query 53, fragment 55, uric 57, reserved 58, \
         unreserved 60, mark 61, escaped 64, hex 65, alphanum 68, alpha 69, lowalpha 71, \
         upalpha 74, digit 77",
    );
    assert_found(&read, Severity::Error, &[]);
    let expected = [
        "empty-literal 20",
        "redundant-alternative 66",
        "case-insensitive-letters 71",
        "case-insensitive-letters 74",
    ];
    assert_found(&read, Severity::Warning, &expected);
}

#[test]
fn rules_between_prose_with_some_missing() {
    let Some(read) = document("003_323ed029bad55137.txt") else { return };
    assert_rules(
        &read,
        "absoluteURI 25, hier_part 35, net_path 37, abs_path 39, opaque_part 45, \
         uric_no_slash 47, scheme 72, authority 89, reg_name 108, server 122, userinfo 128, \
         hostport 142, host 143, hostname 144, domainlabel 145, toplabel 146, IPv4address 147, \
         port 148, path 181, path_segments 183, segment 184, param 185, pchar 187, query 203",
    );
    // `alpha` and `digit` are missing too, but they are core rules.
    let expected =
        ["undefined-rule 45", "undefined-rule 47", "undefined-rule 47", "undefined-rule 145"];
    assert_found(&read, Severity::Error, &expected);
    assert_found(&read, Severity::Warning, &[]);
}

#[test]
fn bnf_of_rfc_1738_with_a_bare_slash() {
    let Some(read) = document("004_076139cda596704c.txt") else { return };
    assert_rules(
        &read,
        "genericurl 7, url 10, otherurl 16, scheme 19, schemepart 20, ip-schemepart 23, login 24, \
         hostport 25, host 26, hostname 27, domainlabel 28, toplabel 29, alphadigit 30, \
         hostnumber 31, port 32, user 33, password 34, urlpath 35, ftpurl 39, fpath 40, \
         fsegment 41, ftptype 42, fileurl 45, httpurl 48, hpath 49, hsegment 50, search 51, \
         gopherurl 54, gtype 56, selector 57, gopher+_string 58, mailtourl 61, encoded822addr 62, \
         newsurl 65, grouppart 66, group 67, article 68, nntpurl 71, telneturl 74, waisurl 77, \
         waisdatabase 78, waisindex 79, waisdoc 80, database 81, wtype 82, wpath 83, \
         prosperourl 86, ppath 87, psegment 88, fieldspec 89, fieldname 90, fieldvalue 91, \
         lowalpha 94, hialpha 98, alpha 102, digit 103, safe 105, extra 106, national 107, \
         punctuation 108, reserved 111, hex 112, escape 114, unreserved 116, uchar 117, xchar 118, \
         digits 119",
    );
    assert_found(&read, Severity::Error, &[]);
    let expected = [
        "redundant-alternative 42",
        "bare-slash 54",
        "case-insensitive-letters 94",
        "case-insensitive-letters 98",
        "redundant-alternative 113",
    ];
    assert_found(&read, Severity::Warning, &expected);
}

/// Every grammar file of the collection, with its path in it.
fn collection() -> Vec<(String, Vec<u8>)> {
    let Some(root) = shared("testdata/grammars") else { return Vec::new() };
    let mut files = Vec::new();
    for folder in std::fs::read_dir(&root).unwrap().map(|entry| entry.unwrap().path()) {
        for file in std::fs::read_dir(&folder).unwrap().map(|entry| entry.unwrap().path()) {
            let name = file.strip_prefix(&root).unwrap().to_string_lossy().into_owned();
            files.push((name, std::fs::read(&file).unwrap()));
        }
    }
    files.sort();
    files
}

#[test]
fn collected_grammars_print_and_read_back() {
    use abnfc::diagnostic::FileId;
    use abnfc::grammar::{lower, syntax};
    use abnfc::text::{dialect, source, tokens};
    let limits = abnfc::limits::Limits::default();
    let read = |name: &str, bytes: &[u8], notation| {
        let mut found = Vec::new();
        let source = source::source(FileId(0), name, bytes, &limits).expect(name);
        let tokens = tokens::tokens(&source);
        let tokens = dialect::dialect(&source, tokens, notation, &mut found);
        let rules = syntax::syntax(&source, &tokens, &limits, &mut found);
        let grammar = lower::lower(&rules, &mut found);
        let errors = found.into_iter().filter(|item| item.severity == Severity::Error).count();
        (grammar, errors)
    };
    let mut compared = 0;
    for (name, bytes) in collection() {
        let (grammar, errors) = read(&name, &bytes, Dialect::Auto);
        if errors > 0 {
            continue;
        }
        let printed = grammar.to_string();
        assert_eq!(
            read(&name, printed.as_bytes(), Dialect::Abnf),
            (grammar, 0),
            "{name}\n{printed}"
        );
        compared += 1;
    }
    assert!(compared == 0 || compared > 40, "only {compared} grammars read without errors");
}

#[test]
fn published_specifications_give_few_warnings() {
    for (name, bytes) in collection() {
        if !name.starts_with("specs") {
            continue;
        }
        let read = abnfc::read(&name, &bytes, &[], &ReadOptions::default()).expect(&name);
        assert_eq!(read.diagnostics.to_string(), "", "{name}");
    }
}
