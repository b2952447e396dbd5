import { DomainError } from "./domain-error.js";

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
