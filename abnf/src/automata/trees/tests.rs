//! Trees of small grammars.

use super::derive::{Derived, NoTree, Tables, derive_in_two_passes, predict};
use super::{TooLarge, Trees, trees};
use crate::automata::pattern::pattern;
use crate::automata::shape::shape;
use crate::grammar::{Resolved, RuleId};
use crate::spec::ReadOptions;

fn read(text: &str) -> (Resolved, Result<Trees, TooLarge>) {
    let read = crate::read("test.abnf", text.as_bytes(), &[], &ReadOptions::default());
    let grammar = read.expect("it reads").resolved;
    let shown: Vec<RuleId> = grammar.own_rules().map(|(id, _)| id).collect();
    let patterns = pattern(&grammar, &shape(&grammar));
    let made = trees(&patterns, grammar.rules().len(), &shown);
    (grammar, made)
}

/// The tree of a text of the first shown rule.
fn derive(trees: Trees, text: &str) -> Result<Vec<Derived>, NoTree> {
    let rule = trees.shown[0];
    super::derive::derive(&Tables::new(trees), rule, text.as_bytes())
}

/// The tree of a text of the first rule, each rule with its text and the rules inside.
fn tree(grammar: &str, text: &str) -> String {
    let (grammar, trees) = read(grammar);
    let trees = trees.expect("the grammar is small");
    let found = match derive(trees, text) {
        Ok(found) => found,
        Err(NoTree::Mismatch) => return "no match".to_owned(),
        Err(NoTree::TooComplex) => return "too complex".to_owned(),
    };
    let lines = found.into_iter().map(|it| {
        let indent = "  ".repeat(it.depth);
        let (name, piece) = (&grammar[it.rule].name, &text[it.range]);
        format!("{indent}{name} {piece:?}\n")
    });
    lines.collect::<Vec<_>>().concat()
}

#[test]
fn trees_show_rules_inside_of_rules() {
    let grammar = "list = \"(\" *( list / item ) \")\"\nitem = 1*ALPHA\n";
    let expected = "list \"(ab(c))\"\n  item \"ab\"\n  list \"(c)\"\n    item \"c\"\n";
    assert_eq!(tree(grammar, "(ab(c))"), expected);
    assert_eq!(tree(grammar, "(ab(c)"), "no match");
}

#[test]
fn earlier_alternatives_and_more_repetitions_are_preferred() {
    // White space may belong to either rule.
    let grammar = "s = *x [ y ]\nx = \"a\" *\" \"\ny = *\" \" \"b\"\n";
    assert_eq!(tree(grammar, "a  b"), "s \"a  b\"\n  x \"a  \"\n  y \"b\"\n");
    let grammar = "s = p / q\np = \"a\" s\nq = \"a\" / \"aa\"\n";
    let expected = "s \"aa\"\n  p \"aa\"\n    s \"a\"\n      q \"a\"\n";
    assert_eq!(tree(grammar, "aa"), expected);
}

/// Whether the rest of a text of the first rule decides each branch.
fn is_predicted(grammar: &str, text: &str) -> bool {
    let (_, trees) = read(grammar);
    let trees = trees.expect("the grammar is small");
    let (rule, tables) = (trees.shown[0], Tables::new(trees));
    let predicted = predict(&tables, rule, text.as_bytes());
    if predicted.is_ok() {
        assert_eq!(predicted, derive_in_two_passes(&tables, rule, text.as_bytes()));
    }
    predicted.is_ok()
}

#[test]
fn leaves_show_nothing_inside() {
    let grammar = "list = \"(\" *( list / word ) [ sum ] \")\"\nword = 1*char \" \"\nchar = ALPHA\n\
                   sum = sum \"+\" word / word \"+\" word\n";
    let (grammar, trees) = read(grammar);
    let trees = trees.expect("the grammar is small");
    let [root, word, sum] =
        ["list", "word", "sum"].map(|it| grammar.find(it).expect("it is there"));
    let whole = Tables::new(trees.clone());
    for leaves in [vec![word], vec![sum], vec![word, sum], vec![root]] {
        let leaves = leaves.into_iter().collect();
        let tables = Tables::new(trees.clone().with_leaves(&leaves));
        for text in ["(ab (c d )ef )", "()", "(a b +c +d )", "((a +b )a +b +c )"] {
            let derive = |tables| super::derive::derive(tables, root, text.as_bytes());
            let mut hidden = usize::MAX;
            let all = derive(&whole).expect("it has a tree").into_iter();
            let expected = all.filter(|it| {
                let is_shown = it.depth <= hidden;
                if is_shown {
                    hidden = if leaves.contains(&it.rule) { it.depth } else { usize::MAX };
                }
                is_shown
            });
            assert_eq!(derive(&tables), Ok(expected.collect()), "{text}");
        }
    }
}

