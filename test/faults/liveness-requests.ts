import { Agent, get } from "node:http";
import { parentPort } from "node:worker_threads";

/** One request of `/health/live`, as this thread tells it. */
export interface LivenessAnswer {
  /** The number of the watch that the request belongs to. */
  readonly watch: number;
  readonly isAlive: boolean;
  readonly milliseconds: number;
}

/** What this thread is told: the server to watch, and no URL to rest. */
export interface LivenessWatch {
  readonly watch: number;
  readonly url?: string;
}

const EVERY_MILLISECONDS = 50;
const TIMEOUT_MILLISECONDS = 60_000;

const port = parentPort!;
let watched = 0;

port.on("message", ({ watch, url }: LivenessWatch) => {
  watched = watch;
  if (url !== undefined) ask(watch, url, new Agent({ keepAlive: true, maxSockets: 1 }));
});

/** Sends a request, and the next one after it, until another server is watched. */
function ask(watch: number, url: string, agent: Agent): void {
  if (watched !== watch) {
    agent.destroy();
    return;
  }
  const startedAt = performance.now();
  const end = (isAlive: boolean): void => {
    const milliseconds = performance.now() - startedAt;
    port.postMessage({ watch, isAlive, milliseconds } satisfies LivenessAnswer);
    setTimeout(() => ask(watch, url, agent), EVERY_MILLISECONDS);
  };
  const request = get(`${url}/health/live`, { agent, timeout: TIMEOUT_MILLISECONDS });
  request.once("response", (response) => {
    response.resume().once("end", () => end(response.statusCode === 200));
  });
  request.once("timeout", () => request.destroy(new Error("timeout")));
  request.once("error", () => end(false));
}
