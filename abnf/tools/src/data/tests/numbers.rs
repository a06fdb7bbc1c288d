//! Numbers are written as texts of their rules, whatever notation those require.

use super::super::ReadError;
use super::super::json::from_json;
use super::complete::texts;
use super::{check, error, read, with_spec, write};
use fastrand::Rng;

/// Reads all short texts of a rule and writes their numbers. Returns how many were written.
fn all_are_written(definition: &str, value: &str, alphabet: &[u8], length: usize) -> usize {
    let spec = format!("[rules.n]\nvalue = {value}\n");
    let plan = with_spec(&format!("n = {definition}\n"), &spec);
    let rule = plan.rule("n").expect("the grammar has the rule");
    let mut count = 0;
    for text in texts(alphabet, length) {
        let Ok(data) = read(&plan, rule, &text) else { continue };
        let shown = text.escape_ascii();
        let written = write(&plan, rule, &data);
        let written = written.unwrap_or_else(|error| panic!("{definition}: {shown}: {error}"));
        let again = read(&plan, rule, &written);
        assert_eq!(
            format!("{again:?}"),
            format!("{:?}", Ok::<_, ReadError>(data)),
            "{definition}: {shown}"
        );
        count += 1;
    }
    count
}

/// Rules whose texts are numbers. Each part of a number is one of a few expressions.
#[test]
fn numbers_of_short_texts_are_written() {
    let signs = ["", "[ \"-\" ]", "\"+\"", "[ \"+\" / \"-\" ]", "( \"+\" / \"-\" )"];
    let wholes =
        ["1*DIGIT", "2DIGIT", "\"0\"", "%x31-39", "*DIGIT", "\"00\" / 3DIGIT", "1*\"9\"", "\"1\""];
    let fractions = [
        "",
        "[ \".\" 1*DIGIT ]",
        "\".\" *DIGIT",
        "\".\" 2DIGIT",
        "\".\" 1*\"9\"",
        "\".\" 2*3\"0\"",
    ];
    let exponents = [
        "",
        "[ \"e\" 1*2DIGIT ]",
        "\"e\" [ \"-\" ] 1*DIGIT",
        "\"e-\" 2DIGIT",
        "%s\"E\" ( \"+\" / \"-\" ) 3DIGIT",
    ];
    let mut random = Rng::with_seed(2);
    let mut count = 0;
    for _ in 0..20 {
        let pick = |random: &mut Rng, of: &[&'static str]| of[random.usize(0..of.len())];
        let sign = pick(&mut random, &signs);
        let whole = pick(&mut random, &wholes);
        let fraction = pick(&mut random, &fractions);
        let exponent = pick(&mut random, &exponents);
        if whole == "*DIGIT" && !fraction.starts_with("\".\" 1") && !fraction.starts_with("\".\" 2")
        {
            continue;
        }
        let definition = format!("{sign} ( {whole} ) {fraction} {exponent}");
        let value = if random.bool() { "\"f64\"" } else { "\"f32\"" };
        count += all_are_written(&definition, value, b"0159.+-eE", 5);
    }
    assert!(count > 500, "{count}");
}

#[test]
fn letters_of_digits_have_the_case_of_the_rule() {
    let value = "{ type = \"u32\", radix = 16 }";
    let count = all_are_written("1*5( %s\"a\" / %s\"B\" / %s\"c\" / DIGIT )", value, b"aBc01", 5)
        + all_are_written("1*2( %s\"A\" %s\"b\" / \"00\" )", value, b"Ab01", 6)
        + all_are_written("2*4( %s\"A\" %s\"a\" / %s\"aA\" )", value, b"aA", 8)
        + all_are_written(
            "\"+\" 3( DIGIT / %s\"F\" )",
            "{ type = \"i16\", radix = 16 }",
            b"+0F1",
            4,
        );
    assert!(count > 3_000, "{count}");
}

#[test]
fn infinite_numbers_have_the_case_and_the_digits_of_the_rule() {
    for (definition, text, written) in [
        ("%s\"Inf\" / 1*DIGIT", "Inf", "Inf"),
        ("%s\"+iNFINITY\" / 1*DIGIT", "+iNFINITY", "+iNFINITY"),
        ("1*DIGIT \"e\" 3DIGIT", "1e999", "2e308"),
        ("\"1e999\" / 1*DIGIT", "1e999", "1e999"),
        ("%x31-39 \".\" 2DIGIT \"E-\" 3DIGIT", "1.50E-999", "1.00e-324"),
        ("%s\"-NaN\" / 1*DIGIT", "-NaN", "-NaN"),
    ] {
        let plan = with_spec(&format!("n = {definition}\n"), "[rules.n]\nvalue = \"f64\"\n");
        let rule = plan.rule("n").expect("the grammar has the rule");
        let data = read(&plan, rule, text.as_bytes()).expect("the text matches");
        let found = write(&plan, rule, &data).map(|it| it.escape_ascii().to_string());
        assert_eq!(found.as_deref(), Ok(written), "{definition}");
    }
}

/// The notation is the preferred one that the rule has.
#[test]
fn notations_have_an_order() {
    let any = "[ \"+\" / \"-\" ] ( 1*DIGIT [ \".\" *DIGIT ] / \".\" 1*DIGIT ) [ \"e\" [ \"+\" / \"-\" ] 1*DIGIT ]";
    for (definition, json, text) in [
        (any, "0.10", "0.1"),
        (any, "-1e2", "-100"),
        (any, "1e300", "1e300"),
        (any, "1.5e-300", "1.5e-300"),
        (any, "-0.0", "-0"),
        ("3DIGIT \".\" 3DIGIT", "1.5", "001.500"),
        ("\"+\" 1*DIGIT \".\"", "1", "+1."),
        ("1*DIGIT \".\" *DIGIT \"e\" [ \"+\" ] 2DIGIT", "1.5e10", "1.5e10"),
        ("1*DIGIT \".\" 1*DIGIT \"e+\" 3DIGIT", "1.5e10", "1.5e+010"),
        ("1*DIGIT \"e\" [ \"-\" ] 1*DIGIT", "0.015", "15e-3"),
        ("\"0.\" 1*DIGIT \"e\" [ \"-\" ] 1*DIGIT", "12.5", "0.125e2"),
        ("\"9.\" 30\"9\"", "10", "9.999999999999999999999999999999"),
        ("\"0.1\" 30DIGIT %x31-39", "0.1", "0.10000000000000000000000000000001"),
        ("1*DIGIT \"e\" 1DIGIT", "1e12", "1000e9"),
    ] {
        let plan = with_spec(&format!("n = {definition}\n"), "[rules.n]\nvalue = \"f64\"\n");
        let rule = plan.rule("n").expect("the grammar has the rule");
        let data = from_json(&plan, rule, json).unwrap_or_else(|error| panic!("{error}"));
        let found = write(&plan, rule, &data).map(|it| it.escape_ascii().to_string());
        assert_eq!(found.as_deref(), Ok(text), "{definition}");
    }
}

#[test]
fn numbers_without_a_text_are_refused() {
    let spec = "[rules.n]\nvalue = \"f64\"\n";
    let plan = with_spec("n = 1*DIGIT \".\" 2DIGIT [ \"e\" 1*DIGIT ]\n", spec);
    for json in ["0.125", "-1", "1e-7", "0.001"] {
        let message = "no text of the rule has this value at column 1";
        assert_eq!(error(&plan, "n", json), message, "{json}");
    }
    assert_eq!(error(&plan, "n", "\"inf\""), "written: 1.80e308");
    check(&plan, "n", "1.50", "1.5", "1.50");
}
