import { setTimeout as pause } from "node:timers/promises";
import type { ApolloServer } from "@apollo/server";
import { CloseCode, type SubscribePayload } from "graphql-ws";
import type { RawData, WebSocket } from "ws";
import { TooManyOpenError } from "../../domain/errors/access-errors.js";
import { DomainError, MASKED_MESSAGE } from "../../domain/errors/domain-error.js";
import { hasMoreMembers, MAX_MEMBERS } from "../../http/body/json-members.js";
import { MAX_STRANGER_BYTES } from "../../http/body/unread-body.js";
import { identityFrom, type Credentials } from "../../http/session/credentials.js";
import type { Identity, KeyHolder } from "../../services/access/access-service.js";
import type { Services } from "../../services/services.js";
import { formattedRefusal } from "../errors/refusal.js";
import { refuseDataOfStranger } from "../require-key.js";
import {
  createRequestContext,
  type Caller,
  type RequestContext,
  type ResultTransport,
} from "../request-context.js";
import type { OpenCount } from "./open-count.js";
import type { FirstMessage, Outcome, SocketPeer } from "./socket-protocol.js";

/** The close code of a server that stops (RFC 6455, 7.4.1). */
const GOING_AWAY = 1001;

/** The close code of a message that is too large (RFC 6455, 7.4.1). */
const TOO_BIG = 1009;

/** The log for one line about each socket. */
export interface SocketLog {
  info(message: string, facts: Readonly<Record<string, unknown>>): void;
}

/** What the sockets of a server share. */
export interface SocketNeeds {
  readonly services: Services;
  readonly apollo: Pick<ApolloServer<RequestContext>, "executeOperation">;
  /** Counts the sockets of each key. */
  readonly open: OpenCount;
  readonly log: SocketLog;
  readonly timing: SocketTiming;
}

/** Time limits for clients, milliseconds. */
export interface SocketTiming {
  /** Maximum time from the connection to the `connection_init` message. */
  readonly initialisation: number;
  /** Interval of pings; a client that has not replied by the next one is disconnected. */
  readonly heartbeat: number;
  /** Maximum time to close the socket after the server has announced that it stops. */
  readonly closing: number;
}

/** The request that opened a socket. */
export interface SocketRequest {
  readonly caller: Omit<Caller, "identity">;
  readonly credentials: Credentials;
}

/** The socket of one client, from opening to close. */
export class SocketSession implements SocketPeer {
  readonly #webSocket: WebSocket;
  readonly #request: SocketRequest;
  readonly #gone = new AbortController();
  readonly #running = new Set<Promise<Outcome>>();
  readonly #heartbeat: NodeJS.Timeout;
  readonly #startedAt = performance.now();
  #credentials: Credentials = { authorization: undefined };
  #key: string | null = null;
  #operationCount = 0;
  #isAlive = true;
  #release: () => void = () => undefined;

