// The colours of a grammar, by the library that VS Code uses.

const { test } = require("node:test");
const assert = require("node:assert");
const fs = require("node:fs");
const path = require("node:path");
const oniguruma = require("vscode-oniguruma");
const { Registry, parseRawGrammar, INITIAL } = require("vscode-textmate");

const wasm = fs.readFileSync(require.resolve("vscode-oniguruma/release/onig.wasm"));
const file = path.join(__dirname, "..", "syntaxes", "abnf.tmLanguage.json");

const colours = async line => {
  await oniguruma.loadWASM(wasm.buffer.slice(wasm.byteOffset, wasm.byteOffset + wasm.length)).catch(() => {});
  const registry = new Registry({
    onigLib: Promise.resolve({
      createOnigScanner: patterns => new oniguruma.OnigScanner(patterns),
      createOnigString: text => new oniguruma.OnigString(text),
    }),
    loadGrammar: async () => parseRawGrammar(fs.readFileSync(file, "utf8"), file),
  });
  const grammar = await registry.loadGrammar("source.abnf");
  const { tokens } = grammar.tokenizeLine(line, INITIAL);
  const named = tokens.map(it => [line.slice(it.startIndex, it.endIndex).trim(), it.scopes.at(-1)]);
  return named.filter(([text, scope]) => text && scope !== "source.abnf");
};

test("a definition", async () => {
  assert.deepStrictEqual(await colours('time = 2DIGIT ":" 1*3minute / %x30-39 ; note'), [
    ["time", "entity.name.function.abnf"],
    ["=", "keyword.operator.assignment.abnf"],
    ["2", "keyword.operator.repetition.abnf"],
    ["DIGIT", "support.constant.core.abnf"],
    ['":"', "string.quoted.double.abnf"],
    ["1*3", "keyword.operator.repetition.abnf"],
    ["minute", "variable.other.rule.abnf"],
    ["/", "keyword.operator.alternative.abnf"],
    ["%x30-39", "constant.numeric.abnf"],
    ["; note", "comment.line.semicolon.abnf"],
  ]);
});

test("strings, prose and directives", async () => {
  assert.deepStrictEqual(await colours('  a =/ %s"x;y" [ <any, see X> ] sp-b'), [
    ["a", "entity.name.function.abnf"],
    ["=/", "keyword.operator.assignment.abnf"],
    ['%s"x;y"', "string.quoted.double.abnf"],
    ["<any, see X>", "string.other.prose.abnf"],
    ["sp-b", "variable.other.rule.abnf"],
  ]);
  const [, directive] = await colours("; @accept time 12:00");
  assert.deepStrictEqual(directive, ["@accept", "keyword.other.directive.abnf"]);
});
