// The state of the page as the fragment of a link: `#1.` and the state as JSON, deflated, in
// base64url. A fragment is not sent to any server.

const PREFIX = "#1.";
// The maximum size of an unpacked state in bytes.
const MOST = 1 << 20;

export const fragment = async state => {
  const bytes = await piped(JSON.stringify(state), new CompressionStream("deflate-raw"));
  const letters = Array.from(bytes, byte => String.fromCharCode(byte)).join("");
  return PREFIX + btoa(letters).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
};

// Returns the state in a fragment; null if there is none. Throws if the state cannot be read.
export const state = async fragment => {
  if (!fragment.startsWith(PREFIX)) return null;
  const letters = atob(fragment.slice(PREFIX.length).replaceAll("-", "+").replaceAll("_", "/"));
  const bytes = Uint8Array.from(letters, letter => letter.charCodeAt(0));
  const text = new TextDecoder().decode(await piped(bytes, new DecompressionStream("deflate-raw")));
  return JSON.parse(text);
};

const piped = async (input, through) => {
  const reader = new Blob([input]).stream().pipeThrough(through).getReader();
  const pieces = [];
  let length = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    length += value.length;
    if (length > MOST) throw new Error("it is too long");
    pieces.push(value);
  }
  return new Uint8Array(await new Blob(pieces).arrayBuffer());
};
