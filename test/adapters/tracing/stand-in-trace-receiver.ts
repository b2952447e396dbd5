import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";

/** A span as OTLP over HTTP has it in JSON. */
export interface ReceivedSpan {
  readonly name: string;
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly status: { readonly code?: number; readonly message?: string };
  readonly attributes: readonly {
    readonly key: string;
    readonly value: Readonly<Record<string, unknown>>;
  }[];
}

interface Export {
  readonly resourceSpans: readonly {
    readonly scopeSpans: readonly { readonly spans: readonly ReceivedSpan[] }[];
  }[];
}

/** Receives spans on a port of this machine. */
export class StandInTraceReceiver {
  readonly spans: ReceivedSpan[] = [];
  readonly #server: Server;

  private constructor() {
    this.#server = createServer((request, response) => {
      const parts: Buffer[] = [];
      request.on("data", (part: Buffer) => parts.push(part));
      request.on("end", () => {
        const { resourceSpans } = JSON.parse(Buffer.concat(parts).toString()) as Export;
        const scopes = resourceSpans.flatMap(({ scopeSpans }) => scopeSpans);
        this.spans.push(...scopes.flatMap(({ spans }) => spans));
        response.writeHead(request.url === "/v1/traces" ? 200 : 404).end();
      });
    });
  }

  static async open(): Promise<StandInTraceReceiver> {
    const receiver = new StandInTraceReceiver();
    await new Promise<void>((resolve) => receiver.#server.listen(0, "127.0.0.1", resolve));
    return receiver;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  close(): Promise<void> {
    return new Promise((resolve) => {
      this.#server.close(() => resolve());
      this.#server.closeAllConnections();
    });
  }
}
