//! JSON (RFC 8259), about which parsers disagree: the generated matcher accepts exactly the
//! language of the RFC's grammar, at any depth.

use super::{compare, resolved};
use crate::nested::JsonText;
use crate::nested::matchers::NESTED;
use abnfc::automata::rules::automata;
use abnfc::automata::shape::shape;
use abnfc::limits::Limits;
use conformance::outside::shared;
use std::fs;

/// Returns the verdict of generated code on a text. All of its interfaces agree: at once and in
/// pieces, by bytes and by characters, with its own stack and with a stack of the caller.
#[track_caller]
fn is_match(name: &str, bytes: &[u8]) -> bool {
    let own = JsonText::parse_bytes(bytes).map(|_| ());
    assert_eq!(JsonText::check_bytes(bytes), own, "{name}");
    assert_eq!(JsonText::is_match_bytes(bytes), own.is_ok(), "{name}");
    let mut matcher = JsonText::matcher();
    let in_pieces = bytes.chunks(7).try_for_each(|piece| matcher.push(piece));
    assert_eq!(in_pieces.and_then(|()| matcher.finish()), own, "{name}");
    let Ok(text) = std::str::from_utf8(bytes) else {
        return own.is_ok();
    };
    assert_eq!(JsonText::parse(text).map(|_| ()), own, "{name}");
    let lent = JsonText::parse_with_stack(text, &mut vec![0; bytes.len()]).map(|_| ());
    // Without a large stack, a deep text has a separate error instead of a verdict.
    if !own.is_err_and(|error| error.is_too_deep()) {
        assert_eq!(lent, own, "{name}");
    }
    lent.is_ok()
}

/// `JSONTestSuite`: texts that every parser must accept (`y_`) or reject (`n_`), and texts that
/// parsers may treat differently (`i_`). The grammar accepts texts of the last kind if they are
/// UTF-8 without a byte order mark: it limits neither numbers nor depth, and allows lone
/// surrogates.
#[test]
#[ignore = "needs ../shared"]
fn test_suite() {
    let grammar = resolved("json.abnf");
    let rule = grammar.find("JSON-text").expect("it is in the grammar");
    let automata = automata(&grammar, &shape(&grammar), &[rule], &Limits::default());
    let language = automata.language(rule).expect("it is compiled");
    let (_, judges) = NESTED.iter().find(|(file, _)| *file == "json.abnf").expect("it is listed");
    let (_, judge) = judges.iter().find(|(name, _)| *name == "JSON-text").expect("it is listed");
    let (mut taken, mut refused, mut open) = (0, 0, [0, 0]);
    for entry in fs::read_dir(shared("testdata/suites/rfc8259-json")).expect("a folder") {
        let path = entry.expect("readable").path();
        let name = path.file_name().expect("a file").to_string_lossy().into_owned();
        let bytes = fs::read(&path).expect("readable");
        let is_match = is_match(&name, &bytes);
        assert_eq!(language.check(&bytes).is_ok(), is_match, "{name}");
        if !JsonText::check_bytes(&bytes).is_err_and(|error| error.is_too_deep()) {
            compare(&language, *judge, &bytes);
        }
        match name.as_bytes()[0] {
            b'y' => {
                assert!(is_match, "{name}");
                taken += 1;
            }
            b'n' => {
                assert!(!is_match, "{name}");
                refused += 1;
            }
            _ => {
                let is_plain = std::str::from_utf8(&bytes).is_ok() && !bytes.starts_with(b"\xEF");
                assert_eq!(is_match, is_plain, "{name}");
                open[usize::from(is_match)] += 1;
            }
        }
    }
    assert_eq!((taken, refused, open), (95, 185, [14, 21]));
}

/// The value of a node, with the values of generated code at its leaves. `None` for a string with half of
/// a surrogate pair.
fn value(node: gallery::rfc8259::nodes::Value<'_>) -> Option<serde_json::Value> {
    use gallery::rfc8259::nodes::ValueKind;
    use gallery::rfc8259::{JsonString, Number};
    use serde_json::Value;
    let string = |text: &str| {
        let value = JsonString::parse(text).expect("it is one").try_value();
        value.ok().map(std::borrow::Cow::into_owned)
    };
    Some(match node.kind() {
        ValueKind::Object(object) => {
            let member = |it: gallery::rfc8259::nodes::Member<'_>| {
                let name = string(it.string().as_str())?;
                Some((name, value(it.value())?))
            };
            Value::Object(object.members().map(member).collect::<Option<_>>()?)
        }
        ValueKind::Array(array) => Value::Array(array.values().map(value).collect::<Option<_>>()?),
        ValueKind::Number(it) => Number::parse(it.as_str()).expect("it is one").value().into(),
        ValueKind::JsonString(it) => Value::String(string(it.as_str())?),
        ValueKind::True(_) => true.into(),
        ValueKind::False(_) => false.into(),
        ValueKind::Null(_) => Value::Null,
    })
}

