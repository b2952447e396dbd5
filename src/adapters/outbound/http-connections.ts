import type http from "node:http";
import { isIP, type LookupFunction } from "node:net";
import type { Readable } from "node:stream";

/** A system sends the first packet of a connection again after one and after three seconds. */
const CONNECT_MILLISECONDS = 5_000;

/** Longer than the time limits that most callers have for a request. */
const HEAD_MILLISECONDS = 60_000;

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
  readonly method?: "GET" | "POST" | "PUT" | "DELETE";
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: Uint8Array | undefined;
  readonly signal: AbortSignal;
  /** Maximum time without a byte, from the connection to the head of the reply; default 60,000. */
  readonly headMilliseconds?: number;
}

/** Returns the addresses of a host to which connections may be opened, or throws why there are none. */
export type ResolveHost = (hostname: string) => Promise<readonly string[]>;

/**
 * Sends requests to servers over http and https, and keeps the connections for further ones. Redirects are not followed.
 *
 * By the client of Node.js: undici 7 fails outside of any request, which ends the process, where a server that keeps no
 * connections breaks one off while its body is not being read (github.com/nodejs/undici/issues/5360). It is loaded with the
 * first request, because most commands send none.
 */
export class HttpConnections {
  /** By protocol, e.g. `https:`. */
  readonly #agents = new Map<string, http.Agent>();

  /**
   * @param options.resolve asked for each connection, also where the host is an address, and the only source of addresses; the system's resolver
   * by default
   */
  constructor(private readonly options: { readonly resolve?: ResolveHost } = {}) {}

  /**
   * Sends a request, and returns the reply, whose body fails where the connection does, or where no byte arrives for half a minute.
   *
   * @throws {Error} that of the connection, with its code; `ETIMEDOUT` where no connection is made in five seconds, or no head of a
   * reply arrives in time
   * @throws {unknown} what `resolve` throws; `signal.reason`, as the cause, when aborted
   */
  async open(
    address: URL | string,
    { method, headers, body, signal, headMilliseconds = HEAD_MILLISECONDS }: SentRequest,
  ): Promise<OpenReply> {
    const url = new URL(address);
    const host = url.hostname.replace(/^\[(.*)\]$/, "$1");
    // Node.js resolves names only.
    if (isIP(host) !== 0) await this.options.resolve?.(host);
    const { protocol } = url;
    const client = protocol === "https:" ? await import("node:https") : await import("node:http");
    const agent = this.#agents.get(protocol) ?? new client.Agent(this.#agentOptions);
    this.#agents.set(protocol, agent);
    const sent = client.request(url, { agent, method, headers, signal });
    sent.end(body);
    return replyTo(sent, headMilliseconds);
  }

  /** Closes all connections; those in use fail. */
  close(): void {
    for (const agent of this.#agents.values()) agent.destroy();
  }

  get #agentOptions(): http.AgentOptions {
    const { resolve } = this.options;
    const kept = { keepAlive: true, timeout: IDLE_MILLISECONDS };
    return { ...kept, ...(resolve && { lookup: lookupOf(resolve) }) };
  }
}

/** Returns a look-up for sockets, which keep the name of the host: its certificate is checked against that. */
function lookupOf(resolve: ResolveHost): LookupFunction {
  return (hostname, { all }, callback) => {
    resolve(hostname).then(
      (addresses) => {
        const found = addresses.map((address) => ({ address, family: isIP(address) }));
        const [first] = found;
        if (all === true || first === undefined) callback(null, found);
        else callback(null, first.address, first.family);
      },
      (error: NodeJS.ErrnoException) => callback(error, []),
    );
  };
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
