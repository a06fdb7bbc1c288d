//! Extraction from several kinds of documents.

use super::*;
use crate::diagnostic::FileId;
use crate::limits::Limits;
use crate::spec::region::Region;
use crate::text::document::document;
use crate::text::source::source;
use crate::text::tokens::tokens;

/// The kept lines as text and as tokens, and the findings.
fn extracted(text: &str) -> (String, Tokens, Vec<Diagnostic>) {
    let source = source(FileId(0), "g", text.as_bytes(), &Limits::default()).unwrap();
    let mut found = Vec::new();
    let source = document(source, &Extract::Yes, &mut found);
    let tokens = extract(&source, tokens(&source), &Extract::Yes, &mut found);
    (tokens.to_abnf(&source.text), tokens, found)
}

#[track_caller]
fn check(text: &str, expected: &str) {
    let (text, _, found) = extracted(text);
    let kept: Vec<_> = text.lines().filter(|line| !line.is_empty()).collect();
    assert_eq!(kept.join("\n"), expected);
    assert!(found.is_empty(), "{found:?}");
}

#[test]
fn prose_is_blanked() {
    check(
        "1. Words\n\n   A rule = thing.\n\n      a = b |\n          c\n\n   The \"/\" are reserved.\n",
        "a = b |\n    c",
    );
    check("   a = \"x\"\n   \"/\", \";\", \"=\", and \"?\" are reserved.\n", "a = \"x\"");
    check("a = b\n[editar]\n\nx == y\nb => c\n", "a = b");
}

#[test]
fn flush_continuations_are_indented() {
    check("a = b |\nc\n| d\nwords here\n", "a = b |\n    c\n    | d");
    check("a = ( b\nc )\nd\n", "a = ( b\n    c )");
}

#[test]
fn page_breaks_do_not_end_a_rule() {
    check(
        "      a = b |\n\n\nBy, et al.    Standards    [Page 7]\n\u{C}\nRFC 1    Title    May 1998\n\n\n          c\n   text\n",
        "a = b |\n    c",
    );
    // On the next page, elements are aligned with those before the break.
    let page = "\n\nBy, et al.    Standards    [Page 7]\n\u{C}\nRFC 1    Title    May 1998\n\n\n";
    check(&format!("   a = b\n{page}       CRLF\n   text\n"), "a = b\n    CRLF");
    check(&format!("   a = b\n     c\n{page}     d\n\n     e\n"), "a = b\n  c\n  d");
    check(&format!("   a = b\n{page}   words\n"), "a = b");
    let (text, _, found) = extracted(&format!("   a = b\n{page}     CRLF\n"));
    assert_eq!(text.trim(), "a = b");
    assert_eq!(found.iter().map(|it| it.code.as_str()).collect::<Vec<_>>(), ["skipped-line"]);
    check("   a = b\n\n        words\n", "a = b");
    check("   a = b\n\n        / c\n", "a = b\n     / c");
}

#[test]
fn a_name_may_be_above_its_definition() {
    check("words\n\na ; b\n  ; c\n\n  =\n  d\nwords\n", "a ; b\n  ; c\n  =\n  d");
    check("Heading\n=======\na = b\n", "a = b");
}

#[test]
fn possible_losses_are_reported() {
    let (text, _, found) = extracted("a = b\n\n    \"c\"\n    \"d\"\n");
    assert_eq!(text.trim(), "a = b");
    assert_eq!(found.iter().map(|it| it.code.as_str()).collect::<Vec<_>>(), ["skipped-line"]);
    check("a = b\n\n    words\n\n   (\"a\", \"b\")\n", "a = b");
}

#[test]
fn listing_numbers_are_dropped() {
    check("  1. a = b\n  2.   / c\n  3.\n  4. d = e\n", "a = b\n  / c\nd = e");
    check("a =\n  1 b\n  2 c\n", "a =\n  1 b\n  2 c");
}

