import { request } from "node:http";

/** Interval at which the gauge looks, milliseconds: shorter turns are not told apart. */
const EVERY_MILLISECONDS = 5;

/**
 * A module that measures the longest turn of the event loop, and tells it on a socket. A turn that is late because other
 * processes have the processor is not counted: a turn is at most as long as the processor time that passed in it.
 */
const GAUGE = (socket: string): string => `
import { createServer } from "node:http";
let longest = 0;
let at = performance.now();
let used = process.cpuUsage();
const look = () => {
  const late = performance.now() - at - ${EVERY_MILLISECONDS};
  const { user, system } = process.cpuUsage(used);
  longest = Math.max(longest, Math.min(late, (user + system) / 1000));
  at = performance.now();
  used = process.cpuUsage();
};
setInterval(look, ${EVERY_MILLISECONDS}).unref();
createServer((request, response) => {
  look();
  response.end(String(longest));
  longest = 0;
}).listen(${JSON.stringify(socket)}).unref();
`;

/** Reads the longest turns of a server that has loaded the module of `preload`. */
export class TurnGauge {
  constructor(private readonly socket: string) {}

  /** The URL of a module that the server loads first. */
  get preload(): string {
    return `data:text/javascript,${encodeURIComponent(GAUGE(this.socket))}`;
  }

  /** Returns the longest turn since the last call, milliseconds. */
  read(): Promise<number> {
    return new Promise((resolve, reject) => {
      const asking = request({ socketPath: this.socket }, (response) => {
        let text = "";
        response.setEncoding("utf8").on("data", (part: string) => (text += part));
        response.once("end", () => resolve(Number(text)));
      });
      asking.once("error", reject).end();
    });
  }
}
