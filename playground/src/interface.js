// Derives the inputs of a run from the reflection: buffers, images, textures and parameters, with defaults.
import { bytesOf, TYPE_NAMES } from "./values.js";

/** Maximum number of elements in a proposed buffer. */
const MOST = 1 << 16;

const BUFFERS = ["uniform", "storage", "counter"];

/** The value of an extent: a number, or the default of a specialization constant. */
const extent = (value) => (typeof value === "number" ? value : (value?.default ?? 1));

/** The work-group size. */
export const groupSize = (reflection) => reflection.workgroup_size.map(extent);

/** The first scalar type in a type; undefined if there is none. */
function scalar(type, structs) {
  switch (type?.kind) {
    case "scalar": case "vector": case "matrix": return type.scalar;
    case "array": return scalar(type.element, structs);
    case "struct": return structs.flatMap((one) => (one.name === type.name ? one.members : []))
      .map((member) => scalar(member.type, structs)).find(Boolean);
    default: return undefined;
  }
}

/** The number of scalars in a type. An array without a length has `open` elements. */
function scalars(type, structs, open = 1) {
  switch (type?.kind) {
    case "vector": return type.components;
    case "matrix": return type.columns * type.rows;
    case "array": return (type.length === null ? open : extent(type.length)) * scalars(type.element, structs);
    case "struct": return structs.filter((one) => one.name === type.name).flatMap((one) => one.members)
      .reduce((sum, member) => sum + scalars(member.type, structs), 0);
    default: return 1;
  }
}

/** A short description of a type, similar to GLSL. */
function typeText(type, structs) {
  switch (type?.kind) {
    case "scalar": return type.scalar;
    case "vector": return `${type.scalar}×${type.components}`;
    case "matrix": return `${type.scalar}×${type.columns}×${type.rows}`;
    case "array": return `${typeText(type.element, structs)}[${type.length === null ? "" : extent(type.length)}]`;
    case "struct": return type.name;
    default: return type?.kind ?? "bytes";
  }
}

/** The inputs of a shader that is dispatched with `groups` work groups. */
export function inputs(reflection, groups) {
  const { structs } = reflection;
  const invocations = [...groupSize(reflection), ...groups].reduce((product, n) => product * n, 1);
  const list = [];
  for (const resource of reflection.resources) {
    const names = resource.count === null ? [] : resource.count === 1 ? [resource.name]
      : Array.from({ length: resource.count }, (_, at) => `${resource.name}[${at}]`);
    for (const name of names) list.push(input(name, resource, { structs, invocations }));
  }
  const block = reflection.resources.find((one) => one.class === "parameter")?.block;
  for (const member of block?.members ?? reflection.push_constants.members) {
    const count = scalars(member.type, structs);
    list.push({
      name: member.name,
      kind: "parameter",
      about: typeText(member.type, structs),
      count,
      value: { argument: Array(count).fill(1).join(", ") },
    });
  }
  return list.filter(Boolean);
}

function input(name, resource, { structs, invocations }) {
  const access = resource.access.replace("_", " and ");
  if (BUFFERS.includes(resource.class)) {
    const last = resource.block?.members?.at(-1)?.type;
    const found = scalar(last, structs);
    const type = TYPE_NAMES.includes(found) ? found : "u32";
    const most = Math.min(invocations, MOST);
    // Assembly addresses bytes, so the length is a guess: a vector for each invocation.
    const open = resource.block ? scalars(last, structs, most) : 4 * most;
    const fixed = (resource.bytes ?? 0) / bytesOf(type);
    const isOpen = last?.kind === "array" && last.length === null || !resource.block;
    const count = Math.max(1, Math.ceil(fixed + (isOpen ? open : 0)));
    const about = resource.block?.members?.map((member) => `${typeText(member.type, structs)} ${member.name}`).join("; ");
    return {
      name,
      kind: "buffer",
      about: `${about ?? "bytes"} · ${access}`,
      value: { fill: resource.access === "write" ? "zeros" : "iota", type, count },
    };
  }
  const image = resource.images?.[0];
  if (!image || !["image", "texture"].includes(resource.class) || image.multisampled) return null;
  const dim = image.dim === "rect" ? "2d" : image.dim;
  const shape = `${dim}${image.arrayed ? "array" : ""}`;
  const size = { "1d": [64, 1, 1], buffer: [256, 1, 1], "3d": [16, 16, 16], "2darray": [16, 16, 4], cubearray: [16, 16, 1] }[shape] ?? [32, 32, 1];
  const format = image.format?.toLowerCase().replace("snorm", "_snorm") ?? { f32: "rgba32f", u32: "rgba32ui", i32: "rgba32i" }[image.texel] ?? "rgba32f";
  return {
    name,
    kind: resource.class,
    about: `${shape} ${resource.class} · ${access}`,
    shape,
    formats: [...new Set([format, ...FORMATS[image.texel] ?? FORMATS.f32])],
    value: { fill: resource.access === "write" ? "zeros" : "range", format, size },
  };
}

const FORMATS = {
  f32: ["rgba32f", "rg32f", "r32f", "rgba16f", "r16f", "rgba8"],
  u32: ["rgba32ui", "r32ui", "rgba8ui", "r16ui", "r8ui"],
  i32: ["rgba32i", "r32i", "rgba8i"],
};

/** The element type and the number of channels of an image format. */
export function channels(format) {
  const [, letters, bits, kind] = /^(r|rg|rgba)(8|16|32)(f|ui|i|_snorm)?$/.exec(format) ?? [];
  if (!letters) return null;
  const type = kind === "f" ? `f${bits}` : kind === "ui" || !kind ? `u${bits}` : `i${bits}`;
  return { type, count: letters.length, scale: kind ? 1 : 2 ** bits - 1 };
}
