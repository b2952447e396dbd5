import { createServer, type IncomingHttpHeaders, type Server } from "node:http";
import type { AddressInfo } from "node:net";

/** A message that was received. */
export interface ReceivedMessage {
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

/**
 * A client's own server on this machine, which receives webhooks. It responds with 200 by default.
 */
export class StandInReceiver {
  readonly #server: Server;
  readonly #received: ReceivedMessage[] = [];
  readonly #waiting: ((message: ReceivedMessage) => void)[] = [];
  readonly #statuses: number[] = [];
  #isHanging = false;
  #taken = 0;
  #connections = 0;

  private constructor() {
    this.#server = createServer((request, response) => {
      const parts: Buffer[] = [];
      request.on("data", (part: Buffer) => parts.push(part));
      request.on("end", () => {
        this.#receive({ headers: request.headers, body: Buffer.concat(parts).toString() });
        if (this.#isHanging) return;
        response.writeHead(this.#statuses.shift() ?? 200, { location: "/elsewhere" }).end("thanks");
      });
    });
    this.#server.on("connection", () => this.#connections++);
  }

  static async open(): Promise<StandInReceiver> {
    const receiver = new StandInReceiver();
    await new Promise<void>((resolve) => receiver.#server.listen(0, "127.0.0.1", resolve));
    return receiver;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}/hook`;
  }

  /** The number of received messages. */
  get count(): number {
    return this.#received.length;
  }

  /** All received messages, in order. */
  get messages(): readonly ReceivedMessage[] {
    return this.#received;
  }

  get connectionCount(): number {
    return this.#connections;
  }

  /** Sets the statuses of the next responses, in order. */
  answerWith(...statuses: readonly number[]): void {
    this.#statuses.push(...statuses);
  }

  /** Stops responding from now on. */
  hang(): void {
    this.#isHanging = true;
  }

  /** Returns the next message, which may have arrived already. */
  next(): Promise<ReceivedMessage> {
    const message = this.#received[this.#taken++];
    if (message) return Promise.resolve(message);
    return new Promise((resolve) => this.#waiting.push(resolve));
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  #receive(message: ReceivedMessage): void {
    this.#received.push(message);
    this.#waiting.shift()?.(message);
  }
}
