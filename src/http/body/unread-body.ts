import type { IncomingMessage, ServerResponse } from "node:http";

/** The most that is read of a body from a caller without a valid key. */
export const MAX_STRANGER_BYTES = 64 * 1024;

/** Time that a client has to read the response to a request whose body it still sends. */
const CLOSING_MILLISECONDS = 2_000;

/**
 * Reads no more of a large body after the response than has arrived by then, and ends the connection, which the response
 * says, so that a client sends no other request over it. Node would otherwise read the rest, however long it is, and
 * discard it.
 */
export function endUnread(request: IncomingMessage, response: ServerResponse): void {
  const announced = request.headers["content-length"];
  const isChunked = request.headers["transfer-encoding"] !== undefined;
  if (!isChunked && Number(announced ?? 0) <= MAX_STRANGER_BYTES) return;
  response.setHeader("Connection", "close");
  const { socket } = request;
  const destroySoon = socket.destroySoon.bind(socket);
  // Node calls it after such a response: a client that still sends would lose the response by it.
  socket.destroySoon = () => {
    if (request.complete) {
      destroySoon();
      return;
    }
    socket.pause();
    socket.end();
    const timer = setTimeout(() => socket.destroy(), CLOSING_MILLISECONDS);
    socket.once("close", () => clearTimeout(timer));
  };
}