#[test]
fn comments_that_touch_a_rule_stay() {
    check("; a\n\nwords\n\n; b\n\nc = d\n; e\n; f\n\nwords\n; g\n", "; b\nc = d\n; e\n; f");
}

#[test]
fn lines_like_rules_are_kept_or_reported() {
    check("a = 'x'\nb = ( c\nd = e, \"f\"\n", "a = 'x'\nb = ( c\nd = e, \"f\"");
    check("a = <words\n     more>\n", "a = <words more>");
    check("a = \"x\"\n    | 'y'\n", "a = \"x\"\n    | 'y'");
    check("<a> ::= b\n", "<a> ::= b");
    let (text, _, found) =
        extracted("path = $5\ng = http://a/b/c\nn = 5\nN = the \"x\" of a b, c\n");
    assert_eq!(text.trim(), "");
    assert_eq!(found.iter().map(|it| it.code.as_str()).collect::<Vec<_>>(), ["skipped-line"; 4]);
}

#[test]
fn quoted_mail() {
    check(
        "On Monday A wrote:\n> words\n>\n>   a = b |\n>       c\n> > d = e\n> >   / f\n>\nwords\n",
        "a = b |\n    c\nd = e\n  / f",
    );
    let (_, tokens, _) = extracted(">   a = b\n");
    assert_eq!(tokens.of(&tokens.lines[0])[0].start, 4);
}

#[test]
fn blocks_of_markdown() {
    let unmarked = " - item\n   ~~~\n   d = e\n   ~~~\n\n   f = g\n";
    check(unmarked, "d = e\nf = g");
    // With a block that is marked, only these count.
    let marked = format!("words\n```abnf\na = b\n  / c\n```\n{unmarked}");
    check_reported(&marked, "a = b\n  / c", &[8, 11]);
    let (text, _, found) = extracted("```rust\nx = \"a\" + y;\n```\na = b\n");
    assert_eq!(text.trim(), "a = b");
    assert_eq!(found.iter().map(|it| it.code.as_str()).collect::<Vec<_>>(), ["skipped-line"]);
    // A fence that is never closed begins a block that ends with the document.
    check_reported("```rust\na = b\n", "", &[2]);
    check("``` {.abnf #id}\na = b\n````\n", "a = b");
}

#[test]
fn numbered_lines_outside_of_listings_are_reported() {
    let (text, _, found) = extracted("1. a = \"b\"\n2. c = d\n\n10  e = \"f\"\n");
    assert_eq!(text.trim(), "");
    assert_eq!(found.iter().map(|it| it.code.as_str()).collect::<Vec<_>>(), ["skipped-line"; 3]);
}

#[test]
fn no_break_spaces_are_spaces() {
    check("\u{A0}\u{A0}a = b\n\u{A0}\u{A0}\u{A0} / c\nwords\n", "a = b\n  / c");
    // `syntax` reports errors inside of a rule.
    check("a\u{A0}= b\n", "a\u{A0}= b");
}

/// Checks the kept lines, and the numbers of the lines that are reported.
#[track_caller]
fn check_reported(text: &str, expected: &str, reported: &[usize]) {
    let (kept, _, found) = extracted(text);
    let kept: Vec<_> = kept.lines().filter(|line| !line.is_empty()).collect();
    assert_eq!(kept.join("\n"), expected);
    let line = |item: &Diagnostic| {
        let start = item.primary.as_ref().unwrap().span.start as usize;
        1 + text[..start].matches('\n').count()
    };
    assert_eq!(found.iter().map(line).collect::<Vec<_>>(), reported, "{found:?}");
}

