"""The functions of rules in the SQL of DuckDB and DataFusion.

After ``register(connection, "uri", uri)``, queries have ``uri_is_match(text)``, ``uri_host(text)`` and so on.
"""

import pyarrow as pa

from ._rule import FUNCTIONS


def register(connection, stem, rule):
    """Add ``STEM_is_match``, ``STEM_parts``, ``STEM_values``, ``STEM_error`` and a function for each part.

    A part with one of these names has the word ``part`` in front: ``STEM_part_error``. The connection is one
    of DuckDB, or a ``SessionContext`` of DataFusion; others raise TypeError.
    """
    library = type(connection).__module__.partition(".")[0].lstrip("_")
    add = {"duckdb": _to_duckdb, "datafusion": _to_datafusion}.get(library)
    if add is None:
        raise TypeError(f"{type(connection).__name__} is no connection of DuckDB or DataFusion")
    for function in FUNCTIONS:
        # Structs of no parts are not made.
        if rule.part_names or function not in ("parts", "values"):
            add(connection, f"{stem}_{function}", getattr(rule, function))
    for part in rule.part_names:
        mark = "part_" if part in FUNCTIONS else ""
        add(connection, f"{stem}_{mark}{part}", rule.part, part)


def _to_duckdb(connection, name, function, *arguments):
    def call(column):
        return _plain(function(column, *arguments))

    made = call(pa.array([], pa.string()))
    connection.create_function(
        name, call, ["VARCHAR"], _type_of_duckdb(made.type), type="arrow", null_handling="special"
    )


def _to_datafusion(context, name, function, *arguments):
    import datafusion

    def call(column):
        return function(column, *arguments)

    made = call(pa.array([], pa.string_view()))
    context.register_udf(datafusion.udf(call, [pa.string_view()], made.type, "immutable", name))


def _plain(column):
    """Return the column without views, which DuckDB's functions of Python do not take."""
    if pa.types.is_struct(column.type):
        fields = [field.with_type(_plain_type(field.type)) for field in column.type]
        return column.cast(pa.struct(fields))
    return column.cast(_plain_type(column.type))


def _plain_type(of):
    views = {pa.string_view(): pa.string(), pa.binary_view(): pa.binary()}
    return views.get(of, of)


_DUCKDB = {
    pa.bool_(): "BOOLEAN",
    pa.string(): "VARCHAR",
    pa.binary(): "BLOB",
    pa.uint8(): "UTINYINT",
    pa.uint16(): "USMALLINT",
    pa.uint32(): "UINTEGER",
    pa.uint64(): "UBIGINT",
    pa.int8(): "TINYINT",
    pa.int16(): "SMALLINT",
    pa.int32(): "INTEGER",
    pa.int64(): "BIGINT",
    pa.float32(): "FLOAT",
    pa.float64(): "DOUBLE",
}


def _type_of_duckdb(of):
    if pa.types.is_struct(of):
        import duckdb

        return duckdb.struct_type({it.name: _type_of_duckdb(it.type) for it in of})
    return _DUCKDB[of]
