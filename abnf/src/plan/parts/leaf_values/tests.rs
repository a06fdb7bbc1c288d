//! The numbers of small grammars, and requests that cannot be met.

use crate::compile::{Module, model_of};
use crate::plan::model::Value;
use crate::spec::{
    Export, FloatType, ForeignType, IntegerType, PartSpec, Parts, Spec, ValueSpec, Values,
};
use expect_test::{Expect, expect};

/// One line for each rule with a value, or the errors.
fn shown(grammar: &str, spec: &Spec) -> String {
    let module = Module { module: "", name: "g.abnf", bytes: grammar.as_bytes(), spec };
    let model = match model_of(&[module]) {
        Ok((model, _)) => model,
        Err(errors) => {
            let lines = errors.items.iter().flat_map(|error| {
                [error.message.clone()]
                    .into_iter()
                    .chain(error.hints.iter().map(ToString::to_string))
            });
            return lines.collect::<Vec<_>>().join("\n");
        }
    };
    let mut lines = Vec::new();
    for rule in &model.modules[0].rules {
        let value = match &rule.value {
            None => continue,
            Some(Value::Integer(it)) => format!("{}, {} to {}", it.ty, it.least, it.greatest),
            Some(Value::Float(ty)) => ty.to_string(),
            Some(Value::Char) => "char".to_owned(),
            Some(Value::Byte) => "byte".to_owned(),
            Some(Value::Unit) => "unit".to_owned(),
            Some(Value::Bool(texts)) => {
                let [yes, no] = texts.each_ref().map(|it| it.escape_ascii());
                format!("bool, {yes} or {no}")
            }
            Some(Value::Foreign(ty)) => ty.path.clone(),
            Some(Value::Decoded(decoding)) => decoding.result.to_string(),
        };
        lines.push(format!("{}: {value}", rule.name));
    }
    for union in &model.modules[0].unions {
        if let Some(ty) = union.number {
            lines.push(format!("{}: {ty}", union.type_name));
        }
    }
    lines.join("\n")
}

fn check(grammar: &str, expected: &Expect) {
    expected.assert_eq(&shown(grammar, &Spec::default()));
}

/// With the value of the rule `a`.
fn requested(grammar: &str, value: ValueSpec) -> String {
    let export = Export { rule: "a".to_owned(), value, ..Export::default() };
    shown(grammar, &Spec { exports: vec![export], ..Spec::default() })
}

const fn integer(ty: IntegerType) -> ValueSpec {
    ValueSpec::Integer { ty, radix: 10, separator: None }
}

