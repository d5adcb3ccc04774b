// Entry point for Node: reads the module from the folder of this file.
import { readFile } from "node:fs/promises";
import { instantiate } from "./nvc.js";

export { InternalError } from "./nvc.js";

/** Loads the compiler. */
export async function load(module = new URL("nvc_wasm_bg.wasm", import.meta.url)) {
  const isFile = module instanceof URL && module.protocol === "file:";
  return instantiate(isFile ? await readFile(module) : module);
}
