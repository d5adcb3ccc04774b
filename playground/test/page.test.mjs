// Tests of the built page in headless Chromium: `NVC_PAGE=FOLDER node --test page.test.mjs`. With NVC_SCREENSHOTS=FOLDER they
// write pictures. CHROMIUM is the browser, `chromium` if absent.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { after, afterEach, before, test } from "node:test";
import { deflateRawSync } from "node:zlib";
import { chromium } from "playwright-core";
import { serve } from "../serve.mjs";

/** Time limit from the navigation to the first result. */
const FIRST_RESULT_MS = 1000;

const require = createRequire(import.meta.url);
const AXE = readFileSync(require.resolve("axe-core/axe.min.js"), "utf8");
const FLAGS = ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking",
  "--disable-component-update", "--disable-sync"];
const pictures = process.env.NVC_SCREENSHOTS;

let server, url, browser, context, page;
const problems = [];

before(async () => {
  server = await serve(process.env.NVC_PAGE);
  url = `http://localhost:${server.address().port}/`;
  const executablePath = process.env.CHROMIUM ?? execFileSync("sh", ["-c", "command -v chromium"], { encoding: "utf8" }).trim();
  // Playwright makes an empty profile for each start, and passes --headless and --user-data-dir.
  browser = await chromium.launch({ executablePath, headless: true, args: FLAGS });
  if (pictures) mkdirSync(pictures, { recursive: true });
});

after(async () => {
  await browser?.close();
  server?.close();
});

afterEach(async () => {
  await close();
  assert.deepEqual(problems.splice(0), [], "the page throws nothing and logs no error");
});

/** Opens the page in a profile of its own and waits for its first result. */
async function open({ fragment = "", ...options } = {}) {
  await close();
  context = await browser.newContext({ viewport: { width: 1280, height: 800 }, ...options });
  page = await context.newPage();
  page.setDefaultTimeout(15_000);
  page.on("pageerror", (error) => problems.push(String(error)));
  page.on("console", (message) => message.type() === "error" && problems.push(message.text()));
  await page.goto(url + fragment);
}

async function close() {
  await context?.close();
  context = null;
}

async function openCompiled(options) {
  await open(options);
  await compiled();
}

const compiled = () => page.waitForFunction(() => performance.getEntriesByName("first-result").length > 0);
const tab = (name) => page.getByRole("tab", { name, exact: true });
const button = (name) => page.locator("button:not([role=tab]):visible", { hasText: new RegExp(`^${name}$`) });
const picture = async (name) => pictures && page.screenshot({ path: join(pictures, `${name}.png`) });
const output = (id) => page.locator(`#panel-${id} .cm-content`);
const contains = (locator, text) => locator.filter({ hasText: text }).first().waitFor();
const content = (name) => page.getByRole("region", { name: `Content of ${name}` });
const fillOf = (name) => page.getByRole("combobox", { name: `Content of ${name}` });

/** Replaces the source, and waits until it has been compiled. */
async function type(text, status = "bytes of SPIR-V") {
  await page.evaluate(() => { document.getElementById("status").textContent = ""; });
  await page.locator("#editor .cm-content").fill(text);
  await contains(page.locator("#status"), status);
}

async function example(name) {
  await page.evaluate(() => { document.getElementById("status").textContent = ""; });
  await page.getByLabel("Example").selectOption(name);
  await contains(page.locator("#status"), "bytes of SPIR-V");
}

const SOURCE = `#version 460
layout(local_size_x = 4) in;
layout(std430, binding = 0) buffer Words { uint words[]; };
void main() { words[gl_GlobalInvocationID.x] *= 3u; }
`;

test("the first result comes within a second", async () => {
  const times = [];
  for (let round = 0; round < 5; round++) {
    await openCompiled();
    times.push(await page.evaluate(() => performance.getEntriesByName("first-result")[0].startTime));
    await contains(output("spirv"), "OpGroupNonUniformShuffle");
    await contains(page.locator("#offline"), "works offline");
    await picture("start");
  }
  const best = Math.min(...times);
  console.log(`first result: ${times.map((time) => `${Math.round(time)} ms`).join(", ")} (limit ${FIRST_RESULT_MS} ms for the best)`);
  assert.ok(best < FIRST_RESULT_MS, `${best} ms`);
});

test("every example compiles and runs, and every output form has text", async () => {
  await openCompiled();
  const names = await page.locator("#example option:not([hidden])").allTextContents();
  assert.ok(names.length >= 10);
  for (const name of names) {
    await example(name);
    assert.equal(await page.locator("#diagnostics [data-severity=error]").count(), 0, name);
    await tab("Run").click();
    await button("Run").click();
    await contains(page.locator("#panel-run [role=status]"), /steps|Failed/);
    assert.deepEqual(await page.locator("#panel-run .message.error").allTextContents(), [], name);
  }
  await example(names[0]);
  await tab("SPIR-V").click();
  await contains(output("spirv"), "OpGroupNonUniformShuffle");
  await tab("IR").click();
  await contains(output("ir"), "module");
  await page.getByLabel("After pass").selectOption({ label: "front end" });
  await contains(output("ir"), "module built");
  await picture("ir");
  await tab("WGSL").click();
  await contains(output("wgsl"), "@compute");
  await tab("Reflection").click();
  await contains(output("reflection"), '"workgroup_size"');
});

