//! The positions of findings, the cases without findings, and the agreement of two decision procedures.

use super::*;
use crate::testing::brief;
use abnfc::automata::rules::{ambiguous, automata_of_regular};
use abnfc::automata::superset::superset;
use abnfc::diagnostic::Code;
use abnfc::spec::ReadOptions;
use abnfc::text::bundled;

fn options(roots: &[&str]) -> Options {
    let roots = roots.iter().map(|&root| root.to_owned()).collect();
    Options { roots, notes: Notes::Shown, ..Options::default() }
}

fn found(text: &str, options: &Options) -> Vec<Diagnostic> {
    lint("g", text.as_bytes(), &Spec::default(), options).expect(text).items
}

/// The findings with one code.
pub(super) fn of(code: &str, text: &str) -> Vec<Diagnostic> {
    let mut found = found(text, &options(&[]));
    found.retain(|item| item.code.as_str() == code);
    found
}

#[test]
fn a_repetition_of_nothing_is_reported_at_its_position() {
    assert_eq!(
        brief(&of("nullable-repetition", "a = \"x\" *( *\"y\" )\n")),
        ["nullable-repetition@8"]
    );
    let hint = |text| of("nullable-repetition", text)[0].hints[0].to_string();
    assert_eq!(
        hint(
            "a = 1*[ \"x\" ]
"
        ),
        "write `*\"x\"`, which has the same texts"
    );
    assert_eq!(
        brief(&of("nullable-repetition", "a = *( \"x\" *\"y\" ) *3b\nb = [ \"x\" ]\n")),
        [""; 0]
    );
}

#[test]
fn ambiguity_is_reported_at_its_cause_with_two_readings() {
    let text = "a = \"<\" b \">\"\nb = 2c \"-\" ( c [ \"x\" ] / \"y\" )\nc = 1*\"x\"\n";
    let [note] = &of("ambiguous-rule", text)[..] else {
        panic!("{:?}", of("ambiguous-rule", text))
    };
    // `2c` divides three letters in two ways, and `c [ \"x\" ]` only two, but after more text.
    assert_eq!(note.witness.as_deref(), Some(&b"xxx-x"[..]));
    assert_eq!(note.primary.as_ref().unwrap().span.start, 18);
    assert_eq!(
        note.notes,
        [
            "the part that `2c` matches is \"xxx\"",
            "first reading: `c` = \"xx\", `c` = \"x\"",
            "second reading: `c` = \"x\", `c` = \"xx\""
        ]
    );
    // What repeats once at least reads nothing once, or twice.
    let [note] = &of("ambiguous-rule", "a = 1*[ \"x\" ]\n")[..] else { panic!("one rule") };
    assert_eq!(note.notes.len(), 2, "{note:?}");
}

#[test]
fn notes_do_not_crowd_out_warnings() {
    let rules = (0..2_001).map(|it| format!("r{it} = *( [ \"x\" ] )\n"));
    let found = found(&rules.collect::<String>(), &Options::default());
    assert_eq!(found.len(), 1_000);
}

#[test]
fn local_answers_agree_with_those_of_whole_rules() {
    let mut count = [0, 0];
    for name in ["rfc5646", "rfc6570", "rfc9651", "rfc6265", "rfc4647"] {
        let bundled = bundled::find(name).unwrap();
        let spec = Spec { imports: bundled.imports(), ..Spec::default() };
        let options =
            Options { denied: BTreeSet::from(["ambiguous-rule".to_owned()]), ..Options::default() };
        let reported = lint(name, bundled.text.as_bytes(), &spec, &options).unwrap();
        let reported: BTreeSet<String> = reported
            .items
            .iter()
            .filter(|item| item.code == Code::AmbiguousRule)
            .map(|item| item.message.split('`').nth(1).unwrap().to_owned())
            .collect();
        let read = abnfc::read(name, bundled.text.as_bytes(), &spec.imports, &spec.read).unwrap();
        let (grammar, limits) = (read.resolved, Limits::default());
        let rules: Vec<RuleId> = grammar.own_rules().map(|(id, _)| id).collect();
        let shapes = superset(&grammar, &limits);
        let automata = automata_of_regular(&grammar, &shapes, &rules, &limits);
        let whole = ambiguous(&automata, &shapes, &rules, limits.ambiguity_steps);
        for (rule, it) in grammar.own_rules() {
            let Some(Some(is_ambiguous)) = whole.get(&rule) else { continue };
            assert_eq!(reported.contains(it.name.as_str()), *is_ambiguous, "{name} {}", it.name);
            count[usize::from(*is_ambiguous)] += 1;
        }
    }
    assert!(40 < count[0] && 1 < count[1], "{count:?}");
}

