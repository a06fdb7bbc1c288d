"""Adapter for abnfc, the program of this repository: one process for each text."""

import json
import pathlib
import subprocess
import tempfile

from serve import Refused, serve

FOLDER = tempfile.TemporaryDirectory()


def compile(grammar, rule):
    path = pathlib.Path(FOLDER.name) / "g.abnf"
    path.write_bytes(grammar.encode())
    command = ["abnfc", "rules", "--dialect", "abnf", path]
    run = subprocess.run(command, capture_output=True, text=True)
    if run.returncode == 2:
        raise Refused(run.stderr)
    return path, rule


def match(compiled, text, parts):
    path, rule = compiled
    # Texts of bytes have no character above FF, and no other text has one from 80 to FF.
    is_bytes = any(0x7F < ord(c) < 0x100 for c in text)
    data = text.encode("latin-1" if is_bytes else "utf-8")
    escaped = "".join(f"\\x{byte:02x}" for byte in data)
    command = ["abnfc", "match", "--dialect", "abnf", "--escapes", "--format", "json"]
    if parts:
        command += ["--parts", ",".join(parts)]
    run = subprocess.run(command + [path, rule], input=escaped + "\n", capture_output=True, text=True)
    if run.returncode == 2:
        raise Refused(run.stderr)
    answer = json.loads(run.stdout)
    found = {"match": answer["match"]}
    if answer.get("parts"):
        texts = {name: at and data[at[0] : at[1]].decode() for name, at in answer["parts"].items()}
        found["parts"] = texts
    return found


serve(compile, match)
