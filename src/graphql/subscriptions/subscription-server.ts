import { setMaxListeners } from "node:events";
import type { IncomingMessage } from "node:http";
import type { Duplex } from "node:stream";
import type { ApolloServer } from "@apollo/server";
import type { RequestHandler } from "express";
import type { Services } from "../../services/services.js";
import type { Caller, RequestContext } from "../request-context.js";
import { eventStream } from "./event-stream.js";
import { OpenCount } from "./open-count.js";
import { SocketServer } from "./socket-server.js";
import type { SocketLog } from "./socket-session.js";

/** Maximum number of open sockets of each key, and of all clients without a key together. */
const MAX_SOCKETS = 50;

/** Milliseconds. */
const TIMING = { initialisation: 10_000, heartbeat: 12_000, closing: 1_000 } as const;

/** Maximum time for running operations to end when the server stops. */
const DRAIN_MILLISECONDS = 8_000;

/** The two transports of operations with many results. */
export interface SubscriptionServer {
  /**
   * Handles operations as server-sent events. Expects the same `response.locals` as the GraphQL
   * middleware.
   */
  readonly eventStream: RequestHandler;
  /** Accepts a connection whose request asks for a WebSocket. */
  accept(
    request: IncomingMessage,
    socket: Duplex,
    head: Buffer,
    caller: Omit<Caller, "identity">,
  ): void;
  /** Closes streams and sockets, and accepts no new ones. */
  close(): Promise<void>;
}

/** Creates both transports of a GraphQL server. */
export function createSubscriptionServer(needs: {
  readonly services: Services;
  readonly apollo: ApolloServer<RequestContext>;
  readonly log: SocketLog;
}): SubscriptionServer {
  const { services, apollo } = needs;
  const closing = new AbortController();
  // Every open stream listens to the signal, so the number of listeners has no limit.
  setMaxListeners(0, closing.signal);
  const sockets = new SocketServer({
    ...needs,
    open: new OpenCount("sockets", MAX_SOCKETS),
    timing: TIMING,
  });
  return {
    eventStream: eventStream(services, apollo, closing.signal),
    accept: (...connection) => sockets.accept(...connection),
    close: () => {
      closing.abort();
      return sockets.close(DRAIN_MILLISECONDS);
    },
  };
}
