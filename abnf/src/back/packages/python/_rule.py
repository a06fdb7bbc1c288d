"""The class of rules: results in the library of the argument."""

from functools import partial

#: The functions that every rule has, beside those of its parts.
FUNCTIONS = ("is_match", "parts", "values", "error")


class Rule:
    """A rule of a grammar, over columns of texts or bytes.

    Each method returns a column of the same length and, for pyarrow, Polars and pandas, of the same library;
    for other objects, an object with the Arrow C data interface. There is a method for each part, such as
    ``uri.host``; ``part_names`` lists them. A part whose name is that of another method has ``part_`` in front,
    as in ``uri.part_error``. Nulls give nulls. Long parts refer to the buffers of the argument, which they keep
    alive.
    """

    def __init__(self, native):
        self._native = native

    @property
    def rule(self):
        """The name of the rule in its grammar."""
        return self._native.rule

    @property
    def part_names(self):
        """The names of the parts."""
        return self._native.part_names

    def is_match(self, column):
        """Return which texts match."""
        return self._call("is_match", column)

    def part(self, column, name):
        """Return one part of each text; null where the text does not match or lacks the part.

        Raises KeyError if the rule has no such part.
        """
        return self._call("part", column, name)

    def parts(self, column):
        """Return all parts of each text as a struct, null where the text does not match."""
        return self._call("parts", column)

    def values(self, column):
        """Return the same as ``parts``, with numbers where the grammar has numbers."""
        return self._call("values", column)

    def error(self, column):
        """Return why each text does not match: a struct of ``offset``, in bytes, and ``message``.

        It is null where the text matches.
        """
        return self._call("error", column)

    def _call(self, name, column, *arguments):
        is_column = hasattr(column, "__arrow_c_array__") or hasattr(column, "__arrow_c_stream__")
        if not is_column:
            raise TypeError(
                f"{type(column).__name__} is no column: pass an array or a series, "
                "such as pyarrow.array(texts)"
            )
        made = getattr(self._native, name)(column, *arguments)
        return _of_library(column, made)

    def __getattr__(self, name):
        # Called for names that no method has.
        for part in (name, name.removeprefix("part_")):
            if not name.startswith("_") and part in self._native.part_names:
                return partial(self.part, name=part)
        raise AttributeError(
            f"the rule {self.rule} has no part {name!r}; its parts: {', '.join(self.part_names)}"
        )

    def __dir__(self):
        taken = super().__dir__()
        return [*taken, *(f"part_{it}" if it in taken else it for it in self.part_names)]

    def __repr__(self):
        return f"<rule {self.rule}>"


def _of_library(column, made):
    """Return a result as a column of the library of the argument."""
    library = type(column).__module__.partition(".")[0]
    if library == "polars":
        import polars

        return polars.Series(column.name, made)
    if library in ("pyarrow", "pandas"):
        import pyarrow

        is_array = hasattr(made, "__arrow_c_array__")
        made = pyarrow.array(made) if is_array else pyarrow.chunked_array(made)
        if library == "pandas":
            import pandas

            return pandas.Series(
                made, index=column.index, name=column.name, dtype=pandas.ArrowDtype(made.type)
            )
    return made
