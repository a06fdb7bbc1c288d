//! Facts about models of small grammars.

use super::constants::constants;
use super::*;
use crate::automata::dfa::Dfa;
use crate::plan::engines::engines;
use crate::plan::engines::share::share;
use crate::plan::parts::selected::Selected;
use crate::plan::tables::tables;
use crate::spec::{Engine, Spec};

fn input(module: &str, text: &str) -> Input {
    let spec = Spec::default();
    let read = crate::read("test.abnf", text.as_bytes(), &[], &spec.read).expect("it reads");
    let (selection, found) = crate::compile::plan(&read.resolved, &spec, &[]).expect("it compiles");
    assert_eq!(found, []);
    Input {
        module: module.to_owned(),
        title: String::new(),
        crate_name: String::new(),
        encoding: read.resolved.encoding,
        feature: None,
        figures: BTreeMap::new(),
        values: spec.values,
        selection,
    }
}

fn made(inputs: &[Input]) -> Model {
    let (inputs, constants) = constants(inputs.to_vec());
    let tables = tables(engines(share(&inputs)));
    model(&inputs, constants, tables, &Spec::default())
}

/// The rules of a model with those that they were made of.
fn paired<'a>(rules: &'a [Rule], selected: &'a [Selected]) -> Vec<(&'a Rule, &'a Selected)> {
    let selected = |rule: &Rule| selected.iter().find(|it| it.name.as_str() == rule.name);
    rules.iter().map(|rule| (rule, selected(rule).expect("a rule is selected"))).collect()
}

const MIXED: &str = "a = 1*ALPHA [ \"-\" DIGIT ]\nb = *( \"x\" / \"yz\" )\nc = 300\"x\"\n\
    d = \"x\" d\ne = \"\"\nf = 2%x80-FF\ng = ( \"x\" / \"yz\" ) *( \"x\" / \"yz\" ) / \"\"\n";

/// The number in the table of each state of the automaton, found by walking both.
fn numbers(module: &Module, matcher: &Matcher, dfa: &Dfa) -> Vec<u16> {
    let classes = &module.class_maps[matcher.class_map].classes;
    let mut numbers = vec![0; dfa.state_count()];
    let Table::Rows(table) = &matcher.table else { unreachable!("no two automata are equal") };
    numbers[0] = table.start;
    let mut stack = vec![Dfa::START];
    while let Some(state) = stack.pop() {
        let row = &table.rows[usize::from(numbers[state.index()])];
        for byte in 0..=255 {
            let number = row[classes.class(byte)];
            match dfa.next(state, byte) {
                None => assert_eq!(number, 0),
                Some(next) if numbers[next.index()] == 0 => {
                    numbers[next.index()] = number;
                    stack.push(next);
                }
                Some(next) => assert_eq!(numbers[next.index()], number),
            }
        }
    }
    numbers
}

#[test]
fn tables_agree_with_automata() {
    let inputs = [input("", MIXED)];
    let model = made(&inputs);
    let module = &model.modules[0];
    let selected = &inputs[0].selection.rules;
    for (rule, selected) in paired(&module.rules, selected) {
        let id = rule.matcher.table().expect("it is regular");
        let dfa = selected.language.dfa().expect("it is regular");
        let matcher = &module.matchers[id.index];
        let numbers = numbers(module, matcher, dfa);
        let Table::Rows(table) = &matcher.table else { unreachable!("as above") };
        for state in dfa.states() {
            let number = numbers[state.index()];
            assert_ne!(number, 0, "{}: state 0 is dead", rule.name);
            assert_eq!(table.accepting <= number, dfa.is_accepting(state));
        }
        assert!(table.rows[0].iter().all(|&next| next == 0));
        assert_eq!(table.rows.len(), dfa.state_count() + 1);
        let narrow = table.rows.len() <= 256;
        assert_eq!(table.width == Width::Narrow, narrow);
        assert_eq!(narrow, rule.name != "c");
    }
}

