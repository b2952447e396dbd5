import { MusicServerProblem } from "../../domain/music-server/music-server-problem.js";
import type { Clock } from "../../ports/runtime/clock.js";
import { RequestPacer } from "../metadata/client/request-pacer.js";
import { retryAfterSeconds } from "../metadata/client/provider-outcome.js";
import { discard, ReplyTooLargeError, wholeBody } from "../outbound/bounded-http.js";
import { pauseAfter } from "../remote/backoff.js";
import { type OpenReply, type SentRequest, HttpConnections } from "../outbound/http-connections.js";
import { connectionProblemOf } from "../remote/server-errors.js";

/** Maximum time of a reply that is read to its end: a server on a small machine takes long for a page of songs. */
const REPLY_MILLISECONDS = 60_000;

/** How often a request is sent that fails for a reason that may pass. */
const MAX_ATTEMPTS = 3;

/** The longest pause that a server may ask for before the request fails. */
const MAX_PAUSE_MILLISECONDS = 60_000;

/** What servers answer, and proxies before them, that cannot answer anything now. */
const AWAY_STATUSES: readonly number[] = [429, 502, 503, 504];

/** What posted JSON is sent with. */
const JSON_HEADERS = { "content-type": "application/json" };

/** The methods of requests that change something. */
export type ChangingMethod = "POST" | "PUT" | "DELETE";

/** What is sent with a request beside its address. */
type Sent = Pick<SentRequest, "method" | "body">;

/** A reply that is read to its end. */
export interface MusicServerReply {
  readonly status: number;
  /** Without parameters, in lower case. */
  readonly mediaType: string;
  /** When it was sent, by the clock of the server, milliseconds since 1970; absent where the server does not say it. */
  readonly sentAt?: number;
  readonly body: Uint8Array;
}

/** What bounds a request. */
interface RequestBounds {
  readonly signal: AbortSignal;
  readonly headers?: Readonly<Record<string, string>>;
}

/** What bounds a request whose reply is read to its end. */
interface WholeBounds extends RequestBounds {
  /** Maximum length of the reply; > 0. */
  readonly limitBytes: number;
  /** How often it is sent at most; by default 3. */
  readonly attempts?: number;
}

/**
 * Sends requests to one music server, which may be in a private network, at its pace. Redirects are not followed: the
 * request has the login in it. No error has the query of an address.
 */
export class MusicServerHttp {
  readonly #connections: HttpConnections;
  readonly #closed = new AbortController();
  readonly #pacer: RequestPacer;

  constructor(
    private readonly needs: {
      /** The URL of the server. */
      readonly url: string;
      readonly userAgent: string;
      readonly requestsPerSecond: number;
      readonly clock: Clock;
      /** Maximum time of a reply that is read to its end; by default a minute. */
      readonly replyMilliseconds?: number;
    },
  ) {
    this.#connections = new HttpConnections();
    const pace = { requests: needs.requestsPerSecond, perMilliseconds: 1_000 };
    this.#pacer = new RequestPacer({ pace, clock: needs.clock });
  }

  /**
   * Returns a reply of any status that is neither a redirect nor a failure of the server.
   *
   * @throws {MusicServerProblem} the server is away after all attempts, redirects, or sends too much
   * @throws {unknown} `signal.reason`, when aborted
   */
  get(address: URL, bounds: WholeBounds): Promise<MusicServerReply> {
    return this.#attempt(address, bounds);
  }

  /**
   * Sends a request that is no GET, and returns the reply as `get` does.
   *
   * @param bounds.content sent as JSON; nothing is sent where it is absent
   * @throws as `get`
   */
  send(
    method: ChangingMethod,
    address: URL,
    { content, ...bounds }: WholeBounds & { readonly content?: object | undefined },
  ): Promise<MusicServerReply> {
    const body = content && Buffer.from(JSON.stringify(content));
    return this.#attempt(address, bounds, { method, ...(body && { body }) });
  }

  /**
   * Returns a reply of any status whose body is still to be read, as `get` does, in one attempt.
   *
   * @throws as `get`
   */
  open(address: URL, bounds: RequestBounds): Promise<OpenReply> {
    return this.#guarded(bounds.signal, () => this.#request(address, bounds));
  }

  /** Ends all requests, and closes all connections. */
  close(): void {
    this.#closed.abort(new MusicServerProblem("away", "was changed while it was asked"));
    this.#connections.close();
  }

