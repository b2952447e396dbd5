import { createHash } from "node:crypto";

const ENTITY_TAG = /(?:W\/)?("[\x21\x23-\x7e\x80-\xff]*")/g;

/**
 * Returns whether a client that sends this `If-None-Match` already has the representation. `*`
 * matches any tag; weak and strong tags are compared alike.
 *
 * Source: R. Fielding et al., "HTTP Semantics", RFC 9110, 2022, sections 8.8.3.2 and 13.1.2.
 */
export function matchesEntityTag(ifNoneMatch: string | undefined, entityTag: string): boolean {
  if (ifNoneMatch === undefined) return false;
  if (ifNoneMatch.trim() === "*") return true;
  return [...ifNoneMatch.matchAll(ENTITY_TAG)].some(([, tag]) => tag === entityTag);
}

/** Returns a strong entity tag of bytes: equal for equal bytes only. */
export function entityTagOf(bytes: Uint8Array | string): string {
  return `"${createHash("sha256").update(bytes).digest("base64url").slice(0, 27)}"`;
}
