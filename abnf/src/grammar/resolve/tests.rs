//! Resolution of names, and encodings.

use super::*;
use crate::diagnostic::Severity;
use crate::grammar::Encoding::{Octets, Utf8};
use crate::testing::{brief, grammar as lowered};
use expect_test::expect;
use std::fmt::Write;

/// A grammar and the rules that may be used; an empty list means all.
type Import = (Imported, Vec<String>);

fn import(file: u32, name: &str, text: &str, rules: &[&str]) -> Import {
    let rules = rules.iter().map(|&rule| rule.to_owned()).collect();
    (Imported { name: name.to_owned(), grammar: lowered(file, text), uses: None }, rules)
}

/// An import that uses only some of the imports, by index.
fn import_with(file: u32, name: &str, text: &str, uses: &[(&str, usize)]) -> Import {
    let use_of =
        |&(name, import): &(&str, usize)| Use { name: name.to_owned(), import, rules: Vec::new() };
    let (import, rules) = import(file, name, text, &[]);
    (Imported { uses: Some(uses.iter().map(use_of).collect()), ..import }, rules)
}

fn resolved(text: &str, imports: Vec<Import>) -> (Resolved, Vec<Diagnostic>) {
    let mut found = Vec::new();
    let (imports, rules): (Vec<_>, Vec<_>) = imports.into_iter().unzip();
    let uses = rules.into_iter().enumerate().map(|(import, rules)| Use {
        name: imports[import].name.clone(),
        import,
        rules,
    });
    let resolved = resolve(lowered(0, text), uses.collect(), imports, None, &mut found);
    found.extend(resolved.errors.iter().map(|error| Diagnostic::clone(error)));
    found.extend(resolved.prose.iter().map(UnresolvedProse::finding));
    (resolved, found)
}

/// The origin of the rule that the first own rule, a mere name, refers to.
fn meant(text: &str, imports: Vec<Import>) -> Origin {
    let (resolved, _) = resolved(text, imports);
    match resolved[RuleId(0)].expr {
        crate::grammar::Expr::Rule(id) => resolved[id].origin.clone(),
        _ => panic!("{resolved}"),
    }
}