#[test]
fn a_wrong_decision_that_is_never_reversed_is_reported() {
    let text =
        "a = b \"c\"\nb = *\"x\" / \"y\"\nd = b \"x\"\ne = [ f ] \":\"\nf = \"1\" / \"12\"\n";
    let notes = of("first-match-differs", text);
    let reported: Vec<_> = notes.iter().map(|it| it.witness.clone().unwrap()).collect();
    // `b` never tries `y`; `d` needs an `x` that `b` has taken; `e` fails where `f` does.
    assert_eq!(reported, [&b"y"[..], b"x", b"12"].map(<[u8]>::to_vec));
    let label = |at: usize| notes[at].primary.iter().chain(&notes[at].secondary).last().unwrap();
    assert_eq!(label(1).text, "it takes this for \"x\" at byte 0, although it must stop earlier");
    assert_eq!(label(1).span.start, 14);
    assert_eq!(label(2).text, "it takes this for \"1\" at byte 0, and never tries the others");
    // `h` goes wrong where `v` does, and in a choice of its own as well.
    let text = "h = \"[\" v \"]\" / i / r\nv = \"a\" / \"ab\"\ni = 2(\"0\" \".\") \"0\"\nr = *( ALPHA / DIGIT / \".\" )\n";
    let reported: Vec<_> =
        of("first-match-differs", text).iter().map(|it| it.witness.clone().unwrap()).collect();
    assert_eq!(reported, [&b"0.0.0a"[..], b"ab"].map(<[u8]>::to_vec));
    // A parser decides this by looking ahead.
    let fine = "a = b / c\nb = 1*\"x\" \"y\"\nc = *\"x\" \"z\"\n";
    assert_eq!(of("first-match-differs", fine), []);
}

