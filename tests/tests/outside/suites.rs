//! Strings that another tool, declaresub/abnf, accepts and rejects for the rules of several RFCs,
//! nested rules among them. They were made by that tool and so prove nothing by themselves: if the
//! tool differs from the grammar, the RFC decides, and the strings are listed here with the clause.

use super::{compiled, shared};
use abnfc::automata::language::Language;
use abnfc::automata::rules::Automata;
use abnfc::grammar::{Encoding, Resolved};
use abnfc::limits::Limits;
use abnfc::spec::ReadOptions;
use abnfc::text::bundled;
use conformance::forms::Forms;
use conformance::languages;
use conformance::reference::Recogniser;
use conformance::strings::{alphabet, needs_prose};
use std::collections::BTreeMap;
use std::fs;

/// The RFCs, whose grammars are bundled, each with how many of its rules that have strings are
/// regular, matched with a stack, and matched by the general engine.
const GRAMMARS: [(&str, [usize; 3]); 6] = [
    ("rfc3339", [13, 0, 0]),
    ("rfc3986", [36, 0, 0]),
    ("rfc5234", [12, 9, 0]),
    ("rfc5322", [34, 96, 3]),
    ("rfc5646", [14, 0, 0]),
    ("rfc6265", [24, 0, 0]),
];

/// Rules that have the name of another document in the suite, and our names.
const RENAMED: [(&str, &str); 1] = [("subdomain", "domain-value")];

/// Rules of RFC 6265, each with the number of strings that the suite accepts and the rule does not.
/// The tool imports addresses of IPv4 and IPv6 into this grammar, and accepts them as names of
/// hosts. Section 4.1.1 refers to RFC 1034 section 3.5 instead, where a label is of letters, digits
/// and hyphens: no text with a colon is a name.
const NO_HOSTS: [(&str, usize); 3] = [("domain-av", 71), ("domain-value", 92), ("subdomain", 92)];

#[test]
#[ignore = "needs ../shared"]
fn strings_of_declaresub() {
    let suites = shared("testdata/suites/declaresub");
    for (name, expected) in GRAMMARS {
        let bundled = bundled::find(name).expect("it is bundled");
        let read =
            abnfc::read(name, bundled.text.as_bytes(), &bundled.imports(), &ReadOptions::default());
        let grammar = read.unwrap_or_else(|errors| panic!("{errors}")).resolved;
        let automata = compiled(&grammar);
        let mut rules = [0; 3];
        let mut strings = 0;
        for (folder, is_accepted) in [("corpus", true), ("corpus_neg", false)] {
            let json =
                fs::read(suites.join(folder).join(format!("{name}.json"))).expect("readable");
            let corpus: BTreeMap<String, Vec<String>> =
                serde_json::from_slice(&json).expect("JSON");
            for (rule, texts) in corpus {
                let kind = compare(name, &grammar, &automata, &rule, &texts, is_accepted);
                rules[kind] += usize::from(is_accepted);
                strings += texts.len();
            }
        }
        println!("{name}: {rules:?} rules, {strings} strings");
        assert_eq!(rules, expected, "{name}");
    }
}

/// Compares the verdicts of all forms of a rule with the reference, and the reference with
/// the suite. Returns the kind of the rule.
fn compare(
    name: &str,
    grammar: &Resolved,
    automata: &Automata,
    rule_name: &str,
    texts: &[String],
    is_accepted: bool,
) -> usize {
    let renamed = RENAMED.iter().find(|(theirs, _)| *theirs == rule_name);
    let rule = grammar.find(renamed.map_or(rule_name, |(_, ours)| ours));
    let rule = rule.unwrap_or_else(|| panic!("{name} has no {rule_name}"));
    assert!(!needs_prose(grammar, rule), "{rule_name}");
    let language = automata.language(rule).expect("it is compiled");
    let forms = Forms::of(automata, rule, &Limits::default()).ok();
    let mut recogniser = Recogniser::new(grammar, rule);
    let alphabet = alphabet(grammar, rule);
    let no_hosts = NO_HOSTS.iter().find(|(wrong, _)| *wrong == rule_name && is_accepted);
    let mut wrong = 0;
    for text in texts {
        let bytes = encoded(text, grammar.encoding);
        let verdict = recogniser.judge(&bytes);
        let agreed = languages::agree(&language, &bytes, &recogniser, &alphabet);
        let of_forms = forms.iter().try_for_each(|it| it.agree(&bytes, verdict));
        agreed.and(of_forms).unwrap_or_else(|why| panic!("{name} {rule_name}: {why}"));
        let is_wrong = no_hosts.is_some() && text.contains(':');
        wrong += usize::from(is_wrong);
        let expected = is_accepted && !is_wrong;
        assert_eq!(verdict.is_member, expected, "{name} {rule_name}: {text:?}");
    }
    assert_eq!(wrong, no_hosts.map_or(0, |(_, count)| *count), "{name} {rule_name}");
    match language {
        Language::Regular(..) => 0,
        Language::Nested(..) => 1,
        Language::General(..) => 2,
    }
}

/// A text of the suite consists of values; in a grammar of octets, each value is a byte.
fn encoded(text: &str, encoding: Encoding) -> Vec<u8> {
    match encoding {
        Encoding::Utf8 => text.as_bytes().to_vec(),
        Encoding::Octets => {
            text.chars().map(|value| u8::try_from(u32::from(value)).expect("an octet")).collect()
        }
    }
}