fn found(text: &str, imports: Vec<Import>) -> Vec<String> {
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
fn rules_are_in_order_and_core_rules_are_complete() {
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
fn an_import_is_a_namespace_of_its_own() {
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
fn hint(text: &str, imports: Vec<Import>) -> String {
    let hints = &resolved(text, imports).1[0].hints;
    hints.iter().map(ToString::to_string).collect::<Vec<_>>().join("; ")
}

#[test]
fn hints_for_undefined_rules() {
    expect!["did you mean `DIGIT`?; import the grammar that defines `DIGITS`, with `Spec::imports` or a line `; @import NAME = FILE (DIGITS)`"].assert_eq(&hint("a = DIGITS\n", vec![]));
    expect!["define it; import the grammar that defines `uri-host`, with `Spec::imports` or a line `; @import NAME = FILE (uri-host)`"].assert_eq(&hint("a = uri-host\n", vec![]));
    let limited = vec![import(1, "X", "uri-host = \"x\"\nuri-hose = \"y\"\n", &["uri-hose"])];
    expect!["the import `X` defines it, but is limited to other rules: add `uri-host` to them"]
        .assert_eq(&hint("a = uri-host\n", limited));
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
    // Prose never refers to its own rule.
    assert_eq!(meant("host = <host>\n", uri()), from("URI"));
    assert_eq!(meant("host = <host, see [RFC3986]>\n", uri()), from("URI"));
}

#[test]
fn rules_that_prose_defines() {
    let core = "a = DIGIT SP\nDIGIT = <0-9 as per [RFC5234]>\nSP = <ASCII SP, space>\n";
    let (resolved, warnings) = resolved(core, vec![]);
    assert_eq!(brief(&warnings), ["prose-as-set@49", "prose-as-rule@13"]);
    assert!(resolved.to_string().contains("\nDIGIT = DIGIT@core\nSP = \" \"\n"), "{resolved}");
    let text = "word = <unquoted word as per [RFC5322]>\n";
    let mail = || vec![import(1, "RFC5322", "word = \"w\"\n", &[])];
    assert_eq!(meant(text, mail()), from("RFC5322"));
    assert_eq!(found(text, vec![]), ["unresolved-prose@7"]);
    // A set takes precedence over the core rule, and core rules in prose can be operands.
    let sets = "CTL = <any CHAR except \";\">\nCHAR = <any ASCII character>\n";
    let codes = ["prose-as-rule@28", "prose-as-set@6"];
    assert_eq!(found(sets, vec![]), codes);
    assert_eq!(found("CTL = <any CHAR except \"x\">\n", vec![]), ["unresolved-prose@6"]);
    assert_eq!(found("a = DIGIT / <any digit>\n", vec![]), ["unresolved-prose@12"]);
}

#[test]
fn prose_does_not_refer_to_its_own_rule() {
    let text = "uri-host = <host, see [URI]>\nHost = 1*( port uri-host )\nport = \"p\"\n";
    assert_eq!(found(text, vec![]), ["unresolved-prose@11"]);
    assert_eq!(meant("a = <b, see [X]>\nb = c\nc = \"c\"\n", vec![]), Origin::Own);
    assert_eq!(meant("a = <b>\nb = \"(\" a \")\"\n", vec![]), Origin::Own);
}

#[test]
fn other_prose_gets_a_warning() {
    assert_eq!(found("a = <any CHAR> / 0<nothing>\n", vec![]), ["unresolved-prose@4"]);
    expect!["define `host`; import the grammar that defines `host`, perhaps the bundled `rfc3986`, with `Spec::imports` or a line `; @import URI = rfc3986 (host)`"].assert_eq(&hint("a = <host, see [URI]>\n", vec![]));
    let uri = vec![import(1, "URI", "port = \"p\"\n", &[])];
    assert_eq!(hint("a = <host, see [URI]>\n", uri), "the import `URI` offers no rule `host`");
    // Prose of imports concerns their maintainers.
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
    assert_eq!(missing[0].hints[0].to_string(), "remove `xy` from the list of rules");
}

#[test]
fn the_search_for_cycles_is_bounded() {
    let mut text = "r0 = \"x\"\n".to_owned();
    for i in 1..5_000 {
        writeln!(text, "r{i} = \"y\" / <r{0}, see [X]> r{0}", i - 1).unwrap();
    }
    let found = found(&text, vec![]);
    // The first ones are resolved, the rest stays prose and is reported, up to
    // the limit of warnings.
    assert_eq!(found.len(), 2_000);
}

#[test]
fn encodings() {
    let encoding = |text, stated| {
        let mut found = Vec::new();
        let resolved = resolve(lowered(0, text), vec![], vec![], stated, &mut found);
        found.extend(resolved.errors.iter().map(|error| Diagnostic::clone(error)));
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

#[test]
fn an_import_with_imports_of_its_own_uses_no_others() {
    let shared = || import_with(2, "Z", "z = \"1\"\n", &[]);
    let imports = vec![import_with(1, "X", "x = <z, see [A]> z\n", &[("A", 1)]), shared()];
    let (resolved, found) = resolved("a = x\nz = <z, see [A]>\n", imports);
    // The grammar has no import `A`, so the prose may refer to any `z` that it sees.
    assert_eq!(found, []);
    assert!(resolved.to_string().contains("\nx = z@Z z@Z\n"), "{resolved}");
    let alone = vec![import_with(1, "X", "x = z\n", &[]), shared()];
    assert_eq!(self::found("a = x\n", alone), ["undefined-rule@1:4"]);
}

#[test]
fn increments_extend_the_rule_of_the_name() {
    let x = || vec![import(1, "X", "b = \"(\" c \")\"\nc = VCHAR\n", &[])];
    let (resolved, found) = resolved("a = b VCHAR\nvchar =/ %xA1\nc =/ \"1\"\n", x());
    assert_eq!(brief(&found), ["unstated-encoding@21"]);
    // Rules of imports use the extended rules.
    let expected = "a = b vchar\nvchar = %x21-7E / %xA1\nc = vchar / \"1\"\n; import X\n\
                    b = \"(\" c \")\"\n";
    assert!(resolved.to_string().starts_with(expected), "{resolved}");
    assert_eq!(resolved[RuleId(2)].text, "c = VCHAR\nc =/ \"1\"");
}

#[test]
fn an_extension_by_an_import_stays_in_the_import() {
    let x = "x = c HEXDIG\nDIGIT =/ \"_\"\nc =/ \"!\"\n";
    let imports =
        vec![import(1, "X", x, &["x"]), import(2, "Y", "b = c\nc = DIGIT\n", &["b", "c"])];
    let (resolved, found) = resolved("a = x b DIGIT\n", imports);
    assert_eq!(found, []);
    let [expected, copies] = [
        "a = x b DIGIT@core\n; import X\nx = c HEXDIG@X\nDIGIT = %x30-39 / \"_\"\n\
         c = DIGIT / \"!\"\n; import Y\nb = c@Y\nc@Y = DIGIT@core\n",
        "; import X\nHEXDIG@X = DIGIT / %x41-46",
    ];
    let text = resolved.to_string();
    assert!(text.starts_with(expected) && text.contains(copies), "{text}");
}

/// The order in which the imports are listed is irrelevant.
#[test]
fn an_import_sees_extensions_by_its_imports() {
    let base = || import_with(1, "Y", "word = 1*c\nc = DIGIT\n", &[]);
    let first =
        |at| import_with(2, "X", "c =/ \"!\"\ntext = word end\nend = \".\"\n", &[("Y", at)]);
    let second = |at| import_with(3, "Z", "end =/ \"?\"\nz = text\n", &[("X", at)]);
    for imports in [vec![base(), first(0), second(1)], vec![second(1), first(2), base()]] {
        let (resolved, found) = resolved("a = <z, see [Z]>\n", imports);
        assert_eq!(found, []);
        let text = resolved.to_string();
        let line = |start: &str| text.lines().find(|line| line.starts_with(start));
        assert_eq!(line("z = "), Some("z = text@Z"), "{text}");
        let copy = line("text@Z = ").unwrap_or_default();
        assert!(["text@Z = word@X end", "text@Z = word@X end@Z"].contains(&copy), "{text}");
        let copy = line("word@X = ").unwrap_or_default();
        assert!(["word@X = 1*c", "word@X = 1*c@X"].contains(&copy), "{text}");
    }
}

#[test]
fn core_rules_of_imports_do_not_depend_on_their_neighbours() {
    for sign in ["=", "=/"] {
        let x = import(1, "X", &format!("DIGIT {sign} \"_\"\n"), &[]);
        let (resolved, found) = resolved("a = y\n", vec![x, import(2, "Y", "y = DIGIT\n", &[])]);
        assert_eq!(found, []);
        assert!(resolved.to_string().contains("\ny = DIGIT@core\n"), "{resolved}");
    }
}

#[test]
fn increments_without_a_rule() {
    assert_eq!(found("a =/ \"1\"\n", vec![]), ["incremental-before-definition@0"]);
    expect!["write `a =` in the first definition; import the grammar that defines `a`, with `Spec::imports` or a line `; @import NAME = FILE (a)`"].assert_eq(&hint("a =/ \"1\"\n", vec![]));
    // Each would be the base of the other.
    let circle = vec![import(1, "X", "x =/ \"1\"\n", &[]), import(2, "Y", "x =/ \"2\"\n", &[])];
    let codes = ["incremental-before-definition@1:0", "incremental-before-definition@2:0"];
    assert_eq!(found("a = \"b\"\n", circle), codes);
    let two = vec![import(1, "X", "x = \"1\"\n", &[]), import(2, "Y", "x = \"2\"\n", &[])];
    let (resolved, found) = resolved("x =/ \"3\"\n", two);
    assert_eq!(brief(&found), ["ambiguous-import@0@1:0@2:0"]);
    assert!(resolved[RuleId(0)].is_broken);
}

#[test]
fn copies_for_extensions_are_bounded() {
    let mut text = String::from("r0 = DIGIT\n");
    for i in 1..3_000 {
        writeln!(text, "r{i} = r{} r0 r0 r0", i - 1).unwrap();
    }
    let user =
        |at: u32| import_with(at, &format!("X{at}"), "x = r2999\nDIGIT =/ \"_\"\n", &[("big", 0)]);
    let mut imports = vec![import_with(1, "big", &text, &[])];
    imports.extend((2..250).map(user));
    let (resolved, found) = resolved("a = \"b\"\n", imports);
    assert_eq!(brief(&found), ["too-many-extensions"]);
    assert!(resolved.rules().len() < 300_000);
}

#[test]
fn an_import_that_states_another_encoding() {
    let octets = |rules: &[&str]| {
        let (mut it, rules) = import(1, "X", "x = %x80\ny = \"y\"\nz = %xA0\n", rules);
        it.grammar.encoding = Some(Octets);
        vec![(it, rules)]
    };
    // Only values that are used are reported.
    let (resolved, found) = resolved("a = x / %x100\nb = y\n", octets(&[]));
    assert_eq!((resolved.encoding, brief(&found)), (Utf8, vec!["mixed-encodings@1:4".to_owned()]));
    let broken: Vec<_> = resolved.rules().filter(|(_, rule)| rule.is_broken).collect();
    assert_eq!(broken.len(), 2);
    assert_eq!(self::found("a = y / %x100\n", octets(&[])), NOTHING);
    assert_eq!(self::found("a = x\n", octets(&[])), NOTHING);
    // The statement of the grammar takes precedence over its values.
    let mut own = lowered(0, "a = %xE9\n");
    own.encoding = Some(Utf8);
    let mut found = Vec::new();
    let resolved = resolve(own, vec![], vec![], None, &mut found);
    assert_eq!((resolved.encoding, found), (Utf8, vec![]));
}
