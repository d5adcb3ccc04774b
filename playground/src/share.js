// Stores the state of the page in the fragment of its address: deflated JSON in URL-safe base64.

const transform = async (bytes, stream) =>
  new Uint8Array(await new Response(new Blob([bytes]).stream().pipeThrough(stream)).arrayBuffer());

/** Encodes a state as a fragment. */
export async function encode(state) {
  const bytes = new TextEncoder().encode(JSON.stringify(state));
  const packed = await transform(bytes, new CompressionStream("deflate-raw"));
  const text = Array.from(packed, (byte) => String.fromCharCode(byte)).join("");
  return `#s=${btoa(text).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "")}`;
}

/** Decodes the state in a fragment. Returns null if there is none, and throws if it is damaged. */
export async function decode(fragment) {
  const text = /^#s=([\w-]+)$/.exec(fragment)?.[1];
  if (!text) return null;
  const packed = Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (letter) => letter.charCodeAt(0));
  const bytes = await transform(packed, new DecompressionStream("deflate-raw"));
  const state = JSON.parse(new TextDecoder().decode(bytes));
  if (typeof state?.source !== "string") throw new TypeError("the link contains no source");
  return state;
}