#[test]
fn alternatives_are_compared_as_languages() {
    let text = "a = b / \"xx\" / c\nb = 2\"x\" / \"z\"\nc = 1*ALPHA\n";
    let reported =
        |code| -> Vec<String> { of(code, text).into_iter().map(|it| it.message).collect() };
    assert_eq!(
        reported("covered-alternative"),
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
fn elements_are_quoted_as_they_are_written() {
    let message = |code, text| of(code, text)[0].message.clone();
    let text = "alt = \"a\" / \"A\" / %x62\n";
    assert_eq!(message("overlapping-alternatives", text), "`\"a\"` and `\"A\"` both match \"a\"",);
    assert_eq!(
        message("covered-alternative", text),
        "`\"A\"` adds nothing to the alternatives before it"
    );
    // An element without a span of its own, or on several lines, is written anew.
    let several = "a = *( *b ; and\n  *%d98 )\nb = \"b\"\n";
    assert_eq!(
        message("nullable-repetition", several),
        "this repeats `*b *%s\"b\"`, which can be empty"
    );
}

#[test]
fn comments_that_resemble_directives_are_reported() {
    let reported = |text: &str| -> Vec<String> {
        let found = of("ignored-directive", text).into_iter();
        found
            .map(|it| {
                let span = it.primary.unwrap().span;
                format!("{}: {}", &text[span.start as usize..span.end as usize], it.hints[0])
            })
            .collect()
    };
    let mean = |word: &str| vec![format!("{word}: did you mean `@accept`?")];
    assert_eq!(reported("a = \"x\"\n; @accpt a x\n"), mean("@accpt"));
    assert_eq!(reported("a = \"x\"\n;@Accept a x\n"), mean("@Accept"));
    assert_eq!(reported("a = \"x\" ; @accept: a x\n"), mean("@accept:"));
    let one = ["@accept: write one `;`"];
    assert_eq!(reported("a = \"x\"\n;; @accept a x\n"), one);
    assert_eq!(reported("a = \"x\"\n; ;@accept a x\n"), one);
    let own = ["@reject: write it on a line of its own"];
    assert_eq!(reported("a = \"x\" ; @reject a y\n"), own);
    let fine = "a = \"; @accpt\" ; @allow unused-rule\n  ; @accept a x\n  \"y\"\n;@no-part a\n\
                ; @param a\n; we @acept it\n; @encoding octets\n; @\n; @ accept\n";
    assert_eq!(reported(fine), [""; 0]);
}

#[test]
fn comments_allow_for_a_rule_or_for_the_file() {
    let codes = |text: &str| -> Vec<String> { brief(&found(text, &Options::default())) };
    assert_eq!(codes("a = \"\" \"x\"\nb = \"\" \"y\"\n"), ["empty-literal@4", "empty-literal@15"]);
    assert_eq!(codes("; @allow empty-literal\na = \"\" \"x\"\nb = \"\" \"y\"\n"), [""; 0]);
    let in_rule = "a = \"\" ; @allow empty-literal\n  \"x\"\nb = \"\" \"y\"\n";
    assert_eq!(codes(in_rule), ["empty-literal@40"]);
    // Between two rules it is for the file.
    assert_eq!(codes("a = \"\" \"x\"\n; @allow empty-literal\nb = \"\" \"y\"\n"), [""; 0]);
    // Errors are no matter of taste.
    assert_eq!(codes("; @allow undefined-rule\na = b\n"), ["unknown-lint@9", "undefined-rule@28"]);
}

#[test]
fn callers_allow_and_deny() {
    let text = "a = *\"x\" *\"x\" \"\"\n";
    let set = |code: &str| BTreeSet::from([code.to_owned()]);
    let denied = Options { denied: set("ambiguous-rule"), ..Options::default() };
    let severities: Vec<_> =
        found(text, &denied).into_iter().map(|item| (item.code.as_str(), item.severity)).collect();
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
        brief(&found.into_iter().filter(|it| it.code == Code::UnusedRule).collect::<Vec<_>>())
    };
    assert_eq!(codes(&["A"]), ["unused-rule@14", "unused-rule@20"]);
    assert_eq!(codes(&["a", "c"]), [""; 0]);
    let words = "a = <any CHAR except c>\nc = \"(\" / \")\"\n";
    assert_eq!(brief(&found(words, &options(&["a"]))), ["prose-as-set@4"]);
    // Without roots a circle may be one.
    assert_eq!(codes(&[]), [""; 0]);
    let error = lint("g", text.as_bytes(), &Spec::default(), &options(&["e"])).unwrap_err();
    assert_eq!(error.items[0].code, Code::UnknownRoot);
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

#[test]
fn a_grammar_with_errors_is_looked_at_as_far_as_it_goes() {
    let codes = |text: &str| brief(&found(text, &options(&[])));
    assert_eq!(codes("a = nope / *\"x\" *\"x\"\nb = \"x\" / *\"x\"\n").len(), 6);
    assert!(read_is_bounded());
}

/// A text with many alternatives and a deep group takes little time.
fn read_is_bounded() -> bool {
    let many: Vec<String> = (0..2_000).map(|at| format!("\"w{at}\"")).collect();
    let deep = format!("{}\"x\"{}", "[ ".repeat(100), " ]".repeat(100));
    let text = format!("a = {}\nb = {deep}\n", many.join(" / "));
    let options = ReadOptions::default();
    let spec = Spec { read: options, ..Spec::default() };
    lint("g", text.as_bytes(), &spec, &self::options(&[])).is_ok()
}
