import { DomainError } from "../domain/errors/domain-error.js";
import { isReported } from "../domain/errors/failure.js";
import type { ErrorCode } from "../domain/errors/error-code.js";
import type { Logger } from "../ports/runtime/logger.js";

type Level = "debug" | "warn";

/**
 * The log level of each code: debug for mistakes of clients, warn for problems of the server or its
 * providers.
 */
const LEVEL_BY_CODE: Readonly<Record<ErrorCode, Level>> = {
  INVALID_INPUT: "debug",
  UNAUTHENTICATED: "debug",
  FORBIDDEN: "debug",
  NOT_FOUND: "debug",
  TRACK_NOT_FOUND: "debug",
  AUDIO_NOT_FOUND: "debug",
  ANALYSIS_NOT_FOUND: "debug",
  METHOD_NOT_ALLOWED: "debug",
  NOT_ACCEPTABLE: "debug",
  PAYLOAD_TOO_LARGE: "debug",
  UNSUPPORTED_MEDIA_TYPE: "debug",
  RANGE_NOT_SATISFIABLE: "debug",
  AUDIO_UNDECODABLE: "debug",
  AUDIO_TOO_LONG: "debug",
  ANALYSIS_TOO_COSTLY: "warn",
  RATE_LIMITED: "debug",
  PROVIDER_UNAVAILABLE: "warn",
  PROVIDER_BAD_RESPONSE: "warn",
  PROVIDER_RATE_LIMITED: "warn",
  ANALYZER_BUSY: "warn",
  ANALYSIS_DROPPED: "warn",
  STORAGE_BUSY: "warn",
  STORAGE_FULL: "warn",
  STORAGE_UNAVAILABLE: "warn",
  AUDIO_UNAVAILABLE: "warn",
  AUDIO_CHANGED: "debug",
  TIMED_OUT: "warn",
  FILES_DECIDE: "debug",
  IDEMPOTENCY_KEY_IN_USE: "debug",
  IDEMPOTENCY_KEY_REUSED: "debug",
  CLAIM_LOST: "debug",
  WORKER_VERSION: "debug",
  PLAYLIST_CHANGED: "debug",
};

/** Writes each failure to the log once, at the level of its code. */
export class FailureLog {
  readonly #written = new WeakSet<Error>();

  constructor(private readonly needs: { readonly logger: Logger }) {}

  /**
   * Writes a failure; one of a job only for debugging, because it was written where the job ran. Anything
   * but a `DomainError` is a bug, and is written with its stack.
   */
  record(failure: unknown, facts: Readonly<Record<string, unknown>> = {}): void {
    if (failure instanceof Error) {
      if (this.#written.has(failure)) return;
      this.#written.add(failure);
    }
    if (isReported(failure)) {
      this.needs.logger.debug("A request failed as its job did", { ...facts, failure });
    } else if (failure instanceof DomainError) {
      const { code, message, cause } = failure;
      this.needs.logger[LEVEL_BY_CODE[code]](message, { ...facts, ...failure.facts, code, cause });
    } else {
      this.needs.logger.error("Internal error", { ...facts, error: failure });
    }
  }
}
