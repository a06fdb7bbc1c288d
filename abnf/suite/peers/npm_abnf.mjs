// Adapter for the package `abnf` of npm, as its programs use it: with a parser of Peggy. Core rules are appended
// to the grammar, as by `abnf_gen --core`.

import { createRequire } from "node:module";
import { pathToFileURL } from "node:url";
import { serve, withCore } from "./serve.mjs";

// The folder of the packages is the working directory.
const require = createRequire(pathToFileURL(`${process.cwd()}/`));
const load = async name => import(pathToFileURL(require.resolve(name)));
const abnf = await load("abnf");
const peggy = (await load("peggy")).default;

serve(
  (grammar, rule) => {
    try {
      const rules = abnf.parseString(withCore(grammar), "grammar");
      const named = Object.values(rules.defs).find(it => it.name.toLowerCase() === rule.toLowerCase());
      const text = rules.toFormat({ format: "peggy", startRule: [named?.name ?? rule] });
      return peggy.generate(text);
    } catch (error) {
      return { refused: String(error.message).split("\n")[0] };
    }
  },
  (parser, text) => {
    try {
      parser.parse(text);
      return true;
    } catch (error) {
      if (error.name === "SyntaxError") return false;
      throw error;
    }
  },
);
