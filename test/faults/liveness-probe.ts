import { Agent, get } from "node:http";
import type { Liveness } from "./report.js";

const EVERY_MILLISECONDS = 50;
const TIMEOUT_MILLISECONDS = 60_000;

/** Requests `/health/live` repeatedly, one request at a time, and records the durations. */
export class LivenessProbe {
  readonly #milliseconds: number[] = [];
  #failures = 0;
  #watched: symbol | undefined;

  /** Watches a server, until `rest` is called or another server is watched. */
  watch(url: string): void {
    const current = Symbol(url);
    this.#watched = current;
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    const next = (): void => {
      if (this.#watched !== current) {
        agent.destroy();
        return;
      }
      const startedAt = performance.now();
      const end = (isAlive: boolean): void => {
        // A response of a server that is being stopped does not count.
        if (this.#watched === current) {
          if (isAlive) this.#milliseconds.push(performance.now() - startedAt);
          else this.#failures += 1;
        }
        setTimeout(next, EVERY_MILLISECONDS).unref();
      };
      const request = get(`${url}/health/live`, { agent, timeout: TIMEOUT_MILLISECONDS });
      request.once("response", (response) => {
        response.resume().once("end", () => end(response.statusCode === 200));
      });
      request.once("timeout", () => request.destroy(new Error("timeout")));
      request.once("error", () => end(false));
    };
    next();
  }

  rest(): void {
    this.#watched = undefined;
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
}
