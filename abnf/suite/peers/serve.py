"""The protocol of the suite, for adapters in Python."""

import json
import sys

# Appendix B.1 of RFC 5234, for tools that do not have its rules.
CORE = {
    "ALPHA": "%x41-5A / %x61-7A",
    "BIT": '"0" / "1"',
    "CHAR": "%x01-7F",
    "CR": "%x0D",
    "CRLF": "CR LF",
    "CTL": "%x00-1F / %x7F",
    "DIGIT": "%x30-39",
    "DQUOTE": "%x22",
    "HEXDIG": 'DIGIT / "A" / "B" / "C" / "D" / "E" / "F"',
    "HTAB": "%x09",
    "LF": "%x0A",
    "LWSP": "*(WSP / CRLF WSP)",
    "OCTET": "%x00-FF",
    "SP": "%x20",
    "VCHAR": "%x21-7E",
    "WSP": "SP / HTAB",
}


class Refused(Exception):
    """The tool does not take the grammar."""


def with_core(grammar):
    """Appends the core rules that the grammar does not define."""
    defined = {line.split("=")[0].strip().upper() for line in grammar.split("\r\n") if "=" in line}
    rules = [f"{name} = {rule}\r\n" for name, rule in CORE.items() if name not in defined]
    return grammar + "".join(rules)


def serve(compile, match):
    """Answers each line. `compile(grammar, rule)` makes something of a grammar, or raises `Refused`;
    `match(it, text, parts)` returns a verdict, or an object. A text is a string of values."""
    known = (None, None)
    for line in sys.stdin:
        question = json.loads(line)
        text = question.get("text")
        if text is None:
            text = bytes.fromhex(question["hex"]).decode("latin-1")
        key = (question["grammar"], question["rule"])
        try:
            if known[0] != key:
                known = (key, None)
                try:
                    known = (key, compile(*key))
                except Refused as refused:
                    known = (key, refused)
            if isinstance(known[1], Refused):
                raise known[1]
            answer = match(known[1], text, question.get("parts", []))
        except Refused as refused:
            answer = {"refused": str(refused) or "no reason"}
        except RecursionError:
            answer = {"error": "recursion is too deep"}
        except Exception as error:  # noqa: BLE001: whatever a tool raises is its answer
            answer = {"error": f"{type(error).__name__}: {error}".split("\n")[0][:100]}
        print(json.dumps(answer), flush=True)
