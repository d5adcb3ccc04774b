// Builds the page: `node build.mjs PACKAGE OUT`, where PACKAGE is the built npm package. The same input gives the same bytes.
import { createHash } from "node:crypto";
import { cp, mkdir, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import * as esbuild from "esbuild";

/** Maximum of the compressed bytes that a first visit downloads. */
const LIMIT = 2_000_000;

const here = fileURLToPath(new URL(".", import.meta.url));
const [pkg, out] = process.argv.slice(2).map((path) => resolve(path));

/** The examples with their sources. */
async function examples() {
  const list = JSON.parse(await readFile(join(here, "examples.json"), "utf8"));
  return Promise.all(list.map(async ({ file, ...example }) => ({
    ...example,
    source: await readFile(join(here, "..", file), "utf8"),
  })));
}

/** Resolves the modules that are not files of `src`: the examples and the npm package. */
const made = {
  name: "made",
  setup(build) {
    build.onResolve({ filter: /examples\.gen\.js$/ }, () => ({ path: "examples", namespace: "made" }));
    build.onLoad({ filter: /.*/, namespace: "made" }, async () => ({
      contents: `export default ${JSON.stringify(await examples())};`,
      loader: "js",
    }));
    build.onResolve({ filter: /^nvc-wasm$/ }, () => ({ path: join(pkg, "index.js") }));
  },
};

await rm(out, { recursive: true, force: true });
await mkdir(out, { recursive: true });
await esbuild.build({
  entryPoints: ["main.js", "worker.js"].map((name) => join(here, "src", name)),
  outdir: out,
  bundle: true,
  format: "esm",
  target: ["chrome110", "firefox115", "safari16.4"],
  minify: true,
  legalComments: "none",
  plugins: [made],
});
await esbuild.build({ entryPoints: [join(here, "src/style.css")], outdir: out, minify: true, external: ["icon.svg"], bundle: true });
for (const name of ["index.html", "icon.svg"]) await cp(join(here, "src", name), join(out, name));
await cp(join(pkg, "nvc_wasm_bg.wasm"), join(out, "nvc_wasm_bg.wasm"));

// The service worker contains the names and a hash of the files, so that browsers reload them when one changes.
const files = (await readdir(out)).sort();
const hash = createHash("sha256");
for (const file of files) hash.update(file).update(await readFile(join(out, file)));
const worker = await readFile(join(here, "src/sw.js"), "utf8");
const values = { VERSION: hash.digest("hex").slice(0, 16), FILES: ["./", ...files] };
const header = Object.entries(values).map(([name, value]) => `const ${name} = ${JSON.stringify(value)};\n`).join("");
await writeFile(join(out, "sw.js"), header + worker);

let sum = 0;
for (const file of [...files, "sw.js"]) {
  const bytes = await readFile(join(out, file));
  const packed = gzipSync(bytes, { level: 9 }).length;
  sum += packed;
  console.log(`${file.padEnd(20)} ${kb(bytes.length)} ${kb(packed)} compressed`);
}
console.log(`${"all".padEnd(20)} ${" ".repeat(11)} ${kb(sum)} compressed (limit ${kb(LIMIT).trim()})`);
if (sum > LIMIT) {
  console.error("error: the page is larger than its limit allows");
  process.exitCode = 1;
}

function kb(bytes) {
  return `${(bytes / 1000).toFixed(1).padStart(8)} kB`;
}
