//! The bundled grammars of RFCs, compared with copies by others.

use super::{compiled, shared};
use abnfc::automata::compare::{Relation, compare};
use abnfc::grammar::{Resolved, RuleId};
use abnfc::spec::{Import, ReadOptions};
use abnfc::text::bundled;
use std::fs;

/// The bundled grammar, the copy, and the rules that differ in the copy.
const COPIES: &[(&str, &str, &[&str])] = &[
    ("rfc3339", "declaresub-modules/rfc3339", &[]),
    ("rfc3629", "declaresub-modules/rfc3629", &[]),
    ("rfc3986", "declaresub-modules/rfc3986", &[]),
    ("rfc3986", "handrews/rfc3986", &[]),
    ("rfc3987", "handrews/rfc3987", &[]),
    ("rfc5234", "declaresub-modules/rfc5234", &[]),
    ("rfc5234", "abnf_parsec/abnf", &[]),
    ("rfc5234", "abnf_parsec/core", &[]),
    ("rfc5322", "declaresub-modules/rfc5322", &[]),
    ("rfc5646", "declaresub-modules/rfc5646", &[]),
    // The copy reads `*<any CHAR except …>` without the star.
    ("rfc6265", "declaresub-modules/rfc6265", &["path-av", "path-value", "extension-av"]),
    ("rfc6874", "handrews/rfc6874", &[]),
    ("rfc8141", "handrews/rfc8141", &[]),
    // Of RFC 4627: an object or an array.
    ("rfc8259", "abnf_parsec/json", &["JSON-text"]),
    ("rfc9110", "declaresub-modules/rfc9110", &[]),
    ("rfc9111", "declaresub-modules/rfc9111", &[]),
    ("rfc9535", "specs/jsonpath-collected", &[]),
    ("rfc9535", "node-abnf/jsonpath", &[]),
];

/// The grammars that copies import without containing them.
fn imports() -> Vec<Import> {
    let names = [
        ("HTTP", "rfc9110"),
        ("RFC4647", "rfc4647"),
        ("RFC5322", "rfc5322"),
        ("RFC5646", "rfc5646"),
        ("URI", "rfc3986"),
    ];
    let import = |(name, file)| bundled::find(file).expect("it is bundled").import(name, &[]);
    names.into_iter().map(import).collect()
}

/// The rules of the copy whose language differs from that of the bundled rule of the same name, and
/// the number of rules with the same language.
fn differences(bundled: &Resolved, copy: &Resolved) -> (Vec<String>, usize) {
    let (ours, theirs) = (compiled(bundled), compiled(copy));
    let own = |name: &str| {
        let mut rules = bundled.own_rules();
        rules.find(|(_, rule)| rule.name.as_str().eq_ignore_ascii_case(name)).map(|(id, _)| id)
    };
    let (mut differing, mut same) = (Vec::new(), 0);
    for (theirs_id, rule) in copy.own_rules() {
        let name = rule.name.as_str();
        let Some(ours_id) = own(name) else { continue };
        let is_same = if let (Ok(a), Ok(b)) = (ours.dfa(ours_id), theirs.dfa(theirs_id)) {
            let found = compare(a, b, usize::MAX).expect("there is no limit");
            found.relation() == Relation::Equal
        } else {
            // Nested rules, or prose in the copy.
            let shown = |grammar: &Resolved, id: RuleId| {
                grammar.show(&grammar[id].expr).to_string().to_ascii_lowercase()
            };
            let [a, b] = [shown(bundled, ours_id), shown(copy, theirs_id)];
            if b.contains('<') || a.contains('@') || b.contains('@') {
                continue;
            }
            a == b
        };
        if is_same {
            same += 1;
        } else {
            differing.push(name.to_owned());
        }
    }
    (differing, same)
}

#[test]
#[ignore = "needs ../shared"]
fn copies_of_others_have_the_same_languages() {
    let options = ReadOptions::default();
    let mut all = 0;
    for &(name, copy, others) in COPIES {
        let ours = bundled::find(name).expect("it is bundled");
        let ours = abnfc::read(name, ours.text.as_bytes(), &ours.imports(), &options)
            .unwrap_or_else(|why| panic!("{name}: {why}"));
        let bytes = fs::read(shared("testdata/grammars").join(format!("{copy}.abnf")));
        let imports = imports();
        let theirs = abnfc::read_leniently(copy, &bytes.expect("readable"), &imports, &options)
            .unwrap_or_else(|why| panic!("{copy}: {why}"));
        let (differing, same) = differences(&ours.resolved, &theirs.resolved);
        assert_eq!(differing, others, "{name} and {copy}");
        all += same;
    }
    assert!(650 < all, "only {all} rules are compared");
}
