// The trace of an invocation: its instructions with operands and results, grouped by source line.
import { element } from "./dom.js";

/** The table of the steps in which the traced lane was active. */
export function traceTable({ steps, lane }, source, goTo) {
  const lines = source.split("\n");
  const table = element("table", { className: "steps" },
    element("caption", { className: "visually-hidden", textContent: "Instructions of the invocation, in order" }));
  let body;
  let line = null;
  steps.forEach((step, at) => {
    if (!(step.active >>> lane & 1)) return;
    if (!body || step.line !== line) {
      line = step.line;
      body = element("tbody", {});
      if (line !== null) body.append(statement(line, lines, goTo));
      table.append(body);
    }
    const operands = step.operands.map(({ name, values }) => `${name} = ${values[lane]}`).join(", ");
    const result = step.result?.values[lane];
    const from = step.sources?.[lane];
    body.append(element("tr", {},
      element("td", { textContent: String(at) }),
      element("td", {}, step.text, operands && element("span", { className: "operands", textContent: `  ; ${operands}` })),
      element("td", { className: "result", textContent: result ?? "" },
        from !== undefined && from !== null && element("span", { className: "dim", textContent: ` from lane ${from}` }))));
  });
  return table;
}

/** A heading with a line of the source. A click on it moves the cursor there. */
function statement(line, lines, goTo) {
  const button = element("button", { type: "button", textContent: `${line}: ${(lines[line - 1] ?? "").trim()}` });
  button.addEventListener("click", () => goTo(line));
  return element("tr", {}, element("th", { colSpan: 3, scope: "rowgroup" }, button));
}
