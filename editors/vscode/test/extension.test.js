// Checks what packaging does not: that the bundle loads, that every contributed file exists, and that the commands and
// settings of the manifest are those of the client.
"use strict";

const assert = require("node:assert");
const fs = require("node:fs");
const Module = require("node:module");
const path = require("node:path");

const root = path.join(__dirname, "..");
const manifest = JSON.parse(fs.readFileSync(path.join(root, "package.json"), "utf8"));

/** Stands for everything in the module `vscode`, which exists only inside the editor. */
function stub() {
  const target = class {};
  return new Proxy(target, {
    get: (_, name) => (name === "prototype" ? target.prototype : typeof name === "symbol" ? undefined : stub()),
    apply: () => stub(),
  });
}

/** The commands and schemes that the extension registers, and the settings that it reads. */
const registered = [];
const asked = [];
const vscode = new Proxy(
  {
    commands: { registerCommand: (name) => registered.push(name), executeCommand: async () => undefined },
    workspace: {
      getConfiguration: () => ({
        get: (name) => {
          asked.push(`nvc.${name}`);
          return manifest.contributes.configuration.properties[`nvc.${name}`]?.default;
        },
      }),
      registerTextDocumentContentProvider: (scheme) => registered.push(scheme),
      onDidSaveTextDocument: () => ({}),
      onDidChangeConfiguration: () => ({}),
      createFileSystemWatcher: () => ({ onDidCreate() {}, onDidChange() {}, onDidDelete() {}, dispose() {} }),
    },
    window: { showErrorMessage: async () => undefined },
    version: "1.91.0",
  },
  { get: (own, name) => own[name] ?? stub() },
);

const load = Module._load;
Module._load = (request, ...rest) => (request === "vscode" ? vscode : load(request, ...rest));

async function main() {
  const files = [
    manifest.main,
    ...manifest.contributes.languages.map((language) => language.configuration),
    ...manifest.contributes.grammars.map((grammar) => grammar.path),
  ];
  for (const file of files) {
    assert(fs.existsSync(path.join(root, file)), `${file} is missing`);
  }
  for (const file of files.filter((file) => file.endsWith(".json"))) {
    JSON.parse(fs.readFileSync(path.join(root, file), "utf8"));
  }
  const extension = require(path.join(root, manifest.main));
  // Activation may fail, because no server is installed here. Only what it registers before is checked.
  await extension.activate({ subscriptions: [] }).catch(() => undefined);
  const commands = manifest.contributes.commands.map((command) => command.command);
  assert.deepStrictEqual(registered.filter((name) => name.startsWith("nvc.")).sort(), commands.sort());
  assert(registered.includes("nvc"), "the scheme of generated documents");
  const settings = Object.keys(manifest.contributes.configuration.properties);
  for (const name of asked) {
    assert(settings.includes(name), `${name} is not in the manifest`);
  }
  const unused = settings.filter((name) => name !== "nvc.trace.server" && !asked.includes(name));
  assert.deepStrictEqual(unused, []);
  console.log(`${files.length} files, ${commands.length} commands, ${settings.length} settings`);
}

main().then(
  () => process.exit(0),
  (error) => {
    console.error(error);
    process.exit(1);
  },
);
