//! Data of recursive rules.

use super::{check, error, of, with_spec};
use crate::data::json::{from_json, to_json};
use crate::data::{Data, ReadError, WriteError, read, write};
use abnfc::plan::model::Known;

const LISTS: &str = "list = \"(\" [ item *( \",\" item ) ] \")\"\nitem = list / atom / nil\n\
    atom = 1*ALPHA\nnil = \"-\"\n";

#[test]
fn data_contains_itself() {
    let plan = of(LISTS);
    let json = r#"{"items":[{"Atom":"a"},{"List":{"items":["Nil",{"List":{"items":[]}}]}}]}"#;
    check(&plan, "list", "(a,(-,()))", json, "(a,(-,()))");
    check(&plan, "item", "-", "\"Nil\"", "-");
    let error = |json| error(&plan, "list", json);
    assert_eq!(
        error(r#"{"items":[{"List":{"items":[{"Atom":"a,b"}]}}]}"#),
        "no text of `list` has this value of `items[0].items[0]` at column 29"
    );
}

#[test]
fn types_are_described() {
    let plan = of(LISTS);
    let shape =
        |name| crate::data::shape(&plan, plan.rule(name).expect("the grammar has the rule"));
    assert_eq!(shape("list").as_deref(), Some("{ items: [Item] }"));
    assert_eq!(shape("item").as_deref(), Some("List or Atom or Nil"));
}

/// Groups have data of their own.
#[test]
fn groups_are_data() {
    let plan = of(
        "map = \"{\" *( key \"=\" val \";\" ) [ \"+\" map ] \"}\"\nkey = 1*3DIGIT\nval = map / word\n\
         word = 1*ALPHA\n",
    );
    let json = concat!(
        r#"{"items":[{"key":1,"val":{"Word":"a"}},{"key":2,"val":{"Map":{"items":[],"map":null}}}],"#,
        r#""map":{"items":[],"map":null}}"#
    );
    check(&plan, "map", "{1=a;02={};+{}}", json, "{1=a;2={};+{}}");
    assert_eq!(
        error(&plan, "map", r#"{"items":[{"key":1000,"val":{"Word":"a"}}],"map":null}"#),
        "no text of `map` has this value of `items[0].key` at column 18"
    );
    let sums = of("sum = term *( sign term )\nsign = \"+\" / \"-\"\nterm = number / group\n\
         group = \"(\" sum [ \":\" term ] \")\"\nnumber = 1*3DIGIT\n");
    let json = concat!(
        r#"{"terms":[{"Number":1},{"Group":{"sum":{"terms":[{"Number":2}],"signs":[]},"#,
        r#""term":{"Number":3}}}],"signs":["-"]}"#
    );
    check(&sums, "sum", "1-(2:03)", json, "1-(2:3)");
}

/// Text between data is the shortest that keeps it apart.
#[test]
fn adjacent_data_is_separated() {
    let plan = of("r = \"<\" *( a / r ) \">\"\na = word *\" \"\nword = 1*ALPHA\n");
    let json = r#"{"items":[{"A":{"word":"x"}},{"R":{"items":[]}},{"A":{"word":"yz"}},{"A":{"word":"u"}}]}"#;
    check(&plan, "r", "<x<>yz  u>", json, "<x<>yz u>");
}

#[test]
fn rules_that_lose_text_are_text() {
    let plan = of("r = \"(\" *( r / x ) \")\" [ 1*DIGIT ]\nx = 1*ALPHA\n");
    check(&plan, "r", "(a(b)1)", "\"(a(b)1)\"", "(a(b)1)");
    // The hidden rule embeds itself around the parts.
    let plan = with_spec(
        "r = \"(\" h \")\"\nh = \"[\" h \"]\" / x / r\nx = 1*ALPHA\n",
        "export = [\"r\", \"x\"]",
    );
    check(&plan, "r", "([[a]])", "\"([[a]])\"", "([[a]])");
    // As does one without parts, but it recurs on one side.
    let grammar = "r = \"(\" [ h ] \")\"\nh = x [ \",\" h ] / x \":\" r\nx = 1*ALPHA\n";
    let plan = with_spec(grammar, "export = [\"r\", \"x\"]");
    let json = r#"{"x_iter":["a","b","c"],"rs":[{"x_iter":[],"rs":[]}]}"#;
    check(&plan, "r", "(a,b,c:())", json, "(a,b,c:())");
}

/// Lists would not say where data of the rule itself is among the others.
#[test]
fn rules_that_lose_the_order_are_text() {
    let grammar = "r = \"(\" [ h ] \")\"\nh = x [ \",\" h ] / r [ \",\" h ]\nx = 1*ALPHA\n";
    let plan = with_spec(grammar, "export = [\"r\", \"x\"]");
    check(&plan, "r", "(a,b,(),c)", "\"(a,b,(),c)\"", "(a,b,(),c)");
    let listed = with_spec(grammar, "export = [\"r\", \"x\"]\n[rules.r]\nparts = [\"x\", \"r\"]");
    let json = r#"{"x":["a","b","c"],"r":[{"x":[],"r":[]}]}"#;
    check(&listed, "r", "(a,b,(),c)", json, "(a,b,c,())");
}

/// As in data of other rules. Of a recursive one, the spec gives the text.
#[test]
fn rules_without_a_value_have_no_field() {
    let grammar = "r = \"(\" gap *( one gap ) mark \")\"\none = r / x / y\nx = 1*%x61-63\n\
        y = 1*DIGIT \"!\"\ngap = *( \" \" / note )\nnote = \"[\" *( DIGIT / note ) \"]\"\n\
        mark = [ \"k\" / %s\"Kilo\" ]\n";
    let units = "[rules.mark]\nvalue = \"unit\"\n[rules.y]\nvalue = \"unit\"\n\
        [rules.gap]\nvalue = \"unit\"\n";
    let plan = with_spec(grammar, units);
    check(&plan, "r", "(a [1]())", "\"(a [1]())\"", "(a [1]())");
    let plan = with_spec(grammar, &format!("{units}write = \" \"\n"));
    let json = r#"{"ones":[{"X":"ab"},"Y",{"R":{"ones":[]}}]}"#;
    check(&plan, "r", "(ab[1[]]12!(Kilo)k)", json, "( ab 0! ( ) )");
}

fn json(depth: usize) -> String {
    "(".repeat(depth) + &")".repeat(depth)
}

#[test]
fn depth_has_a_limit() {
    let plan = of(LISTS);
    let list = plan.rule("list").expect("the grammar has the rule");
    // A list and its items are two levels.
    let data = read(&plan, list, json(256).as_bytes()).expect("it is not too deep");
    assert_eq!(write(&plan, list, &data), Ok(json(256).into_bytes()));
    assert_eq!(read(&plan, list, json(257).as_bytes()), Err(ReadError::TooDeep));
    let item = |data| Data::Record(vec![Data::Alternative(0, Some(Box::new(data)))]);
    let deeper = Data::Record(vec![Data::List(vec![item(data)])]);
    match write(&plan, list, &deeper) {
        Err(WriteError::Refused(error)) => {
            assert!(error.is_too_deep());
            assert_eq!(error.to_string(), "the data of `list` is nested deeper than 512 levels");
        }
        other => panic!("{other:?}"),
    }
    assert!(serde_json::to_string(&to_json(&plan, list, &deeper)).is_ok());
}

/// It is refused before the call stack is used up.
#[test]
fn json_has_the_limit_too() {
    let plan = of(LISTS);
    let list = plan.rule("list").expect("the grammar has the rule");
    let deep =
        [r#"{"items":[{"List":"#.repeat(3_000), "null".to_owned(), "}]}".repeat(3_000)].concat();
    let error = from_json(&plan, list, &deep).expect_err("it is too deep");
    assert_eq!(error.reason, "the data is nested deeper than 512 levels");
}

/// An alternative without a value has no contents, whether or not its rule is recursive.
#[test]
fn recursive_alternatives_can_be_units() {
    let grammar = "r = word / note\nword = 1*ALPHA\nnote = \"(\" *( ALPHA / note ) \")\"\n\
        list = \"[\" *( word \";\" / note \";\" ) \"]\"\n";
    let plan = with_spec(grammar, "[rules.note]\nvalue = \"unit\"\nwrite = \"()\"\n");
    check(&plan, "r", "(q(w))", r#""Note""#, "()");
    check(&plan, "r", "ab", r#"{"Word":"ab"}"#, "ab");
    check(&plan, "list", "[(a);b;]", r#"{"items":["Note",{"Word":"b"}]}"#, "[();b;]");
}

/// The nodes whose texts need not be read back, by the names of their types.
fn decided(grammar: &str) -> String {
    let plan = of(grammar);
    let decided = plan.module.records.nodes.iter().filter(|it| it.known() >= Known::Data);
    let trees = plan.module.trees.as_ref().expect("there are trees");
    let names = decided.map(|it| plan.shown(trees, trees.nodes[it.node].number));
    names.collect::<Vec<_>>().join(" ")
}

#[test]
fn some_texts_need_not_be_read_back() {
    assert_eq!(decided(LISTS), "List Item");
    // No white space is written, so none can belong to either of two rules.
    let ws = "list = ws \"(\" ws *( item ws ) \")\" ws\nitem = list / atom ws \".\"\n\
        atom = 1*ALPHA\nws = *\" \"\n";
    assert_eq!(decided(ws), "List Item");
    // A word may be longer or shorter, or be another part.
    let words = "list = \"(\" *( item [ \" \" ] ) \")\"\nitem = list / atom\natom = 1*ALPHA\n";
    assert_eq!(decided(words), "");
    let points = "list = \"(\" *( item \".\" ) \")\"\nitem = list / atom\n\
        atom = 1*DIGIT [ \".\" 1*DIGIT ]\n";
    assert_eq!(decided(points), "");
    let names = "list = \"(\" *( item \",\" ) \")\"\nitem = list / word / name\nword = 1*ALPHA\n\
        name = ALPHA 1*DIGIT\n";
    assert_eq!(decided(names), "");
    // The text after a list inside begins as a part does.
    let after = "list = \"(\" [ item ] \")\" [ \"!\" mark ]\nitem = list / atom\natom = \"!\" DIGIT\n\
        mark = DIGIT\n";
    assert_eq!(decided(after), "List Item");
    let empty = "list = \"(\" *( item \",\" ) \")\"\nitem = list / atom\natom = *ALPHA\n";
    assert_eq!(decided(empty), "");
    let left = "sum = sum \"+\" term / term\nterm = DIGIT / \"(\" sum \")\"\n";
    assert_eq!(decided(left), "");
}

/// A rule that the spec lists need not be used.
#[test]
fn alternatives_without_texts_are_left_out() {
    let settings =
        "[rules.r]\nparts = [{ name = \"any\", rules = [\"t\", \"p\"], type = \"Any\" }, \"r\"]";
    let plan = with_spec("r = t / \"(\" r \")\"\np = \"2\"\nt = 1*\"1\"\n", settings);
    check(
        &plan,
        "r",
        "((11))",
        "{\"any\":null,\"r\":{\"any\":null,\"r\":{\"any\":{\"T\":\"11\"},\"r\":null}}}",
        "((11))",
    );
}
