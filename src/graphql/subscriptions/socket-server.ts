import type { IncomingMessage } from "node:http";
import type { Duplex } from "node:stream";
import { handleProtocols } from "graphql-ws";
import { WebSocketServer, type WebSocket } from "ws";
import type { Services } from "../../services/services.js";
import type { Caller } from "../request-context.js";
import { MAX_BODY_BYTES } from "../request-body.js";
import type { OpenCount } from "./open-count.js";
import type { OperationRunner } from "./operation-runner.js";
import { socketProtocol } from "./socket-protocol.js";
import { SocketSession, type SocketLog } from "./socket-session.js";

/** Time limits for clients, milliseconds. */
export interface SocketTiming {
  /** Maximum time from the connection to the `connection_init` message. */
  readonly initialisation: number;
  /** Interval of pings, and maximum time to reply to one. */
  readonly heartbeat: number;
  /** Maximum time to close the socket after the server has announced that it stops. */
  readonly closing: number;
}

/**
 * Handles GraphQL over WebSockets, for pages of any origin: browsers never send an API key on their
 * own, so a page of another origin that opens a socket has no credentials.
 */
export class SocketServer {
  readonly #services: Services;
  readonly #runner: OperationRunner;
  readonly #open: OpenCount;
  readonly #log: SocketLog;
  readonly #timing: SocketTiming;
  readonly #protocol: ReturnType<typeof socketProtocol>;
  readonly #sessions = new Set<SocketSession>();
  readonly #server = new WebSocketServer({
    noServer: true,
    maxPayload: MAX_BODY_BYTES,
    handleProtocols,
    clientTracking: false,
  });
  #isClosing = false;

  constructor(needs: {
    readonly services: Services;
    readonly runner: OperationRunner;
    /** Counts the sockets of each key. */
    readonly open: OpenCount;
    readonly log: SocketLog;
    readonly timing: SocketTiming;
  }) {
    this.#services = needs.services;
    this.#runner = needs.runner;
    this.#open = needs.open;
    this.#log = needs.log;
    this.#timing = needs.timing;
    this.#protocol = socketProtocol(needs.timing.initialisation);
  }

  /** Accepts a connection whose request asks for a WebSocket. */
  accept(
    request: IncomingMessage,
    socket: Duplex,
    head: Buffer,
    caller: Omit<Caller, "identity">,
  ): void {
    if (this.#isClosing) {
      socket.end("HTTP/1.1 503 Service Unavailable\r\nConnection: close\r\n\r\n");
      return;
    }
    this.#server.handleUpgrade(request, socket, head, (webSocket) =>
      this.#begin(webSocket, request.headers.authorization, caller),
    );
  }

  /** Waits for running queries and mutations, ends subscriptions, and closes all sockets. */
  async close(drainMilliseconds: number): Promise<void> {
    this.#isClosing = true;
    const closing = [...this.#sessions].map((session) =>
      session.close(drainMilliseconds, this.#timing.closing),
    );
    await Promise.all(closing);
  }

  #begin(
    webSocket: WebSocket,
    authorization: string | undefined,
    caller: Omit<Caller, "identity">,
  ): void {
    const session = new SocketSession({
      webSocket,
      services: this.#services,
      runner: this.#runner,
      open: this.#open,
      log: this.#log,
      caller,
      authorization,
      heartbeatMilliseconds: this.#timing.heartbeat,
    });
    this.#sessions.add(session);
    const closed = this.#protocol.opened(
      {
        protocol: webSocket.protocol,
        send: (text) => session.send(text),
        close: (code, reason) => webSocket.close(code, reason),
        onMessage: (take) => session.onMessage(take),
      },
      session,
    );
    webSocket.once("close", (code, reason) => {
      this.#sessions.delete(session);
      session.end(code);
      closed(code, reason.toString()).catch((error: unknown) =>
        this.#services.failures.record(error),
      );
    });
  }
}
