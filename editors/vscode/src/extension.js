// The client: starts `nvc lsp`, and shows the outputs that the compiler generates from a shader.
"use strict";

const vscode = require("vscode");
const { LanguageClient } = require("vscode-languageclient/node");

const LANGUAGES = [{ language: "nvcp5" }, { language: "glsl" }];

/** URI scheme of the documents that the server generates. */
const SCHEME = "nvc";

/** @type {LanguageClient | undefined} */
let client;

/** The settings that the server gets. */
function settings() {
  const all = vscode.workspace.getConfiguration("nvc");
  const names = ["includeFolders", "targetEnv", "defines", "bookUrl"];
  return Object.fromEntries(names.map((name) => [name, all.get(name)]));
}

async function start() {
  const command = vscode.workspace.getConfiguration("nvc").get("path") || "nvc";
  client = new LanguageClient(
    "nvc",
    "nvc",
    { command, args: ["lsp"] },
    {
      documentSelector: LANGUAGES,
      initializationOptions: settings(),
      synchronize: {
        fileEvents: vscode.workspace.createFileSystemWatcher("**/*.{glsl,comp,h}"),
      },
    },
  );
  try {
    await client.start();
  } catch (error) {
    client = undefined;
    const open = "Open Settings";
    const message = `nvc: cannot start \`${command} lsp\`. Install nvc, or set nvc.path. (${error})`;
    if ((await vscode.window.showErrorMessage(message, open)) === open) {
      await vscode.commands.executeCommand("workbench.action.openSettings", "nvc.path");
    }
  }
}

async function restart() {
  await client?.stop();
  await start();
}

/** Asks the server to run one of its commands. */
async function ask(command, args) {
  if (!client) {
    throw new Error("the language server is not running");
  }
  return client.sendRequest("workspace/executeCommand", { command, arguments: args });
}

/** Provides the documents that the server generates, such as `nvc:/x.nvcp.spvasm?["file:///x.nvcp","spvasm"]`. */
class Generated {
  constructor() {
    this.changed = new vscode.EventEmitter();
    this.onDidChange = this.changed.event;
    /** Maps the URI of each generated document to the source from which it is generated. */
    this.shown = new Map();
  }

  async provideTextDocumentContent(uri) {
    const [source, form] = JSON.parse(uri.query);
    this.shown.set(uri.toString(), source);
    try {
      return form === "explain" ? await ask("nvc.explainCode", [source]) : await ask("nvc.emit", [source, form]);
    } catch (error) {
      return String(error.message ?? error);
    }
  }

  /** Regenerates the documents that are generated from a source. */
  update(source) {
    for (const [uri, from] of this.shown) {
      if (from === source) {
        this.changed.fire(vscode.Uri.parse(uri));
      }
    }
  }
}

/** Opens a generated document beside the editor. */
async function show(name, source, form, language) {
  const uri = vscode.Uri.from({ scheme: SCHEME, path: `/${name}`, query: JSON.stringify([source, form]) });
  let document = await vscode.workspace.openTextDocument(uri);
  if (language) {
    document = await vscode.languages.setTextDocumentLanguage(document, language);
  }
  const options = { viewColumn: vscode.ViewColumn.Beside, preserveFocus: true, preview: true };
  await vscode.window.showTextDocument(document, options);
}

async function showActive(form, extension) {
  const document = vscode.window.activeTextEditor?.document;
  if (!document || !vscode.languages.match(LANGUAGES, document)) {
    await vscode.window.showInformationMessage("nvc: open a shader first.");
    return;
  }
  const name = document.uri.path.split("/").pop();
  await show(`${name}.${extension}`, document.uri.toString(), form);
}

async function explain() {
  const editor = vscode.window.activeTextEditor;
  const here = editor ? vscode.languages.getDiagnostics(editor.document.uri) : [];
  const at = here.find((found) => found.range.contains(editor.selection.active)) ?? here[0];
  const code = typeof at?.code === "object" ? String(at.code.value) : String(at?.code ?? "");
  const chosen = await vscode.window.showInputBox({ prompt: "Code of a diagnostic, such as N0201", value: code });
  if (chosen) {
    await show(`${chosen}.md`, chosen.trim(), "explain", "markdown");
  }
}

async function activate(context) {
  const generated = new Generated();
  const commands = {
    "nvc.showSpirv": () => showActive("spvasm", "spvasm"),
    "nvc.showIr": () => showActive("ir", "nvcir"),
    "nvc.explain": explain,
    "nvc.restart": restart,
  };
  context.subscriptions.push(
    ...Object.entries(commands).map(([name, run]) => vscode.commands.registerCommand(name, run)),
    vscode.workspace.registerTextDocumentContentProvider(SCHEME, generated),
    vscode.workspace.onDidSaveTextDocument((document) => generated.update(document.uri.toString())),
    vscode.workspace.onDidChangeConfiguration(async (event) => {
      if (event.affectsConfiguration("nvc.path")) {
        await restart();
      } else if (event.affectsConfiguration("nvc")) {
        await client?.sendNotification("workspace/didChangeConfiguration", { settings: { nvc: settings() } });
      }
    }),
  );
  await start();
}

function deactivate() {
  return client?.stop();
}

module.exports = { activate, deactivate };
