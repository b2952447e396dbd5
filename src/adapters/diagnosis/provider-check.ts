import { ProviderError, ProviderRateLimitedError } from "../../domain/errors/provider-errors.js";
import type { Check } from "../../ports/runtime/check.js";
import type { Clock } from "../../ports/runtime/clock.js";
import type { MetadataProvider } from "../../ports/metadata/metadata-provider.js";

/** The query that is sent to every provider; any reply is accepted, also an empty one. */
const QUERY = { artist: "Pink Floyd", track: "Money", limit: 1 } as const;

/** Checks whether a metadata provider replies to a simple query. */
export const providerCheck = (provider: MetadataProvider, clock: Clock): Check => ({
  what: `provider ${provider.name}`,
  async run(signal) {
    const startedAt = clock.now();
    try {
      await provider.searchTracks(QUERY, signal);
      return { state: "ok", message: `answered in ${clock.now() - startedAt} ms` };
    } catch (error) {
      if (!(error instanceof ProviderError)) throw error;
      return { state: "warn", message: detailOf(error), advice: adviceOn(error) };
    }
  },
});

function detailOf({ message, cause }: ProviderError): string {
  return cause instanceof Error ? `${message} (${cause.message})` : message;
}

function adviceOn(error: ProviderError): string {
  if (error instanceof ProviderRateLimitedError) {
    return "Wait a few minutes. Until then, searches continue without it.";
  }
  return (
    "Searches continue without it. Check whether this machine reaches the internet and whether the " +
    "provider's key and base URL are right, or remove it from METADATA_PROVIDERS."
  );
}
