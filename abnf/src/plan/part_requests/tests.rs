//! What regular rules have accessors for.

use crate::plan::selected::Selected;
use crate::plan::told::{Among, Lacking, Place, Told, Why};
use crate::spec::{Export, Others, PartSpec, Parts, Spec};

/// What is found about `r`.
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

/// The accessors of `r`, and what has none.
fn accessors(definition: &str, parts: Parts) -> (String, Vec<Lacking>) {
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
        // A place has an accessor, whichever literals stand elsewhere.
        ("[ \"-\" ] u [ \"-\" ]", "u has_minus? has_minus_2?"),
        ("[ \"<\" / \">\" ] u [ \"<\" / \">\" ]", "u [literal] [literal_2]"),
        ("\"-\" n / n", "n has_minus?"),
        ("n \"+\" n / n", "*ns has_plus?"),
        ("n \"+\" u / n", "n u"),
        // The first literal of what nothing else tells.
        ("u [ \",\" [ n ] ]", "u n has_comma?"),
        ("u [ \"#\" *DIGIT ]", "u has_hash?"),
        ("[ \"-\" [ \"+\" *DIGIT ] ] u", "u has_minus? has_plus?"),
        ("u [ \"+\" *DIGIT / \"++\" DIGIT ]", "u [literal]"),
        ("[ \"a\" / \"b\" w ] u", "w u has_a?"),
        ("( \"+\" *DIGIT / 1*ALPHA ) u", "u has_plus?"),
        ("*( \"no\" / \"+\" *DIGIT \";\" ) u", "u *literals"),
        ("*( n \";\" ) [ \",\" DIGIT ]", "*ns has_comma?"),
        // Any number of them, one directly after the other.
        ("*( \"+\" / \"-\" ) u", "u *literals"),
        ("*( \"aa\" / \"bb\" ) u", "u *literals"),
        // Signs at both ends of what repeats.
        ("*( [ \"-\" ] u [ \"+\" ] n \",\" )", "*items"),
        // A rule of few characters.
        ("*( w \",\" / \"aa\" )", "*items *ws"),
        // A choice that is no part because of what stands elsewhere.
        ("u ( \"Z\" / u )", "*us has_z?"),
        ("[ \"self\" ] u [ \"1a\" ] n [ %xE9.EA ]", "u n has_self? has_1a? has_xe9_xea?"),
        ("*( ( \"x\" / \"y\" ) literals )", "*literals_iter *literals_2"),
        // A choice of literals tells which alternative is there.
        ("( \"<\" / \">\" ) *DIGIT \".\" / \"<\" *DIGIT \"!\"", "[literal]"),
        // The choice of rules has its accessor still, and rules keep their names.
        ("( u / n ) ( \"<\" / \">\" )", "kind u n literal"),
        ("( \"<\" / \">\" ) literal", "literal literal_2"),
        // And those of unions and groups that would be called like them.
        ("*( u \",\" / \"nil\" ) items", "items *items_2 *us"),
        ("*( u w ) items", "items *items_2"),
        ("( u / n ) kind", "kind_2 u n kind"),
        ("[ \"[\" ] u", "u has_opening_bracket?"),
        // As before: a choice of literals alone, or beside rules.
        ("\"<=\" / \">\"", "kind"),
        ("\"<=\" / \"<\" / \">\"", "kind"),
        ("\"?\" ( \"0\" / \"1\" )", "literal"),
        ("\"<=\" / n", "kind n"),
    ] {
        assert_eq!(
            accessors(definition, Parts::Direct),
            (expected.to_owned(), vec![]),
            "{definition}"
        );
    }
}

/// Which literals each accessor of literals is of.
#[test]
fn equal_literals_are_told_by_their_places() {
    let place =
        |among, indices: &[usize], count| Some(Place { among, indices: indices.to_vec(), count });
    let in_definition = |indices, count| place(Among::Definition, indices, count);
    let of_accessors = |index, count| place(Among::Accessors, &[index], count);
    for (definition, expected) in [
        ("[ \"-\" ] u", &[None][..]),
        ("[ \"-\" ] u [ \"-\" ] n", &[in_definition(&[0], 2), in_definition(&[1], 2)]),
        ("\"-\" u [ \"-\" ] *( u \"-\" n )", &[None, None, in_definition(&[1], 3)]),
        ("( u / [ \"-\" ] n ) ( \"+\" / \"-\" )", &[in_definition(&[0], 2), None]),
        ("[ \"x\" ] u %s\"x\"", &[None]),
        // Alternatives that share an accessor.
        ("\"<\" n / n \"<\" n / n", &[None, None]),
        // A range may have been written with it.
        ("[ \"-\" ] u [ \"-\" ] 1*( %x21-2C / \"-\" )", &[of_accessors(0, 2), of_accessors(1, 2)]),
        ("[ \"-\" ] u [ \"-\" ] \"a-b\"", &[of_accessors(0, 2), of_accessors(1, 2)]),
        ("[ \"<\" / \">\" ] u ( \">\" / \"<\" )", &[of_accessors(0, 2), of_accessors(1, 2)]),
    ] {
        let found = selected(definition, Parts::Direct).view.repeated;
        let found: Vec<_> = found.into_iter().map(|it| it.place).collect();
        assert_eq!(found, expected, "{definition}");
    }
}

