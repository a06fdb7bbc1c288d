//! The parts of definitions.

use super::*;
use crate::automata::events::repeated;
use crate::automata::shape::shape;
use crate::automata::tagged::Tagging;
use crate::automata::tagged::parts::Part;
use crate::automata::tagged::tests::bodies;
use crate::limits::Limits;
use crate::spec::{PartSpec, Parts, ReadOptions};
use crate::testing::{seeded, texts};
use proptest::prelude::*;
use proptest::test_runner::TestRunner;
use std::cell::Cell;

/// Rules that many tests need: names of two kinds, a character, and white space.
const COMMON: &str = "a = 1*ALPHA\nb = 1*DIGIT\nlong = \"[\" 1*ALPHA \"]\"\nc = %x30-35\nS = *SP\n";

fn outlined(text: &str, spec: &Spec) -> Outline {
    let text = format!("{text}{COMMON}");
    let read = crate::read("test", text.as_bytes(), &[], &spec.read);
    let grammar = read.unwrap_or_else(|errors| panic!("{errors}")).resolved;
    outline(&grammar, &shape(&grammar), spec)
}

/// The definition of `r` and those of its groups, and the groups in these.
fn definitions(text: &str) -> Vec<String> {
    let Outline { grammar, hints, .. } = outlined(text, &Spec::default());
    let r = grammar.find("r").expect("it is there");
    let groups = hints.groups.keys().copied();
    let rules = std::iter::once(r).chain(groups);
    rules.map(|rule| grammar.show(&grammar[rule].expr).to_string()).collect()
}

#[test]
fn groups_that_repeat_are_rules() {
    for (text, expected) in [
        ("r = *( a [ b ] \";\" )\n", &["*( r-item \";\" )", "a [ b ]"][..]),
        // A list, also with a first element that is optional, and with empty elements.
        (
            "r = [ a [ b ] *( S \",\" S a [ b ] ) ]\n",
            &["[ r-item *( S \",\" S r-item ) ]", "a [ b ]"],
        ),
        (
            "r = [ ( \",\" / ( a [ b ] ) ) *( S \",\" [ S a [ b ] ] ) ]\n",
            &["[ ( \",\" / r-item ) *( S \",\" [ S r-item ] ) ]", "a [ b ]"],
        ),
        ("r = 2*4( a / b long )\n", &["2*4r-item", "a / b long"]),
        // Groups in groups.
        ("r = *( a *( b \"=\" long ) )\n", &["*r-item", "a *r-item-item", "b \"=\" long"]),
        ("r = *( a b ) \":\" *( b long )\n", &["*( a b ) \":\" *( b long )"]),
        (
            "r = *( a b ) \":\" *( long w )\nw = 5\"w\"\n",
            &["*r-item \":\" *r-item-2", "a b", "long w"],
        ),
        // With the signs at its ends.
        (
            "r = *( S [ \"-\" ] a [ \"+\" ] b S \",\" )\n",
            &["*( S r-item S \",\" )", "[ \"-\" ] a [ \"+\" ] b"],
        ),
        ("r = *( a b [ \"+\" / \"-\" ] \",\" )\n", &["*( r-item \",\" )", "a b [ \"+\" / \"-\" ]"]),
        ("r = a b *( [ \"-\" ] a b )\n", &["r-item *( [ \"-\" ] r-item )", "a b"]),
        ("r = *( \",\" [ \"-\" ] a b )\n", &["*( \",\" r-item )", "[ \"-\" ] a b"]),
        // One rule is its own item, and white space and characters carry no information.
        ("r = *( S a S )\n", &["*( S a S )"]),
        ("r = *( a c )\n", &["*( a c )"]),
        ("r = a [ b ]\n", &["a [ b ]"]),
        // The group would not contain all texts of its rules.
        ("r = a *( a b )\n", &["a *( a b )"]),
        // Lists that share a rule, which is used nowhere else.
        ("r = *( a / b ) \":\" *( a / long )\n", &["*r-item \":\" *r-item-2", "a / b", "a / long"]),
        (
            "r = *( S ( a / b ) \",\" ) 1*( \".\" ( b / \"x\" long ) S )\n",
            &["*( S r-item \",\" ) 1*( \".\" r-item-2 S )", "a / b", "b / \"x\" long"],
        ),
        ("r = *( a / b ) \":\" *( b / a )\n", &["*r-item \":\" *r-item-2", "a / b", "b / a"]),
        ("r = *( a / b ) \":\" *( a / b )\n", &["*( a / b ) \":\" *( a / b )"]),
        ("r = *( a / b ) \":\" *( a / long ) a\n", &["*( a / b ) \":\" *( a / long ) a"]),
        // The last list remains, so the second one would not contain all texts of `long`, and so
        // on.
        (
            "r = *( a / b ) *( b / long ) *( long / w ) w\nw = 5\"w\"\n",
            &["*( a / b ) *( b / long ) *( long / w ) w"],
        ),
        // A recursive part is not a group.
        ("r = *( a b ) r / a\n", &["*( a b ) r / a"]),
    ] {
        assert_eq!(definitions(text), expected, "{text}");
    }
}

