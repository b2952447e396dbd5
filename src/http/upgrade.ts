import { IncomingMessage, type Server } from "node:http";
import type { Duplex } from "node:stream";
import { hasSeveralHosts } from "./host-header.js";

/** What takes a connection over once its request is known to ask for a WebSocket. */
export type TakeOver = (request: IncomingMessage, socket: Duplex, head: Buffer) => void;

const SOCKET_PATHS: readonly string[] = ["/graphql", "/graphql/"];

/**
 * A request that can become a WebSocket only where there is one.
 *
 * A server that takes over connections is handed every request that offers to change the protocol,
 * and many clients offer HTTP/2 with each request that they send. Node asks `upgrade` whether a
 * request does; all others, and WebSockets to other paths, are answered as the plain HTTP that they
 * are as well.
 */
export class UpgradableRequest extends IncomingMessage {
  get upgrade(): boolean {
    return asked.has(this) && isForSocket(this);
  }

  set upgrade(isAsked: boolean | null) {
    if (isAsked === true) asked.add(this);
    else asked.delete(this);
  }
}

/** Requests that offer to change the protocol; set before the class's own fields exist. */
const asked = new WeakSet<IncomingMessage>();

function isForSocket(request: IncomingMessage): boolean {
  const { method, url = "", headers } = request;
  const [path = ""] = url.split("?", 1);
  return (
    !hasSeveralHosts(request) &&
    method === "GET" &&
    headers.upgrade?.toLowerCase() === "websocket" &&
    SOCKET_PATHS.includes(path.toLowerCase())
  );
}

/** Hands over connections that become WebSockets. The server makes `UpgradableRequest`s. */
export function takeOverSockets(server: Server, takeOver: TakeOver): void {
  server.on("upgrade", (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    // The new owner of the socket listens itself; until then a client's reset must not end the process.
    socket.on("error", () => socket.destroy());
    takeOver(request, socket, head);
  });
}
