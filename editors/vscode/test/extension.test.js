// The extension, with stand-ins for VS Code and its client: which server it starts, and whether that answers.
// The variable ABNFC names the program; without it, `abnfc` is on the path.

const { test } = require("node:test");
const assert = require("node:assert");
const Module = require("node:module");
const { spawn } = require("node:child_process");

const settings = { path: process.env.ABNFC ?? "abnfc", notes: false };
const state = { clients: [], messages: [], commands: {}, listeners: [] };

const vscode = {
  workspace: {
    getConfiguration: () => ({ get: name => settings[name] }),
    onDidChangeConfiguration: listener => state.listeners.push(listener),
  },
  commands: { registerCommand: (name, run) => (state.commands[name] = run) },
  window: { showErrorMessage: message => state.messages.push(message) },
};

// Sends `initialize` to the server, and waits for the answer, as a client does.
class LanguageClient {
  constructor(id, name, server, options) {
    Object.assign(this, { id, server, options });
    state.clients.push(this);
  }
  start() {
    return new Promise((resolve, reject) => {
      this.process = spawn(this.server.command, this.server.args, { stdio: ["pipe", "pipe", "inherit"] });
      this.process.on("error", reject);
      this.process.stdout.once("data", data => resolve((this.answer = String(data))));
      const question = { jsonrpc: "2.0", id: 1, method: "initialize", params: { processId: null, rootUri: null, capabilities: {} } };
      const text = JSON.stringify(question);
      this.process.stdin.on("error", () => {});
      this.process.stdin.write(`Content-Length: ${text.length}\r\n\r\n${text}`);
    });
  }
  stop() {
    return new Promise(resolve => {
      this.process.on("exit", resolve);
      this.process.kill();
    });
  }
}

const load = Module._load;
Module._load = (name, ...rest) => {
  if (name === "vscode") return vscode;
  if (name === "vscode-languageclient/node") return { LanguageClient };
  return load(name, ...rest);
};
const extension = require("../extension.js");

test("the server starts, restarts and stops", async () => {
  const context = { subscriptions: [] };
  await extension.activate(context);
  assert.deepStrictEqual(state.messages, []);
  assert.deepStrictEqual(state.clients[0].server, { command: settings.path, args: ["lsp"] });
  assert.match(state.clients[0].answer, /"hoverProvider"/);
  settings.notes = true;
  await state.commands["abnfc.restart"]();
  assert.deepStrictEqual(state.clients[1].server.args, ["lsp", "--notes"]);
  assert.ok(state.clients[0].process.killed);
  assert.strictEqual(context.subscriptions.length, 2);
  await extension.deactivate();
  assert.ok(state.clients[1].process.killed);
});

test("changes in quick succession leave one server", async () => {
  const before = state.clients.length;
  const change = { affectsConfiguration: () => true };
  const started = extension.activate({ subscriptions: [] });
  await Promise.all([started, state.listeners.at(-1)(change), state.listeners.at(-1)(change)]);
  const clients = state.clients.slice(before);
  assert.strictEqual(clients.length, 3);
  assert.deepStrictEqual(clients.map(client => client.process.killed), [true, true, false]);
  await extension.deactivate();
  assert.ok(clients[2].process.killed);
});

test("a missing program is reported", async () => {
  settings.path = "/missing/abnfc";
  await extension.activate({ subscriptions: [] });
  assert.match(state.messages.at(-1), /`\/missing\/abnfc` does not start.*abnfc\.path/);
  await extension.deactivate();
});
