// Sends questions to the compiler, one at a time. A question that is no longer needed or takes too
// long is dropped, together with the worker if it has begun to answer.

// The time limit of an answer.
export const limit = { seconds: 10 };

let module;
let worker;
let running = null;
const waiting = new Map();

// Fetches and compiles the compiler. Compiles from bytes, so that the content type of the server
// does not matter.
export const load = async address => {
  const response = await fetch(address);
  if (!response.ok) throw new Error(`${response.status} for ${address}`);
  module = await WebAssembly.compile(await response.arrayBuffer());
};

// Returns the answer to a question as { answer } or { problem }; null if another question of its
// kind, or `forget`, preceded the answer.
export const ask = (kind, question) => {
  forget(kind);
  return new Promise(resolve => {
    waiting.set(kind, { kind, question: JSON.stringify(question), resolve });
    next();
  });
};

// Drops the question of a kind, or all questions.
export const forget = kind => {
  for (const [other, { resolve }] of [...waiting]) {
    if (kind === undefined || kind === other) {
      waiting.delete(other);
      resolve(null);
    }
  }
  if (running && (kind === undefined || kind === running.kind)) finish(null, "end");
};

const next = () => {
  if (running || waiting.size === 0) return;
  const [kind, asked] = waiting.entries().next().value;
  waiting.delete(kind);
  running = asked;
  asked.timer = setTimeout(() => {
    finish({ problem: `This takes longer than ${limit.seconds} seconds, the limit of this page.` }, "end");
  }, 1000 * limit.seconds);
  if (worker) return worker.postMessage({ question: asked.question });
  worker = new Worker("worker.js");
  worker.addEventListener("message", ({ data }) => {
    if (data.ready) worker.postMessage({ question: running.question });
    else if (data.failure) finish({ problem: `The compiler has stopped: ${data.failure}` }, "end");
    else finish(JSON.parse(data.answer), "keep");
  });
  worker.postMessage({ module });
};

const finish = (result, then) => {
  const { resolve, timer } = running;
  clearTimeout(timer);
  running = null;
  if (then === "end") {
    worker.terminate();
    worker = null;
  }
  resolve(result);
  next();
};
