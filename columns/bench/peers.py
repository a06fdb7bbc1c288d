"""Ask other engines what ``queries`` asks DataFusion, over the files that ``urls`` writes.

    python peers.py FOLDER [--rounds N] [--threads N] [--regex FILE] [--answers] [ENGINE ...]

Each engine is a process of its own, in which the queries run in a new order each round. Prints the medians of
processor time, with that of all processes that the engine starts, and of time by the clock, in seconds. An
engine that is not installed or fails is left out, with a message, and the exit status is 1.
"""

import argparse
import json
import os
import pathlib
import random
import statistics
import subprocess
import sys
import time

APPENDIX_B = r"^(([^:/?#]+):)?(//([^/?#]*))?([^?#]*)(\?([^#]*))?(#(.*))?"
HOST = r"^(?:[^:/?#]+:)?//(?:[^/?#@]*@)?(\[[^\]/?#]*\]|[^/?#:]*)"
#: The characters of RFC 3986 and escapes, as users write it who validate.
CHARACTERS = r"^(?:[A-Za-z0-9._~:/?#\[\]@!$&'()*+,;=-]|%[0-9A-Fa-f]{2})*$"


def of_duckdb(options):
    import duckdb

    from abnf_columns import sql, uri

    connection = duckdb.connect(config={"threads": options.threads})
    sql.register(connection, "uri", uri)
    quoted = "'{}'".format
    queries = queries_of(
        f"'{options.folder}/*.parquet'",
        "strlen",
        hosts={
            "this": "uri_host(url)",
            "regexp_extract, appendix B": f"regexp_extract(url, {quoted(APPENDIX_B)}, 4)",
            "regexp_extract, of the host": f"regexp_extract(url, {quoted(HOST)}, 1)",
            "split_part twice": "split_part(split_part(url, '/', 3), ':', 1)",
        },
        matches={
            "this": "uri_is_match(url)",
            "regexp_matches, characters": f"regexp_matches(url, {quoted(doubled(CHARACTERS))})",
            "regexp_matches, exact": f"regexp_matches(url, {quoted(doubled(options.regex))})",
        },
    )
    return {name: lambda query=query: connection.execute(query).fetchall() for name, query in queries.items()}


def of_polars(options):
    os.environ["POLARS_MAX_THREADS"] = str(options.threads)
    import polars as pl

    import abnf_columns.polars

    url = pl.col("url")
    table = pl.scan_parquet(f"{options.folder}/*.parquet")

    def run(query):
        return query.collect(engine="streaming").rows()

    def hosts(host):
        return lambda: run(table.select(host.alias("host")).group_by("host").len().top_k(10, by="len"))

    def matches(condition):
        return lambda: run(table.filter(condition).select(pl.len()))

    return {
        "scan": lambda: run(table.select(url.str.len_bytes().sum())),
        "hosts: this": hosts(url.uri.host()),
        "hosts: str.extract, appendix B": hosts(url.str.extract(APPENDIX_B, 4)),
        "hosts: str.extract, of the host": hosts(url.str.extract(HOST, 1)),
        "is_match: this": matches(url.uri.is_match()),
        "is_match: str.contains, characters": matches(url.str.contains(CHARACTERS)),
        "is_match: str.contains, exact": matches(url.str.contains(options.regex)),
    }


def of_pyarrow(options):
    from concurrent.futures import ThreadPoolExecutor

    import pyarrow as pa
    import pyarrow.compute as pc
    import pyarrow.parquet as pq

    from abnf_columns import uri

    pa.set_cpu_count(options.threads)
    files = sorted(pathlib.Path(options.folder).glob("*.parquet"))

    def each(function):
        def of_file(file):
            return function(pq.read_table(file, columns=["url"], use_threads=False).column("url"))

        with ThreadPoolExecutor(options.threads) as pool:
            return list(pool.map(of_file, files))

    def hosts(host):
        def run():
            counts = {}
            for made in each(lambda column: host(column).value_counts()):
                for pair in made.to_pylist():
                    counts[pair["values"]] = counts.get(pair["values"], 0) + pair["counts"]
            return sorted(counts.items(), key=lambda it: (-it[1], it[0] or ""))[:10]

        return run

    def by_regex(column):
        named = HOST.replace("(\\[", "(?P<host>\\[")
        return pc.struct_field(pc.extract_regex(column, named), "host")

    def matches(is_match):
        return lambda: sum(each(lambda column: pc.sum(is_match(column)).as_py()))

    return {
        "scan": lambda: sum(each(lambda column: pc.sum(pc.binary_length(column)).as_py())),
        "hosts: this": hosts(lambda column: uri.host(column).cast(pa.string())),
        "hosts: extract_regex, of the host": hosts(by_regex),
        "is_match: this": matches(uri.is_match),
        "is_match: match_substring_regex, characters": matches(
            lambda column: pc.match_substring_regex(column, CHARACTERS)
        ),
        "8 parts: this": lambda: sum(each(lambda column: len(uri.parts(column)))),
    }


def of_chdb(options):
    import chdb

    quoted = lambda text: "'" + text.replace("\\", "\\\\").replace("'", "\\'") + "'"
    queries = queries_of(
        f"file('{options.folder}/*.parquet')",
        "length",
        hosts={
            "domain(), lenient": "domain(url)",
            "domainRFC(), lenient": "domainRFC(url)",
            "regexpExtract, of the host": f"regexpExtract(url, {quoted(HOST)}, 1)",
        },
        matches={
            "match, characters": f"match(url, {quoted(CHARACTERS)})",
            "match, exact": f"match(url, {quoted(options.regex)})",
        },
    )
    settings = f" SETTINGS max_threads={options.threads}"
    return {
        name: lambda query=query: str(chdb.query(query + settings, "JSONCompact"))
        for name, query in queries.items()
    }


