// Functions that ask the compiler. Every question contains the whole grammar, so calls are independent.

export class AbnfError extends Error {
  name = "AbnfError";
}

// Memory of WebAssembly never shrinks: an instance with more bytes than this is dropped.
const LARGE = 1 << 28;

export const compilerOf = module => {
  let compiler = null;

  // See interface.rs of the playground. The memory may move when it grows, so its buffer is read again
  // each time.
  const written = question => {
    compiler ??= new WebAssembly.Instance(module).exports;
    const bytes = new TextEncoder().encode(question);
    const room = compiler.room(bytes.length);
    new Uint8Array(compiler.memory.buffer, room, bytes.length).set(bytes);
    const length = compiler.ask();
    return new TextDecoder().decode(new Uint8Array(compiler.memory.buffer, compiler.place(), length));
  };

  const ask = (question, grammar, more) => {
    const asked = JSON.stringify({ question, grammar: grammarOf(grammar), ...more });
    let answer;
    try {
      answer = JSON.parse(written(asked));
    } catch (error) {
      // An instance that stopped, for lack of memory for example, cannot be used again.
      compiler = null;
      throw new AbnfError("the compiler has stopped", { cause: error });
    }
    if (LARGE < compiler.memory.buffer.byteLength) compiler = null;
    if (answer.problem !== undefined) throw new AbnfError(answer.problem);
    return answer.answer;
  };

  const explanations = (grammar, rule, texts) => {
    const answer = ask("explain", grammar, { rule, texts: texts.map(encoded), escapes: true });
    return answer.map(({ value, nearest, ...rest }) => ({
      ...rest,
      value: value === null ? null : JSON.parse(value),
      nearest: nearest.map(decoded),
    }));
  };

  const verdict = ({ verdict, message }) => {
    if (verdict === "unknown") throw new AbnfError(message);
    return verdict === "match";
  };

  // Calls a function of several texts with one, too.
  const each = (texts, all) => (Array.isArray(texts) ? all(texts) : all([texts])[0]);

  return {
    check: (grammar, { notes = false } = {}) => {
      const { findings, rules } = ask("check", grammar, { notes });
      const shown = ({ witness, ...rest }) => ({ ...rest, witness: witness === null ? null : decoded(witness) });
      return { findings: findings.map(shown), rules };
    },
    rules: grammar => ask("rules", grammar, {}),
    match: (grammar, rule, texts) => each(texts, all => explanations(grammar, rule, all).map(verdict)),
    explain: (grammar, rule, texts) => each(texts, all => explanations(grammar, rule, all)),
    sample: (grammar, rule, { kind = "readable", seed = 0, count = 20 } = {}) =>
      ask("samples", grammar, { rule, kind, seed, count }).texts.map(decoded),
    diff: (grammar, other, { count = 1, parts } = {}) => {
      const more = { other: grammarOf(other), count };
      if (parts === undefined) {
        const texts = row => ({ ...row, only_a: row.only_a.map(decoded), only_b: row.only_b.map(decoded) });
        return ask("diff", grammar, more).map(texts);
      }
      const place = ({ text, ...rest }) => ({ ...rest, text: decoded(text) });
      const found = ({ text, a, b }) => ({ text: decoded(text), a: a.map(place), b: b.map(place) });
      return ask("diff-parts", grammar, { ...more, parts }).map(row => ({
        ...row,
        only_a: row.only_a.map(found),
        only_b: row.only_b.map(found),
        elsewhere: row.elsewhere.map(found),
      }));
    },
    diagram: (grammar, rule, { width = 640 } = {}) => ask("diagram", grammar, { rule, width }),
    automaton: (grammar, rule) => ask("automaton", grammar, { rule }),
    generate: (grammar, { rules = [] } = {}) => ask("generate", grammar, { rules }),
  };
};

const grammarOf = grammar => (typeof grammar === "string" ? { text: grammar } : grammar);

// The escapes of the compiler: \n, \r, \t, \\ and \xNN.
const encoded = text => {
  if (typeof text === "string") return text.replaceAll("\\", "\\\\");
  return Array.from(text, byte => `\\x${byte.toString(16).padStart(2, "0")}`).join("");
};

const SHORT = { n: 10, r: 13, t: 9, "\\": 92 };

// Returns a string if the bytes are UTF-8, otherwise the bytes.
const decoded = escaped => {
  const units = escaped.matchAll(/\\x([0-9A-F]{2})|\\(.)|[^\\]/g);
  const byte = ([unit, digits, short]) => (digits ? parseInt(digits, 16) : short ? SHORT[short] : unit.charCodeAt(0));
  const bytes = Uint8Array.from(units, byte);
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return bytes;
  }
};
