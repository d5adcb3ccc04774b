// Wraps the WebAssembly module, whose requests and answers are JSON, in the classes of the package.
import initialize, * as glue from "./nvc_wasm.js";

/** An internal failure of the compiler, which is always a bug in nvc. The next call uses a fresh instance. */
export class InternalError extends Error {
  name = "InternalError";
}

/** The only instance of the module: later calls of `load` return the same compiler. */
let loaded;

/** Compiles and instantiates the module, which is a URL, a response, bytes or a compiled module. */
export function instantiate(module) {
  loaded ??= initialize({ module_or_path: module }).then(() => new Nvc(JSON.parse(glue.about())));
  return loaded;
}

/** The members of an options object that are not options of the compiler. */
const OWN = [
  "name", "includes", "passes", "groups", "buffers", "values", "images", "textures", "built", "check", "lanes", "steps",
  "allowUnbound", "trace",
];

/** The default of `trace.limit`. */
const TRACE_LIMIT = 10_000;

class Nvc {
  constructor({ version, passes, options }) {
    this.version = version;
    this.passes = Object.freeze(passes);
    this.options = Object.freeze(options);
  }

  compile(source, options = {}) {
    const { json, bytes } = call(glue.compile, source, { ...common(options), passes: options.passes ?? [] });
    const { text, ...answer } = json;
    return { ...answer, output: bytes ?? text };
  }

  run(source, options = {}) {
    const data = new Data();
    const { trace } = options;
    const request = {
      ...common(options),
      groups: [...(options.groups ?? []), 1, 1, 1].slice(0, 3),
      built: options.built ?? false,
      check: options.check ?? false,
      lanes: options.lanes,
      steps: options.steps,
      allow_unbound: options.allowUnbound ?? false,
      buffers: map(options.buffers, (view) => data.add(view)),
      values: map(options.values, (value) => [value].flat().map(number)),
      images: map(options.images, (image) => data.image(image)),
      textures: map(options.textures, (image) => data.image(image)),
      trace: trace && { group: trace.group ?? [0, 0, 0], local: trace.local ?? 0, limit: trace.limit ?? TRACE_LIMIT },
    };
    const { json, bytes } = call(glue.run, source, request, data.bytes());
    const content = ({ offset, bytes: length }) => bytes.slice(offset, offset + length);
    const named = (list, make) => Object.fromEntries(list.map((one) => [one.name, make(one)]));
    return {
      ...json,
      buffers: named(json.buffers, content),
      images: named(json.images, (image) => ({ size: image.size, texels: content(image) })),
    };
  }
}

/** The concatenated contents of buffers and images. */
class Data {
  #parts = [];
  #length = 0;

  /** Appends the bytes of a view or buffer; returns their offset and length. */
  add(view) {
    const part = ArrayBuffer.isView(view) ? new Uint8Array(view.buffer, view.byteOffset, view.byteLength) : new Uint8Array(view);
    const place = { offset: this.#length, bytes: part.length };
    this.#parts.push(part);
    this.#length += part.length;
    return place;
  }

  image({ shape = "2d", format, size, texels, linear = false, repeat = false }) {
    return { shape, format, size: [...size, 1, 1].slice(0, 3), linear, repeat, ...this.add(texels) };
  }

  bytes() {
    const all = new Uint8Array(this.#length);
    let at = 0;
    for (const part of this.#parts) {
      all.set(part, at);
      at += part.length;
    }
    return all;
  }
}

const map = (object, convert) => Object.fromEntries(Object.entries(object ?? {}).map(([key, value]) => [key, convert(value)]));

/** Converts a BigInt to a string, because numbers in JSON are not exact to 64 bits. */
const number = (value) => (typeof value === "bigint" ? String(value) : value);

/** The members that all requests have. */
function common(options) {
  const settings = Object.entries(options).filter(([key]) => !OWN.includes(key));
  return {
    name: options.name,
    includes: options.includes ?? {},
    options: settings.flatMap(([key, value]) => {
      const name = key.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
      return [value].flat().filter((one) => one !== undefined).map((one) => [name, String(one)]);
    }),
  };
}

/** Whether the instance has failed and must be replaced before the next call. */
let broken = false;

/** Calls a function of the module. */
function call(operation, source, request, ...data) {
  if (broken) {
    glue.__wbg_reset_state();
    broken = false;
  }
  let answer;
  try {
    answer = operation(source, JSON.stringify(request), ...data);
  } catch (error) {
    // For an invalid request, the module throws a string. Other exceptions come from the engine and leave the instance
    // unusable.
    if (typeof error === "string") throw new TypeError(error);
    broken = true;
    throw new InternalError(error.message ?? String(error), { cause: error });
  }
  const result = { json: JSON.parse(answer.json), bytes: answer.bytes };
  answer.free();
  return result;
}
