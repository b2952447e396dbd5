import { createServer } from "node:net";
import { systemCodeOf } from "../runtime/system-error.js";
import type { FindingState } from "../../domain/operations/finding.js";
import { ownUrlAt } from "../../domain/operations/own-url-at.js";
import type { Check } from "../../ports/runtime/check.js";
import { isOvertoneAt } from "./is-overtone-at.js";

/** Where the server listens. */
interface Address {
  readonly host: string;
  readonly port: number;
}

/** Checks whether the server's port is free, or Overtone listens there already. */
export const portCheck = ({ host, port }: Address): Check => ({
  what: `port ${port}`,
  async run(signal) {
    const problem = await problemListening(host, port);
    if (problem === undefined) return { state: "ok", message: `free on ${host}` };
    if (problem === "EADDRINUSE" && (await isOvertone({ host, port }, signal))) {
      return { state: "ok", message: `Overtone is running on ${host}` };
    }
    return findingOf(problem, host);
  },
});

/** Whether the server that listens there is Overtone. */
function isOvertone({ host, port }: Address, signal: AbortSignal): Promise<boolean> {
  return isOvertoneAt(ownUrlAt(host, port), signal);
}

/** Returns the system's error code where a server cannot listen; `undefined` where it can. */
function problemListening(host: string, port: number): Promise<string | undefined> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once("error", (error) => resolve(systemCodeOf(error) ?? error.message));
    server.listen({ host, port, exclusive: true }, () => server.close(() => resolve(undefined)));
  });
}

function findingOf(problem: string, host: string): FindingState {
  switch (problem) {
    case "EADDRINUSE":
      return {
        state: "fail",
        message: `used on ${host} by another program`,
        advice: "Stop that program, or set another port in PORT.",
      };
    case "EACCES":
      return {
        state: "fail",
        message: "may not be used by this user",
        advice: "Set a port above 1023 in PORT.",
      };
    default:
      return {
        state: "fail",
        message: `cannot be opened on ${host} (${problem})`,
        advice: "Set HOST to an address of this machine, such as 127.0.0.1.",
      };
  }
}
