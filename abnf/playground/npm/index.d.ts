/** A text: a string if it is UTF-8, otherwise its bytes. Positions in texts are counted in bytes. */
export type Text = string | Uint8Array;

/** A grammar: its text, or its text and how to read it. */
export type Grammar = string | GrammarOptions;

export interface GrammarOptions {
  text: string;
  /** The name in messages. */
  name?: string;
  /** The notation, as `--dialect` of the program `abnfc`; `auto` by default. */
  notation?: "auto" | "abnf" | "bnf" | "http" | "http-lenient";
  /** Whether the text is a document with a grammar in it, such as an RFC. */
  extract?: boolean;
  /** The texts that `; @import NAME = FILE` finds by FILE, before the bundled grammars. */
  files?: Record<string, string>;
}

/** There is no answer: the grammar has errors, no such rule, or exceeds a limit. */
export class AbnfError extends Error {
  name: "AbnfError";
}

export interface Finding {
  severity: "error" | "warning" | "note";
  code: string;
  message: string;
  /** The position, from 1; null without a position in this text. */
  line: number | null;
  column: number | null;
  /** The range as indices of the string; null without a position in this text. */
  begin: number | null;
  end: number | null;
  /** A text that shows the finding. */
  witness: Text | null;
  notes: string[];
  /** Suggested changes, with edits if a hint is unambiguous. */
  hints: { text: string; edits: { begin: number; end: number; text: string }[] }[];
}

/** The findings of a grammar, as of `abnfc check`, and its rules. Notes take longer. */
export function check(grammar: Grammar, options?: { notes?: boolean }): { findings: Finding[]; rules: string[] };

export interface Rule {
  rule: string;
  line: number;
  /** How the rule is matched. */
  engine: string;
  /** The states of the minimal automaton of a regular rule. */
  states: number | null;
  /** Whether the rule has the empty text; null if this is unknown. */
  empty: boolean | null;
  used_by: string[];
}

/** Facts about each rule. */
export function rules(grammar: Grammar): Rule[];

/** Whether the whole text is one of the rule. One call with many texts reads the grammar once. */
export function match(grammar: Grammar, rule: string, text: Text): boolean;
export function match(grammar: Grammar, rule: string, texts: Text[]): boolean[];

/** A rule in a text. */
export interface Node {
  rule: string;
  begin: number;
  end: number;
  /** The number of rules around it. */
  depth: number;
}

export interface Explanation {
  verdict: "match" | "mismatch" | "unknown";
  /** The explanation in one sentence. */
  message: string;
  /** The text in colours with its rules, or the position of the error, as elements without a style. */
  html: string;
  /** The rules in a matching text, each before those inside of it; null if the text is too complex. */
  tree: Node[] | null;
  /** The data of a matching text, if the rule has any; null otherwise. */
  value: unknown;
  /** Where matching fails. */
  offset: number | null;
  /** The nearest texts that match, if they were found. */
  nearest: Text[];
}

/** The rules in a text, or where and why it does not match. */
export function explain(grammar: Grammar, rule: string, text: Text): Explanation;
export function explain(grammar: Grammar, rule: string, texts: Text[]): Explanation[];

export interface SampleOptions {
  /** Texts that are easy to read, random ones, a few that use all of the rule, or ones that just fail. */
  kind?: "readable" | "random" | "cover" | "near-miss";
  /** The same seed gives the same texts. */
  seed?: number;
  /** The maximum number, 20 by default; at most 1000. */
  count?: number;
}

/** Texts of a rule, or near misses. */
export function sample(grammar: Grammar, rule: string, options?: SampleOptions): Text[];

export interface Difference {
  /** The names of the rule; null if the grammar has none. */
  a: string | null;
  b: string | null;
  relation:
    | "equal" | "renamed" | "subset" | "superset" | "differs"
    | "only-in-a" | "only-in-b" | "equal-up-to" | "not-compared";
  /** Shortest texts that only one of them has. */
  only_a: Text[];
  only_b: Text[];
  /** Why the relation is not known exactly. */
  remark: string | null;
}

/** A text of both grammars, and the part in it by each. */
export interface PartText {
  text: Text;
  a: { begin: number; end: number; text: Text }[];
  b: { begin: number; end: number; text: Text }[];
}

export interface PartDifference {
  a: string;
  b: string;
  part: string;
  relation: "equal" | "differs" | "disjoint" | "equal-up-to" | "not-compared";
  /** Texts in which only one grammar finds the part. */
  only_a: PartText[];
  only_b: PartText[];
  /** Texts in which both find it, in different places. */
  elsewhere: PartText[];
  /** Why not all texts were compared. */
  remark: string | null;
}

export interface DiffOptions {
  /** The maximum number of texts for each kind of difference, from 1 (the default) to 100. */
  count?: number;
}

/** The rules of two grammars as languages; with `parts`, where their common texts have these rules. */
export function diff(a: Grammar, b: Grammar, options?: DiffOptions & { parts?: undefined }): Difference[];
export function diff(a: Grammar, b: Grammar, options: DiffOptions & { parts: string[] }): PartDifference[];

/** The railroad diagram of a rule as SVG, and its definition. */
export function diagram(grammar: Grammar, rule: string, options?: { width?: number }): { svg: string; definition: string };

export interface Automaton {
  remark: string;
  /** The picture of a small automaton as SVG. */
  picture: string | null;
  /** The first states of a regular rule; state 0 is the start. */
  states: { accepting: boolean; edges: { on: string; to: number }[] }[];
}

/** The minimal automaton of a rule. */
export function automaton(grammar: Grammar, rule: string): Automaton;

/** The Rust code of these rules, or of all: the root first. */
export function generate(grammar: Grammar, options?: { rules?: string[] }): { path: string; text: string }[];
