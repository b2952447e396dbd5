import { setMaxListeners } from "node:events";
import type { IncomingMessage } from "node:http";
import type { Duplex } from "node:stream";
import type { ApolloServer } from "@apollo/server";
import type { RequestHandler } from "express";
import type { Services } from "../../services/services.js";
import type { Caller, RequestContext } from "../request-context.js";
import { eventStream } from "./event-stream.js";
import { OpenCount } from "./open-count.js";
import { OperationRunner } from "./operation-runner.js";
import { SocketServer } from "./socket-server.js";
import type { SocketLog } from "./socket-session.js";

/** How many sockets each key may hold open, and all who show none together. */
const MAX_SOCKETS = 50;

/** Milliseconds. */
const TIMING = { introduction: 10_000, heartbeat: 12_000, parting: 1_000 } as const;

/** How long running operations may take to end when the server goes away. */
const DRAIN_MILLISECONDS = 8_000;

/** The two transports that carry many results of one operation. */
export interface SubscriptionServer {
  /** Answers operations as server-sent events. Expects what the GraphQL middleware expects. */
  readonly eventStream: RequestHandler;
  /** Takes over a connection whose request asks for a WebSocket. */
  accept(
    request: IncomingMessage,
    socket: Duplex,
    head: Buffer,
    caller: Omit<Caller, "identity">,
  ): void;
  /** Ends streams and sockets; takes no more of them. */
  close(): Promise<void>;
}

/** Puts both transports before a GraphQL server that answers subscriptions. */
export function createSubscriptionServer(needs: {
  readonly services: Services;
  readonly apollo: ApolloServer<RequestContext>;
  readonly log: SocketLog;
}): SubscriptionServer {
  const { services, log } = needs;
  const runner = new OperationRunner(needs.apollo);
  const closing = new AbortController();
  // Every open stream listens to it, however many there are.
  setMaxListeners(0, closing.signal);
  const sockets = new SocketServer({
    services,
    runner,
    log,
    open: new OpenCount("sockets", MAX_SOCKETS),
    timing: TIMING,
  });
  return {
    eventStream: eventStream(services, runner, closing.signal),
    accept: (...connection) => sockets.accept(...connection),
    close: () => {
      closing.abort();
      return sockets.close(DRAIN_MILLISECONDS);
    },
  };
}
