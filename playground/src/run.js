// The tabs that run the program: its memory before and after, the trace of an invocation, the lanes of a warp.
import { element, field, select } from "./dom.js";
import { channels, groupSize, inputs } from "./interface.js";
import { Cancelled, Service } from "./service.js";
import { traceTable } from "./trace.js";
import { ARGUMENTS, bytesOf, fill, FILLS, show, TYPE_NAMES } from "./values.js";
import { WarpGrid } from "./warp.js";

/** Limit of steps in a run. An addition in a whole warp is one step, slower instructions are several. */
const STEPS = 100_000_000;
/** Maximum number of instructions in a trace. */
const TRACE_LIMIT = 2000;
/** Number of buffer elements that are shown at first, and number of elements in a row. */
const [SHOWN, COLUMNS] = [256, 8];

export class RunPanels {
  #page;
  #service;
  #reflection = null;
  /** The inputs that the reader has changed, by name. They are kept when the source changes. */
  #inputs = {};
  #list = [];
  #bars = [];

  constructor(tabs, page) {
    this.#page = page;
    this.#service = new Service(page.module);
    this.#makeRun(tabs.add("run", "Run"));
    this.#makeTrace(tabs.add("trace", "Trace"));
    this.#makeWarp(tabs.add("warp", "Warp"));
    this.restore();
  }

  /** The state that a link contains. */
  state() {
    const { groups, lanes, code, check } = this.#read();
    return { groups, lanes, code, check, inputs: this.#inputs, traced: this.#traced() };
  }

  restore({ groups = [1, 1, 1], lanes = 32, code = "legal", check = true, inputs = {}, traced = {} } = {}) {
    if (groups.length !== 3) throw new TypeError("expected three numbers");
    groups.forEach((n, axis) => { this.groups[axis].value = n; });
    this.lanes.value = lanes;
    this.code.value = code;
    this.check.checked = check;
    this.#inputs = structuredClone(inputs);
    this.#setTraced({ group: [0, 0, 0], local: 0, ...traced });
    this.#list = [];
    this.#clear();
  }

  /** Shows the inputs of a new compilation. */
  update({ ok, reflection }) {
    this.#reflection = ok ? reflection : null;
    for (const button of document.querySelectorAll("[data-runs]")) button.disabled = !ok;
    this.#clear();
    if (ok) this.#showInputs();
  }

  #makeRun(panel) {
    const number = (value, min, max) => element("input", { type: "number", value, min, max });
    this.groups = ["x", "y", "z"].map((axis) => Object.assign(number(1, 1, 65535), { ariaLabel: `Work groups in ${axis}` }));
    this.groups.forEach((input) => input.addEventListener("change", () => this.#showInputs()));
    this.lanes = number(32, 1, 32);
    this.code = select([["legal", "after all passes"], ["built", "from the front end"]], "legal");
    this.check = element("input", { type: "checkbox" });
    this.start = this.#button("Run", "primary", () => this.#run());
    this.cancel = element("button", { type: "button", textContent: "Cancel", disabled: true });
    this.cancel.addEventListener("click", () => this.#service.cancel());
    this.state_ = element("span", { className: "hint", role: "status" });
    this.memory = element("div", { className: "inputs" });
    this.results = element("div", {});
    panel.append(
      element("div", { className: "bar controls" },
        element("div", { className: "field", role: "group", "aria-label": "Work groups" },
          element("span", { className: "dim", textContent: "Groups" }), this.groups),
        field("Lanes", this.lanes), field("Code", this.code), field("Find mistakes", this.check)),
      element("div", { className: "scroll" },
        element("h3", { textContent: "Memory before" }), this.memory,
        element("div", { className: "row", style: "margin-top:12px" }, this.start, this.cancel, this.state_),
        this.results));
  }

  #button(title, className, action) {
    const made = element("button", { type: "button", textContent: title, className, disabled: true, "data-runs": "" });
    made.addEventListener("click", action);
    return made;
  }

  /** The bar in which the reader chooses the traced invocation. Two tabs have one. */
  #traceBar(panel, title) {
    const number = (label) => element("input", { type: "number", min: 0, value: 0, ariaLabel: label });
    const group = ["x", "y", "z"].map((axis) => number(`Work group in ${axis}`));
    const local = number();
    const status = element("span", { className: "hint", role: "status" });
    const bar = { group, local, status };
    this.#bars.push(bar);
    for (const input of [...group, local]) input.addEventListener("change", () => this.#setTraced(this.#traced(bar)));
    panel.append(element("div", { className: "bar controls" },
      element("div", { className: "field", role: "group", "aria-label": "Work group" },
        element("span", { className: "dim", textContent: "Group" }), group),
      field("Invocation", local),
      this.#button(title, "primary", () => this.#trace()), status));
  }

  #traced({ group, local } = this.#bars[0]) {
    return { group: group.map((input) => Number(input.value)), local: Number(local.value) };
  }

  #setTraced({ group, local }) {
    for (const bar of this.#bars) {
      group.forEach((n, axis) => { bar.group[axis].value = n; });
      bar.local.value = local;
    }
  }

  #makeTrace(panel) {
    this.#traceBar(panel, "Trace");
    this.steps = element("div", { className: "scroll" });
    panel.append(this.steps);
  }

  #makeWarp(panel) {
    this.#traceBar(panel, "Trace");
    this.grid = new WarpGrid(panel, this.#page.goTo);
  }

  #clear() {
    this.results.replaceChildren();
    const hint = "Choose an invocation and press Trace. The memory is that of the tab Run.";
    this.steps.replaceChildren(element("p", { className: "dim", textContent: hint }));
    this.grid.clear(hint);
    this.#say("");
  }

