//! What is told of which rules, what is left out, and that two ways to decide agree.

use super::*;
use crate::automata::rules::{ambiguous, automata_of_regular};
use crate::automata::superset::superset;
use crate::testing::brief;
use crate::text::bundled;

fn options(roots: &[&str]) -> Options {
    let roots = roots.iter().map(|&root| root.to_owned()).collect();
    Options { roots, notes: Notes::Shown, ..Options::default() }
}

fn found(text: &str, options: &Options) -> Vec<Diagnostic> {
    lint("g", text.as_bytes(), &Spec::default(), options).expect(text).items
}

/// What is found of one code.
fn of(code: &str, text: &str) -> Vec<Diagnostic> {
    let mut found = found(text, &options(&[]));
    found.retain(|item| item.code == code);
    found
}

#[test]
fn local_answers_agree_with_those_of_whole_rules() {
    let mut count = [0, 0];
    for name in ["rfc5646", "rfc6570", "rfc9651", "rfc6265", "rfc4647"] {
        let bundled = bundled::find(name).unwrap();
        let spec = Spec { imports: bundled.imports(), ..Spec::default() };
        let options =
            Options { denied: BTreeSet::from(["ambiguous-rule".to_owned()]), ..Options::default() };
        let told = lint(name, bundled.text.as_bytes(), &spec, &options).unwrap();
        let told: BTreeSet<String> = told
            .items
            .iter()
            .filter(|item| item.code == "ambiguous-rule")
            .map(|item| item.message.split('`').nth(1).unwrap().to_owned())
            .collect();
        let read = crate::read(name, bundled.text.as_bytes(), &spec.imports, &spec.read).unwrap();
        let (grammar, limits) = (read.resolved, Limits::default());
        let rules: Vec<RuleId> = grammar.own_rules().map(|(id, _)| id).collect();
        let shapes = superset(&grammar, &limits);
        let automata = automata_of_regular(&grammar, &shapes, &rules, &limits);
        let whole = ambiguous(&automata, &shapes, &rules, limits.ambiguity_steps);
        for (rule, it) in grammar.own_rules() {
            let Some(Some(is_ambiguous)) = whole.get(&rule) else { continue };
            assert_eq!(told.contains(it.name.as_str()), *is_ambiguous, "{name} {}", it.name);
            count[usize::from(*is_ambiguous)] += 1;
        }
    }
    assert!(40 < count[0] && 1 < count[1], "{count:?}");
}

#[test]
fn alternatives_are_compared_as_languages() {
    let text = "a = b / \"xx\" / c\nb = 2\"x\" / \"z\"\nc = 1*ALPHA\n";
    let told = |code| -> Vec<String> { of(code, text).into_iter().map(|it| it.message).collect() };
    assert_eq!(
        told("covered-alternative"),
        [
            "`b` adds nothing to the other alternatives",
            "`\"xx\"` adds nothing to the alternatives before it"
        ]
    );
    let [overlap] = &of("overlapping-alternatives", text)[..] else { panic!("one choice") };
    assert_eq!(overlap.witness.as_deref(), Some(&b"z"[..]));
    assert_eq!(overlap.notes.len(), 2);
}

#[test]
fn callers_allow_and_deny() {
    let text = "a = *\"x\" *\"x\" \"\"\n";
    let set = |code: &str| BTreeSet::from([code.to_owned()]);
    let denied = Options { denied: set("ambiguous-rule"), ..Options::default() };
    let severities: Vec<_> =
        found(text, &denied).into_iter().map(|item| (item.code, item.severity)).collect();
    let warning = Severity::Warning;
    assert_eq!(severities, [("ambiguous-rule", warning), ("empty-literal", warning)]);
    let allowed = Options { allowed: set("empty-literal"), ..Options::default() };
    assert_eq!(found(text, &allowed), []);
}

#[test]
fn rules_that_no_root_needs() {
    let text = "a = b\nb = \"x\"\nc = d\nd = [ c ]\n";
    let codes = |roots: &[&str]| -> Vec<String> {
        let found = found(text, &options(roots));
        brief(&found.into_iter().filter(|it| it.code == "unused-rule").collect::<Vec<_>>())
    };
    assert_eq!(codes(&["A"]), ["unused-rule@14", "unused-rule@20"]);
    assert_eq!(codes(&["a", "c"]), [""; 0]);
    // Without roots a circle may be one.
    assert_eq!(codes(&[]), [""; 0]);
    let error = lint("g", text.as_bytes(), &Spec::default(), &options(&["e"])).unwrap_err();
    assert_eq!(error.items[0].code, "unknown-root");
}

#[test]
fn core_rules_are_compared_as_languages() {
    // The structure differs, and the texts do not.
    let same = "HEXDIG = DIGIT / %x41-46 / %x61-66\n";
    assert_eq!(of("redefined-core-rule", same), []);
    assert_eq!(of("repeated-core-rule", same).len(), 1);
    let [other] = &of("redefined-core-rule", "ALPHA = %x41-5A\n")[..] else { panic!("it differs") };
    assert_eq!(other.witness.as_deref(), Some(&b"a"[..]));
    assert_eq!(other.notes, ["only the core rule has \"a\""]);
}

#[test]
fn numbers_in_the_wrong_base() {
    let count = |text: &str| of("wrong-base", text).len();
    assert_eq!(count("a = %x48-57 / %x065-090 / %d30-39 / %x13.10\n"), 4);
    assert_eq!(count("a = %d48-57 / %x41-5A / %x48-5A / %x97 / %d13.10 / %b0\n"), 0);
}