#[test]
fn branches_are_predicted() {
    let list = "list = \"[\" ws [ item *( comma item ) ] \"]\" ws\ncomma = ws \",\" ws\n\
                item = list / 1*ALPHA ws\nws = *WSP\n";
    // The last white space of a list can be that before the comma.
    assert!(is_predicted(list, "[ [a , b ]  ,  [ ]\t, c ] "));
    // Which alternative it is depends on the last byte.
    let late = "s = x \"1\" / y \"2\"\nx = *ALPHA\ny = *ALPHA\n";
    assert!(is_predicted(late, &format!("{}2", "a".repeat(9_000))));
    assert!(!is_predicted(late, &format!("{}3", "a".repeat(9_000))));
    // Neither branch can read all that the other one can, and both can end.
    let both = "s = x / y\nx = \"ab\" [ \"c\" ]\ny = \"ab\" [ \"d\" ]\n";
    assert!(["ab", "abc", "abd"].iter().all(|text| is_predicted(both, text)));
    assert!(!is_predicted("sum = sum \"+\" num / num\nnum = 1*DIGIT\n", "1+2"));
}

#[test]
fn a_prediction_makes_no_cycle() {
    // One more repetition is preferred, and can read nothing without end.
    let grammar = "s = *( [ \"a\" ] b ) \"x\"\nb = [ \"b\" ]\n";
    assert!(!is_predicted(grammar, "abx"));
    assert!(!is_predicted("s = t \"x\"\nt = *( u / \"a\" )\nu = [ t ]\n", "aax"));
}

#[test]
fn prediction_has_a_budget() {
    // Each element is decided by what follows the last one.
    let grammar = "s = *x \"1\" / *y \"2\" / \"a\" s\nx = \"a\"\ny = \"a\"\n";
    let text = format!("{}2", "a".repeat(100_000));
    assert!(!is_predicted(grammar, &text));
}

#[test]
fn left_recursion_is_read() {
    let grammar = "sum = sum \"+\" num / num\nnum = 1*DIGIT\n";
    let expected = "sum \"1+2+3\"\n  sum \"1+2\"\n    sum \"1\"\n      num \"1\"\n    num \"2\"\n  num \"3\"\n";
    assert_eq!(tree(grammar, "1+2+3"), expected);
}

/// The rules in a tree that is too deep to be shown.
fn count(grammar: &str, text: &str) -> Result<usize, NoTree> {
    let (_, trees) = read(grammar);
    let trees = trees.expect("the grammar is small");
    derive(trees, text).map(|found| found.len())
}

#[test]
fn long_left_recursion_has_a_tree() {
    // Time that grows with the square of the terms passes the limit on steps.
    const TERMS: usize = 50_000;
    let grammar = "s = s \"+\" n / s \"-\" m / n\nn = \"1\"\nm = \"1\"\n";
    let text = format!("1{}{}", "-1".repeat(TERMS - 2), "+1");
    assert_eq!(count(grammar, &text), Ok(TERMS));
    // Indirect, and hidden behind an option.
    let grammar = "a = b \"x\" / \"y\"\nb = [ c ] a\nc = \"z\"\n";
    let text = format!("y{}", "x".repeat(TERMS));
    assert_eq!(count(grammar, &text), Ok(2 * TERMS + 1));
    // Long operands that are left-recursive themselves.
    let grammar = "e = e \"+\" t / t\nt = t \"*\" f / f\nf = n / \"(\" e \")\"\nn = 1*DIGIT\n";
    let term = format!("+{}*(1+2*3)", "7".repeat(300));
    let text = format!("1{}", term.repeat(TERMS / 50));
    assert_eq!(count(grammar, &text), Ok(4 + 17 * TERMS / 50));
}

