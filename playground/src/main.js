// The page: source and options in; diagnostics and outputs out.
import examples from "./examples.gen.js";
import { element } from "./dom.js";
import { SourceEditor } from "./editor.js";
import { Outputs } from "./outputs.js";
import { RunPanels } from "./run.js";
import { Cancelled, Service } from "./service.js";
import { decode, encode } from "./share.js";
import { makeSplitter } from "./splitter.js";
import { Tabs } from "./tabs.js";
import { makeTheme } from "./theme.js";

/** Delay after an edit before the source is compiled, and age after which an outdated compilation is cancelled. */
const [REST_MS, PATIENCE_MS] = [120, 3000];

const byId = (id) => document.getElementById(id);
const [target, level, bindings, more, chosen] = ["target", "level", "bindings", "options", "example"].map(byId);

/** The promise of the compiled module, which `index.html` starts to fetch before anything else. */
const module = globalThis.nvcModule;
const service = new Service(module);
const editor = new SourceEditor(byId("editor"), { label: "Source", onChange: edited });
const tabs = new Tabs(document.querySelector("[role=tablist]"), byId("panels"), () => refresh());
const outputs = new Outputs(tabs, service);
const runs = new RunPanels(tabs, {
  module,
  current: () => ({ source: editor.text, options: options() }),
  goTo: (...place) => editor.goTo(...place),
});

/** The last compilation, and the number of the last request, by which outdated answers are recognised. */
let compiled = null;
let number = 0;
let timer;
let started = 0;

function options() {
  const all = { name: "source", targetEnv: target.value, optLevel: level.value, bindings: bindings.value || undefined };
  for (const option of more.value.split(/\s+/).filter(Boolean)) {
    const [name, ...value] = option.split("=");
    all[name] = [all[name] ?? [], value.join("=")].flat();
  }
  return all;
}

function edited() {
  clearTimeout(timer);
  timer = setTimeout(compile, REST_MS);
}

async function compile() {
  clearTimeout(timer);
  editor.updateLanguage();
  // The answer to the previous request is no longer needed: if it takes too long, end the worker.
  if (service.isBusy && performance.now() - started > PATIENCE_MS) service.cancel();
  started = performance.now();
  const [mine, source, settings] = [++number, editor.text, options()];
  let result;
  try {
    result = await service.request("compile", source, { ...settings, reflect: true });
  } catch (error) {
    if (!(error instanceof Cancelled)) fail(error);
    return;
  }
  if (mine !== number) return;
  compiled = { ...result, source, options: settings };
  showDiagnostics(result);
  showStatus(result);
  runs.update(compiled);
  await refresh();
  if (!performance.getEntriesByName("first-result").length) performance.mark("first-result");
}

/** Fills the visible tab from the last compilation. */
async function refresh() {
  if (!compiled) return;
  await outputs.show(tabs.current, compiled).catch((error) => error instanceof Cancelled || fail(error));
}

function fail(error) {
  byId("status").textContent = `Error: ${error.message}`;
}

function showStatus({ ok, output, milliseconds, reflection }) {
  byId("language").textContent = editor.language;
  const time = `${milliseconds < 10 ? milliseconds.toFixed(1) : Math.round(milliseconds)} ms`;
  const size = ok ? `${output.length.toLocaleString("en")} bytes of SPIR-V ${reflection.spirv_version}` : "not compiled";
  byId("status").textContent = `${size} · ${time}`;
  const download = byId("download");
  URL.revokeObjectURL(download.href);
  download.removeAttribute("href");
  download.setAttribute("aria-disabled", String(!ok));
  if (ok) download.href = URL.createObjectURL(new Blob([output], { type: "application/octet-stream" }));
}

