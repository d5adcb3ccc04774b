// Switches between light and dark colours. The system's setting applies until the switch has been used.

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

// The browser may have disabled local storage, in which case access to it throws.
function read() {
  try { return localStorage.getItem(KEY); } catch { return null; }
}

function write(value) {
  try { localStorage.setItem(KEY, value); } catch { document.documentElement.dataset.theme = value; }
}
