//! The answers to requests of the page.

use serde_json::{Value, json};

const TIME: &str = "time = hour \":\" minute\nhour = 2DIGIT\nminute = %x30-35 DIGIT\n";

/// Returns the whole answer.
fn asked(question: &Value) -> Value {
    serde_json::from_str(&abnfc_playground::answer(&question.to_string())).unwrap()
}

/// Checks the parts of an answer for a grammar.
#[track_caller]
fn answer(question: &str, text: &str, mut more: Value) -> Value {
    more["question"] = question.into();
    more["grammar"] = json!({ "text": text });
    let mut all = asked(&more);
    assert!(all.get("problem").is_none(), "{all}");
    all["answer"].take()
}

/// Returns the reason why there is no answer.
#[track_caller]
fn problem(question: &str, text: &str, mut more: Value) -> String {
    more["question"] = question.into();
    more["grammar"] = json!({ "text": text });
    asked(&more)["problem"].as_str().unwrap().to_owned()
}

#[test]
fn invalid_questions_are_problems() {
    for text in ["", "{", "[]", r#"{"question":"why"}"#, r#"{"question":"check"}"#] {
        let answer: Value = serde_json::from_str(&abnfc_playground::answer(text)).unwrap();
        assert!(
            answer["problem"].as_str().unwrap().starts_with("this is not a question"),
            "{answer}"
        );
    }
}

#[test]
fn offsets_are_counted_as_in_javascript() {
    // Two units of UTF-16, four bytes of UTF-8.
    let found = answer("check", "a = b ; \u{1F600}\nc = dd\n", json!({}));
    let finding = |code: &str, n: usize| {
        let all = found["findings"].as_array().unwrap();
        all.iter().filter(|it| it["code"] == code).nth(n).expect(code).clone()
    };
    let (first, second) = (finding("undefined-rule", 0), finding("undefined-rule", 1));
    assert_eq!((&first["begin"], &first["end"]), (&json!(4), &json!(5)));
    assert_eq!((&second["begin"], &second["end"]), (&json!(15), &json!(17)));
    assert_eq!((&second["line"], &second["column"]), (&json!(2), &json!(5)));
    assert_eq!(found["rules"], json!(["a", "c"]));
}

#[test]
fn a_mistake_that_can_be_fixed_comes_with_the_change() {
    let found = answer("check", "a = 'x'\n", json!({}));
    let hints = found["findings"][0]["hints"].as_array().unwrap();
    let edits = hints.iter().flat_map(|it| it["edits"].as_array().unwrap());
    let mut text = "a = 'x'\n".to_owned();
    for edit in edits.rev() {
        let at = |key: &str| usize::try_from(edit[key].as_u64().unwrap()).unwrap();
        text.replace_range(at("begin")..at("end"), edit["text"].as_str().unwrap());
    }
    assert_eq!(answer("check", &text, json!({}))["findings"], json!([]), "{text}");
}

#[test]
fn imports_are_files_of_the_page_or_bundled() {
    let files = json!({ "b.abnf": "; @import C = rfc3339\nb = <date-fullyear, see [C]>\n" });
    let check = |text: &str| {
        let grammar = json!({ "text": text, "files": files });
        let all = asked(&json!({ "question": "check", "grammar": grammar }));
        let found = all["answer"]["findings"].as_array().unwrap().clone();
        found.iter().map(|it| it["code"].as_str().unwrap().to_owned()).collect::<Vec<_>>()
    };
    assert!(check("; @import B = b.abnf\na = <b, see [B]>\n").is_empty());
    assert!(check("; @import B = rfc3339\na = <full-date, see [B]>\n").is_empty());
    let missing = check("; @import B = nowhere.abnf\na = \"x\"\n");
    assert!(missing.contains(&"missing-import".to_owned()), "{missing:?}");
    // A file that imports itself is imported once.
    let grammar = json!({ "text": "; @import B = b\na = \"x\"\n", "files": { "b": "; @import B = b\nc = \"x\"\n" } });
    let all = asked(&json!({ "question": "check", "grammar": grammar }));
    assert_eq!(all["answer"]["rules"], json!(["a"]));
}

