// Tabs that follow the ARIA pattern: only the selected tab is in the tab order, and arrow keys select another.

export class Tabs {
  #tabs = new Map();
  #onChange;
  current = null;

  constructor(list, panels, onChange) {
    this.list = list;
    this.panels = panels;
    this.#onChange = onChange;
    list.addEventListener("keydown", (event) => this.#key(event));
  }

  /** Adds a tab; returns its panel. */
  add(id, title) {
    const tab = Object.assign(document.createElement("button"), { id: `tab-${id}`, type: "button", textContent: title });
    tab.setAttribute("role", "tab");
    tab.setAttribute("aria-controls", `panel-${id}`);
    tab.addEventListener("click", () => this.select(id));
    const panel = Object.assign(document.createElement("div"), { id: `panel-${id}`, className: "panel" });
    panel.setAttribute("role", "tabpanel");
    panel.setAttribute("aria-labelledby", tab.id);
    this.list.append(tab);
    this.panels.append(panel);
    this.#tabs.set(id, { tab, panel });
    this.#update();
    return panel;
  }

  select(id, { focus = false } = {}) {
    if (!this.#tabs.has(id)) return;
    this.current = id;
    this.#update();
    if (focus) this.#tabs.get(id).tab.focus();
    this.#onChange(id);
  }

  #update() {
    for (const [id, { tab, panel }] of this.#tabs) {
      const selected = id === this.current;
      tab.setAttribute("aria-selected", String(selected));
      tab.tabIndex = selected ? 0 : -1;
      panel.hidden = !selected;
    }
  }

  #key(event) {
    const ids = [...this.#tabs.keys()];
    const at = ids.indexOf(this.current);
    const next = { ArrowRight: at + 1, ArrowLeft: at - 1 + ids.length, Home: 0, End: ids.length - 1 }[event.key];
    if (next === undefined) return;
    event.preventDefault();
    this.select(ids[next % ids.length], { focus: true });
  }
}
