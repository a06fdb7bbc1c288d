//! The hand-written rule `date`: all functions, all layouts, arguments that are no columns, errors.

use crate::{context, error, rows, rules};
use abnf_layout::{Columns, rule};
use datafusion::prelude::SessionContext;

pub(crate) static DATE: Columns = rule!(rules::DATE);

/// Texts of each kind: with and without note, not a date, null.
async fn table() -> SessionContext {
    let context = context(&[("date", &DATE)]);
    let texts = "(1, '2026-11-29'), (2, '1999-01-02@a note of more than twelve bytes'), \
                 (3, 'yesterday'), (4, NULL), (5, '2000-02-03@')";
    let query = format!("CREATE TABLE t(id BIGINT, x VARCHAR) AS VALUES {texts}");
    context.sql(&query).await.unwrap().collect().await.unwrap();
    context
}

#[tokio::test]
async fn functions_of_columns() {
    let context = table().await;
    let query = "SELECT date_is_match(x), date_year(x), date_note(x) FROM t ORDER BY id";
    let expected =
        ["true|2026|", "true|1999|a note of more than twelve bytes", "false||", "||", "true|2000|"];
    assert_eq!(rows(&context, query).await.unwrap(), expected);
    let query = "SELECT id FROM t WHERE date_note(x) IS NOT NULL ORDER BY id";
    assert_eq!(rows(&context, query).await.unwrap(), ["2", "5"]);
    let query = "SELECT date_month(x), count(*) FROM t GROUP BY 1 ORDER BY 1 NULLS FIRST";
    assert_eq!(rows(&context, query).await.unwrap(), ["|2", "01|1", "02|1", "11|1"]);
}

#[tokio::test]
async fn structs() {
    let context = table().await;
    let query = "SELECT date_parts(x), date_values(x) FROM t WHERE id IN (1, 3, 5) ORDER BY id";
    let expected = [
        "{year: 2026, month: 11, day: 29, note: }|{year: 2026, month: 11, day: 29, note: }",
        "|",
        "{year: 2000, month: 02, day: 03, note: }|{year: 2000, month: 2, day: 3, note: }",
    ];
    assert_eq!(rows(&context, query).await.unwrap(), expected);
    let query = "SELECT date_values(x)['year'] + 1, date_parts(x)['note'] IS NULL, \
                 date_values(x) IS NULL, arrow_typeof(date_values(x)['day']) FROM t ORDER BY id";
    let expected = [
        "2027|true|false|UInt8",
        "2000|false|false|UInt8",
        "|true|true|UInt8",
        "|true|true|UInt8",
        "2001|false|false|UInt8",
    ];
    assert_eq!(rows(&context, query).await.unwrap(), expected);
    let query = "SELECT id, date_error(x)['offset'], date_error(x)['message'], date_error(x) IS NULL \
                 FROM t ORDER BY id";
    let expected =
        ["1||||true", "2||||true", "3|4|no date: 9 bytes|false", "4||||true", "5||||true"];
    let expected = expected.map(|row| row.replace("||||", "|||"));
    assert_eq!(rows(&context, query).await.unwrap(), expected);
}

#[tokio::test]
async fn every_layout() {
    let context = table().await;
    let types = [
        "Utf8",
        "LargeUtf8",
        "Utf8View",
        "Binary",
        "LargeBinary",
        "BinaryView",
        "Dictionary(Int32, Utf8)",
        "Dictionary(UInt8, LargeBinary)",
    ];
    for data_type in types {
        let query = format!(
            "SELECT date_day(y), date_is_match(y), date_values(y)['year'], date_error(y)['offset'] \
             FROM (SELECT id, arrow_cast(x, '{data_type}') AS y FROM t) ORDER BY id"
        );
        let made = rows(&context, &query).await.unwrap();
        let expected = ["29|true|2026|", "02|true|1999|", "|false||4", "|||", "03|true|2000|"];
        assert_eq!(made, expected, "{data_type}");
    }
}

#[tokio::test]
async fn arguments_that_are_no_columns() {
    let context = table().await;
    for (argument, expected) in [
        ("'2026-11-29@x'", "true|29|x|2026|"),
        ("'no'", "false||||1"),
        ("NULL", "||||"),
        ("CAST(NULL AS VARCHAR)", "||||"),
        ("X'323032362d31312d3239'", "true|29||2026|"),
        ("concat('2026-11', '-29')", "true|29||2026|"),
        ("arrow_cast('2026-11-29', 'Dictionary(Int32, Utf8)')", "true|29||2026|"),
    ] {
        let query = format!(
            "SELECT date_is_match({argument}), date_day({argument}), date_note({argument}), \
             date_values({argument})['year'], date_error({argument})['offset']"
        );
        assert_eq!(rows(&context, &query).await.unwrap(), [expected], "{argument}");
    }
    // A column and a value in one query.
    let query = "SELECT count(*) FROM t WHERE date_year(x) = date_year('2026-01-01')";
    assert_eq!(rows(&context, query).await.unwrap(), ["1"]);
}

#[tokio::test]
async fn wrong_arguments_are_errors_of_the_plan() {
    let context = table().await;
    for (call, expected) in [
        ("date_year(1)", "date_year takes text or bytes, not Int64"),
        ("date_year(id)", "date_year takes text or bytes, not Int64"),
        ("date_is_match(true)", "date_is_match takes text or bytes, not Boolean"),
        ("date_parts(date_parts(x))", "date_parts takes text or bytes, not Struct("),
        ("date_error(make_array(x))", "date_error takes text or bytes, not List("),
        ("date_year(x, x)", "date_year takes one argument, not 2"),
        ("date_values()", "date_values takes one argument, not 0"),
        ("date_hour(x)", "Invalid function 'date_hour'"),
    ] {
        // The plan is enough: the query does not run.
        let message = context.sql(&format!("SELECT {call} FROM t")).await.unwrap_err();
        let message = message.strip_backtrace();
        assert!(message.contains(expected), "{call}: {message}");
    }
    assert!(error(&context, "SELECT date_parts(x)['hour'] FROM t").await.contains("hour"));
}

/// Functions of two rules with the same name are not taken for one.
#[tokio::test]
async fn functions_are_equal_if_their_rules_are() {
    static COPY: Columns = rule!(rules::DATE);
    let [first, same, copy] =
        [&DATE, &DATE, &COPY].map(|columns| abnf_datafusion::functions("date", columns).unwrap());
    assert_eq!(first, same);
    for (index, function) in first.iter().enumerate() {
        assert_ne!(function, &copy[index]);
        assert!(!first[index + 1..].contains(function));
    }
}
