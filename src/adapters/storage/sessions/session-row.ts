import type { SessionScope } from "../../../domain/browser-session.js";

/** Converts the scopes of a row to those of a session or a link. */
export function withScopes<Row extends { readonly scopes: string }>(
  row: Row,
): Omit<Row, "scopes"> & { readonly scopes: readonly SessionScope[] } {
  const names = row.scopes.split(",");
  const all: readonly SessionScope[] = ["read", "write"];
  return { ...row, scopes: all.filter((scope) => names.includes(scope)) };
}
