import type { Session, SessionScope, SignInLink } from "../../../domain/browser-session.js";

/** One row per session of a browser; times in milliseconds since 1970. */
export interface SessionsTable extends Omit<Session, "scopes"> {
  /** Separated by commas. */
  readonly scopes: string;
}

/** One row per link that was not used yet. */
export interface SignInLinksTable extends Omit<SignInLink, "scopes"> {
  /** Separated by commas. */
  readonly scopes: string;
}

/** Converts the scopes of a row to those of a session or a link. */
export function withScopes<Row extends { readonly scopes: string }>(
  row: Row,
): Omit<Row, "scopes"> & { readonly scopes: readonly SessionScope[] } {
  const names = row.scopes.split(",");
  const all: readonly SessionScope[] = ["read", "write"];
  return { ...row, scopes: all.filter((scope) => names.includes(scope)) };
}
