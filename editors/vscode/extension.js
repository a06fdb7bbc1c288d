// Starts the language server `abnfc lsp` for grammars.

const vscode = require("vscode");
const { LanguageClient } = require("vscode-languageclient/node");

let client;

const start = async () => {
  const settings = vscode.workspace.getConfiguration("abnfc");
  const command = settings.get("path") || "abnfc";
  const args = settings.get("notes") ? ["lsp", "--notes"] : ["lsp"];
  client = new LanguageClient("abnfc", "ABNF", { command, args }, { documentSelector: [{ language: "abnf" }] });
  try {
    await client.start();
  } catch (error) {
    client = undefined;
    vscode.window.showErrorMessage(
      `The language server \`${command}\` does not start: ${error.message ?? error}. ` +
        "Install abnfc, or set `abnfc.path`.",
    );
  }
};

const stop = async () => {
  const old = client;
  client = undefined;
  await old?.stop();
};

// One after the other: a client that is starting cannot be stopped, and two starts would leave two servers.
let last = Promise.resolve();
const next = step => (last = last.then(step, step));

exports.activate = async context => {
  const restart = () => next(async () => {
    await stop();
    await start();
  });
  context.subscriptions.push(
    vscode.commands.registerCommand("abnfc.restart", restart),
    vscode.workspace.onDidChangeConfiguration(change => change.affectsConfiguration("abnfc") && restart()),
  );
  await next(start);
};

exports.deactivate = () => next(stop);