/// Whether two values are equal. The library reads some doubles as a neighbour of the nearest one.
fn are_alike(ours: &serde_json::Value, theirs: &serde_json::Value) -> bool {
    use serde_json::Value;
    match (ours, theirs) {
        (Value::Number(a), Value::Number(b)) => {
            let [a, b] = [a, b].map(|it| it.as_f64().expect("numbers are doubles"));
            (a - b).abs() <= a.abs() * f64::EPSILON
        }
        (Value::Array(a), Value::Array(b)) => {
            a.len() == b.len() && a.iter().zip(b).all(|(a, b)| are_alike(a, b))
        }
        (Value::Object(a), Value::Object(b)) => {
            let is_there = |(name, a)| b.get(name).is_some_and(|b| are_alike(a, b));
            a.len() == b.len() && a.iter().all(is_there)
        }
        (a, b) => a == b,
    }
}

/// The values of accepted texts are those of `serde_json`, which refuses halves of surrogate pairs and
/// numbers that are no doubles; strings are written and read again.
#[test]
#[ignore = "needs ../shared"]
fn values_of_the_test_suite() {
    let (mut equal, mut refused) = (0, Vec::new());
    for entry in fs::read_dir(shared("testdata/suites/rfc8259-json")).expect("a folder") {
        let path = entry.expect("readable").path();
        let name = path.file_name().expect("a file").to_string_lossy().into_owned();
        let text = fs::read_to_string(&path).unwrap_or_default();
        let Ok(parsed) = gallery::rfc8259::JsonText::parse(&text) else { continue };
        let tree = parsed.tree().expect("it is small");
        let ours = value(tree.root().value());
        match (serde_json::from_str::<serde_json::Value>(&text), ours) {
            (Ok(theirs), Some(ours)) => {
                assert!(are_alike(&ours, &theirs), "{name}: {ours} {theirs}");
                equal += usize::from(name.starts_with('y'));
            }
            (Err(_), _) => refused.push(name.clone()),
            (Ok(_), None) => panic!("{name}"),
        }
        for string in tree.events().filter_map(|event| match event {
            gallery::tree::Event::Enter(node) if node.rule() == "string" => Some(node),
            _ => None,
        }) {
            let string =
                gallery::rfc8259::JsonString::parse(&text[string.range()]).expect("it is one");
            let Ok(value) = string.try_value() else { continue };
            let written =
                gallery::rfc8259::JsonStringBuf::from_value(&value).expect("it has a text");
            assert_eq!(written.as_view().try_value().as_ref(), Ok(&value), "{name}");
        }
    }
    let is_known = |name: &String| {
        let reasons = ["huge_exp", "overflow", "surrogate"];
        name.starts_with('i') && reasons.iter().any(|it| name.contains(it))
    };
    assert!(refused.iter().all(is_known), "{refused:?}");
    assert_eq!(refused.len(), 15);
    assert_eq!(equal, 95);
}

/// Deep texts, whole and cut short: with the matcher's own stack they are too deep; with a stack of
/// the caller, the grammar decides.
#[test]
fn deep_texts() {
    const DEPTH: usize = 100_000;
    for (open, close, is_text) in [
        ("[", "]", true),
        ("[", "", false),
        ("{\"\":", "", false),
        ("[{\"\":", "}]", false),
        ("[{\"\":[", "]}]", true),
        ("[", "}", false),
    ] {
        let text = [open.repeat(DEPTH), close.repeat(DEPTH)].concat();
        assert_eq!(is_match(open, text.as_bytes()), is_text, "{open} {close}");
        let error = JsonText::parse(&text).expect_err("the stack is smaller");
        assert!(error.is_too_deep(), "{open} {close}: {error}");
    }
}