function showDiagnostics({ diagnostics }) {
  editor.show(diagnostics);
  const errors = diagnostics.filter((one) => one.severity === "error").length;
  const warnings = diagnostics.length - errors;
  const count = (n, word) => n > 0 && `${n} ${word}${n > 1 ? "s" : ""}`;
  const summary = [count(errors, "error"), count(warnings, "warning")].filter(Boolean).join(", ") || "none";
  const tag = byId("counts");
  if (tag.textContent !== summary) byId("announce").textContent = `Diagnostics: ${summary}`;
  tag.textContent = summary;
  tag.dataset.severity = errors ? "error" : warnings ? "warning" : "";
  byId("diagnostics").replaceChildren(...diagnostics.map(problem));
}

/** An entry in the list of diagnostics. A click on it moves the cursor to its location. */
function problem(one) {
  const place = one.line === null ? "" : `${one.line}:${one.column}`;
  const notes = [...one.notes, one.help && `help: ${one.help}`].filter(Boolean);
  const button = element("button", { type: "button", className: "problem" },
    element("span", { className: "place", textContent: place }),
    element("span", { className: "code", textContent: one.code }),
    element("span", {},
      element("span", { className: "visually-hidden", textContent: `${one.severity}: ` }),
      one.message,
      notes.map((note) => element("span", { className: "note", textContent: note }))));
  button.addEventListener("click", () => editor.goTo(one.line ?? 1, one.column ?? 1));
  return element("li", { "data-severity": one.severity }, button);
}

/** Loads an example with its inputs. */
function open(example) {
  target.value = example.target ?? "vulkan1.2";
  bindings.value = example.bindings ?? "";
  more.value = example.options ?? "";
  runs.restore(example.run);
  editor.text = example.source;
  compile();
}

async function share() {
  const state = { source: editor.text, target: target.value, level: level.value, bindings: bindings.value, options: more.value, run: runs.state(), tab: tabs.current };
  history.replaceState(null, "", await encode(state));
  const copied = await navigator.clipboard?.writeText(location.href).then(() => true, () => false);
  byId("status").textContent = copied ? "Link copied" : "The link is in the address bar";
}

/** Restores the state from a link; throws if it is malformed. */
function restore(state) {
  if (!state) return null;
  const of = (select, value, fallback) => { select.value = [...select.options].some((one) => one.value === value) ? value : fallback; };
  of(target, state.target, "vulkan1.2");
  of(level, state.level, "full");
  of(bindings, state.bindings, "");
  more.value = String(state.options ?? "");
  runs.restore(state.run);
  editor.text = state.source;
  return state;
}

/** Starts with the state in the address, or with the first example. */
async function start() {
  chosen.append(element("option", { value: "", textContent: "Choose…", hidden: true }));
  for (const group of new Set(examples.map((example) => example.group))) {
    const members = examples.filter((example) => example.group === group);
    chosen.append(element("optgroup", { label: group },
      members.map((example) => element("option", { value: example.name, textContent: example.name }))));
  }
  const state = await decode(location.hash).then(restore).catch(() => {
    byId("problem").textContent = "The link is damaged; this is an example.";
    return null;
  });
  tabs.select("spirv");
  if (state) {
    chosen.value = "";
    tabs.select(state.tab);
    await compile();
  } else {
    chosen.value = examples[0].name;
    open(examples[0]);
  }
  const about = await service.request("about");
  byId("version").textContent = `nvc ${about.version}`;
}

chosen.addEventListener("change", () => open(examples.find((example) => example.name === chosen.value)));
target.addEventListener("change", compile);
level.addEventListener("change", compile);
bindings.addEventListener("change", compile);
more.addEventListener("input", edited);
document.addEventListener("keydown", (event) => {
  if (event.key !== "Enter" || !(event.ctrlKey || event.metaKey)) return;
  event.preventDefault();
  tabs.select("run");
  runs.run();
}, { capture: true });
byId("share").addEventListener("click", share);
window.addEventListener("hashchange", () => location.reload());
makeTheme(byId("theme"));
makeSplitter(byId("splitter"), document.querySelector("main"));

if ("serviceWorker" in navigator && window.isSecureContext) {
  navigator.serviceWorker.register("sw.js").then(() => navigator.serviceWorker.ready).then(
    () => { byId("offline").textContent = "· works offline"; },
    () => { /* Without the service worker, the page works only online. */ },
  );
}
await start();
