//! What names stand for, and what values are.

use super::*;
use crate::diagnostic::Severity;
use crate::grammar::Encoding::{Octets, Utf8};
use crate::testing::{brief, grammar as lowered};
use std::fmt::Write;

/// An import of all its rules, or of those listed.
fn import(file: u32, name: &str, text: &str, rules: &[&str]) -> Imported {
    let rules = rules.iter().map(|&rule| rule.to_owned()).collect();
    Imported { name: name.to_owned(), grammar: lowered(file, text), rules }
}

fn resolved(text: &str, imports: Vec<Imported>) -> (Resolved, Vec<Diagnostic>) {
    let mut found = Vec::new();
    let resolved = resolve(lowered(0, text), imports, None, &mut found);
    (resolved, found)
}

/// The origin of what the first own rule, a mere name, stands for.
fn meant(text: &str, imports: Vec<Imported>) -> Origin {
    let (resolved, _) = resolved(text, imports);
    match resolved[RuleId(0)].expr {
        crate::grammar::Expr::Rule(id) => resolved[id].origin.clone(),
        _ => panic!("{resolved}"),
    }
}

fn found(text: &str, imports: Vec<Imported>) -> Vec<String> {
    brief(&resolved(text, imports).1)
}

fn from(name: &str) -> Origin {
    Origin::Import(name.to_owned())
}

const NOTHING: [&str; 0] = [];

#[test]
fn own_rules_then_imports_then_core() {
    let alpha = || vec![import(1, "X", "Alpha = \"x\"\n", &[])];
    assert_eq!(meant("a = ALPHA\nalpha = \"y\"\n", alpha()), Origin::Own);
    assert_eq!(meant("a = ALPHA\n", alpha()), from("X"));
    assert_eq!(meant("a = DIGIT\n", alpha()), Origin::Core);
}

#[test]
fn rules_stand_in_order_and_core_rules_are_complete() {
    let imports = vec![import(1, "X", "x = y\ny = CR\n", &["x"])];
    let (resolved, found) = resolved("a = x CR\ncr = %x0D\n", imports);
    assert_eq!(found, []);
    let names: Vec<_> = resolved.rules().map(|(_, rule)| rule.name.as_str()).collect();
    assert_eq!(names[..4], ["a", "cr", "x", "y"]);
    assert_eq!(names.len(), 4 + 16);
    assert_eq!(resolved.own_rules().count(), 2);
    // The import does not see the rule that redefines CR here.
    assert!(resolved.to_string().contains("\ny = CR@core\n"), "{resolved}");
}

#[test]
fn an_import_is_a_name_space_of_its_own() {
    let both =
        || vec![import(1, "X", "x = y\n", &[]), import(2, "Y", "y = z\nz = \"z\"\n", &["y"])];
    let (resolved, found) = resolved("a = x\ny = \"1\"\n", both());
    let [x, y] = ["x", "y"].map(|name| {
        resolved
            .rules()
            .find(|(_, r)| r.name.as_str() == name && r.origin != Origin::Own)
            .unwrap()
            .0
    });
    assert_eq!(resolved[x].expr, crate::grammar::Expr::Rule(y));
    assert_eq!(brief(&found), ["shadowed-import@6@2:0"]);
}

#[test]
fn an_undefined_rule_is_reported_once_and_becomes_prose() {
    let (resolved, found) = resolved("a = nope b\nb = Nope / \"x\"\n", vec![]);
    assert_eq!(brief(&found), ["undefined-rule@4@15"]);
    let expected = Expr::Concat(vec![Expr::Error, Expr::Rule(RuleId(1))]);
    assert_eq!(resolved[RuleId(0)].expr, expected);
}

/// The hints of the first finding.
fn hint(text: &str, imports: Vec<Imported>) -> String {
    let hints = &resolved(text, imports).1[0].hints;
    hints.iter().map(ToString::to_string).collect::<Vec<_>>().join("; ")
}

#[test]
fn hints_for_undefined_rules() {
    assert!(hint("a = DIGITS\n", vec![]).starts_with("did you mean `DIGIT`?; import"));
    assert!(hint("a = uri-host\n", vec![]).contains("`; @import NAME = FILE (uri-host)`"));
    let limited = vec![import(1, "X", "uri-host = \"x\"\nuri-hose = \"y\"\n", &["uri-hose"])];
    assert!(hint("a = uri-host\n", limited).contains("import `X` defines it"));
}

#[test]
fn prose_that_names_a_rule() {
    let uri = || vec![import(1, "URI", "host = \"h\"\nport = \"p\"\n", &[])];
    assert_eq!(meant("a = <b>\nb = \"b\"\n", vec![]), Origin::Own);
    assert_eq!(meant("a = <host>\n", uri()), from("URI"));
    assert_eq!(meant("a = <host>\nhost = \"x\"\n", uri()), Origin::Own);
    assert_eq!(meant("a = <host, see [uri], Section 3>\nhost = \"x\"\n", uri()), from("URI"));
    assert_eq!(meant("a = <host, see [RFC3986]>\n", uri()), from("URI"));
    assert_eq!(meant("a = <ALPHA, see [RFC5234]>\n", vec![]), Origin::Core);
    // A rule never stands for itself.
    assert_eq!(meant("host = <host>\n", uri()), from("URI"));
    assert_eq!(meant("host = <host, see [RFC3986]>\n", uri()), from("URI"));
}

