// Typed values: fills buffers before a run, and shows their bytes afterwards.

/** Element types: their size and how a `DataView` reads and writes them. */
const TYPES = {
  f32: [4, "Float32", false],
  u32: [4, "Uint32", true],
  i32: [4, "Int32", true],
  f64: [8, "Float64", false],
  u64: [8, "BigUint64", true],
  i64: [8, "BigInt64", true],
  f16: [2, "Uint16", false],
  u16: [2, "Uint16", true],
  i16: [2, "Int16", true],
  u8: [1, "Uint8", true],
  i8: [1, "Int8", true],
};

export const TYPE_NAMES = Object.keys(TYPES);
export const FILLS = [
  ["zeros", "zeros"], ["iota", "iota"], ["constant", "constant"], ["range", "range"], ["random", "random"], ["list", "values"],
];

/** What the argument of each fill means. */
export const ARGUMENTS = {
  iota: "step, such as 1",
  constant: "value, such as 1",
  range: "first..last, such as 0..1",
  random: "seed, such as 7",
  list: "such as 1, 2.5, 3",
};

/** Maximum size of a buffer on the page, in bytes. */
const MAX_BYTES = 1 << 26;

export const bytesOf = (type) => TYPES[type][0];

/** Returns the bytes of `count` elements. The messages of its errors are shown on the page. */
export function fill({ fill, argument = "", type, count }) {
  const [size] = TYPES[type];
  if (!Number.isInteger(count) || count < 0) throw new Error("the count is not a number");
  if (count * size > MAX_BYTES) throw new Error(`more than ${MAX_BYTES >> 20} MiB`);
  const view = new DataView(new ArrayBuffer(count * size));
  const element = generator(fill, argument.trim(), type, count);
  if (element) for (let at = 0; at < count; at++) write(view, at, type, element(at));
  return new Uint8Array(view.buffer);
}

function generator(fill, argument, type, count) {
  const number = (text, fallback) => {
    if (text === "" && fallback !== undefined) return fallback;
    const value = Number(text);
    if (text === "" || Number.isNaN(value)) throw new Error(`“${text}” is not a number`);
    return value;
  };
  switch (fill) {
    case "zeros": return null;
    case "iota": {
      const step = number(argument, 1);
      return (at) => at * step;
    }
    case "constant": {
      const value = number(argument, 1);
      return () => value;
    }
    case "range": {
      const [first, last] = (argument || "0..1").split("..").map((text) => number(text.trim()));
      if (last === undefined) throw new Error("expected first..last");
      return (at) => first + (count > 1 ? (at * (last - first)) / (count - 1) : 0);
    }
    case "random": return random(number(argument, 1), type);
    default: {
      const list = argument.split(/[\s,;]+/).filter(Boolean).map((text) => number(text));
      if (list.length === 0) throw new Error("no values");
      return (at) => list[at] ?? 0;
    }
  }
}

/** A small random number generator (splitmix32). Floats are in [0, 1); integers have 32 random bits. */
function random(seed, type) {
  let state = seed | 0;
  return () => {
    state = (state + 0x9e3779b9) | 0;
    let z = state ^ (state >>> 16);
    z = Math.imul(z, 0x21f0aaad);
    z = Math.imul(z ^ (z >>> 15), 0x735a2d97);
    z = (z ^ (z >>> 15)) >>> 0;
    return type.startsWith("f") ? z / 2 ** 32 : z;
  };
}

function write(view, at, type, value) {
  const [size, method, whole] = TYPES[type];
  const place = at * size;
  if (type === "f16") view.setUint16(place, toHalf(value), true);
  else if (size === 8 && whole) view[`set${method}`](place, BigInt(Math.trunc(value)), true);
  else view[`set${method}`](place, whole ? Math.trunc(value) : value, true);
}

/** Decodes elements from bytes and returns each as text. */
export function show(bytes, type, from = 0, to = Infinity) {
  const [size, method] = TYPES[type];
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const end = Math.min(to, Math.floor(bytes.length / size));
  const out = [];
  for (let at = from; at < end; at++) {
    const value = view[`get${method}`](at * size, true);
    out.push(type === "f16" ? float(fromHalf(value)) : type === "f32" ? float(Math.fround(value)) : String(value));
  }
  return out;
}

/** The shortest decimal that identifies a 32-bit float. */
function float(value) {
  if (!Number.isFinite(value) || Number.isInteger(value)) return String(value);
  for (let digits = 1; digits <= 9; digits++) {
    const text = value.toPrecision(digits);
    if (Math.fround(Number(text)) === value) return String(Number(text));
  }
  return String(value);
}

function fromHalf(bits) {
  const [exponent, mantissa] = [(bits >> 10) & 31, bits & 1023];
  const size = exponent === 31 ? (mantissa ? NaN : Infinity)
    : exponent ? 2 ** (exponent - 15) * (1 + mantissa / 1024) : 2 ** -24 * mantissa;
  return bits >> 15 ? -size : size;
}

/** The nearest half float, ties to even. */
function toHalf(value) {
  if (Number.isNaN(value)) return 0x7e00;
  const sign = Object.is(Math.sign(value), -0) || value < 0 ? 0x8000 : 0;
  const size = Math.abs(value);
  if (size >= 65520) return sign | 0x7c00;
  const exponent = Math.max(-14, Math.floor(Math.log2(size || 2 ** -24)));
  const scaled = size / 2 ** (exponent - 10);
  const floor = Math.floor(scaled);
  const rest = scaled - floor;
  const rounded = floor + (rest > 0.5 || (rest === 0.5 && floor % 2 === 1) ? 1 : 0);
  return sign | (((exponent + 14) << 10) + rounded);
}
