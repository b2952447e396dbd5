import { hash, timingSafeEqual } from "node:crypto";
import { InvalidInputError } from "./errors/request-errors.js";

/** What a key may do: `read` asks, `write` uploads and changes. */
export const scopes = ["read", "write"] as const;

export type Scope = (typeof scopes)[number];

/** An API key as it is kept: never the secret, only its SHA-256. Times in milliseconds since 1970. */
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

/** The two parts of a key as the client holds it, or `undefined` where it is none of ours. */
export function findTokenParts(token: string): { lookup: string; secret: string } | undefined {
  const match = TOKEN.exec(token);
  return match ? { lookup: match[1] ?? "", secret: match[2] ?? "" } : undefined;
}

/** The key as the client will hold it. */
export function tokenFrom(lookup: string, secret: string): string {
  return `ot_live_${lookup}_${secret}`;
}

/** SHA-256 of a secret, 64 hex characters. A slow hash adds nothing to 192 random bits. */
export function secretHashFrom(secret: string): string {
  return hash("sha256", secret, "hex");
}

/** Whether the secret is that of the key, compared in constant time. */
export function isSecretOf(key: ApiKey, secret: string): boolean {
  const given = Buffer.from(secretHashFrom(secret));
  const kept = Buffer.from(key.secretHash);
  return given.length === kept.length && timingSafeEqual(given, kept);
}

/**
 * Scopes from text such as "read,write".
 *
 * @throws {InvalidInputError} none, or one that does not exist
 */
export function parseScopes(text: string): readonly Scope[] {
  const names = [...new Set(text.split(",").map((name) => name.trim()))];
  return names.map((name) => {
    const scope = scopes.find((known) => known === name);
    if (scope === undefined) {
      throw new InvalidInputError("scopes", `must be of ${scopes.join(", ")}, separated by commas`);
    }
    return scope;
  });
}

const MILLISECONDS = { m: 60_000, h: 3_600_000, d: 86_400_000, w: 604_800_000 } as const;

/**
 * A length of time from text such as "30d": minutes, hours, days or weeks. Milliseconds, > 0.
 *
 * @throws {InvalidInputError} anything else
 */
export function parseLifetime(text: string): number {
  const match = /^([1-9][0-9]{0,4})([mhdw])$/.exec(text);
  if (!match) throw new InvalidInputError("expires", 'must be like "30d", "12h" or "8w"');
  return Number(match[1]) * MILLISECONDS[match[2] as keyof typeof MILLISECONDS];
}
