// The tabs with the compiler's outputs: SPIR-V text, IR after each pass, WGSL, reflection.
import { element, field, select } from "./dom.js";
import { Viewer } from "./editor.js";
import { ir, json, plain, spirv, wgsl } from "./languages.js";
import { Cancelled } from "./service.js";

const TITLES = { spirv: "SPIR-V", ir: "IR", wgsl: "WGSL", reflection: "Reflection" };

/** What to show in place of an output for which the compiler failed with an internal error. */
function told(error) {
  if (error instanceof Cancelled) throw error;
  return [`error: ${error.message}\n`, plain];
}

export class Outputs {
  #service;
  #viewers = new Map();
  /** What each tab shows, so that choosing a tab twice compiles once. */
  #shown = new Map();
  #dumps = [];
  #passes = null;

  constructor(tabs, service) {
    this.#service = service;
    for (const [id, title] of Object.entries(TITLES)) {
      const panel = tabs.add(id, title);
      if (id === "ir") panel.append(this.#passBar());
      const place = element("div", { className: "viewer" });
      panel.append(place);
      this.#viewers.set(id, new Viewer(place, title));
    }
  }

  /** Fills a tab from a compilation. */
  async show(id, compiled) {
    if (!this.#viewers.has(id) || this.#shown.get(id) === compiled) return;
    this.#shown.set(id, compiled);
    const [text, language] = compiled.ok || id === "ir" ? await this[id](compiled).catch(told) : [compiled.report, plain];
    // Meanwhile, a newer compilation may have taken over the tab.
    if (this.#shown.get(id) === compiled) this.#viewers.get(id).show(text, language);
  }

  /** Compiles again, to another output. */
  #compile({ source, options }, more) {
    return this.#service.request("compile", source, { ...options, ...more });
  }

  async spirv(compiled) {
    const { output } = await this.#compile(compiled, { emit: "spvasm" });
    return [output, spirv];
  }

  async wgsl(compiled) {
    const { ok, output, report } = await this.#compile(compiled, { emit: "wgsl" });
    return ok ? [output, wgsl] : [report, plain];
  }

  async reflection({ reflection }) {
    return [`${JSON.stringify(reflection, null, 2)}\n`, json];
  }

  async ir(compiled) {
    const { passes } = await this.#service.request("about");
    const { dumps, report } = await this.#compile(compiled, { passes: ["built", ...passes] });
    this.#dumps = dumps;
    this.#fillPasses();
    const dump = dumps[Number(this.#passes.value)];
    return dump ? [dump.text, ir] : [report, plain];
  }

  /** The bar in which the reader chooses a pass. */
  #passBar() {
    this.#passes = select([], undefined);
    const step = (by) => () => {
      const to = this.#passes.selectedIndex + by;
      if (to < 0 || to >= this.#passes.length) return;
      this.#passes.selectedIndex = to;
      this.#showDump();
    };
    const button = (title, label, by) => {
      const made = element("button", { type: "button", textContent: title, "aria-label": label });
      made.addEventListener("click", step(by));
      return made;
    };
    this.#passes.addEventListener("change", () => this.#showDump());
    return element("div", { className: "bar controls" },
      field("After pass", this.#passes),
      button("‹", "Previous pass", -1),
      button("›", "Next pass", 1),
      element("span", { className: "hint", textContent: "Passes that changed nothing are not listed" }));
  }

  /** Lists the front end's output and the passes that changed something; keeps the chosen pass if it is still listed. */
  #fillPasses() {
    const chosen = this.#passes.selectedOptions[0]?.textContent;
    const changed = this.#dumps.map((dump, at) => ({ at, ...dump })).filter(({ at, text }) => at === 0 || text !== this.#dumps[at - 1].text);
    const seen = new Map();
    const options = changed.map(({ at, pass }) => {
      const times = (seen.get(pass) ?? 0) + 1;
      seen.set(pass, times);
      const title = pass === "built" ? "front end" : pass;
      return element("option", { value: at, textContent: times > 1 ? `${title} (${times})` : title });
    });
    this.#passes.replaceChildren(...options);
    const same = options.find((option) => option.textContent === chosen) ?? options.at(-1);
    if (same) same.selected = true;
  }

  #showDump() {
    const dump = this.#dumps[Number(this.#passes.value)];
    if (dump) this.#viewers.get("ir").show(dump.text, ir);
  }
}
