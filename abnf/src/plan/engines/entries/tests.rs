//! The entries of small grammars and of some well-known ones.

use super::*;
use crate::automata::rules::automata;
use crate::automata::shape::shape;
use crate::spec::ReadOptions;
use crate::text::bundled;

/// The entries among some rules of a grammar, in the order of the grammar.
fn among(text: &str, exported: &str) -> String {
    let options = ReadOptions::default();
    let read = crate::read("test.abnf", text.as_bytes(), &[], &options);
    let grammar = read.unwrap_or_else(|errors| panic!("{errors}")).resolved;
    let shapes = shape(&grammar);
    let context = Context { grammar: &grammar, shapes: &shapes, limits: &options.limits };
    let rules: Vec<RuleId> =
        exported.split(' ').map(|name| grammar.find(name).expect("the rule exists")).collect();
    let automata = automata(&grammar, &shapes, &rules, &options.limits);
    let languages: Vec<_> =
        rules.iter().map(|&rule| (rule, automata.language(rule).expect("it compiles"))).collect();
    let languages: Vec<_> = languages.iter().map(|(rule, language)| (*rule, language)).collect();
    let found = entries(context, &languages);
    found.iter().map(|&rule| grammar[rule].name.as_str()).collect::<Vec<_>>().join(" ")
}

/// The entries if all rules are exported.
fn of(text: &str) -> String {
    let names = text.lines().filter_map(|line| line.split_once(" = ")).map(|(name, _)| name);
    among(text, &names.collect::<Vec<_>>().join(" "))
}

fn of_bundled(name: &str, exported: &str) -> String {
    among(bundled::find(name).expect("it is bundled").text, exported)
}

#[test]
fn what_the_crate_uri_has_as_code() {
    let rules = "URI-reference URI absolute-URI relative-ref hier-part authority host path-abempty";
    assert_eq!(of_bundled("rfc3986", rules), "URI-reference");
    let rules = format!("URI {rules}").replace("reference URI", "reference");
    assert_eq!(of_bundled("rfc3986", &rules), "URI URI-reference");
    // Characters beyond ASCII lead back.
    assert_eq!(of_bundled("rfc3987", "IRI IRI-reference absolute-IRI"), "IRI IRI-reference");
}

#[test]
fn an_entry_is_first_or_outermost_and_brings_something_new() {
    // Two rules that no other rule uses, and a variant.
    let two = "b = *x \"/\" *y\nc = *y \"?\" *x\na = *x \":\" *z\n";
    let letters = "x = \"x\"\ny = \"y\"\nz = \"z\"\n";
    assert_eq!(of(&format!("{two}{letters}")), "b a");
    // The first rule is an entry although another rule uses it.
    assert_eq!(of("b = *\"b\" \";\"\na = \"a\" b \".\" c\nc = *\"c\"\n"), "b a");
    assert_eq!(of("a = \"a\" b\nb = *\"b\" \";\"\n"), "a");
    // If the other rule alone is exported, it is the entry.
    assert_eq!(among("a = \"a\" b\nb = *\"b\" \";\"\n", "b"), "b");
}

#[test]
fn rules_that_use_each_other_count_once() {
    let text =
        "x = %x30-39\na = *x \"a\" b / \"-\"\nb = *x \"b\" c / \"-\"\nc = *x \"c\" a / \"-\"\n";
    // The automaton returns from each rule to the next, so code would not read most of a text.
    assert_eq!(of(text), "");
    let text = "x = %x30-39\na = b \"a\" / *x\nb = a / *x \"-\"\nc = \"c\" b\n";
    assert_eq!(among(text, "x c a b"), "c");
    // The two rules use each other, and no other rule uses them.
    let text = "x = %x30-39\na = x a / b\nb = %x61-66 / \"-\" a\n";
    assert_eq!(among(text, "x b a"), "b");
}

#[test]
fn lists_and_short_texts_have_no_use_for_code() {
    for text in [
        "a = 4%x30-39\n",
        "a = 1*ALPHA *( *SP \",\" *SP 1*ALPHA )\n",
        "a = \"\"\n",
        "a = \"(\" [ a ] \")\"\n",
        "a = 30\"a\" *\"b\" \"c\"\n",
    ] {
        assert_eq!(of(text), "", "{text}");
    }
    // A separator without a space is skipped as a detour.
    assert_eq!(of("a = 1*ALPHA *( \",\" 1*ALPHA )\n"), "a");
}

#[test]
fn there_are_four_at_most() {
    let rule =
        |name: &str| format!("{name} = \"{name}\" *%x30-39 \".\" {name}s\n{name}s = *\"s\"\n");
    let text: String = ["a", "b", "c", "d", "e", "f"].map(rule).concat();
    assert_eq!(of(&text), "a b c d");
}
