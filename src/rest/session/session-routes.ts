import type { Request, Response, Router } from "express";
import { z } from "zod";
import { SessionRefusedError, UnauthenticatedError } from "../../domain/errors/access-errors.js";
import { sessionScopes, type Session, type SessionScope } from "../../domain/browser-session.js";
import { forbidCaching } from "../../http/caching.js";
import { jsonBodyReader } from "../../http/body/json-body-reader.js";
import { identityOf, localsOf } from "../../http/request-locals.js";
import { routesFrom } from "../../http/route-table.js";
import { isOwnPage } from "../../http/session/own-page.js";
import { sessionTokenOf, setSessionCookie } from "../../http/session/session-cookie.js";
import { isoTime } from "../../http/iso-time.js";
import type { OpenedSession } from "../../services/access/session-service.js";
import type { Services } from "../../services/services.js";
import { readJsonBody } from "../request/json-body.js";
import { objectMessages, shaped } from "../request/shaped.js";
import type { JsonOf } from "../shapes/plain-shapes.js";
import type { sessionAnswer } from "./session-answers.js";
import type { IncomingMessage } from "node:http";

/** Host names of this machine, as its browsers send them; a name that leads here by a trick is another. */
const OWN_HOST = /^(?:localhost|127\.0\.0\.1|\[::1\])(?::[0-9]{1,5})?$/i;

const OWN_ADDRESS = /^(?:::ffff:)?127\.|^::1$/;

/** Headers that proxies add. */
const FORWARDING = ["forwarded", "via", "x-forwarded-for", "x-forwarded-host", "x-real-ip"];

/** The path of the session of a browser, which identifies callers and requires no key. */
export const SESSION_PATH = "/api/session";

const MAX_LINK_CHARACTERS = 100;

/** More than a valid body has. Callers without a key may send one, and each wrong scope in it costs time. */
const readWish = jsonBodyReader(4 * 1024);

export const sessionWishShape = z.strictObject(
  {
    link: z
      .string("must be a text")
      .max(MAX_LINK_CHARACTERS, "is too long")
      .nullish()
      .describe("The token of a link, which is what follows `#session=` in it."),
    scopes: z
      .array(
        z.enum(sessionScopes, "must be `read`, `write` or `admin`"),
        "must be a list of scopes",
      )
      .nullish()
      .describe(
        "What the session may do in addition to reading, at most what the key may. A link has its own.",
      ),
  },
  {
    error: objectMessages("is not known here"),
  },
);

/** The routes of the session of a browser: whether there is one, to open it, and to end it. */
export function sessionRoutes(services: Services): Router {
  const { access, sessions } = services;
  return routesFrom({
    "/": {
      get: async (request, response) => {
        requireRead(access, response);
        forbidCaching(response);
        response.json({ success: true, data: await stateOf(services, request, response) });
      },
      post: async (request, response) => {
        requireRead(access, response);
        const body = await readJsonBody(request, response, readWish);
        const { session, token } = await open(services, body, request, response);
        // A browser keeps one session of a server: the one before cannot be used any more.
        await sessions.close(sessionTokenOf(request, localsOf(response)) ?? "");
        setSessionCookie(response, { token, expiresAt: session.expiresAt });
        forbidCaching(response);
        response.json({ success: true, data: sessionJson(session) });
      },
      delete: async (request, response) => {
        requireRead(access, response);
        requireOwnPage(request, response);
        await sessions.close(sessionTokenOf(request, localsOf(response)) ?? "");
        setSessionCookie(response);
        forbidCaching(response);
        response.json({ success: true, data: sessionJson(undefined) });
      },
    },
  });
}

/**
 * Requires that the session or key could be read, where there is one, and that the caller may send another request.
 *
 * @throws {StorageBusyError} it could not: that a caller is not signed in would be wrong
 */
function requireRead(access: Services["access"], response: Response): void {
  const identity = identityOf(response);
  if ("refusal" in identity && identity.refusal.code !== "UNAUTHENTICATED") throw identity.refusal;
  access.requireRate(identity);
}

/**
 * Opens the session that a request asks for: by a link, by the key in `Authorization`, or without either on this
 * machine.
 */
function open(
  { sessions }: Services,
  body: unknown,
  request: Request,
  response: Response,
): Promise<OpenedSession> {
  requireOwnPage(request, response);
  const { link, scopes } = shaped(body, sessionWishShape);
  if (typeof link === "string") {
    return sessions.openByLink(link, sessionTokenOf(request, localsOf(response)));
  }
  if (request.headers.authorization === undefined) {
    if (isOnThisMachine(request)) return sessions.openOnLoopback();
    throw new UnauthenticatedError("An API key is required.");
  }
  const wanted = new Set<SessionScope>(["read", ...(scopes ?? [])]);
  return sessions.openByKey(identityOf(response), [...wanted]);
}

/**
 * Refuses pages of other sites, which could otherwise sign their visitors in with a link of their own, or out.
 * Programs, which send no origin, may.
 */
function requireOwnPage(request: Request, response: Response): void {
  const { origin, "sec-fetch-site": site } = request.headers;
  if (origin === undefined && site === undefined) return;
  if (isOwnPage(request, localsOf(response))) return;
  throw new SessionRefusedError("Only pages of this server may sign in or out.");
}

/** Returns whether the caller is signed in, and if not, whether it needs a key for that. */
async function stateOf(
  { sessions }: Services,
  request: Request,
  response: Response,
): Promise<SessionJson> {
  const identity = identityOf(response);
  const session = "apiKey" in identity ? identity.session : undefined;
  const maySignInWithoutKey =
    !session && isOnThisMachine(request) && (await sessions.isOpenOnLoopback());
  return sessionJson(session, maySignInWithoutKey);
}

type SessionJson = JsonOf<typeof sessionAnswer>["data"];

const sessionJson = (session: Session | undefined, maySignInWithoutKey = false): SessionJson => ({
  isSignedIn: session !== undefined,
  id: session?.lookup ?? null,
  scopes: session?.scopes ?? [],
  expiresAt: session ? isoTime(session.expiresAt) : null,
  maySignInWithoutKey,
});

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