#[test]
fn examples_are_not_rules() {
    let sdp = "v=0\no=jdoe 2890844526 IN IP4 10.47.16.5\ns=SDP Seminar\ni=A Seminar on it\na=recvonly\n\
               m=audio 49172 RTP/AVP 0\n";
    check_reported(
        &format!("a1 = b1\nb1 = \"b\"\n\n{sdp}"),
        "a1 = b1\nb1 = \"b\"",
        &[4, 5, 6, 7, 8, 9],
    );
    let fields = "    username=\"Mufasa\",\n    nonce=\"dcd98b7102dd\",\n    uri=\"/dir\"\n";
    check_reported(fields, "", &[1, 2, 3]);
    let rules = "    all = nonce / uri\n    nonce = \"nonce=\" DIGIT\n    uri = \"uri\"\n";
    let expected = "all = nonce / uri\nnonce = \"nonce=\" DIGIT\nuri = \"uri\"";
    check_reported(&format!("{rules}\n{fields}"), expected, &[5, 6, 7]);
    check_reported("v= Version (plain-text; REQUIRED)\n", "", &[1]);
    check_reported("  BkZXNlYW5zY3Jp=\n\nText.\n", "", &[1]);
}

/// Also where an example has been wrapped before its `=`.
#[test]
fn sentences_and_formulas_are_no_rules() {
    check_reported("j = i MOD 4\nt = o XOR m\nThe =/ notation of ABNF\n", "", &[1, 2, 3]);
    check_reported("a = b c d\nb = \"x\"\n", "a = b c d\nb = \"x\"", &[]);
    check_reported("x = \"x\" c\nc = d e f\n", "x = \"x\" c\nc = d e f", &[]);
    let wrapped =
        "  ATTACH;FMTTYPE=image/icon;ENCODING=BASE64;VALUE\n   =BINARY:AAAB\n\n  attach = \"A\"\n";
    check(wrapped, "attach = \"A\"");
}

#[test]
fn a_region_limits_the_lines() {
    let text = "1. A\n\n  a = b\n\n2. B\n\n  b = \"x\"\n      / c\n\n3. C\n\n  c = d\n";
    let within = |region: Region| {
        let source = source(FileId(0), "g", text.as_bytes(), &Limits::default()).unwrap();
        let mut found = Vec::new();
        let tokens = extract(&source, tokens(&source), &Extract::From(region), &mut found);
        let codes: Vec<_> = found.iter().map(|it| it.code.as_str()).collect();
        (tokens.to_abnf(&source.text).split_whitespace().collect::<Vec<_>>().join(" "), codes)
    };
    assert_eq!(within(Region::Section("2".to_owned())), ("b = \"x\" / c".to_owned(), vec![]));
    assert_eq!(within(Region::Lines(3, 7)), ("a = b b = \"x\"".to_owned(), vec![]));
    let missing = within(Region::Section("4".to_owned()));
    assert_eq!(missing, (String::new(), vec!["missing-section"]));
}

#[test]
fn rules_without_spaces_are_rules() {
    check("a=b/c\nb=\"b\"\nc=DIGIT\n", "a=b/c\nb=\"b\"\nc=DIGIT");
    check("m=\"audio\" SP 1*DIGIT\n", "m=\"audio\" SP 1*DIGIT");
    // With a space, or if another rule needs it, it is a rule with an error.
    check_reported("nonce = \"x\",\n", "nonce = \"x\",", &[]);
    check_reported("s=a b\na=\"x\",\nb=\"y\"\n", "s=a b\na=\"x\",\nb=\"y\"", &[]);
    check_reported("n=\"x\",\nm = n\n", "n=\"x\",\nm = n", &[]);
}

#[test]
fn repeated_rules_are_kept_once() {
    let again =
        "a = b / ; first\n    c\n\nWords.\n\n  a = b\n    / c ; c\n  b = \"x\"\n  a = c / b\n";
    check(again, "a = b / ; first\n    c\nb = \"x\"\na = c / b");
}

