//! Data of small grammars, read and written.

mod complete;
mod decoded;
mod fillers;
mod mixed;
mod nodes;
mod numbers;
mod one_rule;
mod readers;
mod scalars;
mod spellings;

use super::json::{from_json, to_json};
use super::{Plan, plan, read, refused, write};
use abnfc::compile::Module;
use abnfc::spec::Spec;
use abnfc::spec_file;

fn of(grammar: &str) -> Plan {
    let spec = Spec::default();
    let module = Module { module: "", name: "g.abnf", bytes: grammar.as_bytes(), spec: &spec };
    plan(&module).unwrap_or_else(|errors| panic!("{errors}"))
}

/// The plan of a grammar with the settings of a spec file.
fn with_spec(grammar: &str, settings: &str) -> Plan {
    let file = format!("grammar = \"g.abnf\"\n{settings}\n");
    let file = spec_file::read("abnfc.toml", file.as_bytes()).unwrap_or_else(|it| panic!("{it}"));
    let spec = file.spec(&file.grammars[0], Vec::new(), "");
    let module = Module { module: "", name: "g.abnf", bytes: grammar.as_bytes(), spec: &spec };
    plan(&module).unwrap_or_else(|errors| panic!("{errors}"))
}

/// The text is read as this JSON, which is written as this text.
fn check(plan: &Plan, rule: &str, text: &str, json: &str, written: &str) {
    let rule = plan.rule(rule).expect("the grammar has the rule");
    let data = read(plan, rule, text.as_bytes()).expect("the text matches");
    let found = serde_json::to_string(&to_json(plan, rule, &data)).expect("it is JSON");
    assert_eq!(found, json);
    let again = from_json(plan, rule, &found).unwrap_or_else(|error| panic!("{error}"));
    assert_eq!(again, data);
    let made = write(plan, rule, &data).unwrap_or_else(|error| panic!("{text}: {error}"));
    assert_eq!(String::from_utf8_lossy(&made), written);
}

/// The error of writing some JSON.
fn error(plan: &Plan, rule: &str, json: &str) -> String {
    let rule = plan.rule(rule).expect("the grammar has the rule");
    match from_json(plan, rule, json) {
        Err(error) => error.to_string(),
        Ok(data) => match write(plan, rule, &data) {
            Err(error) => refused(plan, rule, json, &error).to_string(),
            Ok(text) => format!("written: {}", text.escape_ascii()),
        },
    }
}

const DATES: &str = "date = year \"-\" month [ \"T\" zone ]\nyear = 4DIGIT\n\
    month = \"0\" %x31-39 / \"1\" %x30-32\nzone = \"Z\" / offset\noffset = ( \"+\" / \"-\" ) hour\n\
    hour = 2DIGIT\n";

#[test]
fn data_is_read_and_written() {
    let plan = of(DATES);
    let json = r#"{"year":2024,"month":2,"zone":null}"#;
    check(&plan, "date", "2024-02", json, "2024-02");
    let json = r#"{"year":7,"month":12,"zone":"Z"}"#;
    check(&plan, "date", "0007-12tz", json, "0007-12TZ");
    let json = r#"{"year":7,"month":12,"zone":{"Offset":{"hour":2,"literal":"Minus"}}}"#;
    check(&plan, "date", "0007-12T-02", json, "0007-12T-02");
}

