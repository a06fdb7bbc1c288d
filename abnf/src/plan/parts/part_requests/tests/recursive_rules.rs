//! The accessors of recursive rules.

use crate::automata::superset::superset;
use crate::grammar::RuleId;
use crate::plan::accessors::{Content, Count};
use crate::plan::outline::{InTrees, outline};
use crate::plan::parts::part_requests::PartRequest;
use crate::plan::parts::tree_plan::NodePlan;
use crate::spec::{Export, Extra, Others, PartSpec, Parts, Spec};

/// The accessors of each nested rule, where these rules are exported, or all of them.
fn accessors(grammar: &str, exported: &str) -> Vec<String> {
    let exports: Vec<Export> = exported
        .split_whitespace()
        .map(|rule| Export { rule: rule.to_owned(), ..Export::default() })
        .collect();
    accessors_by(grammar, &Spec { exports, ..Spec::default() })
}

fn accessors_by(grammar: &str, spec: &Spec) -> Vec<String> {
    let read = crate::read("test.abnf", grammar.as_bytes(), &[], &spec.read);
    let read = read.unwrap_or_else(|errors| panic!("{errors}")).resolved;
    let (selection, _) = crate::compile::plan(&read, spec, &[]).expect("it can be planned");
    let InTrees { grammar, hints, .. } =
        outline(&read, &superset(&read, &spec.read.limits), spec).in_trees;
    let plan = selection.trees.expect("a rule is nested");
    let name = |rule: &RuleId| match hints.literals.get(rule) {
        Some(literal) => literal.text.clone(),
        None => grammar[*rule].name.to_string(),
    };
    let part = |(part, union): &(PartRequest, Option<usize>)| {
        let PartRequest { rules, accessor, content, count, .. } = part;
        let accessor = match (*union, content) {
            (None, Content::Texts) => accessor.clone(),
            (None, Content::Literal) => return format!("{accessor}?"),
            (Some(index), _) => {
                let type_name = &plan.unions[index].type_name;
                let rules = rules.iter().map(name).collect::<Vec<_>>().join("/");
                format!("{accessor}:{type_name}({rules})")
            }
        };
        match count {
            Count::One => accessor,
            Count::Optional => format!("[{accessor}]"),
            Count::Many => format!("*{accessor}"),
        }
    };
    let node = |node: &NodePlan| {
        let without_accessors = node.without_accessors.iter().map(|name| format!("-{name}"));
        let parts: Vec<String> = node.parts.iter().map(part).chain(without_accessors).collect();
        format!("{}: {}", name(&node.rule), parts.join(" "))
    };
    plan.nodes.iter().map(node).collect()
}

#[test]
fn definitions_say_how_often_parts_occur() {
    let grammar = "list = \"(\" *( S ( list / item ) ) S \")\" [ name ] close\nclose = \";\" S name\n\
        item = 1*ALPHA\nname = \":\" 1*DIGIT\nS = *SP\n";
    let items = "*items:ListItem(list/item) *lists *items_2";
    assert_eq!(accessors(grammar, ""), [format!("list: {items} [name] close -S")]);
    // Rules that are not exported are transparent, and two uses are two occurrences.
    assert_eq!(accessors(grammar, "list item name"), [format!("list: {items} *names")]);
}

#[test]
fn a_rule_that_is_one_of_several_is_a_choice() {
    let grammar = "value = list / word\nlist = \"[\" *value \"]\"\nword = 1*ALPHA\n";
    assert_eq!(accessors(grammar, ""), ["value: kind:ValueKind(list/word)", "list: *values"]);
    assert_eq!(accessors(grammar, "value word"), ["value: *values [word]"]);
    let grammar = "value = \"+\" / \"-\" / \"nil\" / \"(\" value \")\"\n";
    let expected = "value: [value]";
    assert_eq!(accessors(grammar, ""), [expected]);
    let grammar = "value = \"+\" / \"-\" / \"nil\" / list\nlist = \"[\" *value \"]\"\n";
    let expected = "value: kind:ValueKind(\"+\"/\"-\"/\"nil\"/list)";
    assert_eq!(accessors(grammar, "")[0], expected);
    // A choice in a sequence, whose rules occur nowhere else.
    let grammar = "r = \"(\" ( r / word ) \")\" name\nword = 1*ALPHA\nname = 1*DIGIT\n";
    assert_eq!(accessors(grammar, ""), ["r: kind:RKind(r/word) [r] [word] name"]);
    let grammar = "r = \"(\" ( r / word ) \")\" word\nword = 1*ALPHA\n";
    assert_eq!(accessors(grammar, ""), ["r: [r] *words"]);
}

