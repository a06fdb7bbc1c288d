// The package as its users import it, by its name. `cargo xtask npm --test` runs this file in the finished
// package.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import * as abnfc from "abnfc";

const { AbnfError, automaton, check, diagram, diff, explain, generate, match, rules, sample } = abnfc;

const TIME = 'time = hour ":" minute\nhour = 2DIGIT\nminute = %x30-35 DIGIT\n';

test("the README is right", async () => {
  const readme = readFileSync(new URL("../README.md", import.meta.url), "utf8");
  const code = readme.split("```js\n")[1].split("```")[0];
  const checked = code.replace(/^(.*); \/\/ (.*)$/gm, "assert.deepEqual($1, $2);");
  assert.equal(checked.split("assert.deepEqual").length, 8);
  // Modules of this kind import from beside the file that loads them.
  const names = code.match(/import \{ (.*) \}/)[1];
  const body = checked.replace(/^import .*$/m, "");
  new Function("assert", ...names.split(", "), body)(assert, ...names.split(", ").map(name => abnfc[name]));
});

test("texts are strings or bytes", () => {
  const bytes = "a = *%x00-FF\nb = %xFF\nc = %x5C %x0A %x22\nd = %xC3.A9\n";
  assert.equal(match(bytes, "a", Uint8Array.from([0, 92, 255])), true);
  assert.equal(match(bytes, "b", "\u00ff"), false);
  assert.deepEqual(sample(bytes, "b"), [Uint8Array.of(255)]);
  assert.deepEqual(sample(bytes, "c"), ['\\\n"']);
  assert.deepEqual(sample(bytes, "d"), ["é"]);
  assert.deepEqual(match(bytes, "d", ["é", "e", new Uint8Array(), Uint8Array.of(0xc3, 0xa9)]), [true, false, false, true]);
  assert.deepEqual(match(bytes, "a", []), []);
});

test("samples match, near misses do not", () => {
  for (const kind of ["readable", "random", "cover"]) {
    const texts = sample(TIME, "time", { kind, seed: 3, count: 7 });
    assert.ok(0 < texts.length && texts.length <= 7);
    assert.ok(match(TIME, "time", texts).every(it => it));
  }
  const texts = sample(TIME, "time", { kind: "near-miss", count: 30 });
  assert.ok(match(TIME, "time", texts).every(it => !it));
  assert.deepEqual(sample(TIME, "time", { seed: 5 }), sample(TIME, "time", { seed: 5 }));
  assert.equal(sample(TIME, "time", { kind: "random" }).length, 20);
});

test("explanations have the tree, the place and the nearest texts", () => {
  const [right, wrong] = explain(TIME, "time", ["03:07", "03:7"]);
  assert.deepEqual(right.tree.map(({ rule, begin, end }) => [rule, begin, end]), [["time", 0, 5], ["hour", 0, 2], ["minute", 3, 5]]);
  assert.deepEqual([right.verdict, right.value, right.offset], ["match", { hour: 3, minute: 7 }, null]);
  assert.deepEqual([wrong.verdict, wrong.tree, wrong.offset], ["mismatch", null, 3]);
  assert.ok(match(TIME, "time", wrong.nearest).every(it => it));
  assert.equal(explain(TIME, "time", "x".repeat(70000)).verdict, "unknown");
  assert.throws(() => match(TIME, "time", "x".repeat(70000)), AbnfError);
});

test("findings have positions in the string, and changes", () => {
  const text = "a = '\u{1F600}' / b\n";
  const { findings } = check(text);
  const undefinedRule = findings.find(it => it.code === "undefined-rule");
  assert.equal(text.slice(undefinedRule.begin, undefinedRule.end), "b");
  assert.deepEqual(check(TIME), { findings: [], rules: ["time", "hour", "minute"] });
});

test("grammars are compared", () => {
  const rows = diff(TIME, TIME.replace("2DIGIT", '"2" DIGIT'), { count: 3 });
  assert.deepEqual(rows.map(it => it.relation), ["superset", "superset", "equal"]);
  assert.deepEqual([rows[1].only_a, rows[1].only_b], [["00", "02"], []]);
  const a = 'a = [b] *c\nb = "x"\nc = %s"x"\n';
  const [row] = diff(a, a.replace("[b] *c", "*c [b]"), { parts: ["b"] });
  assert.deepEqual([row.relation, row.only_a[0]], ["differs", { text: "x", a: [{ begin: 0, end: 1, text: "x" }], b: [] }]);
});

test("the other questions have answers", () => {
  assert.deepEqual(rules(TIME)[2].used_by, ["time"]);
  assert.match(diagram(TIME, "time").svg, /^<svg/);
  assert.match(automaton(TIME, "minute").picture, /<svg/);
  assert.equal(generate(TIME, { rules: ["time"] })[0].path, "mod.rs");
});

test("imports are files of the grammar, or bundled", () => {
  const text = "; @import B = b.abnf\n; @import T = rfc3339\na = <b, see [B]> <full-date, see [T]>\n";
  const grammar = { text, files: { "b.abnf": 'b = "x"\n' } };
  assert.equal(match(grammar, "a", "x2024-01-31"), true);
  assert.equal(match({ text: '<a> ::= <b>\n<b> ::= "x"\n', notation: "bnf" }, "a", "x"), true);
});

test("errors are sentences, and the next question has an answer", () => {
  const refused = [
    [() => match(TIME, "day", "1"), /there is no rule `day`/],
    [() => match("a = b\n", "a", ""), /`b`/],
    [() => match(TIME, "time", "\ud800"), /not a question/],
    [() => diff(TIME, "a = b\n"), /^the second grammar: /],
    [() => diff(TIME, TIME, { parts: ["day"] }), /there is no rule `day`/],
    [() => sample(TIME, "time", { kind: "strange" }), /not a question/],
    [() => sample(TIME, "time", { count: -1 }), /not a question/],
    [() => check({ text: TIME, encoding: "latin1" }), /not a question/],
  ];
  for (const [action, message] of refused) {
    assert.throws(action, error => error instanceof AbnfError && message.test(error.message));
    assert.equal(match(TIME, "time", "12:30"), true);
  }
});

test("an instance that stopped is replaced", async () => {
  const { compilerOf } = await import("../compiler.js");
  const Instance = WebAssembly.Instance;
  let made = 0;
  const stop = () => {
    throw new WebAssembly.RuntimeError("unreachable");
  };
  WebAssembly.Instance = function (module) {
    made += 1;
    const { exports } = new Instance(module);
    return { exports: made === 1 ? { ...exports, ask: stop } : exports };
  };
  try {
    const { match } = compilerOf(new WebAssembly.Module(readFileSync(new URL("../abnfc.wasm", import.meta.url))));
    assert.throws(() => match(TIME, "time", "12:30"), { name: "AbnfError", message: "the compiler has stopped" });
    assert.equal(match(TIME, "time", "12:30"), true);
    assert.equal(match(TIME, "time", "12:3"), false);
    assert.equal(made, 2);
  } finally {
    WebAssembly.Instance = Instance;
  }
});

test("browsers fetch the compiler", async () => {
  const node = globalThis.fetch;
  globalThis.fetch = async address => new Response(readFileSync(address));
  try {
    const browser = await import("../browser.js");
    assert.deepEqual(Object.keys(browser), Object.keys(abnfc));
    assert.equal(browser.match(TIME, "time", "12:30"), true);
  } finally {
    globalThis.fetch = node;
  }
});