#[test]
fn what_is_defined_elsewhere_does_not_lead_back() {
    let text = "uri-host = <host, see [URI]>\nHost = 1*( port uri-host )\nport = \"p\"\n";
    assert_eq!(found(text, vec![]), ["unresolved-prose@11"]);
    assert_eq!(meant("a = <b, see [X]>\nb = c\nc = \"c\"\n", vec![]), Origin::Own);
    assert_eq!(meant("a = <b>\nb = \"(\" a \")\"\n", vec![]), Origin::Own);
}

#[test]
fn other_prose_gets_a_warning() {
    assert_eq!(found("a = <any CHAR> / 0<nothing>\n", vec![]), ["unresolved-prose@4"]);
    assert!(hint("a = <host, see [URI]>\n", vec![]).contains("@import URI = FILE (host)"));
    let uri = vec![import(1, "URI", "port = \"p\"\n", &[])];
    assert_eq!(hint("a = <host, see [URI]>\n", uri), "the import `URI` offers no rule `host`");
    // The prose of an import is for those who maintain it.
    assert_eq!(found("a = x\n", vec![import(1, "X", "x = <words only>\n", &[])]), NOTHING);
}

#[test]
fn a_name_in_two_imports() {
    let imports =
        |second| vec![import(1, "X", "x = 1*y\ny = \"1\"\n", &[]), import(2, "Z", second, &["x"])];
    assert_eq!(found("a = x\n", imports("x = 1*\"2\"\n")), ["ambiguous-import@4@1:0@2:0"]);
    assert_eq!(found("a = x\n", imports("x = 1*z\nz = %x31\n")), NOTHING);
    assert_eq!(found("a = y\n", imports("x = 1*\"2\"\n")), NOTHING);
}

#[test]
fn a_core_rule_that_an_import_redefines() {
    let imports = |text| vec![import(1, "X", text, &[])];
    let (resolved, different) = resolved("a = ALPHA\n", imports("alpha = \"a\"\n"));
    assert_eq!(brief(&different), ["shadowed-core-rule@4@1:0"]);
    assert_eq!(different[0].severity, Severity::Warning);
    assert_eq!(resolved.own_rules().count(), 1);
    let same = "alpha = lower / upper\nlower = %x61-7A\nupper = %x41-5A\n";
    assert_eq!(found("a = ALPHA\n", imports(same)), NOTHING);
    assert_eq!(found("a = \"a\"\n", imports("alpha = \"a\"\n")), NOTHING);
}

#[test]
fn lists_of_imports() {
    let text = "a = x\n";
    let twice = vec![import(1, "X", "x = \"1\"\n", &[]), import(2, "x", "x = \"2\"\n", &[])];
    assert_eq!(found(text, twice), ["duplicate-import"]);
    let (_, missing) = resolved(text, vec![import(1, "X", "x = \"1\"\n", &["X", "xy"])]);
    assert_eq!(brief(&missing), ["undefined-import@1:0"]);
    assert_eq!(missing[0].hints[0].to_string(), "take `xy` out of the list of rules");
}

#[test]
fn the_search_for_circles_is_bounded() {
    let mut text = "r0 = \"x\"\n".to_owned();
    for i in 1..5_000 {
        writeln!(text, "r{i} = \"y\" / <r{0}, see [X]> r{0}", i - 1).unwrap();
    }
    let found = found(&text, vec![]);
    // The first ones are looked up, the rest stays prose and is reported so, up to
    // the number of warnings that anyone reads.
    assert_eq!(found.len(), 1_000);
}

#[test]
fn encodings() {
    let encoding = |text, stated| {
        let mut found = Vec::new();
        let resolved = resolve(lowered(0, text), vec![], stated, &mut found);
        (resolved.encoding, brief(&found))
    };
    let none: Vec<String> = Vec::new();
    assert_eq!(encoding("a = %x7F\n", None), (Octets, none.clone()));
    assert_eq!(encoding("a = %x80-FF\n", None), (Octets, vec!["unstated-encoding@4".to_owned()]));
    assert_eq!(encoding("a = %x80-FF\n", Some(Octets)), (Octets, none.clone()));
    assert_eq!(encoding("a = %x80-FF\n", Some(Utf8)), (Utf8, none.clone()));
    assert_eq!(encoding("a = %x80-100\n", None), (Utf8, none.clone()));
    let mixed = "a = %xE9 %x100 %xEA\n";
    assert_eq!(encoding(mixed, None), (Utf8, vec!["unstated-encoding@4@15".to_owned()]));
    assert_eq!(encoding(mixed, Some(Octets)).1, ["value-above-octet@9"]);
    assert_eq!(encoding("a = OCTET\n", None), (Octets, none.clone()));
    assert_eq!(encoding("octet = %x00-FF\n", None), (Octets, none));
}

#[test]
fn long_chains_need_no_deep_stack() {
    let mut text = "r0 = \"x\"\n".to_owned();
    for i in 1..50_000 {
        writeln!(text, "r{i} = \"(\" r{} \")\"", i - 1).unwrap();
    }
    let (resolved, found) = resolved(&text, vec![]);
    assert_eq!(found, []);
    assert_eq!(resolved.own_rules().count(), 50_000);
}