#[test]
fn groups_that_repeat_are_items_with_parts() {
    let grammar = "object = \"{\" *( key \":\" value \";\" ) \"}\"\nkey = 1*ALPHA\n\
        value = object / 1*DIGIT\n";
    let expected = ["object: *items", "value: [object]", "object-item: key value"];
    assert_eq!(accessors(grammar, ""), expected);
    // The outer group is the item of the rule, and the inner one that of the group.
    let grammar =
        "r = \"{\" *( key *( [ sign ] r ) \";\" ) \"}\"\nkey = 1*ALPHA\nsign = \"+\" / \"-\"\n";
    let expected = ["r: *items", "r-item: key *items", "r-item-item: [sign] r"];
    assert_eq!(accessors(grammar, ""), expected);
}

/// The items of a list are its own, although its rule occurs in another list too.
#[test]
fn lists_that_share_a_rule_have_items_of_their_own() {
    for (definition, expected) in [
        (
            "\"(\" *( \"nil\" / r ) \",\" *( \"all\" / r ) \")\"",
            &["*items *items_2", "kind:RItemKind(\"nil\"/r)", "kind:RItem2Kind(\"all\"/r)"][..],
        ),
        // A character is shared.
        (
            "\"(\" *( sign / r ) \",\" *( sign / num ) \")\"",
            &["*items *items_2", "kind:RItemKind(sign/r)", "kind:RItem2Kind(sign/num)"],
        ),
        // The alternatives of an item have literals around their rules.
        (
            "\"(\" *( \"nil\" / \".\" num / r ) \",\" *( num / \":\" r ) \")\"",
            &["*items *items_2", "kind:RItemKind(\"nil\"/num/r)", "kind:RItem2Kind(num/r)"],
        ),
        // The inner list is part of the items of the outer one.
        (
            "\"(\" *( \"x\" / *( \"x\" / r ) \";\" ) \")\"",
            &["*items", "*items:RItemItem(\"x\"/r) *rs"],
        ),
        // No rule is shared, or a group would not contain all texts of the rule.
        (
            "\"(\" *( \"nil\" / r ) \",\" *( \"all\" / num ) \")\"",
            &["*items:RItem(\"nil\"/r) *items_2:RItem2(\"all\"/num) *rs *nums"],
        ),
        (
            "\"(\" *( \"nil\" / r ) \",\" *( \"nil\" / num ) \")\"",
            &["*items:RItem(\"nil\"/r) *items_2:RItem2(\"nil\"/num) *rs *nums"],
        ),
        (
            "\"(\" [ r ] *( \"nil\" / r ) \",\" *( \"all\" / r ) \")\"",
            &["*items:RItem(\"nil\"/r) *items_2:RItem2(\"all\"/r) *rs"],
        ),
    ] {
        let grammar = format!("r = {definition}\nnum = 1*DIGIT\nsign = \"+\" / \"-\"\n");
        let found = accessors(&grammar, "");
        let found: Vec<&str> =
            found.iter().filter_map(|node| Some(node.split_once(": ")?.1)).collect();
        assert_eq!(found, expected, "{definition}");
    }
}

#[test]
fn significant_characters_are_parts() {
    for (definition, expected) in [
        ("r op num / num", "[r] [op] num"),
        ("r op num / num *( \";\" num )", "[r] [op] *nums"),
        ("\"(\" r \")\" *( op r ) / num", "*rs *ops [num]"),
        ("\"(\" op [ r ] \")\"", "op [r]"),
        // Always the same, white space, the characters of a text, and core rules.
        ("\"(\" dot [ r ] \")\"", "[r] -dot"),
        ("\"(\" blank [ r ] [ dot ] \")\"", "[r] [dot] -blank"),
        ("\"(\" *op [ r ] DIGIT \")\"", "[r] -op"),
    ] {
        let grammar = format!(
            "r = {definition}\nop = \"+\" / \"-\"\nnum = 1*DIGIT\ndot = \".\"\nblank = SP / HTAB\n"
        );
        assert_eq!(accessors(&grammar, "")[0], format!("r: {expected}"), "{definition}");
    }
}

