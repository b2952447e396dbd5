import {
  IdempotencyKeyInUseError,
  IdempotencyKeyReusedError,
} from "../../domain/errors/request-errors.js";
import type {
  IdempotencyStore,
  KeptAnswer,
  RepeatableRequest,
} from "../../ports/access/idempotency-store.js";
import type { RandomSource } from "../../ports/runtime/random-source.js";
import type { FailureLog } from "../failure-log.js";

/** How long an answer is sent again: a day. */
const KEPT_MILLISECONDS = 86_400_000;

/** Time that a request has beside its arrival and its wait for an analysis. */
const MARGIN_MILLISECONDS = 60_000;

const TOKEN_BYTES = 16;

/** A request that may be repeated, and that has not been answered before. */
export interface FirstRequest {
  /** Keeps its answer. A failure to do so is recorded: the client still gets the answer. */
  keep(answer: KeptAnswer): Promise<void>;
  /** Lets the request be repeated, because it has failed. */
  release(): Promise<void>;
}

/** The answer that an earlier request with the same key has got. */
export interface RepeatedRequest {
  /** @throws {IdempotencyKeyReusedError} the earlier request had other content */
  answerTo(fingerprint: string): KeptAnswer;
}

/**
 * Lets callers repeat requests that change something: of all requests of a caller with one key, the first is run, and the
 * others get its answer, from any server.
 */
export class RepeatableRequests {
  constructor(
    private readonly needs: {
      readonly store: IdempotencyStore;
      readonly random: RandomSource;
      readonly failures: Pick<FailureLog, "record">;
      /** Maximum time that a request takes, after which another server may run it. */
      readonly maxMilliseconds: number;
    },
  ) {}

  /** @throws {IdempotencyKeyInUseError} another request with the key is running */
  async begin(request: RepeatableRequest): Promise<FirstRequest | RepeatedRequest> {
    const { store, random, maxMilliseconds } = this.needs;
    const token = random.hex(TOKEN_BYTES);
    const claim = await store.claim(request, token, maxMilliseconds + MARGIN_MILLISECONDS);
    switch (claim.state) {
      case "running":
        throw new IdempotencyKeyInUseError();
      case "answered":
        return { answerTo: (fingerprint) => answerTo(claim.answer, fingerprint) };
      case "claimed":
        return {
          keep: (answer) => this.#recorded(store.keep(request, token, answer, KEPT_MILLISECONDS)),
          release: () => this.#recorded(store.release(request, token)),
        };
    }
  }

  #recorded(change: Promise<void>): Promise<void> {
    return change.catch((error: unknown) => this.needs.failures.record(error));
  }
}

function answerTo(answer: KeptAnswer, fingerprint: string): KeptAnswer {
  if (answer.fingerprint !== fingerprint) throw new IdempotencyKeyReusedError();
  return answer;
}
