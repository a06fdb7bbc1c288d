//! The accessors of regular rules.

use crate::plan::parts::selected::Selected;
use crate::plan::told::Told;
use crate::spec::{Export, Others, PartSpec, Parts, Spec};

/// The findings about `r`.
fn selected(definition: &str, parts: Parts) -> Selected {
    let export = Export { rule: "r".to_owned(), parts, ..Export::default() };
    let spec = Spec { exports: vec![export], others: Others::Exported, ..Spec::default() };
    let text = format!(
        "r = {definition}\nu = 1*ALPHA\nn = 1*DIGIT\nliteral = 1*\"l\"\nliterals = 1*\"m\"\nitems = 1*\"i\"\nkind = 1*\"k\"\npair = \"%\" 2HEXDIG\nw = 1*2\"w\"\n"
    );
    let read = crate::read("test.abnf", text.as_bytes(), &[], &spec.read);
    let read = read.unwrap_or_else(|errors| panic!("{errors}")).resolved;
    let (selection, _) = crate::compile::plan(&read, &spec, &[]).expect("it can be planned");
    let mut rules = selection.rules.into_iter();
    rules.find(|rule| rule.name.as_str() == "r").expect("it is exported")
}

/// The accessors of `r`.
fn accessors(definition: &str, parts: Parts) -> String {
    let r = selected(definition, parts);
    let once = r.view.parts.iter().map(|part| part.accessor.clone());
    let others = r.view.repeated.iter().map(|it| {
        let accessor = &it.part.accessor;
        match it.told {
            Told::Slots | Told::Which => accessor.clone(),
            Told::Each => format!("*{accessor}"),
            Told::WhichIfAny => format!("[{accessor}]"),
            Told::Whether => format!("{accessor}?"),
        }
    });
    once.chain(others).collect::<Vec<_>>().join(" ")
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
        // Lists, and signs at both ends of what repeats.
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
        // None of these is a group that stands once.
        ("u ( \"Z\" / u )", "*us"),
        ("[ \"-\" ] u [ \"-\" ]", "u"),
        ("*( ( \"x\" / \"y\" ) literals )", "*literals_iter"),
        ("u ( \"+\" *DIGIT / \"-\" )", "u"),
    ] {
        assert_eq!(accessors(definition, Parts::Direct), expected, "{definition}");
    }
}

#[test]
fn listed_parts_are_the_only_ones() {
    let part =
        PartSpec { name: "u".to_owned(), rules: vec!["u".to_owned()], ..PartSpec::default() };
    let found = accessors("[ \"-\" ] u ( \"<\" / \">\" )", Parts::Listed(vec![part]));
    assert_eq!(found, "u");
}
