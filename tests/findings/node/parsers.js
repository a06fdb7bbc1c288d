// Answers for `abnfc conform --protocol json`: parsers of Node.js and of npm, by name.

const { createInterface } = require("node:readline");
const { readFileSync } = require("node:fs");
const net = require("node:net");
const path = require("node:path");

// Each parser throws, or returns false, undefined or null for what it rejects.
const parsers = {
  URL() {
    return (text) => {
      const url = new URL(text);
      // The port that is the default of the scheme is the empty text.
      return { host: url.hostname, port: url.port === "" ? null : url.port };
    };
  },
  "JSON.parse": () => (text) => {
    JSON.parse(text);
    return true;
  },
  "Date.parse": () => (text) => !Number.isNaN(Date.parse(text)),
  "net.isIPv6": () => net.isIPv6,
  "net.isIPv4": () => net.isIPv4,
  "content-type": () => require("content-type").parse,
  semver: () => require("semver").valid,
  "media-typer": () => require("media-typer").parse,
  cookie: () => {
    const cookie = require("cookie");
    return (text) => Object.keys((cookie.parseCookie ?? cookie.parse)(text)).length > 0;
  },
  "uri-js": () => {
    const { parse } = require("uri-js");
    return (text) => {
      const uri = parse(text);
      if (uri.error !== undefined) throw new Error(uri.error);
      const port = uri.port === undefined ? null : String(uri.port);
      return { host: uri.host ?? null, port };
    };
  },
  "smol-toml": () => {
    const { parse } = require("smol-toml");
    return (text) => {
      parse(text);
      return true;
    };
  },
  uuid: () => require("uuid").validate,
};

const [name, option] = process.argv.slice(2);
if (option === "--version") {
  const isOwn = /^(URL|JSON|Date|net)\b/.test(name);
  const manifest = () =>
    JSON.parse(readFileSync(path.join(process.env.NODE_PATH ?? ".", name, "package.json"), "utf8"));
  console.log(isOwn ? `Node.js ${process.versions.node}` : manifest().version);
  process.exit();
}
const parse = parsers[name]();
createInterface({ input: process.stdin, crlfDelay: Infinity }).on("line", (line) => {
  const { text } = JSON.parse(line);
  // Text that is not UTF-8 is no text of JavaScript.
  if (text === undefined) {
    console.log("null");
    return;
  }
  let parts;
  try {
    parts = parse(text) || null;
  } catch {
    parts = null;
  }
  const isObject = parts !== null && "host" in Object(parts);
  console.log(JSON.stringify({ match: parts !== null, parts: isObject ? parts : {} }));
});
