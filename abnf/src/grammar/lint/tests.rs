//! Warnings about faulty grammars, and none about good ones.

use super::*;
use crate::grammar::{lower, resolve};
use crate::testing::{brief, parsed};

/// The findings of both lints in a text.
fn lints(text: &str) -> Vec<Diagnostic> {
    let rules = parsed(0, text);
    let mut found = notation(&rules);
    let mut errors = Vec::new();
    let grammar = lower::lower(&rules, &mut errors);
    let resolved = resolve::resolve(grammar, Vec::new(), Vec::new(), None, &mut errors);
    errors.retain(|item| item.severity == crate::diagnostic::Severity::Error);
    assert_eq!((errors, &resolved.errors), (vec![], &vec![]), "{text}");
    found.extend(lint(&resolved));
    found.extend(redefined_core_rules(&resolved).iter().map(|it| it.finding(&resolved)));
    found
}

fn codes(text: &str) -> Vec<String> {
    brief(&lints(text))
}

const NOTHING: [&str; 0] = [];

fn message(text: &str) -> String {
    lints(text)[0].message.clone()
}

#[test]
fn rules_without_end_say_why() {
    assert_eq!(codes("a = \"x\" a\n"), ["rule-without-end@0"]);
    assert_eq!(message("a = \"x\" a\n"), "`a` matches nothing: it needs `a` again");
    let round = "a = \"x\" b / 1*c\nb = c \"y\"\nc = ( a / b ) a\n";
    assert_eq!(
        message(round),
        "`a` matches nothing: it needs `b`, which needs `c`, which needs `a` again"
    );
    assert_eq!(codes(round).len(), 1);
    // Rules that only lead to the cycle are reported together with it.
    assert_eq!(
        codes("s = a / b\na = \"x\" a\nb = b \"x\"\n"),
        ["rule-without-end@10@0", "rule-without-end@20"]
    );
    let hints = |text| format!("{:?}", lints(text)[0].hints);
    assert!(
        hints("uri = URI\n").contains("names ignore case; if a rule of another grammar is meant")
    );
    assert!(hints("a = \"x\" a\n").contains("add an alternative that does not use `a`"));
    assert_eq!(codes("a = \"x\" [ a ]\nb = \"y\" *b / <words>\nc = \"x\" / c c\n"), NOTHING);
}

#[test]
fn core_rules_with_another_meaning() {
    assert_eq!(codes("DIGIT = \"0\" / \"1\"\n"), ["redefined-core-rule@0"]);
    assert_eq!(message("Digit = %x30\n"), "`Digit` differs from the core rule `DIGIT = %x30-39`");
    let same = "alpha = low / up\nlow = %s\"a\" / %x62-7A\nup = %x41-5A\ncrlf = %x0D lf\nlf = %x0A\n\
                lwsp = *( WSP / CRLF WSP )\nchar = <any character>\n";
    assert_eq!(codes(same), NOTHING);
    // RFC 822 describes CR in prose.
    assert_eq!(codes("CR = <ASCII CR, carriage return>\nCRLF = CR LF\n"), NOTHING);
}

#[test]
fn core_rules_that_use_a_redefined_one() {
    let label = |text| lints(text)[0].primary.clone().unwrap().text;
    assert!(label("DIGIT = %x30-31\n").contains("the core rule `HEXDIG` keeps using"));
    assert_eq!(label("ALPHA = %x41\n"), "this grammar uses this definition");
}

#[test]
fn empty_strings() {
    assert_eq!(
        codes("net-path = \"\" [ \"\" / \"x\" ]\n"),
        ["empty-literal@11", "empty-literal@16"]
    );
    let hint = |text| lints(text)[0].hints.clone();
    assert_ne!(hint("a = \"x\" / \"\"\n"), hint("a = \"x\" \"\"\n"));
    assert_eq!(codes("empty = \"\"\n"), NOTHING);
}

#[test]
fn letters_of_one_case() {
    let run =
        |letters: &str| letters.chars().map(|c| format!("\"{c}\"")).collect::<Vec<_>>().join(" / ");
    let all = run("abcdefghijklmnopqrstuvwxyz");
    let [warning] = <[_; 1]>::try_from(lints(&format!("x = {all}\n"))).unwrap();
    assert_eq!(warning.message, "`x` matches upper-case letters too, because strings ignore case");
    assert_eq!(
        warning.hints[0].to_string(),
        "write `%x61-7A`, if only lower-case letters are intended"
    );
    assert_eq!(codes(&format!("x = {}\n", run("ABCDE"))), ["case-insensitive-letters@0"]);
    assert_eq!(codes(&format!("upper = {}\n", run("AB"))), ["case-insensitive-letters@0"]);
    // An enumeration, a gap, letters among others, or case spelled out.
    assert_eq!(codes(&format!("x = {}\n", run("ABC"))), NOTHING);
    assert_eq!(codes(&format!("x = {}\n", run("ABCDX"))), NOTHING);
    assert_eq!(codes(&format!("hex = DIGIT / {}\n", run("ABCDEF"))), NOTHING);
    assert_eq!(codes(&format!("x = %s{}\n", run("abcde").replace("/ ", "/ %s"))), NOTHING);
}

#[test]
fn alternatives_that_add_nothing() {
    assert_eq!(codes("hex = \"A\" / \"B\" / \"a\" / \"b\"\n"), ["redundant-alternative@18@6@24"]);
    assert_eq!(
        message("a = \"GET\" / \"PUT\" / \"get\"\n"),
        "this alternative adds nothing, because strings ignore case"
    );
    assert_eq!(
        codes("a = b c / c / (B \"c\" / b C)\nb = \"b\"\nc = \"c\"\n"),
        ["redundant-alternative@23@4"]
    );
    assert_eq!(codes("a = %x30-34 / \"5\" / %x31-35\n"), ["redundant-alternative@20@4"]);
    assert_eq!(codes("a = [ \"x\" ( \"y\" / \"z\" / \"y\" ) ]\n"), ["redundant-alternative@24@12"]);
    assert_eq!(codes("a = \"x\"\nb = \"y\"\na =/ \"z\" / \"x\"\n"), ["redundant-alternative@27@4"]);
    assert_eq!(codes("a = %x30-34 / %x33-36 / %s\"x\" / \"x\" / 1*\"x\" / *\"x\"\n"), NOTHING);
}

#[test]
fn many_alternatives_take_linear_time() {
    let values: Vec<_> = (0..50_000).map(|i| format!("%x{:X}", 0xE000 + 2 * i)).collect();
    assert_eq!(codes(&format!("a = {}\n", values.join(" / "))), NOTHING);
}
