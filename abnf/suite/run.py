#!/usr/bin/env python3
"""Runs the suite against a tool. README.md describes the cases and the protocol.

Usage: run.py [--lacks NEED,...] [--timeout SECONDS] [--json] [FAMILY ...] -- COMMAND...
"""

import argparse
import json
import pathlib
import queue
import subprocess
import sys
import threading

CASES = pathlib.Path(__file__).parent / "cases"


class Tool:
    """A process that answers a line for each line, and is started again if it dies or hangs."""

    def __init__(self, command, timeout):
        self.command, self.timeout, self.process = command, timeout, None

    def start(self):
        pipe, null = subprocess.PIPE, subprocess.DEVNULL
        try:
            self.process = subprocess.Popen(self.command, stdin=pipe, stdout=pipe, stderr=null)
        except OSError as error:
            sys.exit(f"the tool cannot be started: {error}")
        self.lines = lines = queue.Queue()

        def read(stream):
            for line in stream:
                lines.put(line)
            lines.put(None)

        threading.Thread(target=read, args=[self.process.stdout], daemon=True).start()

    def stop(self):
        if self.process:
            self.process.kill()
            self.process.wait()
            self.process = None

    def ask(self, question):
        """Returns the answer as an object; `error` says why there is none."""
        if self.process is None:
            self.start()
        try:
            self.process.stdin.write(json.dumps(question).encode() + b"\n")
            self.process.stdin.flush()
            line = self.lines.get(timeout=self.timeout)
        except queue.Empty:
            self.stop()
            return {"error": "hangs"}
        except OSError:
            line = None
        if line is None:
            self.stop()
            return {"error": "dies"}
        try:
            answer = json.loads(line)
        except ValueError:
            return {"error": "unclear answer"}
        if isinstance(answer, bool):
            return {"match": answer}
        is_clear = isinstance(answer, dict) and isinstance(answer.get("parts", {}), dict)
        return answer if is_clear else {"error": "unclear answer"}


def questions(case):
    """The texts of a case with the expected verdicts and parts."""
    if case.get("refuse"):
        yield "", None, {}
        return
    parts = {json.dumps(it["text"]): it["parts"] for it in case.get("parts", [])}
    for text in case["accept"]:
        yield text, True, parts.get(json.dumps(text), {})
    for text in case["reject"]:
        yield text, False, {}


def judge(case, tool):
    """Returns the first deviation of a tool from a case, or None."""
    for text, verdict, parts in questions(case):
        question = {"grammar": "".join(line + "\r\n" for line in case["grammar"])}
        question["rule"] = case["rule"]
        question |= text if isinstance(text, dict) else {"text": text}
        if parts:
            question["parts"] = list(parts)
        answer = tool.ask(question)
        shown = json.dumps(text)
        shown = shown if len(shown) < 60 else shown[:57] + "..."
        if verdict is None:
            if "refused" in answer:
                continue
            if answer.get("error"):
                return answer["error"]
            return "takes the grammar"
        if "refused" in answer:
            return f"refuses the grammar: {answer['refused']}".split("\n")[0][:100]
        if answer.get("error"):
            return f"{answer['error']} on {shown}"
        if answer.get("match") is not verdict:
            return f"{'rejects' if verdict else 'accepts'} {shown}"
        if parts and "parts" in answer:
            found = {name: answer["parts"].get(name) for name in parts}
            if found != parts:
                return f"parts of {shown}: {json.dumps(found)}, not {json.dumps(parts)}"
    return None


def main():
    arguments = sys.argv[1:]
    command = []
    if "--" in arguments:
        at = arguments.index("--")
        arguments, command = arguments[:at], arguments[at + 1 :]
    parser = argparse.ArgumentParser(description="Runs the suite against a tool.")
    parser.add_argument("families", nargs="*", help="default: all")
    parser.add_argument("--lacks", default="", help="needs that the tool documents not to meet")
    parser.add_argument("--timeout", type=float, default=10, help="seconds for a text")
    parser.add_argument("--json", action="store_true", help="a line of JSON for each case")
    options = parser.parse_args(arguments)
    if not command:
        parser.error("the command of the tool is missing: -- COMMAND...")
    lacks = set(filter(None, options.lacks.split(",")))
    files = sorted(CASES.glob("*.json"))
    unknown = set(options.families) - {file.stem for file in files}
    if unknown:
        parser.error(f"there is no family {', '.join(sorted(unknown))}")
    tool = Tool(command, options.timeout)
    counts = {"pass": 0, "documented": 0, "fail": 0}
    try:
        for file in files:
            if options.families and file.stem not in options.families:
                continue
            for case in json.loads(file.read_text(encoding="utf-8"))["cases"]:
                why = judge(case, tool)
                is_known = bool(lacks.intersection(case.get("needs", [])))
                result = "pass" if why is None else "documented" if is_known else "fail"
                counts[result] += 1
                if options.json:
                    print(json.dumps({"case": case["name"], "result": result, "why": why}), flush=True)
                elif why is not None:
                    print(f"{result}: {case['name']} ({case['clause']}): {why}", flush=True)
    finally:
        tool.stop()
    total = sum(counts.values())
    note = f"{counts['documented']} documented limits, " if lacks else ""
    print(f"{total} cases: {counts['pass']} pass, {note}{counts['fail']} fail", file=sys.stderr)
    sys.exit(1 if counts["fail"] else 0)


if __name__ == "__main__":
    main()
