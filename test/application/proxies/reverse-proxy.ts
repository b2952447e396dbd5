import {
  createServer,
  request as httpRequest,
  type ClientRequest,
  type IncomingMessage,
  type OutgoingHttpHeaders,
  type Server,
} from "node:http";
import type { AddressInfo } from "node:net";
import type { Duplex } from "node:stream";

type AddedHeaders = (address: string, request: IncomingMessage) => OutgoingHttpHeaders;

/** How a proxy forwards requests. */
interface Forwarding {
  /** The path below which it publishes the server. */
  readonly prefix?: string;
  /** Whether it removes the prefix from requests. */
  readonly isPrefixRemoved?: boolean;
  /** The headers that it sets, from the address of its client and the headers of the request. */
  readonly headers?: AddedHeaders;
}

/** The header in which a test names the address of a client, because all share one machine. */
const ADDRESS_HEADER = "x-test-address";

/** A reverse proxy on this machine, also for WebSockets. Without a target it responds with 502. */
export class ReverseProxy {
  readonly #server: Server;
  readonly #forwarding: Forwarding;
  /** The URL of the server, which may start after the proxy. */
  target = "";

  private constructor(forwarding: Forwarding) {
    this.#forwarding = forwarding;
    this.#server = createServer((request, response) => {
      const onward = this.#forward(request);
      onward.on("response", (answer) => {
        response.writeHead(answer.statusCode ?? 502, answer.headers);
        answer.pipe(response);
      });
      onward.on("error", () => response.headersSent || response.writeHead(502).end());
      response.on("close", () => onward.destroy());
      request.pipe(onward);
    });
    this.#server.on("upgrade", (request: IncomingMessage, socket: Duplex) => {
      const onward = this.#forward(request);
      onward.on("upgrade", (answer, target) => {
        const lines = Object.entries(answer.headers).map(
          ([name, value]) => `${name}: ${String(value)}`,
        );
        socket.write(["HTTP/1.1 101 Switching Protocols", ...lines, "", ""].join("\r\n"));
        socket.pipe(target).pipe(socket);
        for (const end of [socket, target]) end.on("error", () => end.destroy());
        socket.on("close", () => target.destroy());
      });
      onward.on("response", () => socket.end("HTTP/1.1 502 Bad Gateway\r\n\r\n"));
      onward.on("error", () => socket.destroy());
      onward.end();
    });
  }

  static async open(forwarding: Forwarding = {}): Promise<ReverseProxy> {
    const proxy = new ReverseProxy(forwarding);
    await new Promise<void>((resolve) => proxy.#server.listen(0, "127.0.0.1", resolve));
    return proxy;
  }

  /** The URL below which clients reach the server, without a trailing slash. */
  get url(): string {
    const { port } = this.#server.address() as AddressInfo;
    return `http://127.0.0.1:${port}${this.#forwarding.prefix ?? ""}`;
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  #forward(request: IncomingMessage): ClientRequest {
    const { prefix = "", isPrefixRemoved = false, headers } = this.#forwarding;
    const { method, url = "/" } = request;
    const path = isPrefixRemoved ? url.slice(prefix.length) || "/" : url;
    const address = String(request.headers[ADDRESS_HEADER] ?? request.socket.remoteAddress);
    return httpRequest(`${this.target}${path}`, {
      method,
      headers: { ...request.headers, ...headers?.(address, request) },
    });
  }
}

/** Appends the address of the client, and sets the scheme and the host, as proxies usually do. */
export const usualHeaders: AddedHeaders = (address, { headers }) => ({
  "x-forwarded-for": [headers["x-forwarded-for"], address].filter(Boolean).join(", "),
  "x-forwarded-proto": "https",
  "x-forwarded-host": "music.example",
});
