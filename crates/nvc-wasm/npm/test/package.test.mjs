// Tests of the built package: `NVC_PACKAGE=FOLDER NVC=COMMAND node --test package.test.mjs`. COMMAND is the native nvc.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { test } from "node:test";
import { fileURLToPath, pathToFileURL } from "node:url";

const root = fileURLToPath(new URL("../../../..", import.meta.url));
const corpus = join(root, "testdata/corpus");
const folder = resolve(process.env.NVC_PACKAGE);
const { load, InternalError } = await import(pathToFileURL(join(folder, "node.js")));
const nvc = await load();

const DOUBLE = `#version 460
layout(local_size_x = 4) in;
layout(std430, binding = 0) buffer Words { uint words[]; };
layout(push_constant) uniform Parameters { uint factor; };
void main() { words[gl_GlobalInvocationID.x] *= factor; }
`;

/** A sample of the programs in the corpus, in both languages. */
function programs() {
  const cases = readdirSync(corpus, { withFileTypes: true }).filter((entry) => entry.isDirectory()).map(({ name }) => name).sort();
  const chosen = cases.filter((_, at) => at % 8 === 0);
  return chosen.flatMap((name) => ["main.comp", "driver.nvcp"].map((file) => join(corpus, name, file)));
}

test("modules are those of the command, byte for byte", () => {
  const list = programs();
  assert.ok(list.length >= 12, `${list.length} programs`);
  const out = mkdtempSync(join(tmpdir(), "nvc-package-"));
  try {
    for (const path of list) {
      const native = join(out, "native.spv");
      execFileSync(process.env.NVC, ["compile", path, "-o", native, "--bindings", "classes", "--no-validate"], { stdio: "pipe" });
      const { ok, output, report } = nvc.compile(readFileSync(path, "utf8"), { name: path, bindings: "classes" });
      assert.ok(ok, report);
      assert.deepEqual(Buffer.from(output), readFileSync(native), path);
    }
  } finally {
    rmSync(out, { recursive: true });
  }
});

test("all errors of a source are reported, with their places", () => {
  const { ok, output, diagnostics, report } = nvc.compile(DOUBLE.replace("*= factor;", "= first; words[1] = second;"));
  assert.equal(ok, false);
  assert.equal(output, null);
  const [first] = diagnostics;
  assert.deepEqual([first.severity, first.line, first.file], ["error", 5, "shader"]);
  assert.match(first.code, /^N\d{4}$/);
  assert.deepEqual(diagnostics.map(({ message }) => message), ["`first` is not declared", "`second` is not declared"]);
  assert.match(report, /error\[N\d{4}\].*\n.*shader:5:/);
});

test("options are checked by name and value", () => {
  assert.throws(() => nvc.compile(DOUBLE, { targetEnvs: "vulkan1.1" }), { name: "TypeError", message: /did you mean `target-env`/ });
  assert.throws(() => nvc.compile(DOUBLE, { optLevel: 7 }), { name: "TypeError", message: /opt-level/ });
  const { reflection } = nvc.compile(DOUBLE, { "target-env": "vulkan1.1", reflect: true });
  assert.equal(reflection.target_env, "vulkan1.1");
  assert.ok(nvc.options.includes("target-env"));
});

test("output forms, IR after passes, includes and macros", () => {
  assert.match(nvc.compile(DOUBLE, { emit: "spvasm" }).output, /^; SPIR-V\n/);
  assert.match(nvc.compile(DOUBLE, { emit: "wgsl" }).output, /@compute/);
  const { dumps } = nvc.compile(DOUBLE, { passes: ["built", ...nvc.passes] });
  assert.equal(dumps[0].pass, "built");
  assert.match(dumps[0].text, /^module built/);
  assert.match(dumps.at(-1).text, /^module lowered/);
  const source = '#version 460\n#extension GL_GOOGLE_include_directive : require\n#include "size.glsl"\nlayout(local_size_x = SIZE * SCALE) in;\nvoid main() {}\n';
  const compiled = nvc.compile(source, { reflect: true, define: "SCALE=2", includes: { "size.glsl": "#define SIZE 8\n" } });
  assert.deepEqual(compiled.reflection.workgroup_size, [16, 1, 1]);
  assert.deepEqual(compiled.dependencies, ["shader", "size.glsl"]);
});

test("programs run on the interpreter", () => {
  const words = Uint32Array.of(1, 2, 3, 4, 5, 6, 7, 8);
  const { ok, buffers, steps, error } = nvc.run(DOUBLE, { groups: [2], buffers: { Words: words }, values: { factor: 10 } });
  assert.ok(ok, error);
  assert.ok(steps > 0);
  assert.deepEqual([...new Uint32Array(buffers.Words.buffer)], [10, 20, 30, 40, 50, 60, 70, 80]);
  assert.match(nvc.run(DOUBLE, { values: { factor: 1 } }).error, /`Words`/);
  assert.equal(nvc.run(DOUBLE, { groups: [2], allowUnbound: true }).ok, true);
  const endless = nvc.run(DOUBLE.replace("{ words", "{ while (true) words"), { allowUnbound: true, steps: 1000 });
  assert.deepEqual([endless.ok, endless.diagnostics.at(-1).code], [false, "N0801"]);
});