  #read() {
    return {
      groups: this.groups.map((input) => Number(input.value)),
      lanes: Number(this.lanes.value),
      code: this.code.value,
      check: this.check.checked,
    };
  }

  #showInputs() {
    if (!this.#reflection) return;
    const { groups } = this.#read();
    this.#list = inputs(this.#reflection, groups);
    const rows = this.#list.flatMap((input) => this.#row(input));
    const none = element("p", { className: "dim", textContent: "The program uses no memory." });
    this.memory.replaceChildren(...(rows.length ? rows : [none]));
  }

  /** The controls of an input: four cells. */
  #row(input) {
    const value = { ...input.value, ...this.#inputs[input.name] };
    input.current = value;
    const change = (key, read) => (event) => {
      value[key] = read(event.target);
      this.#inputs[input.name] = { ...this.#inputs[input.name], [key]: value[key] };
      if (key === "fill") update();
    };
    const name = element("div", { className: "name" }, input.name, element("small", { textContent: input.about }));
    const argument = element("input", { type: "text", value: value.argument ?? "", "aria-label": `Values of ${input.name}` });
    argument.addEventListener("input", change("argument", (target) => target.value));
    if (input.kind === "parameter") return [name, element("span"), element("span"), argument];
    const kind = select(FILLS, value.fill, { "aria-label": `Content of ${input.name}` });
    kind.addEventListener("change", change("fill", (target) => target.value));
    const update = () => {
      argument.style.visibility = value.fill in ARGUMENTS ? "" : "hidden";
      argument.placeholder = ARGUMENTS[value.fill] ?? "";
    };
    update();
    return [name, kind, input.kind === "buffer" ? this.#shape(input, value, change) : this.#texels(input, value, change), argument];
  }

  /** The controls for the element type and count of a buffer. */
  #shape(input, value, change) {
    const type = select(TYPE_NAMES, value.type, { "aria-label": `Element type of ${input.name}` });
    type.addEventListener("change", change("type", (target) => target.value));
    const count = element("input", { type: "number", min: 0, value: value.count, "aria-label": `Elements of ${input.name}` });
    count.addEventListener("change", change("count", (target) => Number(target.value)));
    return element("div", { className: "field" }, type, "×", count);
  }

  /** The controls for the format and size of an image. */
  #texels(input, value, change) {
    const format = select(input.formats, value.format, { "aria-label": `Format of ${input.name}` });
    format.addEventListener("change", change("format", (target) => target.value));
    const size = element("input", { type: "text", value: value.size.join("×"), "aria-label": `Size of ${input.name}`, style: "width:11ch" });
    size.addEventListener("change", change("size", (target) => target.value.split(/[^\d]+/).map(Number)));
    return element("div", { className: "field" }, format, size);
  }

  /** The request for a run. */
  #request(trace) {
    const { groups, lanes, code, check } = this.#read();
    const request = {
      ...this.#page.current().options, groups, lanes, check, built: code === "built", steps: STEPS, allowUnbound: true, trace,
      buffers: {}, values: {}, images: {}, textures: {},
    };
    for (const { name, kind, shape, current } of this.#list) {
      try {
        if (kind === "buffer") request.buffers[name] = fill(current);
        else if (kind === "parameter") request.values[name] = numbers(current.argument);
        else request[`${kind}s`][name] = image(shape, current);
      } catch (error) {
        throw new Error(`${name}: ${error.message}`);
      }
    }
    return request;
  }

  async #execute(trace) {
    this.#busy(true);
    try {
      const request = this.#request(trace);
      const result = await this.#service.request("run", this.#page.current().source, request);
      const steps = `${result.steps.toLocaleString("en")} steps, ${Math.round(result.milliseconds)} ms`;
      this.#say(result.ok ? steps : "Failed");
      return result;
    } catch (error) {
      this.#say(error instanceof Cancelled ? "Cancelled" : "Failed");
      return error instanceof Cancelled ? null : { ok: false, error: error.message, report: "" };
    } finally {
      this.#busy(false);
    }
  }

  #busy(busy) {
    for (const button of document.querySelectorAll("[data-runs]")) button.disabled = busy || !this.#reflection;
    this.cancel.disabled = !busy;
    if (busy) this.#say("Running…");
  }

  #say(text) {
    for (const status of [this.state_, ...this.#bars.map((bar) => bar.status)]) status.textContent = text;
  }

  /** Runs the program, if it compiles and is not running. */
  run() {
    if (!this.start.disabled) this.start.click();
  }

  async #run() {
    const result = await this.#execute();
    if (result) this.results.replaceChildren(...failure(result), ...this.#dumps(result));
  }

  async #trace() {
    const { local, group } = this.#traced();
    const result = await this.#execute({ group, local, limit: TRACE_LIMIT });
    if (!result) return;
    const failed = failure(result);
    const trace = result.trace ?? { steps: [], complete: true, lane: 0 };
    const more = trace.complete ? [] : [note(`Only the first ${TRACE_LIMIT} instructions of the warp are shown.`)];
    const { source } = this.#page.current();
    this.steps.replaceChildren(...failed, ...more, traceTable(trace, source, this.#page.goTo));
    this.grid.show(trace, source, [...failed, ...more]);
  }

  /** The memory after a run. */
  #dumps({ ok, buffers = {}, images = {}, messages = [] }) {
    if (!ok) return [];
    const printed = messages.length ? [element("h3", { textContent: "Printed" }), element("div", { className: "message", textContent: messages.join("\n") })] : [];
    const typed = (name) => this.#list.find((input) => input.name === name)?.current;
    const tables = [
      ...Object.entries(buffers).map(([name, bytes]) => dump(name, bytes, typed(name)?.type ?? "u32")),
      ...Object.entries(images).map(([name, { size, texels }]) => {
        const { type, count } = channels(typed(name)?.format) ?? { type: "u32", count: 1 };
        return dump(`${name} (${size.join("×")})`, texels, type, Math.min(16, size[0] * count));
      }),
    ];
    return [...printed, element("h3", { textContent: "Memory after" }), ...tables.flat()];
  }
}

