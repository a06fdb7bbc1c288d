"""Reads texts by a parser that ANTLR generated: a JSON string a line in, `true` or `false` a line out.

Arguments: the folder of the parser, and the name of the grammar.
"""

import importlib
import json
import sys

from antlr4 import CommonTokenStream, InputStream
from antlr4.error.ErrorListener import ErrorListener


class Mistake(Exception):
    pass


class Listener(ErrorListener):
    def syntaxError(self, recognizer, symbol, line, column, message, error):
        raise Mistake


def main():
    folder, name = sys.argv[1:]
    sys.path.insert(0, folder)
    lexer = getattr(importlib.import_module(f"{name}Lexer"), f"{name}Lexer")
    parser = getattr(importlib.import_module(f"{name}Parser"), f"{name}Parser")
    for line in sys.stdin:
        tokens = lexer(InputStream(json.loads(line)))
        reading = parser(CommonTokenStream(tokens))
        for part in (tokens, reading):
            part.removeErrorListeners()
            part.addErrorListener(Listener())
        try:
            reading.start()
            print("true", flush=True)
        except Mistake:
            print("false", flush=True)


main()
