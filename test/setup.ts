import { Socket, isIP } from "node:net";

/**
 * Restricts tests to this machine: a connection to another host is refused before it is opened, so
 * that a test without a necessary fake fails.
 */
const connect = Reflect.get(Socket.prototype, "connect") as (
  this: Socket,
  ...args: unknown[]
) => Socket;

Socket.prototype.connect = function connectToLoopback(this: Socket, ...args: unknown[]): Socket {
  const host = hostOf(args);
  if (host !== undefined && !isLoopback(host)) {
    throw new Error(`Tests talk to loopback alone, and this one wanted "${host}".`);
  }
  return connect.apply(this, args);
};

function hostOf(args: readonly unknown[]): string | undefined {
  const [first, second] = Array.isArray(args[0]) ? (args[0] as unknown[]) : args;
  if (typeof first === "object" && first !== null) {
    const { host, path } = first as { host?: string; path?: string };
    return path === undefined ? (host ?? "localhost") : undefined;
  }
  return typeof second === "string" ? second : undefined;
}

function isLoopback(host: string): boolean {
  if (host === "localhost" || host === "::1") return true;
  return isIP(host) === 4 && host.startsWith("127.");
}
