import { DomainError } from "./domain-error.js";

/** A metadata provider failed to reply. The base class of all provider errors. */
export abstract class ProviderError extends DomainError {}

/** The provider is unreachable, or replied with a server error. */
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
    super(
      `The metadata provider "${provider}" sent a reply that cannot be read.`,
      { provider },
      cause,
    );
  }
}

/** The provider limits the request rate. */
export class ProviderRateLimitedError extends ProviderError {
  readonly code = "PROVIDER_RATE_LIMITED";

  constructor(provider: string, retryAfterSeconds: number) {
    super(`The metadata provider "${provider}" limits the request rate. Try again later.`, {
      provider,
      retryAfterSeconds,
    });
  }
}
