import { DomainError } from "./domain-error.js";

/**
 * A temporary failure, after which the same request may succeed; `facts.retryAfterSeconds` says
 * when to retry.
 */
abstract class TemporaryError extends DomainError {
  constructor(sentence: string, retryAfterSeconds: number, cause: unknown) {
    super(`${sentence} Try again later.`, { retryAfterSeconds }, cause);
  }
}

/** A failure of the server's storage, which says nothing about a track or its audio. */
export abstract class StorageError extends TemporaryError {}

/**
 * Retry time where another process, such as a backup, locks the database for longer than the wait
 * limit, or the database server restarts.
 */
const STORAGE_RETRY_SECONDS = 5;

/** Another process has locked the database for longer than the wait limit. */
export class StorageBusyError extends StorageError {
  readonly code = "STORAGE_BUSY";

  constructor(cause?: unknown) {
    super("The database is locked by another process.", STORAGE_RETRY_SECONDS, cause);
  }
}

/** The database server cannot be reached, restarts, or accepts no more connections. */
export class StorageUnavailableError extends StorageError {
  readonly code = "STORAGE_UNAVAILABLE";

  constructor(cause?: unknown) {
    super("The database cannot be reached.", STORAGE_RETRY_SECONDS, cause);
  }
}

/** The database is damaged, or its disk fails. The operator has to restore it; what is not damaged is still answered. */
export class StorageDamagedError extends StorageError {
  readonly code = "STORAGE_UNAVAILABLE";

  constructor(cause?: unknown) {
    super(
      "The database is damaged or cannot be read; `overtone doctor` says more.",
      STORAGE_RETRY_SECONDS,
      cause,
    );
  }
}

/** Retry time where an operator has to free disk space. */
const FULL_RETRY_SECONDS = 10;

/** The disk of the database or of the uploads is full. */
export class StorageFullError extends StorageError {
  readonly code = "STORAGE_FULL";

  constructor(cause?: unknown) {
    super("The server's disk is full.", FULL_RETRY_SECONDS, cause);
  }
}

/** Retry time where a folder is not available at the moment. */
const AUDIO_RETRY_SECONDS = 10;

/** The audio is on a disk, in a folder or on a music server that cannot be read at the moment. */
export class AudioUnavailableError extends TemporaryError {
  readonly code = "AUDIO_UNAVAILABLE";

  constructor(cause?: unknown, sentence = "The audio cannot be read at the moment.") {
    super(sentence, AUDIO_RETRY_SECONDS, cause);
  }
}

/** A music server does not send the audio of a song at the moment. */
export class SongUnavailableError extends AudioUnavailableError {
  /** @param problem follows the name of the server: "does not respond" */
  constructor(server: string, problem: string, cause?: unknown) {
    super(cause, `The music server "${server}" ${problem}.`);
  }
}

/** Retry time where a file was changed while it was read: most programs have then finished writing. */
const CHANGED_RETRY_SECONDS = 5;

/** The file is not any more what it was when it was opened or listed, so that what was read is not of one recording. */
export class AudioChangedError extends DomainError {
  readonly code = "AUDIO_CHANGED";

  constructor() {
    super("The file was changed while it was read.", { retryAfterSeconds: CHANGED_RETRY_SECONDS });
  }
}

/** A time limit of the server passed. */
export class TimedOutError extends DomainError {
  readonly code = "TIMED_OUT";

  constructor(what: string, afterSeconds: number) {
    super(`${what} took longer than ${afterSeconds} s.`, { afterSeconds });
  }
}

/** A track was removed after the export had counted its tracks. */
export class ExportOutdatedError extends TemporaryError {
  readonly code = "STORAGE_BUSY";

  constructor() {
    super("A track was removed while the tracks were exported.", 1, undefined);
  }
}
