import type { Response } from "express";
import type { FormattedExecutionResult } from "graphql";
import { InvalidInputError } from "../../domain/errors/request-errors.js";
import type { Results } from "../results.js";
import { beginEvents, keepAlive, sendEvent } from "./server-sent-events.js";

/** What an operation has: many results, or one. */
export type Outcomes = Results | FormattedExecutionResult;

/**
 * One event stream with the results of many operations of a client, each event with the id of its
 * operation. It is reserved before it opens, and operations that run meanwhile wait for it.
 */
export class JointStream {
  /** The lookup part of the API key that reserved it. */
  readonly owner: string;
  readonly #operations = new Map<string, Results | undefined>();
  readonly #ended = new AbortController();
  #response: Response | undefined;
  #opened: () => void = () => undefined;
  readonly #isOpen = new Promise<void>((resolve) => (this.#opened = resolve));

  constructor(owner: string) {
    this.owner = owner;
  }

  get isOpen(): boolean {
    return this.#response !== undefined;
  }

  /** Aborts when the stream has ended. */
  get ended(): AbortSignal {
    return this.#ended.signal;
  }

  /**
   * Sends events to this response, until it or the stream is closed.
   *
   * @throws {InvalidInputError} the stream is open already
   */
  open(response: Response): void {
    if (this.isOpen) throw new InvalidInputError("token", "is that of a stream that is open");
    this.#response = response;
    const stopHeartbeat = keepAlive(response);
    response.once("close", () => {
      stopHeartbeat();
      this.end();
    });
    beginEvents(response);
    this.#opened();
  }

  /**
   * Reserves the id of an operation.
   *
   * @throws {InvalidInputError} an operation with the id runs
   */
  add(operationId: string): void {
    if (this.#operations.has(operationId)) {
      throw new InvalidInputError("extensions.operationId", "is that of an operation that runs");
    }
    this.#operations.set(operationId, undefined);
  }

  /** Forgets an operation that has no results. */
  remove(operationId: string): void {
    this.#operations.delete(operationId);
  }

  /** Sends the results of an operation that was added, and that it is complete. */
  async send(operationId: string, outcomes: Outcomes): Promise<void> {
    await this.#isOpen;
    const isStopped = !this.#operations.has(operationId) || this.#ended.signal.aborted;
    if (!(Symbol.asyncIterator in outcomes)) {
      if (!isStopped) await this.#sendNext(operationId, outcomes);
    } else if (isStopped) {
      await outcomes.return();
    } else {
      this.#operations.set(operationId, outcomes);
      for await (const result of outcomes) await this.#sendNext(operationId, result);
    }
    const isComplete = this.#operations.delete(operationId);
    if (isComplete) await this.#send("complete", { id: operationId });
  }

  /** Stops an operation; one that does not run is stopped already. */
  async stop(operationId: string): Promise<void> {
    const results = this.#operations.get(operationId);
    this.#operations.delete(operationId);
    await results?.return();
  }

  /** Ends the stream and its operations. Ending it twice has no further effect. */
  end(): void {
    if (this.#ended.signal.aborted) return;
    this.#ended.abort();
    this.#opened();
    for (const operationId of [...this.#operations.keys()]) void this.stop(operationId);
    this.#response?.end();
  }

  #sendNext(id: string, payload: FormattedExecutionResult): Promise<void> {
    return this.#send("next", { id, payload });
  }

  async #send(event: string, data: object): Promise<void> {
    if (this.#response && !this.#ended.signal.aborted) {
      await sendEvent(this.#response, event, JSON.stringify(data));
    }
  }
}
