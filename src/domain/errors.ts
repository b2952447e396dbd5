/** The codes of CONTRACT's error table: what a program reads to know what went wrong. */
export const errorCodes = [
  "INVALID_INPUT",
  "UNAUTHENTICATED",
  "FORBIDDEN",
  "NOT_FOUND",
  "TRACK_NOT_FOUND",
  "AUDIO_NOT_FOUND",
  "ANALYSIS_NOT_FOUND",
  "METHOD_NOT_ALLOWED",
  "PAYLOAD_TOO_LARGE",
  "UNSUPPORTED_MEDIA_TYPE",
  "AUDIO_UNDECODABLE",
  "AUDIO_TOO_LONG",
  "ANALYSIS_TOO_COSTLY",
  "RATE_LIMITED",
  "PROVIDER_UNAVAILABLE",
  "PROVIDER_BAD_RESPONSE",
  "PROVIDER_RATE_LIMITED",
  "ANALYZER_BUSY",
  "STORAGE_BUSY",
  "STORAGE_FULL",
  "AUDIO_UNAVAILABLE",
  "TIMED_OUT",
] as const;

/** One code of the error table. A failure without one is a bug, and clients see `INTERNAL`. */
export type ErrorCode = (typeof errorCodes)[number];

/** What the client may know about a failure, beside its sentence. */
export type Facts = Readonly<Record<string, string | number | boolean>>;

/** A failure the product has a word for. Its message and facts are written for the client. */
export abstract class DomainError extends Error {
  abstract readonly code: ErrorCode;

  constructor(
    message: string,
    readonly facts: Facts = {},
    cause?: unknown,
  ) {
    super(message, { cause });
    this.name = new.target.name;
  }
}

/** What clients read of a bug. The log has the rest. */
export const maskedMessage = "Something failed on our side.";

/** What a client may know of any failure: its code and sentence, or only that it is a bug. */
export function publicReasonOf(error: unknown): {
  readonly code: ErrorCode | "INTERNAL";
  readonly message: string;
} {
  if (!(error instanceof DomainError)) return { code: "INTERNAL", message: maskedMessage };
  const { code, message } = error;
  return { code, message };
}

/** A parameter is missing or malformed; `facts.parameter` names it. */
export class InvalidInputError extends DomainError {
  readonly code = "INVALID_INPUT";

  constructor(parameter: string, problem: string, cause?: unknown) {
    super(`The parameter "${parameter}" ${problem}.`, { parameter }, cause);
  }
}

/** An operation asks for more than the server is willing to do for one request. */
export class TooCostlyError extends DomainError {
  readonly code = "INVALID_INPUT";

  constructor(cost: number, limit: number) {
    super(
      `The parameter "query" costs ${cost}, and one request may cost ${limit}. Ask for fewer items at once.`,
      { parameter: "query", cost, limit },
    );
  }
}

/** The request carries no API key, or one that is unknown, revoked or expired. */
export class UnauthenticatedError extends DomainError {
  readonly code = "UNAUTHENTICATED";

  constructor(problem: string) {
    super(`${problem} Send "Authorization: Bearer <API_KEY>".`);
  }
}

/** The API key is good, but lacks the scope that the operation needs. */
export class ForbiddenError extends DomainError {
  readonly code = "FORBIDDEN";

  constructor(scope: string) {
    super(`This API key lacks the scope "${scope}".`, { scope });
  }
}

/** The path is none of ours. */
export class NotFoundError extends DomainError {
  readonly code = "NOT_FOUND";

  constructor(path: string) {
    super(`There is nothing at "${path}".`, { path });
  }
}

/** The API key has no such webhook, or the webhook no such delivery. */
export class WebhookNotFoundError extends DomainError {
  readonly code = "NOT_FOUND";

  constructor(id: string) {
    super(`Nothing of your webhooks is known by the id "${id}".`, { id });
  }
}

/** The key names a track that no search has found yet. */
export class TrackNotFoundError extends DomainError {
  readonly code = "TRACK_NOT_FOUND";

  constructor(
    trackKey: string,
    advice = "Search for it first, or send its artist and track along.",
  ) {
    super(`No track is known by the key "${trackKey}". ${advice}`, { trackKey });
  }
}

/** Nothing goes by this id, as far as those can say who know such ids. */
export class UnknownTrackIdError extends DomainError {
  readonly code = "TRACK_NOT_FOUND";

  constructor(id: string) {
    super(`No track is known by "${id}".`, { id });
  }
}

/** The track is known, but no source has its audio. */
export class AudioNotFoundError extends DomainError {
  readonly code = "AUDIO_NOT_FOUND";

  constructor(trackKey: string, reason = "") {
    super(`No audio source has the track "${trackKey}".${reason && ` ${reason}`}`, { trackKey });
  }
}

/** The track is known, but has not been analysed, and what was asked for needs its analysis. */
export class AnalysisNotFoundError extends DomainError {
  readonly code = "ANALYSIS_NOT_FOUND";

  constructor(trackKey: string) {
    super(`The track "${trackKey}" has not been analysed yet. Ask for its analysis first.`, {
      trackKey,
    });
  }
}

/** The path exists, but not for this method; `facts.allow` lists those it has. */
export class MethodNotAllowedError extends DomainError {
  readonly code = "METHOD_NOT_ALLOWED";

  constructor(method: string, allow: string) {
    super(`${method} is not allowed here. Allowed: ${allow}.`, { allow });
  }
}

/** The body is larger than we take. */
export class PayloadTooLargeError extends DomainError {
  readonly code = "PAYLOAD_TOO_LARGE";

