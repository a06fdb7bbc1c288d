//! What regular rules have accessors for.

use crate::plan::told::{Lacking, Told};
use crate::spec::{Export, Others, PartSpec, Parts, Spec};

/// The accessors of `r`, and what has none.
fn accessors(definition: &str, parts: Parts) -> (String, Vec<Lacking>) {
    let export = Export { rule: "r".to_owned(), parts, ..Export::default() };
    let spec = Spec { exports: vec![export], others: Others::Exported, ..Spec::default() };
    let text = format!("r = {definition}\nu = 1*ALPHA\nn = 1*DIGIT\nliteral = 1*\"l\"\n");
    let read = crate::read("test.abnf", text.as_bytes(), &[], &spec.read);
    let read = read.unwrap_or_else(|errors| panic!("{errors}")).resolved;
    let (selection, _) = crate::compile::plan(&read, &spec, &[]).expect("it can be planned");
    let r = selection.rules.iter().find(|rule| rule.name.as_str() == "r").expect("it is exported");
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
    (once.chain(others).collect::<Vec<_>>().join(" "), r.view.lacking.clone())
}

#[test]
fn literals_that_tell_something_are_parts() {
    for (definition, expected) in [
        ("n ( \"<\" / \">\" ) u", "n u literal"),
        ("u [ \"<\" / \"<=\" ] ( \"<\" / \">\" ) n", "u n [literal] literal_2"),
        ("[ \"-\" ] n [ \"...\" ]", "n has_minus? has_dot_dot_dot?"),
        ("[ \"en-GB\" ] n", "n has_en_gb?"),
        ("n \"+\" u / n \"-\" u", "n u literal"),
        // In the order of the text.
        ("n *( ( \",\" / \"|\" ) n )", "*ns *literals"),
        ("*( u \",\" / \"nil\" )", "*items *us"),
        ("*( u \",\" / \"nil\" ) \":\" *( u \".\" / \"all\" )", "*items *items_2"),
        // The choice of rules has its accessor still, and rules keep their names.
        ("( u / n ) ( \"<\" / \">\" )", "kind u n literal"),
        ("( \"<\" / \">\" ) literal", "literal literal_2"),
        // As before: a choice of literals alone, or beside rules.
        ("\"<=\" / \">\"", "kind"),
        ("\"<=\" / n", "kind n"),
    ] {
        assert_eq!(
            accessors(definition, Parts::Direct),
            (expected.to_owned(), vec![]),
            "{definition}"
        );
    }
}

#[test]
fn what_tells_too_little_is_noted() {
    let (found, lacking) =
        accessors("*( [ \"-\" ] n [ \"+\" ] ) [ \"-\" ] [ \"*\" ]", Parts::Direct);
    assert_eq!(found, "*ns has_asterisk?");
    let scattered = vec!["\"-\"".to_owned(), "\"+\"".to_owned()];
    assert_eq!(lacking, Lacking::of_literals(scattered, vec![]));
    let options = ('a'..='i').map(|c| format!(" [ \"{c}\" ] n"));
    let (_, lacking) = accessors(&options.collect::<String>(), Parts::Direct);
    assert_eq!(lacking, Lacking::of_literals(vec![], vec!["\"i\"".to_owned()]));
}

#[test]
fn listed_parts_are_the_only_ones() {
    let part = PartSpec { name: "u".to_owned(), rules: vec!["u".to_owned()], type_name: None };
    let found = accessors("[ \"-\" ] u ( \"<\" / \">\" )", Parts::Listed(vec![part]));
    assert_eq!(found, ("u".to_owned(), vec![]));
}