/// The occurrences that the tables report for a text: rule, begin and end of each.
fn numbered_event(
    module: &Module,
    event_table: &EventTable,
    text: &[u8],
) -> Vec<(usize, usize, usize)> {
    let classes = &module.class_maps[event_table.class_map].classes;
    let (mut open, mut found) = (None, Vec::new());
    let mut tell = |list: u16, here: usize| {
        for &(what, age) in &event_table.lists[usize::from(list)] {
            let at = here - usize::from(age);
            match usize::from(what).checked_sub(1) {
                None => open = Some(at),
                Some(rule) => found.push((rule, open.take().expect("it opened"), at)),
            }
        }
    };
    tell(event_table.begin, 0);
    let mut state = usize::from(event_table.table.start);
    for (i, &byte) in text.iter().enumerate() {
        let entry = usize::from(event_table.table.rows[state][classes.class(byte)]);
        let (next, list) = match entry.checked_sub(event_table.table.rows.len()) {
            Some(edge) => event_table.table.edges[edge],
            None => (u16::try_from(entry).unwrap(), 0),
        };
        tell(list, i + 1);
        state = next.into();
    }
    tell(event_table.ends[state - usize::from(event_table.table.accepting)], text.len());
    found
}

#[test]
fn event_tables_agree_with_transducers() {
    let text = "a = *( b \".\" ) c [ \".\" ] / \"\"\nb = 1*2( x / DIGIT ) *5x\nc = 5x\nx = ALPHA\n\
        d = \"(\" b *( \".\" b ) \")\"\n";
    let inputs = [input("", text)];
    let model = made(&inputs);
    let module = &model.modules[0];
    let mut compared = 0;
    let selected = &inputs[0].selection.rules;
    for (rule, selected) in paired(&module.rules, selected) {
        for (part, from) in rule.view.repeated.iter().zip(&selected.view.repeated) {
            let event_table = &module.event_tables[part.event_table.index];
            for text in ["", "ab.abcde", "1.2.3.abcde.", "12a.abcde.abcde", "(a)", "(ab.12abc.b)"] {
                let text = text.as_bytes();
                let Some(expected) = from.transducer.occurrences(text) else { continue };
                assert_eq!(numbered_event(module, event_table, text), expected);
                compared += expected.len();
            }
        }
    }
    assert_eq!(compared, 10);
}

#[test]
fn equal_languages_share_a_matcher_across_modules() {
    let model = made(&[input("", MIXED), input("m", "h = *( \"yz\" / \"x\" )\ni = \"ii\"\n")]);
    let matcher = |module: usize, rule: usize| {
        model.modules[module].rules[rule].matcher.table().expect("it is regular")
    };
    assert_eq!(matcher(0, 1), matcher(0, 6));
    assert_eq!(matcher(0, 1), matcher(1, 0));
    assert_eq!(matcher(1, 1), TableId { module: 1, index: 0 });
    assert_eq!(model.modules[0].matchers.len(), 6);
    assert_eq!(model.modules[0].matchers[1].rules, ["b", "g", "m::h"]);
}

#[test]
fn a_shared_automaton_has_the_fastest_engine_that_a_rule_requests() {
    let of = |engines: [Engine; 2]| {
        let mut input = input("", "a = 1*DIGIT\nb = DIGIT *DIGIT\n");
        input.selection.rules.iter_mut().zip(engines).for_each(|(it, engine)| it.engine = engine);
        let model = made(&[input]);
        let [matcher] = &model.modules[0].matchers[..] else { panic!("the rules are equal") };
        (matcher.shift.is_some(), matcher.code.is_some())
    };
    for other in [Engine::Table, Engine::Auto, Engine::Shift] {
        assert_eq!(of([Engine::Code, other]), (true, true), "{other:?}");
        assert_eq!(of([other, Engine::Code]), (true, true), "{other:?}");
    }
    assert_eq!(of([Engine::Table, Engine::Auto]), (true, false));
    assert_eq!(of([Engine::Table, Engine::Table]), (false, false));
}

/// The second of two modules uses no tables of the first, which may need a feature.
#[test]
fn modules_share_with_the_root_alone() {
    let model = made(&[
        input("", "a = \"a\" *\"b\"\n"),
        input("m", "b = 2\"c\"\nc = \"a\" *\"b\"\n"),
        input("n", "d = 2\"c\"\ne = 2\"c\"\n"),
    ]);
    let matcher = |module: usize, rule: usize| {
        model.modules[module].rules[rule].matcher.table().expect("it is regular").module
    };
    assert_eq!([matcher(1, 0), matcher(1, 1)], [1, 0]);
    assert_eq!([matcher(2, 0), matcher(2, 1)], [2, 2]);
    assert_eq!(model.modules[2].matchers.len(), 1);
}

