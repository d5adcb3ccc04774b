// Entry point for browsers and bundlers: fetches the module from the folder of this file.
import { instantiate } from "./nvc.js";

export { InternalError } from "./nvc.js";

/** Loads the compiler. */
export function load(module = new URL("nvc_wasm_bg.wasm", import.meta.url)) {
  return instantiate(module);
}
