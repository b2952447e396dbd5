import type { ApiKey, Scope } from "./api-key.js";

/** What a session may be allowed: never `work`, which only workers need. */
export const sessionScopes = ["read", "write", "admin"] as const satisfies readonly Scope[];

export type SessionScope = (typeof sessionScopes)[number];

/** A session of a browser, as it is stored: without its secret. Times in milliseconds since 1970. */
export interface Session extends Pick<ApiKey, "lookup" | "secretHash" | "createdAt" | "revokedAt"> {
  /** The public part of the API key that it was made from, and ends with. */
  readonly keyLookup: string;
  /** What it may do, at most what the key may. */
  readonly scopes: readonly SessionScope[];
  readonly expiresAt: number;
  /** Whether it was opened without a key, and ends when the library is no longer the demo library alone. */
  readonly isDemo?: true;
}

/** A link that opens the page signed in, once. Times in milliseconds since 1970. */
export interface SignInLink extends Pick<Session, "secretHash" | "keyLookup" | "scopes"> {
  readonly expiresAt: number;
}

const TOKEN = /^ot_session_([0-9a-f]{8})_([0-9a-f]{48})$/;

/** Splits the token of a session into its two parts; `undefined` where it does not have that form. */
export function findSessionParts(token: string): { lookup: string; secret: string } | undefined {
  const match = TOKEN.exec(token);
  return match ? { lookup: match[1] ?? "", secret: match[2] ?? "" } : undefined;
}

/** Returns the token that a browser sends. */
export function sessionTokenFrom(lookup: string, secret: string): string {
  return `ot_session_${lookup}_${secret}`;
}

/**
 * Returns the link that opens the page signed in. The token is in its fragment, which browsers send to no server, so
 * that no log contains it.
 *
 * @param url that of the server, without a trailing slash
 */
export function signInLinkFrom(url: string, token: string): string {
  return `${url}/#session=${token}`;
}
