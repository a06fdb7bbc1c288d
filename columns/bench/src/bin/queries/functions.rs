//! The functions that the queries use: those of the rule, and those that others would write.

use abnf_columns_bench::peers;
use abnf_layout::{Columns, rule};
use datafusion::arrow::array::ArrayRef;
use datafusion::arrow::datatypes::DataType;
use datafusion::common::Result;
use datafusion::logical_expr::{ColumnarValue, ScalarUDF, Volatility, create_udf};
use datafusion::prelude::SessionContext;
use fluent_uri::UriRef;
use std::sync::Arc;
use uri::rfc3986::UriReference;
use url::Url;

static URL: Columns = rule!(uri::rfc3986::columns::URI_REFERENCE);

/// Makes the functions known.
pub(crate) fn register(context: &mut SessionContext) -> Result<()> {
    abnf_datafusion::register(context, "uri", &URL)?;
    let is_match = |name, is_match: fn(&str) -> bool| {
        let call = move |array: &ArrayRef| Arc::new(peers::matches(array, is_match)) as ArrayRef;
        function(name, DataType::Boolean, call)
    };
    for function in [
        is_match("row_is_match", UriReference::is_match),
        is_match("fluent_is_match", |text| UriRef::parse(text).is_ok()),
        is_match("url_is_match", |text| Url::parse(text).is_ok()),
        function("row_host", DataType::Utf8View, |array| {
            peers::texts(array, |text| Some(UriReference::parse(text).ok()?.host()?.as_str()))
        }),
        function("fluent_host", DataType::Utf8View, |array| {
            peers::texts(array, peers::fluent_host)
        }),
        function("url_host", DataType::Utf8View, |array| peers::url_hosts(array)),
    ] {
        context.register_udf(function);
    }
    Ok(())
}

fn function(
    name: &str,
    result: DataType,
    call: impl Fn(&ArrayRef) -> ArrayRef + Send + Sync + 'static,
) -> ScalarUDF {
    let body = move |arguments: &[ColumnarValue]| {
        let arrays = ColumnarValue::values_to_arrays(arguments)?;
        Ok(ColumnarValue::Array(call(&arrays[0])))
    };
    create_udf(name, vec![DataType::Utf8View], result, Volatility::Immutable, Arc::new(body))
}
