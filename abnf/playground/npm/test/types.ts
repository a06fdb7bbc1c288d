// Uses the types of the package as a program does; the compiler of TypeScript checks it, nothing runs it.

import { AbnfError, check, diff, explain, match, sample, type Grammar, type Text } from "abnfc";

const grammar: Grammar = { text: 'a = "x"\n', notation: "abnf", files: { b: 'b = "y"\n' } };
const one: boolean = match(grammar, "a", "x");
const several: boolean[] = match(grammar, "a", ["x", Uint8Array.of(1)]);
const texts: Text[] = sample(grammar, "a", { kind: "near-miss", count: 3, seed: 1 });
const offset: number | null = explain(grammar, "a", texts[0]).offset;
const shortest: Text | undefined = diff(grammar, "a = %s\"x\"\n")[0].only_a[0];
const places: number[] = diff(grammar, grammar, { parts: ["b"] })[0].elsewhere[0].a.map(it => it.begin);
const lines: (number | null)[] = check(grammar).findings.map(it => it.line);
const error: Error = new AbnfError("no");
export { error, lines, offset, one, places, several, shortest };

// @ts-expect-error: there is no such kind.
sample(grammar, "a", { kind: "strange" });
// @ts-expect-error: parts are names.
diff(grammar, grammar, { parts: "b" });
// @ts-expect-error: one text has one verdict.
const wrong: boolean[] = match(grammar, "a", "x");
export { wrong };