#[test]
fn long_texts_of_hidden_rules_have_trees() {
    // A call for each character would pass the limit on calls.
    let grammar = "s = *( t / u )\nt = DQUOTE *c DQUOTE\nc = p / \"\\\" ( DQUOTE / u )\n\
                   p = %x20-21 / %x23-5B / %x5D-10FFFF\nu = \"u\" 4HEXDIG\n";
    let (grammar, _) = read(grammar);
    let shown = ["s", "t"].map(|rule| grammar.find(rule).expect("it is there"));
    let patterns = pattern(&grammar, &shape(&grammar));
    let trees = trees(&patterns, grammar.rules().len(), &shown).expect("the grammar is small");
    let text = format!("\"{}\"u00e9", "a\u{e9}\\u00e9\\\"".repeat(1 << 20));
    let found = derive(trees, &text).expect("it has a tree");
    let ranges: Vec<_> = found.into_iter().map(|it| (it.rule, it.range)).collect();
    let whole = 0..text.len();
    assert_eq!(ranges, [(shown[0], whole), (shown[1], 0..text.len() - 5)]);
}

#[test]
fn hidden_rules_keep_the_order_of_preference() {
    // A copy reads the same text as the rule, even if another derivation is longer.
    let (grammar, _) = read("s = h x\nh = \"a\" / \"a\" *\"b\"\nx = *\"b\" [ h ]\n");
    let shown = ["s", "x"].map(|rule| grammar.find(rule).expect("it is there"));
    let patterns = pattern(&grammar, &shape(&grammar));
    let trees = trees(&patterns, grammar.rules().len(), &shown).expect("the grammar is small");
    let found = derive(trees, "abbab").expect("it has a tree");
    assert_eq!(found.last().map(|it| it.range.clone()), Some(1..5));
}

#[test]
fn rules_that_read_nothing_end() {
    let grammar = "e = e e / [ x ]\nx = \"x\"\n";
    assert!(tree(grammar, "xx").starts_with("e \"xx\"\n"));
    assert!(tree("a = *b\nb = *c\nc = *a\n", "").starts_with("a \"\"\n"));
}

#[test]
fn a_call_that_is_tried_again_continues_after_its_rule() {
    // The inner `c` first reads nothing, which makes the repetition a cycle.
    let grammar =
        "c = *( \"a\" a \"a\" ) / [ a *( *c ) ]\na = [ \"a\" b \"(\" ]\nb = *( \"a\" a \"a\" )\n";
    let expected = "c \"a(a(\"\n  a \"a(\"\n    b \"\"\n  c \"a(\"\n    a \"a(\"\n      b \"\"\n";
    assert_eq!(tree(grammar, "a(a("), expected);
}

#[test]
fn many_repetitions_stay_in_order() {
    let grammar = "s = *3000( x / y )\nx = \"aa\"\ny = \"bb\"\n";
    let text = "aabb".repeat(1500);
    assert_eq!(tree(grammar, &text).lines().count(), 3001);
    assert_eq!(tree(grammar, &format!("{text}aa")), "no match");
    // The number of repetitions, and therefore the preference, is unknown before they are read.
    let grammar = "s = *3000( x / y ) *y\nx = \"aa\"\ny = \"aaaa\"\n";
    assert_eq!(tree(grammar, &"aa".repeat(2000)), "too complex");
}

#[test]
fn large_grammars_have_no_trees() {
    let rules = (0..70_000).map(|rule| format!("r{rule} = \"a\" \"b\"\n"));
    assert_eq!(read(&rules.collect::<Vec<_>>().concat()).1, Err(TooLarge));
}

#[test]
fn cycles_are_not_enumerated() {
    // Each rule can be any other, or the first one, which none of them can avoid.
    let names: Vec<String> = (0..14).map(|rule| format!("m{rule}")).collect();
    let rules = names.iter().map(|name| {
        let others = names.iter().filter(|it| *it != name).map(|it| format!("n {it} / "));
        format!("{name} = {}s\n", others.collect::<Vec<_>>().concat())
    });
    let rules = rules.collect::<Vec<_>>().concat();
    let grammar = format!("s = m0 / \"xy\"\n{rules}n = [ \"zz\" ]\n");
    assert_eq!(tree(&grammar, "xy"), "s \"xy\"\n");
}

#[test]
fn dead_ends_are_not_enumerated() {
    // Every option can be omitted in two ways, and then the repetition begins again.
    let options = "( [ \"ab\" ] / [ \"ac\" ] ) ".repeat(50);
    let grammar = format!("s = \"z\" *( {options}) \"q\" / \"z\" \"ad\"\n");
    assert_eq!(tree(&grammar, "zad"), "s \"zad\"\n");
    assert_eq!(tree(&grammar, "zacabq"), "s \"zacabq\"\n");
}

