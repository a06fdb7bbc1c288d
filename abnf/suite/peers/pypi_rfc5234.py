"""Adapter for the package `rfc5234` of PyPI. Core rules are appended to the grammar."""

from rfc5234 import Parser
from rfc5234.exc import NoParse, ParseError
from serve import Refused, serve, with_core


def compile(grammar, rule):
    parser = Parser()
    try:
        parser.load(with_core(grammar))
        return parser.compile(rule)
    except (ParseError, ValueError) as error:
        raise Refused(str(error)) from None


def match(grammar, text, parts):
    try:
        for _ in grammar.parse(text):
            pass
    except NoParse:
        return False
    return True


serve(compile, match)