#[test]
fn names_of_groups_are_free() {
    let text = "r = *( a b )\nr-item = \"xx\"\nR--item-2 = \"xx\"\n";
    let hints = outlined(text, &Spec::default());
    let names = hints.hints.groups.keys().map(|&group| hints.grammar[group].name.to_string());
    assert_eq!(names.collect::<Vec<_>>(), ["r-item-3"]);
}

#[test]
fn alternatives_that_repeat_are_a_union() {
    for (text, expected) in [
        ("r = *( a / long )\n", &["a", "long"][..]),
        ("r = *( c / \"x\" / long )\n", &["c", "long"]),
        ("r = ( a / b ) *( \",\" ( a / b ) )\n", &["a", "b"]),
        ("r = *( \".\" a / \":\" long )\n", &["a", "long"]),
        ("r = *( c / \"\\\" c )\n", &[]),
        ("r = *( a / a b )\n", &[]),
        ("r = [ a / long ]\n", &[]),
    ] {
        let text = text.replace("\\\\", "\\");
        let Outline { grammar, hints, .. } = outlined(&text, &Spec::default());
        let r = grammar.find("r").expect("it is there");
        let unions = hints.unions.get(&r).map_or(Vec::new(), |unions| unions.concat());
        let names = unions.iter().map(|&rule| grammar[rule].name.as_str());
        assert_eq!(names.collect::<Vec<_>>(), expected, "{text}");
    }
}

#[test]
fn characters_are_significant_if_they_can_differ() {
    for (text, expected) in [
        ("r = [ sign ] b\nsign = \"-\"\n", &["sign"][..]),
        ("r = c a\n", &["c"]),
        ("r = c DIGIT\n", &["c"]),
        ("r = dot a\ndot = \".\"\n", &[]),
        ("r = a ( \"x\" / mark )\nmark = \"!\"\n", &["mark"]),
        // Letters differ in case alone; core rules, white space and repetitions carry no
        // information.
        ("r = e a\ne = \"e\"\n", &[]),
        ("r = DIGIT a [ white ]\nwhite = SP / HTAB\n", &[]),
        ("r = c a c\n", &[]),
        ("r = a *c\n", &[]),
        // Short texts between others, and as the characters of a text.
        ("r = octet 3( \".\" octet )\noctet = 1*3DIGIT\n", &["octet"]),
        ("r = *octet a\noctet = 1*3DIGIT\n", &[]),
        ("r = *( c / pair )\npair = \"%\" 2HEXDIG\n", &[]),
        // Hardly more than a character.
        ("r = c / \"%\" 2HEXDIG\n", &[]),
    ] {
        let Outline { grammar, hints, .. } = outlined(text, &Spec::default());
        let r = grammar.find("r").expect("it is there");
        let names = hints.characters[&r].iter().map(|&rule| grammar[rule].name.as_str());
        assert_eq!(names.collect::<Vec<_>>(), expected, "{text}");
    }
}

