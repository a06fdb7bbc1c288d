// Adapter for the package `apg-js` of npm. Core rules are appended to the grammar.

import { createRequire } from "node:module";
import { pathToFileURL } from "node:url";
import { serve, withCore } from "./serve.mjs";

// The folder of the packages is the working directory.
const require = createRequire(pathToFileURL(`${process.cwd()}/`));
const { apgApi, apgLib } = require("apg-js");

serve(
  (grammar, rule) => {
    const api = new apgApi(withCore(grammar));
    // In strict mode it reads the notation of RFC 5234 and RFC 7405 alone.
    api.generate(true);
    if (api.errors.length) return { refused: api.errors[0].msg };
    try {
      return { grammar: api.toObject(), rule };
    } catch (error) {
      return { refused: error.message };
    }
  },
  ({ grammar, rule }, text, parts) => {
    const parser = new apgLib.parser();
    parser.ast = new apgLib.ast();
    const found = Object.fromEntries(parts.map(part => [part, null]));
    const { SEM_PRE, SEM_OK } = apgLib.ids;
    for (const part of parts) {
      parser.ast.callbacks[part] = (state, chars, index, length) => {
        if (state === SEM_PRE) {
          found[part] ??= apgLib.utils.charsToString(chars, index, length);
        }
        return SEM_OK;
      };
    }
    const chars = Array.from(text, c => c.codePointAt(0));
    const result = parser.parse(grammar, rule, chars);
    if (!result.success) return false;
    if (parts.length) parser.ast.translate();
    return { match: true, parts: found };
  },
);
