import { DomainError } from "./domain-error.js";

/** A parameter is missing or malformed; `facts.parameter` names it. */
export class InvalidInputError extends DomainError {
  readonly code = "INVALID_INPUT";

  /** @param problem what is wrong with it, in words that follow its name, without a full stop */
  constructor(
    readonly parameter: string,
    readonly problem: string,
    cause?: unknown,
  ) {
    super(`The parameter "${parameter}" ${problem}.`, { parameter }, cause);
  }
}

/** What makes a GraphQL operation expensive. */
export interface CostExplanation {
  /** The names of the fields of its most expensive part, e.g. `tracks.edges.node.similar`. */
  readonly path: string;
  /**
   * With how many items in each list it would not exceed the limit, integer >= 1; null where one item in each is too
   * expensive, too.
   */
  readonly maxItems: number | null;
}

/** A GraphQL operation exceeds the maximum cost of one request; the facts say what makes it expensive. */
export class TooCostlyError extends DomainError {
  readonly code = "INVALID_INPUT";

  constructor(cost: number, limit: number, { path, maxItems }: CostExplanation) {
    const remedy =
      maxItems === null
        ? "Send fewer fields in one request"
        : `With at most ${maxItems} ${maxItems === 1 ? "item" : "items"} in each list, it is within the limit`;
    super(
      `The parameter "query" costs ${cost}, and the maximum cost of one request is ${limit}. Its most expensive part is "${path}". ${remedy}.`,
      { parameter: "query", cost, limit, path, ...(maxItems !== null && { maxItems }) },
    );
  }
}

/** Files of the library decide whether a recording is there, and not the request. */
export class FilesDecideError extends DomainError {
  readonly code = "FILES_DECIDE";

  /**
   * It was to be forgotten, and files hold it.
   *
   * @param path that of the first of them, absolute
   * @param fileCount >= 1
   */
  static held(recordingId: string, path: string, fileCount: number): FilesDecideError {
    const reason =
      fileCount === 1
        ? `The file "${path}" of the library holds the recording "${recordingId}". Delete it, or remove its folder from the library.`
        : `"${path}" and ${fileCount - 1} more of the library's files hold the recording "${recordingId}". Delete them, or remove their folders from the library.`;
    return new FilesDecideError(reason, { recordingId, path, fileCount });
  }

  /** It was to return, and left with the last of its files. */
  static withoutFile(recordingId: string): FilesDecideError {
    return new FilesDecideError(
      `The recording "${recordingId}" left the library with the last of its files. It returns when a scan finds one again.`,
      { recordingId },
    );
  }
}

/** The path exists, but not for this method; `facts.allow` lists the methods of the path. */
export class MethodNotAllowedError extends DomainError {
  readonly code = "METHOD_NOT_ALLOWED";

  constructor(method: string, allow: string) {
    super(`${method} is not allowed here. Allowed: ${allow}.`, { allow });
  }
}

/** No response has a media type that the client accepts; `facts.available` lists those that there are. */
export class NotAcceptableError extends DomainError {
  readonly code = "NOT_ACCEPTABLE";

  constructor(mediaTypes: readonly string[]) {
    const available = mediaTypes.join(", ");
    super(`Nothing of a type in "Accept" is sent here. Available: ${available}.`, { available });
  }
}

/** The body is larger than the maximum. */
export class PayloadTooLargeError extends DomainError {
  readonly code = "PAYLOAD_TOO_LARGE";

  constructor(limitBytes: number) {
    super(`The body is larger than the maximum of ${limitBytes} bytes.`, { limitBytes });
  }
}

/** The body is of a media type that is not accepted. */
export class UnsupportedMediaTypeError extends DomainError {
  readonly code = "UNSUPPORTED_MEDIA_TYPE";

  constructor(mediaType: string, accepted: string) {
    super(`Bodies of type "${mediaType}" are not accepted. Accepted: ${accepted}.`, { accepted });
  }
}

/** Another request of the caller with the same key is still running. */
export class IdempotencyKeyInUseError extends DomainError {
  readonly code = "IDEMPOTENCY_KEY_IN_USE";

  constructor() {
    super("A request with this Idempotency-Key is still running. Repeat it to get its answer.", {
      retryAfterSeconds: 1,
    });
  }
}

/** The caller has used the key for a request of other content. */
export class IdempotencyKeyReusedError extends DomainError {
  readonly code = "IDEMPOTENCY_KEY_REUSED";

  constructor() {
    super("This Idempotency-Key was used for another request. Send each request with its own.", {});
  }
}

/** Another change of the playlist came between; `facts.revision` is the present revision. */
export class PlaylistChangedError extends DomainError {
  readonly code = "PLAYLIST_CHANGED";

  constructor(id: string, revision: number) {
    super(
      `The playlist "${id}" has changed meanwhile, and has the revision ${revision} now. Read it again, then repeat the change.`,
      { id, revision },
    );
  }
}

/** The requested range begins behind the end of the content. */
export class RangeNotSatisfiableError extends DomainError {
  readonly code = "RANGE_NOT_SATISFIABLE";

  constructor(sizeBytes: number) {
    super(`The requested range is not within the ${sizeBytes} bytes of the content.`, {
      sizeBytes,
    });
  }
}
