//! The accessors of regular rules, and those of recursive rules ([`recursive_rules`]).

mod recursive_rules;

use crate::plan::accessors::AccessorKind;
use crate::plan::parts::selected::{Selected, View};
use crate::spec::{Export, Others, PartSpec, Parts, Spec};

/// The plan for a rule, where `r` has this definition.
fn selected(rule: &str, definition: &str, parts: Parts) -> Selected {
    let export = Export { rule: "r".to_owned(), parts, ..Export::default() };
    let spec = Spec { exports: vec![export], others: Others::Exported, ..Spec::default() };
    let text = format!(
        "r = {definition}\nu = 1*ALPHA\nn = 1*DIGIT\nliteral = 1*\"l\"\nliterals = 1*\"m\"\nitems = 1*\"i\"\nkind = 1*\"k\"\npair = \"%\" 2HEXDIG\nw = 1*2\"w\"\ncomma = *SP \",\" *SP\nquote = [ SP ] DQUOTE\nword = *SP \"as\"\n"
    );
    let read = crate::read("test.abnf", text.as_bytes(), &[], &spec.read);
    let read = read.unwrap_or_else(|errors| panic!("{errors}")).resolved;
    let (selection, _) = crate::compile::plan(&read, &spec, &[]).expect("it can be planned");
    let mut rules = selection.rules.into_iter();
    rules.find(|it| it.name.as_str() == rule).expect("it is exported")
}

/// The accessors of `r`, and the rules without accessors.
fn accessors(definition: &str, parts: Parts) -> String {
    accessors_of("r", definition, parts)
}

fn accessors_of(rule: &str, definition: &str, parts: Parts) -> String {
    let View { parts, repeated, without_accessors, .. } = selected(rule, definition, parts).view;
    let once = parts.iter().map(|part| part.accessor.clone());
    let others = repeated.iter().map(|it| {
        let accessor = &it.part.accessor;
        match it.kind {
            AccessorKind::Which => accessor.clone(),
            AccessorKind::Each => format!("*{accessor}"),
            AccessorKind::WhichIfAny => format!("[{accessor}]"),
            AccessorKind::Whether => format!("{accessor}?"),
        }
    });
    let without_accessors = without_accessors.iter().map(|name| format!("-{name}"));
    once.chain(others).chain(without_accessors).collect::<Vec<_>>().join(" ")
}

#[test]
fn literals_are_parts() {
    for (definition, expected) in [
        ("n ( \"<\" / \">\" ) u", "n u literal"),
        ("u [ \"<\" / \"<=\" ] ( \"+\" / \"-\" ) n", "u n [literal] literal_2"),
        ("[ \"-\" ] n [ \"...\" ]", "n has_minus? has_dot_dot_dot?"),
        ("[ \"en-GB\" ] n", "n has_en_gb?"),
        ("[ \"self\" ] u [ \"1a\" ] n [ %xE9.EA ]", "u n has_self? has_1a? has_xe9_xea?"),
        ("[ \"[\" ] u", "u has_opening_bracket?"),
        ("[ ( \"x\" / \"y\" ) n ] u", "n u [literal]"),
        // Lists, and signs at both ends of a repeated group.
        ("*( u \",\" / \"nil\" )", "*items *us"),
        ("*( u \",\" / \"nil\" ) \":\" *( u \".\" / \"all\" )", "*items *items_2"),
        ("*( [ \"-\" ] u [ \"+\" ] n \",\" )", "*items"),
        ("*( w \",\" / \"aa\" )", "*items *ws"),
        // Alternatives of a definition.
        ("\"<=\" / \">\"", "kind"),
        ("\"<=\" / \"<\" / \">\"", "kind"),
        ("\"<=\" / n", "kind n"),
        ("\"+\" / \"-\" / u", "kind u"),
        // Rules keep their names.
        ("( u / n ) ( \"<\" / \">\" )", "kind u n literal"),
        ("( \"<\" / \">\" ) literal", "literal literal_2"),
        ("*( u \",\" / \"nil\" ) items", "items *items_2 *us"),
        ("*( u w ) items", "items *items_2"),
        ("( u / n ) kind", "kind_2 u n kind"),
        // None of these is a group that occurs once.
        ("u ( \"Z\" / u )", "*us"),
        ("[ \"-\" ] u [ \"-\" ]", "u"),
        ("*( ( \"x\" / \"y\" ) literals )", "*literals_iter"),
        ("u ( \"+\" *DIGIT / \"-\" )", "u"),
    ] {
        assert_eq!(accessors(definition, Parts::Direct), expected, "{definition}");
    }
}

#[test]
fn characters_have_no_accessors_unless_a_union_has_them() {
    for (definition, expected) in
        [("*( u n ) *pair", "*items -pair"), ("*( u \",\" / pair )", "*items *us")]
    {
        assert_eq!(accessors(definition, Parts::Direct), expected, "{definition}");
    }
}

/// As characters are, if they are always there; a word is a part.
#[test]
fn punctuation_with_white_space_is_no_part() {
    for (definition, expected) in [
        ("u *( comma u )", "*us -comma"),
        ("u comma *( n comma )", "u *ns -comma"),
        ("u *( comma n [ word ] )", "u *items -comma"),
        ("quote u quote", "u -quote"),
        ("u [ comma ]", "u comma"),
        ("u ( comma / n )", "kind u comma n"),
        ("u word", "u word"),
    ] {
        assert_eq!(accessors(definition, Parts::Direct), expected, "{definition}");
    }
}

/// An alternative of an item can have literals around its rule, as in trees.
#[test]
fn items_of_lists_that_share_a_rule_are_choices() {
    let definition = "*( u / \".\" n ) \";\" *( n / literal )";
    assert_eq!(accessors(definition, Parts::Direct), "*items *items_2");
    assert_eq!(accessors_of("r-item", definition, Parts::Direct), "kind u n");
    assert_eq!(accessors_of("r-item-2", definition, Parts::Direct), "kind n literal");
}

/// The rules through which a rule recurs continue its definition, as hidden rules do in trees.
#[test]
fn parts_inside_of_the_recursion_of_a_rule_are_its_own() {
    let definition = "u [ \",\" t ]\nt = n [ \";\" r ]";
    assert_eq!(accessors(definition, Parts::Direct), "*us *ns");
    assert_eq!(accessors_of("t", definition, Parts::Direct), "*ns *us");
    let repeated = selected("r", definition, Parts::Direct).view.repeated;
    let located = repeated.iter().map(|it| it.transducer.occurrences(b"a,1;b,2"));
    let (us, ns) = (vec![(0, 0, 1), (0, 4, 5)], vec![(0, 2, 3), (0, 6, 7)]);
    assert_eq!(located.collect::<Vec<_>>(), [Some(us), Some(ns)]);
}

#[test]
fn listed_parts_are_the_only_ones() {
    let part =
        PartSpec { name: "u".to_owned(), rules: vec!["u".to_owned()], ..PartSpec::default() };
    let found = accessors("[ \"-\" ] u ( \"<\" / \">\" )", Parts::Listed(vec![part]));
    assert_eq!(found, "u");
}