  async #attempt(address: URL, bounds: WholeBounds, sent?: Sent): Promise<MusicServerReply> {
    const { signal, attempts = MAX_ATTEMPTS } = bounds;
    for (let attempt = 1; ; attempt++) {
      try {
        return await this.#whole(address, bounds, sent);
      } catch (error) {
        const pause = pauseOf(error, attempt);
        if (pause === undefined || attempt >= attempts) throw error;
        await this.needs.clock.sleep(pause, signal);
        signal.throwIfAborted();
      }
    }
  }

  #whole(address: URL, bounds: WholeBounds, sent?: Sent): Promise<MusicServerReply> {
    const { signal, limitBytes } = bounds;
    const { replyMilliseconds = REPLY_MILLISECONDS } = this.needs;
    const limit = AbortSignal.timeout(replyMilliseconds);
    const limited = AbortSignal.any([signal, limit]);
    return this.#guarded(signal, async () => {
      const reply = await this.#request(address, { ...bounds, signal: limited }, sent);
      const body = await wholeBody(reply.body, limitBytes).catch((error: unknown) => {
        // A reply that is cut off here would look as if the server had closed the connection.
        limit.throwIfAborted();
        throw error;
      });
      const sentAt = Date.parse(reply.headers.date ?? "");
      return {
        status: reply.statusCode,
        mediaType: statedMediaTypeOf(reply),
        ...(Number.isFinite(sentAt) && { sentAt }),
        body,
      };
    });
  }

  async #request(
    address: URL,
    { signal, headers }: RequestBounds,
    sent?: Sent,
  ): Promise<OpenReply> {
    await this.#pacer.waitForStart(signal, Infinity);
    const own = { "user-agent": this.needs.userAgent, "accept-encoding": "identity" };
    const reply = await this.#connections.open(address, {
      ...sent,
      headers: { ...own, ...(sent?.body && JSON_HEADERS), ...headers },
      signal: AbortSignal.any([signal, this.#closed.signal]),
      headMilliseconds: REPLY_MILLISECONDS,
    });
    const problem = problemOfStatus(reply, this.needs.clock.now());
    if (problem === undefined) return reply;
    discard(reply.body);
    throw problem;
  }

  /** Lets every failure be one of the server, or the reason of the caller to abort. */
  async #guarded<Result>(signal: AbortSignal, send: () => Promise<Result>): Promise<Result> {
    try {
      return await send();
    } catch (error) {
      signal.throwIfAborted();
      this.#closed.signal.throwIfAborted();
      throw musicServerProblemFrom(error);
    }
  }
}

/** Returns the media type of a reply without its parameters, in lower case; empty where it states none. */
export function statedMediaTypeOf({ headers }: Pick<OpenReply, "headers">): string {
  const stated = headers["content-type"];
  const [mediaType = ""] = typeof stated === "string" ? stated.split(";") : [];
  return mediaType.trim().toLowerCase();
}

/** Returns what a failed request says of the server. */
export function musicServerProblemFrom(error: unknown): MusicServerProblem {
  if (error instanceof MusicServerProblem) return error;
  if (error instanceof ReplyTooLargeError) {
    return new MusicServerProblem("unreadable", "sends more than an answer can have", {
      cause: error,
    });
  }
  return new MusicServerProblem("away", connectionProblemOf(error), { cause: error });
}

function problemOfStatus(
  { statusCode: status, headers }: OpenReply,
  now: number,
): MusicServerProblem | undefined {
  if (status >= 300 && status < 400 && status !== 304) {
    return new MusicServerProblem("unreadable", redirectText(headers["location"]));
  }
  if (status !== 429 && status < 500) return undefined;
  const seconds = retryAfterSeconds(headers["retry-after"], now);
  const problem =
    status === 429
      ? "limits the number of requests; add it with fewer requests in a second"
      : `fails with the status ${status}`;
  const isAway = AWAY_STATUSES.includes(status);
  return new MusicServerProblem(isAway ? "away" : "failed", problem, {
    ...(seconds !== undefined && { retryAfterSeconds: seconds }),
  });
}

/** Says where a redirect leads, without a query, which may have the login in it. */
function redirectText(location: unknown): string {
  const isUrl = typeof location === "string" && URL.canParse(location);
  if (!isUrl) return "redirects to another path; is a page there that asks to sign in?";
  return `redirects to ${new URL(location).origin}; add it with the address that it has there`;
}

/** Returns the pause before a request is sent again; `undefined` where that is of no use. */
function pauseOf(error: unknown, failures: number): number | undefined {
  if (!(error instanceof MusicServerProblem)) return undefined;
  if (error.kind !== "away" && error.kind !== "failed") return undefined;
  if (error.retryAfterSeconds === undefined) return pauseAfter(failures);
  const pause = error.retryAfterSeconds * 1_000;
  return pause <= MAX_PAUSE_MILLISECONDS ? pause : undefined;
}
