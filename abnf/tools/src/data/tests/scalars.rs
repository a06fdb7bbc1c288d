//! Values of one type of Rust that the spec requests.

use super::super::ReadError;
use super::{check, error, with_spec};

/// A character is a string of it, and a byte is its number.
#[test]
fn characters_and_bytes_are_data() {
    let grammar = "; @encoding octets\nr = c \"=\" b [ d ]\nc = %x61-7A / %xC3 %x80-BF\n\
        b = %x00-FF\nd = \"x\" / \"-\"\n";
    let settings = "[rules.c]\nvalue = \"char\"\n[rules.b]\nvalue = \"byte\"\n\
        [rules.d]\nvalue = \"char\"";
    let plan = with_spec(grammar, settings);
    check(&plan, "r", "a=b", r#"{"c":"a","b":98,"d":null}"#, "a=b");
    check(&plan, "r", "é==X", r#"{"c":"é","b":61,"d":"X"}"#, "é==X");
    check(&plan, "c", "é", r#""é""#, "é");
    check(&plan, "b", "\0", "0", "\0");
    let error = |json| error(&plan, "r", json);
    assert_eq!(error(r#"{"c":"=","b":1}"#), "no text of `r` has this value of `c` at column 6");
    assert_eq!(
        error(r#"{"c":"\u0100","b":1}"#),
        "no text of `r` has this value of `c` at column 6"
    );
    assert_eq!(error(r#"{"c":"a","b":256}"#), "no text of `r` has this value of `b` at column 14");
    assert_eq!(error(r#"{"c":"a","b":-1}"#), "no text of `r` has this value of `b` at column 14");
    let message = "`c`: expected a string of one character at column 6";
    assert_eq!(error(r#"{"c":"ab","b":1}"#), message);
    assert_eq!(error(r#"{"c":97,"b":1}"#), message);
}

/// A truth value is written as one of its two texts, in a part, in a list and by itself.
#[test]
fn truth_values_are_data() {
    let grammar = "r = on \",\" [ flag ]\non = \"on\" / \"off\"\nflag = \"TRUE\" / %s\"false\"\n";
    let settings = "[rules.on]\nvalue = { type = \"bool\", true = \"on\", false = \"Off\" }";
    let plan = with_spec(grammar, settings);
    check(&plan, "on", "oFF", "false", "Off");
    check(&plan, "r", "OFF,false", r#"{"on":false,"flag":false}"#, "Off,false");
    check(&plan, "r", "on,true", r#"{"on":true,"flag":true}"#, "on,TRUE");
    check(&plan, "r", "on,", r#"{"on":true,"flag":null}"#, "on,");
    let settings = "[rules.flag]\nvalue = { type = \"bool\", true = \"yes\", false = \"never\" }";
    let plan = with_spec("r = *( flag \",\" )\nflag = \"yes\" / \"never\"\n", settings);
    check(&plan, "r", "yes,never,", r#"{"flags":[true,false]}"#, "yes,never,");
    let message = "`flags[0]`: expected true or false at column 11";
    assert_eq!(error(&plan, "r", r#"{"flags":[1]}"#), message);
}

/// Separators are ignored, and written only where the rule requires them.
#[test]
fn separated_numbers_are_data() {
    let grammar = "r = n [ \";\" free ] [ \"#\" hex ]\nn = 1*3DIGIT *( \"_\" 3DIGIT )\n\
        free = DIGIT *( [ \"_\" ] DIGIT )\nhex = [ \"-\" ] 4HEXDIG \"'\" 4HEXDIG\n";
    let settings = "[rules.n]\nvalue = { type = \"u64\", separator = \"_\" }\nrange = \"u64\"\n\
        [rules.free]\nvalue = { type = \"u8\", separator = \"_\" }\nrange = [0, 200]\n\
        [rules.hex]\nvalue = { type = \"i64\", radix = 16, separator = \"'\" }";
    let plan = with_spec(grammar, settings);
    let json = r#"{"n":1234567,"free":120,"hex":-255}"#;
    check(&plan, "r", "1_234_567;1_2_0#-0000'00fF", json, "1_234_567;120#-0000'00ff");
    let most = format!(r#"{{"n":{},"free":null,"hex":null}}"#, u64::MAX);
    let text = "18_446_744_073_709_551_615";
    check(&plan, "r", text, &most, text);
    check(&plan, "n", "000_012", "12", "12");
    assert_eq!(
        error(&plan, "r", r#"{"n":1,"free":201}"#),
        "no text of `r` has this value of `free` at column 15"
    );
    assert_eq!(
        error(&plan, "r", r#"{"n":-1}"#),
        "no text of `r` has this value of `n` at column 6"
    );
    let rule = plan.rule("free").expect("the grammar has the rule");
    for text in ["2_0_1", "_1", "1__1", "20_1"] {
        assert_eq!(super::read(&plan, rule, text.as_bytes()), Err(ReadError::Mismatch), "{text}");
    }
}

/// Numbers are written with their zeros, whether or not the grammar has data.
#[test]
fn numbers_are_written_without_data() {
    let plan = with_spec("r = n\nn = 3DIGIT\n", "[rules.n]\nvalue = \"u64\"");
    check(&plan, "n", "007", "7", "007");
    for values in ["\"leaves\"", "false"] {
        let settings = format!("values = {values}\n[rules.n]\nvalue = \"u64\"");
        check(&with_spec("r = n\nn = 3DIGIT\n", &settings), "n", "007", "7", "007");
    }
}

/// A choice of literals is the name of one of them, by itself, in a part, and beside other rules.
#[test]
fn choices_of_literals_have_no_contents() {
    let grammar = "r = method \" \" order [ \" \" level ]\nmethod = %s\"GET\" / %s\"POST\"\n\
        order = \"<\" / \"<=\" / \"==\"\nlevel = \"low\" / \"high\" / number\nnumber = 1*2DIGIT\n";
    let plan = with_spec(grammar, "");
    check(&plan, "method", "POST", r#""Post""#, "POST");
    let json = r#"{"method":"Get","order":"LessEqual","level":"High"}"#;
    check(&plan, "r", "GET <= HIGH", json, "GET <= high");
    let json = r#"{"method":"Get","order":"Less","level":{"Number":7}}"#;
    check(&plan, "r", "GET < 07", json, "GET < 7");
}
