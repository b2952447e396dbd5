import type { Readable } from "node:stream";
import { AddressRefusedError } from "./address-refused-error.js";
import { HttpConnections } from "./http-connections.js";
import { publicAddressesOf } from "./public-addresses-of.js";

/** An HTTP reply, read to its end. */
export interface HttpReply {
  /** [200, 600), never a redirect that could be followed. */
  readonly status: number;
  /** By lower-case name. */
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
  readonly body: Uint8Array;
}

/** A redirect that is not followed: one too many, not to https, or not to the public internet. */
export class RedirectRefusedError extends Error {
  constructor(problem: string, cause?: unknown) {
    super(`the reply is a redirect ${problem}`, { cause });
    this.name = "RedirectRefusedError";
  }
}

/** The body is longer than the maximum. */
export class ReplyTooLargeError extends Error {
  constructor(limitBytes: number) {
    super(`the reply is longer than ${limitBytes} bytes`);
    this.name = "ReplyTooLargeError";
  }
}

type Connections = Pick<HttpConnections, "close" | "open">;

/** What is sent with every request, and where requests may go. */
export interface BoundedHttpOptions {
  /** Product name, version and address, sent with every request. */
  readonly userAgent: string;
  /** An origin that the operator configured: it may be local and without https, but may not redirect. */
  readonly trustedOrigin?: string;
  /** Connections that reach public addresses only; tests replace them. */
  readonly publicConnections?: Connections;
}

const MAX_REDIRECTS = 3;
const FORM = "application/x-www-form-urlencoded";
const REDIRECT_STATUSES: readonly number[] = [301, 302, 303, 307, 308];

/** Where a request may go: to the origin that the operator trusts, or to public addresses only. */
type Reach = "trusted" | "public";

/** A form that is posted: its fields by name. */
export type PostedForm = Readonly<Record<string, string>>;

/** What a request is limited by. */
interface RequestBounds {
  /** Maximum length of the body of the reply; > 0. */
  readonly limitBytes: number;
  readonly signal: AbortSignal;
}

/**
 * Sends GET requests, and forms, to untrusted URLs: with a maximum of bytes and redirects, over https, and to
 * public addresses only, except for direct requests to the trusted origin.
 */
export class BoundedHttp {
  readonly #headers: Readonly<Record<string, string>>;
  readonly #trustedOrigin: string | undefined;
  readonly #connections: Readonly<Record<Reach, Connections>>;

  constructor(options: BoundedHttpOptions) {
    this.#headers = { "user-agent": options.userAgent, "accept-encoding": "identity" };
    this.#trustedOrigin = options.trustedOrigin;
    const { publicConnections = new HttpConnections({ resolve: publicAddressesOf }) } = options;
    this.#connections = { trusted: new HttpConnections(), public: publicConnections };
  }

  /**
   * Returns the reply of an address, after at most three redirects.
   *
   * @throws {AddressRefusedError} the address itself is not public, or not https
   * @throws {RedirectRefusedError} a redirect is not public or not https, or there are too many
   * @throws {ReplyTooLargeError} the body is longer than allowed
   * @throws {unknown} `signal.reason` when aborted; a network error unchanged
   */
  async get(address: URL, bounds: RequestBounds): Promise<HttpReply> {
    let from = address;
    let reply = await this.#exchange(from, { ...bounds, reach: this.#reachOf(from) });
    for (let redirects = 0; ; redirects++) {
      const target = redirectTarget(reply, from);
      if (target === undefined) return reply;
      if (redirects === MAX_REDIRECTS)
        throw new RedirectRefusedError("after the maximum number of redirects");
      from = target;
      reply = await this.#follow(from, bounds);
    }
  }

  /**
   * Posts a form to an address, and returns the reply. No redirect is followed: the form was meant for this address.
   *
   * @throws the same errors as `get`
   */
  async postForm(address: URL, form: PostedForm, bounds: RequestBounds): Promise<HttpReply> {
    const reply = await this.#exchange(address, { ...bounds, reach: this.#reachOf(address), form });
    if (isRedirect(reply.status)) throw new RedirectRefusedError("of a form");
    return reply;
  }

  /** Closes all connections. */
  close(): void {
    for (const connections of Object.values(this.#connections)) connections.close();
  }

  #reachOf(address: URL): Reach {
    if (address.origin === this.#trustedOrigin) return "trusted";
    if (address.protocol !== "https:") throw new AddressRefusedError(address.origin);
    return "public";
  }

  async #follow(target: URL, bounds: RequestBounds): Promise<HttpReply> {
    if (target.protocol !== "https:") throw new RedirectRefusedError("to an address without https");
    try {
      return await this.#exchange(target, { ...bounds, reach: "public" });
    } catch (error) {
      if (!(error instanceof AddressRefusedError)) throw error;
      throw new RedirectRefusedError("to an address that is not public", error);
    }
  }

  async #exchange(
    address: URL,
    {
      limitBytes,
      form,
      reach,
      signal,
    }: RequestBounds & { readonly reach: Reach; readonly form?: PostedForm },
  ): Promise<HttpReply> {
    try {
      const { statusCode, headers, body } = await this.#connections[reach].open(address, {
        signal,
        headers: { ...this.#headers, ...(form && { "content-type": FORM }) },
        ...(form && {
          method: "POST",
          body: Buffer.from(new URLSearchParams(form).toString()),
        }),
      });
      if (isRedirect(statusCode)) {
        discard(body);
        return { status: statusCode, headers, body: new Uint8Array() };
      }
      return { status: statusCode, headers, body: await wholeBody(body, limitBytes) };
    } catch (error) {
      signal.throwIfAborted();
      throw error;
    }
  }
}

const isRedirect = (status: number): boolean => REDIRECT_STATUSES.includes(status);

/** Returns the target of a redirect, or `undefined` when the reply is no redirect. */
function redirectTarget({ status, headers }: HttpReply, from: URL): URL | undefined {
  if (!isRedirect(status)) return undefined;
  const { location } = headers;
  if (typeof location !== "string" || !URL.canParse(location, from.href)) {
    throw new RedirectRefusedError("without a valid address");
  }
  return new URL(location, from);
}

/** Reads a body to its end, and closes the connection as soon as it is longer than allowed. */
export async function wholeBody(body: Readable, limitBytes: number): Promise<Uint8Array> {
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

/** Closes the connection of a body that is not needed. */
export function discard(body: Readable): void {
  body.on("error", () => undefined);
  body.destroy();
}