/// The variants of `r`; a rule has its name.
fn variants(text: &str) -> Vec<String> {
    let Outline { grammar, hints, .. } = outlined(text, &Spec::default());
    let r = grammar.find("r").expect("it is there");
    let mut found = Vec::new();
    grammar[r].expr.walk(&mut |expr| {
        if let Expr::Rule(rule) = expr {
            let literal = hints.literals.get(rule).map(Literal::variant);
            found.push(literal.unwrap_or_else(|| grammar[*rule].name.to_string()));
        }
    });
    found
}

#[test]
fn alternatives_that_are_literals_are_variants() {
    for (text, expected) in [
        ("r = \"Jan\" / \"Feb\" / %s\"March\"\n", &["Jan", "Feb", "March"][..]),
        ("r = \"Z\" / b\n", &["Z", "b"]),
        ("r = a [ \"*\" / b ]\n", &["a", "Asterisk", "b"]),
        (
            "r = \"en-GB-oed\" / \"i-ami\" / \"+\" / \"12\"\n",
            &["EnGbOed", "IAmi", "Plus", "Literal12"],
        ),
        ("r = \"<=\" / \"<\" / \"self\"\n", &["LessEqual", "Less", "LiteralSelf"]),
        // Neighbours that are single characters.
        ("r = \"<=\" / \"<\" / \">\"\n", &["LessEqual", "Less", "Greater"]),
        ("r = [ \"10\" / \"1\" / \"0\" ]\n", &["Literal10", "Literal1", "Literal0"]),
        ("r = \"<=\" / \"<\" / %x30-39\n", &[]),
        ("r = \" \" / %x09 / %x0D.0A\n", &[]),
        // Two choices of literals and rules, and characters alone.
        ("r = ( \"xx\" / a ) ( \"yy\" / b )\n", &["a", "b"]),
        ("r = \"x\" / \"y\" / c\n", &["c"]),
        ("r = \"+\" / \"-\" / a\n", &["Plus", "Minus", "a"]),
        ("r = \"1\" / \"2\" / a\n", &["a"]),
    ] {
        assert_eq!(variants(text), expected, "{text}");
    }
}

#[test]
fn groups_of_literals_are_variants() {
    for (text, expected) in [
        ("r = a ( \"xx\" / \"yy\" )\n", &["a", "Xx", "Yy"][..]),
        ("r = a ( \"<\" / \">\" ) a\n", &["a", "Less", "Greater", "a"]),
        ("r = ( \"+\" / \"-\" ) 2DIGIT\n", &["Plus", "Minus", "DIGIT"]),
        ("r = [ \"-\" ] b\n", &["Minus", "b"]),
        ("r = [ \"+\" / \"-\" ] b\n", &["Plus", "Minus", "b"]),
        ("r = [ \"+\" b ( \"..\" / \"_\" ) ] a\n", &["b", "DotDot", "Underscore", "a"]),
        ("r = \"0\" / [ \"-\" ] 1*DIGIT\n", &["Minus", "DIGIT"]),
        // In the order of the definition; strings ignore case.
        ("r = a ( \">\" / \"<\" / \"=\" ) a\n", &["a", "Greater", "Less", "Equal", "a"]),
        ("r = a ( \"as\" / \"AS\" / \"is\" )\n", &["a", "As", "Is"]),
        // Lists of literals and rules.
        ("r = *( b / \"nil\" )\n", &["b", "Nil"]),
        // The definition spells one of the literals elsewhere.
        ("r = [ \"-\" ] b [ \"-\" ]\n", &["b"]),
        ("r = [ \"-\" ] b \"-\"\n", &["b"]),
        ("r = [ \"-\" ] b \"a-b\"\n", &["b"]),
        ("r = [ \"+-\" ] b [ \"-\" ]\n", &["PlusMinus", "b"]),
        ("r = [ \"-\" ] 1*( ALPHA / %x20-2F )\n", &["ALPHA"]),
        ("r = [ \"x\" ] b [ %s\"x\" ]\n", &["b"]),
        ("r = [ \"-\" ] *( b / \"-\" )\n", &["b", "Minus"]),
        ("r = [ \";\" ] *( a \";\" b )\n", &["r-item"]),
        ("r = a ( \"<\" / \">\" ) a ( \"<\" / \"=\" )\n", &["a", "a"]),
        // More than once in a text, or beside other alternatives.
        ("r = a *( ( \",\" / \"|\" ) a )\n", &["a", "a"]),
        ("r = 1*( \"-\" / \"_\" ) b\n", &["b"]),
        ("r = a ( \"*\" / 1*DIGIT )\n", &["a", "DIGIT"]),
        ("r = a \"+\" b / a \"-\" b\n", &["a", "b", "a", "b"]),
        ("r = b [ \"#\" *DIGIT ]\n", &["b", "DIGIT"]),
        // Literals that every text contains, white space, digits and characters.
        ("r = \"(\" b \")\"\n", &["b"]),
        ("r = [ \" \" ] b [ %x0D.0A ] [ %x0D.0A / %x0D.0D ]\n", &["b"]),
        ("r = ( \"1\" / \"2\" ) a [ \"0\" ]\n", &["a"]),
        ("r = a ( %x30-31 / \"-\" )\n", &["a"]),
        ("r = \"+\" / \"-\"\n", &[]),
    ] {
        assert_eq!(variants(text), expected, "{text}");
    }
}

