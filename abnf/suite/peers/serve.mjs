// The protocol of the suite, for adapters in JavaScript.

import { createInterface } from "node:readline";

// Appendix B.1 of RFC 5234, for tools that do not have its rules.
const CORE = {
  ALPHA: "%x41-5A / %x61-7A",
  BIT: '"0" / "1"',
  CHAR: "%x01-7F",
  CR: "%x0D",
  CRLF: "CR LF",
  CTL: "%x00-1F / %x7F",
  DIGIT: "%x30-39",
  DQUOTE: "%x22",
  HEXDIG: 'DIGIT / "A" / "B" / "C" / "D" / "E" / "F"',
  HTAB: "%x09",
  LF: "%x0A",
  LWSP: "*(WSP / CRLF WSP)",
  OCTET: "%x00-FF",
  SP: "%x20",
  VCHAR: "%x21-7E",
  WSP: "SP / HTAB",
};

/** Appends the core rules that the grammar does not define. */
export function withCore(grammar) {
  const lines = grammar.split("\r\n").filter(line => line.includes("="));
  const defined = new Set(lines.map(line => line.split("=")[0].trim().toUpperCase()));
  const missing = Object.entries(CORE).filter(([name]) => !defined.has(name));
  return grammar + missing.map(([name, rule]) => `${name} = ${rule}\r\n`).join("");
}

/**
 * Answers each line. `compile(grammar, rule)` makes something of a grammar, or returns `{ refused }`;
 * `match(it, text, parts)` returns a verdict, or an object. A text is a string of values.
 */
export function serve(compile, match) {
  let key, known;
  createInterface({ input: process.stdin }).on("line", line => {
    const question = JSON.parse(line);
    const text = question.text ?? Buffer.from(question.hex, "hex").toString("latin1");
    let answer;
    try {
      const next = JSON.stringify([question.grammar, question.rule]);
      if (next !== key) {
        key = next;
        known = compile(question.grammar, question.rule);
      }
      answer = known.refused === undefined ? match(known, text, question.parts ?? []) : known;
    } catch (error) {
      known ??= {};
      answer = { error: String(error.message).split("\n")[0].slice(0, 100) };
    }
    process.stdout.write(`${JSON.stringify(answer)}\n`);
  });
}
