"""Columns of several libraries, none of which the wheel depends on."""

import doctest
import re
from pathlib import Path

import abnf_columns
import pyarrow as pa
import pytest
from abnf_columns import Rule, date, date_time, iri, uri

TEXTS = ["http://u@h:80/a?b#c", None, "a b", "//www.example.com/long/path/index.html", "", "mailto:a@b"]
MATCHES = [True, None, False, True, True, True]
HOSTS = ["h", None, None, "www.example.com", None, None]

LAYOUTS = [
    pa.string(),
    pa.large_string(),
    pa.string_view(),
    pa.binary(),
    pa.large_binary(),
    pa.binary_view(),
    pa.dictionary(pa.int32(), pa.string()),
]


@pytest.mark.parametrize("layout", LAYOUTS, ids=str)
def test_layouts(layout):
    column = pa.array(TEXTS).dictionary_encode() if pa.types.is_dictionary(layout) else pa.array(TEXTS, layout)
    assert uri.is_match(column).to_pylist() == MATCHES
    hosts = uri.host(column)
    assert hosts.to_pylist() == HOSTS
    parts = uri.parts(column)
    parts.validate(full=True)
    assert parts[0].as_py() == {
        "scheme": "http", "authority": "u@h:80", "userinfo": "u", "host": "h", "port": "80",
        "path": "/a", "query": "b", "fragment": "c",
    }
    assert uri.is_match(column.slice(3)).to_pylist() == MATCHES[3:]


def test_chunks_keep_their_sizes():
    column = pa.chunked_array([TEXTS, TEXTS[:2], []], pa.string())
    made = uri.path(column)
    assert [len(chunk) for chunk in made.chunks] == [6, 2, 0]
    assert made.to_pylist()[:4] == ["/a", None, None, "/long/path/index.html"]
    assert uri.host(pa.chunked_array([], pa.string())).to_pylist() == []


def test_long_parts_are_not_copied():
    column = pa.array(["http://a-long-host.example.com/"] * 1000)
    assert uri.host(column).buffers()[2].address == column.buffers()[2].address


def test_values_are_numbers():
    made = date.values(pa.array(["2024-02-29", "2023-02-29"])).to_pylist()
    assert made == [{"year": 2024, "month": 2, "day": 29}, None]
    assert date.values(pa.array([], pa.string())).type.field("year").type == pa.uint16()


def test_errors_are_located():
    [matching, wrong] = uri.error(pa.array(["a:b", "a b"])).to_pylist()
    assert matching is None and wrong["offset"] == 1 and "expected" in wrong["message"]


def test_wrong_arguments():
    with pytest.raises(AttributeError, match="has no part 'hots'; its parts: scheme, "):
        uri.hots(pa.array(TEXTS))
    with pytest.raises(KeyError, match="has no part"):
        uri.part(pa.array(TEXTS), "hots")
    with pytest.raises(TypeError, match="[Ii]nt64"):
        uri.is_match(pa.array([1, 2]))
    with pytest.raises(TypeError, match="[Ii]nt64"):
        uri.is_match(pa.chunked_array([], pa.int64()))
    with pytest.raises(TypeError, match="list is no column"):
        uri.is_match(TEXTS)
    assert "host" in dir(uri) and repr(iri) == "<rule IRI-reference>" and isinstance(iri, Rule)


def test_bytes_that_are_no_text():
    column = pa.array([b"\xff", b"a:b"], pa.binary())
    assert uri.is_match(column).to_pylist() == [False, True]
    assert uri.path(column).to_pylist() == [None, "b"]


def test_pandas():
    pandas = pytest.importorskip("pandas")
    series = pandas.Series(TEXTS, index=list("abcdef"), name="url", dtype="string[pyarrow]")
    hosts = uri.host(series)
    assert hosts["d"] == "www.example.com" and hosts.name == "url" and hosts.isna().sum() == 4


def test_polars():
    import abnf_columns.polars  # noqa: F401
    import polars as pl

    series = pl.Series("url", TEXTS)
    assert uri.host(series).to_list() == series.uri.host().to_list() == HOSTS
    lazy = pl.LazyFrame({"url": TEXTS, "row": range(6)})
    lazy = lazy.filter(pl.col("url").uri.is_match()).select(pl.col("url").uri.host(), "row")
    for engine in ["in-memory", "streaming"]:
        made = lazy.collect(engine=engine)
        assert made["url"].to_list() == ["h", "www.example.com", None, None]
        assert made["row"].to_list() == [0, 3, 4, 5]
    parts = series.to_frame().select(pl.col("url").uri.parts()).unnest("url")
    assert parts.columns == uri.part_names
    assert lazy.collect_schema()["url"] == pl.String


def test_duckdb():
    import duckdb
    from abnf_columns import sql

    connection = duckdb.connect()
    sql.register(connection, "uri", uri)
    sql.register(connection, "date", date)
    urls = pa.table({"url": TEXTS})  # noqa: F841
    query = "SELECT uri_host(url), count(*) FROM urls WHERE uri_is_match(url) GROUP BY 1 ORDER BY 1"
    assert connection.sql(query).fetchall() == [("h", 1), ("www.example.com", 1), (None, 2)]
    query = "SELECT date_values('2024-02-29').month, uri_error('a b').offset, uri_parts('//h').host"
    assert connection.sql(query).fetchall() == [(2, 1, "h")]


def test_datafusion():
    import datafusion
    from abnf_columns import sql

    context = datafusion.SessionContext()
    sql.register(context, "uri", uri)
    urls = pa.table({"url": pa.array(TEXTS, pa.string_view())})
    context.register_record_batches("urls", [urls.to_batches()])
    made = context.sql("SELECT uri_host(url) AS h FROM urls WHERE uri_host(url) IS NOT NULL").to_pydict()
    assert made == {"h": ["h", "www.example.com"]}


def test_no_connection():
    from abnf_columns import sql

    with pytest.raises(TypeError, match="no connection"):
        sql.register(object(), "uri", uri)


def test_examples():
    made = doctest.testmod(abnf_columns)
    assert made.attempted > 2 and made.failed == 0
    readme = (Path(__file__).parent.parent / "README.md").read_text()
    [example] = re.findall("```python\n(.*?)```", readme, re.DOTALL)
    exec(example, {})


def test_dates_and_iris():
    assert date_time.is_match(pa.array(["2024-02-29T12:00:00Z", "2023-02-29T12:00:00Z"])).to_pylist() == [True, False]
    assert iri.host(pa.array(["http://bücher.de/ä"])).to_pylist() == ["bücher.de"]
