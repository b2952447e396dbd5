import { promisify } from "node:util";
import { gzip } from "node:zlib";
import type { Failure } from "../../domain/errors/failure.js";
import type { Clock } from "../../ports/runtime/clock.js";
import type { Logger } from "../../ports/runtime/logger.js";
import { wholeBody } from "../outbound/bounded-http.js";
import { type OpenReply, HttpConnections } from "../outbound/http-connections.js";
import { connectionProblemOf, ServerAwayError, ServerRefusedError } from "./server-errors.js";
import { replyContentFrom } from "./work-replies.js";

/** The path of the protocol of workers, below the URL of the server. */
const PROTOCOL_PATH = "/api/worker/";

/** Maximum time of a request whose reply the server sends at once. */
const REPLY_MILLISECONDS = 30_000;

/** From when on a reply that the server sends at once is late; a result of a song takes a fraction of it. */
const LATE_MILLISECONDS = 3_000;

/** Maximum length of a reply in JSON: a job takes a few kilobytes. */
const MAX_REPLY_BYTES = 1024 * 1024;

/** Bodies of this length and longer are compressed. */
const COMPRESSED_BYTES = 4096;

const compressed = promisify(gzip);

/** A reply that settles its request: the server did what was asked, or says why it will not. */
export type ServerReply =
  | { readonly status: number; readonly data: unknown }
  | { readonly status: number; readonly failure: Failure };

/** A request for the work of a job. */
export interface ServerRequest {
  readonly method: "GET" | "POST" | "PUT";
  /** Below the path of the protocol, e.g. "claims". */
  readonly path: string;
  /** The token of a claim. */
  readonly token?: string;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
  readonly signal: AbortSignal;
  /** How long the server may wait before it replies, beyond the usual time. */
  readonly waitMilliseconds?: number;
}

/**
 * Sends the requests of a worker to its server, which may be in a private network. Logs once when
 * the server goes away, and once when it is back.
 */
export class ServerClient {
  readonly #base: string;
  readonly #connections: HttpConnections;
  #problem: string | undefined;
  /** When the reply of each request that waits is late, milliseconds since 1970. */
  readonly #lateAt = new Set<{ readonly time: number }>();

  constructor(
    private readonly needs: {
      /** The URL of the server, with its path prefix if it has one. */
      readonly server: URL;
      readonly key: string;
      readonly userAgent: string;
      readonly clock: Pick<Clock, "now">;
      readonly logger: Logger;
    },
  ) {
    const { origin, pathname } = needs.server;
    this.#connections = new HttpConnections();
    this.#base = origin + pathname.replace(/\/+$/, "") + PROTOCOL_PATH;
  }

  /** Whether the last request got no answer of the server, or the answer of one is late. */
  get isAway(): boolean {
    const now = this.needs.clock.now();
    return this.#problem !== undefined || [...this.#lateAt].some(({ time }) => time <= now);
  }