#[test]
fn what_tells_too_little_is_noted() {
    let (found, lacking) =
        accessors("*( [ \"-\" ] n [ \"+\" ] ) [ \"-\" ] [ \"*\" ]", Parts::Direct);
    assert_eq!(found, "*ns has_minus? has_asterisk?");
    assert_eq!(lacking, notes(&["\"-\"", "\"+\""], Why::Scattered));
    let (found, lacking) = accessors("*( [ \"+\" / \"-\" ] n ) ( \"-\" / \"+\" )", Parts::Direct);
    assert_eq!(found, "*ns literal");
    assert_eq!(lacking, notes(&["\"+\"", "\"-\""], Why::Scattered));
    let options = ('a'..='i').map(|c| format!(" [ \"{c}\" ] n"));
    let (_, lacking) = accessors(&options.collect::<String>(), Parts::Direct);
    assert_eq!(lacking, notes(&["\"i\""], Why::Beyond));
    // What stands elsewhere too is no mark.
    let (found, lacking) =
        accessors("u ( \"+\" DIGIT / DIGIT \"+\" DIGIT / \"-\" )", Parts::Direct);
    assert_eq!(found, "u has_minus?");
    assert_eq!(lacking, notes(&["\"+\""], Why::Untied));
    // Each with its own reason.
    let (found, lacking) = accessors("*( [ \"-\" ] n ) *\"+\" ( \"0\" / \"1\" ) u", Parts::Direct);
    assert_eq!(found, "u *ns");
    let expected = [("\"-\"", Why::Scattered), ("\"0\"", Why::Digits), ("\"1\"", Why::Digits)];
    let expected = expected.into_iter().chain([("\"+\"", Why::Repeated)]);
    assert_eq!(lacking, Lacking::of_literals(expected.map(|(it, why)| (it.to_owned(), why))));
}

fn notes(literals: &[&str], why: Why) -> Vec<Lacking> {
    Lacking::of_literals(literals.iter().map(|&it| (it.to_owned(), why)))
}

#[test]
fn what_only_the_text_tells_is_noted() {
    let strings = |count| (0..count).map(|i| format!("\"x{i:02}\"")).collect::<Vec<_>>();
    let all = strings(65);
    let long = format!("( {} ) u", all.join(" / "));
    assert_eq!(accessors(&format!("( {} ) u", strings(64).join(" / ")), Parts::Direct).1, []);
    let all: Vec<&str> = all.iter().map(String::as_str).collect();
    for (definition, expected, why) in [
        (&*long, &all[..], Why::Many),
        (
            "( \"!\" / \"#\" / \"$\" / \"%\" / \"&\" / \"*\" / \"+\" / \",\" / \"/\" ) u",
            &["\"!\"", "\"#\"", "\"$\"", "\"%\"", "\"&\"", "\"*\"", "\"+\"", "\",\"", "\"/\""],
            Why::Many,
        ),
        ("( \"1\" / \"2\" ) u", &["\"1\"", "\"2\""], Why::Digits),
        ("*\"-\" u", &["\"-\""], Why::Repeated),
        ("1*\"no\" u", &["\"no\""], Why::Repeated),
        ("*( \"no\" / \"+\" 1*\"d\" \";\" ) u", &["\"d\""], Why::Repeated),
        ("*( u [ \"#\" *DIGIT ] )", &["\"#\""], Why::Scattered),
        ("u DIGIT [ \".\" *DIGIT ]", &["\".\""], Why::Untied),
        ("\"a\" DIGIT / \"b\" DIGIT", &["\"a\"", "\"b\""], Why::Untied),
        // How many `n` there are does not say how many lists.
        ("*( 1*2n \",\" )", &["\",\""], Why::Untied),
        // An `n` does not say in which of two places it stands.
        ("[ \"a\" n ] [ \"bb\" n ]", &["\"a\"", "\"bb\""], Why::Untied),
        ("[ n *( \",\" n ) ] [ n ]", &["\",\""], Why::Untied),
    ] {
        let (_, found) = accessors(definition, Parts::Direct);
        assert_eq!(found, notes(expected, why), "{definition}");
    }
}

#[test]
fn what_tells_nothing_is_not_noted() {
    for definition in [
        "[ n *( \",\" n ) ] [ \"a\" u ]",
        // The separators of a list, whose elements are counted.
        "[ ( \"*\" / n ) *( SP \",\" SP ( \"*\" / n ) ) ]",
        // Which part is there says which literal is.
        "[ \"#\" u ] *( \",\" n )",
        "\"a\" u / \"b\" n / \"cc\"",
        // The characters of a text.
        "u *( ALPHA / \"-\" / \"%\" 2HEXDIG ) ( DIGIT / \"-\" )",
        "u ( DIGIT / %x31-39 DIGIT / \"1\" 2DIGIT / \"25\" %x30-35 )",
        "( \"0\" / %x31-39 *DIGIT ) u",
        "1*\"-\"",
        "\"<\" *( \"+\" / \"-\" ) \">\"",
        "*\"0\" n",
        // One of them.
        "ALPHA / DIGIT / pair / \":\" / \"@\"",
    ] {
        assert_eq!(accessors(definition, Parts::Direct).1, [], "{definition}");
    }
}

#[test]
fn listed_parts_are_the_only_ones() {
    let part = PartSpec { name: "u".to_owned(), rules: vec!["u".to_owned()], type_name: None };
    let found = accessors("[ \"-\" ] u ( \"<\" / \">\" )", Parts::Listed(vec![part]));
    assert_eq!(found, ("u".to_owned(), vec![]));
}
