//! Two generated crates: URLs and dates.

use crate::{context, error, rows};
use abnf_layout::{Columns, rule};
use datafusion::arrow::array::{ArrayRef, DictionaryArray, RecordBatch, StringViewArray};
use datafusion::arrow::datatypes::Int32Type;
use datafusion::prelude::SessionContext;
use std::sync::Arc;

static URL: Columns = rule!(uri::rfc3986::columns::URI_REFERENCE);
static DATE: Columns = rule!(abnf_rfc3339::columns::FULL_DATE);
static TIME: Columns = rule!(abnf_rfc3339::columns::PARTIAL_TIME);

/// A log as a table in memory: days, times as a dictionary, URLs as views.
fn table() -> SessionContext {
    let context = context(&[("uri", &URL), ("date", &DATE), ("time", &TIME)]);
    let days = vec!["2026-02-28", "2026-02-29", "2026-03-01", "2026-03-01", "2026-03-02"];
    let times = [Some("08:00:00"), Some("23:59:60.5"), None, Some("24:00:00"), Some("08:00:00")];
    let urls = [
        Some("http://me@www.example.com:80/index.html?q=1#top"),
        Some("//www.example.com/a-path-of-more-than-twelve-bytes"),
        Some("mailto:me@example.com"),
        Some("http://www.example.org/a b"),
        None,
    ];
    let columns: [(&str, ArrayRef); 3] = [
        ("day", Arc::new(StringViewArray::from(days))),
        ("at", Arc::new(times.into_iter().collect::<DictionaryArray<Int32Type>>())),
        ("url", Arc::new(StringViewArray::from_iter(urls))),
    ];
    context.register_batch("log", RecordBatch::try_from_iter(columns).unwrap()).unwrap();
    context
}

#[tokio::test]
async fn urls() {
    let context = table();
    let query = "SELECT uri_scheme(url), uri_userinfo(url), uri_host(url), uri_port(url), \
                 uri_path(url), uri_query(url), uri_fragment(url) FROM log";
    let expected = [
        "http|me|www.example.com|80|/index.html|q=1|top",
        "||www.example.com||/a-path-of-more-than-twelve-bytes||",
        "mailto||||me@example.com||",
        "||||||",
        "||||||",
    ];
    assert_eq!(rows(&context, query).await.unwrap(), expected);
    let query = "SELECT uri_host(url) AS host, count(*) FROM log WHERE uri_is_match(url) \
                 GROUP BY host ORDER BY host";
    assert_eq!(rows(&context, query).await.unwrap(), ["www.example.com|2", "|1"]);
    let query = "SELECT uri_is_match(url), uri_error(url)['offset'], uri_error(url)['message'] \
                 FROM log WHERE uri_error(url) IS NOT NULL";
    let mut message = String::new();
    let offset = (URL.error)(b"http://www.example.org/a b", &mut message);
    assert_eq!(offset, Some(24));
    assert_eq!(rows(&context, query).await.unwrap(), [format!("false|24|{message}")]);
}

#[tokio::test]
async fn dates_and_times() {
    let context = table();
    let query = "SELECT day, date_values(day)['year'] AS y, date_values(day)['day'] AS d, \
                 time_values(at)['second'] AS s, time_fraction(at), time_is_match(at) FROM log";
    let expected = [
        "2026-02-28|2026|28|0||true",
        // Not a leap year.
        "2026-02-29|||60|.5|true",
        "2026-03-01|2026|1|||",
        "2026-03-01|2026|1|||false",
        "2026-03-02|2026|2|0||true",
    ];
    assert_eq!(rows(&context, query).await.unwrap(), expected);
    let query = "SELECT date_values(day)['month'] AS month, sum(date_values(day)['day']), count(*) \
                 FROM log GROUP BY month ORDER BY month NULLS LAST";
    assert_eq!(rows(&context, query).await.unwrap(), ["2|28|1", "3|4|3", "||1"]);
    let message = error(&context, "SELECT time_hour(date_values(day)['year']) FROM log").await;
    assert!(message.contains("time_hour takes text or bytes, not UInt16"), "{message}");
}

#[tokio::test]
async fn a_join_of_two_rules() {
    let context = table();
    let query = "SELECT count(*) FROM log a JOIN log b ON uri_host(a.url) = uri_host(b.url) \
                 WHERE date_is_match(a.day)";
    assert_eq!(rows(&context, query).await.unwrap(), ["2"]);
}

/// The crate's documentation describes how often DataFusion calls a function of structs. A failure
/// after an update means that the documentation is out of date.
#[tokio::test]
async fn calls_for_fields_of_structs() {
    let context = table();
    let query = "EXPLAIN SELECT p['host'], p['path'], p['query'] \
                 FROM (SELECT uri_parts(url) AS p FROM log)";
    let calls = async || {
        let plan = rows(&context, query).await.unwrap();
        let begin = plan.iter().position(|it| it.starts_with("physical_plan")).unwrap();
        plan[begin..].concat().matches("uri_parts(").count()
    };
    assert_eq!(calls().await, 3);
    let setting = "SET datafusion.optimizer.enable_leaf_expression_pushdown = false";
    context.sql(setting).await.unwrap();
    assert_eq!(calls().await, 1);
}
