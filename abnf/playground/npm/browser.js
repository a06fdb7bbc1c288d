// The entry for browsers and workers, which fetches the compiler from beside this file.

import { compilerOf } from "./compiler.js";

const response = await fetch(new URL("abnfc.wasm", import.meta.url));
if (!response.ok) throw new Error(`${response.status} for ${response.url}`);
// Compiled from bytes, so that the content type of the server does not matter.
const module = await WebAssembly.compile(await response.arrayBuffer());

export { AbnfError } from "./compiler.js";
export const { automaton, check, diagram, diff, explain, generate, match, rules, sample } = compilerOf(module);
