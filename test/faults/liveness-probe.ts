import { Worker } from "node:worker_threads";
import type { LivenessAnswer, LivenessWatch } from "./liveness-requests.js";
import type { Liveness } from "./report.js";

/**
 * Requests `/health/live` repeatedly, one request at a time, and records the durations.
 *
 * The requests are made by a thread of their own: the process that makes the load is late itself.
 */
export class LivenessProbe {
  readonly #milliseconds: number[] = [];
  #failures = 0;
  #watch = 0;
  #thread: Worker | undefined;

  /** Watches a server, until `rest` is called or another server is watched. */
  watch(url: string): void {
    this.#tell({ watch: ++this.#watch, url });
  }

  /** Ends the watch. A response of a server that is being stopped does not count. */
  rest(): void {
    this.#tell({ watch: ++this.#watch });
  }

  /** The number of requests without a 200 response while a server was watched. */
  get failures(): number {
    return this.#failures;
  }

  get liveness(): Liveness | undefined {
    const sorted = this.#milliseconds.toSorted((one, other) => one - other);
    if (sorted.length === 0) return undefined;
    const at = (share: number): number => sorted[Math.ceil(share * sorted.length) - 1] ?? 0;
    return { p50: at(0.5), p99: at(0.99), max: at(1), count: sorted.length };
  }

  #tell(watch: LivenessWatch): void {
    this.#thread ??= this.#startThread();
    this.#thread.postMessage(watch);
  }

  #startThread(): Worker {
    const thread = new Worker(new URL("liveness-requests.ts", import.meta.url));
    thread.on("message", ({ watch, isAlive, milliseconds }: LivenessAnswer) => {
      if (watch !== this.#watch) return;
      if (isAlive) this.#milliseconds.push(milliseconds);
      else this.#failures += 1;
    });
    thread.unref();
    return thread;
  }
}
