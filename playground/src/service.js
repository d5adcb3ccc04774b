// Runs the compiler in a worker, so that the page stays responsive and slow requests can be cancelled.

/** The error of a request that was cancelled. */
export class Cancelled extends Error {
  name = "Cancelled";
}

export class Service {
  #worker = null;
  #waiting = new Map();
  #next = 0;
  #module;

  /** `module` is the promise of the compiled module, which all workers share. */
  constructor(module) {
    this.#module = module;
  }

  /** Sends a request; starts the worker for the first one. */
  request(operation, ...args) {
    this.#worker ??= this.#start();
    const id = this.#next++;
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, { resolve, reject });
      this.#worker.postMessage({ id, operation, args });
    });
  }

  /** Ends the worker and rejects all its requests. The next request starts another worker. */
  cancel() {
    this.#worker?.terminate();
    this.#end(new Cancelled("cancelled"));
  }

  get isBusy() {
    return this.#waiting.size > 0;
  }

  #start() {
    const worker = new Worker(new URL("worker.js", import.meta.url), { type: "module" });
    this.#module.then(
      (module) => worker.postMessage({ module }),
      (error) => this.#end(new Error(`the compiler cannot be loaded: ${error.message}`)),
    );
    worker.addEventListener("message", ({ data: { id, result, error } }) => {
      const { resolve, reject } = this.#waiting.get(id);
      this.#waiting.delete(id);
      if (error === undefined) resolve(result);
      else reject(new Error(error));
    });
    worker.addEventListener("error", (event) => {
      event.preventDefault();
      this.#end(new Error(`the compiler cannot be loaded: ${event.message ?? "the worker does not start"}`));
    });
    return worker;
  }

  #end(error) {
    this.#worker = null;
    const waiting = [...this.#waiting.values()];
    this.#waiting.clear();
    waiting.forEach(({ reject }) => reject(error));
  }
}
