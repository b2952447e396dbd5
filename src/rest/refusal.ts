import {
  DomainError,
  InvalidInputError,
  PayloadTooLargeError,
  UnsupportedMediaTypeError,
} from "../domain/errors.js";

/** What Express and its body parser tell about a request that they refuse. */
interface Refusal {
  readonly type?: unknown;
  readonly limit?: unknown;
  readonly status?: unknown;
}

/**
 * A failure in the domain's words: one that it has a word for, or a request that Express or its
 * body parser refused. `undefined` for anything else, which is a bug.
 */
export function domainErrorFrom(failure: unknown): DomainError | undefined {
  if (failure instanceof DomainError) return failure;
  if (!(failure instanceof Error)) return undefined;
  if (failure instanceof URIError) {
    return new InvalidInputError("path", "is not percent-encoded UTF-8", failure);
  }
  const { type, limit, status } = failure as Refusal;
  switch (type) {
    case "entity.too.large":
      return new PayloadTooLargeError(Number(limit));
    case "encoding.unsupported":
    case "charset.unsupported":
      return new UnsupportedMediaTypeError("another encoding", "application/json in UTF-8");
  }
  const isRefused = typeof type === "string" && status === 400;
  return isRefused ? new InvalidInputError("body", "cannot be read", failure) : undefined;
}