  constructor(limitBytes: number) {
    super(`The body is larger than the ${limitBytes} bytes allowed.`, { limitBytes });
  }
}

/** The body is of a type we do not take. */
export class UnsupportedMediaTypeError extends DomainError {
  readonly code = "UNSUPPORTED_MEDIA_TYPE";

  constructor(mediaType: string, accepted: string) {
    super(`We do not take bodies of type "${mediaType}". Accepted: ${accepted}.`, { accepted });
  }
}

/** The audio is unknown, truncated, damaged, or needs a decoder that is not installed. */
export class AudioUndecodableError extends DomainError {
  readonly code = "AUDIO_UNDECODABLE";

  constructor(reason: string, cause?: unknown) {
    super(`The audio cannot be decoded: ${reason}.`, { reason }, cause);
  }
}

/** The recording is longer than is analysed here. */
export class AudioTooLongError extends DomainError {
  readonly code = "AUDIO_TOO_LONG";

  constructor(maxSeconds: number) {
    const hours = Math.round(maxSeconds / 36) / 100;
    super(`The audio is longer than ${hours} h, which is the maximum here.`, { maxSeconds });
  }
}

/** The analysis of this audio takes more processing time than one analysis may. */
export class AnalysisTooCostlyError extends DomainError {
  readonly code = "ANALYSIS_TOO_COSTLY";

  constructor(maxSeconds: number) {
    super(`The analysis takes more than ${maxSeconds} s of processing, the maximum here.`, {
      maxSeconds,
    });
  }
}

/** The API key, or the address of someone without one, made more requests than it may. */
export class RateLimitedError extends DomainError {
  readonly code = "RATE_LIMITED";

  constructor(retryAfterSeconds: number, who: "API key" | "address" = "API key") {
    super(`This ${who} is over its rate.`, { retryAfterSeconds });
  }
}

/** When a client will end what it has open is unknown; a client need not wait longer than this. */
const RETRY_OPENING_SECONDS = 5;

/** The API key holds as much open at once as it may: sockets, or subscriptions. */
export class TooManyOpenError extends DomainError {
  readonly code = "RATE_LIMITED";

  constructor(what: string, limit: number) {
    super(`This API key has ${limit} ${what} open, and may not have more.`, {
      limit,
      retryAfterSeconds: RETRY_OPENING_SECONDS,
    });
  }
}

/** A metadata provider could not say. The one class that anything catches by type. */
export abstract class ProviderError extends DomainError {}

/** The provider is unreachable, or answers with a server error. */
export class ProviderUnavailableError extends ProviderError {
  readonly code = "PROVIDER_UNAVAILABLE";

  constructor(provider: string, cause?: unknown) {
    super(`The metadata provider "${provider}" is unavailable.`, { provider }, cause);
  }
}

/** The provider's reply cannot be read. */
export class ProviderBadResponseError extends ProviderError {
  readonly code = "PROVIDER_BAD_RESPONSE";

  constructor(provider: string, cause?: unknown) {
    super(`The metadata provider "${provider}" sent a reply we cannot read.`, { provider }, cause);
  }
}

/** The provider asked us to slow down. */
export class ProviderRateLimitedError extends ProviderError {
  readonly code = "PROVIDER_RATE_LIMITED";

  constructor(provider: string, retryAfterSeconds: number) {
    super(`The metadata provider "${provider}" asks us to slow down.`, {
      provider,
      retryAfterSeconds,
    });
  }
}

/** More analyses are waiting than the queue holds. */
export class AnalyzerBusyError extends DomainError {
  readonly code = "ANALYZER_BUSY";

  constructor(retryAfterSeconds: number) {
    super("Too many analyses are waiting.", { retryAfterSeconds });
  }
}

/** A failure of our own storage, whatever was to be stored: it says nothing of a track or its audio. */
export abstract class StorageError extends DomainError {}

/** When another process has the database for longer than we wait, it is a backup or the like. */
const STORAGE_RETRY_SECONDS = 5;

/** Another process holds the database, and still did when the wait limit passed. */
export class StorageBusyError extends StorageError {
  readonly code = "STORAGE_BUSY";

  constructor(cause?: unknown) {
    super(
      "The database is held by another process. Try again later.",
      { retryAfterSeconds: STORAGE_RETRY_SECONDS },
      cause,
    );
  }
}

/** An operator has to make room. */
const FULL_RETRY_SECONDS = 10;

/** The disk of the database or of the uploads has no room for what must be written. */
export class StorageFullError extends StorageError {
  readonly code = "STORAGE_FULL";

  constructor(cause?: unknown) {
    super(
      "The server's disk is full. Try again later.",
      { retryAfterSeconds: FULL_RETRY_SECONDS },
      cause,
    );
  }
}

/** Our own deadline passed. */
export class TimedOutError extends DomainError {
  readonly code = "TIMED_OUT";

  constructor(what: string, afterSeconds: number) {
    super(`${what} took longer than ${afterSeconds} s.`, { afterSeconds });
  }
}

/** A folder that was away may be back by then. */
const AUDIO_RETRY_SECONDS = 10;

/** The audio lies on a disk or in a folder that cannot be read now, and may come back. */
export class AudioUnavailableError extends DomainError {
  readonly code = "AUDIO_UNAVAILABLE";

  constructor(cause?: unknown) {
    super(
      "The audio cannot be read now. Try again later.",
      { retryAfterSeconds: AUDIO_RETRY_SECONDS },
      cause,
    );
  }
}
