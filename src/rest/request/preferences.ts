/** The preferences of a client (`Prefer`) that this server supports. */
export interface Preferences {
  /** Seconds, integer >= 0: the wait that the client prefers, at most the limit of the server. */
  readonly waitSeconds?: number;
  /** Whether the client prefers a 202 response to waiting. */
  readonly isAsync: boolean;
}

const TOKEN = "[!#$%&'*+.^_`|~0-9A-Za-z-]+";
const PREFERENCE = new RegExp(
  `^\\s*(${TOKEN})\\s*(?:=\\s*(?:(${TOKEN})|"([^"\\\\]*)"))?\\s*(?:;|$)`,
);

/**
 * Parses a `Prefer` header.
 *
 * A preference must not fail a request: unknown or malformed ones are ignored, and of one given
 * twice the first applies. A wait beyond the limit is reduced to it, rounded up to whole seconds.
 *
 * @param maxWaitSeconds the limit of the server, >= 0
 *
 * Source: J. Snell, "Prefer Header for HTTP", RFC 7240, 2014.
 */
export function preferencesFrom(header: string | undefined, maxWaitSeconds: number): Preferences {
  if (header === undefined) return { isAsync: false };
  const values = new Map<string, string>();
  for (const part of header.match(/(?:"(?:\\.|[^"\\])*"|[^,"])+/g) ?? []) {
    const [, name, token, quoted] = PREFERENCE.exec(part) ?? [];
    const key = name?.toLowerCase();
    if (key !== undefined && !values.has(key)) values.set(key, token ?? quoted ?? "");
  }
  const wait = values.get("wait") ?? "";
  return {
    isAsync: values.has("respond-async"),
    ...(/^[0-9]{1,9}$/.test(wait) && {
      waitSeconds: Math.min(Number(wait), Math.ceil(maxWaitSeconds)),
    }),
  };
}

/**
 * Returns how long to wait, seconds, or `undefined` without a preference: the value of `wait`, or 0
 * for `respond-async` alone.
 */
export function waitSecondsOf({ waitSeconds, isAsync }: Preferences): number | undefined {
  return waitSeconds ?? (isAsync ? 0 : undefined);
}

/** Returns the value of `Preference-Applied`, or `undefined` without preferences. */
export function appliedFrom({ waitSeconds, isAsync }: Preferences): string | undefined {
  const applied = [
    ...(isAsync ? ["respond-async"] : []),
    ...(waitSeconds === undefined ? [] : [`wait=${waitSeconds}`]),
  ];
  return applied.length === 0 ? undefined : applied.join(", ");
}
