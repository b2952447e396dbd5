import type { IncomingMessage } from "node:http";
import type { Duplex } from "node:stream";
import { handleProtocols } from "graphql-ws";
import { WebSocketServer, type WebSocket } from "ws";
import { credentialsOf } from "../../http/session/credentials.js";
import { MAX_BODY_BYTES } from "../request-body.js";
import { socketProtocol } from "./socket-protocol.js";
import { SocketSession, type SocketNeeds, type SocketRequest } from "./socket-session.js";

/**
 * Handles GraphQL over WebSockets, for pages of any origin: a page of another one has no credentials, because browsers
 * never send an API key on their own, and the cookie of a session is accepted from pages of this server only.
 */
export class SocketServer {
  readonly #protocol: ReturnType<typeof socketProtocol>;
  readonly #sessions = new Set<SocketSession>();
  readonly #server = new WebSocketServer({
    noServer: true,
    maxPayload: MAX_BODY_BYTES,
    handleProtocols,
    clientTracking: false,
  });
  #isClosing = false;

  constructor(private readonly needs: SocketNeeds) {
    this.#protocol = socketProtocol(needs.timing.initialisation);
  }

  /** Accepts a connection whose request asks for a WebSocket. */
  accept(
    request: IncomingMessage,
    socket: Duplex,
    head: Buffer,
    caller: SocketRequest["caller"],
  ): void {
    if (this.#isClosing) {
      socket.end("HTTP/1.1 503 Service Unavailable\r\nConnection: close\r\n\r\n");
      return;
    }
    const credentials = credentialsOf(request, caller, true);
    this.#server.handleUpgrade(request, socket, head, (webSocket) =>
      this.#begin(webSocket, { caller, credentials }),
    );
  }

  /** Waits for running queries and mutations, ends subscriptions, and closes all sockets. */
  async close(drainMilliseconds: number): Promise<void> {
    this.#isClosing = true;
    await Promise.all([...this.#sessions].map((session) => session.close(drainMilliseconds)));
  }

  #begin(webSocket: WebSocket, request: SocketRequest): void {
    const session = new SocketSession(webSocket, request, this.needs);
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
        this.needs.services.failures.record(error),
      );
    });
  }
}
