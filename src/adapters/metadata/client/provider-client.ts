import { isBrokenCircuitError } from "cockatiel";
import {
  ProviderError,
  ProviderRateLimitedError,
  ProviderUnavailableError,
} from "../../../domain/errors/provider-errors.js";
import type { Clock } from "../../../ports/runtime/clock.js";
import type { BoundedHttp, PostedForm } from "../../outbound/bounded-http.js";
import { type BreakerState, ProviderBreaker } from "./provider-breaker.js";
import {
  bytesOutcome,
  type ClassifyBody,
  jsonOutcome,
  ServerStatusError,
} from "./provider-outcome.js";
import {
  CallerTimeoutError,
  ProviderCall,
  type ProviderCallNeeds,
  type ProviderRequest,
} from "./provider-call.js";
import { RequestPacer, type RequestPolicy } from "./request-pacer.js";
import type { RequestTurns } from "./request-turns.js";
import { JoinedCalls } from "../../../domain/joined-calls.js";

/** How a request ended: `overdue` if the caller's timeout ended first, `cancelled` if the caller aborted. */
export type ExchangeOutcome = "answered" | "overdue" | "cancelled" | ProviderError["code"];

/** A request to a provider that has ended, retries included, with its outcome. */
export interface ProviderExchange {
  readonly provider: string;
  readonly outcome: ExchangeOutcome;
  /** Milliseconds, >= 0. */
  readonly milliseconds: number;
}

/** What a client needs, and options that tests set. */
export interface ProviderClientOptions {
  /** The provider's name. */
  readonly provider: string;
  readonly requestPolicy: RequestPolicy;
  readonly http: BoundedHttp;
  readonly clock: Clock;
  /** The turns of all servers; without them, this process paces alone. */
  readonly turns?: RequestTurns | undefined;
  /** Uniform in [0, 1). */
  readonly random?: () => number;
  /** Options of the circuit breaker; see `ProviderBreakerOptions`. */
  readonly breaker?: { readonly failures?: number; readonly pauseMilliseconds?: number };
  /** Called after every request has ended; must not throw. */
  readonly observe?: ((exchange: ProviderExchange) => void) | undefined;
}

/** Time limit of a request, with waiting, all attempts and pauses. */
const DEADLINE_MILLISECONDS = 5_000;
/** Maximum length of a JSON reply. */
const MAX_JSON_BYTES = 2 * 1024 * 1024;

/**
 * Sends the requests to one provider: paced, with a deadline, with retries after temporary failures,
 * with a maximum reply length, and with a circuit breaker.
 */
export class ProviderClient {
  readonly #call: ProviderCallNeeds;
  readonly #breaker: ProviderBreaker;
  readonly #jsonRequests = new JoinedCalls<unknown>();

  constructor(private readonly options: ProviderClientOptions) {
    const { clock, requestPolicy, turns, breaker, random } = options;
    const pacer = new RequestPacer({ pace: requestPolicy, clock, turns });
    this.#call = {
      ...options,
      pacer,
      random: random ?? Math.random,
      deadlineMilliseconds: DEADLINE_MILLISECONDS,
    };
    this.#breaker = new ProviderBreaker({
      ...{ ...breaker, clock, isFailure },
      onOpen: (failure, pause) => {
        if (isFaultOfProvider(failure)) pacer.holdOthers(pause);
      },
    });
  }

  get breakerState(): BreakerState {
    return this.#breaker.state;
  }

  /**
   * Returns the JSON at an address. Concurrent calls for the same address and form share one request.
   *
   * @param options.form what is posted to the address; without it, the address is only read
   * @param options.classify classifies a body, where the status alone does not tell
   * @throws {ProviderRateLimitedError} the provider's rate limit lasts longer than the deadline, or
   * holds after every retry, or our own pace allows no request before the deadline
   * @throws {ProviderUnavailableError} no reply in time, unreachable, a server error, a refusal, or
   * no request sent because the circuit breaker is open
   * @throws {ProviderBadResponseError} not JSON, too long, or a redirect that we do not follow
   * @throws {unknown} `signal.reason`, when aborted
   */
  getJson(
    address: URL,
    options: {
      readonly signal: AbortSignal;
      readonly classify?: ClassifyBody;
      readonly form?: PostedForm;
    },
  ): Promise<unknown> {
    const { form } = options;
    const key = JSON.stringify([address.href, form]);
    return this.#jsonRequests.join(key, options.signal, (signal) =>
      this.#send({
        address,
        form,
        signal,
        limitBytes: MAX_JSON_BYTES,
        read: (reply, reading) => jsonOutcome(reply, { ...options, ...reading }),
      }),
    );
  }

  /**
   * Returns the bytes at an address.
   *
   * @param options.limitBytes maximum length of the reply; > 0
   * @throws the same errors as `getJson`, except that bytes need not be JSON
   */
  getBytes(
    address: URL,
    options: { readonly signal: AbortSignal; readonly limitBytes: number },
  ): Promise<Uint8Array> {
    return this.#send({ address, ...options, read: bytesOutcome });
  }

  /** Closes all connections. */
  close(): void {
    this.options.http.close();
  }

  async #send<Value>(request: ProviderRequest<Value>): Promise<Value> {
    const { provider, clock, observe } = this.options;
    const startedAt = clock.now();
    let outcome: ExchangeOutcome = "cancelled";
    try {
      const value = await this.#breaker.run(() => new ProviderCall(this.#call, request).run());
      outcome = "answered";
      return value;
    } catch (failure) {
      const error = isBrokenCircuitError(failure)
        ? new ProviderUnavailableError(provider, failure)
        : failure;
      if (error instanceof ProviderError) outcome = error.code;
      if (!(error instanceof CallerTimeoutError)) throw error;
      outcome = "overdue";
      throw error.reason;
    } finally {
      observe?.({ provider, outcome, milliseconds: clock.now() - startedAt });
    }
  }
}

/** Whether an error counts for the circuit breaker: a rate limit and an abort by the caller do not. */
function isFailure(error: Error): boolean {
  if (error instanceof ProviderRateLimitedError) return false;
  return error instanceof ProviderError || error instanceof CallerTimeoutError;
}

/** Whether the provider itself says that it fails. No reply may be the fault of this server's network. */
function isFaultOfProvider(failure: unknown): boolean {
  return failure instanceof ProviderError && failure.cause instanceof ServerStatusError;
}
