import { WorkerSoundReader } from "../adapters/analyzer/worker-sound-reader.js";
import { IdentificationService } from "../services/identification/identification-service.js";
import type { SearchServices } from "./compose-search.js";
import type { Storage } from "./compose-storage.js";

/** What identifies audio by its sound. */
export interface Identification {
  readonly identification: IdentificationService;
  /** Ends the threads. */
  close(): Promise<void>;
}

/** Composes what identifies audio among the analysed recordings. No thread is started yet. */
export function composeIdentification({
  storage: { analyses, ownUploads, sounds },
  search: { tracks },
}: {
  readonly storage: Pick<Storage, "analyses" | "ownUploads" | "sounds">;
  readonly search: Pick<SearchServices, "tracks">;
}): Identification {
  const reader = new WorkerSoundReader();
  const identification = new IdentificationService({
    reader,
    uploads: ownUploads,
    fingerprints: sounds,
    analyses,
    tracks,
  });
  return { identification, close: () => reader.close() };
}
