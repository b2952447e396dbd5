import {
  type HttpReply,
  RedirectRefusedError,
  ReplyTooLargeError,
} from "../../outbound/bounded-http.js";
import { AddressRefusedError } from "../../outbound/public-only-agent.js";
import { retryAfterSeconds } from "./retry-after.js";

/**
 * What an attempt to ask a provider came to: something to read; asked to slow down; trouble that may
 * pass; a refusal that will not; a reply that makes no sense.
 */
export type AttemptResult = "readable" | "rate-limited" | "failing" | "refused" | "unreadable";

/** An attempt that gave nothing to read. */
export interface Trouble {
  readonly verdict: Exclude<AttemptResult, "readable">;
  /** For the log; holds no secret. */
  readonly cause: Error;
  readonly isWorthRetrying: boolean;
  /** What the provider asked for, where it did; seconds, >= 0. */
  readonly retryAfterSeconds?: number;
}

export type Outcome<Value> = { readonly verdict: "readable"; readonly value: Value } | Trouble;

/** What a provider says in the body alone, and why, or `undefined` where the status tells all. */
export type JudgeBody = (
  body: unknown,
) => { readonly verdict: AttemptResult; readonly problem: string } | undefined;

export interface ReplyReading {
  /** Statuses by which this provider asks us to slow down, beside 429. */
  readonly rateLimitStatuses: readonly number[];
  readonly judge?: JudgeBody;
  /** Milliseconds since 1970, for a `Retry-After` that names a date. */
  readonly now: number;
}

/** What a reply that should be JSON came to. */
export function jsonOutcome(reply: HttpReply, reading: ReplyReading): Outcome<unknown> {
  const hurry = rateLimitOutcome(reply, reading);
  if (hurry !== undefined) return hurry;
  const body = parsedJson(reply.body);
  if (body instanceof Error) {
    return isSuccess(reply.status) ? trouble("unreadable", body) : outcomeOfStatus(reply.status);
  }
  const judged = reading.judge?.(body);
  // Where a body cannot be parsed, a status that refuses says more.
  const isTelling =
    judged !== undefined && (judged.verdict !== "unreadable" || isSuccess(reply.status));
  const verdict = isTelling ? judged.verdict : verdictOfStatus(reply.status);
  if (verdict === "readable") return { verdict, value: body };
  return trouble(verdict, new Error(judged?.problem ?? `HTTP ${reply.status}`));
}

/** What a reply that may be any bytes came to. */
export function bytesOutcome(reply: HttpReply, reading: ReplyReading): Outcome<Uint8Array> {
  const hurry = rateLimitOutcome(reply, reading);
  if (hurry !== undefined) return hurry;
  if (isSuccess(reply.status)) return { verdict: "readable", value: reply.body };
  return outcomeOfStatus(reply.status);
}

/** What a request that threw came to. */
export function faultOutcome(error: unknown): Trouble {
  const cause = error instanceof Error ? error : new Error(String(error));
  if (cause instanceof ReplyTooLargeError || cause instanceof RedirectRefusedError) {
    return trouble("unreadable", cause);
  }
  if (cause instanceof AddressRefusedError) return trouble("refused", cause);
  return { verdict: "failing", cause, isWorthRetrying: !isOffline(cause) };
}

/** No name is found, or no way leads there. */
const OFFLINE_CODES = ["EAI_AGAIN", "ENOTFOUND", "ENETUNREACH", "EHOSTUNREACH"];

/** Whether this machine has no network, which trying again within the second does not change. */
function isOffline({ code, cause }: NodeJS.ErrnoException): boolean {
  if (code !== undefined && OFFLINE_CODES.includes(code)) return true;
  return cause instanceof Error && isOffline(cause);
}

/** Too many requests, or a server in trouble: the status says so, whatever the body holds. */
function rateLimitOutcome(
  { status, headers }: HttpReply,
  { rateLimitStatuses, now }: ReplyReading,
): Trouble | undefined {
  const seconds = retryAfterSeconds(headers["retry-after"], now);
  const isServerError = status >= 500;
  const isRateLimit =
    status === 429 ||
    rateLimitStatuses.includes(status) ||
    (isServerError && seconds !== undefined);
  if (!isRateLimit && !isServerError) return undefined;
  return {
    verdict: isRateLimit ? "rate-limited" : "failing",
    cause: new Error(`HTTP ${status}`),
    isWorthRetrying: status === 429 || isServerError || seconds !== undefined,
    ...(seconds !== undefined && { retryAfterSeconds: seconds }),
  };
}

function outcomeOfStatus(status: number): Trouble {
  const verdict = verdictOfStatus(status);
  return trouble(verdict === "readable" ? "unreadable" : verdict, new Error(`HTTP ${status}`));
}

function verdictOfStatus(status: number): "readable" | "refused" | "unreadable" {
  if (isSuccess(status)) return "readable";
  return status === 401 || status === 403 ? "refused" : "unreadable";
}

function trouble(verdict: Trouble["verdict"], cause: Error): Trouble {
  return { verdict, cause, isWorthRetrying: verdict === "failing" || verdict === "rate-limited" };
}

const isSuccess = (status: number): boolean => status >= 200 && status < 300;

/** The JSON in the bytes, or why there is none. */
function parsedJson(body: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(body)) as unknown;
  } catch (error) {
    return new Error("not JSON", { cause: error });
  }
}
