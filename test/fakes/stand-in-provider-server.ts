import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

/** A request that the stand-in received. */
export interface SeenRequest {
  readonly path: string;
  readonly query: URLSearchParams;
  readonly headers: IncomingMessage["headers"];
  /** The fields that were posted; none where nothing was. */
  readonly form: URLSearchParams;
}

/** Writes the reply to one request. */
export type Reply = (response: ServerResponse, request: SeenRequest) => void;

/**
 * A provider on this machine, over real HTTP: sends the given replies, and records the requests.
 */
export class StandInProviderServer {
  readonly requests: SeenRequest[] = [];
  readonly #server: Server;
  readonly #watchers = new Set<() => void>();
  #replies: readonly Reply[];
  #hangUpCount = 0;

  private constructor(replies: readonly Reply[]) {
    this.#replies = replies;
    this.#server = createServer((request, response) => {
      if (request.method !== "POST") return this.#receive(request, response, "");
      let body = "";
      request.setEncoding("utf8").on("data", (part: string) => (body += part));
      request.on("end", () => this.#receive(request, response, body));
    });
  }

  /** @param replies one per request, in order; the last one is repeated */
  static async open(...replies: readonly Reply[]): Promise<StandInProviderServer> {
    const server = new StandInProviderServer(replies);
    await new Promise<void>((resolve) => server.#server.listen(0, "127.0.0.1", resolve));
    return server;
  }

  get port(): number {
    return (this.#server.address() as AddressInfo).port;
  }

  get baseUrl(): string {
    return `http://127.0.0.1:${this.port}`;
  }

  /** Sets the next replies; the last one is repeated. */
  replyWith(...replies: readonly Reply[]): void {
    this.#replies = replies;
  }

  /** Resolves when that many requests have arrived since it opened. */
  async received(count: number): Promise<void> {
    await this.#until(() => this.requests.length >= count);
  }

  /** Resolves when that many clients have disconnected before the end of the reply. */
  async disconnected(count: number): Promise<void> {
    await this.#until(() => this.#hangUpCount >= count);
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  #receive(request: IncomingMessage, response: ServerResponse, body: string): void {
    const { pathname, searchParams } = new URL(request.url ?? "/", this.baseUrl);
    const form = new URLSearchParams(body);
    const seen = { path: pathname, query: searchParams, headers: request.headers, form };
    const [reply, ...rest] = this.#replies;
    if (rest.length > 0) this.#replies = rest;
    response.on("close", () => {
      if (response.writableFinished) return;
      this.#hangUpCount += 1;
      this.#tellWatchers();
    });
    this.requests.push(seen);
    if (reply === undefined) response.writeHead(404).end();
    else reply(response, seen);
    this.#tellWatchers();
  }

  async #until(isSo: () => boolean): Promise<void> {
    while (!isSo()) {
      await new Promise<void>((resolve) => this.#watchers.add(resolve));
    }
  }

  #tellWatchers(): void {
    for (const wake of this.#watchers) wake();
    this.#watchers.clear();
  }
}

/** Replies with JSON, and the status and headers if given. */
export const json =
  (body: unknown, status = 200, headers: Readonly<Record<string, string>> = {}): Reply =>
  (response) => {
    response.writeHead(status, { "content-type": "application/json; charset=utf-8", ...headers });
    response.end(JSON.stringify(body));
  };

/** Replies with a text, unchanged. */
export const text =
  (body: string, contentType = "text/html", status = 200): Reply =>
  (response) => {
    response.writeHead(status, { "content-type": contentType }).end(body);
  };

/** Replies with a status and no body. */
export const status =
  (code: number, headers: Readonly<Record<string, string>> = {}): Reply =>
  (response) => {
    response.writeHead(code, headers).end();
  };

export const redirectTo = (location: string, code = 302): Reply => status(code, { location });

/** Accepts the request and never replies. */
export const neverReply: Reply = () => undefined;

/** Closes the connection instead of replying. */
export const closeConnection: Reply = (response) => {
  response.socket?.destroy();
};

/** Sends a byte from time to time, without end. */
export const sendSlowly: Reply = (response) => {
  response.writeHead(200, { "content-type": "application/json" }).write("[");
  const timer = setInterval(() => response.write(" "), 5);
  response.on("close", () => clearInterval(timer));
};

/** Sends white space as fast as it is read, without end. */
export const sendEndlessly: Reply = (response) => {
  response.writeHead(200, { "content-type": "application/json" });
  const chunk = Buffer.alloc(64 * 1024, " ");
  const pour = (): void => {
    if (response.destroyed) return;
    if (response.write(chunk)) setImmediate(pour);
    else response.once("drain", pour);
  };
  pour();
};
