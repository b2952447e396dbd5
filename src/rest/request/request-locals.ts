import type { Response } from "express";
import type { Identity } from "../../services/access/access-service.js";

/** What every route finds in `response.locals`: the app puts it there before any edge is asked. */
export interface RequestLocals {
  /** Names this request in answers and log lines; 1 to 128 plain characters. */
  readonly requestId: string;
  /** This server as the client reaches it, without a slash at the end. */
  readonly baseUrl: string;
  /** The network address that the request came from; empty where its connection is gone. */
  readonly address: string;
}

/** Names of this request and of this server. */
export function localsOf(response: Response): RequestLocals {
  return response.locals as RequestLocals;
}

/** Who asks. Only below the paths that need to know. */
export function identityOf(response: Response): Identity {
  return (response.locals as { readonly identity: Identity }).identity;
}
