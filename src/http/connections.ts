import type { IncomingMessage, Server, ServerResponse } from "node:http";

/**
 * Closes connections where HTTP leaves that to the server: when the server stops, and when a client
 * continues to send a body after the response.
 */
export class Connections {
  readonly #server: Server;
  readonly #restMilliseconds: number;
  readonly #open = new Set<ServerResponse>();
  #isDraining = false;

  /**
   * @param restMilliseconds maximum time for a client to send the rest of a body after the response
   */
  constructor(server: Server, restMilliseconds: number) {
    this.#server = server;
    this.#restMilliseconds = restMilliseconds;
  }

  /** Tracks a request until its response ends. Must be called before the response begins. */
  track(request: IncomingMessage, response: ServerResponse): void {
    this.#open.add(response);
    if (this.#isDraining) response.shouldKeepAlive = false;
    response.once("close", () => this.#open.delete(response));
    response.once("finish", () => this.#endAfter(request));
  }

  /**
   * Makes each later response say `Connection: close`, so that clients send their next request
   * elsewhere. Responses that have already begun close their connection at the end.
   */
  drain(): void {
    this.#isDraining = true;
    for (const response of this.#open) response.shouldKeepAlive = false;
  }

  #endAfter(request: IncomingMessage): void {
    // For responses that had begun before, and so could not announce it.
    if (this.#isDraining) setImmediate(() => this.#server.closeIdleConnections());
    if (request.complete) return;
    const { socket } = request;
    const end = (): void => {
      if (!request.complete) socket.destroy();
    };
    const timer = setTimeout(end, this.#restMilliseconds);
    // The connection may carry many requests after this one, so no listener may be left on it.
    const leave = (): void => {
      clearTimeout(timer);
      socket.off("close", leave);
      request.off("end", leave);
    };
    socket.on("close", leave);
    request.on("end", leave);
  }
}
