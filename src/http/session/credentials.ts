import type { IncomingMessage } from "node:http";
import { SessionRefusedError } from "../../domain/errors/access-errors.js";
import type { Identity } from "../../services/access/access-service.js";
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

/** Identifies the caller by its credentials, and counts one request unless told otherwise. */
export async function identityFrom(
  { access, sessions }: Pick<Services, "access" | "sessions">,
  { authorization, session }: Credentials,
  options: { readonly isCounted?: boolean } = {},
): Promise<Identity> {
  if (session === undefined) return access.identify(authorization, options);
  if (session.isOwnPage) return sessions.identify(session.token, options);
  const problem = "A session is accepted only from pages of this server.";
  return { refusal: new SessionRefusedError(problem) };
}
