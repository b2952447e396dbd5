import type { IncomingMessage } from "node:http";

/** Host names of this machine, as its browsers send them; a name that leads here by a trick is another. */
const OWN_HOST = /^(?:localhost|127\.0\.0\.1|\[::1\])(?::[0-9]{1,5})?$/i;

const OWN_ADDRESS = /^(?:::ffff:)?127\.|^::1$/;

/** Headers that proxies add. */
const FORWARDING = ["forwarded", "via", "x-forwarded-for", "x-forwarded-host", "x-real-ip"];

/**
 * Returns whether a request comes from a browser on this machine, for one of its own names, through no proxy.
 *
 * A proxy may replace `Host` and add nothing, as nginx does by default. It does not pass on `Connection`, which is
 * between neighbours (RFC 9110, section 7.6.1), and which every browser sends over HTTP/1.1; and a browser elsewhere
 * says in `Origin` that its page is not one of this machine.
 */
export function isOnThisMachine({
  headers,
  httpVersion,
  socket,
}: Pick<IncomingMessage, "headers" | "httpVersion" | "socket">): boolean {
  const { host = "", origin = `http://${host}`, connection } = headers;
  return (
    OWN_ADDRESS.test(socket.remoteAddress ?? "") &&
    OWN_HOST.test(host) &&
    origin === `http://${host}` &&
    httpVersion === "1.1" &&
    connection?.toLowerCase() === "keep-alive" &&
    !FORWARDING.some((name) => name in headers)
  );
}