test("an error is underlined, listed and leads to its place", async () => {
  await openCompiled();
  await type(SOURCE.replace("*= 3u", "*= factor"), "not compiled");
  await contains(page.locator("#counts"), "1 error");
  await page.locator("#editor .cm-lintRange-error").waitFor();
  const entry = page.locator("#diagnostics button");
  assert.match(await entry.innerText(), /4:49[\s\S]*N0201[\s\S]*`factor` is not declared/);
  assert.match(await page.locator("#announce").textContent(), /1 error/);
  await contains(output("spirv"), "error[N0201]");
  await picture("error");
  await entry.click();
  assert.equal(await page.evaluate(() => document.activeElement.closest("#editor") !== null), true);
  await type(SOURCE);
  await contains(page.locator("#counts"), "none");
  await contains(output("spirv"), "OpIMul");
});

test("a program runs on its inputs, and a wrong input is explained", async () => {
  await openCompiled();
  await type(SOURCE);
  await tab("Run").click();
  await button("Run").click();
  await content("Words").waitFor();
  assert.deepEqual((await content("Words").locator("td").allTextContents()).slice(0, 4), ["0", "3", "6", "9"]);
  await fillOf("Words").selectOption("list");
  await page.getByLabel("Values of Words").fill("10, 20, 30, 40");
  await button("Run").click();
  await page.waitForFunction(() => document.querySelector(".dump td")?.textContent === "30");
  await page.getByLabel("Values of Words").fill("10, twenty");
  await button("Run").click();
  await contains(page.getByRole("alert"), "“twenty” is not a number");
});

test("an image runs too", async () => {
  await openCompiled();
  await example("Game of life on an image");
  await tab("Run").click();
  await button("Run").click();
  const board = page.getByRole("region", { name: /finalBoard/ });
  await board.waitFor();
  const words = await board.locator("td").allTextContents();
  assert.ok(words.some((word) => word !== "0"), "the board has living cells");
});

test("a run that does not end can be cancelled while the page answers", async () => {
  await openCompiled();
  await type(SOURCE.replace("{ words", "{ for (uint i = 0u; i < 4000000000u; ++i) words"));
  await tab("Run").click();
  const status = page.locator("#panel-run [role=status]");
  await button("Run").click();
  await contains(status, "Running");
  await button("Cancel").click();
  await contains(status, "Cancelled");
  await type(SOURCE);
  await button("Run").click();
  await content("Words").waitFor();
});

test("a trace and the lanes of its warp are shown", async () => {
  await openCompiled();
  await tab("Run").click();
  await button("Run").click();
  await content("Output").waitFor();
  await picture("run");
  await tab("Trace").click();
  await page.locator("#panel-trace").getByLabel("Invocation", { exact: true }).fill("3");
  await button("Trace").click();
  await contains(page.locator("#panel-trace .steps"), "from lane 19");
  await picture("trace");
  await tab("Warp").click();
  const rows = page.locator("#panel-warp tbody tr:has(svg)");
  assert.ok(await rows.count() > 30);
  const shuffle = rows.filter({ hasText: "shuffle" }).first();
  assert.equal(await shuffle.locator("path.arrow").count(), 32);
  assert.match(await shuffle.locator("svg").getAttribute("aria-label"), /reads: 0 from 16, 1 from 17/);
  await shuffle.locator("button").click();
  await contains(page.locator("#panel-warp .detail"), "←19");
  await picture("warp");
  const store = rows.filter({ hasText: "store" }).last();
  assert.match(await store.locator("svg").getAttribute("aria-label"), /^active: 0; of 0 to 31/);
  assert.equal(await store.locator(".lane-off").count(), 31);
});

test("a link holds source, options and inputs", async () => {
  await openCompiled();
  await type(SOURCE.replace("3u", "FACTOR"), "not compiled");
  await page.getByLabel("Options", { exact: true }).fill("define=FACTOR=5u");
  await contains(page.locator("#status"), "bytes of SPIR-V");
  await page.getByLabel("Target").selectOption("vulkan1.1");
  await tab("Run").click();
  await fillOf("Words").selectOption("constant");
  await button("Copy link").click();
  await page.waitForFunction(() => location.hash.startsWith("#s="));
  const fragment = await page.evaluate(() => location.hash);
  await openCompiled({ fragment });
  assert.equal(await page.getByLabel("Target").inputValue(), "vulkan1.1");
  assert.equal(await tab("Run").getAttribute("aria-selected"), "true");
  assert.equal(await fillOf("Words").inputValue(), "constant");
  assert.equal(await page.getByLabel("Options", { exact: true }).inputValue(), "define=FACTOR=5u");
  await contains(page.locator("#editor .cm-content"), "*= FACTOR");
  const packed = (state) => `#s=${deflateRawSync(JSON.stringify(state)).toString("base64url")}`;
  const wrong = ["#s=damaged", packed({ source: 1 }), packed({ source: SOURCE, run: { groups: 7 } })];
  for (const fragment of wrong) {
    await open({ fragment });
    await contains(page.locator("#problem"), "The link is damaged");
    await compiled();
    await contains(page.locator("#status"), "bytes of SPIR-V");
  }
});

