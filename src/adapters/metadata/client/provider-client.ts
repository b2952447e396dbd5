import {
  ProviderError,
  ProviderRateLimitedError,
  ProviderUnavailableError,
} from "../../../domain/errors/provider-errors.js";
import type { Clock } from "../../../ports/runtime/clock.js";
import type { BoundedHttp } from "../../outbound/bounded-http.js";
import { BreakerOpenError, type BreakerState, ProviderBreaker } from "./provider-breaker.js";
import { bytesOutcome, type JudgeBody, jsonOutcome } from "./provider-outcome.js";
import { AnswerOverdueError, ProviderCall, type ProviderCallOptions } from "./provider-call.js";
import { RequestPacer, type RequestPace } from "./request-pacer.js";
import { JoinedCalls } from "../../../domain/joined-calls.js";

/** How a provider wants to be treated. */
export interface RequestPolicy extends RequestPace {
  /** Statuses by which it asks us to slow down, beside 429. */
  readonly rateLimitStatuses?: readonly number[];
}

/** How a question ended: overdue where the caller ran out of time first, cancelled where it left. */
export type ExchangeOutcome = "answered" | "overdue" | "cancelled" | ProviderError["code"];

/** One question to a provider, retries included, and what came of it. */
export interface ProviderExchange {
  readonly provider: string;
  readonly outcome: ExchangeOutcome;
  /** Milliseconds, >= 0. */
  readonly milliseconds: number;
}

export interface ProviderClientOptions {
  /** The provider's name. */
  readonly provider: string;
  readonly requestPolicy: RequestPolicy;
  readonly http: BoundedHttp;
  readonly clock: Clock;
  /** Uniform in [0, 1). */
  readonly random?: () => number;
  /** For the waiting, all attempts and the pauses between them; milliseconds, > 0. */
  readonly deadlineMilliseconds?: number | undefined;
  /** The longest JSON reply read; bytes, > 0. */
  readonly limitBytes?: number;
  /** After how many failures in a row it is left alone, and for how long. */
  readonly breaker?: { readonly failures?: number; readonly pauseMilliseconds?: number };
  /** Told of every question when it has ended; must not throw. */
  readonly observe?: ((exchange: ProviderExchange) => void) | undefined;
}

const DEFAULT_DEADLINE_MILLISECONDS = 5_000;
const DEFAULT_LIMIT_BYTES = 2 * 1024 * 1024;

/**
 * The one way in which providers are asked: paced, within a deadline, retried where trouble may
 * pass, bounded in bytes, and left alone for a while after repeated failure.
 */
export class ProviderClient {
  readonly #options: ProviderClientOptions;
  readonly #pacer: RequestPacer;
  readonly #breaker: ProviderBreaker;
  readonly #questions = new JoinedCalls<unknown>();

  constructor(options: ProviderClientOptions) {
    const { clock, requestPolicy: requestPolicy, breaker } = options;
    this.#options = options;
    this.#pacer = new RequestPacer({ pace: requestPolicy, clock });
    this.#breaker = new ProviderBreaker({ ...breaker, clock, isFailure });
  }

  /** The provider's name. */
  get provider(): string {
    return this.#options.provider;
  }

  get breakerState(): BreakerState {
    return this.#breaker.state;
  }

  /**
   * The JSON at an address. Callers that ask for the same one at the same time share a request.
   *
   * @param asking.judge reads from a body whether it is an answer, where its status does not say
   * @throws {ProviderRateLimitedError} asked to slow down for longer than the deadline, or again
   * after every retry, or our own pace leaves no room before the deadline
   * @throws {ProviderUnavailableError} no answer in time, unreachable, a server error, a refusal, or
   * not asked because it failed too often of late
   * @throws {ProviderBadResponseError} not JSON, too long, or a redirect that we do not follow
   * @throws {unknown} `signal.reason`, when aborted
   */
  getJson(
    address: URL,
    asking: { readonly signal: AbortSignal; readonly judge?: JudgeBody },
  ): Promise<unknown> {
    const limitBytes = this.#options.limitBytes ?? DEFAULT_LIMIT_BYTES;
    return this.#questions.join(address.href, asking.signal, (signal) =>
      this.#ask({
        address,
        signal,
        limitBytes,
        read: (reply, reading) => jsonOutcome(reply, { ...asking, ...reading }),
      }),
    );
  }

  /**
   * The bytes at an address.
   *
   * @param asking.limitBytes the longest reply read; > 0
   * @throws the same errors as `getJson`, except that bytes need not be JSON
   */
  getBytes(
    address: URL,
    asking: { readonly signal: AbortSignal; readonly limitBytes: number },
  ): Promise<Uint8Array> {
    return this.#ask({ address, ...asking, read: bytesOutcome });
  }

  /** Ends all connections. */
  async close(): Promise<void> {
    await this.#options.http.close();
  }

  async #ask<Value>(
    asked: Pick<ProviderCallOptions<Value>, "address" | "signal" | "limitBytes" | "read">,
  ): Promise<Value> {
    const { provider, clock, observe } = this.#options;
    const startedAt = clock.now();
    let outcome: ExchangeOutcome = "cancelled";
    try {
      const value = await this.#breaker.run(() => this.#question(asked).answer());
      outcome = "answered";
      return value;
    } catch (failure) {
      const error = this.#errorFrom(failure);
      if (error instanceof ProviderError) outcome = error.code;
      if (failure instanceof AnswerOverdueError) outcome = "overdue";
      throw error;
    } finally {
      observe?.({ provider, outcome, milliseconds: clock.now() - startedAt });
    }
  }

  #question<Value>(
    asked: Pick<ProviderCallOptions<Value>, "address" | "signal" | "limitBytes" | "read">,
  ): ProviderCall<Value> {
    const {
      provider,
      requestPolicy: requestPolicy,
      http,
      clock,
      random,
      deadlineMilliseconds,
    } = this.#options;
    return new ProviderCall({
      ...asked,
      provider,
      http,
      clock,
      pacer: this.#pacer,
      random: random ?? Math.random,
      deadlineMilliseconds: deadlineMilliseconds ?? DEFAULT_DEADLINE_MILLISECONDS,
      rateLimitStatuses: requestPolicy.rateLimitStatuses ?? [],
      restMilliseconds: requestPolicy.perMilliseconds,
    });
  }

  #errorFrom(failure: unknown): unknown {
    if (failure instanceof AnswerOverdueError) return failure.reason;
    if (failure instanceof BreakerOpenError) {
      return new ProviderUnavailableError(this.provider, failure);
    }
    return failure;
  }
}

/** Being asked to slow down is an answer. A caller who leaves early says nothing of the provider. */
function isFailure(error: Error): boolean {
  if (error instanceof ProviderRateLimitedError) return false;
  return error instanceof ProviderError || error instanceof AnswerOverdueError;
}
