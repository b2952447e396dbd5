import http from "node:http";
import https from "node:https";
import type { Readable } from "node:stream";

const CONNECT_MILLISECONDS = 10_000;

/** Maximum time without a byte of a body. */
const SILENCE_MILLISECONDS = 30_000;

/** Shorter than servers and proxies keep idle connections, which they close without a word. */
const IDLE_MILLISECONDS = 4_000;

/** A reply whose body is still to be read. */
export interface OpenReply {
  readonly statusCode: number;
  /** By lower-case name. */
  readonly headers: http.IncomingHttpHeaders;
  readonly body: Readable;
}

/** A request to a server. */
export interface SentRequest {
  readonly method?: "GET" | "POST" | "PUT";
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: Uint8Array | undefined;
  readonly signal: AbortSignal;
  /** Maximum time without a byte, from the connection to the head of the reply. */
  readonly headMilliseconds: number;
}

/**
 * Keeps the connections to one server that the operator configured, which may be in a private network. Redirects are not followed.
 *
 * By the client of Node.js: undici 7 fails outside of any request, which ends the process, where a server that keeps no
 * connections breaks one off while its body is not being read (github.com/nodejs/undici/issues/5360).
 */
export class HttpConnections {
  readonly #agent: http.Agent;
  readonly #send: typeof http.request;

  /** @param url of the server, http or https */
  constructor(url: string) {
    const { Agent, request } = new URL(url).protocol === "https:" ? https : http;
    this.#agent = new Agent({ keepAlive: true, timeout: IDLE_MILLISECONDS });
    this.#send = request;
  }

  /**
   * Sends a request, and returns the reply, whose body fails where the connection does, or where no byte arrives for half a minute.
   *
   * @throws {Error} that of the connection, with its code; `ETIMEDOUT` where no connection is made in ten seconds, or no head of a
   * reply arrives in time
   * @throws {unknown} `signal.reason`, as the cause, when aborted
   */
  open(
    address: URL | string,
    { method, headers, body, signal, headMilliseconds }: SentRequest,
  ): Promise<OpenReply> {
    const sent = this.#send(address, { agent: this.#agent, method, headers, signal });
    sent.end(body);
    return replyTo(sent, headMilliseconds);
  }

  /** Closes all connections; those in use fail. */
  close(): void {
    this.#agent.destroy();
  }
}

function replyTo(sent: http.ClientRequest, headMilliseconds: number): Promise<OpenReply> {
  return new Promise((resolve, reject) => {
    // From the connection on.
    sent.setTimeout(headMilliseconds);
    sent.once("socket", (socket) => {
      if (socket.connecting) socket.setTimeout(CONNECT_MILLISECONDS);
    });
    sent.on("timeout", () =>
      sent.destroy(Object.assign(new Error("Nothing arrives."), { code: "ETIMEDOUT" })),
    );
    // After the head, what fails is the body.
    sent.on("error", reject);
    sent.once("response", (body) => {
      sent.setTimeout(SILENCE_MILLISECONDS);
      resolve({ statusCode: body.statusCode ?? 0, headers: body.headers, body });
    });
  });
}