#[test]
fn the_first_groups_of_a_definition_have_accessors() {
    let options = ('a'..='j').map(|c| format!(" [ \"{c}\" ] b"));
    let text = format!("r ={}\n", options.collect::<String>());
    let Outline { grammar, hints, .. } = outlined(&text, &Spec::default());
    let r = grammar.find("r").expect("it is there");
    let literals = hints.literal_groups[&r].concat();
    let variants: Vec<String> = literals.iter().map(|it| hints.literals[it].variant()).collect();
    assert_eq!(variants, ["A", "B", "C", "D", "E", "F", "G", "H"]);
}

#[test]
fn rules_with_listed_parts_stay_as_they_are() {
    let part =
        PartSpec { name: "b".to_owned(), rules: vec!["b".to_owned()], ..PartSpec::default() };
    let export =
        Export { rule: "r".to_owned(), parts: Parts::Listed(vec![part]), ..Export::default() };
    let mut spec = Spec { exports: vec![export], ..Spec::default() };
    let text = "r = *( a b )\nq = *( a b )\n";
    assert!(outlined(text, &spec).hints.groups.is_empty());
    spec.others = Others::Exported;
    assert_eq!(outlined(text, &spec).hints.groups.len(), 1);
}

/// Groups have the texts and the derivations that they had without names.
#[test]
fn names_of_groups_change_no_derivation() {
    let named = Cell::new(0);
    let rules = (bodies(&["p", "q"]), bodies(&["q"]), bodies(&[]));
    TestRunner::new(seeded(400))
        .run(&rules, |(r, p, q)| {
            let text = format!("r = *( {r} ) [ \"bb\" / p ]\np = {p}\nq = {q}\n");
            let read = crate::read("test", text.as_bytes(), &[], &ReadOptions::default());
            let before = read.unwrap_or_else(|errors| panic!("{errors}")).resolved;
            let outlined = outline(&before, &shape(&before), &Spec::default());
            let Outline { grammar: after, hints, .. } = outlined;
            named.set(named.get() + hints.groups.len() + hints.literals.len());
            let [r, p, q] = ["r", "p", "q"].map(|name| before.find(name).expect("it is there"));
            let part = Part { name: "either".to_owned(), rules: [p, q].into() };
            let [before, after] = [&before, &*after].map(|grammar| {
                let (shapes, limits) = (shape(grammar), Limits::default());
                repeated(&Tagging::new(grammar, &shapes, &limits), r, &part).ok()
            });
            let (Some(before), Some(after)) = (before, after) else { return Ok(()) };
            for text in texts(b"ab", 6) {
                prop_assert_eq!(before.occurrences(&text), after.occurrences(&text));
            }
            Ok(())
        })
        .unwrap_or_else(|error| panic!("{error}"));
    assert!(100 < named.get(), "{} names are too few", named.get());
}
