import { asError } from "../../../domain/errors/as-error.js";
import {
  type HttpReply,
  RedirectRefusedError,
  ReplyTooLargeError,
} from "../../outbound/bounded-http.js";
import { AddressRefusedError } from "../../outbound/address-refused-error.js";

/** Maximum that is believed; a longer time is more likely a mistake. */
const MAX_SECONDS = 86400;

const HTTP_DATE = /^[A-Z][a-z]+, .+ GMT$/;

/**
 * The result of one attempt: a reply that can be read, a rate limit, a failure that may be temporary,
 * a refusal that is permanent, or a reply that cannot be read.
 */
export type AttemptResult = "readable" | "rate-limited" | "failing" | "refused" | "unreadable";

/** The provider replied that it has failed, by a status of at least 500. */
export class ServerStatusError extends Error {
  constructor(status: number) {
    super(`HTTP ${status}`);
    this.name = "ServerStatusError";
  }
}

/** A failed attempt, with its cause. */
export interface FailedAttempt {
  readonly result: Exclude<AttemptResult, "readable">;
  /** For the log; holds no secret. */
  readonly cause: Error;
  readonly isWorthRetrying: boolean;
  /** How long the provider asks us to wait, where it says so; seconds, >= 0. */
  readonly retryAfterSeconds?: number;
}

/** The outcome of an attempt: the value that was read, or a failure. */
export type AttemptOutcome<Value> =
  { readonly result: "readable"; readonly value: Value } | FailedAttempt;

/** Classifies a reply by its body; `undefined` where the status alone decides. */
export type ClassifyBody = (
  body: unknown,
) => { readonly result: AttemptResult; readonly problem: string } | undefined;

/** What reading a reply depends on. */
export interface ReplyReading {
  /** Statuses that mean a rate limit, beside 429. */
  readonly rateLimitStatuses: readonly number[];
  readonly classify?: ClassifyBody;
  /** Milliseconds since 1970, for a `Retry-After` that names a date. */
  readonly now: number;
}

/** Returns the outcome of a reply that should be JSON. */
export function jsonOutcome(reply: HttpReply, reading: ReplyReading): AttemptOutcome<unknown> {
  const unavailable = unavailableOutcome(reply, reading);
  if (unavailable !== undefined) return unavailable;
  const body = parsedJson(reply.body);
  if (body instanceof Error) {
    return isSuccess(reply.status)
      ? failedAttempt("unreadable", body)
      : outcomeFromStatus(reply.status);
  }
  const classified = reading.classify?.(body);
  // Where the body has another form than expected, an error status says more.
  const isInformative =
    classified !== undefined && (classified.result !== "unreadable" || isSuccess(reply.status));
  const result = isInformative ? classified.result : resultFromStatus(reply.status);
  if (result === "readable") return { result, value: body };
  return failedAttempt(result, new Error(classified?.problem ?? `HTTP ${reply.status}`));
}

/** Returns the outcome of a reply that may be any bytes. */
export function bytesOutcome(reply: HttpReply, reading: ReplyReading): AttemptOutcome<Uint8Array> {
  const unavailable = unavailableOutcome(reply, reading);
  if (unavailable !== undefined) return unavailable;
  if (isSuccess(reply.status)) return { result: "readable", value: reply.body };
  return outcomeFromStatus(reply.status);
}

/** Returns the outcome of a request that threw an error. */
export function faultOutcome(error: unknown): FailedAttempt {
  const cause = asError(error);
  if (cause instanceof ReplyTooLargeError || cause instanceof RedirectRefusedError) {
    return failedAttempt("unreadable", cause);
  }
  if (cause instanceof AddressRefusedError) return failedAttempt("refused", cause);
  return { result: "failing", cause, isWorthRetrying: !isOffline(cause) };
}

/** Error codes of a failed name lookup or a missing network route. */
const OFFLINE_CODES = ["EAI_AGAIN", "ENOTFOUND", "ENETUNREACH", "EHOSTUNREACH"];

/** Whether this machine seems to have no network, so that a retry after a short pause is useless. */
function isOffline({ code, cause }: NodeJS.ErrnoException): boolean {
  if (code !== undefined && OFFLINE_CODES.includes(code)) return true;
  return cause instanceof Error && isOffline(cause);
}

/** Returns the outcome of a rate limit or a server error, by the status alone; otherwise `undefined`. */
function unavailableOutcome(
  { status, headers }: HttpReply,
  { rateLimitStatuses, now }: ReplyReading,
): FailedAttempt | undefined {
  const seconds = retryAfterSeconds(headers["retry-after"], now);
  const isServerError = status >= 500;
  const isRateLimit =
    status === 429 ||
    rateLimitStatuses.includes(status) ||
    (isServerError && seconds !== undefined);
  if (!isRateLimit && !isServerError) return undefined;
  return {
    result: isRateLimit ? "rate-limited" : "failing",
    cause: isServerError ? new ServerStatusError(status) : new Error(`HTTP ${status}`),
    isWorthRetrying: status === 429 || isServerError || seconds !== undefined,
    ...(seconds !== undefined && { retryAfterSeconds: seconds }),
  };
}

function outcomeFromStatus(status: number): FailedAttempt {
  const result = resultFromStatus(status);
  return failedAttempt(result === "readable" ? "unreadable" : result, new Error(`HTTP ${status}`));
}

function resultFromStatus(status: number): "readable" | "refused" | "unreadable" {
  if (isSuccess(status)) return "readable";
  return status === 401 || status === 403 ? "refused" : "unreadable";
}

function failedAttempt(result: FailedAttempt["result"], cause: Error): FailedAttempt {
  return { result, cause, isWorthRetrying: result === "failing" || result === "rate-limited" };
}

const isSuccess = (status: number): boolean => status >= 200 && status < 300;

/** Returns the JSON in the bytes, or an `Error` where they are not JSON. */
function parsedJson(body: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(body)) as unknown;
  } catch (error) {
    return new Error("the reply is not JSON", { cause: error });
  }
}

/**
 * Returns the time in a `Retry-After` header, in seconds, [0, 86400], whether it is written in
 * seconds or as a date; `undefined` where it is neither.
 *
 * @param now milliseconds since 1970
 *
 * Source: RFC 9110, sections 10.2.3 and 5.6.7.
 */
export function retryAfterSeconds(header: unknown, now: number): number | undefined {
  if (typeof header !== "string") return undefined;
  const seconds = /^\d+$/.test(header)
    ? Number(header)
    : HTTP_DATE.test(header)
      ? (Date.parse(header) - now) / 1000
      : NaN;
  if (Number.isNaN(seconds)) return undefined;
  return Math.min(Math.max(Math.ceil(seconds), 0), MAX_SECONDS);
}