def of_spark(options):
    import pyarrow as pa
    from pyspark.sql import SparkSession
    from pyspark.sql.functions import arrow_udf

    from abnf_columns import uri

    session = (
        SparkSession.builder.master(f"local[{options.threads}]")
        .config("spark.driver.memory", "4g")
        .config("spark.ui.enabled", "false")
        .config("spark.sql.shuffle.partitions", "4")
        .getOrCreate()
    )
    session.sparkContext.setLogLevel("ERROR")
    session.read.parquet(options.folder).createOrReplaceTempView("urls")

    @arrow_udf("string")
    def uri_host(column: pa.Array) -> pa.Array:
        return uri.host(column).cast(pa.string())

    @arrow_udf("boolean")
    def uri_is_match(column: pa.Array) -> pa.Array:
        return uri.is_match(column)

    session.udf.register("uri_host", uri_host)
    session.udf.register("uri_is_match", uri_is_match)
    quoted = lambda text: "r'" + text.replace("'", "\\x27") + "'"
    queries = queries_of(
        "urls",
        "octet_length",
        hosts={
            "this, arrow_udf": "uri_host(url)",
            "try_parse_url, lenient": "try_parse_url(url, 'HOST')",
            "regexp_extract, of the host": f"regexp_extract(url, {quoted(HOST)}, 1)",
        },
        matches={
            "this, arrow_udf": "uri_is_match(url)",
            "rlike, characters": f"url rlike {quoted(CHARACTERS)}",
            "rlike, exact": f"url rlike {quoted(options.regex)}",
        },
    )
    return {name: lambda query=query: session.sql(query).collect() for name, query in queries.items()}


ENGINES = {"duckdb": of_duckdb, "polars": of_polars, "pyarrow": of_pyarrow, "chdb": of_chdb, "spark": of_spark}


def queries_of(table, length, hosts, matches):
    top = "SELECT {} AS host, count(*) AS n FROM {} GROUP BY 1 ORDER BY 2 DESC, 1 LIMIT 10"
    queries = {"scan": f"SELECT sum({length}(url)) FROM {table}"}
    queries |= {f"hosts: {name}": top.format(host, table) for name, host in hosts.items()}
    count = "SELECT count(*) FROM {} WHERE {}"
    return queries | {f"is_match: {name}": count.format(table, test) for name, test in matches.items()}


def doubled(text):
    return text.replace("'", "''")


def processor_time():
    """Return the seconds that this process and those below it have worked, as far as they still exist."""
    tick, processes = os.sysconf("SC_CLK_TCK"), {}
    for entry in pathlib.Path("/proc").glob("[0-9]*"):
        try:
            fields = (entry / "stat").read_text().rpartition(")")[2].split()
        except OSError:
            continue
        processes[int(entry.name)] = int(fields[1]), (int(fields[11]) + int(fields[12])) / tick
    known, total = [os.getpid()], time.process_time()
    for process in known:
        below = [it for it, (parent, _) in processes.items() if parent == process]
        known += below
        total += sum(processes[it][1] for it in below)
    return total


def run_one(options, exact):
    queries = ENGINES[options.one](options)
    queries = {name: query for name, query in queries.items() if exact or not name.endswith("exact")}
    names, runs, answers = list(queries), {name: [] for name in queries}, {}
    order = random.Random(1)
    for _ in range(options.rounds):
        order.shuffle(names)
        for name in names:
            cpu, wall = processor_time(), time.perf_counter()
            answers[name] = queries[name]()
            runs[name].append((processor_time() - cpu, time.perf_counter() - wall))
    for name in queries:
        # The first round warms up, unless it is the only one.
        counted = runs[name][1:] or runs[name]
        medians = [statistics.median(times) for times in zip(*counted)]
        print(json.dumps([name, *medians, str(answers[name])]))


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("folder", help="the folder of the Parquet files")
    parser.add_argument("engines", nargs="*", metavar="ENGINE", help=f"some of {', '.join(ENGINES)}; otherwise all")
    parser.add_argument("--rounds", type=int, default=4)
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--regex", help="a file with the exact regular expression, of `abnfc export --to rust`")
    parser.add_argument("--answers", action="store_true", help="print the answers too")
    parser.add_argument("--one", help=argparse.SUPPRESS)
    options = parser.parse_intermixed_args()
    if options.one:
        exact = options.regex is not None
        options.regex = pathlib.Path(options.regex).read_text().strip() if exact else ""
        run_one(options, exact)
        return 0
    failed = False
    print(f"| engine | query, {options.threads} threads | processor, s | clock, s |\n|---|---|--:|--:|")
    for engine in options.engines or ENGINES:
        command = [sys.executable, __file__, *sys.argv[1:], "--one", engine]
        made = subprocess.run(command, capture_output=True, text=True)
        for line in made.stdout.splitlines():
            if not line.startswith("["):
                continue
            name, cpu, wall, answer = json.loads(line)
            print(f"| {engine} | {name} | {cpu:.2f} | {wall:.2f} |", flush=True)
            if options.answers:
                print(answer[:600], file=sys.stderr)
        if made.returncode:
            last = made.stderr.strip().rpartition("\n")[2]
            print(f"{engine}: {last or f'status {made.returncode}'}", file=sys.stderr)
            failed = True
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
