// Runs the compiler in a separate thread, so that the page stays responsive and can stop it. Input:
// first the compiled module, then questions as text. Output: { ready }, then { answer } as text for
// each question, or { failure }, after which the worker is unusable.

let compiler;

addEventListener("message", async ({ data }) => {
  try {
    if (data.module) {
      compiler = (await WebAssembly.instantiate(data.module)).exports;
      postMessage({ ready: true });
    } else {
      postMessage({ answer: answer(data.question) });
    }
  } catch (error) {
    postMessage({ failure: String(error) });
  }
});

// See interface.rs. The memory may move when it grows, so its buffer is read again each time.
const answer = question => {
  const bytes = new TextEncoder().encode(question);
  const room = compiler.room(bytes.length);
  new Uint8Array(compiler.memory.buffer, room, bytes.length).set(bytes);
  const length = compiler.ask();
  return new TextDecoder().decode(new Uint8Array(compiler.memory.buffer, compiler.place(), length));
};