#[test]
fn texts_are_explained_in_order() {
    let texts = json!({ "rule": "Time", "texts": ["23:59", "23:6", "", "<"] });
    let all = answer("explain", TIME, texts);
    let verdicts: Vec<&Value> = all.as_array().unwrap().iter().map(|it| &it["verdict"]).collect();
    assert_eq!(verdicts, ["match", "mismatch", "mismatch", "mismatch"]);
    assert_eq!(all[1]["message"], "invalid minute at byte 3: expected `0` to `5`, found `6`");
    assert!(all[0]["html"].as_str().unwrap().contains("title=\"hour\">23</span>"), "{all}");
    assert!(all[3]["html"].as_str().unwrap().contains("&lt;"), "{all}");
    let texts = json!({ "rule": "a", "texts": ["\\r\\n", "\\q"], "escapes": true });
    let all = answer("explain", "a = CRLF\n", texts);
    assert_eq!((&all[0]["verdict"], &all[1]["verdict"]), (&json!("match"), &json!("unknown")));
    let long = json!({ "rule": "a", "texts": ["x".repeat(70_000)] });
    let all = answer("explain", "a = *\"x\"\n", long);
    assert_eq!(all[0]["message"], "the text has more than 65536 bytes, the limit");
}

/// Numbers have no leading zeros, and are not strings.
#[test]
fn texts_and_diagrams_come_with_data() {
    let texts = json!({ "rule": "time", "texts": ["03:07", "3:7"] });
    let all = answer("explain", TIME, texts);
    let html = |n: usize| all[n]["html"].as_str().unwrap();
    let data = html(0).split('{').nth(1).unwrap().split('}').next().unwrap();
    assert_eq!(data.replace("&quot;", "\""), r#""hour":3,"minute":7"#);
    assert!(!html(1).contains("hour&quot;:"), "{all}");
    let caption = |rule: &str| {
        let shown = answer("diagram", TIME, json!({ "rule": rule, "width": 320 }));
        let svg = shown["svg"].as_str().unwrap().to_owned();
        let svg = roxmltree::Document::parse(&svg).unwrap();
        let words = svg.descendants().filter(|it| it.attribute("class") == Some("data"));
        words.filter_map(|it| it.text()).collect::<Vec<_>>().join(" ")
    };
    assert_eq!(caption("time"), "time: { hour: u8, minute: u8 }");
    assert_eq!(caption("minute"), "minute: u8, 0 to 59");
}

#[test]
fn rules_that_lack_something_are_a_problem_in_words() {
    let texts = |rule: &str| json!({ "rule": rule, "texts": ["x"] });
    assert_eq!(problem("explain", TIME, texts("day")), "there is no rule `day`");
    let why = problem("explain", "a = b\nc = \"x\"\n", texts("a"));
    assert!(why.contains("`b`"), "{why}");
    // Errors in rules that this rule does not use are irrelevant.
    assert_eq!(answer("explain", "a = b\nc = \"x\"\n", texts("c"))[0]["verdict"], "match");
}

#[test]
fn boxes_of_a_diagram_lead_to_the_rules_that_it_names() {
    let shown = answer("diagram", TIME, json!({ "rule": "time", "width": 320 }));
    let svg = shown["svg"].as_str().unwrap();
    assert!(svg.contains("href=\"hour.svg\"") && svg.contains("href=\"minute.svg\""), "{svg}");
    assert_eq!(shown["definition"], "time = hour \":\" minute");
}

#[test]
fn grammars_are_compared_rule_by_rule() {
    let other = TIME.replace("2DIGIT", "%x30-31 DIGIT / \"2\" %x30-33").replace("minute", "min");
    let rows = answer("diff", TIME, json!({ "other": { "text": other } }));
    let row = |n: usize| (rows[n]["a"].clone(), rows[n]["relation"].clone());
    assert_eq!(row(0), (json!("time"), json!("superset")));
    assert_eq!(row(1), (json!("hour"), json!("superset")));
    assert_eq!(row(2), (json!("minute"), json!("renamed")));
    assert_eq!(rows[1]["only_a"], json!(["24"]));
    let rows = answer("diff", TIME, json!({ "other": { "text": other }, "count": 3 }));
    assert_eq!(rows[1]["only_a"], json!(["24", "30", "32"]));
    let why = problem("diff", TIME, json!({ "other": { "text": "a = b\n" } }));
    assert!(why.starts_with("the second grammar: "), "{why}");
}

#[test]
fn samples_are_texts_of_the_rule_and_near_misses_are_not() {
    let texts = |kind: &str, seed: u32| {
        answer("samples", TIME, json!({ "rule": "time", "kind": kind, "seed": seed }))["texts"]
            .clone()
    };
    assert_eq!(texts("random", 7), texts("random", 7));
    assert_ne!(texts("random", 7), texts("random", 8));
    assert_eq!(texts("readable", 0)[0], "12:10");
    assert_ne!(texts("readable", 1), texts("readable", 0));
    let kinds =
        [("readable", "match"), ("random", "match"), ("cover", "match"), ("near-miss", "mismatch")];
    for (kind, verdict) in kinds {
        let explained = answer(
            "explain",
            TIME,
            json!({ "rule": "time", "texts": texts(kind, 1), "escapes": true }),
        );
        let explained = explained.as_array().unwrap();
        assert!(!explained.is_empty());
        assert!(explained.iter().all(|it| it["verdict"] == verdict), "{kind}: {explained:?}");
    }
}

#[test]
fn small_automata_are_drawn_whole() {
    let shown = answer("automaton", TIME, json!({ "rule": "time" }));
    let states = shown["states"].as_array().unwrap();
    assert_eq!(states.len(), 6);
    assert_eq!(states[5], json!({ "accepting": true, "edges": [] }));
    let picture = shown["picture"].as_str().unwrap();
    let picture = roxmltree::Document::parse(picture).unwrap();
    let tags = |tag: &str| {
        picture
            .descendants()
            .filter(|it| it.has_tag_name(("http://www.w3.org/2000/svg", tag)))
            .count()
    };
    // One more circle for the accepting state, and one from which the first edge leads.
    assert_eq!(tags("circle"), 6 + 1 + 1);
    // One path for the arrowhead.
    assert_eq!(tags("path"), 5 + 1 + 1);
    // Numbers and labels.
    assert_eq!(tags("text"), 6 + 5);
    let large = answer("automaton", "a = 30DIGIT\n", json!({ "rule": "a" }));
    assert!(large["picture"].is_null() && large["states"].as_array().unwrap().len() == 31);
    let nested = answer("automaton", "a = \"(\" [ a ] \")\"\n", json!({ "rule": "a" }));
    assert!(nested["remark"].as_str().unwrap().contains("stack"), "{nested}");
}

#[test]
fn code_is_that_of_all_rules_or_of_one() {
    let types = |rules: Value| -> String {
        let files = answer("generate", TIME, json!({ "rules": rules }));
        let files = files.as_array().unwrap();
        assert_eq!(files[0]["path"], "mod.rs");
        let types = files.iter().find(|file| file["path"] == "types.rs").unwrap();
        types["text"].as_str().unwrap().to_owned()
    };
    let all = types(json!([]));
    assert!(all.contains("Text that matches the rule `time`"), "{all}");
    let one = types(json!(["hour"]));
    assert!(one.contains("`hour`") && !one.contains("rule `time`"), "{one}");
}

#[test]
fn a_grammar_that_is_too_large_is_a_finding() {
    let found = answer("check", &"a = \"x\"\n".repeat(1 << 16), json!({}));
    assert_eq!(found["findings"][0]["code"], "file-too-large");
    assert_eq!(found["rules"], json!([]));
}

#[test]
fn parts_are_compared_in_common_texts() {
    let other = "time = hour \":\" minute\nhour = DIGIT\nminute = 1*2DIGIT\n";
    let more = |parts: Value| json!({ "other": { "text": other }, "parts": parts, "count": 1000 });
    let none = answer("diff-parts", TIME, more(json!(["minute"])));
    assert_eq!(none[0]["relation"], "disjoint");
    let grammar = "a = [b] *c\nb = \"x\"\nc = %s\"x\"\n";
    let other = json!({ "text": "a = *c [b]\nb = \"x\"\nc = %s\"x\"\n" });
    let parts = json!({ "other": other, "parts": ["B"] });
    let rows = answer("diff-parts", grammar, parts);
    let row = &rows[0];
    assert_eq!(
        (&row["a"], &row["part"], &row["relation"]),
        (&json!("a"), &json!("B"), &json!("differs"))
    );
    let place = json!([{ "begin": 0, "end": 1, "text": "x" }]);
    assert_eq!(row["only_a"][0], json!({ "text": "x", "a": place, "b": [] }));
    // Without a text, the answer is the same.
    let parts = json!({ "other": other, "parts": ["B"], "count": 0 });
    assert_eq!(answer("diff-parts", grammar, parts), rows);
    let nested = |inner: &str| format!("a = \"(\" [a] {inner} \")\"\n");
    let other = json!({ "other": { "text": nested("\"y\"") }, "count": 0 });
    assert_eq!(answer("diff", &nested("\"x\""), other)[0]["relation"], "differs");
    let why = problem("diff-parts", TIME, json!({ "other": { "text": TIME }, "parts": ["day"] }));
    assert_eq!(why, "this grammar: there is no rule `day`");
}

#[test]
fn explanations_have_the_parts_as_data() {
    let texts = json!({ "rule": "time", "texts": ["03:07", "03:7"] });
    let all = answer("explain", TIME, texts);
    assert_eq!(all[0]["tree"][1], json!({ "rule": "hour", "begin": 0, "end": 2, "depth": 1 }));
    assert_eq!(all[0]["value"], r#"{"hour":3,"minute":7}"#);
    assert_eq!((&all[0]["offset"], &all[1]["offset"]), (&Value::Null, &json!(3)));
    assert!(!all[1]["nearest"].as_array().unwrap().is_empty(), "{all}");
}
