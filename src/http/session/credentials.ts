import type { IncomingMessage } from "node:http";
import { RateLimitedError, SessionRefusedError } from "../../domain/errors/access-errors.js";
import { type Identity, presentsKey } from "../../services/access/access-service.js";
import type { Services } from "../../services/services.js";
import type { RequestLocals } from "../request-locals.js";
import { isOwnPage } from "./own-page.js";
import { sessionTokenOf } from "./session-cookie.js";

/** What a request sends to identify its caller. */
export interface Credentials {
  /** Its `Authorization` header. */
  readonly authorization: string | undefined;
  /** The token of the session of its browser, and whether the request may use it. */
  readonly session?: { readonly token: string; readonly isOwnPage: boolean } | undefined;
}

/** Returns the credentials of a request; a key in `Authorization` goes before the cookie of the browser. */
export function credentialsOf(
  request: IncomingMessage,
  locals: Pick<RequestLocals, "baseUrl">,
  isSocket = false,
): Credentials {
  const { authorization } = request.headers;
  const token = authorization === undefined ? sessionTokenOf(request, locals) : undefined;
  if (token === undefined) return { authorization };
  return { authorization, session: { token, isOwnPage: isOwnPage(request, locals, isSocket) } };
}

/** Where a request comes from. */
export interface RequestSource {
  readonly address: string;
  /** Aborts when the client has left. */
  readonly signal: () => AbortSignal;
}

/**
 * Identifies the caller by its credentials, and counts one request: of its key, or else of its address. A refusal is
 * returned and not thrown, also that of an address that has exceeded its rate limit.
 *
 * @param options.isCounted whether the rate limit holds for requests with a valid key; by default, it does
 */
export async function identityFrom(
  services: Pick<Services, "access" | "anonymous" | "sessions">,
  credentials: Credentials,
  source: RequestSource,
  options: { readonly isCounted?: boolean } = {},
): Promise<Identity> {
  const identity = await presentedIdentity(services, credentials, options);
  // Whether a caller has a valid key is not known where it could not be read.
  if (!("refusal" in identity) || identity.refusal.code !== "UNAUTHENTICATED") return identity;
  const { authorization, session } = credentials;
  // What a page of another site sends says nothing of what its reader knows.
  const hasFailed =
    authorization === undefined ? session?.isOwnPage === true : presentsKey(authorization);
  try {
    const { address } = source;
    await services.anonymous.admit({ address, hasFailed, signal: source.signal() });
    return identity;
  } catch (error) {
    if (error instanceof RateLimitedError) return { refusal: error };
    throw error;
  }
}

/** Identifies the caller by its credentials, and counts one request of its key, unless told otherwise; none of its address. */
export async function presentedIdentity(
  { access, sessions }: Pick<Services, "access" | "sessions">,
  { authorization, session }: Credentials,
  options: { readonly isCounted?: boolean } = {},
): Promise<Identity> {
  if (session === undefined) return access.identify(authorization, options);
  if (session.isOwnPage) return sessions.identify(session.token, options);
  const problem = "A session is accepted only from pages of this server.";
  return { refusal: new SessionRefusedError(problem) };
}
