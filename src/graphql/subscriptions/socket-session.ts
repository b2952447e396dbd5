import { setTimeout as pause } from "node:timers/promises";
import { CloseCode, type SubscribePayload } from "graphql-ws";
import type { RawData, WebSocket } from "ws";
import { maskedMessage, type DomainError } from "../../domain/errors/domain-error.js";
import type { Identity } from "../../services/access/access-service.js";
import type { Services } from "../../services/services.js";
import { createRequestContext, type Caller } from "../request-context.js";
import type { OpenCount } from "./open-count.js";
import type { OperationOutcome, OperationRunner } from "./operation-runner.js";
import { credentialsIn } from "./socket-credentials.js";
import type { SocketPeer } from "./socket-protocol.js";

/** The close code of a server that stops (RFC 6455, 7.4.1). */
const GOING_AWAY = 1001;

/** The log for one line about each socket. */
export interface SocketLog {
  info(message: string, facts: Readonly<Record<string, unknown>>): void;
}

interface SocketSessionOptions {
  readonly webSocket: WebSocket;
  readonly services: Services;
  readonly runner: OperationRunner;
  /** Counts the sockets of each key. */
  readonly open: OpenCount;
  readonly log: SocketLog;
  /** The caller of the request that opened the socket. */
  readonly caller: Omit<Caller, "identity">;
  /** The `Authorization` header of that request. */
  readonly authorization: string | undefined;
  /** Interval of pings; a client that has not replied by the next one is disconnected. */
  readonly heartbeatMilliseconds: number;
}

/** The socket of one client, from opening to close. */
export class SocketSession implements SocketPeer {
  readonly #needs: SocketSessionOptions;
  readonly #gone = new AbortController();
  readonly #running = new Set<Promise<OperationOutcome>>();
  readonly #heartbeat: NodeJS.Timeout;
  readonly #startedAt = performance.now();
  #credentials: string | undefined;
  #key: string | null = null;
  #operationCount = 0;
  #isAlive = true;
  #release: () => void = () => undefined;

  constructor(needs: SocketSessionOptions) {
    this.#needs = needs;
    const { webSocket, heartbeatMilliseconds } = needs;
    webSocket.on("pong", () => (this.#isAlive = true));
    // Socket errors are caused by the client and are no failures of the server; the socket closes
    // itself.
    webSocket.on("error", () => undefined);
    this.#heartbeat = setInterval(() => this.#beat(), heartbeatMilliseconds);
  }

  /** @throws {TooManyOpenError} the key has reached the limit of sockets */
  async authenticate(firstMessage: Readonly<Record<string, unknown>> | undefined): Promise<void> {
    this.#credentials = credentialsIn(firstMessage, this.#needs.authorization);
    const identity = await this.#identify();
    this.#key = "apiKey" in identity ? identity.apiKey.lookup : null;
    const release = this.#needs.open.open(this.#key ?? "");
    if (this.#gone.signal.aborted) release();
    else this.#release = release;
  }

  async run(operation: SubscribePayload): Promise<OperationOutcome> {
    const running = this.#run(operation);
    this.#operationCount++;
    this.#running.add(running);
    return running.finally(() => this.#running.delete(running));
  }

  refuse({ message }: DomainError): void {
    this.#needs.webSocket.close(CloseCode.TooManyInitialisationRequests, message);
  }

  /** Resolves when the connection has taken the text, or at once when the socket is closing. */
  send(text: string): Promise<void> {
    const { webSocket } = this.#needs;
    return new Promise((resolve) => {
      if (webSocket.readyState !== webSocket.OPEN) resolve();
      else webSocket.send(text, () => resolve());
    });
  }

  /**
   * Passes each message to the protocol. An error of the protocol is internal, and closes the
   * socket.
   */
  onMessage(take: (text: string) => Promise<void>): void {
    const { webSocket, services, caller } = this.#needs;
    webSocket.on("message", (message: RawData) => {
      take(textOf(message)).catch((error: unknown) => {
        if (this.#gone.signal.aborted) return;
        services.failures.record(error, { requestId: caller.requestId });
        webSocket.close(CloseCode.InternalServerError, maskedMessage);
      });
    });
  }

  /** Waits for operations that have one result, then closes the socket. */
  async close(drainMilliseconds: number, closingMilliseconds: number): Promise<void> {
    const { webSocket } = this.#needs;
    const signal = this.#gone.signal;
    const drained = Promise.allSettled(this.#running).then(() => new Promise(setImmediate));
    await Promise.race([drained, pauseUntil(drainMilliseconds, signal)]);
    webSocket.close(GOING_AWAY, "The server is stopping.");
    await pauseUntil(closingMilliseconds, signal);
    webSocket.terminate();
  }

  /** Releases the resources of the socket, and logs it. */
  end(code: number): void {
    const { log, caller } = this.#needs;
    clearInterval(this.#heartbeat);
    this.#gone.abort();
    this.#release();
    log.info("WebSocket closed", {
      requestId: caller.requestId,
      code,
      milliseconds: Math.round(performance.now() - this.#startedAt),
      operations: this.#operationCount,
      key: this.#key,
    });
  }

  /**
   * Runs one operation. The key is checked for each, because it counts towards the rate and may be
   * revoked.
   */
  async #run(operation: SubscribePayload): Promise<OperationOutcome> {
    const { services, runner, caller } = this.#needs;
    const identity = await this.#identify();
    const signal = this.#gone.signal;
    const context = createRequestContext(services, { ...caller, identity }, signal);
    const { query, operationName, variables, extensions } = operation;
    const sent = {
      ...(query !== "" && { query }),
      ...(operationName != null && { operationName }),
      ...(variables && { variables }),
      ...(extensions && { extensions }),
    };
    return runner.run(sent, context);
  }

  #identify(): Promise<Identity> {
    return this.#needs.services.access.identify(this.#credentials);
  }

  #beat(): void {
    const { webSocket } = this.#needs;
    if (!this.#isAlive) return webSocket.terminate();
    this.#isAlive = false;
    webSocket.ping();
  }
}

function textOf(message: RawData): string {
  if (Array.isArray(message)) return Buffer.concat(message).toString();
  return Buffer.isBuffer(message) ? message.toString() : Buffer.from(message).toString();
}

/** Resolves after that time, or at once when the signal aborts. */
async function pauseUntil(milliseconds: number, signal: AbortSignal): Promise<void> {
  await pause(milliseconds, undefined, { signal }).catch(() => undefined);
}
