import { TimedOutError } from "../../../domain/errors/availability-errors.js";
import {
  ProviderBadResponseError,
  type ProviderError,
  ProviderRateLimitedError,
  ProviderUnavailableError,
} from "../../../domain/errors/provider-errors.js";
import type { Clock } from "../../../ports/runtime/clock.js";
import type { BoundedHttp, HttpReply, PostedForm } from "../../outbound/bounded-http.js";
import {
  faultOutcome,
  type AttemptOutcome,
  type ReplyReading,
  type FailedAttempt,
} from "./provider-outcome.js";
import type { RequestPacer, RequestPolicy } from "./request-pacer.js";

/** The caller's timeout ended before the provider replied. Holds the caller's abort reason. */
export class CallerTimeoutError extends Error {
  constructor(readonly reason: unknown) {
    super("the caller's timeout ended before the provider replied");
    this.name = "CallerTimeoutError";
  }
}

/** What all calls to one provider share. */
export interface ProviderCallNeeds {
  readonly provider: string;
  readonly requestPolicy: RequestPolicy;
  readonly http: BoundedHttp;
  readonly pacer: RequestPacer;
  readonly clock: Clock;
  /** Uniform in [0, 1). */
  readonly random: () => number;
  /** Time limit of a call, with waiting, all attempts and pauses; milliseconds, > 0. */
  readonly deadlineMilliseconds: number;
}

/** The request of one call. */
export interface ProviderRequest<Value> {
  readonly address: URL;
  /** What is posted; absent where the reply is only read. */
  readonly form?: PostedForm | undefined;
  readonly signal: AbortSignal;
  /** Maximum length of the reply; bytes, > 0. */
  readonly limitBytes: number;
  readonly read: (reply: HttpReply, reading: ReplyReading) => AttemptOutcome<Value>;
}

const MAX_RETRIES = 2;

/** Maximum pause before the first retry; it doubles with each further retry. */
const FIRST_PAUSE_MILLISECONDS = 400;

/** One request to a provider: up to three attempts within one deadline. */
export class ProviderCall<Value> {
  readonly #deadline = new AbortController();
  readonly #endsAt: number;
  /** Aborts with the caller or the deadline, whichever is first. */
  readonly #signal: AbortSignal;

  constructor(
    private readonly needs: ProviderCallNeeds,
    private readonly request: ProviderRequest<Value>,
  ) {
    this.#endsAt = needs.clock.now() + needs.deadlineMilliseconds;
    this.#signal = AbortSignal.any([request.signal, this.#deadline.signal]);
  }

  /**
   * Sends the request, and returns what was read from the reply.
   *
   * A pause is random between 0 and a maximum that doubles ("full jitter"), unless the provider
   * states how long to wait.
   *
   * @throws {ProviderError} no attempt gave a reply that can be read
   * @throws {CallerTimeoutError} the caller's timeout ended before the provider replied
   * @throws {unknown} `signal.reason`, when aborted otherwise
   *
   * Source: M. Brooker, "Exponential Backoff And Jitter", AWS Architecture Blog, 2015.
   */
  async run(): Promise<Value> {
    const { clock, deadlineMilliseconds } = this.needs;
    const finished = new AbortController();
    void clock
      .sleep(deadlineMilliseconds, finished.signal)
      .then(() =>
        this.#deadline.abort(new TimedOutError("The reply", deadlineMilliseconds / 1000)),
      );
    try {
      return await this.#attempts();
    } finally {
      finished.abort();
    }
  }

  async #attempts(): Promise<Value> {
    const { clock, pacer } = this.needs;
    for (let attempt = 0; ; attempt++) {
      const outcome = await this.#attempt();
      if (outcome.result === "readable") return outcome.value;
      const pause = this.#pauseAfter(outcome, attempt);
      if (outcome.retryAfterSeconds !== undefined) pacer.holdUntil(clock.now() + pause);
      const isLast = !outcome.isWorthRetrying || attempt === MAX_RETRIES;
      if (isLast || clock.now() + pause >= this.#endsAt) throw this.#errorFrom(outcome);
      await clock.sleep(pause, this.#signal);
    }
  }

  async #attempt(): Promise<AttemptOutcome<Value>> {
    const { http, requestPolicy, clock } = this.needs;
    const { address, form, limitBytes, read } = this.request;
    const bounds = { limitBytes, signal: this.#signal };
    await this.#waitForPacer();
    let reply;
    try {
      reply = await (form ? http.postForm(address, form, bounds) : http.get(address, bounds));
    } catch (error) {
      this.#throwIfAborted();
      return faultOutcome(error);
    }
    const { rateLimitStatuses = [] } = requestPolicy;
    return read(reply, { rateLimitStatuses, now: clock.now() });
  }

  /** Waits until the pacer allows a request. */
  async #waitForPacer(): Promise<void> {
    const { provider, pacer, clock } = this.needs;
    const { signal } = this.request;
    signal.throwIfAborted();
    const wait = pacer.waitMilliseconds();
    if (clock.now() + wait >= this.#endsAt) {
      throw new ProviderRateLimitedError(provider, toSeconds(wait));
    }
    try {
      await pacer.waitForStart(this.#signal, this.#endsAt);
    } catch {
      signal.throwIfAborted();
      throw new ProviderRateLimitedError(provider, toSeconds(pacer.waitMilliseconds()));
    }
  }

  #throwIfAborted(): void {
    const { provider } = this.needs;
    const { signal } = this.request;
    if (signal.aborted) {
      throw isTimeoutError(signal.reason) ? new CallerTimeoutError(signal.reason) : signal.reason;
    }
    if (this.#signal.aborted) throw new ProviderUnavailableError(provider, this.#signal.reason);
  }

  #pauseAfter({ retryAfterSeconds }: FailedAttempt, attempt: number): number {
    if (retryAfterSeconds !== undefined) return retryAfterSeconds * 1000;
    return this.needs.random() * FIRST_PAUSE_MILLISECONDS * 2 ** attempt;
  }

  #errorFrom({ result, cause, retryAfterSeconds }: FailedAttempt): ProviderError {
    const { provider, pacer, clock, requestPolicy } = this.needs;
    switch (result) {
      case "rate-limited": {
        const seconds = retryAfterSeconds ?? requestPolicy.perMilliseconds / 1000;
        const rest = seconds * 1000;
        pacer.holdUntil(clock.now() + rest);
        return new ProviderRateLimitedError(provider, toSeconds(rest));
      }
      case "failing":
      case "refused":
        return new ProviderUnavailableError(provider, cause);
      case "unreadable":
        return new ProviderBadResponseError(provider, cause);
    }
  }
}

/** Rounds up to whole seconds, at least 1. */
const toSeconds = (milliseconds: number): number => Math.max(1, Math.ceil(milliseconds / 1000));

const isTimeoutError = (reason: unknown): boolean =>
  reason instanceof TimedOutError || (reason instanceof Error && reason.name === "TimeoutError");
