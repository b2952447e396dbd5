import type { Request, Response } from "express";
import { clientSignal } from "../../http/client-signal.js";
import type { WaitOptions } from "../../services/analysis/job-progress.js";

/** The preferences of a client (`Prefer`) that this server supports. */
export interface Preferences {
  /**
   * Seconds to wait for an analysis, integer >= 0, at most the limit of the server; `undefined`
   * without a preference. `respond-async` alone is 0.
   */
  readonly waitSeconds: number | undefined;
  /** The value of `Preference-Applied`; `undefined` without preferences. */
  readonly applied: string | undefined;
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
export function preferencesFrom(header = "", maxWaitSeconds: number): Preferences {
  const values = new Map<string, string>();
  for (const part of header.match(/(?:"(?:\\.|[^"\\])*"|[^,"])+/g) ?? []) {
    const [, name, token, quoted] = PREFERENCE.exec(part) ?? [];
    const key = name?.toLowerCase();
    if (key !== undefined && !values.has(key)) values.set(key, token ?? quoted ?? "");
  }
  const wait = values.get("wait") ?? "";
  const isAsync = values.has("respond-async");
  const isWait = /^[0-9]{1,9}$/.test(wait);
  const seconds = Math.min(Number(wait), Math.ceil(maxWaitSeconds));
  const applied = [...(isAsync ? ["respond-async"] : []), ...(isWait ? [`wait=${seconds}`] : [])];
  return {
    waitSeconds: isWait ? seconds : isAsync ? 0 : undefined,
    applied: applied.join(", ") || undefined,
  };
}

/** Returns how long a request waits for analyses, and the preferences that were applied. */
export function requestedWait(
  request: Request<object>,
  response: Response,
  { maxWaitSeconds }: { readonly maxWaitSeconds: number },
): WaitOptions & Preferences {
  const preferences = preferencesFrom(request.get("Prefer"), maxWaitSeconds);
  let signal: AbortSignal | undefined;
  return {
    ...preferences,
    // Created where it is read: a stored analysis needs no wait.
    get signal() {
      return (signal ??= clientSignal(response));
    },
  };
}