#[test]
fn descriptions_have_several_lines() {
    check(
        "   a = <any CHAR except <\">,  ; => b\n        and linear\n        white space>\n   words\n",
        "a = <any CHAR except DQUOTE, and linear white space>  ; => b",
    );
    check(
        "   a = <any CHAR,\n\n\nBy, et al.    Standards    [Page 7]\n\u{C}\nRFC 1    Title    May 1998\n\n\n\
         \x20       but not b>\n   words\n",
        "a = <any CHAR, but not b>",
    );
    check(
        "   <a> ::= one, two, or three\n           digits\n\n   words\n   <b> ::= <a>\n",
        "<a> ::= one, two, or three\n        digits\n<b> ::= <a>",
    );
    check("   <a> ::= any of the digits 0 through 9\n", "<a> ::= any of the digits 0 through 9");
}

#[test]
fn rules_have_one_sign() {
    check_reported("a = b\nb = \"x\"\na := b( c )\n", "a = b\nb = \"x\"", &[3]);
    check_reported("a := b\nb := \"x\"\na = b\n", "a := b\nb := \"x\"", &[3]);
    check(
        "thing = definition\n   The name of a rule is the name\n   itself\n",
        "thing = definition",
    );
}

/// The kept lines and the number of warnings.
fn kept(text: &str) -> (Vec<String>, usize) {
    let (text, _, found) = extracted(text);
    (text.lines().filter(|it| !it.is_empty()).map(str::to_owned).collect(), found.len())
}

#[test]
fn formulas_are_no_rules() {
    let text = "   Age = delta\n   delta = 1*DIGIT\n\n     late = max(now - date, age)\n\n     \
        late = now - date\n     fresh = late\n     is_fresh = (fresh > current)\n     x = (y[i] >> 4) & 15\n     \
        cent = year / 100;\n";
    assert_eq!(kept(text), (vec!["Age = delta".to_owned(), "delta = 1*DIGIT".to_owned()], 6));
    // Rules use it, it has a string, or it is described as in RFC 821.
    for rule in ["a = (b - c)\nd = [ a ]\nb = \"x\"", "a = b - \"c\"", "<a> ::= one, two, or three"]
    {
        assert!(
            kept(rule).0.iter().any(|it| it.starts_with("a = ") || it.starts_with("<a>")),
            "{rule}"
        );
    }
    // Rules use it by way of others that consist of names.
    let text = "a = b c\nb = 1*ALPHA\nc = d\nd = e - f\ne = \"1\"\n";
    assert!(kept(text).0.contains(&"c = d".to_owned()), "{:?}", kept(text));
    // A plain rule that shares no name with a formula.
    assert_eq!(kept("a = b - c\n\nd = imported\n").0, ["d = imported"]);
}

#[test]
fn assignments_media_types_and_forms_are_examples() {
    let text = "name = definition\na = \"x\"\n\n  priority = u=0\n  content-type = image/png\n";
    assert_eq!(kept(text), (vec!["a = \"x\"".to_owned()], 3));
    let text = "name = definition\ndefinition = \"x\"\ntype = image/png\nimage = \"i\"\n";
    assert_eq!(kept(text).0.len(), 4);
    let attributes = "     <module name=\"m\"\n             xmlns=\"urn:x\">\n";
    assert_eq!(kept(&format!("a = b\nb = \"x\"\n\n{attributes}")).0, ["a = b", "b = \"x\""]);
    let sdp = "i=A Seminar on the session\na=recvonly\ns=RTSP Session\n";
    let rules = ["Session = b", "b = \"x\"", "c = b b", "d = c"];
    assert_eq!(kept(&format!("{}\n\n{sdp}", rules.join("\n"))).0, rules);
    let others = ["e=b Session", "f= b g"];
    assert_eq!(kept(&format!("{}\n\n{}", rules.join("\n"), others.join("\n"))).0.len(), 6);
    // No example chooses between strings.
    assert_eq!(kept("a = b\nb = \"x\"\nc = b\nd=\"y\"/\"z\"\n").0.len(), 4);
    // The author puts no spaces, or a rule uses it.
    assert_eq!(kept("a=b\nb=\"x\"\nc=\"y\"\n").0.len(), 3);
    assert_eq!(kept("a = b\nc = b\nb=\"x\"\n").0.len(), 3);
}
