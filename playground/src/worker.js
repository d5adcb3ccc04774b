// The worker with the compiler and the interpreter, which answers the requests of `service.js`.
import { load } from "nvc-wasm";

/** Resolves the promise `nvc` when a message brings the module. Requests that arrive earlier wait for it. */
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
