// The lanes of a warp over time: a row per instruction, a cell per lane, arrows where values move between lanes.
import { element, svg } from "./dom.js";

const LANES = 32;
/** In pixels: the width of a lane's column, the size of its cell, the height of a row, and that of a row with arrows. */
const [WIDTH, CELL, ROW, TALL] = [13, 10, 16, 50];
/** Number of rows that are drawn at first, and of those that each press of the button adds. */
const PORTION = 250;

export class WarpGrid {
  #goTo;
  #trace = null;
  #drawn = 0;
  #chosen = null;
  /** The description of the chosen step, which screen readers announce, and its values. */
  #words = element("p", { "aria-live": "polite" });
  #values = element("div", {});

  constructor(panel, goTo) {
    this.#goTo = goTo;
    this.table = element("table", { className: "warp" });
    this.more = element("button", { type: "button", textContent: "Show more", hidden: true });
    this.more.addEventListener("click", () => this.#draw());
    this.notes = element("div", {});
    this.frame = element("div", { className: "scroll" }, this.notes, legend(), this.table, this.more);
    this.detail = element("section", { className: "detail", "aria-label": "Values of the chosen step", tabindex: "0" },
      this.#words, this.#values);
    panel.append(this.frame, this.detail);
    this.table.addEventListener("keydown", (event) => this.#key(event));
    this.clear("");
  }

  clear(text) {
    this.show({ steps: [], lane: 0 }, "", text ? [element("p", { className: "dim", textContent: text })] : []);
  }

  show(trace, source, notes = []) {
    this.#trace = { ...trace, lines: source.split("\n") };
    this.#drawn = 0;
    this.#chosen = null;
    this.notes.replaceChildren(...notes);
    this.detail.hidden = trace.steps.length === 0;
    this.frame.querySelector(".legend").hidden = trace.steps.length === 0;
    this.#words.replaceChildren(element("span", { className: "dim", textContent: "Choose a step to see the values of its lanes." }));
    this.#values.replaceChildren();
    this.table.replaceChildren();
    if (trace.steps.length) {
      this.table.append(
        element("caption", { className: "visually-hidden", textContent: "Instructions of the warp in order, each with its active lanes" }),
        element("thead", {}, element("tr", {}, element("th", { scope: "col", textContent: "Instruction" }), element("th", { scope: "col" }, numbers()))));
      this.body = element("tbody", {});
      this.table.append(this.body);
    }
    this.#draw();
  }

  #draw() {
    const { steps } = this.#trace;
    const end = Math.min(steps.length, this.#drawn + PORTION);
    for (let at = this.#drawn; at < end; at++) this.body.append(...this.#rows(at));
    this.#drawn = end;
    this.more.hidden = end === steps.length;
    this.more.textContent = `Show more (${steps.length - end} left)`;
  }

  /** The row of a step. A row with the source line precedes it if the previous step has another line. */
  #rows(at) {
    const { steps, lines, lane } = this.#trace;
    const step = steps[at];
    const button = element("button", { type: "button", className: "step", textContent: short(step.text), title: step.text, "aria-pressed": "false" });
    button.addEventListener("click", () => this.#choose(at, button));
    const row = element("tr", {}, element("th", { scope: "row" }, button), element("td", {}, picture(step, lane)));
    if (step.line === null || step.line === steps[at - 1]?.line) return [row];
    const text = `${step.line}: ${(lines[step.line - 1] ?? "").trim()}`;
    return [element("tr", {}, element("td", { className: "statement", colSpan: 2, textContent: text })), row];
  }

  #choose(at, button) {
    this.#chosen?.setAttribute("aria-pressed", "false");
    this.#chosen = button;
    button.setAttribute("aria-pressed", "true");
    button.closest("tr").scrollIntoView({ block: "nearest" });
    const step = this.#trace.steps[at];
    if (step.line !== null) this.#goTo(step.line, 1, { focus: false });
    this.#words.replaceChildren(element("code", { textContent: step.text }), ` — ${activity(step)}`);
    this.#values.replaceChildren(
      step.result ? values(step) : element("p", { className: "dim", textContent: "The instruction has no result." }));
  }

  /** The arrow keys move from step to step. */
  #key(event) {
    if (event.key !== "ArrowDown" && event.key !== "ArrowUp") return;
    const buttons = [...this.table.querySelectorAll(".step")];
    const at = buttons.indexOf(document.activeElement);
    const next = buttons[at + (event.key === "ArrowDown" ? 1 : -1)];
    if (at < 0 || !next) return;
    event.preventDefault();
    next.focus();
    next.click();
  }
}

const has = (mask, lane) => (mask >>> lane & 1) === 1;
const all = Array.from({ length: LANES }, (_, lane) => lane);
const centre = (lane) => lane * WIDTH + WIDTH / 2;

/** The lanes of a mask as text: `0 to 3, 8`. */
function ranges(mask) {
  const out = [];
  for (let lane = 0; lane < LANES; lane++) {
    if (!has(mask, lane)) continue;
    const first = lane;
    while (lane + 1 < LANES && has(mask, lane + 1)) lane++;
    out.push(first === lane ? `${first}` : `${first} to ${lane}`);
  }
  return out.join(", ") || "none";
}

/** Describes the active lanes of a step. */
function activity({ active, all: exist }) {
  return active === exist ? `all lanes active (${ranges(active)})` : `active: ${ranges(active)}; of ${ranges(exist)}`;
}

/** Describes a step: the alternative text of its picture. */
function summary(step) {
  const { sources } = step;
  if (!sources) return activity(step);
  return `${activity(step)}; reads: ${sources.flatMap((from, lane) => (from === null ? [] : [`${lane} from ${from}`])).join(", ")}`;
}

/** An instruction without the type of its result. */
const short = (text) => text.replace(/^(v\d+(?: "[^"]*")?): .*? = /, "$1 = ");

/** Whether an instruction looks at other lanes without moving their values: votes, ballots, reductions. */
const crosses = (text) => /\b(?:nv|subgroup)\.\w+/.test(text);

function picture(step, traced) {
  const { sources, active } = step;
  const height = sources ? TALL : ROW;
  const top = height - ROW + (ROW - CELL) / 2;
  const kind = sources || crosses(step.text) ? "lane-warp" : "lane-on";
  const cells = all.map((lane) => {
    const name = has(active, lane) ? kind : has(step.all, lane) ? "lane-off" : "lane-none";
    return svg("rect", { x: centre(lane) - CELL / 2, y: top, width: CELL, height: CELL, rx: 2, class: name });
  });
  // The arrow of the traced lane is drawn last, so that no other covers it.
  const order = [...all.filter((lane) => lane !== traced), traced];
  const arrows = sources ? order.flatMap((lane) => (sources[lane] === null ? [] : arrow(sources[lane], lane, top, lane === traced))) : [];
  const mark = svg("rect", { x: centre(traced) - WIDTH / 2 + 0.5, y: top - 2.5, width: WIDTH - 1, height: CELL + 5, rx: 3, class: "lane-none" });
  return svg("svg", { width: LANES * WIDTH, height, viewBox: `0 0 ${LANES * WIDTH} ${height}`, role: "img", "aria-label": summary(step) },
    arrows, mark, cells);
}

/** A curve from a lane above to a lane below. */
function arrow(from, to, bottom, isChosen) {
  const [x, y, end] = [centre(from), 5, bottom - 3];
  const middle = (y + end) / 2;
  return [
    svg("circle", { cx: x, cy: y - 2, r: isChosen ? 2.6 : 1.6, class: "arrow-head" }),
    svg("path", { d: `M${x} ${y}C${x} ${middle} ${centre(to)} ${middle} ${centre(to)} ${end}`, class: isChosen ? "arrow chosen" : "arrow" }),
    svg("path", { d: `M${centre(to) - 2.5} ${end - 2}h5l-2.5 4z`, class: "arrow-head" }),
  ];
}

/** The header with the lane numbers. */
function numbers() {
  const texts = all.map((lane) => {
    const text = svg("text", { x: centre(lane), y: 10, class: "lane-text" });
    text.textContent = String(lane);
    return text;
  });
  return svg("svg", { width: LANES * WIDTH, height: 13, viewBox: `0 0 ${LANES * WIDTH} 13`, role: "img", "aria-label": "Lanes 0 to 31" }, texts);
}

/** The result in each lane. */
function values({ result, sources, all: exist }) {
  const cells = all.filter((lane) => has(exist, lane)).map((lane) => {
    const value = result.values[lane];
    const from = sources?.[lane];
    return element("span", { className: value === null ? "off" : "" }, element("b", { textContent: String(lane) }), value ?? "inactive",
      from !== null && from !== undefined && element("span", { className: "dim", textContent: ` ←${from}` }));
  });
  return element("div", { className: sources ? "values wide" : "values" }, cells);
}

function legend() {
  const cell = (name) => svg("svg", { width: CELL + 2, height: CELL + 2, "aria-hidden": "true" },
    svg("rect", { x: 1, y: 1, width: CELL, height: CELL, rx: 2, class: name }));
  return element("div", { className: "legend", style: "margin-bottom:8px" },
    element("span", {}, cell("lane-on"), "active"),
    element("span", {}, cell("lane-warp"), "active, across lanes"),
    element("span", {}, cell("lane-off"), "inactive"),
    element("span", {}, cell("lane-none"), "no invocation; framed: the chosen one"));
}
