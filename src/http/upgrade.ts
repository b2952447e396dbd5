import { IncomingMessage, type Server } from "node:http";
import type { Duplex } from "node:stream";
import type { ClientViews } from "./client-views.js";
import { hasSeveralHosts } from "./host-header.js";

/** Takes over a connection whose request asks for a WebSocket. */
export type UpgradeHandler = (request: IncomingMessage, socket: Duplex, head: Buffer) => void;

const SOCKET_PATHS: readonly string[] = ["/graphql", "/graphql/"];

/**
 * Returns a class of requests that can be upgraded to a WebSocket on the WebSocket paths only.
 *
 * Node passes every request with an `Upgrade` header to the upgrade handler of a server that has
 * one, and many clients offer HTTP/2 in each request. Node reads the property `upgrade` to decide;
 * all other requests, including WebSockets to other paths, are handled as plain HTTP.
 */
export function upgradableRequest(
  views: Pick<ClientViews, "withoutPrefix">,
): typeof IncomingMessage {
  return class extends IncomingMessage {
    get upgrade(): boolean {
      return upgradeRequests.has(this) && isForSocket(this, views);
    }

    set upgrade(isUpgrade: boolean | null) {
      if (isUpgrade === true) upgradeRequests.add(this);
      else upgradeRequests.delete(this);
    }
  };
}

/**
 * Requests with an `Upgrade` header. A set, because Node sets `upgrade` before the fields of the
 * class exist.
 */
const upgradeRequests = new WeakSet<IncomingMessage>();

function isForSocket(request: IncomingMessage, views: Pick<ClientViews, "withoutPrefix">): boolean {
  const { method, url = "", headers } = request;
  const [path = ""] = views.withoutPrefix(url).split("?", 1);
  return (
    !hasSeveralHosts(request) &&
    method === "GET" &&
    headers.upgrade?.toLowerCase() === "websocket" &&
    SOCKET_PATHS.includes(path.toLowerCase())
  );
}

/**
 * Calls the handler for connections that become WebSockets. The server must use a class of
 * `upgradableRequest`.
 */
export function handleUpgrades(server: Server, takeOver: UpgradeHandler): void {
  server.on("upgrade", (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    // Until the handler adds its own listener, a reset by the client must not end the process.
    socket.on("error", () => socket.destroy());
    takeOver(request, socket, head);
  });
}
