import { hash, timingSafeEqual } from "node:crypto";
import { InvalidInputError } from "./errors/request-errors.js";

/** The permissions of a key: `read` to query, `write` to upload and change, `work` to analyse for the server, `admin` to manage keys. */
export const scopes = ["read", "write", "work", "admin"] as const;

export type Scope = (typeof scopes)[number];

/**
 * An API key as it is stored: without the secret, only its SHA-256. Times in milliseconds since
 * 1970.
 */
export interface ApiKey {
  /** 8 hex characters, public. */
  readonly lookup: string;
  /** SHA-256 of the secret, 64 hex characters. */
  readonly secretHash: string;
  readonly name: string;
  readonly scopes: readonly Scope[];
  readonly createdAt: number;
  readonly expiresAt: number | null;
  readonly revokedAt: number | null;
}

const TOKEN = /^ot_live_([0-9a-f]{8})_([0-9a-f]{48})$/;

/**
 * Splits the token of a client into its two parts; `undefined` where it does not have the form of a
 * token.
 */
export function findTokenParts(token: string): { lookup: string; secret: string } | undefined {
  const match = TOKEN.exec(token);
  return match ? { lookup: match[1] ?? "", secret: match[2] ?? "" } : undefined;
}

/** Returns the token that the client sends. */
export function tokenFrom(lookup: string, secret: string): string {
  return `ot_live_${lookup}_${secret}`;
}

/**
 * Returns the SHA-256 of a secret, 64 hex characters. A slow hash is not needed for 192 random
 * bits.
 */
export function secretHashFrom(secret: string): string {
  return hash("sha256", secret, "hex");
}

/** Returns whether the secret belongs to the key or session, compared in constant time. */
export function isSecretOf(key: Pick<ApiKey, "secretHash">, secret: string): boolean {
  const given = Buffer.from(secretHashFrom(secret));
  const stored = Buffer.from(key.secretHash);
  return given.length === stored.length && timingSafeEqual(given, stored);
}

/**
 * Parses scopes from text such as "read,write".
 *
 * @throws {InvalidInputError} the text is empty, or contains an unknown scope
 */
export function parseScopes(text: string): readonly Scope[] {
  const names = [...new Set(text.split(",").map((name) => name.trim()))];
  return names.map((name) => {
    const scope = scopes.find((known) => known === name);
    if (scope === undefined) {
      throw new InvalidInputError(
        "scopes",
        `must be one or more of ${scopes.join(", ")}, separated by commas`,
      );
    }
    return scope;
  });
}

const MILLISECONDS = { m: 60_000, h: 3_600_000, d: 86_400_000, w: 604_800_000 } as const;

/**
 * Parses a duration from text such as "30d": minutes, hours, days or weeks. Milliseconds, > 0.
 *
 * @throws {InvalidInputError} the text has another form
 */
export function parseLifetime(text: string): number {
  const match = /^([1-9][0-9]{0,4})([mhdw])$/.exec(text);
  if (!match) throw new InvalidInputError("expires", 'must be like "30d", "12h" or "8w"');
  return Number(match[1]) * MILLISECONDS[match[2] as keyof typeof MILLISECONDS];
}