test("a warp is traced with its active lanes and shuffles", () => {
  const source = readFileSync(join(root, "playground/examples/warp-sum.comp"), "utf8");
  const values = Float32Array.from({ length: 32 }, (_, lane) => lane);
  const { ok, buffers, trace, error } = nvc.run(source, {
    buffers: { Input: values, Output: new Float32Array(1) }, trace: { local: 5 }, built: true,
  });
  assert.ok(ok, error);
  assert.equal(new Float32Array(buffers.Output.buffer)[0], 496);
  assert.deepEqual([trace.complete, trace.lane], [true, 5]);
  const shuffles = trace.steps.filter((step) => step.sources);
  assert.deepEqual(shuffles.map((step) => step.sources[5]), [21, 13, 1, 7, 4]);
  assert.ok(shuffles.every((step) => step.active === 0xffffffff && step.result.values[0] !== null));
  const store = trace.steps.findLast((step) => step.text.startsWith("store") || step.text.startsWith("bytes.store"));
  assert.equal(store.active, 1, "only lane 0 stores");
});

test("images are filled and read back", () => {
  const source = `#version 460
layout(local_size_x = 4) in;
layout(r32ui, binding = 0) uniform uimage2D board;
void main() { imageStore(board, ivec2(gl_LocalInvocationID.x, 0), imageLoad(board, ivec2(gl_LocalInvocationID.x, 0)) + 1u); }
`;
  const { ok, images, error } = nvc.run(source, { images: { board: { format: "r32ui", size: [4, 1], texels: Uint32Array.of(1, 2, 3, 4) } } });
  assert.ok(ok, error);
  assert.deepEqual([...new Uint32Array(images.board.texels.buffer)], [2, 3, 4, 5]);
});

test("deep nesting is an error of the source, and the compiler goes on", () => {
  const deep = `#version 460\nvoid main() { int x = ${"(".repeat(1e5)}1${")".repeat(1e5)}; }\n`;
  assert.equal(nvc.compile(deep).ok, false);
  assert.equal(nvc.compile(DOUBLE).ok, true);
});

/** The fenced blocks of a page, each with its language. */
function blocks(text) {
  return [...text.matchAll(/^```(\w+)\n([\s\S]*?)^```$/gm)].map(([, language, content]) => ({ language, content }));
}

/** Runs `commands` in a fresh folder with the program; they install the package and run the program. */
function inFreshFolder(program, commands) {
  const fresh = mkdtempSync(join(tmpdir(), "nvc-fresh-"));
  try {
    writeFileSync(join(fresh, program.name), program.text);
    const script = commands.join("").replaceAll("$NVC/target/npm/nvc-wasm", folder);
    return execFileSync("sh", ["-e", "-c", script], { cwd: fresh, encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] });
  } finally {
    rmSync(fresh, { recursive: true });
  }
}

test("the commands and the program of the book's page give what it shows", () => {
  const all = blocks(readFileSync(join(root, "docs/playground.md"), "utf8"));
  const of = (wanted) => all.filter(({ language }) => language === wanted).map(({ content }) => content);
  // `cargo xtask playground` is what runs this test.
  const commands = of("sh").filter((content) => !content.startsWith("cargo xtask playground"));
  assert.equal(commands.length, 2);
  const said = inFreshFolder({ name: "sum.mjs", text: of("js")[0] }, commands);
  const shown = of("text").at(-1);
  assert.ok(said.includes(shown), said);
});

test("the program of the README runs", () => {
  const [{ content }] = blocks(readFileSync(join(folder, "README.md"), "utf8"));
  const commands = ["npm pack $NVC/target/npm/nvc-wasm\n", "npm install ./nvc-wasm-*.tgz\n", "node double.mjs\n"];
  assert.match(inFreshFolder({ name: "double.mjs", text: content }, commands), /bytes of SPIR-V[\s\S]*2, 4, 6, 8/);
});

test("the types are those of the package", () => {
  const tsc = join(root, "playground/node_modules/typescript/bin/tsc");
  const fresh = mkdtempSync(join(tmpdir(), "nvc-types-"));
  try {
    cpSync(join(root, "crates/nvc-wasm/npm/test/types.ts"), join(fresh, "types.mts"));
    cpSync(folder, join(fresh, "node_modules/nvc-wasm"), { recursive: true });
    const flags = ["--noEmit", "--strict", "--target", "es2022", "--module", "nodenext", "--lib", "es2022,dom", "--types", ""];
    execFileSync("node", [tsc, ...flags, "types.mts"], { cwd: fresh, encoding: "utf8", stdio: "pipe" });
  } catch (error) {
    assert.fail(error.stdout || error);
  } finally {
    rmSync(fresh, { recursive: true });
  }
});

test("what the engine cannot give is an internal error, and the compiler goes on", () => {
  // Nested parentheses need much stack, because the parser is recursive.
  const deep = DOUBLE.replace("*= factor", `*= ${"(".repeat(200)}factor${")".repeat(200)}`);
  assert.equal(nvc.compile(deep).ok, true);
  // Exhausts the stack, then compiles in each frame on the way back: at some depth, the module starts but overflows.
  const down = () => {
    try {
      return down();
    } catch (error) {
      if (error instanceof InternalError) throw error;
      return nvc.compile(deep);
    }
  };
  assert.throws(down, InternalError);
  assert.equal(nvc.compile(DOUBLE).ok, true);
  assert.equal(nvc.run(DOUBLE, { allowUnbound: true }).ok, true);
});

test("the package has what it names, and nothing else", () => {
  const files = JSON.parse(execFileSync("npm", ["pack", "--dry-run", "--json"], { cwd: folder, stdio: ["ignore", "pipe", "ignore"] }));
  const names = [files].flat()[0]?.files ?? Object.values(files)[0].files;
  assert.deepEqual(names.map(({ path }) => path).sort(), [
    "LICENSE-APACHE", "LICENSE-MIT", "README.md", "index.d.ts", "index.js", "node.js", "nvc.js", "nvc_wasm.js", "nvc_wasm_bg.wasm", "package.json",
  ]);
});
