"""The functions for Spark of docs/columns.md.

PySpark is no package of the tests: its download has 456 MB. To run this file, install it and a Java runtime.
"""

import re
import shutil
import sys
from pathlib import Path

import pytest

pytest.importorskip("pyspark", reason="pyspark is not installed: its download has 456 MB")
if shutil.which("java") is None:
    pytest.skip("Spark needs a Java runtime", allow_module_level=True)

TEXTS = ["http://u@h:80/a?b#c", None, "a b", "//www.example.com/long/path/index.html"]


@pytest.fixture(scope="module")
def spark(tmp_path_factory):
    from pyspark.sql import SparkSession

    settings = {
        "spark.driver.bindAddress": "127.0.0.1",
        "spark.driver.host": "127.0.0.1",
        "spark.driver.memory": "512m",
        "spark.sql.shuffle.partitions": "2",
        "spark.sql.warehouse.dir": str(tmp_path_factory.mktemp("spark")),
        "spark.ui.enabled": "false",
        "spark.ui.showConsoleProgress": "false",
    }
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("PYSPARK_PYTHON", sys.executable)
        session = SparkSession.builder.master("local[2]").config(map=settings).getOrCreate()
    session.createDataFrame([(text,) for text in TEXTS], "url string").createOrReplaceTempView("crawl")
    yield session
    session.stop()


@pytest.fixture(scope="module")
def functions(spark):
    """The example of the guide: a function that registers, then its call and a query."""
    guide = (Path(__file__).parents[3] / "docs/columns.md").read_text()
    section = guide.split("\n## Spark\n")[1].split("\n## ")[0]
    names = {"spark": spark}
    [recipe, use] = re.findall("```python\n(.*?)```", section, re.DOTALL)
    exec(recipe + use, names)
    return names


def test_each_function(spark, functions):
    query = "SELECT uri_is_match(url), uri_host(url), uri_parts(url).path FROM crawl"
    assert [tuple(row) for row in spark.sql(query).collect()] == [
        (True, "h", "/a"),
        (None, None, None),
        (False, None, None),
        (True, "www.example.com", "/long/path/index.html"),
    ]
    [parts] = spark.sql("SELECT uri_parts(url) FROM crawl WHERE uri_port(url) = '80'").first()
    assert parts.asDict() == {
        "scheme": "http", "authority": "u@h:80", "userinfo": "u", "host": "h", "port": "80",
        "path": "/a", "query": "b", "fragment": "c",
    }


def test_hosts_grouped(spark, functions):
    query = "SELECT uri_host(url) AS host, count(*) FROM crawl WHERE uri_is_match(url) GROUP BY 1 ORDER BY 1"
    assert [tuple(row) for row in spark.sql(query).collect()] == [("h", 1), ("www.example.com", 1)]


def test_a_rule_with_numbers(spark, functions):
    functions["register"](spark, "date")
    query = "SELECT date_year('2024-02-29'), date_is_match('2023-02-29')"
    assert tuple(spark.sql(query).first()) == ("2024", False)