/// The number of greedy loops in the tables.
fn greedy_loops(grammar: &str) -> usize {
    let (_, trees) = read(grammar);
    let trees = trees.expect("the grammar is small");
    trees.states.iter().filter(|state| state[0] == 6).count()
}

/// The separator of JSON (RFC 8259, section 2): space after a comma belongs to the comma, whatever
/// follows.
const LIST: &str = "list = open [ item *( comma item ) ] close\nitem = list / \"x\"\n\
                    open = ws \"[\" ws\nclose = ws \"]\" ws\ncomma = ws \",\" ws\nws = *\" \"\n";

#[test]
fn a_loop_is_greedy_if_what_follows_loses_nothing() {
    assert!(greedy_loops(LIST) > 0);
    assert!(is_predicted(LIST, "[x, [x]]"));
    // Two loops can read the space, and the second one may be absent.
    assert_eq!(greedy_loops("a = *\" \" [ \"x\" *\" \" ] *\" \" \"y\"\n"), 3);
    assert_eq!(greedy_loops("a = *\" \" [ \"x\" ] *\" \" \"y\"\n"), 2);
    // A loop in another rule, and one that is left by the end of the text.
    assert_eq!(greedy_loops("a = b \"y\" / b\nb = *\" \" c\nc = *\" \" [ c ]\n"), 2);
}

#[test]
fn a_loop_is_not_greedy_if_another_state_needs_the_byte() {
    // The last space belongs to what follows, here and in some context.
    assert_eq!(greedy_loops("a = *\" \" \" \" \"x\"\n"), 0);
    assert_eq!(greedy_loops("a = b \" x\" / b \"y\"\nb = \"b\" *\" \"\n"), 0);
    // Only the loop of `b` is greedy.
    assert_eq!(greedy_loops("a = *\" \" ( \" \" b / \"y\" )\nb = \"x\" *\" \"\n"), 1);
    // The space is read once and does not lead back, or leads back by way of another byte.
    assert_eq!(greedy_loops("a = *\" \" [ \" \" ] \"x\"\n"), 0);
    assert_eq!(greedy_loops("a = *\" \" *( \" \" \",\" ) \"x\"\n"), 0);
    // The first space of the repetition does not lead back.
    assert_eq!(greedy_loops("a = *\" \" ( 1*\" \" \"x\" / \"y\" )\n"), 1);
    assert_eq!(tree("a = *\" \" b\nb = \" \" \"x\"\n", "  x"), "a \"  x\"\n  b \" x\"\n");
}

#[test]
fn greedy_loops_predict_the_derivations_of_two_passes() {
    let grammars = [
        LIST,
        "a = *\" \" b\nb = *\" \" ( \"x\" b / \"[\" *\" \" a \",\" / *\" \" )\n",
        "a = b *( \",\" b )\nb = *\" \" [ c ] *\" \"\nc = *( \" \" / \"x\" ) [ \"[\" a ]\n",
        "a = *\" \" *( b / \",\" ) c\nb = 1*\" \" \"x\"\nc = [ \"[\" *\" \" a ]\n",
        "a = *( \" \" / \",\" ) [ b ] *\" \" [ \"x\" ]\nb = *\" \" *\",\" [ \"[\" a ]\n",
        "a = 1*b\nb = *\" \" c *\",\"\nc = \"x\" *\" \" / \"[\" a / *\",\" \" \"\n",
    ];
    for grammar in grammars {
        let (_, trees) = read(grammar);
        let trees = trees.expect("the grammar is small");
        let (rule, tables) = (trees.shown[0], Tables::new(trees));
        let mut texts = vec![Vec::new()];
        for length in 0..6 {
            let longest = texts.iter().filter(|it: &&Vec<u8>| it.len() == length);
            let longer = longest.flat_map(|it| b" ,[x]".map(|last| [&it[..], &[last]].concat()));
            let longer: Vec<Vec<u8>> = longer.collect();
            texts.extend(longer);
        }
        for text in texts {
            let reference = derive_in_two_passes(&tables, rule, &text);
            let predicted = predict(&tables, rule, &text);
            let is_same = predicted == reference || predicted == Err(NoTree::TooComplex);
            assert!(is_same, "{grammar} {text:?}: {predicted:?}, not {reference:?}");
        }
    }
}
