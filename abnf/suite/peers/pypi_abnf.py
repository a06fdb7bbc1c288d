"""Adapter for the package `abnf` of PyPI. It reads texts as code points, and has the core rules."""

import warnings

from abnf import GrammarError, ParseError, Rule
from serve import Refused, serve

warnings.simplefilter("ignore")


def compile(grammar, rule):
    class Grammar(Rule):
        pass

    try:
        Grammar.load_grammar(grammar)
    except (GrammarError, ParseError) as error:
        raise Refused(f"{type(error).__name__}: {error}") from None
    return Grammar(rule)


def texts(node, name):
    """The texts of a rule, in order, without those inside of them."""
    if node.name.lower() == name.lower():
        return [node.value]
    return [text for child in node.children for text in texts(child, name)]


def match(rule, text, parts):
    try:
        node = rule.parse_all(text)
    except ParseError:
        return False
    found = {part: next(iter(texts(node, part)), None) for part in parts}
    return {"match": True, "parts": found}


serve(compile, match)
