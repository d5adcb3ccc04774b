/** Loads the compiler. By default, the module is fetched from the folder of this file. */
export function load(module?: URL | string | Response | BufferSource | WebAssembly.Module): Promise<Nvc>;

/** An internal failure of the compiler, which is always a bug in nvc. The next call uses a fresh instance. */
export class InternalError extends Error {}

/** The compiler and the interpreter. It has no state: the same arguments give the same result. */
export interface Nvc {
  readonly version: string;
  /** The names of all passes, in pipeline order. */
  readonly passes: readonly string[];
  /** The names of the compiler's options, such as `target-env`. */
  readonly options: readonly string[];

  /**
   * Compiles a source: GLSL, or assembly that starts with `!!NVcp5.0`.
   * @throws TypeError for an option that does not exist, or a value that it does not take.
   */
  compile(source: string, options?: CompileOptions): CompileResult;

  /**
   * Compiles a source and runs it on the interpreter. It returns when the program has ended: call it in a worker to be able
   * to stop it, or set `steps`.
   * @throws TypeError for a request that is not valid.
   */
  run(source: string, options?: RunOptions): RunResult;
}

/** The value of an option. The values of an array are set one after the other. */
export type Setting = string | number | boolean | readonly (string | number)[];

/** Options of the compiler: the options of the command `nvc`, in camel case or with hyphens. */
export interface CompilerOptions {
  /** The source's name in diagnostics. */
  name?: string;
  /** Files that the source may include, by path. */
  includes?: Record<string, string>;
  lang?: "glsl" | "nvasm";
  targetEnv?: "vulkan1.0" | "vulkan1.1" | "vulkan1.2" | "vulkan1.3" | "vulkan1.4";
  targetSpv?: string;
  optLevel?: "0" | "s" | "full";
  debug?: boolean;
  coopmat?: "source" | "auto" | "nv" | "khr" | "nv2" | "emulate";
  warp?: "native" | "intel" | "emulate";
  workarounds?: string;
  allowExtension?: string | readonly string[];
  denyExtension?: string | readonly string[];
  bindings?: "vulkan" | "classes" | "flat";
  bind?: string | readonly string[];
  define?: string | readonly string[];
  undefine?: string | readonly string[];
  flavour?: "auto" | "opengl" | "vulkan";
  quirks?: "specification" | "driver";
  std?: string | number;
  warnings?: string | readonly string[];
  spec?: string | readonly string[];
  freezeSpec?: boolean;
  localSize?: string;
  limits?: string | readonly string[];
  remapPathPrefix?: string | readonly string[];
  /** Options by their names on the command line, such as `target-env`. */
  [option: `${string}-${string}`]: Setting | undefined;
}

export interface CompileOptions extends CompilerOptions {
  /** The output form; SPIR-V if absent. */
  emit?: "spirv" | "spvasm" | "ir" | "rust" | "c" | "wgsl";
  /** Whether to fill `reflection`. */
  reflect?: boolean;
  /** The passes after which to dump the IR. `built` dumps the output of the front end. */
  passes?: readonly string[];
}

export interface CompileResult {
  ok: boolean;
  /** SPIR-V as bytes, other forms as text; null if the source has errors. */
  output: Uint8Array | string | null;
  /** The interface of the shader, if `reflect` is set. The page "Reflection" of the book describes the document. */
  reflection: Reflection | null;
  /** Errors and warnings. */
  diagnostics: Diagnostic[];
  /** The diagnostics as text, with excerpts of the source. */
  report: string;
  /** The IR after each requested pass that ran, in pipeline order. */
  dumps: { pass: string; text: string }[];
  /** The names of the sources that were read. */
  dependencies: string[];
}

/** Buffers and images are given by name: of the resource, of its block, or class and index such as `storage[0]`. */
export interface RunOptions extends CompilerOptions {
  /** Number of work groups; 1, 1, 1 if absent. */
  groups?: readonly number[];
  /** The initial content of buffers. */
  buffers?: Record<string, BufferSource>;
  /** Push constants and loose uniforms by name: one number for each scalar, matrices column by column. */
  values?: Record<string, number | boolean | bigint | readonly (number | boolean | bigint)[]>;
  images?: Record<string, RunImage>;
  textures?: Record<string, RunImage & { linear?: boolean; repeat?: boolean }>;
  /** Whether to run the front end's output, without the passes. */
  built?: boolean;
  /** Whether to look for undefined behaviour and likely mistakes. */
  check?: boolean;
  /** Lanes of a warp, 1 to 32. */
  lanes?: number;
  /** The maximum number of steps. An addition in a whole warp is one step, slower instructions are several. */
  steps?: number;
  /** Whether buffers and images may be missing. Reads from missing ones return zero, and writes are dropped. */
  allowUnbound?: boolean;
  /** The invocation whose warp is traced, and the maximum number of instructions that the trace keeps. */
  trace?: { group?: [number, number, number]; local?: number; limit?: number };
}

export interface RunImage {
  shape?: "1d" | "2d" | "3d" | "cube" | "1darray" | "2darray" | "cubearray" | "buffer";
  /** The format's name in GLSL, such as `rgba8`. */
  format: string;
  size: readonly number[];
  texels: BufferSource;
}

export interface RunResult {
  /** Whether the program compiled and ran to its end. */
  ok: boolean;
  /** The diagnostics of the compilation, then those of the run. */
  diagnostics: Diagnostic[];
  report: string;
  /** Why the run could not start, if `diagnostics` does not say it: for example, a missing buffer. Otherwise null. */
  error: string | null;
  /** The final content of all buffers that the program uses. */
  buffers: Record<string, Uint8Array>;
  images: Record<string, { size: [number, number, number]; texels: Uint8Array }>;
  /** What the program printed. */
  messages: string[];
  /** The number of steps. An addition in a whole warp is one step, slower instructions are several. */
  steps: number;
  /** The instructions of the traced warp; null without `trace`. */
  trace: { complete: boolean; lane: number; steps: WarpStep[] } | null;
}

/** An instruction that a warp executed. Lists have 32 entries, one per lane; null for inactive lanes. */
export interface WarpStep {
  /** The instruction as IR text. */
  text: string;
  line: number | null;
  column: number | null;
  /** Masks in which bit n is lane n: the lanes that execute the instruction, and the lanes that have an invocation. */
  active: number;
  all: number;
  operands: WarpValue[];
  result: WarpValue | null;
  /** For shuffles, broadcasts, swaps and rotations: the lane whose value each lane got. */
  sources: (number | null)[] | null;
}

export interface WarpValue {
  name: string;
  values: (string | null)[];
}

/** A range in a source. Lines and columns count from 1, columns in code points. The end is exclusive. */
export interface Place {
  file: string | null;
  line: number | null;
  column: number | null;
  end_line: number | null;
  end_column: number | null;
}

export interface Diagnostic extends Place {
  schema: 1;
  /** The stable code, such as `N0301`. */
  code: string;
  /** The name of a warning. */
  name: string | null;
  severity: "error" | "warning";
  message: string;
  labels: (Place & { text: string; primary: boolean })[];
  notes: string[];
  help: string | null;
}

/** The members that most callers need; the document has more. */
export interface Reflection {
  schema_version: 1;
  language: "glsl" | "nvasm";
  entry_point: string;
  workgroup_size: (number | { spec_id: number | null; default: number })[];
  shared_bytes: number;
  push_constants: { bytes: number; members: unknown[] };
  resources: { name: string; class: string; set: number; binding: number; index: number; [member: string]: unknown }[];
  capabilities: string[];
  extensions: string[];
  subgroup_size: number | null;
  [member: string]: unknown;
}
