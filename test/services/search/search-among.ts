import type { MetadataCache } from "../../../src/ports/metadata/metadata-cache.js";
import type { MetadataProvider } from "../../../src/ports/metadata/metadata-provider.js";
import type { Clock } from "../../../src/ports/runtime/clock.js";
import { FailureLog } from "../../../src/services/failure-log.js";
import { ProviderQueries } from "../../../src/services/search/provider-queries.js";
import { SearchService } from "../../../src/services/search/search-service.js";
import { RecordingLogger } from "../../fakes/recording-logger.js";

/** Returns a search among providers, with a deadline of four seconds. */
export function searchAmong(
  providers: readonly MetadataProvider[],
  { cache, clock }: { readonly cache: MetadataCache; readonly clock: Clock },
): SearchService {
  const failures = new FailureLog({ logger: new RecordingLogger() });
  const queries = new ProviderQueries({ cache, failures, clock, deadlineMilliseconds: 4_000 });
  return new SearchService({ queries, cache, providers });
}
