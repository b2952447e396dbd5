/** Encodes the parts of a cursor for clients: opaque, and safe in a URL. */
export const encodeCursor = (parts: readonly unknown[]): string =>
  Buffer.from(JSON.stringify(parts)).toString("base64url");

/** Returns the parts of a cursor that a client sent; none where the text is no cursor. */
export function decodeCursor(cursor: string): readonly unknown[] {
  try {
    const parts: unknown = JSON.parse(Buffer.from(cursor, "base64url").toString());
    return Array.isArray(parts) ? parts : [];
  } catch {
    return [];
  }
}
