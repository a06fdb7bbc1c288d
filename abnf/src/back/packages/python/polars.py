"""Expressions and series of Polars with the functions of rules.

Importing this module registers a namespace for each rule of the package, so that ``pl.col("url").uri.host()`` is
an expression; ``register`` adds others. A namespace whose name Polars has already ends with ``_``.
"""

from functools import cache

import polars as pl

from . import RULES
from ._rule import FUNCTIONS


def register(name, rule):
    """Give expressions and series a namespace with the functions of a rule."""

    @cache
    def type_of(function, *arguments):
        return getattr(rule, function)(pl.Series([], dtype=pl.String), *arguments).dtype

    def called(function, *arguments):
        def of_expression(self):
            def of_series(series):
                return getattr(rule, function)(series, *arguments)

            return self._expression.map_batches(
                of_series, return_dtype=type_of(function, *arguments), is_elementwise=True
            )

        def of_series(self):
            return getattr(rule, function)(self._series, *arguments)

        return of_expression, of_series

    def on_expression(self, expression):
        self._expression = expression

    def on_series(self, series):
        self._series = series

    of_expressions, of_series = {"__init__": on_expression}, {"__init__": on_series}
    functions = {f"part_{it}" if it in FUNCTIONS else it: ("part", it) for it in rule.part_names}
    functions |= {function: (function,) for function in FUNCTIONS}
    for method, call in functions.items():
        of_expressions[method], of_series[method] = called(*call)
    pl.api.register_expr_namespace(name)(type(name, (), of_expressions))
    pl.api.register_series_namespace(name)(type(name, (), of_series))


for _name, _rule in RULES.items():
    _is_taken = hasattr(pl.Expr, _name) or hasattr(pl.Series, _name)
    register(f"{_name}_" if _is_taken else _name, _rule)
