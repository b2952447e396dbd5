import { TimedOutError } from "../../../domain/errors/availability-errors.js";
import {
  ProviderBadResponseError,
  type ProviderError,
  ProviderRateLimitedError,
  ProviderUnavailableError,
} from "../../../domain/errors/provider-errors.js";
import type { Clock } from "../../../ports/runtime/clock.js";
import type { BoundedHttp, HttpReply } from "../../outbound/bounded-http.js";
import { faultOutcome, type Outcome, type ReplyReading, type Trouble } from "./provider-outcome.js";
import type { RequestPacer } from "./request-pacer.js";

/** The caller ran out of time while the provider owed us an answer. Carries the caller's reason. */
export class AnswerOverdueError extends Error {
  constructor(readonly reason: unknown) {
    super("the caller ran out of time");
    this.name = "AnswerOverdueError";
  }
}

export interface ProviderCallOptions<Value> {
  readonly provider: string;
  readonly address: URL;
  /** The longest reply read; bytes, > 0. */
  readonly limitBytes: number;
  readonly read: (reply: HttpReply, reading: ReplyReading) => Outcome<Value>;
  readonly rateLimitStatuses: readonly number[];
  /** How long to leave a provider alone that asks for it without saying; milliseconds, > 0. */
  readonly restMilliseconds: number;
  /** For the waiting, all attempts and the pauses between them; milliseconds, > 0. */
  readonly deadlineMilliseconds: number;
  readonly signal: AbortSignal;
  readonly http: BoundedHttp;
  readonly pacer: RequestPacer;
  readonly clock: Clock;
  /** Uniform in [0, 1). */
  readonly random: () => number;
}

const MAX_RETRIES = 2;

/** The pause before the first retry is below this, and twice as much before the next. */
const FIRST_PAUSE_MILLISECONDS = 400;

/** One question to a provider: up to three attempts before one deadline. */
export class ProviderCall<Value> {
  readonly #options: ProviderCallOptions<Value>;
  readonly #deadline = new AbortController();
  readonly #endsAt: number;
  /** Aborts with the caller or the deadline, whichever is first. */
  readonly #signal: AbortSignal;

  constructor(options: ProviderCallOptions<Value>) {
    this.#options = options;
    this.#endsAt = options.clock.now() + options.deadlineMilliseconds;
    this.#signal = AbortSignal.any([options.signal, this.#deadline.signal]);
  }

  /**
   * The answer.
   *
   * Pauses are random between nothing and a limit that doubles ("full jitter"), unless the provider
   * says for how long.
   *
   * @throws {ProviderError} there is none
   * @throws {AnswerOverdueError} the caller ran out of time while the provider owed an answer
   * @throws {unknown} `signal.reason`, when aborted otherwise
   *
   * Source: M. Brooker, "Exponential Backoff And Jitter", AWS Architecture Blog, 2015.
   */
  async answer(): Promise<Value> {
    const { clock, deadlineMilliseconds } = this.#options;
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
    const { clock, pacer } = this.#options;
    for (let attempt = 0; ; attempt++) {
      const outcome = await this.#attempt();
      if (outcome.verdict === "readable") return outcome.value;
      const pause = this.#pauseAfter(outcome, attempt);
      if (outcome.retryAfterSeconds !== undefined) pacer.holdUntil(clock.now() + pause);
      const isLast = !outcome.isWorthRetrying || attempt === MAX_RETRIES;
      if (isLast || clock.now() + pause >= this.#endsAt) throw this.#errorFrom(outcome);
      await clock.sleep(pause, this.#signal);
    }
  }

  async #attempt(): Promise<Outcome<Value>> {
    const { address, limitBytes, http, read, rateLimitStatuses, clock } = this.#options;
    await this.#turn();
    let reply;
    try {
      reply = await http.get(address, { limitBytes, signal: this.#signal });
    } catch (error) {
      this.#throwIfOver();
      return faultOutcome(error);
    }
    return read(reply, { rateLimitStatuses, now: clock.now() });
  }

  /** Waits until the pace lets us go. */
  async #turn(): Promise<void> {
    const { provider, pacer, clock, signal } = this.#options;
    signal.throwIfAborted();
    const wait = pacer.waitMilliseconds();
    if (clock.now() + wait >= this.#endsAt) {
      throw new ProviderRateLimitedError(provider, toSeconds(wait));
    }
    try {
      await pacer.turn(this.#signal);
    } catch {
      signal.throwIfAborted();
      throw new ProviderRateLimitedError(provider, toSeconds(pacer.waitMilliseconds()));
    }
  }

  #throwIfOver(): void {
    const { provider, signal } = this.#options;
    if (signal.aborted) {
      throw isTimeOut(signal.reason) ? new AnswerOverdueError(signal.reason) : signal.reason;
    }
    if (this.#signal.aborted) throw new ProviderUnavailableError(provider, this.#signal.reason);
  }

  #pauseAfter({ retryAfterSeconds }: Trouble, attempt: number): number {
    if (retryAfterSeconds !== undefined) return retryAfterSeconds * 1000;
    return this.#options.random() * FIRST_PAUSE_MILLISECONDS * 2 ** attempt;
  }

  #errorFrom({ verdict, cause, retryAfterSeconds }: Trouble): ProviderError {
    const { provider, pacer, clock, restMilliseconds } = this.#options;
    switch (verdict) {
      case "rate-limited": {
        const rest = retryAfterSeconds === undefined ? restMilliseconds : retryAfterSeconds * 1000;
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

/** Whole seconds to ask for, at least one. */
const toSeconds = (milliseconds: number): number => Math.max(1, Math.ceil(milliseconds / 1000));

const isTimeOut = (reason: unknown): boolean =>
  reason instanceof TimedOutError || (reason instanceof Error && reason.name === "TimeoutError");
