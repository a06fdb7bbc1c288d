"""Adapter for the package `apg-py` of PyPI. Core rules are appended to the grammar."""

from apg_py.api.api import Api
from apg_py.lib import identifiers as ids
from apg_py.lib.parser import Parser
from serve import Refused, serve, with_core


def compile(grammar, rule):
    api = Api()
    # In strict mode it reads the notation of RFC 5234 and RFC 7405 alone.
    generated = api.generate(with_core(grammar), strict=True)
    if not generated:
        raise Refused("; ".join(str(error) for error in api.errors or ["no grammar"])[:100])
    return Parser(generated), rule


def match(compiled, text, parts):
    parser, rule = compiled
    result = parser.parse(tuple(map(ord, text)), start_rule=rule)
    return bool(result.success)


serve(compile, match)
