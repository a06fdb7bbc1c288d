"""Columns of URIs, IRIs and dates, matched and taken apart exactly by the grammars of their RFCs.

Each method of a rule takes a column: a pyarrow array, a Polars or pandas series, or any other
object with the Arrow C data interface.

>>> import pyarrow
>>> from abnf_columns import uri
>>> urls = pyarrow.array(["http://www.example.com/a", "not a URI", None])
>>> uri.is_match(urls).to_pylist()
[True, False, None]
>>> uri.host(urls).to_pylist()
['www.example.com', None, None]

``uri`` is the rule ``URI-reference`` of RFC 3986, ``absolute_uri`` its rule ``absolute-URI``, ``iri`` is
``IRI-reference`` of RFC 3987, ``date_time`` and ``date`` are the rules ``date-time`` and ``full-date`` of
RFC 3339 with the days of each month.
"""

from ._native import RULES as _RULES
from ._rule import Rule

uri = Rule(_RULES["uri"])
absolute_uri = Rule(_RULES["absolute_uri"])
iri = Rule(_RULES["iri"])
date_time = Rule(_RULES["date_time"])
date = Rule(_RULES["date"])

#: The rules by their names.
RULES = {
    "uri": uri,
    "absolute_uri": absolute_uri,
    "iri": iri,
    "date_time": date_time,
    "date": date,
}

__all__ = ["RULES", "Rule", "absolute_uri", "date", "date_time", "iri", "uri"]
