"""Reads texts by a grammar of Lark: a JSON string a line in, `true` or `false` a line out.

Arguments: the file of the grammar, and `lark`, `llguidance` or `gbnf`, the library. `gbnf` is a grammar of llama.cpp.
"""

import json
import sys


def lark_reader(grammar):
    import lark

    parser = lark.Lark(grammar, parser="earley", lexer="dynamic")

    def accepts(text):
        try:
            parser.parse(text)
            return True
        except lark.exceptions.UnexpectedInput:
            return False

    return accepts


def llguidance_reader(grammar, kind):
    import llguidance

    tokenizer = llguidance.LLTokenizer("byte")
    if kind == "gbnf":
        grammar = llguidance.gbnf_to_lark.gbnf_to_lark(grammar)
    compiled = llguidance.grammar_from("lark", grammar)

    def accepts(text):
        matcher = llguidance.LLMatcher(tokenizer, compiled)
        if matcher.is_error():
            raise SystemExit(matcher.get_error())
        tokens = list(text.encode())
        return matcher.try_consume_tokens(tokens) == len(tokens) and matcher.is_accepting()

    return accepts


def main():
    path, kind = sys.argv[1:]
    with open(path, encoding="utf-8") as file:
        grammar = file.read()
    accepts = lark_reader(grammar) if kind == "lark" else llguidance_reader(grammar, kind)
    for line in sys.stdin:
        print(json.dumps(accepts(json.loads(line))), flush=True)


main()
