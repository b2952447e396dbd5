import type { IncomingMessage, ServerResponse } from "node:http";
import type { Socket } from "node:net";

/** The most that is read of a body from a caller without a valid key. */
export const MAX_STRANGER_BYTES = 64 * 1024;

/** Time that a client has to read the response to a request whose body it still sends. */
const CLOSING_MILLISECONDS = 2_000;

/** The requests whose large bodies are left unread, each with what changes that. */
const unread = new WeakMap<IncomingMessage, () => void>();

/**
 * Reads no more of a large body after the response than has arrived by then, and ends the connection, which the response
 * says, so that a client sends no other request over it. Node would otherwise read the rest, however long it is, and
 * discard it. Holds until `readWhole` is called for a caller with a valid key.
 */
export function leaveUnread(request: IncomingMessage, response: ServerResponse): void {
  if (!mayBeLarge(request)) return;
  const { socket } = request;
  const { shouldKeepAlive } = response;
  response.shouldKeepAlive = false;
  // Node calls it after such a response: a client that still sends would lose the response by it.
  socket.destroySoon = () => {
    restore(socket);
    if (request.complete) {
      socket.destroySoon();
      return;
    }
    socket.pause();
    // Node has just begun to discard the rest, which resumes the socket.
    socket.resume = () => socket;
    socket.end();
    const timer = setTimeout(() => socket.destroy(), CLOSING_MILLISECONDS);
    socket.once("close", () => clearTimeout(timer));
  };
  unread.set(request, () => {
    restore(socket);
    response.shouldKeepAlive = shouldKeepAlive;
  });
}

/** Lets the whole body of a request be read. */
export function readWhole(request: IncomingMessage): void {
  unread.get(request)?.();
  unread.delete(request);
}

/** Returns whether the body of a request is large, and left unread. */
export const isLeftUnread = (request: IncomingMessage): boolean => unread.has(request);

function mayBeLarge({ headers }: IncomingMessage): boolean {
  const isChunked = headers["transfer-encoding"] !== undefined;
  return isChunked || Number(headers["content-length"] ?? 0) > MAX_STRANGER_BYTES;
}

/** Gives a socket the method of its class back. */
function restore(socket: Partial<Pick<Socket, "destroySoon">>): void {
  delete socket.destroySoon;
}
