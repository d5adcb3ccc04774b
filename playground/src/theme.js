// Light and dark colours: those of the system, unless the switch has been used.

const KEY = "nvc-theme";
const prefersDark = matchMedia("(prefers-color-scheme: dark)");

export function makeTheme(button) {
  const dark = () => (read() ?? (prefersDark.matches ? "dark" : "light")) === "dark";
  const apply = () => {
    document.documentElement.dataset.theme = dark() ? "dark" : "light";
    button.setAttribute("aria-pressed", String(dark()));
  };
  button.addEventListener("click", () => {
    write(dark() ? "light" : "dark");
    apply();
  });
  prefersDark.addEventListener("change", apply);
  apply();
}

// Storage may be disabled.
function read() {
  try { return localStorage.getItem(KEY); } catch { return null; }
}

function write(value) {
  try { localStorage.setItem(KEY, value); } catch { document.documentElement.dataset.theme = value; }
}
