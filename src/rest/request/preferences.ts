/** What a client prefers (`Prefer`), as far as we can follow. */
export interface Preferences {
  /** Seconds, integer >= 0: how long it would wait for the answer, and we would let it. */
  readonly waitSeconds?: number;
  /** It would rather have a 202 than wait. */
  readonly isAsync: boolean;
}

const TOKEN = "[!#$%&'*+.^_`|~0-9A-Za-z-]+";
const PREFERENCE = new RegExp(
  `^\\s*(${TOKEN})\\s*(?:=\\s*(?:(${TOKEN})|"([^"\\\\]*)"))?\\s*(?:;|$)`,
);

/**
 * The preferences in a `Prefer` header.
 *
 * Whatever is unknown or malformed is ignored, and of a preference given twice the first counts,
 * because a preference can never fail a request. A wait beyond ours is ours, in whole seconds up.
 *
 * @param maxWaitSeconds the most that anybody waits, >= 0
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
 * How long to wait, seconds, or `undefined` without a preference: `wait` says it, and
 * `respond-async` alone means not at all.
 */
export function waitSecondsOf({ waitSeconds, isAsync }: Preferences): number | undefined {
  return waitSeconds ?? (isAsync ? 0 : undefined);
}

/** The value of `Preference-Applied`, or `undefined` where nothing was preferred. */
export function appliedFrom({ waitSeconds, isAsync }: Preferences): string | undefined {
  const applied = [
    ...(isAsync ? ["respond-async"] : []),
    ...(waitSeconds === undefined ? [] : [`wait=${waitSeconds}`]),
  ];
  return applied.length === 0 ? undefined : applied.join(", ");
}