#[test]
fn errors_name_the_field() {
    let plan = of(DATES);
    let error = |json| error(&plan, "date", json);
    assert_eq!(error(r#"{"year":2024}"#), "`month`: expected a value at column 1");
    assert_eq!(
        error(r#"{"year":2024,"month":2,"day":1}"#),
        "expected one of `year`, `month`, `zone`, not `day` at column 1"
    );
    assert_eq!(
        error("{\"year\":2024,\n \"month\": \"May\"}"),
        "`month`: expected an integer of at most 128 bits at line 2, column 11"
    );
    assert_eq!(error(r#"{"year":20x}"#), "expected `,` or `}` at column 11");
    assert_eq!(
        error(r#"{"year":2024,"month":13}"#),
        "no text of `date` has this value of `month` at column 22"
    );
    assert_eq!(
        error(r#"{"year":2024,"month":1,"zone":{"Offset":{"hour":100,"literal":"Plus"}}}"#),
        "no text of `date` has this value of `zone.hour` at column 49"
    );
    assert_eq!(
        error(
            "{\n \"zone\": {\"Offset\": {\"literal\": \"Plus\", \"hour\": 100}},\n\"month\": 1, \"year\": 1}"
        ),
        "no text of `date` has this value of `zone.hour` at line 2, column 49"
    );
}

#[test]
fn members_occur_once() {
    let plan = of(DATES);
    let twice = error(&plan, "date", r#"{"year":2024,"month":1,"year":2025}"#);
    assert_eq!(twice, "`year`: expected the member once at column 31");
}

/// JSON numbers are not doubles, and numbers that JSON does not have are strings.
#[test]
fn numbers_are_exact() {
    let most = i128::MAX;
    let plan = with_spec("n = 1*39DIGIT\n", "[rules.n]\nrange = \"i128\"\nvalue = \"u128\"");
    check(&plan, "n", &most.to_string(), &most.to_string(), &most.to_string());
    let grammar = "f = 1*DIGIT \".\" 1*DIGIT / \"inf\" / \"NaN\"\n";
    let plan = with_spec(grammar, "[rules.f]\nvalue = \"f32\"");
    check(&plan, "f", "0.10", "0.1", "0.1");
    check(&plan, "f", "INF", "\"inf\"", "inf");
    assert_eq!(error(&plan, "f", "\"NaN\""), "written: NaN");
    assert_eq!(error(&plan, "f", "1e0"), "written: 1.0");
    assert_eq!(error(&plan, "f", "[]"), "expected a number at column 1");
}

/// An error without a value has the place of what lacks it.
#[test]
fn errors_have_a_place() {
    let plan = of("r = x y / z\nx = 1*\"x\"\ny = 1*\"y\" 1*5DIGIT\nz = 1*\"z\"\n");
    let error = |rule, json| error(&plan, rule, json);
    let message = "no text of `r` has exactly these parts: `y` is missing at column";
    assert_eq!(error("r", " {\"x\":\"x\"}"), format!("{message} 2"));
    assert_eq!(error("r", "{\"x\":\"x\",\"y\":null}"), format!("{message} 14"));
    assert_eq!(error("z", "  \"x\""), "no text of the rule has this value at column 3");
}

/// The error names the absent field, not the one after it, also inside of other data.
#[test]
fn errors_name_absent_fields() {
    let plan =
        of("r = x \";\"\nx = a [ \"-\" b [ \"-\" c ] ]\na = 1*\"a\"\nb = 1*\"b\"\nc = 1*\"c\"\n\
         s = 1*( x \";\" )\nt = [ \"(\" t \")\" ] x \".\"\n");
    let message = |rule: &str, field: &str, column: usize| {
        format!(
            "no text of `{rule}` has exactly these parts: `{field}` is missing at column {column}"
        )
    };
    assert_eq!(error(&plan, "x", r#"{"a":"a","c":"c"}"#), message("x", "b", 1));
    assert_eq!(error(&plan, "r", r#"{"x":{"a":"a","c":"c"}}"#), message("r", "x.b", 6));
    let json = r#"{"x_iter":[{"a":"a"},{"a":"a","b":null,"c":"c"}]}"#;
    assert_eq!(error(&plan, "s", json), message("s", "x_iter[1].b", 35));
    let json = r#"{"t":{"x":{"a":"a","c":"c"}},"x":{"a":"a"}}"#;
    assert_eq!(error(&plan, "t", json), message("t", "t.x.b", 11));
}

/// What would be read as other parts is not written.
#[test]
fn nothing_is_injected() {
    let plan = of(
        "line = name \": \" value *( \", \" value )\nname = 1*ALPHA\nvalue = 1*( ALPHA / \",\" / \" \" )\n",
    );
    let error = |json| error(&plan, "line", json);
    assert_eq!(error(r#"{"name":"a","values":["b, c"]}"#), "written: a: b, c");
    assert_eq!(
        error(r#"{"name":"a","values":["b","c"]}"#),
        "each text of `line` would be read with another `values` at column 22"
    );
    assert_eq!(
        error(r#"{"name":"a: b","values":["c"]}"#),
        "no text of `line` has this value of `name` at column 9"
    );
}

/// With nothing between them, the words would be one.
#[test]
fn adjacent_parts_are_separated() {
    let plan = of("list = *( word *\" \" )\nword = 1*ALPHA\n");
    check(&plan, "list", "ab   c", r#"{"words":["ab","c"]}"#, "ab c");
    check(&plan, "list", "ab", r#"{"words":["ab"]}"#, "ab");
}

/// The list is the only part, so the message mentions no other part.
#[test]
fn lists_can_have_too_few_values() {
    let plan = of("r = 2*( x \";\" )\nx = 1*\"a\"\n");
    let message = "no text of `r` has exactly these parts: `x_iter` does not fit at column 11";
    assert_eq!(error(&plan, "r", r#"{"x_iter":["a"]}"#), message);
}

/// One list follows another, and a last value has no text, or the shortest text reads as other data.
#[test]
fn long_lists_take_few_steps() {
    let plan = of(
        "r = *( x \";\" ) *( y \";\" )\ns = *( x *\" \" ) *( y *\" \" )\nx = 1*\"a\"\ny = 1*\"b\"\n",
    );
    let json = |last: &str| {
        let ys = [vec!["b"; 5_000], vec![last]].concat();
        serde_json::json!({ "x_iter": vec!["a"; 5_000], "ys": ys }).to_string()
    };
    let json_of_c = json("c");
    let column = json_of_c.find("\"c\"").expect("it has the value") + 1;
    let message = format!("no text of `r` has this value of `ys[5000]` at column {column}");
    assert_eq!(error(&plan, "r", &json_of_c), message);
    let written = "a ".repeat(5_000) + &"b ".repeat(5_000) + "b";
    assert_eq!(error(&plan, "s", &json("b")), format!("written: {written}"));
}

/// `HEXDIG` is written in upper case, unlike these literals.
#[test]
fn letters_are_not_those_of_core_rules() {
    let plan = of("r = [ \"a0=\" x ] \"f\" y \"E\" x\nx = 1*DIGIT\ny = 1*\"-\"\n");
    let r = plan.rule("r").expect("the grammar has the rule");
    let data = read(&plan, r, b"A0=1F-e2").expect("the text matches");
    assert_eq!(write(&plan, r, &data), Ok(b"a0=1f-E2".to_vec()));
}

/// Parts that have only some of the letters or digits would lose the others.
#[test]
fn data_keeps_letters_and_digits() {
    let plan = of("line = version \" \" host \" \" tag *\" \"\nversion = nonzero *2DIGIT\n\
        nonzero = %x31-39\nhost = nil / 1*8VCHAR\nnil = 1*2\"-\"\ntag = first *( \",\" / \".\" )\n\
        first = 1*ALPHA\n");
    let json = r#"{"version":12,"host":"a.b","tag":{"first":"x"}}"#;
    check(&plan, "line", "12 a.b x.,", json, "12 a.b x");
}

/// Data would not say which of several parts comes first, unless one list has all of them.
#[test]
fn data_keeps_the_order_of_parts() {
    let parts = "month = \"0\" %x31-39\nday = \"3\" %x30-31\n";
    let date = of(&format!("date = month \"/\" day / day \"/\" month\n{parts}"));
    check(&date, "date", "30/01", "\"30/01\"", "30/01");
    let date = of(&format!("date = \"us \" month \"/\" day / \"eu \" day \"/\" month\n{parts}"));
    check(&date, "date", "us 01/30", "\"us 01/30\"", "us 01/30");
    let around = of(&format!("r = [ month \",\" ] day [ \",\" month ]\n{parts}"));
    check(&around, "r", "30,01", "\"30,01\"", "30,01");
    let list = of("r = *( x / y )\nx = 1*\"x\"\ny = 1*\"y\"\n");
    check(&list, "r", "yx", r#"{"items":[{"Y":"y"},{"X":"x"}]}"#, "yx");
    let lists = of("r = *( x [ y ] )\nx = \"x\" 4DIGIT\ny = \"y\" 4DIGIT\n");
    check(&lists, "r", "x1234", r#"{"items":[{"x":"x1234","y":null}]}"#, "x1234");
    let listed = with_spec(
        &format!("date = month \"/\" day / day \"/\" month\n{parts}"),
        "[rules.date]\nparts = [\"month\", \"day\"]",
    );
    check(&listed, "date", "30/01", r#"{"month":1,"day":30}"#, "01/30");
}

/// Also if their graph is too large to be written: after each part, other punctuation leads to any part.
#[test]
fn large_rules_keep_letters_and_digits() {
    let rules: Vec<String> = (0..70).map(|it| format!("p{it} = \"p{it}\" 1*\".\"\n")).collect();
    let parts: Vec<String> = (1..70).map(|it| format!(" / p{it} {it}\"!\"")).collect();
    let (rules, parts) = (rules.concat(), parts.concat());
    let large = of(&format!("r = *( p0{parts} )\n{rules}"));
    let rule = large.rule("r").expect("the grammar has the rule");
    assert!(!large.is_written(rule));
    let other = of(&format!("r = *( p0{parts} / 1*DIGIT \";\" )\n{rules}"));
    check(&other, "r", "p1.!12;", "\"p1.!12;\"", "p1.!12;");
}

/// A part with one text is a flag, or an alternative without contents, unless the spec wants a text.
#[test]
fn parts_with_one_text_have_no_contents() {
    let grammar = "tag = [ weak ] name *( \";\" item )\nweak = %s\"W/\"\nname = 1*DIGIT \"x\"\n\
        item = all / none / name / two\nall = \"**\"\nnone = \"None\"\ntwo = \"22\"\n";
    let json = r#"{"weak":true,"name":"1x","items":["All","None",{"Name":"2x"},{"Two":22}]}"#;
    check(&of(grammar), "tag", "W/1x;**;NONE;2x;22", json, "W/1x;**;None;2x;22");
    check(&of(grammar), "tag", "1x", r#"{"weak":false,"name":"1x","items":[]}"#, "1x");
    let plan = with_spec(grammar, "[rules.weak]\nvalue = \"text\"");
    check(&plan, "tag", "1x", r#"{"weak":null,"name":"1x","items":[]}"#, "1x");
}

/// Names do not decide what is a choice.
#[test]
fn a_choice_is_its_alternative() {
    let parts = "kind = 1*DIGIT \"x\"\nother = 1*DIGIT \"y\"\n";
    let plan = of(&format!("r = \"<\" ( kind / other ) \">\"\nlist = kind other\n{parts}"));
    check(&plan, "r", "<1x>", r#"{"Kind":"1x"}"#, "<1x>");
    check(&plan, "list", "1x2y", r#"{"kind":"1x","other":"2y"}"#, "1x2y");
    let parts = format!("r = 1*2other / kind other\n{parts}");
    let listed = with_spec(
        &format!("{parts}s = kind / other \";\"\n"),
        "[rules.s]\nparts = [{ name = \"unit\", rules = [\"kind\", \"other\"] }, \"other\"]",
    );
    check(&listed, "r", "1y2y", r#"{"kind":null,"others":["1y","2y"]}"#, "1y2y");
    check(&listed, "s", "2y;", r#"{"Other":"2y"}"#, "2y;");
}

/// A sign alone would lose the digits.
#[test]
fn a_rule_with_literals_and_other_text_is_text() {
    let plan = of("n = [ \"-\" ] 1*60DIGIT\npair = n \",\" n2\nn2 = ( \"+\" / \"-\" ) \"1\"\n");
    check(&plan, "n", "-12", "\"-12\"", "-12");
    let json = r#"{"n":"-12","n2":{"literal":"Plus"}}"#;
    check(&plan, "pair", "-12,+1", json, "-12,+1");
}

#[test]
fn types_are_described() {
    let plan =
        of("time = hour \":\" minute [ fraction ] [ zone ] *( \" \" word )\nhour = 2DIGIT\n\
        minute = 2DIGIT\nfraction = \".\" *DIGIT\nzone = \"Z\" / name\nname = 2ALPHA \":\" 1*word\n\
        word = 1*ALPHA\n");
    let shape = |name| super::shape(&plan, plan.rule(name).expect("the grammar has the rule"));
    let of = |name| shape(name).expect("it is not text");
    assert_eq!(of("hour"), "u8, 0 to 99");
    assert_eq!(of("time"), "{ hour: u8, minute: u8, fraction?: text, zone?: Zone, words: [text] }");
    assert_eq!(of("zone"), "Z or Name");
    assert_eq!(shape("word"), None);
}