#[test]
fn class_maps_are_shared_where_that_is_smaller() {
    // Two rules of a few states: one map of 256 bytes is smaller than two.
    let few = made(&[input("", "a = 2ALPHA\nb = 2DIGIT\n")]);
    assert_eq!(few.modules[0].class_maps.len(), 1);
    // Each additional class costs a byte in each of 200 rows.
    let many = made(&[input("", "a = 100(%x61 %x62)\nb = %x63 %x64 %x65\n")]);
    assert_eq!(many.modules[0].class_maps.len(), 2);
}

#[test]
fn rules_that_accept_bytes_beyond_ascii_are_over_bytes() {
    let octets = made(&[input("", MIXED)]);
    let units: Vec<_> = octets.modules[0].rules.iter().map(|rule| rule.unit).collect();
    assert_eq!(units.iter().filter(|unit| **unit == Unit::Bytes).count(), 1);
    assert_eq!(units[5], Unit::Bytes);
    let utf8 = made(&[input("", "a = %x80-FFF\n")]);
    assert_eq!(utf8.modules[0].rules[0].unit, Unit::Text);
}

fn samples_of(text: &str) -> Samples {
    made(&[input("", text)]).modules.remove(0).rules.remove(0).samples
}

#[test]
fn samples_are_shortest_and_plain() {
    let samples = samples_of("a = 2*3( ALPHA / DIGIT / \"-\" ) \".\" / \"%\" HEXDIG\n");
    assert_eq!(samples.shortest.as_deref(), Some(&b"%a"[..]));
    assert_eq!(samples.example.as_deref(), Some(&b"abc."[..]));
    assert_eq!(samples.rejected, [(b"".to_vec(), 0), (b"abc.a".to_vec(), 4)]);
}

#[test]
fn languages_of_all_texts_have_no_text_outside() {
    assert_eq!(samples_of("a = *OCTET\n").rejected, []);
    assert_eq!(samples_of("a = *%x0-10FFFF\n").rejected, []);
    // The shortest text that is not ASCII is one character of two bytes.
    assert_eq!(samples_of("a = *%x00-7F\n").rejected, [("\u{80}".as_bytes().to_vec(), 0)]);
    let never = samples_of("a = \"x\" a\n");
    assert_eq!((never.shortest, never.rejected), (None, vec![(Vec::new(), 0)]));
}

#[test]
fn long_texts_are_left_out() {
    let samples = samples_of("a = 2000\"x\"\n");
    assert_eq!((samples.shortest, samples.example), (None, None));
}

/// Types, accessors and kinds of matchers, of a small grammar with every kind of part.
#[test]
fn the_summary_has_what_a_crate_offers() {
    let text = "url = scheme \":\" [ authority ] *( \"/\" segment )\nscheme = 1*ALPHA\n\
        authority = \"//\" ( name / address ) *\":\"\nname = 1*ALPHA\n\
        address = 1*DIGIT\nsegment = *ALPHA\nvalue = \"[\" *( value / atom ) \"]\"\natom = %s\"x\"\n\
        sign = \"+\" / \"-\"\n";
    expect_test::expect![[r"
        module root: no title
          SIGN = sign: 2 bytes
          Url = url: str, 9 states, code, 2 slots
            scheme: Scheme
            authority?: Authority
            segments*: Segment
          Scheme = scheme: str, 2 states, 0 slots
          Authority = authority: str, 6 states, 3 slots
            kind: AuthorityKind
            name?: Name
            address?: Address
          Name = name: str, 2 states, 0 slots
          Address = address: str, 2 states, 0 slots
          Segment = segment: str, 1 states, 0 slots
          Value = value: str, a stack, 0 slots
          Atom = atom: str, 2 states, 0 slots
          enum AuthorityKind of Authority: Name / Address
          data Url: scheme: text, authority?: Authority, segments*: text
          data Authority: one of AuthorityKind
          node Value
            items*: ValueItem
            values*: Value
          enum ValueItem of nodes: Value / Atom
          data Value of nodes: items*: ValueItem
    "]]
    .assert_eq(&made(&[input("", text)]).to_string());
}