#[test]
fn literals_are_parts() {
    for (definition, expected) in [
        ("r ( \"and\" / \"or\" ) r / num", "*rs [num] [literal:RLiteral(\"and\"/\"or\")]"),
        (
            "\"(\" [ \"<\" / \"<=\" ] [ r ] ( \"x\" / \"y\" ) \")\"",
            "[r] [literal:RLiteral(\"<\"/\"<=\")] literal_2:RLiteral2(\"x\"/\"y\")",
        ),
        ("\"(\" [ \"-\" ] r \")\" / num", "[r] [num] has_minus?"),
        // More than once, elsewhere too, or by which alternatives differ.
        ("\"(\" num *( ( \"+\" / \"-\" ) r ) \")\"", "num *rs"),
        ("\"(\" *( [ \"-\" ] r ) \")\" / num", "*rs [num]"),
        ("\"(\" [ \"-\" ] r \")\" / \"-\" num", "[r] [num]"),
        ("r \"+\" num / r \"-\" num / num", "[r] num"),
        // Beside rules.
        ("\"(\" *( \"nil\" / r / \",\" ) \")\"", "*items:RItem(\"nil\"/r/\",\") *rs"),
        ("\"(\" *( \"nil\" / r ) \",\" *( \"all\" / r ) \")\"", "*items *items_2"),
        // Strings ignore case: a literal that is there twice is one variant, or no choice.
        ("r ( \"as\" / \"AS\" / \"is\" ) num / num", "[r] num [literal:RLiteral(\"as\"/\"is\")]"),
        ("r ( \"as\" / \"AS\" ) num / num", "[r] num"),
        ("\"(\" *( \"nil\" / r / \"NIL\" ) \")\"", "*items:RItem(\"nil\"/r) *rs"),
        ("\"nil\" / \"NIL\" / list\nlist = \"[\" r \"]\"", "kind:RKind(\"nil\"/list)"),
        // Digits.
        ("\"(\" ( \"1\" / \"2\" ) [ r ] \")\"", "[r]"),
    ] {
        let grammar = format!("r = {definition}\nnum = 1*DIGIT\n");
        assert_eq!(accessors(&grammar, "")[0], format!("r: {expected}"), "{definition}");
    }
}

#[test]
fn listed_parts_are_the_accessors_and_no_others() {
    let grammar =
        "r = \"(\" *( op r word ) dot \")\"\nop = \"+\" / \"-\"\nword = 1*ALPHA\ndot = \".\"\n";
    let part = |name: &str, rules: &[&str], type_name: Option<&str>| PartSpec {
        name: name.to_owned(),
        rules: rules.iter().map(|&rule| rule.to_owned()).collect(),
        type_name: type_name.map(str::to_owned),
        ..PartSpec::default()
    };
    let listed = vec![
        part("operator", &["op"], None),
        part("step", &["word", "r"], Some("Step")),
        part("mark", &["dot"], None),
    ];
    let parts = Parts::Listed(listed);
    let export = Export { rule: "r".to_owned(), parts, ..Export::default() };
    let spec = Spec { exports: vec![export], others: Others::Exported, ..Spec::default() };
    assert_eq!(accessors_by(grammar, &spec), ["r: *operator *step:Step(word/r) mark"]);
}

#[test]
fn a_rule_that_embeds_itself_has_accessors_though_it_is_regular() {
    let grammar = "top = \"[\" set \"]\"\nset = word *( \",\" set )\nword = 1*ALPHA\n";
    assert_eq!(accessors(grammar, ""), ["set: word *sets"]);
}

#[test]
fn rules_without_texts_are_no_parts() {
    let grammar = "r = \"(\" [ r ] [ s ] \")\"\ns = \"<\" s \">\"\n";
    assert_eq!(accessors(grammar, "")[0], "r: [r] -s");
}

/// A rule may have the name that a literal would get, even if its accessor has another.
#[test]
fn literals_do_not_have_the_names_of_rules() {
    let grammar = "r = \"(\" [ r ] ( \"x\" / \"y\" ) 2literal \")\"\nliteral = 1*ALPHA\n";
    let expected = "r: [r] *literals literal_2:RLiteral(\"x\"/\"y\")";
    assert_eq!(accessors(grammar, ""), [expected]);
}

/// A text that is empty or one character is a character.
#[test]
fn runs_of_optional_characters_are_no_parts() {
    let grammar = "r = \"(\" *sign [ r ] \")\"\nsign = [ \"-\" ]\n";
    assert_eq!(accessors(grammar, ""), ["r: [r] -sign"]);
}

#[test]
fn hidden_rules_that_recur_hold_any_number() {
    let grammar = "s = \"a\" hidden \"b\"\nhidden = [ word hidden \";\" ]\nword = 1*DIGIT\n";
    assert_eq!(accessors(grammar, "s word"), ["s: *words"]);
}

#[test]
fn marks_and_methods_have_no_accessors() {
    let grammar = "top = open *node close [ bang ] range\nopen = \"(\" S\nclose = S \")\"\n\
        bang = \"!\" S\nS = *SP\nnode = \"<\" top \">\"\nrange = 1*ALPHA\n";
    assert_eq!(accessors(grammar, "")[0], "top: *nodes [bang] range_part -open -close");
}

#[test]
fn regular_rules_have_no_trees_unless_asked() {
    let read = crate::read("test.abnf", b"a = 1*ALPHA\n", &[], &Spec::default().read);
    let read = read.expect("it reads").resolved;
    for (extras, expected) in [(vec![], false), (vec![Extra::Trees], true)] {
        let spec = Spec { extras: extras.into_iter().collect(), ..Spec::default() };
        let (selection, _) = crate::compile::plan(&read, &spec, &[]).expect("it can be planned");
        assert_eq!(selection.trees.is_some(), expected);
    }
}