  /**
   * Sends a request, and returns a reply that settles it.
   *
   * @throws {ServerAwayError} the same request may succeed later
   * @throws {ServerRefusedError} the server refuses this worker
   * @throws {unknown} `signal.reason`, when aborted
   */
  async send(work: ServerRequest): Promise<ServerReply> {
    const milliseconds = REPLY_MILLISECONDS + (work.waitMilliseconds ?? 0);
    // Also bounds a body that arrives a byte at a time.
    const signal = AbortSignal.any([work.signal, AbortSignal.timeout(milliseconds)]);
    return this.#guarded(work, async () => {
      const { statusCode: status, headers, body } = await this.#request({ ...work, signal });
      return this.#settled(status, headers, await wholeBody(body, MAX_REPLY_BYTES));
    });
  }

  /**
   * Sends a request for audio, and returns the reply where it is the audio or a part of it. Its body
   * fails where the connection does, or where no byte arrives for half a minute.
   *
   * @throws as `send`
   */
  open(work: ServerRequest): Promise<OpenReply | ServerReply> {
    return this.#guarded(work, async () => {
      const reply = await this.#request(work);
      if (reply.statusCode === 200 || reply.statusCode === 206) {
        this.#reached();
        return reply;
      }
      const bytes = await wholeBody(reply.body, MAX_REPLY_BYTES);
      return this.#settled(reply.statusCode, reply.headers, bytes);
    });
  }

  /** Closes all connections. */
  close(): void {
    this.#connections.close();
  }

  async #request(work: ServerRequest): Promise<OpenReply> {
    const { method, path, token, headers, signal, waitMilliseconds = 0 } = work;
    const json = work.body === undefined ? undefined : Buffer.from(JSON.stringify(work.body));
    const isLarge = json !== undefined && json.length >= COMPRESSED_BYTES;
    return this.#connections.open(this.#base + path, {
      method,
      signal,
      headMilliseconds: REPLY_MILLISECONDS + waitMilliseconds,
      headers: {
        authorization: `Bearer ${this.needs.key}`,
        "user-agent": this.needs.userAgent,
        accept: "application/json",
        "accept-encoding": "identity",
        ...(token !== undefined && { "overtone-claim": token }),
        ...(json !== undefined && { "content-type": "application/json" }),
        ...(isLarge && { "content-encoding": "gzip" }),
        ...headers,
      },
      body: isLarge ? await compressed(json) : json,
    });
  }

  /** Runs a request, and translates its failure. */
  async #guarded<Reply>(
    { signal, waitMilliseconds = 0 }: ServerRequest,
    send: () => Promise<Reply>,
  ): Promise<Reply> {
    const late = { time: this.needs.clock.now() + LATE_MILLISECONDS + waitMilliseconds };
    this.#lateAt.add(late);
    try {
      return await send();
    } catch (error) {
      signal.throwIfAborted();
      if (error instanceof ServerRefusedError) throw error;
      throw error instanceof ServerAwayError ? error : this.away(connectionProblemOf(error), error);
    } finally {
      this.#lateAt.delete(late);
    }
  }

  #settled(status: number, headers: OpenReply["headers"], body: Uint8Array): ServerReply {
    if (status >= 300 && status < 400) {
      const target = String(headers["location"]);
      throw new ServerRefusedError(`The server redirects to ${target}. Use that address.`);
    }
    if (status === 204) return this.#reached({ status, data: undefined });
    const content = replyContentFrom(body);
    if (content === undefined) throw this.away(`answers ${status}, and not as Overtone does`);
    if ("data" in content) return this.#reached({ status, ...content });
    const { code, message } = content.failure;
    if (code === "UNAUTHENTICATED") {
      throw new ServerRefusedError(`The server refuses the key in WORKER_KEY: ${message}`);
    }
    if (code === "FORBIDDEN") {
      throw new ServerRefusedError(
        `The server refuses the key in WORKER_KEY: ${message} ` +
          "Create one with `overtone keys create --name NAME --scopes work`.",
      );
    }
    if (code === "NOT_FOUND") throw this.away("has no paths for workers; is it an older version?");
    if (code === "RATE_LIMITED" || /^STORAGE_|^TIMED_OUT$/.test(code)) {
      throw this.away(`answers ${code}`);
    }
    return this.#reached({ status, ...content });
  }

  #reached<Reply>(reply?: Reply): Reply {
    if (this.#problem !== undefined) this.needs.logger.info("The server answers again");
    this.#problem = undefined;
    return reply as Reply;
  }

  /** Returns the error of a server that is away, and logs it once for each problem. */
  away(problem: string, cause?: unknown): ServerAwayError {
    const { server, logger } = this.needs;
    const message = `The server ${server.origin} ${problem}.`;
    if (this.#problem !== problem) {
      logger.warn(`${message} Trying again until it answers.`, { cause });
    }
    this.#problem = problem;
    return new ServerAwayError(message, cause);
  }
}
