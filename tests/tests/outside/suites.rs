//! Strings that another tool, declaresub/abnf, accepts and rejects for the rules of
//! several RFCs. They were made by that tool and so prove nothing by themselves: were
//! it to differ from the grammar, the RFC would decide, and the case would be listed
//! here with its reason. On these rules it does not.

use super::{compiled, read, shared};
use abnfc::grammar::Encoding;
use abnfc::spec::Extract;
use conformance::forms::Forms;
use conformance::reference::Recogniser;
use conformance::strings::needs_prose;
use std::collections::BTreeMap;
use std::fs;

/// The grammars, each with how many of its rules have an automaton and strings.
const GRAMMARS: [(&str, usize); 6] = [
    ("rfc3339", 13),
    ("rfc3986", 36),
    ("rfc5234", 12),
    ("rfc5322", 34),
    ("rfc5646", 14),
    ("rfc6265", 8),
];

/// Rules of RFC 6265 that need `<any CHAR except CTLs or ";">`. By its words that is one
/// character, and so we read it; the suite takes it for any number of them.
const ONE_CHARACTER: [&str; 7] = [
    "path-value",
    "path-av",
    "extension-av",
    "cookie-av",
    "set-cookie-string",
    "set-cookie-header",
    "set-cookie",
];

#[test]
#[ignore = "needs ../shared"]
fn strings_of_declaresub() {
    let suites = shared("testdata/suites/declaresub");
    let grammars = shared("testdata/grammars/declaresub-modules");
    for (name, expected_rules) in GRAMMARS {
        let text = fs::read(grammars.join(format!("{name}.abnf"))).expect("readable");
        let grammar = read(name, &text, Extract::No, &[]).resolved;
        let automata = compiled(&grammar);
        let mut rules = 0;
        let mut strings = 0;
        for (folder, is_accepted) in [("corpus", true), ("corpus_neg", false)] {
            let json =
                fs::read(suites.join(folder).join(format!("{name}.json"))).expect("readable");
            let corpus: BTreeMap<String, Vec<String>> =
                serde_json::from_slice(&json).expect("JSON");
            for (rule_name, texts) in corpus {
                // Some rules come from imports that are not there.
                let Some(rule) = grammar.find(&rule_name) else { continue };
                if ONE_CHARACTER.contains(&&*rule_name) {
                    continue;
                }
                let limits = abnfc::limits::Limits::default();
                let Ok(forms) = Forms::of(&automata, rule, &limits) else { continue };
                assert!(!needs_prose(&grammar, rule), "{rule_name}");
                rules += usize::from(is_accepted);
                let mut recogniser = Recogniser::new(&grammar, rule);
                for text in texts {
                    let bytes = encoded(&text, grammar.encoding);
                    let verdict = recogniser.judge(&bytes);
                    forms.agree(&bytes, verdict).unwrap_or_else(|why| panic!("{name}: {why}"));
                    strings += 1;
                    assert_eq!(verdict.is_member, is_accepted, "{name} {rule_name}: {text:?}");
                }
            }
        }
        println!("{name}: {rules} rules, {strings} strings");
        assert_eq!(rules, expected_rules, "{name}");
    }
}

/// A text of the suite holds values; in a grammar of octets each is a byte.
fn encoded(text: &str, encoding: Encoding) -> Vec<u8> {
    match encoding {
        Encoding::Utf8 => text.as_bytes().to_vec(),
        Encoding::Octets => {
            text.chars().map(|value| u8::try_from(u32::from(value)).expect("an octet")).collect()
        }
    }
}
