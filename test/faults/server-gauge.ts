import { request } from "node:http";

/** Interval at which the gauge looks, milliseconds: shorter turns are not told apart. */
const EVERY_MILLISECONDS = 5;

/** What was measured in a server. */
export interface ServerReading {
  /** The longest turn of its event loop since the last reading, milliseconds. */
  readonly longestTurn: number;
  /** The processor time of its process since it started, all threads together, milliseconds. */
  readonly processorTime: number;
  /** The most bytes that were read from any connection on which a request has begun since the last reading. */
  readonly mostRead: number;
}

/**
 * A module that measures a server, and tells it on a socket. A turn that is late because other threads and processes have the
 * processor is not counted: a turn is at most as long as the processor time of the main thread in it, which Linux tells in nanoseconds.
 */
const GAUGE = (socket: string): string => `
import { subscribe } from "node:diagnostics_channel";
import { readFileSync } from "node:fs";
import { createServer } from "node:http";
const ofProcess = () => (({ user, system }) => (user + system) / 1000)(process.cpuUsage());
const ofMainThread =
  process.platform === "linux"
    ? () => Number.parseInt(readFileSync("/proc/self/schedstat", "latin1")) / 1e6
    : ofProcess;
let longestTurn = 0;
let at = performance.now();
let used = ofMainThread();
let connections = [];
const look = () => {
  const late = performance.now() - at - ${EVERY_MILLISECONDS};
  longestTurn = Math.max(longestTurn, Math.min(late, ofMainThread() - used));
  at = performance.now();
  used = ofMainThread();
};
setInterval(look, ${EVERY_MILLISECONDS}).unref();
subscribe("http.server.request.start", ({ socket, server }) => {
  if (server !== gauge) connections.push(socket);
});
const gauge = createServer((request, response) => {
  look();
  const mostRead = Math.max(0, ...connections.map(({ bytesRead }) => bytesRead));
  const processorTime = ofProcess();
  response.end(JSON.stringify({ longestTurn, processorTime, mostRead }));
  longestTurn = 0;
  connections = [];
});
gauge.listen(${JSON.stringify(socket)}).unref();
`;

/** Reads what is measured in a server that has loaded the module of `preload`. */
export class ServerGauge {
  constructor(private readonly socket: string) {}

  /** The URL of a module that the server loads first. */
  get preload(): string {
    return `data:text/javascript,${encodeURIComponent(GAUGE(this.socket))}`;
  }

  read(): Promise<ServerReading> {
    return new Promise((resolve, reject) => {
      const asking = request({ socketPath: this.socket }, (response) => {
        let text = "";
        response.setEncoding("utf8").on("data", (part: string) => (text += part));
        response.once("end", () => resolve(JSON.parse(text) as ServerReading));
      });
      asking.once("error", reject).end();
    });
  }
}