const note = (text) => element("p", { className: "message", textContent: text });

/** Messages that say why a run failed, and what it found. */
function failure({ error, report }) {
  return [error, report].filter(Boolean).map((text) => element("div", { className: "message error", role: "alert", textContent: text }));
}

function numbers(text) {
  return text.split(/[\s,;]+/).filter(Boolean).map((word) => {
    if (word === "true" || word === "false") return word === "true";
    const value = Number(word);
    if (Number.isNaN(value)) throw new Error(`“${word}” is not a number`);
    return value;
  });
}

/** The texels of an image; channels are filled one after the other. */
function image(shape, { format, size, ...content }) {
  const found = channels(format);
  if (!found) throw new Error(`the page cannot fill the format ${format}`);
  const faces = shape.startsWith("cube") ? 6 : 1;
  const count = size.reduce((product, n) => product * n, 1) * found.count * faces;
  const isScaled = found.scale !== 1 && content.fill === "range";
  const argument = isScaled && !content.argument ? `0..${found.scale}` : content.argument;
  return { shape, format, size, texels: fill({ ...content, argument, type: found.type, count }) };
}

/** A table of the elements of a buffer, with a choice of their type. */
function dump(name, bytes, type, columns = COLUMNS) {
  const table = element("table", { className: "dump" });
  const frame = element("div", { className: "dump-frame", tabindex: "0", role: "region", "aria-label": `Content of ${name}` }, table);
  const all = element("button", { type: "button", textContent: "Show all" });
  let limit = SHOWN;
  const draw = () => {
    const values = show(bytes, kind.value, 0, limit);
    const rows = [];
    for (let at = 0; at < values.length; at += columns) {
      rows.push(element("tr", {}, element("th", { scope: "row", textContent: `${at}` }),
        values.slice(at, at + columns).map((value) => element("td", { textContent: value }))));
    }
    table.replaceChildren(element("caption", { className: "visually-hidden", textContent: `${name} as ${kind.value}` }), element("tbody", {}, rows));
    all.hidden = bytes.length / bytesOf(kind.value) <= limit;
  };
  const kind = select(TYPE_NAMES, type, { "aria-label": `Show ${name} as` });
  kind.addEventListener("change", draw);
  all.addEventListener("click", () => {
    limit = Infinity;
    draw();
  });
  draw();
  const title = element("div", { className: "row", style: "margin:8px 0 4px" },
    element("span", { className: "name", style: "font-family:var(--mono)", textContent: name }),
    element("span", { className: "dim", textContent: `${bytes.length.toLocaleString("en")} bytes` }), kind, all);
  return [title, frame];
}
