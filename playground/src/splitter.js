// The separator between source and output, which can be moved with the pointer or with arrow keys.

const [MIN, MAX, STEP] = [20, 80, 2];

export function makeSplitter(splitter, container) {
  const set = (percent) => {
    const value = Math.round(Math.min(MAX, Math.max(MIN, percent)));
    container.style.setProperty("--split", `${value}%`);
    splitter.setAttribute("aria-valuenow", String(value));
  };
  splitter.addEventListener("keydown", (event) => {
    const now = Number(splitter.getAttribute("aria-valuenow"));
    const next = { ArrowLeft: now - STEP, ArrowRight: now + STEP, Home: MIN, End: MAX }[event.key];
    if (next === undefined) return;
    event.preventDefault();
    set(next);
  });
  splitter.addEventListener("pointerdown", (event) => {
    splitter.setPointerCapture(event.pointerId);
    const move = ({ clientX }) => {
      const { left, width } = container.getBoundingClientRect();
      set(((clientX - left) / width) * 100);
    };
    splitter.addEventListener("pointermove", move);
    splitter.addEventListener("lostpointercapture", () => splitter.removeEventListener("pointermove", move), { once: true });
  });
}
