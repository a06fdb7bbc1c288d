//! What data leaves out, and what is written in its place.

use super::{check, with_spec};

/// A part without a value has no field, and an alternative without one no contents.
#[test]
fn units_are_left_out() {
    let grammar = "r = [ note ] word *( sep word ) [ note ]\nword = 1*ALPHA\n\
        sep = note / \",\" / more\nmore = \";\" [ note ]\nnote = \"(\" 1*DIGIT \")\"\n\
        list = *( word \" \" / note \" \" )\none = word / note\nonly = \"<\" note \">\"\n";
    let plan = with_spec(grammar, "[rules.note]\nvalue = \"unit\"\n[rules.sep]\nvalue = \"unit\"");
    check(&plan, "r", "(12)a,b;(3)c(4)", r#"{"words":["a","b","c"]}"#, "a,b,c");
    check(&plan, "list", "a (1) b ", r#"{"items":[{"Word":"a"},"Note",{"Word":"b"}]}"#, "a (0) b ");
    check(&plan, "one", "(7)", r#""Note""#, "(0)");
    check(&plan, "only", "<(1)>", r#""<(1)>""#, "<(1)>");
    check(&plan, "note", "(12)", r#""(12)""#, "(12)");
}

/// Text that a unit contains is not lost, because the spec leaves it out.
#[test]
fn units_lose_no_letters() {
    let grammar = "r = name cfws version\nname = 1*ALPHA\nversion = 1*2DIGIT\n\
        cfws = 1*( \" \" / comment )\ncomment = \"(\" *ALPHA \")\"\n\
        s = blank ( \"+\" / \"--\" )\nblank = *( \" \" / comment )\n";
    let plan = with_spec(grammar, "");
    let json = r#"{"name":"a","cfws":{"items":["Space",{"Comment":"(b)"}]},"version":1}"#;
    check(&plan, "r", "a (b)1", json, "a (b)1");
    let json = r#"{"blank":{"items":["Space"]},"literal":"MinusMinus"}"#;
    check(&plan, "s", " --", json, " --");
    let units = "[rules.cfws]\nvalue = \"unit\"\n[rules.blank]\nvalue = \"unit\"";
    let plan = with_spec(grammar, units);
    check(&plan, "r", "a (b)1", r#"{"name":"a","version":1}"#, "a 1");
    check(&plan, "s", "(x)--", r#"{"literal":"MinusMinus"}"#, "--");
}

/// So are single characters, also inside of other rules.
#[test]
fn characters_can_be_units() {
    let grammar = "r = word *( sep word ) [ mark ]\nsep = *SP mark *SP / 2SP\n\
        mark = \"a\" / \";\" / \"2\"\nword = 1*( %x62-7A )\n";
    let settings = "[rules.sep]\nvalue = \"unit\"\n[rules.mark]\nvalue = \"unit\"\nwrite = \"2\"";
    let plan = with_spec(grammar, settings);
    check(&plan, "r", "x a y;", r#"{"words":["x","y"]}"#, "x2y");
}

/// Next to each other, all but the last are the longest ones.
#[test]
fn adjacent_units_are_kept_apart() {
    let grammar = "r = *( unit / word )\nunit = 1*3( \";\" / \".\" )\nword = 1*ALPHA\n";
    let plan = with_spec(grammar, "[rules.unit]\nvalue = \"unit\"\nwrite = \";\"");
    let json = r#"{"items":["Unit",{"Word":"a"},"Unit","Unit","Unit"]}"#;
    check(&plan, "r", ".a...;;;.", json, ";a;......");
}

/// The text that the spec gives is written, unless only another one is read as the same data.
#[test]
fn given_texts_are_written() {
    let grammar = "r = name ows \":\" ows value *( comma value )\nname = 1*ALPHA\n\
        value = 1*( ALPHA / \" \" )\ncomma = \",\" ows\nows = *\" \"\n\
        t = value ows [ \"!\" ]\none = name / gap\ngap = 1*( \" \" / \".\" )\n";
    let settings = "[rules.ows]\nwrite = \" \"\n[rules.gap]\nvalue = \"unit\"\nwrite = \"..\"\n\
        [rules.comma]\nvalue = \"unit\"";
    let plan = with_spec(grammar, settings);
    check(&plan, "r", "a:b", r#"{"name":"a","values":["b"]}"#, "a : b");
    let json = r#"{"name":"a","values":["b","c d"]}"#;
    check(&plan, "r", "a:b,c d", json, "a : b, c d");
    check(&plan, "t", "a!", r#"{"value":"a","has_exclamation":true}"#, "a!");
    check(&plan, "one", " ", r#""Gap""#, "..");
}

/// Letters outside of parts are written in the case that the spec gives, as far as they can be.
#[test]
fn letters_are_written_in_a_case() {
    let grammar = "time = date \"T\" hour [ zulu ]\ndate = 2DIGIT\nhour = 2DIGIT\nzulu = \"Z\"\n\
        size = hour %s\"x\" ( \"km\" / %s\"mi\" )\n";
    let json = r#"{"date":1,"hour":2,"zulu":true}"#;
    let settings = "[rules.time]\ncase = \"lower\"\n[rules.size]\ncase = \"upper\"";
    let plan = with_spec(grammar, settings);
    check(&plan, "time", "01T02z", json, "01t02Z");
    check(&plan, "size", "01xkm", r#"{"hour":1,"literal":"Km"}"#, "01xKM");
    check(&plan, "size", "01xmi", r#"{"hour":1,"literal":"Mi"}"#, "01xmi");
    let plan = with_spec(grammar, "[rules.zulu]\ncase = \"lower\"");
    check(&plan, "time", "01T02z", json, "01T02z");
}
