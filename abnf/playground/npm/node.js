// The entry for Node.js, which reads the compiler from a file.

import { readFileSync } from "node:fs";
import { compilerOf } from "./compiler.js";

const module = new WebAssembly.Module(readFileSync(new URL("abnfc.wasm", import.meta.url)));

export { AbnfError } from "./compiler.js";
export const { automaton, check, diagram, diff, explain, generate, match, rules, sample } = compilerOf(module);
