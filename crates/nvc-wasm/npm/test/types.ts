// Uses every part of the type declarations. The tests only type-check this file.
import { InternalError, load, type CompileResult, type Diagnostic, type Nvc, type RunResult } from "nvc-wasm";

const nvc: Nvc = await load(new URL("nvc_wasm_bg.wasm", "https://example.com/"));
const compiled: CompileResult = nvc.compile("", {
  name: "a.comp", targetEnv: "vulkan1.3", "opt-level": "s", define: ["A=1", "B"], emit: "spvasm", reflect: true,
  includes: { "b.glsl": "" }, passes: [...nvc.passes], localSize: "8,8",
});
const first: Diagnostic | undefined = compiled.diagnostics[0];
const place: number | null = first?.line ?? null;
const bytes: number = typeof compiled.output === "string" ? 0 : (compiled.output?.byteLength ?? 0);
const names: string[] = compiled.reflection?.resources.map(({ name }) => name) ?? [];
const ran: RunResult = nvc.run("", {
  groups: [2, 1], buffers: { Words: Uint32Array.of(1) }, values: { n: 3, wide: [1n, true] }, check: true, lanes: 32, steps: 1000,
  images: { board: { format: "r32ui", size: [4, 4], texels: new ArrayBuffer(64) } },
  textures: { noise: { shape: "3d", format: "rgba8", size: [4, 4, 4], texels: new Uint8Array(256), linear: true } },
  built: true, allowUnbound: true, trace: { group: [0, 0, 0], local: 3, limit: 10 },
});
const words: ArrayBufferLike | undefined = ran.buffers.Words?.buffer;
const lane: number | null | undefined = ran.trace?.steps[0]?.sources?.[3];
// @ts-expect-error: no such environment exists.
nvc.compile("", { targetEnv: "vulkan9.9" });
// @ts-expect-error: a source is a string.
nvc.compile(1);
export { bytes, InternalError, lane, names, place, words };
