//! Names of functions that are taken or not plain.

use crate::hand_written::DATE;
use abnf_layout::{Columns, Part, ValueType};
use datafusion::prelude::SessionContext;

const PART: Part = Part { name: "", is_text: true, value: ValueType::Text, locate: |_, _| 0 };

/// A rule whose parts have the given names.
fn with_parts(names: &[&'static str]) -> &'static Columns {
    let parts: Vec<Part> = names.iter().map(|&name| Part { name, ..PART }).collect();
    Box::leak(Box::new(Columns { parts: parts.leak(), ..DATE }))
}

fn names(stem: &str, columns: &'static Columns) -> Result<Vec<String>, String> {
    let functions = abnf_datafusion::functions(stem, columns);
    let functions = functions.map_err(|error| error.strip_backtrace())?;
    Ok(functions.iter().map(|it| it.name().to_owned()).collect())
}

#[test]
fn names_begin_with_the_stem() {
    let made = names("d2", &DATE).unwrap();
    let expected = ["is_match", "parts", "values", "error", "year", "month", "day", "note"]
        .map(|it| format!("d2_{it}"));
    assert_eq!(made, expected);
    assert_eq!(names("a", with_parts(&[])).unwrap(), ["a_is_match", "a_error"]);
    assert_eq!(
        names("a", with_parts(&["reg-name", "Type", "r#type2"])).unwrap()[4..],
        ["a_reg_name", "a_type", "a_type2"]
    );
}

#[test]
fn names_that_are_taken() {
    let made = names("a", with_parts(&["error", "parts", "values", "is_match", "part"])).unwrap();
    let expected = ["a_part_error", "a_part_parts", "a_part_values", "a_part_is_match", "a_part"];
    assert_eq!(made[4..], expected);
    for (parts, name) in [
        (&["error", "part_error"][..], "a_part_error"),
        (&["b", "c", "b"], "a_b"),
        (&["reg-name", "reg_name"], "a_reg_name"),
    ] {
        let error = names("a", with_parts(parts)).unwrap_err();
        assert!(
            error.ends_with(&format!("two functions of date would be called {name}")),
            "{error}"
        );
    }
}

#[test]
fn stems_that_are_not_plain() {
    for stem in ["", "Uri", "2", "_", "a-b", "a b", "é"] {
        let error = names(stem, &DATE).unwrap_err();
        assert!(error.contains(&format!("`{stem}` is no stem of function names")), "{error}");
    }
}

#[test]
fn functions_of_others_are_not_replaced() {
    let mut context = SessionContext::new();
    abnf_datafusion::register(&mut context, "date", &DATE).unwrap();
    for (stem, columns, name) in [
        ("date", &DATE, "date_is_match"),
        // A function of DataFusion itself, after some that are new.
        ("named", with_parts(&["a", "struct", "b"]), "named_struct"),
    ] {
        let before = context.state().scalar_functions().len();
        let error = abnf_datafusion::register(&mut context, stem, columns).unwrap_err();
        let expected = format!("there is a function {name} already; choose another stem");
        assert!(error.strip_backtrace().ends_with(&expected), "{error}");
        assert_eq!(context.state().scalar_functions().len(), before);
    }
}

#[test]
fn several_rules_at_once() {
    static DISTINCT: [(&str, Columns); 2] = [("a", DATE), ("b", DATE)];
    let mut context = SessionContext::new();
    let before = context.state().scalar_functions().len();
    abnf_datafusion::register_all(&mut context, &DISTINCT).unwrap();
    assert_eq!(context.state().scalar_functions().len(), before + 16);

    // The second rule fails, so no function of the first is added.
    let clash = with_parts(&["x_error"]);
    let other = with_parts(&["y"]);
    for (rules, message) in [
        (
            [("c", *clash), ("c_x", *other)],
            "two rules have a function c_x_error; choose other stems",
        ),
        (
            [("c", *other), ("a", *other)],
            "there is a function a_is_match already; choose another stem",
        ),
        ([("c", *other), ("C", *other)], "then lower-case letters, digits and underscores"),
    ] {
        let before = context.state().scalar_functions().len();
        let rules: &'static [_] = Box::leak(Box::new(rules));
        let error = abnf_datafusion::register_all(&mut context, rules).unwrap_err();
        assert!(error.strip_backtrace().ends_with(message), "{error}");
        assert_eq!(context.state().scalar_functions().len(), before);
    }
}
