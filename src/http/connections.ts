import type { IncomingMessage, Server, ServerResponse } from "node:http";

/**
 * Ends connections where the protocol leaves that to the server: when it stops, and when a client
 * goes on sending a body after it has its answer.
 */
export class Connections {
  readonly #server: Server;
  readonly #restMilliseconds: number;
  readonly #open = new Set<ServerResponse>();
  #isDraining = false;

  /** @param restMilliseconds how long a client may go on sending a body that is answered already */
  constructor(server: Server, restMilliseconds: number) {
    this.#server = server;
    this.#restMilliseconds = restMilliseconds;
  }

  /** Follows a request until it is answered. To be called before it is. */
  follow(request: IncomingMessage, response: ServerResponse): void {
    this.#open.add(response);
    if (this.#isDraining) response.shouldKeepAlive = false;
    response.once("close", () => this.#open.delete(response));
    response.once("finish", () => this.#endAfter(request, response));
  }

  /**
   * Has each answer from now on say `Connection: close`, so that clients send their next request
   * elsewhere. Answers that have begun already end with their connection.
   */
  drain(): void {
    this.#isDraining = true;
    for (const response of this.#open) response.shouldKeepAlive = false;
  }

  #endAfter(request: IncomingMessage, { shouldKeepAlive }: ServerResponse): void {
    if (this.#isDraining && shouldKeepAlive)
      setImmediate(() => this.#server.closeIdleConnections());
    if (request.complete) return;
    const { socket } = request;
    const end = (): void => {
      if (!request.complete) socket.destroy();
    };
    const timer = setTimeout(end, this.#restMilliseconds);
    socket.once("close", () => clearTimeout(timer));
    request.once("end", () => clearTimeout(timer));
  }
}
