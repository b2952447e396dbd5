import { DomainError } from "./domain-error.js";

/** A failure that passes without a change to the request; `facts.retryAfterSeconds` says when to retry. */
abstract class TemporaryError extends DomainError {
  constructor(sentence: string, retryAfterSeconds: number, cause: unknown) {
    super(`${sentence} Try again later.`, { retryAfterSeconds }, cause);
  }
}

/** A failure of our own storage, whatever was to be stored: it says nothing of a track or its audio. */
export abstract class StorageError extends TemporaryError {}

/** When another process has the database for longer than we wait, it is a backup or the like. */
const STORAGE_RETRY_SECONDS = 5;

/** Another process holds the database, and still did when the wait limit passed. */
export class StorageBusyError extends StorageError {
  readonly code = "STORAGE_BUSY";

  constructor(cause?: unknown) {
    super("The database is held by another process.", STORAGE_RETRY_SECONDS, cause);
  }
}

/** An operator has to make room. */
const FULL_RETRY_SECONDS = 10;

/** The disk of the database or of the uploads has no room for what must be written. */
export class StorageFullError extends StorageError {
  readonly code = "STORAGE_FULL";

  constructor(cause?: unknown) {
    super("The server's disk is full.", FULL_RETRY_SECONDS, cause);
  }
}

/** A folder that was away may be back by then. */
const AUDIO_RETRY_SECONDS = 10;

/** The audio lies on a disk or in a folder that cannot be read now, and may come back. */
export class AudioUnavailableError extends TemporaryError {
  readonly code = "AUDIO_UNAVAILABLE";

  constructor(cause?: unknown) {
    super("The audio cannot be read now.", AUDIO_RETRY_SECONDS, cause);
  }
}

/** Our own deadline passed. */
export class TimedOutError extends DomainError {
  readonly code = "TIMED_OUT";

  constructor(what: string, afterSeconds: number) {
    super(`${what} took longer than ${afterSeconds} s.`, { afterSeconds });
  }
}
