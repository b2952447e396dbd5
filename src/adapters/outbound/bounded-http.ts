import type { Readable } from "node:stream";
import { Agent, type Dispatcher, request } from "undici";
import { AddressRefusedError, createPublicOnlyAgent } from "./public-only-agent.js";

/** A whole reply. */
export interface HttpReply {
  /** [200, 600), never a redirect that could be followed. */
  readonly status: number;
  /** By lower-case name. */
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
  readonly body: Uint8Array;
}

/** A redirect that we do not follow: one too many, not to https, or not to the public internet. */
export class RedirectRefusedError extends Error {
  constructor(problem: string, cause?: unknown) {
    super(`a redirect ${problem}`, { cause });
    this.name = "RedirectRefusedError";
  }
}

/** The body is longer than we read. */
export class ReplyTooLargeError extends Error {
  constructor(limitBytes: number) {
    super(`a reply of more than ${limitBytes} bytes`);
    this.name = "ReplyTooLargeError";
  }
}

export interface BoundedHttpOptions {
  /** Product name, version and address, sent with every request. */
  readonly userAgent: string;
  /** An origin that the operator vouches for: it may be local and without https, but not redirect. */
  readonly trustedOrigin?: string;
  /** Reaches public addresses alone; replaced by tests. */
  readonly publicAgent?: Dispatcher;
}

const MAX_REDIRECTS = 3;
const REDIRECT_STATUSES: readonly number[] = [301, 302, 303, 307, 308];

/**
 * GET requests to URLs from outside: bounded in bytes and redirects, over https, and to public
 * addresses alone, unless they go straight to the origin that the operator set.
 */
export class BoundedHttp {
  readonly #headers: Readonly<Record<string, string>>;
  readonly #trustedOrigin: string | undefined;
  readonly #trustedAgent = new Agent();
  readonly #publicAgent: Dispatcher;

  constructor(options: BoundedHttpOptions) {
    this.#headers = { "user-agent": options.userAgent, "accept-encoding": "identity" };
    this.#trustedOrigin = options.trustedOrigin;
    this.#publicAgent = options.publicAgent ?? createPublicOnlyAgent();
  }

  /**
   * The reply at the end of at most three redirects.
   *
   * @param limitBytes the longest body read; > 0
   * @throws {AddressRefusedError} the address itself is not public, or not https
   * @throws {RedirectRefusedError} a redirect is, or there are too many
   * @throws {ReplyTooLargeError} the body is longer than allowed
   * @throws {unknown} `signal.reason` when aborted; a network fault as it came
   */
  async get(
    address: URL,
    { limitBytes, signal }: { readonly limitBytes: number; readonly signal: AbortSignal },
  ): Promise<HttpReply> {
    let from = address;
    let reply = await this.#exchange(from, this.#agentFor(from), limitBytes, signal);
    for (let redirects = 0; ; redirects++) {
      const target = redirectTarget(reply, from);
      if (target === undefined) return reply;
      if (redirects === MAX_REDIRECTS) throw new RedirectRefusedError("too many");
      from = target;
      reply = await this.#follow(from, limitBytes, signal);
    }
  }

  /** Ends all connections. */
  async close(): Promise<void> {
    await Promise.all([this.#trustedAgent.destroy(), this.#publicAgent.destroy()]);
  }

  #agentFor(address: URL): Dispatcher {
    if (address.origin === this.#trustedOrigin) return this.#trustedAgent;
    if (address.protocol !== "https:") throw new AddressRefusedError(address.origin);
    return this.#publicAgent;
  }

  async #follow(target: URL, limitBytes: number, signal: AbortSignal): Promise<HttpReply> {
    if (target.protocol !== "https:") throw new RedirectRefusedError("that leaves https");
    try {
      return await this.#exchange(target, this.#publicAgent, limitBytes, signal);
    } catch (error) {
      if (!(error instanceof AddressRefusedError)) throw error;
      throw new RedirectRefusedError("that leaves the public internet", error);
    }
  }

  async #exchange(
    address: URL,
    dispatcher: Dispatcher,
    limitBytes: number,
    signal: AbortSignal,
  ): Promise<HttpReply> {
    const { statusCode, headers, body } = await request(address, {
      dispatcher,
      headers: this.#headers,
      signal,
    });
    if (isRedirect(statusCode)) {
      discard(body);
      return { status: statusCode, headers, body: new Uint8Array() };
    }
    return { status: statusCode, headers, body: await wholeBody(body, limitBytes) };
  }
}

const isRedirect = (status: number): boolean => REDIRECT_STATUSES.includes(status);

/** Where a reply leads, or `undefined` when it is none that leads elsewhere. */
function redirectTarget({ status, headers }: HttpReply, from: URL): URL | undefined {
  if (!isRedirect(status)) return undefined;
  const { location } = headers;
  if (typeof location !== "string" || !URL.canParse(location, from.href)) {
    throw new RedirectRefusedError("to nowhere");
  }
  return new URL(location, from);
}

/** Reads until the end, and hangs up as soon as there is more than allowed. */
async function wholeBody(body: Readable, limitBytes: number): Promise<Uint8Array> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of body as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    // Leaving the loop destroys the stream, and the connection with it.
    if (bytes > limitBytes) throw new ReplyTooLargeError(limitBytes);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks, bytes);
}

/** Closes the connection of a body that is not wanted. */
function discard(body: Readable): void {
  body.on("error", () => undefined);
  body.destroy();
}
