"""The wheel that `abnfc columns` writes, with columns of several libraries."""

import re
from pathlib import Path

import abnf_syslog_columns
import pyarrow as pa
from abnf_syslog_columns import RULES, date, syslog

LINES = [
    "<34>1 2003-10-11T22:14:15.003Z mymachine.example.com su - ID47 - 'su root' failed",
    None,
    "<165>1 - - evntslog - - [a@32473]",
    "<192>1 - - - - - -",
]
PRIVALS = [34, None, 165, None]
PROGRAMS = ["su", None, "evntslog", None]


def test_values():
    column = pa.array(LINES)
    assert syslog.is_match(column).to_pylist() == [True, None, True, False]
    values = syslog.values(column)
    assert values.field("prival").to_pylist() == PRIVALS
    assert values.type.field("prival").type == pa.uint8()
    assert values[0].as_py() == {
        "prival": 34, "version": 1, "timestamp": "2003-10-11T22:14:15.003Z", "hostname": "mymachine.example.com",
        "app_name": "su", "procid": None, "msgid": "ID47", "message": "'su root' failed",
    }
    error = syslog.error(column)[3].as_py()
    assert error["offset"] == 3 and "expected" in error["message"]
    days = date.values(pa.array(["2024-02-29", "2024-13-01"])).to_pylist()
    assert days == [{"year": 2024, "month": 2, "day": 29}, None]


def test_names():
    assert RULES["syslog"] is syslog and set(RULES) < set(dir(abnf_syslog_columns))
    assert all(rule.rule and isinstance(rule.part_names, list) for rule in RULES.values())


def test_polars():
    import abnf_syslog_columns.polars  # noqa: F401
    import polars as pl

    frame = pl.LazyFrame({"line": LINES}).select(pl.col("line").syslog.app_name()).collect()
    assert frame["line"].to_list() == PROGRAMS
    # Polars has a method `sign`.
    assert pl.Series(["+", "a"]).sign_.is_match().to_list() == [True, False]


def test_duckdb():
    import duckdb
    from abnf_syslog_columns import sql

    connection = duckdb.connect()
    sql.register(connection, "syslog", syslog)
    lines = pa.table({"line": LINES})  # noqa: F841
    query = (
        "SELECT syslog_values(line).prival % 8 AS severity, count(*) FROM lines "
        "WHERE syslog_is_match(line) GROUP BY 1 ORDER BY 1"
    )
    assert connection.sql(query).fetchall() == [(2, 1), (5, 1)]


def test_the_example_of_the_readme():
    readme = (Path(__file__).parents[2] / "README.md").read_text()
    [example] = re.findall("```python\n(.*?)```", readme, re.DOTALL)
    exec(example, {})
