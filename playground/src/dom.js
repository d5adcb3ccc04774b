// Functions that create a DOM element with its attributes and children in one expression.

/** Creates an element. Names with a hyphen, and names that are no property of the element, become attributes. */
export function element(name, properties = {}, ...children) {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(properties)) {
    if (value === undefined || value === null) continue;
    if (key.includes("-") || !(key in made)) made.setAttribute(key, value);
    else made[key] = value;
  }
  made.append(...children.flat().filter((child) => child !== null && child !== undefined && child !== false));
  return made;
}

/** Creates an SVG element. */
export function svg(name, attributes = {}, ...children) {
  const made = document.createElementNS("http://www.w3.org/2000/svg", name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  made.append(...children.flat());
  return made;
}

let ids = 0;

/** Creates a control with its label above it. */
export function field(title, control, { hint } = {}) {
  control.id ||= `field-${ids++}`;
  return element("div", { className: "field" }, element("label", { htmlFor: control.id, textContent: title, title: hint }), control);
}

/** Creates a `select` element. Options are values, or pairs of value and title. */
export function select(options, value, properties = {}) {
  const made = element("select", properties, options.map((option) => {
    const [key, title] = [option].flat();
    return element("option", { value: key, textContent: title ?? key });
  }));
  made.value = value;
  return made;
}
