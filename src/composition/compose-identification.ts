import { WorkerSoundReader } from "../adapters/analyzer/worker-sound-reader.js";
import type { Config } from "../config/config.js";
import { IdentificationService } from "../services/identification/identification-service.js";
import { SuggestionService } from "../services/identification/suggestion-service.js";
import { ProviderQueries } from "../services/search/provider-queries.js";
import type { Services } from "../services/services.js";
import type { Runtime } from "./compose-runtime.js";
import type { Providers, SearchServices } from "./compose-search.js";
import type { Storage } from "./compose-storage.js";

/** What identifies audio by its sound. */
export interface Identification {
  readonly services: Pick<Services, "identification" | "suggestions">;
  /** Ends the threads. */
  close(): Promise<void>;
}

/** Composes what identifies audio among the analysed recordings, and names it. No thread is started yet. */
export function composeIdentification({
  config,
  runtime: { clock, failureLog: failures },
  storage: { analyses, metadata: cache, ownUploads, sounds: fingerprints },
  providers: { soundDirectories: directories },
  search: { tracks },
  catalogue: { performances },
}: {
  readonly config: Pick<Config, "search">;
  readonly runtime: Pick<Runtime, "clock" | "failureLog">;
  readonly storage: Pick<Storage, "analyses" | "metadata" | "ownUploads" | "sounds">;
  readonly providers: Pick<Providers, "soundDirectories">;
  readonly search: Pick<SearchServices, "tracks">;
  readonly catalogue: Pick<Services, "performances">;
}): Identification {
  const reader = new WorkerSoundReader();
  const identification = new IdentificationService({
    reader,
    uploads: ownUploads,
    fingerprints,
    analyses,
    tracks,
  });
  const { deadlineMilliseconds } = config.search;
  const queries = new ProviderQueries({ cache, clock, deadlineMilliseconds, failures });
  const suggestions = new SuggestionService({
    analyses,
    fingerprints,
    performances,
    queries,
    directories,
  });
  return { services: { identification, suggestions }, close: () => reader.close() };
}