  constructor(
    webSocket: WebSocket,
    request: SocketRequest,
    private readonly needs: SocketNeeds,
  ) {
    this.#webSocket = webSocket;
    this.#request = request;
    webSocket.on("pong", () => (this.#isAlive = true));
    // Socket errors are caused by the client and are no failures of the server; the socket closes
    // itself.
    webSocket.on("error", () => undefined);
    this.#heartbeat = setInterval(() => this.#beat(), needs.timing.heartbeat);
  }

  /** Returns `false` and closes the socket if the key has reached the limit of sockets. */
  async authenticate(firstMessage: FirstMessage): Promise<boolean> {
    const { credentials } = this.#request;
    const authorization = credentialsIn(firstMessage, credentials.authorization);
    this.#credentials = authorization === undefined ? credentials : { authorization };
    const identity = await this.#identify();
    this.#key = "apiKey" in identity ? identity.apiKey.lookup : null;
    try {
      this.#release = this.needs.open.open(this.#key ?? "");
    } catch (error) {
      if (!(error instanceof TooManyOpenError)) throw error;
      this.#webSocket.close(CloseCode.TooManyInitialisationRequests, error.message);
      return false;
    }
    if ("apiKey" in identity) this.#endWith(identity);
    if (this.#gone.signal.aborted) this.#release();
    return true;
  }

  async run(operation: SubscribePayload): Promise<Outcome> {
    const running = this.#run(operation);
    this.#operationCount++;
    this.#running.add(running);
    return running.finally(() => this.#running.delete(running));
  }

  /** Resolves when the connection has taken the text, or at once when the socket is closing. */
  send(text: string): Promise<void> {
    const webSocket = this.#webSocket;
    return new Promise((resolve) => {
      if (webSocket.readyState !== webSocket.OPEN) resolve();
      else webSocket.send(text, () => resolve());
    });
  }

  /**
   * Passes each message to the protocol; a large one only of a client with a valid key. An error of the protocol is
   * internal, and closes the socket.
   */
  onMessage(take: (text: string) => Promise<void>): void {
    this.#webSocket.on("message", (message: RawData) => {
      // A buffer, because `binaryType` is the default.
      const bytes = message as Buffer;
      const problem = this.#problemOf(bytes);
      if (problem !== undefined) {
        this.#webSocket.close(TOO_BIG, problem);
        return;
      }
      take(bytes.toString()).catch((error: unknown) => {
        if (this.#gone.signal.aborted) return;
        const { requestId } = this.#request.caller;
        this.needs.services.failures.record(error, { requestId });
        this.#webSocket.close(CloseCode.InternalServerError, MASKED_MESSAGE);
      });
    });
  }

  /** Returns why a message is refused before it is parsed. */
  #problemOf(message: Uint8Array): string | undefined {
    if (this.#key === null && message.length > MAX_STRANGER_BYTES) {
      return "A message without a valid API key is too large.";
    }
    return hasMoreMembers(message, MAX_MEMBERS)
      ? `A message must not have more than ${MAX_MEMBERS} members.`
      : undefined;
  }

  /** Waits for operations that have one result, then closes the socket. */
  async close(drainMilliseconds: number): Promise<void> {
    const drained = Promise.allSettled(this.#running).then(() => new Promise(setImmediate));
    await Promise.race([drained, this.#pause(drainMilliseconds)]);
    this.#webSocket.close(GOING_AWAY, "The server is stopping.");
    await this.#pause(this.needs.timing.closing);
    this.#webSocket.terminate();
  }

  /** Releases the resources of the socket, and logs it. */
  end(code: number): void {
    clearInterval(this.#heartbeat);
    this.#gone.abort();
    this.#release();
    this.needs.log.info("WebSocket closed", {
      requestId: this.#request.caller.requestId,
      code,
      milliseconds: Math.round(performance.now() - this.#startedAt),
      operations: this.#operationCount,
      key: this.#key,
    });
  }

  /**
   * Runs one operation up to its first result, with the same checks as over HTTP. The key is checked
   * for each, because it counts towards the rate and may be revoked.
   */
  async #run(operation: SubscribePayload): Promise<Outcome> {
    const identity = await this.#identify();
    try {
      this.needs.services.access.requireAdmitted(identity);
      refuseDataOfStranger(identity, operation.query);
    } catch (error) {
      if (!(error instanceof DomainError)) throw error;
      this.needs.services.failures.record(error, { requestId: this.#request.caller.requestId });
      return { errors: [formattedRefusal(error)] };
    }
    return this.#runAs(identity, operation);
  }

  async #runAs(
    identity: Identity,
    { query, operationName, variables, extensions }: SubscribePayload,
  ): Promise<Outcome> {
    const { services, apollo } = this.needs;
    const caller = { ...this.#request.caller, identity };
    const transport: ResultTransport = { isSafe: false };
    const signal = (): AbortSignal => this.#gone.signal;
    const context = createRequestContext(services, { caller, signal });
    const sent = {
      ...(query !== "" && { query }),
      ...(operationName != null && { operationName }),
      ...(variables && { variables }),
      ...(extensions && { extensions }),
    };
    const contextValue = { ...context, transport };
    const { body } = await apollo.executeOperation(sent, { contextValue });
    if (transport.results) return transport.results;
    if (body.kind !== "single") throw new Error("The schema has no @defer.");
    return body.singleResult;
  }

  #identify(): Promise<Identity> {
    const { address } = this.#request.caller;
    const signal = (): AbortSignal => this.#gone.signal;
    return identityFrom(this.needs.services, this.#credentials, { address, signal });
  }

  #beat(): void {
    if (!this.#isAlive) return this.#webSocket.terminate();
    this.#isAlive = false;
    this.#webSocket.ping();
  }

  /** Closes the socket soon after its key or session has ended, when its subscriptions have said so. */
  #endWith(holder: KeyHolder): void {
    const release = this.#release;
    const unwatch = this.needs.services.sessions.watch(holder, () => {
      unwatch();
      void this.#pause(this.needs.timing.closing).then(() =>
        this.#webSocket.close(
          CloseCode.Forbidden,
          "The key or session was revoked or has expired.",
        ),
      );
    });
    this.#release = () => {
      unwatch();
      release();
    };
  }

  /** Resolves after that time, or at once when the socket is closed. */
  async #pause(milliseconds: number): Promise<void> {
    const { signal } = this.#gone;
    await pause(milliseconds, undefined, { signal }).catch(() => undefined);
  }
}

/**
 * Returns the key of a client, in the format of the `Authorization` header. They are in the
 * first message of the socket, as `Authorization` or `apiKey`, because browsers cannot set headers
 * of a WebSocket; or in the request that opened it.
 */
export function credentialsIn(
  firstMessage: FirstMessage,
  header: string | undefined,
): string | undefined {
  const { Authorization, authorization, apiKey } = firstMessage ?? {};
  if (typeof Authorization === "string") return Authorization;
  if (typeof authorization === "string") return authorization;
  return typeof apiKey === "string" ? `Bearer ${apiKey}` : header;
}
