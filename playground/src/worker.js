// The compiler and the interpreter in a worker: answers the requests of `service.js`.
import { load } from "nvc-wasm";

/** The compiler, from the module that a message brings. Requests may come sooner. */
let ready;
const nvc = new Promise((resolve) => { ready = resolve; });

const operations = {
  about: (nvc) => ({ version: nvc.version, passes: nvc.passes, options: nvc.options }),
  compile: (nvc, source, options) => nvc.compile(source, options),
  run: (nvc, source, options) => nvc.run(source, options),
};

self.addEventListener("message", async ({ data: { module, id, operation, args } }) => {
  if (module) {
    ready(load(module));
    return;
  }
  try {
    const start = performance.now();
    const result = operations[operation](await nvc, ...args);
    self.postMessage({ id, result: { ...result, milliseconds: performance.now() - start } });
  } catch (error) {
    self.postMessage({ id, error: error.message ?? String(error) });
  }
});
