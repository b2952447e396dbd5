import type { IncomingMessage } from "node:http";
import type { Response } from "express";
import { localsOf, type RequestLocals } from "../request-locals.js";

/**
 * Returns the name of the cookie that holds the token of a session. It contains the port, because browsers send a
 * cookie to every port of a host: two servers of one machine would otherwise end each other's sessions.
 */
function sessionCookieName(baseUrl: string): string {
  const { port } = new URL(baseUrl);
  return port === "" ? "overtone_session" : `overtone_session_${port}`;
}

/** Returns the token of the session in the cookies of a request; `undefined` where there is none. */
export function sessionTokenOf(
  { headers }: Pick<IncomingMessage, "headers">,
  { baseUrl }: Pick<RequestLocals, "baseUrl">,
): string | undefined {
  const start = `${sessionCookieName(baseUrl)}=`;
  const cookies = headers.cookie?.split(";").map((cookie) => cookie.trim());
  return cookies?.find((cookie) => cookie.startsWith(start))?.slice(start.length);
}

/**
 * Lets the browser keep the token of a session, or forget it where there is none. Neither scripts nor pages of other
 * sites can use the cookie, and where the page was loaded over HTTPS, it is never sent without.
 *
 * @param session.expiresAt milliseconds since 1970
 */
export function setSessionCookie(
  response: Response,
  session?: { readonly token: string; readonly expiresAt: number },
): void {
  const { prefix, baseUrl } = localsOf(response);
  // A proxy may not say that it is reached over HTTPS; the browser does.
  const urls = [baseUrl, response.req.headers.origin ?? ""];
  response.cookie(sessionCookieName(baseUrl), session?.token ?? "", {
    httpOnly: true,
    sameSite: "strict",
    secure: urls.some((url) => url.startsWith("https:")),
    path: prefix === "" ? "/" : prefix,
    expires: new Date(session?.expiresAt ?? 0),
  });
}
