//! Examples of a small grammar.

use super::*;
use abnfc::grammar::Resolved;
use abnfc::limits::Limits;
use abnfc::spec::ReadOptions;
use abnfc::text::bundled;

const TIME: &str = "\
time = hour \":\" minute [ zone ]
; a comment, and examples
; @accept time 23:59
;@part    hour 23
; @part DIGIT 3
  ; @reject time 24:00
; @accept   minute   07
hour = %x30-31 DIGIT / \"2\" %x30-33
minute = %x30-35 DIGIT
zone = \"Z\" / sign hour \":\" minute
sign = \"+\" / \"-\"
; @import nothing
";

fn grammar(text: &str) -> Resolved {
    abnfc::read("g.abnf", text.as_bytes(), &[], &ReadOptions::default()).unwrap().resolved
}

fn verdicts(text: &str) -> Vec<String> {
    let (examples, bad) = examples(text, Container::Comments);
    assert_eq!(bad, []);
    let found = run(&grammar(TIME), &examples, &Limits::default());
    found.into_iter().map(|it| it.map_or_else(|it| format!("{it:?}"), |()| "ok".into())).collect()
}

#[test]
fn comments_say_what_is_expected() {
    let (found, bad) = examples(TIME, Container::Comments);
    assert_eq!(bad, []);
    let brief: Vec<_> = found
        .iter()
        .map(|it| (it.line, &*it.rule, &*it.text, it.expected, it.parts.len()))
        .collect();
    assert_eq!(
        brief,
        [
            (3, "time", &b"23:59"[..], Expected::Accept, 2),
            (6, "time", b"24:00", Expected::Reject, 0),
            (7, "minute", b"07", Expected::Accept, 0),
        ]
    );
}

#[test]
fn a_file_has_the_same_without_signs() {
    let text = "# comment\n\naccept a\nreject b \\x20\\\\ c \n\taccept é é\npart é \nno-part f\n";
    let (found, bad) = examples(text, Container::File);
    assert_eq!(bad, []);
    assert_eq!(found[0].text, b"");
    assert_eq!((found[1].rule.as_str(), found[1].text.as_slice()), ("b", &b" \\ c"[..]));
    assert_eq!(found[2].text, "é".as_bytes());
    assert_eq!(found[2].parts[0], Part { rule: "é".to_owned(), texts: vec![b"".to_vec()] });
    assert_eq!(found[2].parts[1], Part { rule: "f".to_owned(), texts: vec![] });
}

#[test]
fn lines_that_cannot_be_read_are_reported() {
    let text = "accept\nwhat a b\npart a b\naccept a \\q\naccept a b\nno-part x y\nno-part x\npart X z\n\
                part y\nno-part y\nreject a b\npart a b\n; @accept a\n";
    let lines: Vec<usize> = examples(text, Container::File).1.iter().map(|bad| bad.line).collect();
    assert_eq!(lines, [1, 2, 3, 4, 6, 8, 10, 12, 13]);
}

/// The nearest texts of one of them would take as long as all of this.
#[test]
fn long_texts_are_judged_without_their_nearest_ones() {
    let text = format!("; @accept a {}\n", "y".repeat(10_000)).repeat(1000);
    let (examples, _) = examples(&text, Container::Comments);
    let found = run(&grammar("a = 300\"x\"\n"), &examples, &Limits::default());
    let is_refused =
        |it: &Verdict| matches!(it, Err(Failure::Refused { at, .. }) if at.offset == 0);
    assert!(found.len() == 1000 && found.iter().all(is_refused));
}

#[test]
fn examples_pass_or_fail_for_one_reason() {
    let found = verdicts(TIME);
    assert_eq!(&found[1..], ["ok", "ok"]);
    // The hour is the alternative without a `DIGIT`.
    assert!(found[0].starts_with("OtherTexts { rule: \"DIGIT\", found: [[57]] }"), "{}", found[0]);
    let refused = &verdicts("; @accept zone +x")[0];
    assert!(refused.starts_with("Refused { at: Mismatch { offset: 1"), "{refused}");
    assert!(refused.ends_with("part: Some(\"hour\") }"), "{refused}");
    assert_eq!(verdicts("; @reject TIME 00:00"), ["Accepted"]);
    assert_eq!(verdicts("; @accept tome 00:00"), ["NoRule(\"tome\")"]);
    assert_eq!(verdicts("; @accept time 00:00\n; @part hours 0"), ["NoRule(\"hours\")"]);
    let zones =
        "; @accept time 00:00+01:02\n; @part hour 00\n; @part minute 00\n; @part zone +01:02";
    assert!(verdicts(zones)[0].contains("found: [[48, 48], [48, 49]]"));
    assert_eq!(verdicts("; @accept time 00:00\n; @no-part zone\n"), ["ok"]);
}

#[test]
fn what_no_example_reaches_is_listed() {
    let (examples, _) = examples(TIME, Container::Comments);
    let found = coverage(&grammar(TIME), &examples).unwrap();
    let brief = |it: &Element| {
        let alternative = it.alternative.as_deref().unwrap_or("the rule");
        format!("{}: {alternative}", it.rule)
    };
    let unreached: Vec<String> = found.unreached.iter().map(brief).collect();
    // 23 is the second alternative; the characters of a set do not count as alternatives.
    assert_eq!(
        unreached,
        ["time: zone", "hour: ( \"0\" / \"1\" ) DIGIT", "zone: the rule", "sign: the rule"]
    );
    // Five rules, one option, two pairs of alternatives.
    assert_eq!((found.all, found.reached), (10, 4));
}

/// The coverage does not depend on the order of examples, and includes nested rules.
#[test]
fn nested_rules_are_covered() {
    let text = "list = \"(\" *( list / atom ) \")\"\natom = 1*\"a\" / \"bc\"\n";
    let (examples, _) = examples("accept list (a())\nreject list bc\n", Container::File);
    let found = coverage(&grammar(text), &examples).unwrap();
    let unreached: Vec<&str> =
        found.unreached.iter().filter_map(|it| it.alternative.as_deref()).collect();
    assert_eq!((unreached, found.all), (vec!["\"bc\""], 6));
}

/// They are what readers of the grammars look at, and what implementers of the RFCs write.
#[test]
fn those_of_bundled_grammars_pass() {
    for bundled in bundled::ALL {
        let name = bundled.name;
        let options = ReadOptions::default();
        let read = abnfc::read(name, bundled.text.as_bytes(), &bundled.imports(), &options);
        let read = read.unwrap_or_else(|errors| panic!("{name}: {errors}"));
        let (examples, bad) = examples(bundled.text, Container::Comments);
        assert_eq!(bad, [], "{name}");
        for expected in [Expected::Accept, Expected::Reject] {
            let count = examples.iter().filter(|it| it.expected == expected).count();
            assert!(3 <= count, "{name} has {count} examples: {expected:?}");
        }
        let verdicts = run(&read.resolved, &examples, &options.limits);
        for (example, verdict) in examples.iter().zip(verdicts) {
            assert!(verdict.is_ok(), "{name}:{}: {verdict:?}", example.line);
        }
    }
}
