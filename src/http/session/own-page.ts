import type { IncomingMessage } from "node:http";
import type { RequestLocals } from "../request-locals.js";

/**
 * Returns whether a request may use the cookie of its browser: it was sent by a page of this server, or by the person
 * who opened its address. Browsers say so in `Sec-Fetch-Site`; those that do not, as all do without HTTPS outside of
 * this machine, say it in `Origin` of every request that is more than a read. The attribute `SameSite` alone would let
 * pages of other ports of the host through.
 *
 * Source: W3C, "Fetch Metadata Request Headers", 2.4; RFC 6454, section 7.
 *
 * @param isSocket whether it opens a WebSocket, whose `Origin` browsers always send
 */
export function isOwnPage(
  { headers, method = "" }: Pick<IncomingMessage, "headers" | "method">,
  { baseUrl }: Pick<RequestLocals, "baseUrl">,
  isSocket = false,
): boolean {
  const isRead = !isSocket && (method === "GET" || method === "HEAD");
  const { origin, "sec-fetch-site": site } = headers;
  if (site !== undefined) return site === "same-origin" || (site === "none" && isRead);
  return origin === undefined ? isRead : origin === new URL(baseUrl).origin;
}