#[test]
fn digits_are_numbers_of_the_smallest_type() {
    check(
        "a = 2DIGIT\nb = 4DIGIT\nc = 1*9DIGIT\nd = 1*18DIGIT\ne = 1*19DIGIT\nf = 20DIGIT\n\
         g = 1*DIGIT\nh = 2HEXDIG\ni = *2DIGIT\nj = %x31-32 %x30-35 DIGIT\n",
        &expect![[r"
            a: u8, 0 to 99
            b: u16, 0 to 9999
            c: u32, 0 to 999999999
            d: u64, 0 to 999999999999999999
            e: u64, 0 to 9999999999999999999
            j: u16, 100 to 259"]],
    );
}

#[test]
fn literals_can_be_numbers() {
    check(
        "short = \"04\" / \"06\" / \"09\" / \"11\"\none = \"2\" [ \"0\" ]\n",
        &expect![[r"
            short: u8, 4 to 11
            one: u8, 2 to 20"]],
    );
}

/// Four digits of an hour and a minute are not one number.
#[test]
fn texts_with_parts_are_no_numbers() {
    check(
        "time = hour minute\nhour = 2DIGIT\nminute = 2DIGIT\n",
        &expect![[r"
        hour: u8, 0 to 99
        minute: u8, 0 to 99"]],
    );
}

/// The parts are the same if only trees have them.
#[test]
fn texts_with_parts_in_trees_are_no_numbers() {
    let grammar = "time = hour minute\nhour = 2DIGIT\nminute = 2DIGIT\n";
    let mut spec = Spec::default();
    spec.read.limits.subset_work = 500;
    assert_eq!(shown(grammar, &spec), shown(grammar, &Spec::default()));
    // The automata of numbers by themselves are as small as before.
    assert_eq!(shown("a = 1*2DIGIT / 3DIGIT\n", &spec), "a: u16, 0 to 999");
}

#[test]
fn enums_of_numbers_are_numbers() {
    check(
        "date = ( month / long ) \"-\"\nmonth = \"0\" DIGIT\nlong = \"1\" 3DIGIT\n\
         other = ( month / word ) \"-\"\nword = 1*ALPHA\n",
        &expect![[r"
            month: u8, 0 to 9
            long: u16, 1000 to 1999
            DateKind: u16"]],
    );
}

#[test]
fn text_stays_text_on_request() {
    assert_eq!(requested("a = 2DIGIT\n", ValueSpec::Text), "");
    let spec = Spec { values: Values::Requested, ..Spec::default() };
    assert_eq!(shown("a = 2DIGIT\n", &spec), "");
    let export =
        Export { rule: "a".to_owned(), value: integer(IntegerType::U32), ..Export::default() };
    let spec = Spec { exports: vec![export], values: Values::Requested, ..Spec::default() };
    assert_eq!(shown("a = 2DIGIT\n", &spec), "a: u32, 0 to 99");
}

#[test]
fn requests_can_be_met() {
    use IntegerType::{I8, I128, U8, U16, U128};
    let of = |grammar: &str, ty, radix| {
        requested(grammar, ValueSpec::Integer { ty, radix, separator: None })
    };
    assert_eq!(of("a = 1*4HEXDIG\n", U16, 16), "a: u16, 0 to 65535");
    assert_eq!(of("a = 8BIT\n", U8, 2), "a: u8, 0 to 255");
    assert_eq!(of("a = [ \"-\" ] 2DIGIT\n", I8, 10), "a: i8, -99 to 99");
    assert_eq!(of("a = \"-128\" / \"127\"\n", I8, 10), "a: i8, -128 to 127");
    assert_eq!(of("a = \"-\" 38DIGIT\n", I128, 10), format!("a: i128, -{} to 0", "9".repeat(38)));
    assert_eq!(of("a = 38DIGIT\n", U128, 10), format!("a: u128, 0 to {}", "9".repeat(38)));
    // One digit alone would be a constant set of bytes.
    assert_eq!(of("a = DIGIT\n", U8, 10), "a: u8, 0 to 9");
    // Zero has no sign.
    assert_eq!(of("a = [ \"-\" ] \"0\"\n", U8, 10), "a: u8, 0 to 0");
}

#[test]
fn separators_are_ignored() {
    let of = |definition: &str, ty, separator| {
        let value = ValueSpec::Integer { ty, radix: 10, separator: Some(separator) };
        requested(&format!("a = {definition}\n"), value)
    };
    let groups = "1*3DIGIT *2( \"_\" 3DIGIT )";
    assert_eq!(of(groups, IntegerType::U32, b'_'), "a: u32, 0 to 999999999");
    assert_eq!(of("*2( *\"_\" DIGIT ) \"0\"", IntegerType::U16, b'_'), "a: u16, 0 to 990");
    let signed = "*\".\" [ \"-\" ] 1*\".\" 2( DIGIT *\".\" )";
    assert_eq!(of(signed, IntegerType::I8, b'.'), "a: i8, -99 to 99");
    let errors = [
        of(groups, IntegerType::U16, b'_'),
        of("1*\"_\" *\"1\"", IntegerType::U16, b'_'),
        of("1*3DIGIT *( \"_\" 3DIGIT )", IntegerType::U64, b'_'),
        of(groups, IntegerType::U64, b','),
        of("DIGIT \"_-\" DIGIT", IntegerType::U64, b'_'),
    ];
    expect![[r#"
        `a` cannot be `u16`: the text "100_000" matches, but its number does not fit
        bound the rule's repetitions, or choose a type that is large enough
        `a` cannot be `u16`: the text "_" matches, but is not a number
        `a` cannot be `u64`: the text "100_000_000_000_000_000_000" matches, but its number does not fit
        bound the rule's repetitions, or choose a type that is large enough
        `a` cannot be `u64`: the text "0_000" matches, but is not a number
        `a` cannot be `u64`: the text "0_-0" matches, but is not a number"#]].assert_eq(&errors.join("\n"));
}

/// The bounds are those of the short texts without their separators.
#[test]
fn bounds_of_separated_numbers_are_exact() {
    use crate::testing::{dfa, texts};
    let all = texts(b"012_", 6);
    for definition in [
        "1*2DIGIT *1( \"_\" 2DIGIT )",
        "1*5( \"1\" / \"_\" ) \"2\"",
        "\"1\" *\"_\" *2\"0\" \"_\" \"2\"",
        "\"_\" %x31-32 \"_\" [ \"01\" ]",
        "*3\"_\" 1*3\"0\"",
    ] {
        let text = format!("a = {definition}\n");
        let value = ValueSpec::Integer { ty: IntegerType::U64, radix: 10, separator: Some(b'_') };
        let dfa = dfa(&text, "a");
        let numbers = all.iter().filter(|it| dfa.check(it).is_ok()).map(|it| {
            let digits: String =
                it.iter().map(|&it| char::from(it)).filter(|it| *it != '_').collect();
            digits.parse::<u64>().unwrap()
        });
        let numbers: Vec<u64> = numbers.collect();
        let least = numbers.iter().min().unwrap();
        let shown = requested(&text, value);
        assert!(shown.starts_with(&format!("a: u64, {least} to ")), "{definition}: {shown}");
        if !definition.contains("DIGIT") {
            let greatest = numbers.iter().max().unwrap();
            assert_eq!(shown, format!("a: u64, {least} to {greatest}"), "{definition}");
        }
    }
}

#[test]
fn a_text_shows_why_a_request_cannot_be_met() {
    let errors = [
        requested("a = 1*5DIGIT\n", integer(IntegerType::U16)),
        requested("a = 1*DIGIT\n", integer(IntegerType::U64)),
        requested("a = *2DIGIT\n", integer(IntegerType::U8)),
        requested("a = 2HEXDIG\n", integer(IntegerType::U8)),
        requested("a = \"-\" DIGIT\n", integer(IntegerType::U8)),
        requested("a = \"-129\" / \"1\"\n", integer(IntegerType::I8)),
        requested("a = \"(\" [ a ] \")\"\n", integer(IntegerType::U8)),
    ];
    expect![[r#"
        `a` cannot be `u16`: the text "99999" matches, but its number does not fit
        bound the rule's repetitions, or choose a type that is large enough
        `a` cannot be `u64`: the text "100000000000000000000" matches, but its number does not fit
        bound the rule's repetitions, or choose a type that is large enough
        `a` cannot be `u8`: the text "" matches, but is not a number
        `a` cannot be `u8`: the text "aa" matches, but is not a number
        `a` cannot be `u8`: the text "-1" matches, but its number does not fit
        bound the rule's repetitions, or choose a type that is large enough
        `a` cannot be `i8`: the text "-129" matches, but its number does not fit
        bound the rule's repetitions, or choose a type that is large enough
        `a` cannot be `u8`: it is nested"#]]
    .assert_eq(&errors.join("\n"));
}

#[test]
fn fractions_and_other_types_can_be_requested() {
    let float = |grammar| requested(grammar, ValueSpec::Float(FloatType::F64));
    assert_eq!(float("a = 1*DIGIT [ \".\" 1*DIGIT ]\n"), "a: f64");
    let foreign =
        |grammar| requested(grammar, ValueSpec::Foreign(ForeignType::new("x::Y".to_owned())));
    assert_eq!(foreign("a = \"(\" [ a ] \")\"\n"), "a: x::Y");
    let errors =
        [float("a = 1*DIGIT [ \"%\" ]\n"), float("a = \"(\" [ a ] \")\"\n"), foreign("a = %xFF\n")];
    expect![[r#"
        `a` cannot be `f64`: the text "0%" matches, but is not a number
        `a` cannot be `f64`: it is nested
        values from %x80 to %xFF are read as octets, because no value is above %xFF
        state the encoding in `ReadOptions::encoding`, or in a line `; @encoding octets`, or `; @encoding utf8` if the values are characters
        `a` cannot be `x::Y`: `FromStr` reads UTF-8, and its texts may contain any bytes"#]].assert_eq(&errors.join("\n"));
}

#[test]
fn characters_and_bytes_can_be_requested() {
    let of = |definition: &str, value: &ValueSpec| {
        requested(&format!("; @encoding octets\na = {definition}\n"), value.clone())
    };
    let (character, byte) = (&ValueSpec::Char, &ValueSpec::Byte);
    // One byte alone would be a constant set of bytes.
    assert_eq!(of("\"a\" / DIGIT", character), "a: char");
    assert_eq!(of("%x00-7F / %xC3 %x80-BF", character), "a: char");
    assert_eq!(of("%x00-FF", byte), "a: byte");
    assert_eq!(requested("a = %x41-5A / %x1F600\n", ValueSpec::Char), "a: char");
    let errors = [
        of("1*2\"a\"", character),
        of("[ \"a\" ]", character),
        of("%x41-FF", character),
        of("2%x00-7F / %xC3 %x80-BF", character),
        of("[ %x00-FF ]", byte),
        of("%x41 / \"xyz\" / %xC3.A9", byte),
        requested("a = %x41-5A / %x1F600\n", ValueSpec::Byte),
        of("\"(\" [ a ] \")\"", byte),
    ];
    expect![[r#"
        `a` cannot be `char`: the text "aa" matches, but has 2 characters
        `a` cannot be `char`: the text "" matches, but has 0 characters
        `a` cannot be `char`: the text "\x80" matches, but is not UTF-8
        `a` cannot be `char`: the text "aa" matches, but has 2 characters
        `a` cannot be `byte`: the text "" matches, but has 0 bytes
        `a` cannot be `byte`: the text "\xC3\xA9" matches, but has 2 bytes
        `a` cannot be `byte`: the text "\xF0\x9F\x98\x80" matches, but has 4 bytes
        `a` cannot be `byte`: it is nested"#]]
    .assert_eq(&errors.join("\n"));
}

#[test]
fn true_and_false_are_truth_values() {
    check(
        "a = \"TRUE\" / \"FALSE\"\nb = %s\"true\" / %s\"False\"\nc = \"true\" / \"false\" / \"f\"\n\
         d = yes / no\nyes = %x74.72.75.65\nno = %x66.61.6c.73.65\ne = \"true\"\nf = [ d ]\n",
        &expect![[r"
            a: bool, TRUE or FALSE
            b: bool, true or False
            d: bool, true or false"]],
    );
}

#[test]
fn truth_values_can_be_requested() {
    let of = |definition: &str, texts: Option<[&str; 2]>| {
        let texts = texts.map(|texts| texts.map(str::to_owned));
        requested(&format!("a = {definition}\n"), ValueSpec::Bool { texts })
    };
    assert_eq!(of("\"Yes\" / \"No\"", Some(["yes", "no"])), "a: bool, yes or no");
    assert_eq!(of("[ \"-\" ]", Some(["-", ""])), "a: bool, - or ");
    assert_eq!(of("\"0\" / \"1\"", Some(["1", "0"])), "a: bool, 1 or 0");
    assert_eq!(of("%s\"tRUE\" / \"false\"", None), "a: bool, tRUE or false");
    let errors = [
        of("\"yes\" / \"no\" / \"maybe\"", Some(["yes", "no"])),
        of("\"yes\" / *\"no\"", Some(["yes", "no"])),
        of("\"yes\" / \"no\"", None),
        of("\"true\"", None),
        of("%s\"Yes\" / \"no\"", Some(["yes", "no"])),
        of("\"yes\"", Some(["yes", "no"])),
        of("%s\"y\" / %s\"Y\"", Some(["y", "Y"])),
        of("\"(\" [ a ] \")\"", None),
    ];
    expect![[r#"
        `a` cannot be `bool`: the text "maybe" matches, but is neither "yes" nor "no"
        `a` cannot be `bool`: the text "" matches, but is neither "yes" nor "no"
        `a` cannot be `bool`: the text "no" matches, but is neither "true" nor "false"
        write `{ type = "bool", true = "yes", false = "no" }`
        `a` cannot be `bool`: only one of the two has a text
        `a` cannot be `bool`: "yes" does not match
        spell the texts as the rule does
        `a` cannot be `bool`: "no" does not match
        spell the texts as the rule does
        `a` cannot be `bool`: "y" and "Y" are equal apart from the case of letters
        `a` cannot be `bool`: it is nested"#]]
    .assert_eq(&errors.join("\n"));
}

#[test]
fn a_written_text_matches() {
    let of = |text: &str| {
        let written = Some(text.to_owned());
        let a = Export { rule: "a".to_owned(), written, ..Export::default() };
        shown("a = 1*3\" \"\n", &Spec { exports: vec![a], ..Spec::default() })
    };
    assert_eq!(of("  "), "");
    expect![[r#"
        `a` cannot be written as "", which fails to match at byte 0
        `a` cannot be written as "    ", which fails to match at byte 3
        `a` cannot be written as " \t", which fails to match at byte 1"#]]
    .assert_eq(&[of(""), of("    "), of(" \t")].join("\n"));
}

#[test]
fn a_requested_number_has_the_parts_that_are_listed() {
    let of = |parts| {
        let value = integer(IntegerType::U16);
        let a = Export { rule: "a".to_owned(), value, parts, ..Export::default() };
        let value = Export { rule: "value".to_owned(), ..Export::default() };
        let exports = vec![a, value];
        shown("a = value \"0\"\nvalue = 2DIGIT\n", &Spec { exports, ..Spec::default() })
    };
    let listed = |name: &str| {
        let (name, rules) = (name.to_owned(), vec!["value".to_owned()]);
        Parts::Listed(vec![PartSpec { name, rules, ..PartSpec::default() }])
    };
    assert_eq!(of(Parts::Direct), "a: u16, 0 to 990\nvalue: u8, 0 to 99");
    assert_eq!(of(listed("tens")), "a: u16, 0 to 990\nvalue: u8, 0 to 99");
    expect![[r"
        `a` cannot be `u16`: its part `value` has the accessor of this name
        give the part another name in the spec file"]]
    .assert_eq(&of(listed("value")));
}