test("the page reloads without a network", async () => {
  await openCompiled();
  await contains(page.locator("#offline"), "works offline");
  await context.setOffline(true);
  await page.reload();
  await compiled();
  await contains(output("spirv"), "OpCapability");
});

test("the keyboard alone is enough", async () => {
  await openCompiled();
  const press = async (...keys) => {
    for (const key of keys) await page.keyboard.press(key);
  };
  const focus = () => page.evaluate(() => document.activeElement.id || document.activeElement.className);
  await press("Tab");
  assert.match(await focus(), /skip/);
  // Moves the focus past the header, into the editor, and out of it.
  for (let count = 0; count < 20 && !/cm-content/.test(await focus()); count++) await press("Tab");
  assert.match(await focus(), /cm-content/);
  await press("Control+a");
  await page.keyboard.insertText(SOURCE);
  await contains(page.locator("#editor .cm-content"), "*= 3u");
  await press("Tab");
  assert.equal(await focus(), "splitter");
  await press("ArrowRight");
  assert.equal(await page.locator("#splitter").getAttribute("aria-valuenow"), "46");
  await press("Tab");
  assert.equal(await focus(), "tab-spirv");
  await contains(output("spirv"), "OpIMul");
  await press("ArrowLeft");
  assert.equal(await focus(), "tab-warp");
  await press("ArrowLeft", "ArrowLeft");
  assert.equal(await focus(), "tab-run");
  await press("Control+Enter");
  await content("Words").waitFor();
  await tab("Run").focus();
  // Moves the focus past the work group and invocation to the button.
  await press("End", "Tab", "Tab", "Tab", "Tab", "Tab", "Enter");
  const step = (n) => page.locator("#panel-warp .step").nth(n);
  await step(0).waitFor();
  for (let count = 0; count < 5 && !/step/.test(await focus()); count++) await press("Tab");
  assert.match(await focus(), /step/);
  await press("ArrowDown");
  assert.equal(await step(1).getAttribute("aria-pressed"), "true");
});

test("assistive technology finds no obstacle, in light and dark colours and on a phone", async () => {
  const phone = { viewport: { width: 390, height: 844 } };
  for (const options of [{ colorScheme: "light" }, { colorScheme: "dark" }, { colorScheme: "light", ...phone }]) {
    await openCompiled(options);
    await page.evaluate(AXE);
    const texts = { "SPIR-V": "OpCapability", IR: "module", WGSL: "@compute", Reflection: "resources" };
    for (const name of ["SPIR-V", "IR", "WGSL", "Reflection", "Run", "Trace", "Warp"]) {
      await tab(name).click();
      if (name === "Run" || name === "Trace") await button(name).click();
      // Waits for the contents of the tab, because axe must inspect a page that no longer changes.
      if (name in texts) await contains(page.locator(".panel:visible .cm-content"), texts[name]);
      if (name === "Run") await content("Output").waitFor();
      if (name === "Trace") await page.locator("#panel-trace .steps tr").first().waitFor();
      if (name === "Warp") await page.locator("#panel-warp .step", { hasText: "shuffle" }).first().click();
      const { violations } = await page.evaluate(() => globalThis.axe.run());
      const found = violations.map(({ id, help, nodes }) =>
        `${id}: ${help}: ${nodes.map((node) => `${node.target} ${node.any[0]?.message ?? ""}`).join("; ")}`);
      assert.deepEqual(found, [], `${name}, ${JSON.stringify(options)}`);
    }
    await picture(options.viewport ? "phone-warp" : `warp-${options.colorScheme}`);
  }
});

test("the switch overrides the colours of the system, and is kept", async () => {
  await openCompiled({ colorScheme: "light" });
  const background = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  const light = await background();
  await page.getByRole("button", { name: "Dark colours" }).click();
  const dark = await background();
  assert.notEqual(dark, light);
  await page.reload();
  await compiled();
  assert.equal(await background(), dark);
  await contains(output("spirv"), "OpCapability");
  await picture("dark");
});

test("nothing is wider than a phone", async () => {
  await openCompiled({ viewport: { width: 390, height: 844 } });
  for (const name of ["SPIR-V", "Run", "Warp"]) {
    await tab(name).click();
    assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), 390, name);
  }
  await picture("phone");
});
